"""How spells hold the hands of a wizard in the next part of the duel (canon 5.1 to 5.5)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.compulsion import BARRED_BY_FEAR, HANDS, REST, binding
from engine.enchantments import FEAR, HASTE
from engine.model import Duel, Enchantment, Gesture, Hand, Pair, Part, Value, Wizard
from engine.variants import rules_of

Slot = tuple[int, Hand]  # a half, and a hand
Pairs = tuple[Pair, ...]


class Grip(Value, frozen=True, kw_only=True):
    """How the mind is held next turn.

    `fixed` hands show a gesture that is known whatever is ordered, `loose` ones may show any; `by` names the spell.
    """

    halves: int
    fixed: Mapping[Slot, Gesture]
    loose: frozenset[Slot]
    by: Mapping[Slot, str]
    afraid: bool


def grip(duel: Duel, wizard: Wizard) -> Grip:
    """What holds this wizard's hands in the next part of the duel; in a Time stop turn nothing does (A88)."""
    normal = duel.next_part is Part.NORMAL
    halves = 2 if normal and any(e.name == HASTE for e in wizard.enchantments) else 1
    fixed: dict[Slot, Gesture] = {}
    loose: set[Slot] = set()
    by: dict[Slot, str] = {}
    held = binding(wizard.enchantments, rules=rules_of(duel)) if normal else []
    for enchantment in held:
        known, unknown = hold(enchantment, halves)
        fixed.update(known)
        loose = (loose | unknown) - set(known)
        by.update(dict.fromkeys([*known, *unknown], enchantment.name))
    afraid = any(e.name == FEAR for e in held)
    return Grip(
        halves=halves,
        fixed={slot: feared(made) if afraid else made for slot, made in fixed.items() if slot not in loose},
        loose=frozenset(loose),
        by=by,
        afraid=afraid,
    )


def hold(held: Enchantment, halves: int) -> tuple[dict[Slot, Gesture], set[Slot]]:
    """The hands of which one enchantment decides the gesture, and those that it leaves open."""
    both = {(half, hand) for half in range(halves) for hand in HANDS}
    mine = {slot for slot in both if slot[1] is held.hand}
    match held.name:
        case "Amnesia":
            pairs = _repeated(held, halves)
            return dict(slotted(pairs)), set()
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


def feared(gesture: Gesture) -> Gesture:
    return Gesture.NOTHING if gesture in BARRED_BY_FEAR else gesture


def slotted(pairs: Pairs) -> list[tuple[Slot, Gesture]]:
    return [((half, hand), made) for half, pair in enumerate(pairs) for hand, made in zip(HANDS, pair, strict=True)]
