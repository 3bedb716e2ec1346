"""What can go wrong with the database file, each fault as an exception that says in one line what to do."""

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import ClassVar


class StoreError(Exception):
    """Trouble with the database that a human can mend. `passing`: it may mend itself, so that waiting helps."""

    passing: ClassVar[bool] = False


class MissingDirectory(StoreError):
    """The folder of the database is not there."""


class MissingDatabase(StoreError):
    """There is no database yet, and none was to be made."""


class CannotOpen(StoreError):
    """The file system does not let us open it."""


class ReadOnly(StoreError):
    """The file or its folder may not be written."""


class DiskFull(StoreError):
    """No room is left. What was being stored has been undone."""

    passing = True


class DiskFailed(StoreError):
    """The operating system reports an error in reading or writing. What was being stored has been undone."""


class Busy(StoreError):
    """Another program holds the database for longer than we wait."""

    passing = True


class NotADatabase(StoreError):
    """The file is something else, or is damaged."""


class NewerSchema(StoreError):
    """The database was written by a later release."""


class Damaged(StoreError):
    """A stored record does not read as what it should be."""


def is_general(error: Exception) -> bool:
    """Whether it is trouble with the whole database, not with what stands in one record and concerns nothing else."""
    return isinstance(error, StoreError) and not isinstance(error, Damaged)


_PRIMARY = 0xFF  # the lower byte of an extended result code is the kind of the error
_BY_CODE: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_READONLY: (
        ReadOnly,
        "cannot be written; give this account the right to write the file and its folder, also FILE-wal and FILE-shm",
    ),
    sqlite3.SQLITE_FULL: (DiskFull, "could not grow, the disk is full; make room, nothing of this step was stored"),
    sqlite3.SQLITE_IOERR: (
        DiskFailed,
        "met a disk error; look at the disk, its quota and the system's log, nothing of this step was stored",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        CannotOpen,
        "cannot be opened; this account needs the right to read and write the file and its folder",
    ),
    sqlite3.SQLITE_NOTADB: (NotADatabase, "is not a database; correct store.path or move that file away"),
    sqlite3.SQLITE_CORRUPT: (NotADatabase, "is damaged; stop the referee and restore a backup"),
    sqlite3.SQLITE_BUSY: (Busy, "is in use by another program; wait for it or end it"),
    sqlite3.SQLITE_LOCKED: (Busy, "is in use by another program; wait for it or end it"),
}


# Python's own error, which has no code of SQLite's: the bytes of one text are no UTF-8.
_NO_TEXT = "Could not decode to UTF-8"


def read_only(path: Path) -> ReadOnly:
    """The file may be read, but not written."""
    return ReadOnly(f"the database {path} {_BY_CODE[sqlite3.SQLITE_READONLY][1]}")


class explained:  # noqa: N801 -- it reads as a word of its `with`, a class as one surrounds each statement
    """Turn SQLite's errors about the file at `path` into ours. Others, such as a broken constraint, pass."""

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if not isinstance(error, sqlite3.Error):
            return
        if str(error).startswith(_NO_TEXT):
            raise Damaged(f"a stored text does not read as one: {error}; restore a backup") from error
        known = _BY_CODE.get((getattr(error, "sqlite_errorcode", None) or 0) & _PRIMARY)
        if known is not None:
            fault, advice = known
            raise fault(f"the database {self._path} {advice} ({error})") from error
