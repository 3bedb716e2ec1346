"""What lies ahead of a wizard's hands: the spells they are on the way to, and those the next turn could finish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from engine.compulsion import BARRED_BY_FEAR, HANDS, binding
from engine.enchantments import AMNESIA, CHARM_PERSON, HASTE
from engine.gestures.histories import codes, longest_formula, usable
from engine.grip import Grip, Slot, grip
from engine.model import Duel, Enchantment, Gesture, Hand, Pair, Value, Wizard
from engine.variants import RuleSet, rules_of

_OTHER: Final = {Hand.LEFT: Hand.RIGHT, Hand.RIGHT: Hand.LEFT}


class Begun(Value, frozen=True, kw_only=True):
    """A spell of which `hand` has made the first `made` gestures; BOTH where that goes for each hand, and for one cast.

    Letters as in formulas: capitals for this hand, lower case for both hands at once.
    """

    spell: str
    formula: str
    hand: Hand
    made: int

    @property
    def missing(self) -> str:
        """The gestures still to come."""
        return self.formula[self.made :]

    @property
    def finishing(self) -> Hand:
        """The hand that finishes it; BOTH for formulas that end in lower case."""
        return Hand.BOTH if self.formula[-1].islower() else self.hand

    @property
    def rank(self) -> tuple[int, int, str, bool]:
        """Sort key: the fewest gestures missing, then the longest formula, then by name, the left hand's first."""
        return (len(self.missing), -len(self.formula), self.spell, self.hand is Hand.RIGHT)


class Reach(Value, frozen=True, kw_only=True):
    """What a wizard could finish in his next turn, as one viewer may know it.

    `spells`, best first, each with the fewest gestures that finish it in the turn's `halves`. `fixed` are the hands
    whose gesture is known beforehand (Paralysis, Amnesia, a permanent charm), `charmers` says who decides for a charmed
    one; `afraid`: neither hand can make C, D, F or S. `unseen`: gestures that the viewer did not see might finish more.
    """

    who: str
    halves: int
    spells: tuple[Begun, ...]
    fixed: Mapping[Slot, Gesture]
    charmers: Mapping[Hand, str]
    afraid: bool = False
    unseen: bool = False

    def possible(self, half: int, hand: Hand, gesture: Gesture) -> bool:
        """Whether that hand can make that gesture, for all that the viewer knows."""
        fixed = self.fixed.get((half, hand))
        if fixed is not None:
            return fixed is gesture
        return not (self.afraid and gesture in BARRED_BY_FEAR)


def on_the_way(
    wizard: Wizard, *, rules: RuleSet, after: Sequence[Pair] = (), missing_max: int | None = None
) -> tuple[Begun, ...]:
    """The spells of which a hand has made one gesture or more, never all: each as far as it is, the best first.

    `after` are pairs that come first, as they are ordered for the next turn; `missing_max`: how many gestures may be
    missing. Gestures that were not seen (`?`) or that Anti-spell cut off are part of none.
    """
    furthest: dict[tuple[str, str, Hand], Begun] = {}
    most = longest_formula(rules) if missing_max is None else missing_max
    for way in _ways(codes([*usable(wizard), *after]), _formulas(wizard, rules), missing_max=most):
        if way.made:
            furthest.setdefault((way.spell, way.formula, way.hand), way)
    return _as_one(furthest.values())


def _ways(history: tuple[str, str], formulas: Sequence[tuple[str, str]], *, missing_max: int) -> Iterator[Begun]:
    """Every way to a spell from a beginning of its formula that a hand's history ends on, the furthest first."""
    for hand, code in zip(HANDS, history, strict=True):
        capitals = code.upper()
        for spell, formula in formulas:
            letters = formula.upper()
            for missing in range(1, min(missing_max, len(formula)) + 1):
                made = len(formula) - missing
                # Most formulas are none of the hand's, and this tells it at once.
                if capitals.endswith(letters[:made]) and _ends_on(code, formula[:made]):
                    yield Begun(spell=spell, formula=formula, hand=hand, made=made)


def _formulas(wizard: Wizard, rules: RuleSet) -> list[tuple[str, str]]:
    return [
        (spell.name, formula)
        for spell in rules.spellbook.values()
        for formula in spell.formulas
        if not (wizard.short_bolt_used and formula in spell.once)
    ]


