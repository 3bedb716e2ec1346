"""Findings: what the doctor saw, and what to do about it."""

from enum import StrEnum

from msgspec import Struct


class Level(StrEnum):
    """FAULT: the referee cannot work so. WARNING: he can, and it may cost somebody a mail one day. SKIPPED: it could
    not be looked at."""

    WELL = "well"
    SKIPPED = "skipped"
    WARNING = "warning"
    FAULT = "fault"


class Finding(Struct, frozen=True, kw_only=True):
    """One thing that was looked at. `to_do` is "" where nothing is."""

    about: str
    level: Level
    told: str
    to_do: str = ""


def well(about: str, told: str) -> Finding:
    """All is as it should be."""
    return Finding(about=about, level=Level.WELL, told=told)


def skipped(about: str, told: str) -> Finding:
    """It was not looked at, for that reason."""
    return Finding(about=about, level=Level.SKIPPED, told=told)


def warning(about: str, told: str, to_do: str) -> Finding:
    """It works, but might be better."""
    return Finding(about=about, level=Level.WARNING, told=told, to_do=to_do)


def fault(about: str, told: str, to_do: str) -> Finding:
    """It does not work."""
    return Finding(about=about, level=Level.FAULT, told=told, to_do=to_do)
