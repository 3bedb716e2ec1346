"""A turn event by event, each in plain words with the clauses it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from engine.events import (
    Attacked,
    BankLost,
    BeingRevealed,
    CastFated,
    Compelled,
    CompulsionFixed,
    ControlChanged,
    Corrected,
    Died,
    DuelEnded,
    ElementalsMerged,
    EnchantmentEnded,
    EnchantmentLaid,
    Event,
    Gestured,
    Harmed,
    Healed,
    HistoryCut,
    HitPointsChanged,
    Left,
    MonsterMade,
    MonsterSet,
    PalmsShown,
    Raised,
    Said,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    SpellReleased,
    Stabbed,
    StormRaged,
    TimeStopped,
    Turn,
    TurnClosed,
    Warded,
)
from engine.explaining import clauses_of
from engine.model import NOBODY, Hand, Part
from engine.views import everything
from referee.mail.narrate_ends import death_told, ending
from referee.mail.narrate_fights import blow_told, stab_told
from referee.mail.narrate_spells import became
from referee.mail.scroll import Scroll
from referee.mail.wording import GESTURE_NOUNS, HAND_WORDS, counted, listed, number, own, pairs_made, sentence


def explained(turn: Turn) -> Iterator[str]:
    """A line for each event of a turn, in order: what happened, and why in brackets."""
    scroll = Scroll(everything(turn))
    for event in turn.events:
        yield f"{sentence(_told(event, scroll))} [{', '.join(clauses_of(event, turn))}]"


def _told(event: Event, scroll: Scroll) -> str:
    match event:
        case Said():
            return f'{event.wizard} says "{event.words}"'
        case Compelled() | CompulsionFixed() | Gestured() | PalmsShown():
            return _hands(event)
        case SpellCast() | SpellBanked() | SpellReleased() | SpellMadePermanent() | CastFated() | BeingRevealed():
            return _spells(event, scroll)
        case Warded() | MonsterMade() | ElementalsMerged() | Raised() | ControlChanged() | StormRaged():
            return _beings(event)
        case Attacked() | MonsterSet() | Stabbed() | Harmed() | Healed() | HitPointsChanged() | Died():
            return _harm(event, scroll)
        case EnchantmentLaid() | EnchantmentEnded() | BankLost() | HistoryCut():
            return _enchantments(event)
        case Left() | TimeStopped() | TurnClosed() | DuelEnded():
            return _ends(event, scroll)
        case Corrected():
            return f"the director corrected {event.being}: {listed(event.told)}"
        case _:
            assert_never(event)


def _hands(event: Compelled | CompulsionFixed | Gestured | PalmsShown) -> str:
    match event:
        case Compelled():
            hand = f"{own(event.wizard)} {HAND_WORDS[event.hand]}"
            return f"{event.spell} turned {hand} from {GESTURE_NOUNS[event.ordered]} to {GESTURE_NOUNS[event.made]}"
        case CompulsionFixed():
            return f"the permanent {event.after.name} on {event.being} has its final shape"
        case Gestured():
            return pairs_made(event.pairs, own(event.wizard))
        case PalmsShown():
            return f"{event.wizard} showed two palms, which is a surrender"
        case _:
            assert_never(event)


def _spells(
    event: SpellCast | SpellBanked | SpellReleased | SpellMadePermanent | CastFated | BeingRevealed, scroll: Scroll
) -> str:
    match event:
        case SpellCast():
            return _cast(event, scroll)
        case SpellBanked():
            lost = f" in place of {event.displaced}" if event.displaced is not None else ""
            return f"Delayed effect stored {own(event.wizard)} {event.spell}{lost}"
        case SpellReleased():
            return f"{event.wizard} let the stored {event.spell} loose"
        case SpellMadePermanent():
            return f"Permanency took {own(event.wizard)} {event.spell}"
        case CastFated():
            cast = scroll.casts[event.cast]
            return f"{own(cast.caster)} {cast.spell}: {became(scroll, cast, event)}"
        case BeingRevealed():
            return f"{own(event.being)} invisibility fell in time for the spells of this turn"
        case _:
            assert_never(event)


def _cast(cast: SpellCast, scroll: Scroll) -> str:
    with_what = "from the store" if cast.hand is Hand.BANK else f"with the {HAND_WORDS[cast.hand]}"
    with_what = with_what.replace("the both", "both")
    at = f" at {scroll.voice.name(cast.subject)}" if cast.subject is not None else ""
    default = " by default" if cast.by_default else ""
    choice = ", which no order had named" if cast.by_fallback else ""
    gone = ", and let it go at nobody" if cast.discharged else ""
    return f"{cast.caster} cast {cast.spell} ({cast.formula}) {with_what}{at}{default}{choice}{gone}"


def _beings(event: Warded | MonsterMade | ElementalsMerged | Raised | ControlChanged | StormRaged) -> str:
    match event:
        case Warded():
            return f"{event.spell} protects {event.being}"
        case MonsterMade():
            whose = f" and obeys {event.controller}" if event.controller is not None else ", obeying nobody"
            return f"{event.name} appeared{whose}"
        case ElementalsMerged():
            return f"{event.gone} and {event.into} became one"
        case Raised():
            whose = f" and obeys {event.controller}" if event.controller is not None else ""
            return f"{event.being} rose from the dead with {event.hit_points}{whose}"
        case ControlChanged():
            return f"{event.monster} obeys {event.controller or NOBODY} from now on"
        case StormRaged():
            return f"the {event.spell} raged"
        case _:
            assert_never(event)


def _harm(event: Attacked | MonsterSet | Stabbed | Harmed | Healed | HitPointsChanged | Died, scroll: Scroll) -> str:
    match event:
        case Attacked():
            return blow_told(scroll, event.monster, event)
        case MonsterSet():
            stands = f"; its order that stands: {event.standing}" if event.standing is not None else ""
            return f"{event.monster} was set on {listed(event.last) or NOBODY}{stands}"
        case Stabbed():
            return stab_told(scroll, event)
        case Harmed():
            return f"{scroll.casts[event.cast].spell} did {number(event.harm)} harm to {event.being}"
        case Healed():
            return f"{scroll.casts[event.cast].spell} gave {number(event.healing)} healing to {event.being}"
        case HitPointsChanged():
            return (
                f"{event.being} went from {event.before} to {event.after}: harm {event.harm}, healing {event.healing}"
            )
        case Died():
            return death_told(scroll, event)
        case _:
            assert_never(event)


def _enchantments(event: EnchantmentLaid | EnchantmentEnded | BankLost | HistoryCut) -> str:
    match event:
        case EnchantmentLaid():
            permanent = " for good" if event.enchantment.permanent else ""
            hand = event.enchantment.hand
            held = f", on the {HAND_WORDS[hand]}" if hand is not None else ""
            return f"{event.enchantment.name} is on {event.being}{permanent}{held}"
        case EnchantmentEnded():
            return f"{own(event.being)} {event.enchantment.name} ended: {event.why.value}"
        case BankLost():
            return f"the {event.spell} that {event.wizard} had stored was lost: {event.why.value}"
        case HistoryCut():
            made = counted(event.entries, "pair")
            return f"{own(event.wizard)} {made} of gestures so far can be part of no spell"
        case _:
            assert_never(event)


def _ends(event: Left | TimeStopped | TurnClosed | DuelEnded, scroll: Scroll) -> str:
    match event:
        case Left():
            return f"{event.wizard} surrendered and left the duel"
        case TimeStopped():
            return f"time stands still for all but {listed(event.beings)}"
        case TurnClosed():
            extra = "the extra turn after " if event.part is Part.TIME_STOP else ""
            return f"{extra}turn {event.turn} is over"
        case DuelEnded():
            return ending(scroll, event.result)
        case _:
            assert_never(event)
