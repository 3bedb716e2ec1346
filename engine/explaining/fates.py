"""Why a spell came to what it came to: the clauses that each turn in a cast's fate rests on."""

from __future__ import annotations

from typing import Final, assert_never

from engine.enchantments import BLINDNESS, ENCHANTMENTS, PARALYSIS
from engine.enchantments import ELEMENTALS as ON_ELEMENTALS
from engine.enchantments import MONSTERS as ON_MONSTERS
from engine.enchantments import WIZARDS as ON_WIZARDS
from engine.events import BeingRevealed, CastFated, Fate, SpellCast, Turn
from engine.model import State, is_unborn
from engine.monsters import ELEMENTALS
from engine.spellbook import Death, Mirror, Raise, Section, Spell, Storm, Summon
from engine.variants import rules_of

Clauses = tuple[str, ...]

_SECTIONS: Final = {
    Section.PROTECTION: "3.1",
    Section.SUMMONS: "3.2",
    Section.DAMAGE: "3.3",
    Section.ENCHANTMENT: "3.4",
}


def spell_clause(spell: Spell) -> str:
    """The number of a spell's clause: `3.1 Shield`; all summons of elementals have one."""
    if isinstance(spell.effect, Summon) and spell.effect.elemental:
        return "3.2 Summon elemental"
    return f"{_SECTIONS[spell.section]} {spell.name}"


def spell_of(turn: Turn, name: str) -> Spell:
    """The spell of that name in the book of the duel."""
    return rules_of(turn.before).spellbook[name]


def clause_of(turn: Turn, name: str) -> str:
    """The number of the clause of the spell of that name."""
    return spell_clause(spell_of(turn, name))


def cast_of(turn: Turn, number: int) -> SpellCast:
    """The cast of that number."""
    return next(e for e in turn.events if isinstance(e, SpellCast) and e.cast == number)


def is_elemental(turn: Turn, name: str | None) -> bool:
    """Whether a being of this turn is an elemental."""
    monster = None if name is None else turn.after.monster(name)
    return monster is not None and monster.kind in ELEMENTALS


def clauses_of_fate(event: CastFated, turn: Turn) -> Clauses:
    """The clauses that one turn in a cast's fate rests on."""
    cast = cast_of(turn, event.cast)
    match event.fate:
        case Fate.DISCHARGED:
            return ("2.7", "A2")
        case Fate.BANKED:
            return ("5.9",)
        case Fate.NO_SUBJECT:
            return _no_subject(cast, turn)
        case Fate.MISSED:
            return _missed(event, cast, turn)
        case Fate.DISPELLED:
            return ("1.4.6", "3.1 Dispel magic")
        case Fate.REFLECTED:
            return ("3.1 Magic mirror", "1.4.8", *_thrown_back(event, cast, turn))
        case Fate.COUNTERED:
            return ("3.1 Counter-spell", "1.4.8", *_countered(event, cast, turn))
        case Fate.CLASHED:
            return ("5.1", *_clashed(event, cast, turn))
        case Fate.NEUTRALISED:
            return _neutralised(event, cast, turn)
        case Fate.SHIELDED:
            return ("3.5 Missile", "1.4.11")
        case Fate.RESISTED:
            return ("3.5 Fireball", "3.4 Resist heat", "1.4.11")
        case Fate.WORKS:
            return (clause_of(turn, cast.spell),)
        case _:
            assert_never(event.fate)


def _missed(event: CastFated, cast: SpellCast, turn: Turn) -> Clauses:
    if any(isinstance(e, BeingRevealed) and e.being == event.being for e in turn.events):
        return ("1.4.5", "A43")
    if gropes(turn, cast.caster):
        return ("5.6", "A39")
    return ("1.4.5", "3.4 Invisibility", "A38")


def gropes(turn: Turn, wizard: str) -> bool:
    """Whether what this wizard aimed at others went astray as he was blind (A39)."""
    figure = turn.before.wizard(wizard)
    blind = figure is not None and any(e.name == BLINDNESS for e in figure.enchantments)
    return blind and rules_of(turn.before).blind_miss


def _no_subject(cast: SpellCast, turn: Turn) -> Clauses:
    if cast.subject is None:
        return ("2.6", *(("A81",) if cast.spell == "Charm monster" else ()))
    if is_unborn(cast.subject):
        return ("4.2", "1.4.9", "A63")
    wizard = turn.before.wizard(cast.subject)
    if wizard is not None and wizard.state is State.SURRENDERED:
        return ("1.6.7", "A126")
    if isinstance(spell_of(turn, cast.spell).effect, Summon) and is_elemental(turn, cast.subject):
        return ("3.2", "A125")
    return ("1.7",)


def _thrown_back(event: CastFated, cast: SpellCast, turn: Turn) -> Clauses:
    if event.being is not None and turn.after.monster(event.being) is not None:
        return ("A19",)
    if isinstance(spell_of(turn, cast.spell).effect, Death):
        return ("A18",)
    return ("A20",) if cast.spell == "Charm monster" else ("A15",)


def _countered(event: CastFated, cast: SpellCast, turn: Turn) -> Clauses:
    reflected = any(isinstance(e, CastFated) and e.cast == cast.cast and e.fate is Fate.REFLECTED for e in turn.events)
    if isinstance(spell_of(turn, cast.spell).effect, Mirror):
        return ("A14",)
    if reflected:
        return ("A17",)
    return ("A12",) if cast.caster == event.being else ()


def _clashed(event: CastFated, cast: SpellCast, turn: Turn) -> Clauses:
    """Which spells on the mind met here; one that could not hold this being clashes all the same (A27)."""
    met = [
        cast_of(turn, e.cast).spell
        for e in turn.events
        if isinstance(e, CastFated) and e.fate is Fate.CLASHED and e.being == event.being
    ]
    double = len(set(met)) == 1 and len(met) > 1
    rulings = ("A25",) if double else ("A26",) if PARALYSIS in met else ()
    return (*rulings, *(() if _kind_of(event.being, turn) in ENCHANTMENTS[cast.spell].on else ("A27",)))


def _kind_of(being: str | None, turn: Turn) -> str:
    """The kind of being, as `enchantments.Rule.on` calls it."""
    if being is not None and turn.before.wizard(being) is not None:
        return ON_WIZARDS
    return ON_ELEMENTALS if is_elemental(turn, being) else ON_MONSTERS


def _neutralised(event: CastFated, cast: SpellCast, turn: Turn) -> Clauses:
    effect = spell_of(turn, cast.spell).effect
    if isinstance(effect, (Death, Raise)):
        return ("3.1 Raise dead", "A77")
    if isinstance(effect, Storm):
        return (clause_of(turn, cast.spell), "4.6.3", "A106")
    if is_elemental(turn, event.being):
        return ("4.6.4", "A70")
    return ("3.3 Fireball", "3.3 Ice storm", "1.4.10")
