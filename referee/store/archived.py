"""The archive: games that are over, each as one compressed record in place of its rows, and brought back from it.

What names a game or a person stays where it is: its row, seats, results, acts, those who watch it, its place in an
event, and by what its letters are known when they come again.
"""

import hashlib
import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from referee.store import codec
from referee.store.database import Store
from referee.store.digests import completed
from referee.store.faults import Damaged

MOVED: Final = ("orders", "orders_before", "press", "draws", "outgoing")
# Rows of turns stay as they stand or are void, for what is counted by them; of letters only the bytes go.
_EMPTIED: Final = "orders = '', events = '', after = '', beside = NULL"
_FILLED: Final = "orders = :orders, events = :events, after = :after, beside = :beside"
_LEVEL: Final = 9
_OWED: Final = "('queued', 'waiting', 'set aside', 'returned')"
_UNDECIDED: Final = "('stored', 'set aside', 'unconfirmed')"


class Record(Struct, frozen=True, kw_only=True):
    """All that left the tables with a game, and its turns whole: rows by table, with their columns by name; the bytes
    of letters by number. Columns that came later take what a new row would have in them."""

    tables: dict[str, list[dict[str, Any]]]
    letters: dict[int, bytes]


_SEATED: Final = "SELECT archive.game FROM seats JOIN archive ON archive.game = seats.game WHERE player = ?"
_WRITTEN: Final = (
    "SELECT archive.game FROM letters JOIN archive ON archive.game = letters.game WHERE sender = ? COLLATE NOCASE"
)
_DECODER: Final = msgspec.msgpack.Decoder(Record)


def due(store: Store, *, before: datetime, game: int | None = None) -> list[int]:
    """The games (or that one) that ended before that moment and for which nothing is waited any more: every mail has
    arrived, and every letter is done with."""
    sql = (
        "SELECT id FROM games WHERE ended_at < ? AND ended_at IS NOT NULL AND archived_at IS NULL"
        f" AND NOT EXISTS (SELECT 1 FROM outgoing WHERE game = games.id AND +outgoing.state IN {_OWED})"
        f" AND NOT EXISTS (SELECT 1 FROM letters WHERE game = games.id AND +letters.state IN {_UNDECIDED})"
    )
    of_one, values = ("", []) if game is None else (" AND id = ?", [game])
    return [row["id"] for row in store.rows(f"{sql}{of_one} ORDER BY id", [codec.stamp(before), *values])]


def is_archived(store: Store, game: int) -> bool:
    """Whether the game is in the archive."""
    return store.row("SELECT 1 FROM archive WHERE game = ?", [game]) is not None


def put_away(store: Store, game: int, *, now: datetime) -> tuple[int, int]:
    """Move a game that is over into the archive; how many bytes it had there before it was compressed, and has."""
    record = _gathered(store, game)
    plain = msgspec.msgpack.encode(record)
    packed = zlib.compress(plain, _LEVEL)
    assert _DECODER.decode(zlib.decompress(packed)) == record, game
    store.insert("archive", {"game": game, "record": packed, "digest": hashlib.sha256(packed).digest()})
    for address in {row["recipient"].lower() for row in record.tables["outgoing"] if row["recipient"]}:
        store.insert("archived_addresses", {"address": address, "game": game})
    for table in reversed(MOVED):
        store.change(f"DELETE FROM {table} WHERE game = ?", [game])
    store.change(f"UPDATE turns SET {_EMPTIED} WHERE game = ?", [game])
    for letter in record.letters:
        store.change("UPDATE letters SET raw = x'' WHERE id = ?", [letter])
    store.change("UPDATE games SET archived_at = ? WHERE id = ?", [codec.stamp(now), game])
    return len(plain), len(packed)


def at_hand(store: Store, game: int) -> None:
    """Before the rows of a game are read: it is brought back where it is archived, which needs a transaction."""
    if is_archived(store, game):
        bring_back(store, game)


def bring_back(store: Store, game: int) -> None:
    """Put all rows of an archived game back, each as it was. Raises Damaged."""
    found = record(store, game)
    for table in MOVED:
        for row in found.tables[table]:
            store.insert(table, completed(table, row))
    for row in found.tables["turns"]:
        store.change(f"UPDATE turns SET {_FILLED} WHERE id = :id", row)
    for letter, raw in found.letters.items():
        store.change("UPDATE letters SET raw = ? WHERE id = ?", [raw, letter])
    store.change("DELETE FROM archived_addresses WHERE game = ?", [game])
    store.change("DELETE FROM archive WHERE game = ?", [game])
    store.change("UPDATE games SET archived_at = NULL WHERE id = ?", [game])


def record(store: Store, game: int) -> Record:
    """What the archive has of a game. Raises Damaged where it is not what was put there."""
    row = store.row("SELECT record, digest FROM archive WHERE game = ?", [game])
    assert row is not None, game
    if hashlib.sha256(row["record"]).digest() != row["digest"]:
        raise Damaged(f"game {game} in the archive is not what was put there; restore a backup")
    return _DECODER.decode(zlib.decompress(row["record"]))


def of_person(store: Store, player: int, addresses: Iterable[str]) -> list[int]:
    """The archived games with a seat of that player, a mail to one of these addresses, or a letter from it."""
    found = store.rows(_SEATED, [player])
    for address in addresses:
        found += store.rows("SELECT game FROM archived_addresses WHERE address = ?", [address.lower()])
        found += store.rows(_WRITTEN, [address])
    return sorted({row["game"] for row in found})


def _gathered(store: Store, game: int) -> Record:
    names = ("turns", *MOVED)
    tables = {name: store.rows(f"SELECT * FROM {name} WHERE game = ?{_order(name)}", [game]) for name in names}
    letters = store.rows("SELECT id, raw FROM letters WHERE game = ? AND length(raw) > 0", [game])
    return Record(tables=tables, letters={row["id"]: row["raw"] for row in letters})


def _order(table: str) -> str:
    """As they were written, where they have numbers."""
    return " ORDER BY id" if table in ("turns", "press", "outgoing") else ""
