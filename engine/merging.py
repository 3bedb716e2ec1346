"""Orders on top of orders: a later mail over an earlier one, and `same again` under what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.casting import HANDS, hands_of
from engine.clauses import (
    AimClause,
    AnyClause,
    BankClause,
    CastClause,
    CharmClause,
    ElementClause,
    ForcedClause,
    GameGuardClause,
    HandClause,
    HoldClause,
    MakeClause,
    MonsterClause,
    ParalysisClause,
    PermanentClause,
    ReleaseClause,
    SameAgainClause,
    SayClause,
    StabClause,
    SurrenderClause,
    TurnGuardClause,
    WithdrawClause,
)
from engine.model import Gesture, Hand

_REPLACES_NOTHING = (SayClause, TurnGuardClause, GameGuardClause, HoldClause, WithdrawClause)
_NOT_REPEATED = (ReleaseClause, SurrenderClause, SameAgainClause, *_REPLACES_NOTHING)


def merge(
    old: Sequence[AnyClause], new: Sequence[AnyClause], *, spoiled: Iterable[tuple[int, Hand]] = ()
) -> tuple[tuple[AnyClause, ...], tuple[AnyClause, ...]]:
    """An earlier mail's clauses under a later one's: (what counts now, what was replaced).

    A set that orders something for each hand replaces the earlier one whole; a smaller one changes what it names.
    `withdraw orders` replaces everything. What stays of the earlier mail has the line 0. A hand
    whose new gesture could not be read (`spoiled`) loses the old one: it is owed again.
    """
    if any(isinstance(c, WithdrawClause) for c in new) or orders_both_hands(new):
        return tuple(new), tuple(old)
    kept: list[AnyClause] = []
    replaced: list[AnyClause] = []
    named = [*new, *(HandClause(hand=hand, half=half, gesture=Gesture.NOTHING) for half, hand in spoiled)]
    for clause in old:
        if not any(_overrides(later, clause) for later in named):
            kept.append(replace(clause, line=0))
            continue
        replaced.append(clause)
        kept += _rest_of(clause, named)
    return (*kept, *new), tuple(replaced)


def orders_both_hands(clauses: Sequence[AnyClause]) -> bool:
    """Whether these order a gesture, `surrender` or `same again` for each hand."""
    if any(isinstance(c, SurrenderClause | SameAgainClause) for c in clauses):
        return True
    hands = {c.hand for c in clauses if isinstance(c, HandClause)}
    stabs = sum(isinstance(c, StabClause) for c in clauses)
    return len(hands) + stabs >= len(HANDS)


def expand(same: SameAgainClause, own: Sequence[AnyClause], previous: Sequence[AnyClause]) -> tuple[AnyClause, ...]:
    """`same again` spelled out: last turn's clauses, but for those that stand beside it and what speaks of once."""
    repeated = [
        replace(clause, line=same.line)
        for clause in previous
        if not isinstance(clause, _NOT_REPEATED)
        and not any(_overrides(other, clause) or _takes_hand(other, clause) for other in own)
    ]
    return (*repeated, *own)


def _rest_of(clause: AnyClause, new: Sequence[AnyClause]) -> list[AnyClause]:
    """What is left of a replaced `surrender`: the palm of a hand that the later mail does not name."""
    if not isinstance(clause, SurrenderClause):
        return []
    named = {c.hand for c in new if isinstance(c, HandClause)}
    return [
        HandClause(hand=hand, gesture=Gesture.PALM, half=clause.half, text=clause.text)
        for hand in HANDS
        if hand not in named
    ]


def _overrides(later: AnyClause, earlier: AnyClause) -> bool:
    """Whether two clauses speak of the same thing, so that the later one counts."""
    if isinstance(later, _REPLACES_NOTHING) or isinstance(earlier, _REPLACES_NOTHING):
        return False
    match later, earlier:
        case HandClause(), HandClause():
            return later.hand is earlier.hand and (later.half or 0) == (earlier.half or 0)
        case HandClause(), SurrenderClause():
            return True
        case StabClause(), StabClause():
            return (later.half or 0) == (earlier.half or 0)
        case StabClause(), HandClause():
            return earlier.gesture is Gesture.STAB and (later.half or 0) == (earlier.half or 0)
        case SurrenderClause() | SameAgainClause(), HandClause() | StabClause() | SurrenderClause() | SameAgainClause():
            return True
        case CastClause(), CastClause():
            return _same_cast(later, earlier)
        case CastClause(), AimClause():
            return later.hand is not None and _share(later.hand, earlier.hand) and _meet(later, earlier)
        case AimClause(), AimClause():
            return _share(later.hand, earlier.hand) and _meet(later, earlier)
        case MonsterClause(), MonsterClause():
            return later.monster in (earlier.monster, "monsters") and (later.half or 0) == (earlier.half or 0)
        case ParalysisClause() | CharmClause(), ParalysisClause() | CharmClause():
            return type(later) is type(earlier) and later.victim == earlier.victim
        case MakeClause(), MakeClause():
            return (later.victim, later.hand) == (earlier.victim, earlier.hand)
        case ForcedClause(), ForcedClause():
            return (later.hand, later.gesture, later.half) == (earlier.hand, earlier.gesture, earlier.half)
        case ElementClause() | BankClause() | PermanentClause() | ReleaseClause(), _:
            return type(later) is type(earlier)
        case _:
            return False


def _same_cast(later: CastClause, earlier: CastClause) -> bool:
    """Two casts of one hand; of clauses without a hand only those of one spell."""
    if not _meet(later, earlier):
        return False
    if later.hand is not None and earlier.hand is not None:
        return _share(later.hand, earlier.hand)
    return _spells(later) == _spells(earlier)


def _spells(clause: CastClause) -> tuple[str | None, ...]:
    return clause.candidates or (clause.spell,)


def _share(one: Hand, other: Hand) -> bool:
    return bool(set(hands_of(one)) & set(hands_of(other)))


def _meet(one: AnyClause, other: AnyClause) -> bool:
    return one.half is None or other.half is None or one.half == other.half


def _takes_hand(beside: AnyClause, repeated: AnyClause) -> bool:
    """Whether a gesture beside `same again` drops a repeated clause: whatever speaks of that hand."""
    if not isinstance(beside, HandClause) or not _meet(beside, repeated):
        return False
    match repeated:
        case CastClause() | AimClause() | ForcedClause() | BankClause() | PermanentClause():
            return repeated.hand is not None and _share(beside.hand, repeated.hand)
        case _:
            return False
