"""Moments as mails tell them, read back without any help of the referee's, so that each can be checked."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DATE = rf"({'|'.join(DAYS)}) (\d+) ({'|'.join(MONTHS)})(?: (\d{{4}}))?, "
_PHRASE = re.compile(
    rf"{_DATE}(\d\d):(\d\d) (UTC\b|in [A-Z][\w-]+(?: [A-Z][\w-]+)*)(?: \((?:{_DATE})?(\d\d):(\d\d) UTC\))?"
    r"(?:, (now\b|in (?:\d+ \w+)(?: \d+ \w+)?))?"
)
_UNITS = {"week": 7 * 24 * 60, "day": 24 * 60, "hour": 60, "minute": 1}
_DUE = re.compile(r"Orders are due (.*)")


class Told(NamedTuple):
    """A moment that a mail tells, in UTC, and where in its text."""

    moment: datetime
    at: int


def moments(text: str, *, zone: str, now: datetime) -> Iterator[Told]:
    """All moments that a text of that time tells to a reader in a zone. AssertionError where one is told wrongly."""
    for found in _PHRASE.finditer(text):
        yield Told(_checked(found, zone=zone, now=now), found.start())


def deadline(text: str, *, zone: str, now: datetime) -> datetime | None:
    """The deadline in the sentence that tells it, if one does."""
    found = _DUE.search(text)
    return (
        next((told.moment for told in moments(found[1], zone=zone, now=now) if told.at == 0), None) if found else None
    )


def _checked(found: re.Match[str], *, zone: str, now: datetime) -> datetime:
    (day, date, month, year, hour, minute, place, *utc, far) = found.groups()
    there = ZoneInfo(zone)
    this_year = now.astimezone(there).year
    local = (int(year or this_year), MONTHS.index(month) + 1, int(date), int(hour), int(minute))
    if place == "UTC":
        assert zone == "UTC", f"{found[0]!r} to a reader in {zone}"
        moment = datetime(*local, tzinfo=UTC)
    else:
        assert place == "in " + zone.rsplit("/", 1)[-1].replace("_", " "), f"{found[0]!r} to a reader in {zone}"
        other_day, other_date, other_month, other_year, utc_hour, utc_minute = utc
        assert utc_hour is not None, f"no UTC in {found[0]!r}"
        if other_date is None:
            moment = datetime(*local[:3], int(utc_hour), int(utc_minute), tzinfo=UTC)
        else:
            in_year = int(other_year or this_year)
            month_of = MONTHS.index(other_month) + 1
            moment = datetime(in_year, month_of, int(other_date), int(utc_hour), int(utc_minute), tzinfo=UTC)
            assert DAYS[moment.weekday()] == other_day, found[0]
    shown = moment.astimezone(there)
    assert (shown.year, shown.month, shown.day, shown.hour, shown.minute) == local, f"{found[0]!r} is {shown}"
    assert DAYS[shown.weekday()] == day, found[0]
    if far is not None:
        _check_far(far, moment - now, found[0])
    return moment


def _check_far(far: str, span: timedelta, phrase: str) -> None:
    """Two units at most are told, and of the last one no more than it takes. Moments are told without their seconds."""
    parts = re.findall(r"(\d+) (week|day|hour|minute)s?", far)
    told = timedelta(minutes=sum(int(number) * _UNITS[unit] for number, unit in parts))
    least = timedelta(minutes=min((_UNITS[unit] for _, unit in parts), default=1))
    assert abs(span - told) <= least + timedelta(minutes=1), f"{phrase!r} is {span} ahead"
