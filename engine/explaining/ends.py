"""Why enchantments began and ended, and why the turn or the duel was over."""

from __future__ import annotations

from typing import assert_never

from engine.enchantments import (
    CHARM_PERSON,
    DELAYED_EFFECT,
    DISEASE,
    ENCHANTMENTS,
    PARALYSIS,
    PERMANENCY,
    POISON,
)
from engine.events import (
    BankLost,
    Died,
    DuelEnded,
    EnchantmentEnded,
    EnchantmentLaid,
    Ended,
    HistoryCut,
    Left,
    PalmsShown,
    TimeStopped,
    Turn,
    TurnClosed,
)
from engine.explaining.fates import Clauses, clause_of
from engine.model import Part, State, Wizard


def of_enchantments(event: EnchantmentLaid | EnchantmentEnded | BankLost | HistoryCut, turn: Turn) -> Clauses:
    """An enchantment, a stored spell or a history that began, ended or was cut."""
    match event:
        case EnchantmentLaid():
            name = event.enchantment.name
            again = ("5.7",) if event.replaces is not None and not ENCHANTMENTS[name].mind else ()
            permanent = ("5.10",) if event.enchantment.permanent else ()
            mind = ("5.2",) if ENCHANTMENTS[name].mind and not permanent else ()
            hand = ("5.3",) if name == PARALYSIS else ("5.4",) if name == CHARM_PERSON else ()
            return (clause_of(turn, name), "1.4.15", *mind, *hand, *again, *permanent)
        case EnchantmentEnded():
            return _of_ended(event.enchantment.name, event.why, turn)
        case BankLost():
            ruling = "A93" if event.why is Ended.DISPLACED else "A94"
            return ("5.9",) if event.why is Ended.DEPARTED else ("5.9", ruling, *_why_ended(event.why))
        case HistoryCut():
            return ("3.4 Anti-spell", "1.4.15", "A101")
        case _:
            assert_never(event)


def _of_ended(name: str, why: Ended, turn: Turn) -> Clauses:
    if why is Ended.WORN_OFF:
        return ("5.2" if ENCHANTMENTS[name].mind else "5.7", clause_of(turn, name), "A58")
    if why is Ended.SPENT:
        return ("5.9",) if name == DELAYED_EFFECT else ("5.10",) if name == PERMANENCY else (clause_of(turn, name),)
    if why is Ended.CURED:
        return ("3.1 Cure heavy wounds", "3.4 Disease", "A56") if name == DISEASE else (clause_of(turn, name),)
    return (*_why_ended(why), clause_of(turn, name))


def _why_ended(why: Ended) -> Clauses:
    match why:
        case Ended.REMOVED:
            return ("3.1 Remove enchantment",)
        case Ended.DISPELLED:
            return ("1.4.6", "3.1 Dispel magic")
        case Ended.DISPLACED | Ended.WORN_OFF:
            return ("5.7",)
        case Ended.DEPARTED:
            return ("1.6.7",)
        case Ended.CURED | Ended.SPENT:
            return ()
        case _:
            assert_never(why)


def of_ends(event: Left | TimeStopped | TurnClosed | DuelEnded, turn: Turn) -> Clauses:
    """Who left, who goes on alone, and how the turn and the duel ended."""
    match event:
        case Left():
            return ("1.6.4", "1.4.14", *_spared(event.wizard, turn))
        case TimeStopped():
            return ("3.4 Time stop", "5.11")
        case TurnClosed():
            return ("5.11", "5.7") if event.part is Part.TIME_STOP else ("1.4.15",)
        case DuelEnded():
            return _of_result(turn)
        case _:
            assert_never(event)


def _spared(name: str, turn: Turn) -> Clauses:
    """Whether a surrender saved this wizard from a clock that ran out this turn."""
    wizard = turn.before.wizard(name)
    clocks = () if wizard is None else wizard.enchantments
    return ("A59",) if any(e.name in (DISEASE, POISON) and e.until == turn.turn for e in clocks) else ()


def _of_result(turn: Turn) -> Clauses:
    """The end of the duel: who surrendered, and who died, on its last turn."""
    result = turn.after.result
    assert result is not None
    melee = ("1.6.7",) if len(turn.before.wizards) > 2 else ()
    surrendered = [e.wizard for e in turn.events if isinstance(e, Left)]
    if not surrendered:
        palms = any(isinstance(e, PalmsShown) for e in turn.events)
        return ("1.6.6", *(("1.6.4", "A61") if palms else ()), *melee)
    decided = len(surrendered) == 1 and any(
        isinstance(e, Died) and turn.before.wizard(e.being) is not None for e in turn.events
    )
    alive = any(_stands(w) for w in turn.after.wizards)
    return ("1.6.5", *(("A60",) if decided and not alive else ()), *melee)


def _stands(wizard: Wizard) -> bool:
    return wizard.state is State.ALIVE
