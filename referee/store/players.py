"""Players: people with an address. An address may hold several seats, in one game or in many."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from referee.store import codec
from referee.store.database import Store


class Player(Struct, frozen=True, kw_only=True):
    """A person. `address` as it was written; `confirmed_at` None: nobody has shown yet that it is theirs.

    `zone`: the time zone to tell moments in, None for UTC alone. `muted_at`: wants no mails but those that ask for
    orders and answer him. `standby_at`: would take over seats that others leave, the longest waiting first.
    `forgotten_at`: asked to be erased; of such a one nothing is left but the seats that he had. `banned_at`: his mails
    are not taken. `merged_into`: he turned out to be that player, whom all that looks him up finds instead."""

    id: int
    name: str | None
    address: str
    confirmed_at: datetime | None
    created_at: datetime
    zone: str | None = None
    muted_at: datetime | None = None
    standby_at: datetime | None = None
    forgotten_at: datetime | None = None
    banned_at: datetime | None = None
    merged_into: int | None = None


def add(
    store: Store,
    address: str,
    *,
    now: datetime,
    name: str | None = None,
    name_key: str | None = None,
    confirmed: bool = False,
) -> Player:
    """The player with that address; a new one where there is none. `confirmed` confirms the old one as well.

    `name_key` is the name folded; sqlite3.IntegrityError where another player has it."""
    known = by_address(store, address)
    if known is None:
        number = store.insert(
            "players",
            {
                "name": name,
                "name_key": name_key,
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
    """The player of that number, or the one whom he turned out to be."""
    row = store.row("SELECT * FROM players WHERE id = ?", [player])
    return None if row is None else _true(store, _player(row))


def by_address(store: Store, address: str) -> Player | None:
    """The player with that address, however it is capitalised."""
    row = store.row("SELECT * FROM players WHERE address_key = ?", [address_key(address)])
    return None if row is None else _true(store, _player(row))


def by_name(store: Store, name_key: str) -> Player | None:
    """The player of that folded name."""
    row = store.row("SELECT * FROM players WHERE name_key = ?", [name_key])
    return None if row is None else _player(row)


def named(store: Store) -> list[str]:
    """The names of all players who have one, in their order: for suggestions."""
    return [row["name"] for row in store.rows("SELECT name FROM players WHERE name_key IS NOT NULL ORDER BY name_key")]


def everyone(store: Store) -> list[Player]:
    """All players, the oldest first."""
    return [_player(row) for row in store.rows("SELECT * FROM players ORDER BY id")]


def remove(store: Store, player: int) -> None:
    """A player has never been. sqlite3.IntegrityError where anything belongs to him."""
    store.change("DELETE FROM players WHERE id = ?", [player])


def rename(store: Store, player: int, name: str | None, name_key: str | None) -> None:
    """Give a player that name, or none. sqlite3.IntegrityError where another player has it."""
    store.change("UPDATE players SET name = ?, name_key = ? WHERE id = ?", [name, name_key, player])


def readdress(store: Store, player: int, address: str) -> None:
    """Write to that address from now on. sqlite3.IntegrityError where it is another player's."""
    sql = "UPDATE players SET address = ?, address_key = ? WHERE id = ?"
    store.change(sql, [address.strip(), address_key(address), player])


def set_zone(store: Store, player: int, zone: str | None) -> None:
    """Tell moments in that zone."""
    store.change("UPDATE players SET zone = ? WHERE id = ?", [zone, player])


def set_muted(store: Store, player: int, since: datetime | None) -> None:
    """Send only what asks for orders and what answers, or (None) all mails."""
    store.change("UPDATE players SET muted_at = ? WHERE id = ?", [codec.stamp_or_none(since), player])


def set_standby(store: Store, player: int, since: datetime | None) -> None:
    """Offer seats that others leave, or (None) do not."""
    store.change("UPDATE players SET standby_at = ? WHERE id = ?", [codec.stamp_or_none(since), player])


def on_standby(store: Store) -> list[Player]:
    """Who would take over seats, the longest waiting first."""
    sql = "SELECT * FROM players WHERE standby_at IS NOT NULL AND confirmed_at IS NOT NULL ORDER BY standby_at, id"
    return [_player(row) for row in store.rows(sql)]


def addresses(store: Store, player: int) -> list[str]:
    """The address of the player of that very number, whoever he turned out to be; none of one who is forgotten."""
    return [
        row["address"] for row in store.rows("SELECT address FROM players WHERE id = ?", [player]) if row["address"]
    ]


def forget(store: Store, player: int, *, now: datetime) -> None:
    """Erase a player's name, address and wishes. The row stays, as the seats of games point at it."""
    store.change(
        "UPDATE players SET name = NULL, name_key = NULL, address = '', address_key = ?, confirmed_at = NULL,"
        " zone = NULL, muted_at = NULL, standby_at = NULL, forgotten_at = ? WHERE id = ?",
        [f"forgotten {player}", codec.stamp(now), player],
    )


def address_key(address: str) -> str:
    """What two spellings of one address have in common."""
    return address.strip().casefold()


def _true(store: Store, player: Player) -> Player:
    if player.merged_into is None:
        return player
    found = load(store, player.merged_into)
    assert found is not None, player
    return found


def ban(store: Store, player: int, since: datetime | None) -> None:
    """Take no mails of a player, or (None) take them again; he is not on standby any more."""
    sql = "UPDATE players SET banned_at = ?, standby_at = NULL WHERE id = ?"
    store.change(sql, [codec.stamp_or_none(since), player])


def others_of(store: Store, player: int) -> list[Player]:
    """The players who turned out to be this one: other addresses of his."""
    return [_player(row) for row in store.rows("SELECT * FROM players WHERE merged_into = ? ORDER BY id", [player])]


def _about_players(store: Store) -> list[tuple[str, str]]:
    """Every table with a column that points at a player."""
    tables = [row["name"] for row in store.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return [
        (table, row["from"])
        for table in tables
        for row in store.rows(f"PRAGMA foreign_key_list({table})")
        if row["table"] == "players"
    ]


def merge(store: Store, kept: int, gone: int) -> None:
    """All that one player has is the other's from now on, and what comes from his address too."""
    for table, column in _about_players(store):
        store.change(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {column} = ?", [kept, gone])
    for table in ("invited", "watchers", "reachability"):  # what the other has of his own already
        store.change(f"DELETE FROM {table} WHERE player = ?", [gone])
    sql = "UPDATE players SET merged_into = ?, name = NULL, name_key = NULL, standby_at = NULL WHERE id = ?"
    store.change(sql, [kept, gone])


def _player(row: dict[str, Any]) -> Player:
    return Player(
        id=row["id"],
        name=row["name"],
        address=row["address"],
        confirmed_at=codec.moment_or_none(row["confirmed_at"]),
        created_at=codec.moment(row["created_at"]),
        zone=row["zone"],
        muted_at=codec.moment_or_none(row["muted_at"]),
        standby_at=codec.moment_or_none(row["standby_at"]),
        forgotten_at=codec.moment_or_none(row["forgotten_at"]),
        banned_at=codec.moment_or_none(row["banned_at"]),
        merged_into=row["merged_into"],
    )
