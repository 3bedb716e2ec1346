"""What a wizard's orders are made of: one frozen record for each kind of clause of the order language.

A clause carries where it stood (`line`, `text`) and, in a hasted order, the half it belongs to (0 or 1; None where
it may stand in either). Beings are written by name; NOBODY for nobody; `LH:Ann`, `RH:Ann`, `BH:Ann`, `bank:Ann` for
the monster that Ann makes this turn. A subject of None means that none was written, so that the default holds.
Where a spell's short form fits several (`clw`), `spell` is None and `candidates` names them in the spellbook's order:
one of these, whichever the hand finishes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.model import Gesture, Hand, Value

ALL_MONSTERS: Final = "monsters"  # in MonsterClause.monster: all that I control when they strike (A130)


class Element(StrEnum):
    """The two elements."""

    FIRE = "fire"
    ICE = "ice"


class Clause(Value, frozen=True, kw_only=True):
    """What all clauses share."""

    half: int | None = None
    line: int = 0
    text: str = ""


class HandClause(Clause, frozen=True, kw_only=True, tag="hand"):
    """One gesture of one hand (LEFT or RIGHT); `subject` is whom a stab goes at."""

    hand: Hand
    gesture: Gesture
    subject: str | None = None


class StabClause(Clause, frozen=True, kw_only=True, tag="stab"):
    """A stab that names no hand: it goes to the hand that has no other gesture in its half."""

    subject: str | None = None


class CastClause(Clause, frozen=True, kw_only=True, tag="cast"):
    """Spend a finished gesture on `spell` at `subject`; spell None lets the hand's spell go (hand None: either)."""

    spell: str | None
    hand: Hand | None = None
    subject: str | None = None
    candidates: tuple[str, ...] = ()


class AimClause(Clause, frozen=True, kw_only=True, tag="aim"):
    """Keep whatever the hand casts by fallback, but at this subject."""

    hand: Hand
    subject: str


class MonsterClause(Clause, frozen=True, kw_only=True, tag="monster"):
    """The victim of one monster, or of ALL_MONSTERS; two victims for the hasted or time-stopped; NOBODY to rest."""

    monster: str
    victims: tuple[str, ...]


class ParalysisClause(Clause, frozen=True, kw_only=True, tag="paralysis"):
    """Which hand Paralysis takes: `hand`, or by what it would freeze to, the first of `by_frozen` that comes."""

    victim: str
    hand: Hand | None = None
    by_frozen: tuple[Gesture, ...] = ()


class CharmClause(Clause, frozen=True, kw_only=True, tag="charm"):
    """Which hand Charm person takes."""

    victim: str
    hand: Hand


class MakeClause(Clause, frozen=True, kw_only=True, tag="make"):
    """What a charmed hand does; `subject` is whom a charmed stab goes at."""

    victim: str
    hand: Hand
    gesture: Gesture
    subject: str | None = None


class ElementClause(Clause, frozen=True, kw_only=True, tag="element"):
    """The element of an elemental summoned on this wizard, perhaps only if `caster` casts `spell`."""

    element: Element
    caster: str | None = None
    spell: str | None = None


class BankClause(Clause, frozen=True, kw_only=True, tag="bank"):
    """Which finished spell Delayed effect takes, by name or by hand."""

    spell: str | None = None
    hand: Hand | None = None
    candidates: tuple[str, ...] = ()


class PermanentClause(Clause, frozen=True, kw_only=True, tag="permanent"):
    """Which finished spell Permanency takes, by name or by hand."""

    spell: str | None = None
    hand: Hand | None = None
    candidates: tuple[str, ...] = ()


class ReleaseClause(Clause, frozen=True, kw_only=True, tag="release"):
    """Let the banked spell loose."""

    spell: str | None = None
    subject: str | None = None
    candidates: tuple[str, ...] = ()


class ForcedClause(Clause, frozen=True, kw_only=True, tag="forced"):
    """Cast `spell` at `subject` if `hand` was compelled to `gesture`; spell None only aims (or lets go at NOBODY)."""

    hand: Hand
    gesture: Gesture
    spell: str | None
    subject: str | None = None
    candidates: tuple[str, ...] = ()


class SayClause(Clause, frozen=True, kw_only=True, tag="say"):
    """Words for everyone's report."""

    words: str


class SurrenderClause(Clause, frozen=True, kw_only=True, tag="surrender"):
    """Both palms. Kept as a clause of its own so that `same again` can leave it out."""


class SameAgainClause(Clause, frozen=True, kw_only=True, tag="same again"):
    """Last turn's clauses as they were ordered."""


class TurnGuardClause(Clause, frozen=True, kw_only=True, tag="turn guard"):
    """These orders are for that turn only."""

    turn: int


class GameGuardClause(Clause, frozen=True, kw_only=True, tag="game guard"):
    """These orders are for that game only."""

    game: int


class HoldClause(Clause, frozen=True, kw_only=True, tag="hold"):
    """`wait` (a draft) or `ready` (final)."""

    ready: bool


class WithdrawClause(Clause, frozen=True, kw_only=True, tag="withdraw"):
    """Forget what was sent for this turn."""


AnyClause = (
    HandClause
    | StabClause
    | CastClause
    | AimClause
    | MonsterClause
    | ParalysisClause
    | CharmClause
    | MakeClause
    | ElementClause
    | BankClause
    | PermanentClause
    | ReleaseClause
    | ForcedClause
    | SayClause
    | SurrenderClause
    | SameAgainClause
    | TurnGuardClause
    | GameGuardClause
    | HoldClause
    | WithdrawClause
)


class Orders(Value, frozen=True, kw_only=True):
    """All that a wizard sends for one turn: clauses accepted by `orders.check`, sealed until adjudicated.

    For the resolver a hand has at most one HandClause in each half, `surrender`, `same again` and unplaced stabs have
    been turned into HandClauses, and a half of None in a HandClause means the first.
    """

    wizard: str
    clauses: tuple[AnyClause, ...] = ()


class ComplaintKind(StrEnum):
    """A refused clause is not carried out; a warning is."""

    REFUSED = "refused"
    WARNING = "warning"


class Complaint(Value, frozen=True, kw_only=True):
    """What is wrong with a line of orders, why, and the nearest thing that would have worked."""

    kind: ComplaintKind
    line: int
    text: str
    reason: str
    suggestion: str | None = None
