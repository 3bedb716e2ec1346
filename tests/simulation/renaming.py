"""The same turn under other names and in another order of seats, in a form in which the two can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.clauses import Orders
from engine.dice import Roll
from engine.events import (
    Attacked,
    CastFated,
    Compelled,
    Died,
    EnchantmentLaid,
    HitPointsChanged,
    MonsterMade,
    SpellCast,
    Stabbed,
    Turn,
)
from engine.model import Duel, unborn
from engine.monsters import ELEMENTALS

T = TypeVar("T")
NEW_NAMES = ("Zoë", "Yan", "Xia", "Wyn", "Vic")


def renamed(value: T, names: Mapping[str, str]) -> T:
    """A frozen value with every name of a being changed, the unborn's included."""
    found: T = msgspec.convert(_renamed(msgspec.to_builtins(value), names), type(value))
    return found


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        label, colon, maker = value.partition(":")
        return f"{label}:{names.get(maker, maker)}" if colon and label in UNBORN else names.get(value, value)
    if isinstance(value, dict):
        return {_renamed(key, names): _renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(each, names) for each in value]
    return value


UNBORN = ("LH", "RH", "BH", "bank")


def reseated(duel: Duel, names: Mapping[str, str], seats: Sequence[int]) -> Duel:
    """The duel with other names, wizard `seats[n]` in seat n."""
    other = renamed(duel, names)
    return msgspec.structs.replace(other, wizards=tuple(other.wizards[seat] for seat in seats))


def given_dice(turn: Turn) -> tuple[Roll, ...]:
    """The dice that fell in a turn, so that another can be adjudicated with the same."""
    made = {e.name: unborn(e.hand, e.maker) for e in turn.events if isinstance(e, MonsterMade)}
    rolls: dict[str, Roll] = {}
    for event in turn.events:
        if isinstance(event, Compelled) and event.rolled:
            rolls[event.wizard] = Roll(being=event.wizard, half=event.half, hand=event.hand, gesture=event.made)
        elif isinstance(event, Attacked) and event.spell == "Confusion" and event.victim is not None:
            rolls[event.monster] = Roll(being=event.monster, victim=made.get(event.victim, event.victim))
    hands = [
        Roll(being=e.being, paralysed=e.enchantment.hand)
        for e in turn.events
        if isinstance(e, EnchantmentLaid) and e.enchantment.name == "Paralysis" and e.enchantment.hand is not None
    ]
    return (*rolls.values(), *hands)


def depends_on_seats(turn: Turn) -> bool:
    """Whether the rules let the seats decide: two Raise dead on one corpse (A119), which elemental is the older."""
    raising = Counter(e.subject for e in turn.events if isinstance(e, SpellCast) and e.spell == "Raise dead")
    made = Counter(e.kind for e in turn.events if isinstance(e, MonsterMade) and e.kind in ELEMENTALS)
    return any(count > 1 for count in (*raising.values(), *made.values()))


def told(turn: Turn) -> dict[str, Any]:
    """What happened and what is, without numbers of casts and of monsters made this turn, and without an order."""
    keys: dict[str, str] = {}
    for event in turn.events:
        if isinstance(event, MonsterMade):
            count = sum(key.startswith(f"new {event.kind} {event.maker} {event.hand}") for key in keys.values())
            keys[event.name] = f"new {event.kind} {event.maker} {event.hand} {count}"
    cast = {e.cast: f"{e.caster}'s {e.spell} {e.hand} {e.half}" for e in turn.events if isinstance(e, SpellCast)}
    events = [
        _renamed(msgspec.to_builtins(e), keys)
        for e in turn.events
        if isinstance(e, Attacked | Stabbed | Died | HitPointsChanged)
    ]
    events += [
        {"cast": cast[e.cast], "fate": e.fate.value, "being": e.being, "onto": e.onto}
        for e in turn.events
        if isinstance(e, CastFated)
    ]
    after = _renamed(msgspec.to_builtins(turn.after), keys)
    for being in (*after["wizards"], *after["monsters"]):
        for enchantment in being["enchantments"]:
            if enchantment["name"] != "Charm person":
                enchantment["by"] = None  # of castings that merge, the first's: it decides nothing
        being["enchantments"].sort(key=repr)
    for made in (made for wizard in after["wizards"] for made in wizard["history"]):
        made["hidden_from"].sort()
    for what in ("wizards", "monsters", "numbers", "stopped"):
        after[what] = sorted(after[what], key=repr)
    return {"events": sorted(events, key=repr), "after": after}


def orders_renamed(orders: Mapping[str, Orders], names: Mapping[str, str]) -> dict[str, Orders]:
    return {names[name]: renamed(each, names) for name, each in orders.items()}
