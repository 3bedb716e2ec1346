"""The case: one wizard's orders under judgement, and the complaints about them so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine.clauses import AnyClause, Clause, Complaint, ComplaintKind, HandClause
from engine.enchantments import CHARM_PERSON
from engine.events import SpellCast
from engine.grip import Grip, Slot, grip
from engine.judging.foresight import Foresight, foresee
from engine.model import Duel, Gesture, Hand, Monster, Wizard
from engine.monsters import ELEMENTALS
from engine.spellbook import Summon
from engine.variants import rules_of

LABELS: Final = {Hand.LEFT: "LH", Hand.RIGHT: "RH", Hand.BOTH: "both hands", Hand.BANK: "bank"}

PAIRS: Final = ("first", "second")  # of a hasted turn


class Case:
    """What the rooms of this package share. `kept` are the clauses accepted so far."""

    def __init__(self, duel: Duel, wizard: Wizard, spoiled: Iterable[Slot] = ()) -> None:
        self.duel = duel
        self.rules = rules_of(duel)
        self.book = self.rules.spellbook
        self.wizard = wizard
        self.name = wizard.name
        self.spoiled = frozenset(spoiled)  # hands whose gesture was refused in reading
        self.grip: Grip = grip(duel, wizard)
        self.sight: Foresight = foresee(duel, wizard, self.grip, {})
        self.kept: list[AnyClause] = []
        self.placed: dict[int, HandClause] = {}  # what became of stabs without a hand, by their id
        self.complaints: list[Complaint] = []
        self.missing: tuple[Slot, ...] = ()
        self.casts: tuple[SpellCast, ...] = ()

    def look_ahead(self, written: dict[Slot, Gesture]) -> None:
        """Foresee what these gestures come to."""
        self.sight = foresee(self.duel, self.wizard, self.grip, written)

    def refuse(self, clause: Clause, reason: str, suggestion: str | None = None) -> None:
        self._complain(ComplaintKind.REFUSED, clause, reason, suggestion)

    def warn(self, clause: Clause, reason: str, suggestion: str | None = None) -> None:
        self._complain(ComplaintKind.WARNING, clause, reason, suggestion)

    def refuse_all(self, clauses: Iterable[Clause], reason: str, suggestion: str | None = None) -> None:
        """One complaint for clauses that contradict each other: at the last, with the words of all."""
        told = list(clauses)
        texts = dict.fromkeys(clause.text for clause in told)
        last = max(told, key=lambda clause: clause.line)
        lines = sorted({clause.line for clause in told})
        where = "" if len(lines) == 1 else f" (lines {' and '.join(map(str, lines))})"
        self.complaints.append(
            Complaint(
                kind=ComplaintKind.REFUSED,
                line=last.line,
                text=", ".join(texts),
                reason=reason + where,
                suggestion=suggestion,
            )
        )

    def _complain(self, kind: ComplaintKind, clause: Clause, reason: str, suggestion: str | None) -> None:
        complaint = Complaint(kind=kind, line=clause.line, text=clause.text, reason=reason, suggestion=suggestion)
        if not any(replace(told, suggestion=suggestion) == complaint for told in self.complaints):
            self.complaints.append(complaint)  # `both: D` is told once, not for each hand

    # -- what is known of the field ------------------------------------------------------------------------------

    def makes(self, unborn: str) -> bool:
        """Whether this wizard may make the monster of that name (`LH:Ann`) himself this turn."""
        label = unborn.partition(":")[0]
        if label == LABELS[Hand.BANK]:
            return self.wizard.banked is not None and isinstance(self.book[self.wizard.banked].effect, Summon)
        hand = {"LH": Hand.LEFT, "RH": Hand.RIGHT}.get(label, Hand.BOTH)
        finished = [f for half in self.sight.possible for f in half]
        return any(f.hand is hand and isinstance(self.book[f.spell].effect, Summon) for f in finished)

    def charmed_hand(self, victim: str) -> Hand | None:
        """The hand of `victim` whose gesture this wizard decides next turn."""
        other = self.duel.wizard(victim)
        if other is None or not other.alive:
            return None
        held = [e for e in other.enchantments if e.name == CHARM_PERSON and e.by == self.name and e.gesture is None]
        return held[0].hand if held else None


def is_elemental(monster: Monster) -> bool:
    return monster.kind in ELEMENTALS


def slot_label(half: int, hand: Hand, halves: int) -> str:
    """`LH`, or `LH of the second pair` where there are two."""
    if halves == 1:
        return LABELS[hand]
    return f"{LABELS[hand]} of the {PAIRS[half]} pair"
