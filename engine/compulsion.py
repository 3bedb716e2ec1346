"""The spells that hold the mind: which of them bind, and what they hold (canon 5.1 to 5.5)."""

from __future__ import annotations

from typing import Final

from engine.enchantments import COMPULSIONS
from engine.model import Enchantment, Gesture, Hand, Made, Pair, Part
from engine.variants import RuleSet

HANDS: Final = (Hand.LEFT, Hand.RIGHT)
REST: Final[Pair] = (Gesture.NOTHING, Gesture.NOTHING)
BARRED_BY_FEAR: Final = frozenset({Gesture.CLAP, Gesture.DIGIT, Gesture.FINGERS, Gesture.SNAP})
FROZEN: Final = {Gesture.CLAP: Gesture.FINGERS, Gesture.SNAP: Gesture.DIGIT, Gesture.WAVE: Gesture.PALM}


def binding(enchantments: tuple[Enchantment, ...], *, rules: RuleSet) -> list[Enchantment]:
    """The control enchantments that bind this turn, in the order they are worked.

    A fresh one overrides the permanent ones for its turn if the rules say so (A97); several bind together (A115, A118).
    """
    held = [e for e in enchantments if e.name in COMPULSIONS]
    if rules.fresh_hold_overrides and len(held) > 1 and any(not e.permanent for e in held):
        held = [e for e in held if not e.permanent]
    return sorted(held, key=lambda e: COMPULSIONS.index(e.name))


def freeze(gesture: Gesture) -> Gesture:
    """What a paralysed hand shows if it showed `gesture` before: C to F, S to D, W to P, the rest as it is."""
    return FROZEN.get(gesture, gesture)


def shown_on(history: tuple[Made, ...], turn: int) -> tuple[Pair, ...]:
    """The pairs that a wizard made in the ordinary turn of that number."""
    return tuple((m.left, m.right) for m in history if m.turn == turn and m.part is Part.NORMAL)
