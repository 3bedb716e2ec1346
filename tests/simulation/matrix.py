"""The interaction matrix of the rules (3.5): which spells and blows stand in its rows, which in its columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.spellbook import Cure, Section, Spell, Summon
from engine.variants import RULE_SETS

SPELLS: Final[dict[str, Spell]] = {
    name: spell for rules in RULE_SETS.values() for name, spell in rules.spellbook.items()
}
RESISTS: Final = ("Resist heat", "Resist cold")
COLUMNS: Final = {
    "Shield": ("Shield",),
    "Counter": ("Counter-spell",),
    "Mirror": ("Magic mirror",),
    "Dispel": ("Dispel magic",),
    "Remove ench.": ("Remove enchantment",),
    "Resist": RESISTS,
}
ENCHANTING: Final = tuple(
    s.name
    for s in SPELLS.values()
    if s.section is Section.ENCHANTMENT and s.name not in (*RESISTS, "Protection from evil")
)
BLOWS: Final = ("monster attack", "elemental attack", "stab")
ROWS: Final[dict[str, tuple[str, ...]]] = {
    "monster attack": (),
    "elemental attack": (),
    "stab": (),
    "Missile": ("Missile",),
    "wounds, bolt": ("Cause light wounds", "Cause heavy wounds", "Lightning bolt"),
    "Fireball": ("Fireball",),
    "storm": ("Fire storm", "Ice storm"),
    "Finger of death": ("Finger of death",),
    "enchantments": ENCHANTING,
    "cures, Raise (living)": (*(s.name for s in SPELLS.values() if isinstance(s.effect, Cure)), "Raise dead"),
    "Raise (corpse)": ("Raise dead",),
    "summons": tuple(s.name for s in SPELLS.values() if isinstance(s.effect, Summon)),
    "Shield, Resist, Protection": ("Shield", *RESISTS, "Protection from evil"),
    "Counter-spell": ("Counter-spell",),
    "Remove enchantment": ("Remove enchantment",),
    "surrender": (),
}


def pairs_wanted() -> Iterator[tuple[str, str]]:
    """Every cell of the matrix that can be: a spell does not meet itself, but merges."""
    for row in ROWS:
        for column in COLUMNS:
            if row != "Raise (corpse)" or column == "Dispel":
                yield row, column
