"""Check values: what is kept beside rows that matter, so that a byte that changes by itself is noticed."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

_TURN: Final = ("game", "turn", "part", "orders", "events", "after", "adjudicated_at")
# Per table, what its `digest` is of. Migrations rest on it: what has been released stays.
COVERED: Final[Mapping[str, tuple[str, ...]]] = {
    "orders": ("game", "turn", "part", "seat", "clauses", "complete", "letter", "received_at"),
    "orders_before": ("game", "turn", "part", "seat", "clauses", "complete"),
    "outgoing": (
        "message_id",
        "recipient",
        "envelope_from",
        "raw",
        "subject",
        "kind",
        "game",
        "seat",
        "turn",
        "letter",
    ),
    "acts": ("at", "who", "act", "game", "reason", "facts"),
    "takebacks": ("act", "facts"),
    "games": ("terms", "rules", "salt", "opening", "created_at"),
    "challenges": ("player", "terms", "size", "created_at"),
}


def turn_digest(row: Mapping[str, Any]) -> bytes:
    """The SHA-256 of all that a row of turns says, apart from whether it stands. Migrations rest on it: it stays."""
    return _hashed(row, _TURN)


def row_digest(table: str, row: Mapping[str, Any]) -> str:
    """The SHA-256 of what is covered of a row of that table, in hexadecimal: such a row may be kept as JSON too."""
    return _hashed(row, COVERED[table]).hex()


def sealed(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with its check value, which was made anew."""
    return {**row, "digest": row_digest(table, row)}


def renewed(table: str, row: Mapping[str, Any], **changed: Any) -> dict[str, Any]:
    """The row with what is changed, and its check value with it, unless that did not fit before."""
    return sealed(table, {**row, **changed}) if fits(table, row) else {**row, **changed}


def completed(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row that was put away: as it is, or with its check value where there was none at that time."""
    return sealed(table, row) if table in COVERED and "digest" not in row else row


def fits(table: str, row: Mapping[str, Any]) -> bool:
    """Whether a row is what was stored."""
    return bool(row["digest"] == row_digest(table, row))


def _hashed(row: Mapping[str, Any], columns: tuple[str, ...]) -> bytes:
    digest = hashlib.sha256()
    for column in columns:
        value = row[column]
        digest.update((value if isinstance(value, bytes) else str(value).encode()) + b"\0")
    return digest.digest()
