"""Addresses within what was written: found and taken out, when their owner is to be forgotten."""

import email
import re
from collections.abc import Iterator
from email.message import Message
from typing import Final

from referee.store.database import Store

TAKEN_OUT: Final = "(an address)"
# Words of people that are kept when one of them is forgotten.
_WORDS: Final = (("press", "words"), ("acts", "reason"), ("games", "reason"))
# What is encoded in base64 can only be known by decoding it; in quoted-printable a line may break within an address.
_LOOKED_AT: Final = (
    "(instr(lower(replace(replace(CAST(raw AS TEXT), '=' || char(13, 10), ''), '=' || char(10), '')), lower(?))"
    " OR instr(lower(CAST(raw AS TEXT)), 'base64'))"
)


def raw_with(store: Store, table: str, address: str, *, where: str) -> list[int]:
    """The numbers of the rows of `letters` or `outgoing`, of those that `where` is true of, whose mail has an address
    in its head or its text."""
    sought, found = _pattern(address), []
    for each in store.rows(f"SELECT id FROM {table} WHERE {where} AND {_LOOKED_AT}", [address]):
        row = store.row(f"SELECT raw FROM {table} WHERE id = ?", [each["id"]])
        if row is not None and any(sought.search(text) for text in _texts(row["raw"])):
            found.append(each["id"])
    return found


def take_out(store: Store, address: str) -> None:
    """Put other words in the place of an address where somebody wrote it."""
    sought = _pattern(address)
    for table, column in _WORDS:
        held = store.rows(f"SELECT id, {column} AS said FROM {table} WHERE instr(lower({column}), lower(?))", [address])
        for row in held:
            said = sought.sub(TAKEN_OUT, row["said"])
            store.change(f"UPDATE {table} SET {column} = ? WHERE id = ?", [said, row["id"]])


def _pattern(address: str) -> re.Pattern[str]:
    """The address in any case, and none that is longer and has it within itself."""
    return re.compile(rf"(?<![\w.+-]){re.escape(address)}(?![\w-]|\.\w)", re.IGNORECASE)


def _texts(raw: bytes) -> Iterator[str]:
    """A mail as it stands, and what its parts say."""
    yield raw.decode("utf-8", "replace")
    for part in email.message_from_bytes(raw).walk():
        inside = part.get_payload(decode=True) if isinstance(part, Message) and not part.is_multipart() else None
        if isinstance(inside, bytes):
            yield inside.decode("utf-8", "replace")
