"""What a wizard's hands will show as far as he can know it, and which spells they may finish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.compulsion import HANDS, binding
from engine.dice import CONFUSED_GESTURES
from engine.enchantments import CONFUSION, FEAR
from engine.gestures import Finished, would_finish_each
from engine.grip import Grip, Pairs, Slot, feared, hold, slotted
from engine.model import Duel, Enchantment, Gesture, Hand, Part, Value, Wizard
from engine.variants import rules_of

_ANY: Final = tuple(gesture for gesture in Gesture if gesture is not Gesture.UNSEEN)


class Foresight(Value, frozen=True, kw_only=True):
    """`pairs` if nothing unknown bends them, what each finishes, and all that each half might finish."""

    pairs: Pairs
    finished: tuple[tuple[Finished, ...], ...]
    possible: tuple[tuple[Finished, ...], ...]
    shows: Mapping[Slot, frozenset[Gesture]]


def foresee(duel: Duel, wizard: Wizard, held: Grip, written: Mapping[Slot, Gesture]) -> Foresight:
    """What comes of these gestures as written; a hand without one does nothing."""
    ordered = _pairs({slot: written.get(slot, Gesture.NOTHING) for slot in _slots(held.halves)}, held)
    bent = {ordered: None}  # a set in an order that is the same in every process
    rules = rules_of(duel)
    for enchantment in binding(wizard.enchantments, rules=rules) if duel.next_part is Part.NORMAL else ():
        bent = {after: None for pairs in bent for after in _bend(enchantment, pairs)}
    expected = _pairs({slot: held.fixed.get(slot, gesture) for slot, gesture in slotted(ordered)}, held)
    bent[expected] = None
    shows: dict[Slot, set[Gesture]] = {}
    possible: list[dict[Finished, None]] = [{} for _ in range(held.halves)]
    for pairs in sorted(bent, key=lambda each: each != expected):
        for slot, gesture in slotted(pairs):
            shows.setdefault(slot, set()).add(gesture)
        for half, found in enumerate(would_finish_each(wizard, pairs, rules=rules)):
            possible[half].update(dict.fromkeys(found))
    return Foresight(
        pairs=expected,
        finished=would_finish_each(wizard, expected, rules=rules),
        possible=tuple(tuple(each) for each in possible),
        shows={slot: frozenset(gestures) for slot, gestures in shows.items()},
    )


def _bend(held: Enchantment, pairs: Pairs) -> Iterable[Pairs]:
    """All that one enchantment may make of these pairs."""
    if held.name == FEAR:
        return [tuple((feared(left), feared(right)) for left, right in pairs)]
    known, unknown = hold(held, len(pairs))
    if known:
        return [_with(pairs, known)]
    if held.name == CONFUSION:
        return [_with(pairs, {slot: gesture}) for slot in sorted(unknown) for gesture in CONFUSED_GESTURES]
    return [pairs, *(_with(pairs, dict.fromkeys(unknown, gesture)) for gesture in _ANY)]


def _slots(halves: int) -> list[Slot]:
    return [(half, hand) for half in range(halves) for hand in HANDS]


def _pairs(gestures: Mapping[Slot, Gesture], held: Grip) -> Pairs:
    return tuple((gestures[half, Hand.LEFT], gestures[half, Hand.RIGHT]) for half in range(held.halves))


def _with(pairs: Pairs, changed: Mapping[Slot, Gesture]) -> Pairs:
    return tuple(
        (changed.get((half, Hand.LEFT), left), changed.get((half, Hand.RIGHT), right))
        for half, (left, right) in enumerate(pairs)
    )
