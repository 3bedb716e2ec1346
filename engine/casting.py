"""Which spell each finished gesture is spent on: by order, then by fallback (canon 2.4 to 2.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from engine.clauses import AimClause, AnyClause, CastClause, ForcedClause
from engine.gestures import Finished
from engine.model import NOBODY, Duel, Gesture, Hand, Monster, Value
from engine.monsters import ELEMENTALS
from engine.spellbook import Default, Spell
from engine.variants import RuleSet

HANDS = (Hand.LEFT, Hand.RIGHT)


class Choice(Value, frozen=True, kw_only=True):
    """A finished spell that is cast. `subject` None: none was written. `clause` is what chose it, None for fallback."""

    spell: str
    formula: str
    hand: Hand
    half: int
    subject: str | None = None
    discharged: bool = False
    clause: AnyClause | None = None


class Chooser:
    """The choices of one wizard in one turn, half by half.

    `finished` is what each half could finish, `compelled` the gestures that spells forced on (half, hand).
    """

    def __init__(
        self,
        finished: Sequence[tuple[Finished, ...]],
        clauses: Iterable[AnyClause],
        compelled: Mapping[tuple[int, Hand], Gesture],
        rules: RuleSet,
    ) -> None:
        self.book = rules.spellbook
        self.finished = finished
        self.compelled = compelled
        self.casts = [c for c in clauses if isinstance(c, CastClause)]
        self.aims = [c for c in clauses if isinstance(c, AimClause)]
        self.forced = [c for c in clauses if isinstance(c, ForcedClause)]
        self.used: set[int] = set()
        self.choices: list[Choice] = []
        self.once_used = False

    def run(self) -> tuple[Choice, ...]:
        """All choices, in order of half, left before right."""
        for half in range(len(self.finished)):
            mine = _Half(self, half)
            if mine.open:
                mine.take_forced()
                mine.take_named()
                mine.take_unnamed()
                mine.take_fallback()
            self.choices += sorted(mine.choices, key=lambda c: c.hand is Hand.RIGHT)
        return tuple(self.choices)


class _Half:
    """The choices of one half: each hand's gesture is spent at most once."""

    def __init__(self, chooser: Chooser, half: int) -> None:
        self.chooser = chooser
        self.half = half
        self.book = chooser.book
        self.open = [f for f in chooser.finished[half] if not (chooser.once_used and self._once(f))]
        self.spent: set[Hand] = set()
        self.choices: list[Choice] = []

    def take_forced(self) -> None:
        """`if RH=D cast X`: before all others, where that hand was compelled to that gesture."""
        for clause in self.chooser.forced:
            if clause.half not in (None, self.half) or clause.spell is None:
                continue
            if self.chooser.compelled.get((self.half, clause.hand)) == clause.gesture:
                self._spend(self._fitting(clause.spell, clause.hand)[:1], clause.subject, clause)

    def take_named(self) -> None:
        """Clauses that name a hand."""
        for index, clause in enumerate(self.chooser.casts):
            if clause.hand is None or clause.half not in (None, self.half) or index in self.chooser.used:
                continue
            if clause.spell is None:
                self._let_go(hands_of(clause.hand), clause)
                continue
            fitting = self._fitting(clause.spell, clause.hand)
            if self._spend(fitting if clause.hand is Hand.BOTH else fitting[:1], clause.subject, clause):
                self.chooser.used.add(index)

    def take_unnamed(self) -> None:
        """Clauses without a hand: those that fit one hand first; one speaks for both hands, two go left, then right."""
        waiting = [
            (index, clause)
            for index, clause in enumerate(self.chooser.casts)
            if clause.hand is None and index not in self.chooser.used and self._stands_here(clause)
        ]
        for index, clause in sorted(waiting, key=lambda each: self._last(each[1])):
            if clause.spell is None:
                self._let_go(HANDS, clause)
                continue
            alone = sum(c.spell == clause.spell for _, c in waiting) == 1
            fitting = self._fitting(clause.spell, None)
            if self._spend(fitting if alone else fitting[:1], clause.subject, clause) and not alone:
                self.chooser.used.add(index)

    def _last(self, clause: CastClause) -> tuple[bool, int]:
        """Sort key: what fits one hand before what fits both, and to let go of whatever is left comes last."""
        return clause.spell is None, len(self._fitting(clause.spell, None))

    def take_fallback(self) -> None:
        """What is left: a both-hands spell if it needs no hand already spent, else the longest of each hand (2.6)."""
        if not self.spent:
            both = [f for f in self.open if f.hand is Hand.BOTH]
            if both:
                self._spend(both[:1], self._aim(Hand.BOTH), None)
                return
        for hand in HANDS:
            if hand not in self.spent:
                self._spend([f for f in self.open if f.hand is hand][:1], self._aim(hand), None)

    def _stands_here(self, clause: CastClause) -> bool:
        """A clause without a hand belongs to its own half where that finishes the spell, else to the other (A113)."""
        if clause.half is None or clause.half == self.half:
            return True
        own = self.chooser.finished[clause.half] if clause.half < len(self.chooser.finished) else ()
        return clause.spell is not None and all(f.spell != clause.spell for f in own)

    def _fitting(self, spell: str | None, hand: Hand | None) -> list[Finished]:
        """The unspent gestures that finish `spell` with `hand` (a both-hands spell may be named with either hand)."""
        found = [f for f in self.open if f.spell == spell and not (self.spent & set(hands_of(f.hand)))]
        found.sort(key=lambda f: (len(hands_of(f.hand)) == 1, f.hand is Hand.RIGHT, -len(f.formula)))
        if hand in HANDS:
            found = [f for f in found if f.hand in (hand, Hand.BOTH)]
        elif any(f.hand is Hand.BOTH for f in found):
            found = [f for f in found if f.hand is Hand.BOTH]
        return list({f.hand: f for f in reversed(found)}.values())[::-1]

    def _let_go(self, hands: Sequence[Hand], clause: CastClause) -> None:
        """Discharge what these hands would cast by fallback, where the rules allow it (2.7)."""
        free = [h for h in hands if h not in self.spent]
        able = [f for f in self.open if self.book[f.spell].dischargeable]
        both = [f for f in able if f.hand is Hand.BOTH] if not self.spent else []
        if both:
            self._spend(both[:1], NOBODY, clause)
            return
        for hand in free:
            self._spend([f for f in able if f.hand is hand][:1], NOBODY, clause)

    def _aim(self, hand: Hand) -> str | None:
        """The subject that an aim-only clause, or a forced one without a spell, gives to this hand's fallback."""
        for forced in self.chooser.forced:
            if (
                forced.spell is None
                and forced.hand in hands_of(hand)
                and self.chooser.compelled.get((self.half, forced.hand)) == forced.gesture
            ):
                return forced.subject
        for aim in self.chooser.aims:
            if aim.half in (None, self.half) and aim.hand in (*hands_of(hand), Hand.BOTH):
                return aim.subject
        return None

    def _spend(self, found: list[Finished], subject: str | None, clause: AnyClause | None) -> bool:
        """Spend the gestures of `found`, of which none is spent yet; says whether there are any."""
        for each in found:
            self.spent |= set(hands_of(each.hand))
            self.chooser.once_used |= self._once(each)
            whom = self._aim(each.hand) if subject is None and clause is not None else subject
            discharged = whom == NOBODY and self.book[each.spell].dischargeable
            self.choices.append(
                Choice(
                    spell=each.spell,
                    formula=each.formula,
                    hand=each.hand,
                    half=self.half,
                    subject=None if discharged else whom,
                    discharged=discharged,
                    clause=clause,
                )
            )
        return bool(found)

    def _once(self, finished: Finished) -> bool:
        """Whether this formula works once a duel (2.8)."""
        return finished.formula in self.book[finished.spell].once


