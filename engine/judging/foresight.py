"""What a wizard's hands will show as far as he can know it, and which spells they may finish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.compulsion import BARRED_BY_FEAR, HANDS, REST, binding
from engine.dice import CONFUSED_GESTURES
from engine.enchantments import CONFUSION, FEAR, HASTE
from engine.gestures import Finished, finished_by, usable
from engine.model import Duel, Enchantment, Gesture, Hand, Pair, Part, Value, Wizard
from engine.variants import rules_of

Slot = tuple[int, Hand]
Pairs = tuple[Pair, ...]

_ANY: Final = tuple(gesture for gesture in Gesture if gesture is not Gesture.UNSEEN)


class Grip(Value, frozen=True, kw_only=True):
    """How the mind is held next turn.

    `fixed` hands show a gesture that is known whatever is ordered, `loose` ones may show any; `by` names the spell.
    """

    halves: int
    fixed: Mapping[Slot, Gesture]
    loose: frozenset[Slot]
    by: Mapping[Slot, str]
    afraid: bool


class Foresight(Value, frozen=True, kw_only=True):
    """`pairs` if nothing unknown bends them, what each finishes, and all that each half might finish."""

    pairs: Pairs
    finished: tuple[tuple[Finished, ...], ...]
    possible: tuple[tuple[Finished, ...], ...]
    shows: Mapping[Slot, frozenset[Gesture]]


def grip(duel: Duel, wizard: Wizard) -> Grip:
    """What holds this wizard's hands in the next part of the duel; in a Time stop turn nothing does (A88)."""
    normal = duel.next_part is Part.NORMAL
    halves = 2 if normal and any(e.name == HASTE for e in wizard.enchantments) else 1
    fixed: dict[Slot, Gesture] = {}
    loose: set[Slot] = set()
    by: dict[Slot, str] = {}
    held = binding(wizard.enchantments) if normal else []
    for enchantment in held:
        known, unknown = _hold(enchantment, halves)
        fixed.update(known)
        loose = (loose | unknown) - set(known)
        by.update(dict.fromkeys([*known, *unknown], enchantment.name))
    afraid = any(e.name == FEAR for e in held)
    return Grip(
        halves=halves,
        fixed={slot: _feared(made) if afraid else made for slot, made in fixed.items() if slot not in loose},
        loose=frozenset(loose),
        by=by,
        afraid=afraid,
    )


def _hold(held: Enchantment, halves: int) -> tuple[dict[Slot, Gesture], set[Slot]]:
    """The hands of which one enchantment decides the gesture, and those that it leaves open."""
    both = {(half, hand) for half in range(halves) for hand in HANDS}
    mine = {slot for slot in both if slot[1] is held.hand}
    match held.name:
        case "Amnesia":
            pairs = _repeated(held, halves)
            return dict(_slotted(pairs)), set()
        case "Paralysis" if held.gesture is not None:
            return dict.fromkeys(mine, held.gesture), set()
        case "Charm person":
            return (dict.fromkeys(mine, held.gesture), set()) if held.gesture is not None else ({}, mine)
        case "Confusion":
            if held.gesture is None or held.hand is None:
                return {}, both
            half = held.half if held.half is not None and held.half < halves else 0
            return {(half, held.hand): held.gesture}, set()
        case _:
            return {}, set()


def _repeated(held: Enchantment, halves: int) -> Pairs:
    """Amnesia: half k repeats half k, or the last there was; an unhasted turn repeats the last pair (A108)."""
    past = held.pairs or (REST,)
    return (past[-1],) if halves == 1 else tuple(past[min(half, len(past) - 1)] for half in range(halves))


def foresee(duel: Duel, wizard: Wizard, held: Grip, written: Mapping[Slot, Gesture]) -> Foresight:
    """What comes of these gestures as written; a hand without one does nothing."""
    ordered = _pairs({slot: written.get(slot, Gesture.NOTHING) for slot in _slots(held.halves)}, held)
    bent = {ordered}
    enchantments = binding(wizard.enchantments) if duel.next_part is Part.NORMAL else []
    for enchantment in enchantments:
        bent = {after for pairs in bent for after in _bend(enchantment, pairs)}
    expected = _pairs({slot: held.fixed.get(slot, gesture) for slot, gesture in _slotted(ordered)}, held)
    bent.add(expected)
    shows: dict[Slot, set[Gesture]] = {}
    possible: list[dict[Finished, None]] = [{} for _ in range(held.halves)]
    for pairs in sorted(bent, key=lambda each: each != expected):
        for slot, gesture in _slotted(pairs):
            shows.setdefault(slot, set()).add(gesture)
        for half, found in enumerate(_finished(duel, wizard, pairs)):
            possible[half].update(dict.fromkeys(found))
    return Foresight(
        pairs=expected,
        finished=_finished(duel, wizard, expected),
        possible=tuple(tuple(each) for each in possible),
        shows={slot: frozenset(gestures) for slot, gestures in shows.items()},
    )


def _bend(held: Enchantment, pairs: Pairs) -> Iterable[Pairs]:
    """All that one enchantment may make of these pairs."""
    if held.name == FEAR:
        return [tuple((_feared(left), _feared(right)) for left, right in pairs)]
    known, unknown = _hold(held, len(pairs))
    if known:
        return [_with(pairs, known)]
    if not unknown:
        return [pairs]
    if held.name == CONFUSION:
        return [_with(pairs, {slot: gesture}) for slot in unknown for gesture in CONFUSED_GESTURES]
    return [pairs, *(_with(pairs, dict.fromkeys(unknown, gesture)) for gesture in _ANY)]


def _feared(gesture: Gesture) -> Gesture:
    return Gesture.NOTHING if gesture in BARRED_BY_FEAR else gesture


def _finished(duel: Duel, wizard: Wizard, pairs: Pairs) -> tuple[tuple[Finished, ...], ...]:
    past = usable(wizard)
    found = []
    for pair in pairs:
        past.append(pair)
        found.append(finished_by(past, rules=rules_of(duel), short_bolt=not wizard.short_bolt_used))
    return tuple(found)


def _slots(halves: int) -> list[Slot]:
    return [(half, hand) for half in range(halves) for hand in HANDS]


def _slotted(pairs: Pairs) -> list[tuple[Slot, Gesture]]:
    return [((half, hand), made) for half, pair in enumerate(pairs) for hand, made in zip(HANDS, pair, strict=True)]


def _pairs(gestures: Mapping[Slot, Gesture], held: Grip) -> Pairs:
    return tuple((gestures[half, Hand.LEFT], gestures[half, Hand.RIGHT]) for half in range(held.halves))


def _with(pairs: Pairs, changed: Mapping[Slot, Gesture]) -> Pairs:
    return tuple(
        (changed.get((half, Hand.LEFT), left), changed.get((half, Hand.RIGHT), right))
        for half, (left, right) in enumerate(pairs)
    )
