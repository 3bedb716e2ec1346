"""Which room of reasons an event belongs to; `clauses_of` is the door."""

from __future__ import annotations

from collections.abc import Container
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
from engine.explaining.blows import of_beings, of_blows, of_death
from engine.explaining.ends import of_enchantments, of_ends
from engine.explaining.fates import Clauses, cast_of, clause_of, clauses_of_fate, spell_of
from engine.explaining.hands import of_casting, of_hands
from engine.spellbook import Counter, Mirror
from engine.variants import BARTLE, DISPUTED, RULE_SETS, RuleSet, rules_of


def clauses_of(event: Event, turn: Turn) -> Clauses:
    """The clauses that an event of this turn rests on, the most particular first where it has one; never empty.

    They are numbers of RULES.md (`5.1`, `3.1 Shield`) and of RULINGS.md (`A25`).
    """
    found = dict.fromkeys(_clauses(event, turn))
    return (*found, *_otherwise(rules_of(turn.before), found))


def _otherwise(rules: RuleSet, found: Container[str]) -> Clauses:
    """The section of this rule set, where it answers one of these disputed points in its own way."""
    own = any(getattr(rules, field) is not getattr(BARTLE, field) and p.row in found for field, p in DISPUTED.items())
    return (f"8.{list(RULE_SETS).index(rules.name) + 1}",) if own else ()


def _clauses(event: Event, turn: Turn) -> Clauses:
    match event:
        case Said():
            return ("6.6",)
        case Compelled() | CompulsionFixed() | Gestured() | PalmsShown():
            return of_hands(event, turn)
        case SpellCast() | SpellBanked() | SpellReleased() | SpellMadePermanent():
            return of_casting(event, turn)
        case CastFated():
            return clauses_of_fate(event, turn)
        case BeingRevealed():
            return ("1.4.5", "A128")
        case Warded():
            marks = isinstance(spell_of(turn, event.spell).effect, (Counter, Mirror))
            return (clause_of(turn, event.spell), "1.4.7" if marks else "1.4.11")
        case MonsterMade() | ElementalsMerged() | Raised() | ControlChanged():
            return of_beings(event, turn)
        case StormRaged():
            return (clause_of(turn, event.spell), "1.4.10")
        case Attacked() | MonsterSet() | Stabbed():
            return of_blows(event, turn)
        case Harmed() | Healed():
            return (clause_of(turn, cast_of(turn, event.cast).spell), "1.4.13")
        case HitPointsChanged():
            over = event.before - event.harm + event.healing > event.after
            return ("1.4.13", "A103") if over else ("1.4.13",)
        case Died():
            return of_death(event, turn)
        case EnchantmentLaid() | EnchantmentEnded() | BankLost() | HistoryCut():
            return of_enchantments(event, turn)
        case Left() | TimeStopped() | TurnClosed() | DuelEnded():
            return of_ends(event, turn)
        case Corrected():
            return ()
        case _:
            assert_never(event)
