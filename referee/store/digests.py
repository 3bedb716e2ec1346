"""Check values: what is kept beside each turn, so that a byte that changes by itself is noticed."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

_COVERED: Final = ("game", "turn", "part", "orders", "events", "after", "adjudicated_at")


def turn_digest(row: Mapping[str, Any]) -> bytes:
    """The SHA-256 of all that a row of turns says, apart from whether it stands. Migrations rest on it: it stays."""
    digest = hashlib.sha256()
    for column in _COVERED:
        digest.update(str(row[column]).encode() + b"\0")
    return digest.digest()
