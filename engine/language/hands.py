"""Clauses of hands: gestures, stabs, aims, a bare pair; and what a hand is told to cast."""

from __future__ import annotations

from engine.clauses import AimClause, AnyClause, HandClause, StabClause
from engine.language.beings import being, hand
from engine.language.casts import cast_by
from engine.language.lexicon import GESTURES, TELLING, Role
from engine.language.naming import Being
from engine.language.nearest import nearest
from engine.language.view import Fault, Parsed, View
from engine.model import NOBODY, Gesture, Hand

GESTURE_HINT = "F, P, S, W, D, C, stab or nothing"
_SIGNS = (":", "=")
_NAMES = {Hand.LEFT: "LH", Hand.RIGHT: "RH", Hand.BOTH: "BH"}
_BOTH_SIDES = (Hand.LEFT, Hand.RIGHT)


def gesture(view: View, i: int) -> tuple[Gesture, int] | None:
    """A gesture at `i`: `F`, `fingers`, `proffered palm`, `do nothing`."""
    if view.has(i, Role.DO) and view.gesture(i + 1) is not None:
        i += 1
    made = view.gesture(i)
    if made is None or view.has(i + 1, Role.OF):  # Finger of death
        return None
    twice = len(view.word(i)) > 1 and len(view.word(i + 1)) > 1 and view.gesture(i + 1) is made
    twice = twice and not view.has(i + 2, Role.OF)
    return made, i + (2 if twice else 1)


def stabbed(view: View, i: int) -> tuple[str | None, int, Fault | None]:
    """Whom the stab before `i` goes at: name or None, where that ends, what is wrong with it."""
    j = i + 1 if view.has(i, Role.AT) else i
    whom = being(view, j)
    if whom is None or (j == i and begins_monster_order(view, whom)):
        return None, i, (Fault("a stab at whom?") if j > i else None)
    if whom.name == view.wizard:
        return None, whom.end, Fault("a wizard cannot stab himself", _instead(view, j, whom.end))
    if whom.name == NOBODY:
        reason = "a stab needs somebody; write nothing for a hand that does nothing"
        return None, whom.end, Fault(reason, _instead(view, j, whom.end))
    return whom.name, whom.end, whom.fault


def _instead(view: View, i: int, end: int) -> tuple[int, int, str] | None:
    """The words of a being that cannot be meant, with an opponent in its place."""
    others = view.field.opponents(view.wizard)
    return (i, end, others[0]) if others else None


def begins_monster_order(view: View, whom: Being) -> bool:
    """Whether the being is one that is ordered to attack or rest, and so belongs to the next clause."""
    return view.has(whom.end, Role.ATTACK) or view.has(whom.end, Role.REST)


def hand_clause(view: View, i: int) -> Parsed | None:
    """All that begins with a hand."""
    which = hand(view, i)
    if which is None:
        return None
    parsed = _of_hand(view, i, *which)
    if parsed.clauses or not parsed.faults or parsed.weak:
        return parsed
    return parsed._replace(spoils=_BOTH_SIDES if which[0] is Hand.BOTH else (which[0],))


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
        return _aimed(view, side, j + 1)
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
            return _pair(view, i, j)
        return _finish(view, i, side, [(s, made) for s in _BOTH_SIDES], end)
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
    if gesture(view, end) is not None and not _parting_dash(view, end):
        return _too_many(view, i, side, end)
    clauses: list[AnyClause] = [HandClause(hand=h, gesture=g, subject=subject if stabs else None) for h, g in made]
    later = _later(view, side, end)
    if later is not None:
        clauses = [HandClause(hand=h, gesture=g, subject=subject if stabs else None, half=0) for h, g in made]
        return Parsed(later[1], (*clauses, *later[0]))
    if not stabs and view.has(end, Role.AT):
        aim = _aimed(view, side, end + 1)
        return Parsed(aim.end, (*clauses, *aim.clauses), aim.faults)
    return Parsed(end, tuple(clauses))


def _parting_dash(view: View, end: int) -> bool:
    """Whether a dash only parts two clauses on paper: `LH: F - RH: P`."""
    return view.word(end) == "-" and (hand(view, end + 1) is not None or view.has(end + 1, Role.CAST))


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
    sides = _BOTH_SIDES if side is Hand.BOTH else (side,)
    return tuple(HandClause(hand=s, gesture=made, subject=subject, half=1) for s in sides), stop


def _aimed(view: View, side: Hand, j: int) -> Parsed:
    whom = being(view, j)
    if whom is None:
        return Parsed(j, (), (Fault("at whom?"),))
    if whom.name is None:
        return Parsed(whom.end, (), (whom.fault or Fault("at whom?"),))
    return Parsed(whom.end, (AimClause(hand=side, subject=whom.name),))


