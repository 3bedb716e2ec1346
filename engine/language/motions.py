"""Phrases of gestures that the clauses of hands share: a gesture, a stab and whom it goes at, an aim."""

from __future__ import annotations

from typing import Final

from engine.clauses import AimClause
from engine.language.beings import being, hand
from engine.language.lexicon import Role
from engine.language.naming import Being
from engine.language.view import Fault, Parsed, View
from engine.model import NOBODY, Gesture, Hand

GESTURE_HINT: Final = "F, P, S, W, D, C, stab or nothing"
EACH_HAND: Final = (Hand.LEFT, Hand.RIGHT)


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
    if whom.name == view.wizard and not view.field.rules.may_stab_oneself:
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


def parting_dash(view: View, end: int) -> bool:
    """Whether a dash only parts two clauses on paper: `LH: F - RH: P`."""
    return view.word(end) == "-" and (hand(view, end + 1) is not None or view.has(end + 1, Role.CAST))


def aimed(view: View, side: Hand, j: int) -> Parsed:
    whom = being(view, j)
    if whom is None:
        return Parsed(j, (), (Fault("at whom?"),))
    if whom.name is None:
        return Parsed(whom.end, (), (whom.fault or Fault("at whom?"),))
    return Parsed(whom.end, (AimClause(hand=side, subject=whom.name),))


def too_many(view: View, i: int, side: Hand, end: int) -> Parsed:
    while gesture(view, end) is not None or view.word(end) == "/":
        end += 1
    what = "two gestures for one hand" if side is not Hand.BOTH else "two hands make two gestures"
    return Parsed(end, (), (Fault(what, None, "LH: F, RH: P, each hand with one of " + GESTURE_HINT),))
