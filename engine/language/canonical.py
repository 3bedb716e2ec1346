"""Clauses as text in the one form that is printed: read again, it gives the same clauses."""

from __future__ import annotations

from typing import assert_never

from engine.clauses import (
    ALL_MONSTERS,
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
from engine.model import NOBODY, Gesture, Hand

HAND_SIGNS = {Hand.LEFT: "LH", Hand.RIGHT: "RH", Hand.BOTH: "BH", Hand.BANK: "bank"}
HAND_WORDS = {Hand.LEFT: "LH", Hand.RIGHT: "RH", Hand.BOTH: "both hands", Hand.BANK: "bank"}


def canonical(clause: AnyClause) -> str:
    """The canonical text of one clause, without its half."""
    if isinstance(clause, HandClause | StabClause | CastClause | AimClause | ForcedClause):
        return _by_hand(clause)
    if isinstance(clause, ParalysisClause | CharmClause | MakeClause):
        return _by_mind(clause)
    if isinstance(clause, MonsterClause | ElementClause | BankClause | PermanentClause | ReleaseClause):
        return _by_deed(clause)
    return _by_notice(clause)


def canonical_text(clauses: tuple[AnyClause, ...]) -> str:
    """The canonical text of a set of clauses, a line each, `then` between the halves of a hasted turn."""
    lines: list[str] = []
    half = 0
    for clause in _by_halves(clauses):
        if clause.half is not None and clause.half > half:
            lines.append("then")
            half = clause.half
        lines.append(canonical(clause))
    if half == 0 and any(clause.half is not None for clause in clauses):
        lines.append("then")
    return "\n".join(lines)


def _by_halves(clauses: tuple[AnyClause, ...]) -> tuple[AnyClause, ...]:
    """The clauses with the first half's before the second's, otherwise as they stood."""
    later = tuple(clause for clause in clauses if clause.half == 1)
    return (*(clause for clause in clauses if clause.half != 1), *later)


def _by_hand(clause: HandClause | StabClause | CastClause | AimClause | ForcedClause) -> str:
    match clause:
        case HandClause():
            return f"{HAND_SIGNS[clause.hand]}: {_gesture(clause.gesture, clause.subject)}"
        case StabClause():
            return _gesture(Gesture.STAB, clause.subject)
        case CastClause():
            hand = f" with {HAND_WORDS[clause.hand]}" if clause.hand else ""
            return f"cast {_spell(clause) or 'nothing'}{hand}{_at(clause.subject)}"
        case AimClause():
            return f"{HAND_SIGNS[clause.hand]} at {clause.subject}"
        case ForcedClause():
            forced = f"if {HAND_SIGNS[clause.hand]}={clause.gesture}"
            named = _spell(clause)
            if not named and clause.subject not in (None, NOBODY):
                return f"{forced} at {clause.subject}"
            return f"{forced} cast {named}{_at(clause.subject)}" if named else f"{forced} cast nothing"
        case _:
            assert_never(clause)


def _by_mind(clause: ParalysisClause | CharmClause | MakeClause) -> str:
    match clause:
        case ParalysisClause():
            if clause.hand is not None:
                return f"paralyse {clause.victim}'s {HAND_SIGNS[clause.hand]}"
            return f"paralyse {clause.victim} by frozen: {' '.join(clause.by_frozen)}"
        case CharmClause():
            return f"charm {clause.victim}'s {HAND_SIGNS[clause.hand]}"
        case MakeClause():
            what = _gesture(clause.gesture, clause.subject)
            return f"make {clause.victim}'s {HAND_SIGNS[clause.hand]}: {what}"
        case _:
            assert_never(clause)


def _by_deed(clause: MonsterClause | ElementClause | BankClause | PermanentClause | ReleaseClause) -> str:
    match clause:
        case MonsterClause():
            if clause.victims == (NOBODY,):
                return f"{clause.monster} {'rest' if clause.monster == ALL_MONSTERS else 'rests'}"
            verb = "attack" if clause.monster == ALL_MONSTERS else "attacks"
            return f"{clause.monster} {verb} {' and '.join(clause.victims)}"
        case ElementClause():
            condition = f" if {clause.caster} casts {clause.spell}" if clause.caster else ""
            return f"element: {clause.element}{condition}"
        case BankClause():
            return f"bank {HAND_SIGNS[clause.hand] if clause.hand else _spell(clause)}"
        case PermanentClause():
            return f"permanent {HAND_SIGNS[clause.hand]}" if clause.hand else f"make {_spell(clause)} permanent"
        case ReleaseClause():
            named = _spell(clause)
            return f"release{' ' + named if named else ''}{_at(clause.subject)}"
        case _:
            assert_never(clause)


def _by_notice(
    clause: SayClause
    | SurrenderClause
    | SameAgainClause
    | TurnGuardClause
    | GameGuardClause
    | HoldClause
    | WithdrawClause,
) -> str:
    match clause:
        case SayClause():
            return f"say: {clause.words}"
        case SurrenderClause():
            return "surrender"
        case SameAgainClause():
            return "same again"
        case TurnGuardClause():
            return f"turn {clause.turn}"
        case GameGuardClause():
            return f"game {clause.game}"
        case HoldClause():
            return "ready" if clause.ready else "wait"
        case WithdrawClause():
            return "withdraw orders"
        case _:
            assert_never(clause)


def _gesture(gesture: Gesture, subject: str | None) -> str:
    if gesture is Gesture.STAB:
        return f"stab {subject}" if subject is not None else "stab"
    return gesture.value


def _spell(clause: CastClause | ForcedClause | BankClause | PermanentClause | ReleaseClause) -> str:
    """A spell's name, several joined by `or`, empty for none."""
    return clause.spell or " or ".join(clause.candidates)


def _at(subject: str | None) -> str:
    return f" at {subject}" if subject is not None else ""
