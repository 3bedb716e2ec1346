"""The enchantments: how long each lasts, what it holds and what it does to whom."""

from __future__ import annotations

from typing import Final

from engine.model import Value

AMNESIA: Final = "Amnesia"
CONFUSION: Final = "Confusion"
CHARM_PERSON: Final = "Charm person"
CHARM_MONSTER: Final = "Charm monster"
PARALYSIS: Final = "Paralysis"
FEAR: Final = "Fear"
ANTI_SPELL: Final = "Anti-spell"
PROTECTION: Final = "Protection from evil"
RESIST_HEAT: Final = "Resist heat"
RESIST_COLD: Final = "Resist cold"
DISEASE: Final = "Disease"
POISON: Final = "Poison"
BLINDNESS: Final = "Blindness"
INVISIBILITY: Final = "Invisibility"
HASTE: Final = "Haste"
TIME_STOP: Final = "Time stop"
DELAYED_EFFECT: Final = "Delayed effect"
PERMANENCY: Final = "Permanency"

# Whom an enchantment can hold. It "counts" for cancellation on any being (A27).
WIZARDS: Final = "wizards"
MONSTERS: Final = "monsters"  # ordinary monsters
ELEMENTALS: Final = "elementals"


class Rule(Value, frozen=True, kw_only=True):
    """One row: `turns` after the turn it is laid (None: until removed), and how it behaves."""

    name: str
    turns: int | None
    on: tuple[str, ...]
    mind: bool = False  # one of the control group (canon 5.1)
    listed: bool = True  # shown among a being's enchantments once laid
    restarts: bool = True  # a new casting on a being that has it starts its time anew (canon 5.7)
    may_be_permanent: bool = False  # canon 5.10
    kills: bool = False  # its subject dies when its time is up (canon 3.4)
    unmakes: bool = False  # destroys a monster at once (canon 3.4)


_EVERYONE: Final = (WIZARDS, MONSTERS, ELEMENTALS)

_RULES: Final = (
    Rule(name=AMNESIA, turns=1, on=(WIZARDS, MONSTERS), mind=True, may_be_permanent=True),
    Rule(name=CONFUSION, turns=1, on=(WIZARDS, MONSTERS), mind=True, may_be_permanent=True),
    Rule(name=CHARM_PERSON, turns=1, on=(WIZARDS,), mind=True, may_be_permanent=True),
    Rule(name=CHARM_MONSTER, turns=1, on=(MONSTERS,), mind=True, may_be_permanent=True, listed=False),
    Rule(name=PARALYSIS, turns=1, on=(WIZARDS, MONSTERS), mind=True, may_be_permanent=True),
    Rule(name=FEAR, turns=1, on=(WIZARDS,), mind=True, may_be_permanent=True),
    Rule(name=ANTI_SPELL, turns=1, on=(WIZARDS,)),
    Rule(name=PROTECTION, turns=3, on=_EVERYONE, may_be_permanent=True),
    Rule(name=RESIST_HEAT, turns=None, on=_EVERYONE, may_be_permanent=True),
    Rule(name=RESIST_COLD, turns=None, on=_EVERYONE, may_be_permanent=True),
    Rule(name=DISEASE, turns=5, on=_EVERYONE, restarts=False, kills=True),
    Rule(name=POISON, turns=5, on=_EVERYONE, restarts=False, kills=True),
    Rule(name=BLINDNESS, turns=3, on=(WIZARDS,), may_be_permanent=True, unmakes=True),
    Rule(name=INVISIBILITY, turns=3, on=(WIZARDS,), may_be_permanent=True, unmakes=True),
    Rule(name=HASTE, turns=3, on=_EVERYONE, may_be_permanent=True),
    Rule(name=TIME_STOP, turns=0, on=_EVERYONE, listed=False),
    Rule(name=DELAYED_EFFECT, turns=3, on=(WIZARDS,)),
    Rule(name=PERMANENCY, turns=3, on=(WIZARDS,)),
)

ENCHANTMENTS: Final[dict[str, Rule]] = {rule.name: rule for rule in _RULES}

# The order in which compulsions are worked (canon 1.4.1).
COMPULSIONS: Final = (AMNESIA, CONFUSION, CHARM_PERSON, PARALYSIS, FEAR)
