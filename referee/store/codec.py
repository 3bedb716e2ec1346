"""JSON and time stamps: how values of the engine stand in the database, and how they are read back."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from engine.clauses import AnyClause, Orders
from engine.codec import CodecError, clauses_from_json, duel_from_json, events_from_json, orders_from_json, to_json
from engine.events import Event
from engine.model import Duel
from referee.store.faults import Damaged
from referee.terms.model import Silence, SilenceKind, Terms

T = TypeVar("T")

encode = to_json
_facts = msgspec.json.Decoder(dict[str, Any])
_terms = msgspec.json.Decoder(Terms)
_NO_TERMS = "{}"  # of games that began before there were any: they wait for orders, as they always did


def duel(text: str) -> Duel:
    """A duel from its JSON. Raises Damaged, as do the others."""
    return _decoded(duel_from_json, text, "a duel")


def clauses(text: str) -> tuple[AnyClause, ...]:
    """The clauses of one wizard's orders."""
    return _decoded(clauses_from_json, text, "clauses")


def orders(text: str) -> tuple[Orders, ...]:
    """All wizards' orders of one turn."""
    return _decoded(orders_from_json, text, "orders")


def events(text: str) -> tuple[Event, ...]:
    """The events of one turn, in their order."""
    return _decoded(events_from_json, text, "events")


def facts(text: str) -> dict[str, Any]:
    """Any JSON object."""
    return _decoded(_facts.decode, text, "facts")


def terms(text: str) -> Terms:
    """The terms of a game."""
    if text == _NO_TERMS:
        return Terms(silence=Silence(SilenceKind.WAIT))
    return _decoded(_terms.decode, text, "terms")


def read(decoder: msgspec.json.Decoder[T], text: str, what: str) -> T:
    """Whatever the decoder reads; `what` it is goes into the complaint."""
    return _decoded(decoder.decode, text, what)


def _decoded(decode: Callable[[str], T], text: str, what: str) -> T:
    try:
        return decode(text)
    except (CodecError, msgspec.DecodeError) as error:
        raise Damaged(f"a stored record does not read as {what}: {error}; restore a backup") from error


def stamp(moment: datetime) -> str:
    """A moment as text that sorts by time: UTC, always with microseconds. ValueError for one without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"a moment needs a zone: {moment!r}")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def stamp_or_none(moment: datetime | None) -> str | None:
    """`stamp`, where there is a moment."""
    return None if moment is None else stamp(moment)


def no_stamp(column: str) -> str:
    """The condition, in SQL, that what stands in the column is no stamp.

    More than `julianday(...) IS NULL`, which takes the 31st of any month, and an hour alone. The seconds are looked at
    without their fraction, which would be rounded; with days added SQLite works the date out anew."""
    whole = f"substr({column}, 1, 19)"
    return (
        f"(strftime('%Y-%m-%dT%H:%M:%S', {whole}, '+0 days') IS NOT {whole}"
        f" OR substr({column}, 20) NOT GLOB '.{'[0-9]' * 6}+00:00')"
    )


def moment(text: str) -> datetime:
    """The moment of a stamp, aware and in UTC. Raises Damaged."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError as error:
        raise Damaged(f"a stored moment does not read as one: {text!r}; restore a backup") from error


def moment_or_none(text: str | None) -> datetime | None:
    """`moment`, where there is a stamp."""
    return None if text is None else moment(text)
