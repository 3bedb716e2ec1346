"""Dice without state: a roll is a hash of the duel's salt, the turn and what it is for."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from engine.model import Gesture, Hand, Value

Face = TypeVar("Face")

CONFUSED_GESTURES = tuple(Gesture(g) for g in "CDFPSW")  # each as likely (canon 3.4)


class Roll(Value, frozen=True, kw_only=True):
    """A die already rolled, for a confused wizard (`hand`, `gesture`, `half` when hasted) or monster (`victim`).

    `paralysed` is the die of a hand that Paralysis takes unnamed, a roll of its own.
    """

    being: str
    half: int | None = None
    hand: Hand | None = None
    gesture: Gesture | None = None
    victim: str | None = None
    paralysed: Hand | None = None


def roll(salt: str, turn: int, purpose: str, faces: Sequence[Face]) -> Face:
    """One of `faces`, each as likely; the same for the same (salt, turn, purpose), whatever else is rolled."""
    digest = sha256(f"{salt}|{turn}|{purpose}".encode()).digest()
    return faces[int.from_bytes(digest[:8], "big") % len(faces)]


def commitment(salt: str) -> str:
    """The SHA-256 of a salt, mailed at the start so that players can check the dice at the end."""
    return sha256(salt.encode()).hexdigest()
