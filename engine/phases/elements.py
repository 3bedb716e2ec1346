"""Step 10: elementals against elementals, storms, Fireball and the resistances (canon 4.6, A70 to A73, A106)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.battlefield import Battlefield, Cast
from engine.events import CastFated, Died, Doom, ElementalsMerged, Event, Fate, StormRaged
from engine.model import Kind, Monster
from engine.monsters import ELEMENTALS, MONSTERS, OPPOSITE
from engine.spellbook import Enchant, Hurt, Remove, Storm


def merge(field: Battlefield) -> Iterator[Event]:
    """Elementals of one kind become one, at full strength; the oldest stays."""
    for kind in ELEMENTALS:
        same = [m for m in field.duel.monsters if m.alive and m.kind is kind]
        for other in same[1:]:
            yield ElementalsMerged(into=same[0].name, gone=other.name, hit_points=MONSTERS[kind].hit_points)


def settle_elements(field: Battlefield) -> Iterator[Event]:
    """All opposites meet at once: what has an opposite vanishes; a storm that meets none rages (A106)."""
    elementals: dict[Kind, Monster] = {m.kind: m for m in field.duel.monsters if m.alive and m.kind in ELEMENTALS}
    storms: dict[Kind, list[Cast]] = {
        kind: [c for c in field.casts if _rages(field, c) and isinstance(c.effect, Storm) and c.effect.kind is kind]
        for kind in ELEMENTALS
    }
    if not elementals and not any(storms.values()):
        return
    prevailing: dict[Kind, bool] = {
        kind: bool(storms[kind]) and not _met(field, kind, elementals, storms) for kind in ELEMENTALS
    }
    for kind in ELEMENTALS:
        if storms[kind] and not prevailing[kind]:
            yield from (CastFated(cast=c.number, fate=Fate.NEUTRALISED) for c in storms[kind])
        elif prevailing[kind]:
            yield StormRaged(spell=storms[kind][0].spell.name, casts=tuple(c.number for c in storms[kind]))
    yield from _fireballs(field, ice_storm=prevailing[Kind.ICE_ELEMENTAL])
    for elemental in elementals.values():
        if _vanishes(field, elemental, elementals, storms, prevailing):
            yield Died(being=elemental.name, doom=Doom.ELEMENT)


def _rages(field: Battlefield, cast: Cast) -> bool:
    landing = field.plan.landings.get(cast.number)
    return landing is not None and landing.arrives


def _passes(field: Battlefield, elemental: Monster | None) -> bool:
    """Whether a Counter-spell lets storms pass this elemental (A21)."""
    if elemental is None or not field.rules.counter_lets_storms_pass:
        return False
    return any(field.name(name) == elemental.name for name in field.plan.countered)


def _met(
    field: Battlefield, kind: Kind, elementals: Mapping[Kind, Monster], storms: Mapping[Kind, Sequence[Cast]]
) -> bool:
    """Whether a storm meets its opposite: a storm, or an elemental that no Counter-spell covers."""
    other = elementals.get(OPPOSITE[kind])
    return bool(storms[OPPOSITE[kind]]) or (other is not None and not _passes(field, other))


def _vanishes(
    field: Battlefield,
    elemental: Monster,
    elementals: Mapping[Kind, Monster],
    storms: Mapping[Kind, Sequence[Cast]],
    prevailing: Mapping[Kind, bool],
) -> bool:
    opposite = OPPOSITE[elemental.kind]
    if opposite in elementals:
        return True
    if not _passes(field, elemental) and (storms[opposite] or prevailing[elemental.kind]):
        return True
    return _struck_out(field, elemental)


def _struck_out(field: Battlefield, elemental: Monster) -> bool:
    """A Fireball at an ice elemental, or the matching resistance, destroys it; Remove keeps Resist from it (A105)."""
    if elemental.kind is Kind.ICE_ELEMENTAL and any(at == elemental.name for at in _fireballed(field)):
        return True
    removed = any(at == elemental.name for _, at in field.arrivals(Remove))
    resisted = MONSTERS[elemental.kind].resisted_by
    return not removed and any(at == elemental.name and c.spell.name == resisted for c, at in field.arrivals(Enchant))


def _fireballed(field: Battlefield) -> list[str]:
    return [at for cast, at in field.arrivals(Hurt) if isinstance(cast.effect, Hurt) and cast.effect.heat]


def _fireballs(field: Battlefield, *, ice_storm: bool) -> Iterator[Event]:
    """A Fireball at a fire elemental, or beside an Ice storm that prevails, comes to nothing (A70, A72, A107)."""
    for cast, at in field.arrivals(Hurt):
        if not (isinstance(cast.effect, Hurt) and cast.effect.heat):
            continue
        monster = field.duel.monster(at)
        kind = None if monster is None else monster.kind
        if kind is Kind.FIRE_ELEMENTAL or (ice_storm and kind is not Kind.ICE_ELEMENTAL):
            yield CastFated(cast=cast.number, fate=Fate.NEUTRALISED, being=at)
