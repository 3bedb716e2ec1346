"""Step 11: the protections of the turn, those cast this turn included, those removed this turn not (canon 1.4.11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battlefield import Battlefield
from engine.enchantments import PROTECTION, RESIST_COLD, RESIST_HEAT
from engine.events import Event, Warded
from engine.model import Monster
from engine.monsters import ELEMENTALS
from engine.spellbook import Counter, Dispel, Enchant, Mirror, Remove, Shield

LASTING = (PROTECTION, RESIST_HEAT, RESIST_COLD)


def protect(field: Battlefield) -> Iterator[Event]:
    """Who is warded by what this turn."""
    for cast, at in field.arrivals(Shield, Counter, Dispel, Mirror):
        yield Warded(being=at, spell=cast.spell.name, cast=cast.number)
    removed = {at for _, at in field.arrivals(Remove)}
    for being in field.duel.beings:
        if being.alive and being.name not in removed and being.enchantments:
            for enchantment in being.enchantments:
                if enchantment.name in LASTING and field.running(being.name, enchantment.name):
                    yield Warded(being=being.name, spell=enchantment.name)
    for cast, at in field.arrivals(Enchant):
        if cast.spell.name in LASTING and at not in removed and _can_have(field, at, cast.spell.name):
            yield Warded(being=at, spell=cast.spell.name, cast=cast.number)


def _can_have(field: Battlefield, at: str, spell: str) -> bool:
    """A resistance cast on the other elemental does nothing (canon 3.4)."""
    monster = field.duel.being(at)
    return spell == PROTECTION or not (isinstance(monster, Monster) and monster.kind in ELEMENTALS)
