"""JSON text for duels, orders, clauses and events, both ways."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from engine.clauses import AnyClause, Orders
from engine.events import Event
from engine.model import Duel

T = TypeVar("T")

_ENCODER: Final = msgspec.json.Encoder()
_DUEL: Final = msgspec.json.Decoder(Duel)
_CLAUSES: Final = msgspec.json.Decoder(tuple[AnyClause, ...])
_ORDERS: Final = msgspec.json.Decoder(tuple[Orders, ...])
_EVENTS: Final = msgspec.json.Decoder(tuple[Event, ...])


class CodecError(ValueError):
    """A text is not the JSON of what it should be."""


def to_json(value: Any) -> str:
    """Any value of the engine, or a tuple of them."""
    return _ENCODER.encode(value).decode()


def duel_from_json(text: str) -> Duel:
    """A duel. Raises CodecError, as do the others."""
    return _decode(_DUEL, text)


def clauses_from_json(text: str) -> tuple[AnyClause, ...]:
    """The clauses of one wizard's orders."""
    return _decode(_CLAUSES, text)


def orders_from_json(text: str) -> tuple[Orders, ...]:
    """Several wizards' orders."""
    return _decode(_ORDERS, text)


def events_from_json(text: str) -> tuple[Event, ...]:
    """The events of a turn, in their order."""
    return _decode(_EVENTS, text)


def _decode(decoder: msgspec.json.Decoder[T], text: str) -> T:
    try:
        return decoder.decode(text)
    except msgspec.DecodeError as error:
        raise CodecError(str(error)) from error
