"""Who sits where when a game begins that players agreed on: under their own names, or where none is to be known."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from referee.names import look_alike_key
from referee.store import players
from referee.store.database import Store
from referee.store.players import Player

# What wizards are called whose players are a secret. Twice as many as can sit at a table, as somebody may be called so.
NEUTRAL_NAMES: Final = (
    "Amber",
    "Basalt",
    "Cobalt",
    "Garnet",
    "Hazel",
    "Indigo",
    "Jasper",
    "Juniper",
    "Linden",
    "Onyx",
    "Opal",
    "Quartz",
    "Rowan",
    "Russet",
    "Sable",
    "Saffron",
    "Slate",
    "Tansy",
    "Thistle",
    "Umber",
    "Vervain",
    "Willow",
    "Yarrow",
    "Zircon",
)


def named_seats(people: Sequence[Player]) -> list[tuple[str, int]]:
    """The seats as (wizard, number of player), in the order in which the players came."""
    seats = []
    for player in people:
        assert player.name is not None, player
        seats.append((player.name, player.id))
    return seats


def secret_seats(store: Store, people: Sequence[Player], salt: str) -> list[tuple[str, int]]:
    """The seats under names that tell nothing, in an order that tells nothing: both hang on the salt alone."""
    free = [name for name in NEUTRAL_NAMES if players.by_name(store, look_alike_key(name)) is None]
    names = sorted(free or NEUTRAL_NAMES, key=lambda name: _drawn(salt, f"name {name}"))
    drawn = sorted(people, key=lambda player: _drawn(salt, f"seat {player.id}"))
    return [(name, player.id) for name, player in zip(names, drawn, strict=False)]


def _drawn(salt: str, purpose: str) -> bytes:
    return sha256(f"{salt}|seating|{purpose}".encode()).digest()
