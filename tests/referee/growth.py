"""A database grows: a game with all that belongs to it is there many times, each with players of its own."""

import hashlib
from typing import Any, Final

from referee.store.database import Store
from referee.store.digests import COVERED, sealed, turn_digest
from referee.store.games import GameState

_FRESH: Final = (
    "id",
    "message_id",
    "address_key",
    "name_key",
    "uid",
    "sha256",
    "mail_key",
    "words_key",
    "recipient",
    "sender",
)


def grow(store: Store, game: int, *, count: int, state: GameState) -> range:
    """So many copies of the game in that state; their numbers."""
    found = store.row("SELECT * FROM games WHERE id = ?", [game])
    assert found is not None, game
    tables = [row["name"] for row in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    mine = {table: [row["name"] for row in store.rows(f"PRAGMA table_info({table})")] for table in tables}
    about = [table for table, columns in mine.items() if "game" in columns and table not in ("pairings", "challenges")]
    rows = {table: store.rows(f"SELECT * FROM {table} WHERE game = ?", [game]) for table in about}
    first = 0
    with store.transaction():
        for each in range(count):
            people = {row["player"]: _player(store, row["player"]) for row in rows["seats"]}
            ended = (
                {"ended_at": found["created_at"], "look_at": None}
                if state in (GameState.FINISHED, GameState.ABORTED)
                else {}
            )
            number = _copy(store, "games", found | {"state": state} | ended)
            first = first or number
            letters: dict[int, int] = {}
            for table in ("seats", "letters", *(table for table in about if table not in ("seats", "letters"))):
                for row in rows[table]:
                    changed = {"game": number} | ({"player": people[row["player"]]} if "player" in row else {})
                    changed |= {"letter": letters.get(row["letter"])} if "letter" in row else {}
                    made = _copy(store, table, row | changed)
                    if table == "letters":
                        letters[row["id"]] = made
            assert number == first + each
    return range(first, first + count)


def _player(store: Store, player: int) -> int:
    return _copy(store, "players", store.rows("SELECT * FROM players WHERE id = ?", [player])[0])


def _copy(store: Store, table: str, row: dict[str, Any]) -> int:
    """The row once more; what must be its own is another for each."""
    last = store.rows(f"SELECT count(*) AS count FROM {table}")[0]["count"]
    fresh = {name: _own(name, row[name], last) for name in _FRESH if name in row}
    made = {name: value for name, value in (row | fresh).items() if name != "id"}
    return store.insert(table, _checked(table, made))


def _checked(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """Check values are about the game too."""
    if table == "turns":
        return row | {"digest": turn_digest(row)}
    return sealed(table, row) if table in COVERED else row


def _own(name: str, value: Any, last: int) -> Any:
    if value is None or name == "id":
        return value
    if name == "uid":
        return 1_000_000 + last
    return hashlib.sha256(value + b"%d" % last).digest() if isinstance(value, bytes) else f"{last} {value}"
