"""The database file: opened with the settings we need, brought up to date, and changed only within transactions."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from sqlite_utils import Database

from referee.store import faults
from referee.store.faults import explained
from referee.store.migrations import APPLICATION_ID, migrations, unknown

BUSY_SECONDS: Final = 10.0  # how long to wait for another program's transaction
STATEMENTS_KEPT: Final = 512  # prepared once; all that the referee ever says to it are fewer
_QUESTIONS: Final = ("SELECT ", "PRAGMA ", "EXPLAIN ")
_MODE: Final = 0o600  # addresses, mails and salts are nobody else's business

Values = Sequence[Any] | dict[str, Any]


class Store:
    """One connection to the database, for use in the thread that opened it (sqlite3 refuses others).

    Reading is free; writing needs `transaction()`: `insert` and `change` refuse to write outside of one, and `rows` to
    run anything but a question. All methods raise StoreError for trouble with the file or the disk.
    """

    def __init__(self, db: Database, path: Path) -> None:
        self.db = db
        self.path = path
        self._rehearsing = False

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> Self:
        """Open the database at `path` and bring its tables up to date; make it where it is missing, or with `create`
        False raise MissingDatabase. Any other StoreError: it cannot be used as it is."""
        _look(path, create=create)
        with explained(path):
            connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=STATEMENTS_KEPT
            )
            try:
                db = Database(connection, execute_plugins=False, strict=True)
                store = cls(db, path)
                store._settle()
            except BaseException:
                connection.close()
                raise
        return store

    @classmethod
    def open_to_read(cls, path: Path) -> Self:
        """Open the database at `path` as it is, and only to read: an older one is not brought up to date, and nothing
        keeps others from writing. Raises StoreError."""
        if not path.is_file():
            raise faults.MissingDatabase(f"there is no database {path}")
        with explained(path):
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
            )
            try:
                store = cls(Database(connection, execute_plugins=False, strict=True), path)
                store._refuse_strangers()
                store._refuse_later()
            except BaseException:
                connection.close()
                raise
        return store

    def pending(self) -> tuple[str, ...]:
        """Names of the changes to the tables that this release would make to the database."""
        with explained(self.path):
            return tuple(change.name for change in migrations.pending(self.db))

    def _settle(self) -> None:
        self._refuse_strangers()
        mode = self.db.execute("PRAGMA journal_mode = wal").fetchone()[0]
        if mode != "wal":
            raise faults.CannotOpen(f"the database {self.path} cannot keep a write-ahead log; put it on a local disk")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute("PRAGMA secure_delete = ON")  # what is erased is not left in pages that are free
        with self.transaction():
            self._refuse_later()
            if migrations.pending(self.db):
                migrations.apply(self.db)

    def _refuse_strangers(self) -> None:
        mark = self.db.execute("PRAGMA application_id").fetchone()[0]
        filled = self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if filled and mark != APPLICATION_ID:
            raise faults.NotADatabase(
                f"the database {self.path} belongs to another program; correct store.path or move that file away"
            )

    def _refuse_later(self) -> None:
        later = unknown(self.db)
        if later:
            raise faults.NewerSchema(
                f"the database {self.path} was written by a later release ({', '.join(later)});"
                " install that one, or restore a backup from before it"
            )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All writes within are kept together at the end, or none of them after an exception. Never nested.

        It begins with the write lock, so that nothing read within can be outdated when it is written upon."""
        if self._rehearsing:
            with self.attempt():
                yield
            return
        assert not self.in_transaction, "a transaction within a transaction"
        with explained(self.path):
            # No PRAGMA around it: each would make SQLite prepare all statements anew.
            try:
                self.db.execute("BEGIN IMMEDIATE")
                yield
                self.db.execute("COMMIT")
            finally:
                if self.in_transaction:  # after some errors, such as a full disk, SQLite has undone it already
                    self.db.execute("ROLLBACK")

    @contextmanager
    def rehearsal(self) -> Iterator[None]:
        """All transactions within are undone at its end, as if they had never been: for a dry run."""
        assert not self.in_transaction, "a rehearsal within a transaction"
        with explained(self.path):
            try:
                self.db.execute("BEGIN IMMEDIATE")
                self._rehearsing = True
                yield
            finally:
                self._rehearsing = False
                if self.in_transaction:
                    self.db.execute("ROLLBACK")

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Within a transaction: all writes within, and only those, are undone after an exception, which is raised."""
        self.db.execute("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            if self.in_transaction:
                self.db.execute("ROLLBACK TO attempt")
            raise
        finally:
            if self.in_transaction:
                self.db.execute("RELEASE attempt")

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.db.conn.in_transaction

    def rows(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """All rows of a SELECT, by names of columns."""
        assert sql.startswith(_QUESTIONS), "a write that is asked as a question"
        with explained(self.path):
            # Not query(): that sets a savepoint around each question, three statements for one.
            found = self.db.execute(sql, values)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found]

    def row(self, sql: str, values: Values = ()) -> dict[str, Any] | None:
        """The first row of a SELECT, None where there is none."""
        rows = self.rows(sql, values)
        return rows[0] if rows else None

    def insert(self, table: str, record: dict[str, Any]) -> int:
        """Add a row; its number, where the table has one. sqlite3.IntegrityError where the tables forbid it."""
        assert self.in_transaction, "a write outside of a transaction"
        columns = ", ".join(record)
        marks = ", ".join(f":{column}" for column in record)
        with explained(self.path):
            # Not table.insert(): that looks the whole schema up again for each row, at three times the cost.
            return self.db.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", record).lastrowid or 0

    def change(self, sql: str, values: Values = ()) -> int:
        """Run an UPDATE, DELETE or upsert; the number of rows it changed."""
        assert self.in_transaction, "a write outside of a transaction"
        with explained(self.path):
            return self.db.execute(sql, values).rowcount

    def close(self) -> None:
        """End the connection; an open transaction is undone."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()


def _look(path: Path, *, create: bool) -> None:
    """Say what is wrong with the path before SQLite says something vaguer, and make the file for our eyes only."""
    try:
        if not path.parent.is_dir():
            raise faults.MissingDirectory(f"the folder {path.parent} is not there; make it or correct store.path")
        if path.is_dir():
            raise faults.NotADatabase(f"{path} is a folder; store.path must name a file in it")
        if path.exists():
            # SQLite would open it for reading, and say so only at the first write.
            if not os.access(path, os.W_OK):
                raise faults.read_only(path)
            return
        if not create:
            raise faults.MissingDatabase(
                f"there is no database {path}; make it with `referee init` or correct store.path"
            )
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, _MODE))
    except PermissionError as error:
        raise faults.CannotOpen(
            f"the database {path} cannot be made; this account needs the right to write its folder"
        ) from error
    except OSError as error:
        raise faults.CannotOpen(
            f"the database {path} cannot be made ({error.strerror}); correct store.path or mend the disk"
        ) from error
