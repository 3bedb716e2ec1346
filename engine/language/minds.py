"""Clauses of spells that hold the mind: which hand Paralysis or Charm person takes, what a charmed hand does."""

from __future__ import annotations

import msgspec

from engine.clauses import CharmClause, MakeClause, ParalysisClause
from engine.language.beings import being, owned_hand
from engine.language.casts import Named, subject_tail
from engine.language.lexicon import Role
from engine.language.motions import GESTURE_HINT, begins_monster_order, gesture
from engine.language.view import Fault, Parsed, View
from engine.model import NOBODY, Gesture, is_unborn

_FROZEN_MAX = 8  # gestures there are


def paralyse(view: View, i: int) -> Parsed | None:
    """`paralyse Bob's LH`, `paralyze Bob by frozen: F D - P`; `paralyse Bob` casts the spell."""
    if not view.has(i, Role.PARALYSE):
        return None
    held = owned_hand(view, i + 1)
    if held is not None:
        whose, side, end = held
        if whose.name is None:
            return Parsed(end, (), (whose.fault or Fault("whose hand?"),))
        return Parsed(end, (ParalysisClause(victim=whose.name, hand=side),))
    whom = being(view, i + 1)
    if whom is None:
        return subject_tail(view, Named(("Paralysis",), i + 1))
    if whom.name is None:
        return Parsed(whom.end, (), (whom.fault or Fault("paralyse whom?"),))
    if not view.has(whom.end, Role.BY):
        return subject_tail(view, Named(("Paralysis",), i + 1))
    frozen, end = _frozen(view, whom.end + 1)
    if not frozen:
        hint = f"paralyse {whom.name} by frozen: F D - P"
        return Parsed(end, (), (Fault("by what the hand would freeze to?", None, hint),))
    return Parsed(end, (ParalysisClause(victim=whom.name, by_frozen=frozen),))


def _frozen(view: View, j: int) -> tuple[tuple[Gesture, ...], int]:
    """The gestures behind `by frozen:`, commas between them allowed."""
    while view.has(j, Role.HAND) or view.has(j, Role.BY) or view.has(j, Role.FROZEN) or view.word(j) == ":":
        j += 1
    found: list[Gesture] = []
    end = j
    while len(found) < _FROZEN_MAX:
        k = end + 1 if found and _goes_on(view, end) else end
        made = gesture(view, k)
        if made is None:
            break
        if made[0] not in found:
            found.append(made[0])
        end = made[1]
    return tuple(found), end


def _goes_on(view: View, j: int) -> bool:
    """Whether a comma at `j` parts two gestures of the list, not two clauses: a single sign stands behind it."""
    return view.word(j) == "/" or (view.word(j) == "," and len(view.word(j + 1)) == 1 and view.stops(j + 2))


def charm(view: View, i: int) -> Parsed | None:
    """`charm Bob's RH`; `charm Bob` casts Charm person, `charm goblin` Charm monster."""
    if not view.has(i, Role.CHARM):
        return None
    held = owned_hand(view, i + 1)
    if held is not None:
        whose, side, end = held
        if whose.name is None:
            return Parsed(end, (), (whose.fault or Fault("whose hand?"),))
        return Parsed(end, (CharmClause(victim=whose.name, hand=side),))
    whom = being(view, i + 1)
    if whom is None:
        return None
    if whom.name is None:
        return Parsed(whom.end, (), (whom.fault or Fault("charm whom?"),))
    beast = view.field.is_monster(whom.name) or is_unborn(whom.name)
    person = whom.name in view.field.wizards
    spells = ("Charm monster",) if beast else ("Charm person",) if person else ("Charm person", "Charm monster")
    return subject_tail(view, Named(spells, i + 1))


def make(view: View, i: int) -> Parsed | None:
    """`make Bob's RH: P`, `make Bob's left hand stab Cyd`."""
    if not view.has(i, Role.MAKE):
        return None
    held = owned_hand(view, i + 1, bare=True)
    if held is None:
        whose = being(view, i + 1)
        if whose is None:
            return None
        hint = None if whose.name is None else f"make {whose.name}'s RH: P"
        return Parsed(whose.end, (), (whose.fault or Fault("which hand, and what does it do?", None, hint),))
    whose, side, j = held
    if whose.name is None:
        return Parsed(j, (), (whose.fault or Fault("whose hand?"),))
    if view.word(j) in (":", "=") or (view.word(j) == "-" and gesture(view, j + 1) is not None):
        j += 1
    made = gesture(view, j)
    if made is None:
        said = view.text_of(j, j + 1) or "nothing"
        end = j if view.stops(j) else j + 1
        return Parsed(
            end,
            (),
            (Fault(f'"{said}" is no gesture; use {GESTURE_HINT}', None, f"make {whose.name}'s {side} hand: P"),),
        )
    what, end = made
    clause = MakeClause(victim=whose.name, hand=side, gesture=what)
    if what is not Gesture.STAB:
        return Parsed(end, (clause,))
    return _charmed_stab(view, clause, end)


def _charmed_stab(view: View, clause: MakeClause, j: int) -> Parsed:
    """Whom a charmed stab goes at: the charmer too, and its maker where the rules let him (A11)."""
    at = view.has(j, Role.AT)
    whom = being(view, j + at)
    if whom is None or (not at and begins_monster_order(view, whom)):
        return Parsed(j + at, () if at else (clause,), (Fault("a stab at whom?"),) if at else ())
    if whom.name is None:
        return Parsed(whom.end, (), (whom.fault or Fault("a stab at whom?"),))
    if whom.name == clause.victim and not view.field.rules.may_stab_oneself:
        return Parsed(whom.end, (), (Fault("a wizard cannot stab himself, charmed or not"),))
    if whom.name == NOBODY:
        return Parsed(whom.end, (), (Fault("a stab needs somebody to stab"),))
    return Parsed(whom.end, (msgspec.structs.replace(clause, subject=whom.name),))
