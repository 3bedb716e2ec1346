"""Vacations: a yearly budget of days, counted in the player's zone, each day once however often it is booked."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from referee.deadlines.standstill import day_span
from referee.deadlines.state import Vacation
from referee.misreading import Misreading
from referee.times.dates import Days
from referee.times.durations import DAY
from referee.times.showing import MONTHS

DAYS_PER_YEAR: Final = 30


def days_of(booked: Iterable[Days]) -> frozenset[date]:
    """All days on which a player is away."""
    return frozenset(each.first + DAY * ahead for each in booked for ahead in range(each.count()))


def days_left(booked: Iterable[Days], year: int) -> int:
    """What is left of the budget of a calendar year."""
    return DAYS_PER_YEAR - sum(day.year == year for day in days_of(booked))


def refuse(wanted: Days, booked: tuple[Days, ...], *, today: date) -> Misreading | None:
    """Why the days cannot be had, with the longest part of them that can; None where they can. `today` and all days
    are those of the player's zone."""
    near: tuple[str, ...]
    said = f"{_plain(wanted.first)} to {_plain(wanted.last)}"
    if wanted.last < wanted.first:
        near = (f"{_plain(wanted.last)} to {_plain(wanted.first)}",)
        return Misreading(said=said, reason="the last day is before the first", nearest=near)
    if wanted.first < today:
        near = (f"{_plain(today)} to {_plain(wanted.last)}",) if wanted.last >= today else ()
        return Misreading(said=said, reason=f"{_plain(wanted.first)} has passed", nearest=near)
    taken = days_of(booked)
    used = Counter(day.year for day in taken)
    for ahead in range(wanted.count()):
        day = wanted.first + timedelta(days=ahead)
        used[day.year] += day not in taken
        if used[day.year] > DAYS_PER_YEAR:
            left = days_left(booked, day.year)
            reason = f"of the {DAYS_PER_YEAR} days of vacation in {day.year} you have {left} left"
            near = (f"{_plain(wanted.first)} to {_plain(day - DAY)}",) if ahead else ()
            return Misreading(said=said, reason=reason, nearest=near)
    return None


def vacation(days: Days, *, seat: int, zone: str, booked_at: datetime) -> Vacation:
    """The days, from midnight to midnight in the player's zone, as the clock of a game takes them."""
    return Vacation(seat=seat, span=day_span(days.first, days.last, zone), booked_at=booked_at)


def cut_short(days: Days, *, today: date) -> Days | None:
    """What is left of a vacation that is called off today: the days before; None where there are none."""
    if days.first >= today:
        return None
    return replace(days, last=min(days.last, today - DAY))


def _plain(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
