"""Clauses that begin with a hand: its gesture, its aim, what it casts."""

from __future__ import annotations

from typing import Final

from engine.clauses import AnyClause, HandClause
from engine.language.beings import hand
from engine.language.casts import cast_by
from engine.language.handless import two_gestures
from engine.language.lexicon import GESTURES, TELLING, Role
from engine.language.motions import EACH_HAND, GESTURE_HINT, aimed, gesture, parting_dash, stabbed, too_many
from engine.language.nearest import nearest
from engine.language.view import Fault, Parsed, View
from engine.model import Gesture, Hand

_SIGNS: Final = (":", "=")
_NAMES: Final = {Hand.LEFT: "LH", Hand.RIGHT: "RH", Hand.BOTH: "BH"}


def hand_clause(view: View, i: int) -> Parsed | None:
    """All that begins with a hand."""
    which = hand(view, i)
    if which is None:
        return None
    parsed = _of_hand(view, i, *which)
    if parsed.clauses or not parsed.faults or parsed.weak:
        return parsed
    return parsed._replace(spoils=EACH_HAND if which[0] is Hand.BOTH else (which[0],))


def _of_hand(view: View, i: int, side: Hand, j: int) -> Parsed:
    """What the words at `j` say of the hand named at `i`."""
    plural = view.has(j - 1, Role.BOTH_HANDS) and j - 1 == i
    signed = view.word(j) in _SIGNS
    if signed or (view.word(j) == "-" and not plural and gesture(view, j + 1) is not None):
        j += 1
    if view.stops(j):
        return Parsed(j) if signed else _no_gesture(view, i, j, side, signed=signed)
    first = gesture(view, j)
    if first is not None:
        return _made(view, i, side, j)
    if view.has(j, Role.AT) or view.has(j, Role.TARGET):
        return aimed(view, side, j + 1)
    return cast_by(view, j, side, signed=signed) or _no_gesture(view, i, j, side, signed=signed)


def _made(view: View, i: int, side: Hand, j: int) -> Parsed:
    """The gestures at `j` of the hand or hands named at `i`."""
    first = gesture(view, j)
    assert first is not None
    made, end = first
    if side is Hand.BOTH:
        slash = 1 if view.word(end) == "/" else 0
        second = gesture(view, end + slash)
        if second is not None:
            return two_gestures(view, i, j)
        return _finish(view, i, side, [(s, made) for s in EACH_HAND], end)
    return _finish(view, i, side, [(side, made)], end)


def _finish(view: View, i: int, side: Hand, made: list[tuple[Hand, Gesture]], end: int) -> Parsed:
    """The clauses of gestures made, with a stab's subject, a second half's gesture, or an aim behind them."""
    subject: str | None = None
    fault: Fault | None = None
    stabs = made[0][1] is Gesture.STAB
    if stabs:
        subject, end, fault = stabbed(view, end)
        if fault is not None:
            return Parsed(end, (), (fault,))
    if view.word(end) == "/" or (gesture(view, end) is not None and not parting_dash(view, end)):
        return too_many(view, i, side, end)
    clauses: list[AnyClause] = [HandClause(hand=h, gesture=g, subject=subject if stabs else None) for h, g in made]
    later = _later(view, side, end)
    if later is not None:
        clauses = [HandClause(hand=h, gesture=g, subject=subject if stabs else None, half=0) for h, g in made]
        return Parsed(later[1], (*clauses, *later[0]))
    if not stabs and view.has(end, Role.AT):
        aim = aimed(view, side, end + 1)
        return Parsed(aim.end, (*clauses, *aim.clauses), aim.faults)
    return Parsed(end, tuple(clauses))


def _later(view: View, side: Hand, end: int) -> tuple[tuple[AnyClause, ...], int] | None:
    """`LH: S then D`: one gesture behind `then` is the same hand's in the second half."""
    if not view.has(end, Role.THEN):
        return None
    second = gesture(view, end + 1)
    if second is None:
        return None
    made, stop = second
    if gesture(view, stop) is not None or view.word(stop) == "/":
        return None
    subject: str | None = None
    if made is Gesture.STAB:
        subject, stop, fault = stabbed(view, stop)
        if fault is not None:
            return None
    sides = EACH_HAND if side is Hand.BOTH else (side,)
    return tuple(HandClause(hand=s, gesture=made, subject=subject, half=1) for s in sides), stop


def _no_gesture(view: View, i: int, j: int, side: Hand, *, signed: bool) -> Parsed:
    name = _NAMES[side]
    weak = not (signed or view.word(i) in TELLING)
    end = j
    while not view.stops(end) and not view.has(end, Role.AND) and not view.has(end, Role.CAST):
        if end > j and hand(view, end) is not None:
            break
        end += 1
    if end == j:
        fault = Fault(f"which gesture? One of {GESTURE_HINT}", None, f"{name}: one of {GESTURE_HINT}")
        return Parsed(end, (), (fault,), weak=weak)
    said = view.text_of(j, j + 1)
    near = nearest(said, (w for w in GESTURES if len(w) > 2)) if len(said) > 2 else None
    hint = f"{name}: {near}" if near else f"{name}: one of {GESTURE_HINT}"
    return Parsed(end, (), (Fault(f'there is no gesture "{said}"; use {GESTURE_HINT}', None, hint),), weak=weak)
