"""Numbers that were given out: they stand in tokens of mails that are long abroad, so that none is given out twice."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from referee.store.database import BUSY_SECONDS, Store

# How far numbers go on after those of a backup where nobody can tell which were given out since: more games, players
# and questions than a referee sees between two backups, and little beside the nine digits that a number may have.
MARGIN: Final = 1000
_BELIEVED_MAX: Final = 99_999_999  # a counter beyond it was not reached by counting


def given(path: Path) -> dict[str, int] | None:
    """The highest number that each table of the database at `path` has given out; None where that cannot be read, as
    the file is damaged or gone. Tables of another release are read as they are."""
    if not path.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as reading:
            counters = dict(reading.execute("SELECT name, seq FROM sqlite_sequence"))
            found = {table: max(count, _highest(reading, table)) for table, count in counters.items()}
    except (sqlite3.Error, ValueError, TypeError):  # not all damage is an error of SQLite's
        return None
    return found if found and max(found.values()) <= _BELIEVED_MAX else None


def _highest(reading: sqlite3.Connection, table: str) -> int:
    (highest,) = reading.execute(f'SELECT max(rowid) FROM "{table}"').fetchone()
    return highest or 0


def go_on_after(store: Store, before: dict[str, int] | None) -> None:
    """Within a transaction: raise the counters of all tables that give out numbers to those in `before`; where it is
    None, by MARGIN."""
    kept = {row["name"]: row["seq"] for row in store.rows("SELECT name, seq FROM sqlite_sequence")}
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
    for table in (row["name"] for row in store.rows(sql)):
        count = kept.get(table, 0)
        after = count + MARGIN if before is None else max(count, before.get(table, 0))
        store.change("DELETE FROM sqlite_sequence WHERE name = ?", [table])
        store.change("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, after])
