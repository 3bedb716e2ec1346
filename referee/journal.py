"""The journal: one line for each event on standard error, as an event's name and its facts."""

import logging
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from referee import clock

LOGGER = "referee"
FACT_CHARS_MAX = 400
_PLAIN = re.compile(r"[\w.,:;/@+<>\[\]*-]+")
# Libraries that write whole mails or passwords to their debug logs, or a line for each connection.
_TALKATIVE = ("aioimaplib", "mail.log", "aiosmtpd", "asyncio")


def fact(value: object) -> str:
    """One value as it stands in a line: quoted where it has blanks, never with a line end, clipped to a sane length."""
    text = str(value)
    if len(text) > FACT_CHARS_MAX:
        text = text[:FACT_CHARS_MAX] + "..."
    if _PLAIN.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in escaped) + '"'


def line(event: str, facts: dict[str, object]) -> str:
    """`event key=value key="two words"`; facts that are None are left out."""
    return " ".join([event, *(f"{key}={fact(value)}" for key, value in facts.items() if value is not None)])


class Journal:
    """Writes events. Secrets have no place in facts; a `config.Secret` prints as stars if it strays there."""

    def __init__(self, name: str = LOGGER, facts: Mapping[str, object] | None = None) -> None:
        self._logger = logging.getLogger(name)
        self._facts = dict(facts or {})

    def about(self, **facts: object) -> "Journal":
        """The same journal, whose lines have these facts as well."""
        return Journal(self._logger.name, self._facts | facts)

    def note(self, event: str, **facts: object) -> None:
        """Something ordinary happened."""
        self._logger.info("%s", line(event, facts | self._facts), extra={"event": event})

    def detail(self, event: str, **facts: object) -> None:
        """Something that only helps when one looks for a fault."""
        self._logger.debug("%s", line(event, facts | self._facts), extra={"event": event})

    def trouble(self, event: str, **facts: object) -> None:
        """Something that the operator should know about."""
        self._logger.warning("%s", line(event, facts | self._facts), extra={"event": event})

    def failure(self, event: str, error: BaseException, **facts: object) -> None:
        """A fault in the program: the event with the exception and where it came from."""
        told = line(event, {**facts, **self._facts, "error": repr(error)})
        self._logger.error("%s", told, exc_info=error, extra={"event": event})


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = f"{clock.now():%Y-%m-%dT%H:%M:%S.%f}"[:-3] + f"Z {record.levelname.lower()} {record.getMessage()}"
        if record.exc_info and record.exc_info[0] is not None:
            text += "\n" + self.formatException(record.exc_info)
        return text


def start(*, stream: TextIO | None = None, level: int = logging.INFO, also: Sequence[logging.Handler] = ()) -> Journal:
    """Send the journal to `stream` (default: standard error) and to others, whose records have the name of the event as
    `event`, and hush the libraries. Called once, at the start."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Lines())
    logger = logging.getLogger(LOGGER)
    logger.handlers[:] = [handler, *also]
    logger.setLevel(level)
    logger.propagate = False
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.ERROR)
    return Journal()
