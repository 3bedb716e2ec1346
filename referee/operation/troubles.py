"""The last troubles of the journal, kept in a file beside the database, which may be the trouble itself."""

import json
import logging
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

KEPT: Final = 200
_MODE: Final = 0o600


class Trouble(Struct, frozen=True, kw_only=True):
    """A warning or an error of the journal: the event's name, and its whole line without the time."""

    at: datetime
    level: str
    event: str
    line: str


class Troubles(logging.Handler):
    """Keeps the last KEPT warnings and errors. Where the file cannot be written they are on standard error all the
    same."""

    def __init__(self, database: Path) -> None:
        super().__init__(logging.WARNING)
        self._path = _beside(database)
        self._count = len(read(database))

    def emit(self, record: logging.LogRecord) -> None:
        trouble = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", record.name),
            "line": record.getMessage(),
        }
        with suppress(OSError):
            if self._count >= 2 * KEPT:
                self._shorten()
            self._write(self._path, json.dumps(trouble, ensure_ascii=False) + "\n")
            self._count += 1

    def _shorten(self) -> None:
        lines = self._path.read_text(encoding="utf-8").splitlines(keepends=True)[-KEPT:]
        shorter = self._path.with_name(self._path.name + ".part")
        shorter.unlink(missing_ok=True)
        self._write(shorter, "".join(lines))
        shorter.replace(self._path)
        self._count = len(lines)

    @staticmethod
    def _write(path: Path, text: str) -> None:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _MODE), "w", encoding="utf-8") as file:
            file.write(text)


def read(database: Path, *, limit: int = KEPT) -> list[Trouble]:
    """The last troubles of the daemon on that database, the oldest first. A line that was cut off is left out."""
    try:
        lines = _beside(database).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    found = []
    for line in lines[-limit:]:
        with suppress(ValueError, KeyError, TypeError):
            facts = json.loads(line)
            at = datetime.fromisoformat(facts["at"])
            found.append(Trouble(at=at, level=facts["level"], event=facts["event"], line=facts["line"]))
    return found


def _beside(database: Path) -> Path:
    return database.with_name(database.name + ".troubles")
