"""The spellbook: every spell in printed order with its formulas, default subject and effect."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.model import Kind, Value


class Section(StrEnum):
    """The four parts of the spell list."""

    PROTECTION = "protection"
    SUMMONS = "summons"
    DAMAGE = "damage"
    ENCHANTMENT = "enchantment"


class Default(StrEnum):
    """Whom a spell goes at when its caster does not say (canon 3, 3.4, A80, A81)."""

    SELF = "self"
    OPPONENT = "opponent"
    HOSTILE_MONSTER = "hostile monster"
    NONE = "none"


# Effect records: what the phases know instead of names.
class Shield(Value, frozen=True, kw_only=True, tag=True):
    """A shield for this turn against blows, stabs and Missiles (canon 3.1)."""


class Remove(Value, frozen=True, kw_only=True, tag=True):
    """Ends every enchantment on its subject; unmakes a monster (canon 3.1)."""


class Mirror(Value, frozen=True, kw_only=True, tag=True):
    """Throws spells of others back (canon 3.1)."""


class Counter(Value, frozen=True, kw_only=True, tag=True):
    """Voids all other spells at its subject, and shields it (canon 3.1)."""


class Dispel(Value, frozen=True, kw_only=True, tag=True):
    """Voids all spells of the turn, ends all enchantments, unmakes all monsters (canon 1.4.6)."""


class Raise(Value, frozen=True, kw_only=True, tag=True):
    """Brings back a corpse, or heals `heal` (canon 3.1)."""

    heal: int


class Cure(Value, frozen=True, kw_only=True, tag=True):
    """Heals, and ends Disease where it says so (canon 3.1)."""

    heal: int
    cures_disease: bool = False


class Summon(Value, frozen=True, kw_only=True, tag=True):
    """Makes a monster; `kinds` holds several where its subject has the choice (canon 3.2)."""

    kinds: tuple[Kind, ...]

    @property
    def elemental(self) -> bool:
        return self.kinds[0] in (Kind.FIRE_ELEMENTAL, Kind.ICE_ELEMENTAL)


class Hurt(Value, frozen=True, kw_only=True, tag=True):
    """Harm to one subject; a shield stops `physical` harm, Resist heat `heat` (canon 3.3)."""

    harm: int
    physical: bool = False
    heat: bool = False


class Storm(Value, frozen=True, kw_only=True, tag=True):
    """Harm to every being, by the element of `kind` (canon 3.3)."""

    kind: Kind
    harm: int


class Death(Value, frozen=True, kw_only=True, tag=True):
    """Finger of death."""


class Enchant(Value, frozen=True, kw_only=True, tag=True):
    """Lays the enchantment of the spell's name (see `enchantments.py`)."""


Effect = (
    Shield | Remove | Mirror | Counter | Dispel | Raise | Cure | Summon | Hurt | Storm | Death | Enchant
)  # fmt: skip


class Spell(Value, frozen=True, kw_only=True):
    """One entry: formulas in capitals for one hand, lower case for both at once."""

    name: str
    formulas: tuple[str, ...]
    section: Section
    default: Default
    effect: Effect
    once: tuple[str, ...] = ()  # formulas that work once a duel (canon 2.8)

    @property
    def dischargeable(self) -> bool:
        """Whether it may be let go at nobody (canon 2.7): not the storms, not Summon elemental."""
        if isinstance(self.effect, Summon):
            return not self.effect.elemental
        return not isinstance(self.effect, Storm)

    @property
    def aimed(self) -> bool:
        """Whether it has a subject at all; storms have none."""
        return not isinstance(self.effect, Storm)


def _protection(name: str, formulas: str, effect: Effect) -> Spell:
    return Spell(
        name=name,
        formulas=tuple(formulas.split()),
        section=Section.PROTECTION,
        default=Default.SELF,
        effect=effect,
    )


