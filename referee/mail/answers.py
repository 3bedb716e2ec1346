"""What the answer to commands is made of: one piece for each command, in the order of the mail."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from referee.mail.wording import listed

NAMED_MAX: Final = 3
EDGE: Final = "| "  # before each row of a table in text, so that none is ever an order

Piece = str | tuple[str, ...]
"""A piece of an answer: a paragraph, or the rows of a table."""


def rows_of(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines of a mail as the rows of a table: without the edge, which the mail puts before each."""
    return tuple(line.removeprefix(EDGE).removeprefix(EDGE.rstrip()) for line in lines)


def pieces_of(lines: Iterable[str]) -> tuple[Piece, ...]:
    """Lines of text as pieces: those with the edge are tables, those between blank ones are paragraphs."""
    found: list[Piece] = []
    for kind, group in groupby(lines, key=lambda line: line.startswith(EDGE.rstrip()) or line.strip() == ""):
        these = list(group)
        if not kind:
            found.append(" ".join(these))
            continue
        found += [rows_of(block) for filled, block in groupby(these, key=bool) if filled]
    return tuple(found)


class Answered(Struct, frozen=True, kw_only=True):
    """A command as it was written (`asked`, its first words), what is said to it, and whether it was done."""

    name: str
    asked: str
    parts: tuple[Piece, ...]
    done: bool


def summary(answered: Sequence[Answered], unread: int) -> str:
    """The subject: which commands are answered, and whether any was refused or not understood."""
    names = list(dict.fromkeys(each.name for each in answered))
    words = (
        listed(names)
        if len(names) <= NAMED_MAX
        else f"{', '.join(names[:NAMED_MAX])} and {len(names) - NAMED_MAX} more"
    )
    refused = list(dict.fromkeys(each.name for each in answered if not each.done))
    if refused:
        all_of_it = not any(each.done for each in answered)
        words = f"{words}: refused" if all_of_it else f"{words}; refused: {listed(refused[:NAMED_MAX])}"
    if unread:
        lines = f"{unread} {'line' if unread == 1 else 'lines'} not understood"
        words = f"{words}, {lines}" if words else lines
    return words
