"""Lots drawn from an event's seed, as the dice of a duel are from its salt: the same seed, the same lots."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from engine.tournament.model import Entrant, Event


def lot(event: Event, purpose: str, name: str) -> int:
    """A number below 2**64 for that entrant and purpose; the lower comes first."""
    return _drawn(event, purpose, event.by_name[name])


def seeding(event: Event) -> list[Entrant]:
    """The entrants, the highest rated first, equals by lot; those who came late after them, in the order they came."""
    return sorted(event.entrants, key=lambda each: (each.first, -each.rating, _drawn(event, "seeding", each)))


def dealt(names: Sequence[str], groups: int) -> list[list[str]]:
    """The names, best first, dealt to so many groups there and back, so that these are about as strong."""
    found: list[list[str]] = [[] for _ in range(groups)]
    for n, name in enumerate(names):
        row, column = divmod(n, groups)
        found[column if row % 2 == 0 else -1 - column].append(name)
    return found


def _drawn(event: Event, purpose: str, entrant: Entrant) -> int:
    name = entrant.drawn_as or entrant.name
    return int.from_bytes(sha256(f"{event.seed}|{purpose}|{name}".encode()).digest()[:8], "big")
