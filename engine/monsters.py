"""The monsters: hit points, damage and element of each kind."""

from __future__ import annotations

from typing import Final

from engine.enchantments import RESIST_COLD, RESIST_HEAT
from engine.model import Kind, Value


class Stats(Value, frozen=True, kw_only=True):
    """One row (canon 4.1): `resisted_by` is the enchantment that is proof against its element."""

    hit_points: int
    damage: int
    resisted_by: str | None = None


MONSTERS: Final[dict[Kind, Stats]] = {
    Kind.GOBLIN: Stats(hit_points=1, damage=1),
    Kind.OGRE: Stats(hit_points=2, damage=2),
    Kind.TROLL: Stats(hit_points=3, damage=3),
    Kind.GIANT: Stats(hit_points=4, damage=4),
    Kind.FIRE_ELEMENTAL: Stats(hit_points=3, damage=3, resisted_by=RESIST_HEAT),
    Kind.ICE_ELEMENTAL: Stats(hit_points=3, damage=3, resisted_by=RESIST_COLD),
}

ELEMENTALS: Final = (Kind.FIRE_ELEMENTAL, Kind.ICE_ELEMENTAL)
OPPOSITE: Final = {Kind.FIRE_ELEMENTAL: Kind.ICE_ELEMENTAL, Kind.ICE_ELEMENTAL: Kind.FIRE_ELEMENTAL}
