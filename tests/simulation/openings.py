"""Starting positions: duels of two to five wizards in the middle of things, so that the rare spells are near."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.enchantments import (
    AMNESIA,
    BLINDNESS,
    CHARM_PERSON,
    CONFUSION,
    ENCHANTMENTS,
    FEAR,
    HASTE,
    INVISIBILITY,
    PARALYSIS,
    PROTECTION,
)
from engine.model import Being, Duel, Enchantment, Gesture, Hand, Kind, Monster, State, Wizard
from engine.monsters import ELEMENTALS, MONSTERS
from engine.script import read_script
from engine.transcript import opening as opened
from engine.variants import BARTLE, RULE_SETS, RuleSet
from tests.simulation.matrix import COLUMNS, ROWS

NAMES: Final = ("Ann", "Bob", "Cyd", "Dan", "Eve")
FORMULAS: Final = {
    rules.name: tuple(f for spell in rules.spellbook.values() for f in spell.formulas) for rules in RULE_SETS.values()
}
SETTABLE: Final = tuple(rule.name for rule in ENCHANTMENTS.values() if rule.listed and not rule.mind)
HOLDS: Final = (AMNESIA, CONFUSION, CHARM_PERSON, PARALYSIS, FEAR)
LASTING: Final = (AMNESIA, CONFUSION, CHARM_PERSON, PARALYSIS, FEAR, PROTECTION, BLINDNESS, INVISIBILITY, HASTE)


class Opening(NamedTuple):
    """A duel before turn 1. `header` is its transcript's; `told`: the header tells all of it.

    `keen`: all are about to finish something, and most aim at one being.
    """

    duel: Duel
    header: str
    told: bool
    keen: bool = False


def opening(rng: Random, rules: RuleSet = BARTLE) -> Opening:
    """A duel of two to five wizards: plain, set up in words, or set up beyond what words can say."""
    names = NAMES[: rng.choice((2, 2, 2, 3, 3, 4, 5))]
    lines = ["duel: a simulated one", f"wizards: {', '.join(names)}", f"salt: {rng.randrange(10**6)}"]
    if rules is not BARTLE:
        lines.append(f"rules: {rules.name}")
    theme = _theme(rng, rules) if rng.random() < 0.45 else []
    raising = any(formula in rules.spellbook["Raise dead"].formulas for formula in theme)
    if theme or rng.random() < 0.8:
        lines += [f"setup: {line}" for line in _setup(rng, rules, names, theme)]
    header = "\n".join(lines) + "\n"
    duel = opened(read_script(header))
    deep = raising or rng.random() < 0.45
    if raising:
        duel = _with_monster(rng, duel, alive=False)
    return Opening(duel=_deepened(rng, duel) if deep else duel, header=header, told=not deep, keen=bool(theme))


def _setup(rng: Random, rules: RuleSet, names: tuple[str, ...], theme: list[str]) -> list[str]:
    lines = [f"{name} has {rng.randint(1, 15)} hit points" for name in names if rng.random() < 0.5]
    kinds = [rng.choice(tuple(Kind)) for _ in range(rng.choice((0, 0, 1, 2, 3, 4)))]
    numbers = dict.fromkeys(Kind, 0)
    monsters = []
    for kind in kinds:
        numbers[kind] += 1
        monsters.append(f"{kind} {numbers[kind]}")
        lines.append(f"{rng.choice(names)} controls a {kind}")
    for being in (*names, *monsters):
        while rng.random() < 0.3:
            spell = rng.choice(SETTABLE)
            if being in names or _may_have(being, spell):
                lines.append(f"{being} has {spell}")
    lines += [f"{name} banked {rng.choice(tuple(rules.spellbook))}" for name in names if rng.random() < 0.2]
    for name in names:
        if theme or rng.random() < 0.85:
            left, right = near_ends(rng, rules, theme)
            if left:
                lines.append(f"{name} history LH {left} RH {right}")
    return lines


def _may_have(monster: str, spell: str) -> bool:
    kind = Kind(monster.rpartition(" ")[0])
    return ("elementals" if kind in ELEMENTALS else "monsters") in ENCHANTMENTS[spell].on and MONSTERS[
        kind
    ].resisted_by != spell


def _theme(rng: Random, rules: RuleSet) -> list[str]:
    """A formula each for a column and a row of the interaction matrix."""
    book = rules.spellbook
    cell = rng.choice(tuple(COLUMNS.values())), rng.choice([spells or tuple(book) for spells in ROWS.values()])
    return [rng.choice(book[rng.choice([name for name in spells if name in book])].formulas) for spells in cell]


def near_ends(rng: Random, rules: RuleSet, theme: list[str]) -> tuple[str, str]:
    """Two hands' histories that want a gesture or a few for a spell each; of a theme each wizard takes a formula."""
    known = FORMULAS[rules.name]
    formulas = rng.choices(known, weights=[len(f) for f in known], k=2)  # the long ones are hardly reached otherwise
    if theme:
        formulas = [theme[0], rng.choice((formulas[1], ""))]
        rng.shuffle(formulas)
        theme.reverse()
    keen = bool(theme)
    begun = []
    for formula in formulas:
        wanted = min(len(formula), 1) if keen else min(len(formula), rng.choice((1, 1, 1, 1, 2, 3)))
        begun.append(formula[: len(formula) - wanted])
    length = max(map(len, begun))
    pairs = [_pair(one, other, rng) for one, other in zip(begun[0].rjust(length), begun[1].rjust(length), strict=True)]
    return "".join(left for left, _ in pairs), "".join(right for _, right in pairs)


