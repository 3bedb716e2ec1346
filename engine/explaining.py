"""Why each thing of a turn happened: the clauses of RULES.md and RULINGS.md that an event rests on."""

from __future__ import annotations

from collections.abc import Container
from typing import Final, assert_never

from engine.enchantments import (
    AMNESIA,
    CHARM_PERSON,
    CONFUSION,
    DELAYED_EFFECT,
    DISEASE,
    ENCHANTMENTS,
    FEAR,
    PARALYSIS,
    PERMANENCY,
    POISON,
)
from engine.events import (
    Attacked,
    BankLost,
    BeingRevealed,
    Blow,
    CastFated,
    Compelled,
    CompulsionFixed,
    ControlChanged,
    Died,
    Doom,
    DuelEnded,
    ElementalsMerged,
    EnchantmentEnded,
    EnchantmentLaid,
    Ended,
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
from engine.explaining_fates import cast_of, clause_of, clauses_of_fate, is_elemental, spell_of
from engine.model import Hand, Part, State, Wizard, is_unborn
from engine.monsters import MONSTERS
from engine.spellbook import Counter, Mirror
from engine.variants import BARTLE, DISPUTED, RULE_SETS, RuleSet, rules_of

Clauses = tuple[str, ...]

_BENDING: Final = {
    AMNESIA: ("3.4 Amnesia",),
    CONFUSION: ("3.4 Confusion",),
    CHARM_PERSON: ("3.4 Charm person", "5.4"),
    PARALYSIS: ("3.4 Paralysis", "5.3"),
    FEAR: ("5.5", "A49"),
}
_BOUND_MONSTER: Final = {PARALYSIS: "A32", AMNESIA: "A46", CONFUSION: "A45", FEAR: "A50"}


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
            return _of_hands(event, turn)
        case SpellCast() | SpellBanked() | SpellReleased() | SpellMadePermanent():
            return _of_casting(event, turn)
        case CastFated():
            return clauses_of_fate(event, turn)
        case BeingRevealed():
            return ("1.4.5", "A128")
        case Warded():
            marks = isinstance(spell_of(turn, event.spell).effect, (Counter, Mirror))
            return (clause_of(turn, event.spell), "1.4.7" if marks else "1.4.11")
        case MonsterMade() | ElementalsMerged() | Raised() | ControlChanged():
            return _of_beings(event, turn)
        case StormRaged():
            return (clause_of(turn, event.spell), "1.4.10")
        case Attacked() | MonsterSet() | Stabbed():
            return _of_blows(event, turn)
        case Harmed() | Healed():
            return (clause_of(turn, cast_of(turn, event.cast).spell), "1.4.13")
        case HitPointsChanged():
            over = event.before - event.harm + event.healing > event.after
            return ("1.4.13", "A103") if over else ("1.4.13",)
        case Died():
            return _of_death(event, turn)
        case EnchantmentLaid() | EnchantmentEnded() | BankLost() | HistoryCut():
            return _of_enchantments(event, turn)
        case Left() | TimeStopped() | TurnClosed() | DuelEnded():
            return _of_ends(event, turn)
        case _:
            assert_never(event)


# -- hands and spells --------------------------------------------------------------------------------------------


def _of_hands(event: Compelled | CompulsionFixed | Gestured | PalmsShown, turn: Turn) -> Clauses:
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


def _of_casting(event: SpellCast | SpellBanked | SpellReleased | SpellMadePermanent, turn: Turn) -> Clauses:
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


# -- beings and blows --------------------------------------------------------------------------------------------


def _of_beings(event: MonsterMade | ElementalsMerged | Raised | ControlChanged, turn: Turn) -> Clauses:
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


def _of_blows(event: Attacked | MonsterSet | Stabbed, turn: Turn) -> Clauses:
    match event:
        case Attacked():
            stopped = ("4.8", "A87") if turn.part is Part.TIME_STOP else ()
            return (*_of_attack(event, turn), *stopped)
        case MonsterSet():
            return ("4.4",)
        case Stabbed():
            return _of_stab(event)
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


def _of_stab(event: Stabbed) -> Clauses:
    match event.blow:
        case Blow.HIT:
            return ("1.5.4", "1.4.13")
        case Blow.SHIELDED | Blow.RESISTED:
            return ("1.5.4", "3.5 stab")
        case Blow.MISSED:
            return ("1.4.5", "A38")
        case Blow.LOST:
            return ("1.5.4", "A124")
        case Blow.IDLE:
            return ("1.5.4", "A127")
        case _:
            assert_never(event.blow)


def _of_death(event: Died, turn: Turn) -> Clauses:
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


# -- enchantments and ends ---------------------------------------------------------------------------------------


def _of_enchantments(event: EnchantmentLaid | EnchantmentEnded | BankLost | HistoryCut, turn: Turn) -> Clauses:
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


def _of_ends(event: Left | TimeStopped | TurnClosed | DuelEnded, turn: Turn) -> Clauses:
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
