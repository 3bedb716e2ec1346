"""Clauses of hands that begin with no hand: a pair, a clap, a stab, an aim; and a gesture that is nobody's."""

from __future__ import annotations

from engine.clauses import AnyClause, HandClause, StabClause
from engine.language.beings import hand
from engine.language.lexicon import Role
from engine.language.motions import EACH_HAND, aimed, gesture, parting_dash, stabbed, too_many
from engine.language.view import Fault, Parsed, View
from engine.model import Gesture, Hand


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
        return two_gestures(view, i, i) if gesture(view, j + 1) is not None else None
    opens = i == 0 or view.has(i - 1, Role.THEN) or all(view.has(k, Role.POLITE) for k in range(i))
    if not opens or view.word(i) in ("-", ">") or gesture(view, j) is None:
        return None
    found = two_gestures(view, i, i)
    return found._replace(weak=True)


def two_gestures(view: View, i: int, j: int) -> Parsed:
    """Two gestures at `j`, with or without a slash between them."""
    clauses: list[AnyClause] = []
    for side in EACH_HAND:
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
    if (gesture(view, j) is not None and not parting_dash(view, j)) or view.word(j) == "/":
        return too_many(view, i, Hand.BOTH, j + (view.word(j) == "/"))
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
    clauses = tuple(HandClause(hand=side, gesture=Gesture.CLAP) for side in EACH_HAND)
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
        return too_many(view, i, Hand.BOTH, end)
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
    return aimed(view, side, j + 1 if view.has(j, Role.AT) else j)
