"""Snapshots: a copy of the whole database as it stood at one moment, taken while others read and write it."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from referee.store.database import BUSY_SECONDS
from referee.store.faults import explained

_MODE: Final = 0o600


def snapshot(source: Path, target: Path) -> None:
    """Copy the database `source` to the new file `target`: all that was committed before, nothing that was not.

    It is read in one go, so that no writer waits for it and none can disturb it. The copy is one file by itself, which
    only we can read. Raises StoreError, and OSError where the target cannot be made or is there."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, _MODE))
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as reading,
        closing(sqlite3.connect(target, isolation_level=None)) as writing,
    ):
        with explained(source):
            reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with explained(target):
            reading.backup(writing, pages=-1)
            writing.execute("PRAGMA journal_mode = DELETE")


def compact(path: Path) -> tuple[int, int]:
    """Give the room of what was erased back to the disk; the size of the database before and after, in bytes. Raises
    StoreError."""
    before = path.stat().st_size
    with explained(path), closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return before, path.stat().st_size
