"""Step 12: spells that hold the mind cancel each other; Charm monster; monsters unmade at once (canon 5.1, 4.5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.battlefield import Battlefield, Cast
from engine.enchantments import CHARM_MONSTER, CHARM_PERSON, ENCHANTMENTS, PARALYSIS
from engine.events import CastFated, ControlChanged, Died, Doom, Event, Fate
from engine.mindhold import paralysed_hand
from engine.model import Monster
from engine.monsters import ELEMENTALS
from engine.spellbook import Enchant, Remove


def clash(field: Battlefield) -> Iterator[Event]:
    """Two different control spells on one being fail, and some duplicates too (5.1, A25 to A27)."""
    arrived: dict[str, list[Cast]] = defaultdict(list)
    for cast, at in field.arrivals(Enchant):
        if ENCHANTMENTS[cast.spell.name].mind:
            arrived[at].append(cast)
    for at, casts in arrived.items():
        for cast in _failing(field, at, casts):
            yield CastFated(cast=cast.number, fate=Fate.CLASHED, being=at)


def _failing(field: Battlefield, at: str, casts: list[Cast]) -> list[Cast]:
    """Those of several control spells on one being that come to nothing: all, or Paralysis before the others (A26)."""
    if field.rules.paralysis_yields:
        others = [c for c in casts if c.spell.name != PARALYSIS]
        if others and len(others) < len(casts):
            return [c for c in casts if c not in others] + _failing(field, at, others)
    return casts if len(casts) > 1 and not _merge(field, at, casts) else []


def _merge(field: Battlefield, at: str, casts: list[Cast]) -> bool:
    """Whether several control spells on one being act as one."""
    names = {c.spell.name for c in casts}
    if len(names) > 1 or CHARM_PERSON in names or field.rules.doubles_clash:
        return False
    if PARALYSIS in names and field.duel.wizard(at) is not None:
        return len({paralysed_hand(field, c, at) for c in casts}) == 1
    if CHARM_MONSTER in names:
        return len({c.caster for c in casts}) == 1
    return True


def charm_monsters(field: Battlefield) -> Iterator[Event]:
    """Charm monster changes owners now, so that the blow of this turn is the new master's (canon 3.4, A65)."""
    removed = {at for _, at in field.arrivals(Remove)}
    charmed: set[str] = set()
    for cast, at in field.arrivals(Enchant):
        monster = field.living(at)
        if cast.spell.name != CHARM_MONSTER or not isinstance(monster, Monster) or at in removed | charmed:
            continue
        if monster.kind not in ELEMENTALS:
            charmed.add(at)
            yield ControlChanged(monster=at, controller=cast.caster, charmed=True, cast=cast.number)


def unmake(field: Battlefield) -> Iterator[Event]:
    """Blindness and Invisibility destroy a monster before it strikes, unless Remove enchantment ends them (A105)."""
    removed = {at for _, at in field.arrivals(Remove)}
    gone: set[str] = set()
    for cast, at in sorted(field.arrivals(Enchant), key=lambda each: each[0].spell.name):  # not by seats
        if ENCHANTMENTS[cast.spell.name].unmakes and isinstance(field.living(at), Monster) and at not in removed | gone:
            gone.add(at)
            yield Died(being=at, doom=Doom(cast.spell.name))
