"""Players: people with an address. An address may hold several seats, in one game or in many."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from referee.store import codec
from referee.store.database import Store


class Player(Struct, frozen=True, kw_only=True):
    """A person. `address` as it was written; `confirmed_at` None: nobody has shown yet that it is theirs."""

    id: int
    name: str | None
    address: str
    confirmed_at: datetime | None
    created_at: datetime


def add(store: Store, address: str, *, now: datetime, name: str | None = None, confirmed: bool = False) -> Player:
    """The player with that address; a new one where there is none. `confirmed` confirms the old one as well."""
    known = by_address(store, address)
    if known is None:
        number = store.insert(
            "players",
            {
                "name": name,
                "address": address.strip(),
                "address_key": address_key(address),
                "confirmed_at": codec.stamp(now) if confirmed else None,
                "created_at": codec.stamp(now),
            },
        )
    else:
        number = known.id
        if confirmed and known.confirmed_at is None:
            store.change("UPDATE players SET confirmed_at = ? WHERE id = ?", [codec.stamp(now), number])
    player = load(store, number)
    assert player is not None
    return player


def load(store: Store, player: int) -> Player | None:
    """The player of that number."""
    row = store.row("SELECT * FROM players WHERE id = ?", [player])
    return None if row is None else _player(row)


def by_address(store: Store, address: str) -> Player | None:
    """The player with that address, however it is capitalised."""
    row = store.row("SELECT * FROM players WHERE address_key = ?", [address_key(address)])
    return None if row is None else _player(row)


def everyone(store: Store) -> list[Player]:
    """All players, the oldest first."""
    return [_player(row) for row in store.rows("SELECT * FROM players ORDER BY id")]


def address_key(address: str) -> str:
    """What two spellings of one address have in common."""
    return address.strip().casefold()


def _player(row: dict[str, Any]) -> Player:
    return Player(
        id=row["id"],
        name=row["name"],
        address=row["address"],
        confirmed_at=codec.moment_or_none(row["confirmed_at"]),
        created_at=codec.moment(row["created_at"]),
    )
