"""What one wizard can know of a turn, said a second time and independently of the engine's views (canon 5.6, 5.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.enchantments import CHARM_PERSON
from engine.events import (
    Attacked,
    BankLost,
    CastFated,
    Compelled,
    CompulsionFixed,
    Died,
    DuelEnded,
    EnchantmentEnded,
    EnchantmentLaid,
    Event,
    Gestured,
    Harmed,
    Healed,
    Left,
    MonsterSet,
    PalmsShown,
    Raised,
    Said,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    SpellReleased,
    StormRaged,
    TimeStopped,
    Turn,
    TurnClosed,
    Warded,
)
from engine.model import Duel, Hand, Made, Part, Wizard
from engine.variants import rules_of
from engine.views import View

Known = dict[str, Any]
PUBLIC = (Said, Left, StormRaged, TimeStopped, TurnClosed, DuelEnded)
MADE = ("left", "right", "held")


def knowable(turn: Turn, viewer: str) -> list[Any]:
    """All that `viewer` may know of a turn and of the field after it; two turns alike in this are alike to him."""
    blind = _has(turn.before, viewer, "Blindness")
    outside = turn.part is Part.TIME_STOP and viewer not in turn.before.acting
    if blind or outside:
        touching = _touching(turn, viewer)
        events = [found for e in turn.events for found in _felt(turn, e, viewer, touching)]
    else:
        events = [found for e in turn.events for found in _seen(turn, e, viewer)]
    return [plain(events), _field(turn, viewer, blind=blind)]


def plain(value: Any) -> Any:
    """Builtins, with casts numbered anew in order of appearance: what is unseen leaves no gap."""
    numbers: dict[int, int] = {}
    return _numbered(msgspec.to_builtins(value), numbers)


def seen(view: View) -> Any:
    """A view in the same form."""
    told = [view.events, sorted(view.unknown_casts)]
    return [plain([{"cast": c} if isinstance(c, int) else c for part in told for c in part]), _bare(view)]


def _bare(view: View) -> Any:
    return msgspec.to_builtins([view.viewer, view.turn, view.part, view.duel, view.blind, sorted(view.unknown_beings)])


def _numbered(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, dict):
        return {
            key: [numbers.setdefault(n, len(numbers)) for n in each]
            if key == "casts"
            else numbers.setdefault(each, len(numbers))
            if key in ("cast", "taker") and each is not None
            else _numbered(each, numbers)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_numbered(each, numbers) for each in value]
    return value


def _has(duel: Duel, name: str, enchantment: str) -> bool:
    wizard = duel.wizard(name)
    return wizard is not None and any(e.name == enchantment for e in wizard.enchantments)


def _hidden(turn: Turn, name: str, viewer: str) -> bool:
    """Whether the viewer does not see the hands of that wizard this turn."""
    return any(isinstance(e, Gestured) and e.wizard == name and viewer in e.hidden_from for e in turn.events)


# -- who sees ----------------------------------------------------------------------------------------------------


def _seen(turn: Turn, event: Event, viewer: str) -> Iterator[Known]:
    banked = {e.cast for e in turn.events if isinstance(e, SpellBanked) and e.wizard != viewer}
    if isinstance(event, MonsterSet) or getattr(event, "cast", None) in banked or _untold(turn, event, viewer):
        return
    told: Known = msgspec.to_builtins(event)
    match event:
        case Compelled() if event.wizard != viewer and event.spell == CHARM_PERSON:
            # that the charmer used his charm is no secret, what the charmed one wanted to do is
            told |= {"ordered": None, "made": None if _hidden(turn, event.wizard, viewer) else told["made"]}
        case Compelled() | CompulsionFixed() if _whose(event) != viewer:
            return  # what he wanted to do is his own affair; what he did is told by his gestures
        case Gestured() if _hidden(turn, event.wizard, viewer):
            told |= {"pairs": len(event.pairs), "held": None}
        case PalmsShown() if _hidden(turn, event.wizard, viewer):
            return
        case SpellCast() if event.caster != viewer:
            told |= {"by_default": None, "by_fallback": None}
            if _hidden(turn, event.caster, viewer) and event.hand is not Hand.BANK:
                told |= {"formula": None, "hand": None, "half": None}
        case BankLost() if event.wizard != viewer:
            told |= {"spell": None}
        case EnchantmentLaid() | EnchantmentEnded() if event.being != viewer:
            told["enchantment"] = _sign(told["enchantment"], _hidden(turn, event.being, viewer))
            told.pop("replaces", None)
        case _:
            pass
    yield told


def _untold(turn: Turn, event: Event, viewer: str) -> bool:
    """Whether it is a spell of somebody invisible that touches nobody in sight, where such spells are hidden (A41)."""
    if rules_of(turn.before).unseen_spells_are_named:
        return False
    casts = [e for e in turn.events if isinstance(e, SpellCast)]
    if isinstance(event, SpellReleased):
        return any(_in_the_dark(turn, c, viewer) for c in casts if c.caster == event.wizard and c.hand is Hand.BANK)
    tells = isinstance(event, SpellCast | CastFated | Warded | Healed | SpellMadePermanent)
    return tells and any(_in_the_dark(turn, c, viewer) for c in casts if c.cast == getattr(event, "cast", None))


def _in_the_dark(turn: Turn, cast: SpellCast, viewer: str) -> bool:
    if not _hidden(turn, cast.caster, viewer):
        return False
    fates = {e.fate.value for e in turn.events if isinstance(e, CastFated) and e.cast == cast.cast}
    if cast.discharged or fates & {"no subject", "missed", "dispelled"}:
        return True
    if cast.spell in ("Fire storm", "Ice storm", "Dispel magic"):
        return False
    return cast.subject is not None and _hidden(turn, cast.subject, viewer)


def _whose(event: Compelled | CompulsionFixed) -> str:
    return event.wizard if isinstance(event, Compelled) else event.being


def _sign(enchantment: Known, hidden: bool) -> Known:
    """What shows of an enchantment on somebody else."""
    kept = {key: enchantment[key] for key in ("name", "laid", "until", "permanent", "by", "hand", "half", "victims")}
    return kept if hidden else kept | {"gesture": enchantment["gesture"], "pairs": enchantment["pairs"]}


# -- who does not see --------------------------------------------------------------------------------------------


def _touching(turn: Turn, viewer: str) -> set[int]:
    """The casts that the viewer feels, whoever cast them."""
    found: set[int] = set()
    for event in turn.events:
        if isinstance(event, StormRaged):
            found.update(event.casts)
        elif isinstance(event, CastFated) and viewer in (event.being, event.onto):
            if event.fate.value not in ("missed", "dispelled"):
                found.add(event.cast)
        elif isinstance(event, Harmed | Healed | EnchantmentLaid | Warded) and event.being == viewer:
            found.update(() if event.cast is None else (event.cast,))
    return found


def _felt(turn: Turn, event: Event, viewer: str, touching: set[int]) -> Iterator[Known]:
    """What reaches a wizard who does not see this turn: what is said, what touches him, who falls or leaves."""
    told: Known = msgspec.to_builtins(event)
    match event:
        case Gestured():
            yield told if event.wizard == viewer else {"wizard": event.wizard, "pairs": len(event.pairs)}
        case Died() | Raised():
            if event.being == viewer or turn.before.wizard(event.being) is not None:
                yield told if event.being == viewer else {"type": told["type"], "being": event.being}
        case SpellCast():
            if event.caster == viewer:
                yield told
            elif event.cast in touching:
                unseen = {"by_default": None, "by_fallback": None}
                hands = {"formula": None, "hand": None, "half": None} if event.hand is not Hand.BANK else {}
                yield told | unseen | hands
        case CastFated():
            if event.cast in touching and viewer in (event.being, event.onto):
                yield told
        case Attacked():
            if event.victim == viewer:
                yield told
        case _ if isinstance(event, PUBLIC):
            yield told
        case _:
            whom = (getattr(event, field, None) for field in ("being", "wizard", "victim"))
            if viewer in whom and not isinstance(event, MonsterSet):
                yield told


# -- the field afterwards ----------------------------------------------------------------------------------------


def _field(turn: Turn, viewer: str, *, blind: bool) -> Known:
    """The duel after the turn, as far as it shows."""
    duel = turn.after
    return {
        "wizards": [_wizard(w, viewer, blind=blind) for w in duel.wizards],
        "monsters": [
            found for m in duel.monsters for found in _monster(turn, msgspec.to_builtins(m), viewer, blind=blind)
        ],
        "numbers": duel.numbers if not blind else None,
        "stopped": duel.stopped,
        "result": msgspec.to_builtins(duel.result),
    }


def _wizard(wizard: Wizard, viewer: str, *, blind: bool) -> Known:
    told: Known = msgspec.to_builtins(wizard)
    if wizard.name == viewer:
        return told
    told["history"] = [_made(made, viewer) for made in wizard.history]
    hidden = {made.turn for made in wizard.history if viewer in made.hidden_from}
    told["enchantments"] = [_sign(e, e["laid"] in hidden) for e in told["enchantments"]]
    told["banked"] = wizard.banked is not None
    told["banked_at"] = None
    if blind:
        told |= {"hit_points": None, "enchantments": None, "banked": None}
    return told


def _made(made: Made, viewer: str) -> Known:
    told: Known = msgspec.to_builtins(made)
    return told | dict.fromkeys(MADE) if viewer in made.hidden_from else told


def _monster(turn: Turn, monster: Known, viewer: str, *, blind: bool) -> Iterator[Known]:
    attacked = any(isinstance(e, Attacked) and e.monster == monster["name"] and e.victim == viewer for e in turn.events)
    if blind and not attacked:
        return
    if monster["controller"] != viewer or blind:
        monster |= {"standing": None, "last": None, "meant": None}
    yield {key: monster[key] for key in ("name", "kind", "controller")} if blind else monster