def _too_many(view: View, i: int, side: Hand, end: int) -> Parsed:
    while gesture(view, end) is not None:
        end += 1
    what = "two gestures for one hand" if side is not Hand.BOTH else "two hands make two gestures"
    return Parsed(end, (), (Fault(what, None, "LH: F, RH: P, each hand with one of " + GESTURE_HINT),))


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


def pair(view: View, i: int) -> Parsed | None:
    """Two gestures, left first: `F/P` anywhere; `f p` at the beginning of a line or behind `then`."""
    first = gesture(view, i)
    if first is None:
        return None
    j = first[1]
    if first[0] is Gesture.STAB and view.word(j) != "/":
        _, j, fault = stabbed(view, j)
        if fault is not None or view.word(j) != "/":
            return None
    if view.word(j) == "/":
        return _pair(view, i, i) if gesture(view, j + 1) is not None else None
    opens = i == 0 or view.has(i - 1, Role.THEN) or all(view.has(k, Role.POLITE) for k in range(i))
    if not opens or view.word(i) in ("-", ">") or gesture(view, j) is None:
        return None
    found = _pair(view, i, i)
    return found._replace(weak=True)


def _pair(view: View, i: int, j: int) -> Parsed:
    """Two gestures at `j`, with or without a slash between them."""
    clauses: list[AnyClause] = []
    for side in _BOTH_SIDES:
        found = gesture(view, j)
        if found is None:
            return Parsed(j, (), (Fault("two hands make two gestures"),))
        made, j = found
        subject: str | None = None
        if made is Gesture.STAB:
            subject, j, fault = stabbed(view, j)
            if fault is not None:
                return Parsed(j, (), (fault,))
        clauses.append(HandClause(hand=side, gesture=made, subject=subject))
        if side is Hand.LEFT and view.word(j) == "/":
            j += 1
    if (gesture(view, j) is not None and not _parting_dash(view, j)) or view.word(j) == "/":
        return _too_many(view, i, Hand.BOTH, j + (view.word(j) == "/"))
    return Parsed(j, tuple(clauses))


def clap(view: View, i: int) -> Parsed | None:
    """`clap` alone: both hands."""
    if view.word(i) not in ("clap", "claps"):
        return None
    end = i + 1
    if view.has(end, Role.WITH) and hand(view, end + 1) is not None:
        which = hand(view, end + 1)
        if which is None or which[0] is not Hand.BOTH:
            return None
        end = which[1]
    elif view.has(end, Role.BOTH_HANDS):
        end += 1
    if gesture(view, end) is not None:
        return None
    clauses = tuple(HandClause(hand=side, gesture=Gesture.CLAP) for side in _BOTH_SIDES)
    return Parsed(end, clauses, weak=True)


def stab(view: View, i: int) -> Parsed | None:
    """A stab that does not begin with a hand: `stab Bob with left hand`, `knife goblin`."""
    if not view.has(i, Role.STAB):
        return None
    end = i + 1
    subject, end, fault = stabbed(view, end)
    side: Hand | None = None
    if view.has(end, Role.WITH):
        which = hand(view, end + 1)
        if which is not None:
            side, end = which
    if fault is None and side is not None and subject is None:
        subject, end, fault = stabbed(view, end)
    if fault is not None:
        return Parsed(end, (), (fault,))
    if side is Hand.BOTH:
        return Parsed(end, (), (Fault("one knife: a stab is made with one hand", None, "LH: stab"),))
    if side is None:
        return Parsed(end, (StabClause(subject=subject),), weak=subject is None)
    return Parsed(end, (HandClause(hand=side, gesture=Gesture.STAB, subject=subject),))


def lone_gesture(view: View, i: int) -> Parsed | None:
    """A gesture that no hand was named for: always a complaint."""
    if view.word(i) in ("-", ">"):
        return None
    found = gesture(view, i)
    if found is None or view.has(i, Role.STAB):
        return None
    end = found[1]
    count = 1
    while gesture(view, end) is not None:
        end += 1
        count += 1
    if count > 2:
        return _too_many(view, i, Hand.BOTH, end)
    said = view.text_of(i, end)
    hint = f"LH: {said} or RH: {said}" if count == 1 else f"hands {said}"
    return Parsed(end, (), (Fault(f'which hand makes "{said}"?', None, hint),), weak=True)


def target(view: View, i: int) -> Parsed | None:
    """`target RH goblin`, `aim RH at goblin`: a hand's fallback spell at another subject."""
    if not view.has(i, Role.TARGET):
        return None
    which = hand(view, i + 1)
    if which is None:
        return Parsed(i + 1, (), (Fault("which hand's spell?", None, "target RH goblin"),), weak=True)
    side, j = which
    return _aimed(view, side, j + 1 if view.has(j, Role.AT) else j)
