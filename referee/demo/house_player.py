"""A simple opponent: for each hand it goes for the spell that promises most, and never gives up."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from engine.enchantments import HASTE
from engine.gestures import codes, finished_by, usable
from engine.model import Duel, Gesture, Pair, Part, Wizard
from engine.variants import RuleSet, rules_of

# What finishing a spell is worth to a wizard who knows no finesse. Spells that are not named are not sought.
WORTH: Final = {
    "Finger of death": 30,
    "Lightning bolt": 16,
    "Fireball": 16,
    "Summon giant": 15,
    "Summon troll": 12,
    "Cause heavy wounds": 10,
    "Summon ogre": 9,
    "Paralysis": 6,
    "Summon goblin": 6,
    "Cause light wounds": 6,
    "Magic mirror": 4,
    "Counter-spell": 4,
    "Missile": 3,
    "Fear": 3,
    "Cure light wounds": 2,
    "Shield": 1,
}
HANDS: Final = (0, 1)
MADE: Final = tuple(Gesture(letter) for letter in "FPSWDC>")
SURRENDER: Final = (Gesture.PALM, Gesture.PALM)
WHIM: Final = 0.8  # at most so much is added to a pair by chance, so that no two games are alike


def orders(duel: Duel, name: str, rng: Random) -> str:
    """What the wizard `name` orders next, in the order language. `duel` may be as he knows it: only his own history
    is looked at, and the names of those he could stab."""
    wizard = duel.wizard(name)
    assert wizard is not None, name
    hasted = duel.next_part is Part.NORMAL and any(each.name == HASTE for each in wizard.enchantments)
    past = usable(wizard)
    victims = duel.opponents(name)
    halves: list[str] = []
    for _ in range(2 if hasted else 1):
        pair = _best_pair(duel, wizard, past, rng, armed=bool(victims) and not halves)
        past.append(pair)
        halves.append("\n".join(_clauses(pair, victims)))
    return "\nthen\n".join(halves)


def _best_pair(duel: Duel, wizard: Wizard, past: list[Pair], rng: Random, *, armed: bool) -> Pair:
    rules = rules_of(duel)
    sought = [(formula, WORTH[name]) for name in WORTH for formula in rules.spellbook[name].formulas]

    def promise(pair: Pair) -> float:
        return _worth(wizard, [*past, pair], rules, sought) + rng.random() * WHIM

    return max((pair for pair in product(MADE, MADE) if _is_sensible(pair, armed=armed)), key=promise)


def _is_sensible(pair: Pair, *, armed: bool) -> bool:
    stabs, claps = pair.count(Gesture.STAB), pair.count(Gesture.CLAP)
    return pair != SURRENDER and claps != 1 and stabs <= (1 if armed else 0)


def _worth(wizard: Wizard, pairs: list[Pair], rules: RuleSet, sought: list[tuple[str, int]]) -> float:
    """What these gestures finish, and what they have begun; a spell half begun is worth a quarter of it."""
    done = finished_by(pairs, rules=rules, short_bolt=not wizard.short_bolt_used)
    finished = [max((WORTH.get(one.spell, 0) for one in done if one.hand.value == hand), default=0) for hand in _ENDS]
    begun = [
        max(worth * (_begun(formula, code) / len(formula)) ** 2 for formula, worth in sought) for code in codes(pairs)
    ]
    return sum(finished) + sum(begun)


_ENDS: Final = ("left", "right", "both")


def _begun(formula: str, code: str) -> int:
    """How many gestures of `formula` the history `code` ends on, never all of them."""
    for length in range(min(len(formula) - 1, len(code)), 0, -1):
        ends = code[len(code) - length :]
        if all(wanted in (made, made.upper()) for wanted, made in zip(formula, ends, strict=False)):
            return length
    return 0


def _clauses(pair: Pair, victims: tuple[str, ...]) -> Iterator[str]:
    for side in HANDS:
        stab = pair[side] is Gesture.STAB
        yield f"{('LH', 'RH')[side]}: {f'stab {victims[0]}' if stab else pair[side].value}"
