"""Why hands did what they did, and why a spell was cast, stored or made permanent."""

from __future__ import annotations

from typing import Final, assert_never

from engine.enchantments import (
    AMNESIA,
    CHARM_PERSON,
    CONFUSION,
    DELAYED_EFFECT,
    FEAR,
    PARALYSIS,
)
from engine.events import (
    Compelled,
    CompulsionFixed,
    Gestured,
    PalmsShown,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    SpellReleased,
    Turn,
)
from engine.explaining.fates import Clauses, cast_of, clause_of, spell_of
from engine.model import Hand, Part, is_unborn

_BENDING: Final = {
    AMNESIA: ("3.4 Amnesia",),
    CONFUSION: ("3.4 Confusion",),
    CHARM_PERSON: ("3.4 Charm person", "5.4"),
    PARALYSIS: ("3.4 Paralysis", "5.3"),
    FEAR: ("5.5", "A49"),
}


def of_hands(event: Compelled | CompulsionFixed | Gestured | PalmsShown, turn: Turn) -> Clauses:
    """Gestures, what bent them, and surrenders."""
    match event:
        case Compelled():
            halves = ("5.2", "A84") if event.half else ()
            same = ("A44",) if event.rolled and event.ordered is event.made else ()
            return ("1.4.1", *_BENDING[event.spell], *halves, *same)
        case CompulsionFixed():
            return ("5.10", "A116") if event.after.name == CHARM_PERSON else ("5.10",)
        case Gestured():
            hasted = ("5.8", "A82") if len(event.pairs) > 1 else ()
            stopped = ("5.11",) if event.part is Part.TIME_STOP else ()
            return ("1.4.2", *hasted, *stopped, *(("5.6",) if event.hidden_from else ()))
        case PalmsShown():
            bent = any(
                isinstance(e, Compelled) and (e.wizard, e.half) == (event.wizard, event.half) for e in turn.events
            )
            return ("1.6.1", "1.6.2", "A51") if bent else ("1.6.1",)
        case _:
            assert_never(event)


def of_casting(event: SpellCast | SpellBanked | SpellReleased | SpellMadePermanent, turn: Turn) -> Clauses:
    """A spell that was cast, stored, let loose or made permanent."""
    match event:
        case SpellCast():
            return _of_cast(event, turn)
        case SpellBanked():
            new = ("A91",) if event.taker is not None else ()
            displaced = ("A93",) if event.displaced is not None else ()
            let_go = ("A114",) if cast_of(turn, event.cast).discharged else ()
            return ("5.9", "1.4.4", *new, *displaced, *let_go)
        case SpellReleased():
            return ("5.9", "A92")
        case SpellMadePermanent():
            return ("5.10", "1.4.4", "A95" if event.spell == DELAYED_EFFECT else "A96")
        case _:
            assert_never(event)


def _of_cast(cast: SpellCast, turn: Turn) -> Clauses:
    """How it was finished, what was filled in, and the spell itself."""
    spell = spell_of(turn, cast.spell)
    found = ["5.9"] if cast.hand is Hand.BANK else ["2.1"]
    found.append(clause_of(turn, cast.spell))
    if cast.hand is Hand.BOTH:
        found.append("2.4")
    if cast.once:
        found += ["2.8", "A7"]
    if cast.by_fallback or cast.by_default:
        found.append("2.6")
    if cast.discharged:
        found += ["2.7", "A2"]
    if cast.by_default and cast.spell == "Remove enchantment":
        found.append("A80")
    if cast.by_default and cast.spell == "Charm monster":
        found.append("A81")
    if not spell.dischargeable and cast.by_default:
        found += ["2.7", "A3"]
    if cast.subject is not None and is_unborn(cast.subject):
        found += ["4.2", "A63"]
    return tuple(found)