def _ends_on(code: str, letters: str) -> bool:
    """Whether a hand's history, as of `codes`, ends on these letters of a formula."""
    if len(code) < len(letters):
        return False
    ending = code[len(code) - len(letters) :]
    if ending == letters or ending.upper() != letters.upper():
        return ending == letters
    return all(f in (c, c.upper()) for f, c in zip(letters, ending, strict=True))


def _as_one(ways: Iterable[Begun]) -> tuple[Begun, ...]:
    """The best first; what both hands have begun and both together go on with is one."""
    found = set(ways)
    kept = {_both(way) if way.missing.islower() and _twin(way) in found else way for way in found}
    return tuple(sorted(kept, key=lambda way: way.rank))


def _twin(way: Begun) -> Begun:
    return replace(way, hand=_OTHER[way.hand])


def _both(way: Begun) -> Begun:
    return replace(way, hand=Hand.BOTH)


# -- within reach ------------------------------------------------------------------------------------------------


def within_reach(duel: Duel, viewer: str, who: str) -> Reach | None:
    """What `who` could finish in his next turn; None for a wizard who is gone, or once the duel is over.

    `duel` is the duel as `viewer` may know it (`views.observe_duel`, or the `duel` of a View). A hasted wizard has two
    pairs; in his Time stop turn he has one, and nothing holds him (canon 5.11). What may be known of the spells that
    hold his mind is respected; a hand that Confusion or another's charm will move may do anything.
    """
    wizard = duel.wizard(who)
    if wizard is None or not wizard.alive or duel.result is not None:
        return None
    rules = rules_of(duel)
    held = _known_grip(duel, viewer, wizard)
    wizard = replace(wizard, cut=known_cut(wizard))
    reach = Reach(
        who=who,
        halves=held.halves,
        spells=(),
        fixed=held.fixed,
        charmers={e.hand: e.by for e in _charms(wizard, rules) if e.hand is not None and e.by is not None}
        if held.by
        else {},
        afraid=held.afraid,
        unseen=_unseen(wizard, rules),
    )
    fewest: dict[tuple[str, str, Hand], Begun] = {}
    for way in _ways(codes(usable(wizard)), _formulas(wizard, rules), missing_max=held.halves):
        if _feasible(reach, way):
            fewest.setdefault((way.spell, way.formula, way.hand), way)
    return replace(reach, spells=_as_one(fewest.values()))


def known_cut(wizard: Wizard) -> int:
    """How many entries of a (viewed) history Anti-spell cut off, 0 where that was on a turn the viewer did not see."""
    return wizard.cut if wizard.cut and wizard.history[wizard.cut - 1].left is not Gesture.UNSEEN else 0


def _unseen(wizard: Wizard, rules: RuleSet) -> bool:
    """Whether gestures were hidden that a spell can still use; one hidden longer ago does no harm."""
    recent = usable(wizard)[-(longest_formula(rules) - 1) :]
    return Gesture.UNSEEN in chain.from_iterable(recent)


def _charms(wizard: Wizard, rules: RuleSet) -> list[Enchantment]:
    return [e for e in binding(wizard.enchantments, rules=rules) if e.name == CHARM_PERSON and e.gesture is None]


def _known_grip(duel: Duel, viewer: str, wizard: Wizard) -> Grip:
    """What is known to hold a wizard in his next turn: of another, what hangs on unseen gestures holds nothing."""
    if wizard.name not in duel.acting:
        duel = replace(duel, stopped=())  # an extra turn of others comes before his
    held = binding(wizard.enchantments, rules=rules_of(duel))
    bound = [e for e in held if wizard.name == viewer or _is_known(e)]
    hasted = [e for e in wizard.enchantments if e.name == HASTE]
    return grip(duel, replace(wizard, enchantments=(*bound, *hasted)))


def _is_known(held: Enchantment) -> bool:
    return held.gesture is not Gesture.UNSEEN and not (held.name == AMNESIA and not held.pairs)


def _feasible(reach: Reach, way: Begun) -> bool:
    """Whether the hands can make what is missing, in the turn's first halves."""
    for half, letter in enumerate(way.missing):
        gesture = Gesture(letter.upper())
        hands = HANDS if letter.islower() else (way.hand,)
        if not all(reach.possible(half, hand, gesture) for hand in hands):
            return False
    return True
