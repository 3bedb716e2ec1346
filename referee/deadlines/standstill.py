"""Time that does not count: weekends, vacations, pauses; and counting past it."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from referee.deadlines.state import Span
from referee.times.durations import DAY
from referee.times.zones import zone

_SATURDAY: Final = 5
_HOURS_SOUGHT_MAX: Final = 1000  # days in which an hour of the clock is looked for
_MIDNIGHT: Final = time(0)


def moment_of(day: date, at: time, zone_name: str) -> datetime:
    """When the clocks of the zone show that hour of that day: an hour that comes twice is the first of the two, one
    that is skipped moves forward by what was skipped."""
    return datetime.combine(day, at.replace(fold=0), tzinfo=zone(zone_name)).astimezone(UTC)


def day_span(first: date, last: date, zone_name: str) -> Span:
    """Whole days of the zone, from one midnight to the other."""
    return Span(moment_of(first, _MIDNIGHT, zone_name), moment_of(last + DAY, _MIDNIGHT, zone_name))


def whole_days(span: Span, zone_name: str) -> Span:
    """The span widened to whole days of the zone."""
    last = (span.end - timedelta(microseconds=1)).astimezone(zone(zone_name)).date()
    return day_span(span.start.astimezone(zone(zone_name)).date(), last, zone_name)


def weekends(start: datetime, end: datetime, zone_name: str) -> Iterator[Span]:
    """Saturdays with their Sundays, in the zone, that touch the time between the two."""
    day = start.astimezone(zone(zone_name)).date()
    day -= DAY * ((day.weekday() - _SATURDAY) % 7)
    while (span := day_span(day, day + DAY, zone_name)).start <= end:
        yield span
        day += 7 * DAY


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same time as spans in order of which none touches another."""
    out: list[Span] = []
    for span in sorted((each for each in spans if each.start < each.end), key=lambda each: each.start):
        if out and span.start <= out[-1].end:
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        else:
            out.append(span)
    return tuple(out)


def advance(start: datetime, amount: timedelta, halts: tuple[Span, ...]) -> datetime:
    """The first moment outside the halts by which so much time has counted. `halts` as `merged` gives them."""
    at, left = start, amount
    for halt in halts:
        if halt.end <= at:
            continue
        if halt.start > at + left:
            break
        left -= max(timedelta(), halt.start - at)
        at = halt.end
    return at + left


def counted(start: datetime, end: datetime, halts: tuple[Span, ...]) -> timedelta:
    """How much of the time between the two counts; nothing where the end is not after the start."""
    total = max(timedelta(), end - start)
    for halt in halts:
        total -= max(timedelta(), min(end, halt.end) - max(start, halt.start))
    return total


def next_hour(moment: datetime, at: time, zone_name: str, halts: tuple[Span, ...]) -> datetime:
    """The first time from `moment` on, outside the halts, that the clocks of the zone show the hour `at`."""
    day = moment.astimezone(zone(zone_name)).date() - DAY
    for ahead in range(_HOURS_SOUGHT_MAX):
        found = moment_of(day + DAY * ahead, at, zone_name)
        if found >= moment and not any(halt.holds(found) for halt in halts):
            return found
    raise AssertionError(f"the clock stands still for {_HOURS_SOUGHT_MAX} days from {moment} on")