def _pair(left: str, right: str, rng: Random) -> tuple[str, str]:
    for letter in (left, right):
        if letter.islower():
            return letter.upper(), letter.upper()
    first, second = (rng.choice("FPSWD-") if letter == " " else letter for letter in (left, right))
    return first, "W" if first == second == "P" else second


# -- beyond words ------------------------------------------------------------------------------------------------


def _deepened(rng: Random, duel: Duel) -> Duel:
    """The duel with corpses, masterless monsters, minds that are held and enchantments that last."""
    for _ in range(rng.randint(0, 2)):
        duel = _with_monster(rng, duel, alive=rng.random() < 0.4)
    wizards = [replace(w, enchantments=_held(rng, duel, w)) for w in duel.wizards]
    if len(wizards) > 2 and rng.random() < 0.3:
        fallen = rng.randrange(len(wizards))
        state = rng.choice((State.DEAD, State.DEAD, State.SURRENDERED))
        wizards[fallen] = replace(
            wizards[fallen],
            state=state,
            hit_points=0 if state is State.DEAD else wizards[fallen].hit_points,
            enchantments=(),
            banked=None,
        )
    living = {w.name for w in wizards if w.alive}
    monsters = tuple(
        replace(
            m,
            enchantments=_held(rng, duel, m) if m.alive else (),
            controller=m.controller if m.controller in living else None,
            standing=rng.choice((None, None, "nobody", *(b for b in duel.living if b != m.name))),
            last=_victims(rng, duel, m),
            meant=_victims(rng, duel, m),
        )
        if m.kind not in ELEMENTALS
        else m
        for m in duel.monsters
    )
    return replace(duel, wizards=tuple(wizards), monsters=monsters)


def _with_monster(rng: Random, duel: Duel, *, alive: bool) -> Duel:
    """A corpse, or a monster without a master."""
    kind = rng.choice(tuple(k for k in Kind if k not in ELEMENTALS))
    numbers = dict(duel.numbers)
    numbers[kind] = numbers.get(kind, 0) + 1
    monster = Monster(
        name=f"{kind} {numbers[kind]}",
        kind=kind,
        hit_points=MONSTERS[kind].hit_points if alive else 0,
        alive=alive,
        controller=None if alive else rng.choice((None, *(w.name for w in duel.wizards))),
    )
    return replace(duel, monsters=(*duel.monsters, monster), numbers=tuple(numbers.items()))


def _victims(rng: Random, duel: Duel, monster: Monster) -> tuple[str, ...]:
    others = [name for name in duel.living if name != monster.name]
    return () if rng.random() < 0.3 else (rng.choice(others),)


def _held(rng: Random, duel: Duel, being: Being) -> tuple[Enchantment, ...]:
    """The being's enchantments, some of them permanent now, and perhaps one that holds its mind."""
    rule_on = "wizards" if isinstance(being, Wizard) else "monsters"
    if isinstance(being, Monster) and being.kind in ELEMENTALS:
        return being.enchantments
    kept = tuple(
        replace(e, permanent=True, until=None) if e.name in LASTING and rng.random() < 0.3 else e
        for e in being.enchantments
    )
    name = rng.choice(HOLDS)
    if rng.random() < 0.5 or rule_on not in ENCHANTMENTS[name].on:
        return kept
    return (*kept, _hold(rng, duel, being, name))


def _hold(rng: Random, duel: Duel, being: Being, name: str) -> Enchantment:
    permanent = rng.random() < 0.25
    held = Enchantment(name=name, laid=0, until=None if permanent else 1, permanent=permanent)
    if isinstance(being, Monster):
        return replace(held, victims=_victims(rng, duel, being)) if name == AMNESIA else held
    hand = rng.choice((Hand.LEFT, Hand.RIGHT))
    match name:
        case "Paralysis":
            return replace(held, hand=hand, gesture=Gesture(rng.choice("FPD>-")))
        case "Charm person":
            return replace(held, hand=hand, by=rng.choice([w.name for w in duel.wizards if w is not being]))
        case "Amnesia":
            return replace(held, pairs=((Gesture(rng.choice("FPSWDC>-")), Gesture(rng.choice("FSWD"))),))
        case _:
            return held