def choose(
    finished: Sequence[tuple[Finished, ...]],
    clauses: Iterable[AnyClause],
    compelled: Mapping[tuple[int, Hand], Gesture],
    *,
    rules: RuleSet,
) -> tuple[Choice, ...]:
    """The spells that a wizard's finished gestures are spent on, in order of half, left before right."""
    if not any(finished):
        return ()
    return Chooser(finished, tuple(clauses), compelled, rules).run()


def default_subject(duel: Duel, caster: str, spell: Spell) -> str | None:
    """Whom an unaimed spell goes at, as the field stands before the turn; None where there is no default (2.6)."""
    match spell.default:
        case Default.SELF:
            return caster
        case Default.OPPONENT:
            return duel.sole_opponent(caster)
        case Default.HOSTILE_MONSTER:
            hostile = [m.name for m in duel.monsters if m.alive and is_hostile(duel, m, caster)]
            return hostile[0] if len(hostile) == 1 else None
        case Default.NONE:
            return None
        case _:
            assert_never(spell.default)


def is_hostile(duel: Duel, monster: Monster, wizard: str) -> bool:
    """Whether an ordinary monster obeys another living wizard (A130)."""
    return (
        monster.kind not in ELEMENTALS
        and monster.controller is not None
        and monster.controller != wizard
        and monster.controller in duel.opponents(wizard)
    )


def hands_of(hand: Hand) -> tuple[Hand, ...]:
    """The hands whose gestures are spent: both for BOTH."""
    return HANDS if hand is Hand.BOTH else (hand,)