def _summons(name: str, formulas: str, *kinds: Kind) -> Spell:
    return Spell(
        name=name,
        formulas=tuple(formulas.split()),
        section=Section.SUMMONS,
        default=Default.SELF,
        effect=Summon(kinds=kinds),
    )


def _damage(
    name: str, formulas: str, effect: Effect, *, default: Default = Default.OPPONENT, once: tuple[str, ...] = ()
) -> Spell:
    return Spell(
        name=name,
        formulas=tuple(formulas.split()),
        section=Section.DAMAGE,
        default=default,
        effect=effect,
        once=once,
    )


def _enchantment(name: str, formulas: str, default: Default) -> Spell:
    return Spell(
        name=name,
        formulas=tuple(formulas.split()),
        section=Section.ENCHANTMENT,
        default=default,
        effect=Enchant(),
    )


_SPELLS: Final = (
    _protection("Shield", "P", Shield()),
    _protection("Remove enchantment", "PDWP", Remove()),
    _protection("Magic mirror", "cw", Mirror()),
    _protection("Counter-spell", "WPP WWS", Counter()),
    _protection("Dispel magic", "cDPW", Dispel()),
    _protection("Raise dead", "DWWFWc", Raise(heal=5)),
    _protection("Cure light wounds", "DFW", Cure(heal=1)),
    _protection("Cure heavy wounds", "DFPW", Cure(heal=2, cures_disease=True)),
    _summons("Summon goblin", "SFW", Kind.GOBLIN),
    _summons("Summon ogre", "PSFW", Kind.OGRE),
    _summons("Summon troll", "FPSFW", Kind.TROLL),
    _summons("Summon giant", "WFPSFW", Kind.GIANT),
    _summons("Summon elemental", "cSWWS", Kind.FIRE_ELEMENTAL, Kind.ICE_ELEMENTAL),
    _damage("Missile", "SD", Hurt(harm=1, physical=True)),
    _damage("Finger of death", "PWPFSSSD", Death()),
    _damage("Lightning bolt", "DFFDD WDDc", Hurt(harm=5), once=("WDDc",)),
    _damage("Cause light wounds", "WFP", Hurt(harm=2)),
    _damage("Cause heavy wounds", "WPFD", Hurt(harm=3)),
    _damage("Fireball", "FSSDD", Hurt(harm=5, heat=True)),
    _damage("Fire storm", "SWWc", Storm(kind=Kind.FIRE_ELEMENTAL, harm=5), default=Default.NONE),
    _damage("Ice storm", "WSSc", Storm(kind=Kind.ICE_ELEMENTAL, harm=5), default=Default.NONE),
    _enchantment("Amnesia", "DPP", Default.OPPONENT),
    _enchantment("Confusion", "DSF", Default.OPPONENT),
    _enchantment("Charm person", "PSDF", Default.OPPONENT),
    _enchantment("Charm monster", "PSDD", Default.HOSTILE_MONSTER),
    _enchantment("Paralysis", "FFF", Default.OPPONENT),
    _enchantment("Fear", "SWD", Default.OPPONENT),
    _enchantment("Anti-spell", "SPF", Default.OPPONENT),
    _enchantment("Protection from evil", "WWP", Default.SELF),
    _enchantment("Resist heat", "WWFP", Default.SELF),
    _enchantment("Resist cold", "SSFP", Default.SELF),
    _enchantment("Disease", "DSFFFc", Default.OPPONENT),
    _enchantment("Poison", "DWWFWD", Default.OPPONENT),
    _enchantment("Blindness", "DWFFd", Default.OPPONENT),
    _enchantment("Invisibility", "PPws", Default.SELF),
    _enchantment("Haste", "PWPWWc", Default.SELF),
    _enchantment("Time stop", "SPPc", Default.SELF),
    _enchantment("Delayed effect", "DWSSSP", Default.SELF),
    _enchantment("Permanency", "SPFPSDW", Default.SELF),
)

SPELLBOOK: Final[dict[str, Spell]] = {spell.name: spell for spell in _SPELLS}
