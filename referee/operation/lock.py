"""The lock beside the database: one daemon serves it, and nobody puts another file in its place meanwhile."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.store.faults import CannotOpen

_TRIES: Final = 5  # somebody may just be looking whether it is held
_PAUSE_SECONDS: Final = 0.05


class AlreadyRunning(Exception):
    """A daemon serves this database."""


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Hold the lock; the kernel lets go of it whenever we end. Raises AlreadyRunning, CannotOpen."""
    path = _beside(database)
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise CannotOpen(f"the lock {path} cannot be made: {error.strerror}; make its folder writable") from error
    try:
        _claim(file, database)
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(file)


def _claim(file: int, database: Path) -> None:
    for left in reversed(range(_TRIES)):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if not left:
                raise AlreadyRunning(f"another referee serves {database} already; end it first") from error
            time.sleep(_PAUSE_SECONDS)
        else:
            return


def holder(database: Path) -> int | None:
    """The number of the process that holds the lock, None where nobody does."""
    with suppress(FileNotFoundError):
        file = os.open(_beside(database), os.O_RDONLY)
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            said = os.pread(file, 20, 0).strip()
            return int(said) if said.isdigit() else 0
        finally:
            os.close(file)
    return None


def _beside(database: Path) -> Path:
    return database.with_name(database.name + ".lock")
