"""Which hand finishes what, and how to say that it does not."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clauses import AimClause, CastClause
from engine.gestures import Finished
from engine.judging.case import LABELS, PAIRS, Case
from engine.model import Hand


def in_halves(clause: CastClause | AimClause, finished: Sequence[tuple[Finished, ...]]) -> list[Finished]:
    """What can be finished in the half a clause stands in; in either where it names no hand (A113)."""
    if clause.half is None or clause.hand is None:
        return [f for half in finished for f in half]
    return list(finished[clause.half])


def made_by(hand: Hand | None, finished: Finished) -> bool:
    return hand is None or hand is Hand.BOTH or finished.hand in (hand, Hand.BOTH)


def fitting(clause: CastClause, finished: Sequence[tuple[Finished, ...]]) -> list[Finished]:
    return [f for f in in_halves(clause, finished) if f.spell == clause.spell and made_by(clause.hand, f)]


def does_not_finish(case: Case, clause: CastClause, what: str | None = None) -> str:
    """`neither hand finishes Fireball this turn; LH finishes Missile`."""
    who = "neither hand finishes" if clause.hand in (None, Hand.BOTH) else f"{LABELS[clause.hand]} does not finish"
    hasted = case.grip.halves > 1
    when = f"in the {PAIRS[clause.half or 0]} pair" if hasted and clause.hand is not None else "this turn"
    told = [f"{who} {what or clause.spell} {when}"]
    for half, finished in enumerate(case.sight.finished):
        for hand in (Hand.LEFT, Hand.RIGHT, Hand.BOTH):
            spells = list(dict.fromkeys(f.spell for f in finished if f.hand is hand))
            if spells:
                verb = "finish" if hand is Hand.BOTH else "finishes"
                where = f" in the {PAIRS[half]} pair" if hasted else ""
                told.append(f"{LABELS[hand]} {verb} {' or '.join(spells)}{where}")
    return "; ".join(told)


def nearest(case: Case, clause: CastClause) -> str | None:
    """The nearest valid form: this spell with the other hand, or what the hand finishes."""
    finished = in_halves(clause, case.sight.finished)
    best = (
        [f for f in finished if f.spell == clause.spell] or [f for f in finished if made_by(clause.hand, f)] or finished
    )
    if not best:
        return None
    whom = f" at {clause.subject}" if clause.subject is not None and case.book[best[0].spell].aimed else ""
    return f"cast {best[0].spell} with {LABELS[best[0].hand]}{whom}"
