"""What is read of an event: its announcement, each round, how it stands, rulings, and its end."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.tournament.tables import Grid, as_text
from referee.mail.answers import Piece
from referee.mail.compose import Mail, write

Told = Piece | Grid
"""A paragraph, rows, or a table, which has lines in text and cells in HTML."""


class Section(Struct, frozen=True):
    """A part of such a mail under a heading of its own, "" for none."""

    head: str
    told: tuple[Told, ...]


def event(*, referee: str, name: str, about: str, sections: Sequence[Section]) -> Mail:
    """A mail on the event of that name, to one of its players or to all: `about` in a few words, and its sections."""
    parts = [(each.head, [_part(part) for part in each.told]) for each in sections]
    return write("event", "[WH]", None, referee=referee, event=name, about=about, sections=parts)


def director_event(*, referee: str, name: str, number: int, why: str, remedies: Sequence[str]) -> Mail:
    """The director learns that an event needs him."""
    facts = {"referee": referee, "event": name, "number": number, "why": why, "remedies": remedies}
    return write("director_event", "[WH]", None, **facts)


def _part(told: Told) -> dict[str, Any]:
    """A part as the templates tell it."""
    if isinstance(told, Grid):
        return {"words": "", "rows": [line.removeprefix("| ") for line in as_text(told)], "grid": told}
    if isinstance(told, tuple):
        return {"words": "", "rows": told, "grid": None}
    return {"words": told, "rows": (), "grid": None}
