"""Why beings appeared and changed sides, struck, stabbed and died."""

from __future__ import annotations

from typing import Final, assert_never

from engine.enchantments import (
    AMNESIA,
    CONFUSION,
    FEAR,
    PARALYSIS,
)
from engine.events import (
    Attacked,
    Blow,
    ControlChanged,
    Died,
    Doom,
    ElementalsMerged,
    MonsterMade,
    MonsterSet,
    PalmsShown,
    Raised,
    SpellCast,
    Stabbed,
    Turn,
)
from engine.explaining.fates import Clauses, cast_of, clause_of, gropes, is_elemental, spell_of
from engine.model import Part, is_unborn
from engine.monsters import MONSTERS

_BOUND_MONSTER: Final = {PARALYSIS: "A32", AMNESIA: "A46", CONFUSION: "A45", FEAR: "A50"}


def of_beings(event: MonsterMade | ElementalsMerged | Raised | ControlChanged, turn: Turn) -> Clauses:
    """A monster or the raised that came, and whom a monster obeys."""
    match event:
        case MonsterMade():
            cast = cast_of(turn, event.cast)
            clause = clause_of(turn, cast.spell)
            if is_elemental(turn, event.name):
                return (clause, "4.6.1", "1.4.9")
            aimed = cast.subject is not None and turn.before.wizard(cast.subject) is None
            return (clause, "1.4.9", "4.3", *(("3.2", "A64") if aimed else ()))
        case ElementalsMerged():
            return ("4.6.2", "A106")
        case Raised():
            wizard = turn.before.wizard(event.being) is not None
            elemental = is_elemental(turn, event.being)
            return ("3.1 Raise dead", "1.4.9", "A76" if wizard else "A74" if elemental else "4.7")
        case ControlChanged():
            return ("3.4 Charm monster", "1.4.12") if event.charmed else ("4.4", "A129")
        case _:
            assert_never(event)


def of_blows(event: Attacked | MonsterSet | Stabbed, turn: Turn) -> Clauses:
    """What monsters and knives did."""
    match event:
        case Attacked():
            stopped = ("4.8", "A87") if turn.part is Part.TIME_STOP else ()
            return (*_of_attack(event, turn), *stopped)
        case MonsterSet():
            return ("4.4",)
        case Stabbed():
            return _of_stab(event, turn)
        case _:
            assert_never(event)


def _of_attack(event: Attacked, turn: Turn) -> Clauses:
    elemental = is_elemental(turn, event.monster)
    kind = "4.6" if elemental else "4.5.1" if event.spell is not None else "4.4"
    bound = (_BOUND_MONSTER[event.spell],) if event.spell in _BOUND_MONSTER else ()
    match event.blow:
        case Blow.HIT:
            return (*bound, kind, "4.1", "1.4.13")
        case Blow.SHIELDED:
            return (*bound, "3.5 elemental attack" if elemental else "3.5 monster attack", "1.4.11")
        case Blow.RESISTED:
            monster = turn.after.monster(event.monster)
            assert monster is not None, event.monster
            return ("4.6", f"3.4 {MONSTERS[monster.kind].resisted_by}")
        case Blow.MISSED:
            return (*bound, kind, "3.4 Invisibility", *(("A37",) if elemental else ()))
        case Blow.LOST:
            return (*bound, "4.4", *(("A63",) if event.victim is not None and is_unborn(event.victim) else ()))
        case Blow.IDLE:
            return (*bound, kind, *(("A68",) if not bound and len(turn.before.opponents("")) > 2 else ()))
        case _:
            assert_never(event.blow)


def _of_stab(event: Stabbed, turn: Turn) -> Clauses:
    match event.blow:
        case Blow.HIT:
            return ("1.5.4", "1.4.13")
        case Blow.SHIELDED | Blow.RESISTED:
            return ("1.5.4", "3.5 stab")
        case Blow.MISSED:
            return ("5.6", "A39") if gropes(turn, event.wizard) else ("1.4.5", "A38")
        case Blow.LOST:
            return ("1.5.4", "A124")
        case Blow.IDLE:
            return ("1.5.4", "A127")
        case _:
            assert_never(event.blow)


def of_death(event: Died, turn: Turn) -> Clauses:
    """Of what a being died."""
    match event.doom:
        case Doom.HARM:
            return ("1.1" if turn.before.wizard(event.being) is not None else "4.5", "1.4.13")
        case Doom.FINGER_OF_DEATH:
            return ("3.3 Finger of death",)
        case Doom.DISEASE:
            return ("3.4 Disease", "5.7", "A53", *_surrendering(event.being, turn))
        case Doom.POISON:
            return ("3.4 Poison", "5.7", "A53", *_surrendering(event.being, turn))
        case Doom.REMOVED:
            new = any(isinstance(e, MonsterMade) and e.name == event.being for e in turn.events)
            ruling = () if not new else ("A132",) if is_elemental(turn, event.being) else ("A79",)
            return ("3.1 Remove enchantment", "4.5", *ruling)
        case Doom.DISPELLED:
            return ("1.4.6", "3.1 Dispel magic", "4.5")
        case Doom.BLINDNESS:
            return ("3.4 Blindness", "4.5", "1.4.12")
        case Doom.INVISIBILITY:
            return ("3.4 Invisibility", "4.5", "1.4.12")
        case Doom.ELEMENT:
            return (_element(event, turn), "1.4.10", "A106")
        case _:
            assert_never(event.doom)


def _surrendering(name: str, turn: Turn) -> Clauses:
    """Whether it killed one who was surrendering, which only some rule sets let happen."""
    return ("A59",) if any(isinstance(e, PalmsShown) and e.wizard == name for e in turn.events) else ()


def _element(event: Died, turn: Turn) -> str:
    """Which meeting of elements unmade it: another elemental, a storm, or a single spell at it."""
    others = [e for e in turn.events if isinstance(e, Died) and e.doom is Doom.ELEMENT and e.being != event.being]
    if others:
        return "4.6.2"
    storms = any(isinstance(e, SpellCast) and not spell_of(turn, e.spell).aimed for e in turn.events)
    return "4.6.3" if storms else "4.6.4"
