"""The only reader of time: every other room is told what `now` is."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present moment, aware and in UTC."""
    return datetime.now(UTC)
