"""JSON and time stamps: how values of the engine stand in the database, and how they are read back."""

from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from engine.clauses import AnyClause, Orders
from engine.events import Event
from engine.model import Duel
from referee.store.faults import Damaged

T = TypeVar("T")

_encoder = msgspec.json.Encoder()
_duel = msgspec.json.Decoder(Duel)
_clauses = msgspec.json.Decoder(tuple[AnyClause, ...])
_orders = msgspec.json.Decoder(tuple[Orders, ...])
_events = msgspec.json.Decoder(tuple[Event, ...])
_facts = msgspec.json.Decoder(dict[str, Any])


def encode(value: Any) -> str:
    """Any value of the engine, or plain lists and dicts, as JSON text."""
    return _encoder.encode(value).decode()


def duel(text: str) -> Duel:
    """A duel from its JSON. Raises Damaged, as do the others."""
    return _decode(_duel, text, "a duel")


def clauses(text: str) -> tuple[AnyClause, ...]:
    """The clauses of one wizard's orders."""
    return _decode(_clauses, text, "clauses")


def orders(text: str) -> tuple[Orders, ...]:
    """All wizards' orders of one turn."""
    return _decode(_orders, text, "orders")


def events(text: str) -> tuple[Event, ...]:
    """The events of one turn, in their order."""
    return _decode(_events, text, "events")


def facts(text: str) -> dict[str, Any]:
    """Any JSON object."""
    return _decode(_facts, text, "facts")


def _decode(decoder: msgspec.json.Decoder[T], text: str, what: str) -> T:
    try:
        return decoder.decode(text)
    except msgspec.DecodeError as error:
        raise Damaged(f"a stored record does not read as {what}: {error}; restore a backup") from error


def stamp(moment: datetime) -> str:
    """A moment as text that sorts by time: UTC, always with microseconds. ValueError for one without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"a moment needs a zone: {moment!r}")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def stamp_or_none(moment: datetime | None) -> str | None:
    """`stamp`, where there is a moment."""
    return None if moment is None else stamp(moment)


def moment(text: str) -> datetime:
    """The moment of a stamp, aware and in UTC. Raises Damaged."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError as error:
        raise Damaged(f"a stored moment does not read as one: {text!r}; restore a backup") from error


def moment_or_none(text: str | None) -> datetime | None:
    """`moment`, where there is a stamp."""
    return None if text is None else moment(text)
