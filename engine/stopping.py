"""What one spell does against another of the same turn: which of them stop which, and how (canon 3.5, 5.1)."""

from __future__ import annotations

from enum import StrEnum

from engine.enchantments import DISEASE, ENCHANTMENTS, PROTECTION, RESIST_COLD, RESIST_HEAT
from engine.model import Kind
from engine.spellbook import (
    Counter,
    Cure,
    Death,
    Dispel,
    Enchant,
    Hurt,
    Mirror,
    Raise,
    Remove,
    Shield,
    Spell,
    Storm,
    Summon,
)


class Stop(StrEnum):
    """How a spell is stopped, or robbed of its effect."""

    DISPELS = "dispels"
    COUNTERS = "counters"
    REFLECTS = "reflects"
    SHIELDS = "shields"
    RESISTS = "resists"
    CANCELS = "cancels"  # opposite elements, Raise dead and Finger of death
    CLASHES = "clashes"  # two spells that hold the mind
    ENDS = "ends"  # Remove enchantment; Cure heavy wounds and Disease
    UNMAKES = "unmakes"  # the monster, as soon as it is made; after its attack where Remove enchantment does it
    SPARES = "spares"  # one being from a storm


_STORM_OF = {RESIST_HEAT: Kind.FIRE_ELEMENTAL, RESIST_COLD: Kind.ICE_ELEMENTAL}


def stops(defence: Spell, threat: Spell, *, at_corpse: bool = False) -> Stop | None:
    """How `defence`, aimed where it must be, can stop `threat` this turn; None where it cannot.

    `at_corpse`: the threat is Raise dead at a corpse. An element that its subject chooses is taken for the fitting one.
    """
    if isinstance(threat.effect, Dispel):
        return None
    if isinstance(defence.effect, Dispel):
        return Stop.DISPELS
    match threat.effect:
        case Storm():
            return _against_storm(defence, threat.effect)
        case Summon():
            return _against_summons(defence, threat.effect)
        case Raise() if at_corpse:
            return Stop.CANCELS if isinstance(defence.effect, Death) else None
        case _:
            return _against_aimed(defence, threat)


def _against_storm(defence: Spell, storm: Storm) -> Stop | None:
    match defence.effect:
        case Storm(kind=kind):
            return Stop.CANCELS if kind is not storm.kind else None
        case Summon(kinds=kinds) if any(kind in _STORM_OF.values() and kind is not storm.kind for kind in kinds):
            return Stop.CANCELS
        case Counter():
            return Stop.SPARES
        case Hurt(heat=True) if storm.kind is Kind.ICE_ELEMENTAL:
            return Stop.SPARES  # whom the Fireball is aimed at: neither hurts him
        case Enchant() if _STORM_OF.get(defence.name) is storm.kind:
            return Stop.SPARES
        case _:
            return None


def _against_summons(defence: Spell, summon: Summon) -> Stop | None:
    """A summons is countered and reflected at its subject; the monster is met as the unborn."""
    match defence.effect:
        case Counter():
            return Stop.COUNTERS
        case Mirror():
            return Stop.REFLECTS
        case Remove():
            return Stop.UNMAKES
        case Enchant() if ENCHANTMENTS[defence.name].unmakes:
            return Stop.UNMAKES
        case _:
            return _against_elemental(defence, summon) if summon.elemental else None


def _against_elemental(defence: Spell, summon: Summon) -> Stop | None:
    match defence.effect:
        case Storm():
            return Stop.CANCELS  # its own kind's storm burns it up, the other dies with it
        case Summon(elemental=True, kinds=kinds):
            return Stop.CANCELS if len({*kinds, *summon.kinds}) > 1 else None
        case Hurt(heat=True) if Kind.ICE_ELEMENTAL in summon.kinds:
            return Stop.CANCELS
        case Enchant() if _STORM_OF.get(defence.name) in summon.kinds:
            return Stop.CANCELS
        case _:
            return None


def _against_aimed(defence: Spell, threat: Spell) -> Stop | None:
    """A spell with a subject that is there: what reaches that subject too."""
    match defence.effect, threat.effect:
        case Counter(), Counter() | Shield() | Death():
            return None  # the subject of a Counter-spell is shielded all the same
        case Counter(), _:
            return Stop.COUNTERS
        case Mirror(), Counter() | Mirror():
            return None
        case Mirror(), _:
            return Stop.REFLECTS
        case Shield(), Hurt(physical=True):
            return Stop.SHIELDS
        case Enchant(), Hurt(physical=True) if defence.name == PROTECTION:
            return Stop.SHIELDS
        case Enchant(), Hurt(heat=True) if defence.name == RESIST_HEAT:
            return Stop.RESISTS
        case Storm(kind=Kind.ICE_ELEMENTAL), Hurt(heat=True):
            return Stop.CANCELS
        case (Raise(), Death()) | (Death(), Raise()):
            return Stop.CANCELS
        case Remove(), Enchant():
            return Stop.ENDS
        case Cure(cures_disease=True), Enchant() if threat.name == DISEASE:
            return Stop.ENDS
        case Enchant(), Enchant() if defence.name != threat.name and _mind(defence) and _mind(threat):
            return Stop.CLASHES
        case _:
            return None


def _mind(spell: Spell) -> bool:
    return ENCHANTMENTS[spell.name].mind
