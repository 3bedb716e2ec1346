"""Moments as a reader sees them: in his own zone with its name, in UTC, and how far off."""

from datetime import UTC, date, datetime
from typing import Final

from referee.times import durations
from referee.times.zones import place, zone

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def show(moment: datetime, reader: str, *, now: datetime) -> str:
    """`Thursday 3 December, 20:00 in Berlin (19:00 UTC), in 2 days 23 hours`, for a reader in the zone named."""
    return f"{show_moment(moment, reader, now=now)}, {far(moment, now=now)}"


def show_moment(moment: datetime, reader: str, *, now: datetime) -> str:
    """The same without how far off it is. The day in UTC is named where it is another one."""
    local, there = moment.astimezone(zone(reader)), moment.astimezone(UTC)
    this_year = now.astimezone(zone(reader)).year
    text = f"{show_day(local.date(), this_year=this_year)}, {local:%H:%M} {place(reader)}"
    if reader == "UTC":
        return text
    if local.date() == there.date():
        return f"{text} ({there:%H:%M} UTC)"
    return f"{text} ({show_day(there.date(), this_year=this_year)}, {there:%H:%M} UTC)"


def show_day(day: date, *, this_year: int) -> str:
    """`Thursday 3 December`, with the year where it is not this one."""
    text = f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"
    return text if day.year == this_year else f"{text} {day.year}"


def far(moment: datetime, *, now: datetime) -> str:
    """`in 2 days 23 hours`, `3 hours ago`, `now`."""
    span = moment - now
    if abs(span) < durations.MINUTE:
        return "now"
    if span > durations.MINUTE * 0:
        return f"in {durations.long(span, units=2)}"
    return f"{durations.long(-span, units=2)} ago"
