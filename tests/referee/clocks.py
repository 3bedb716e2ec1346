"""Clocks for tests, and any clock at all for properties."""

import os
from datetime import UTC, date, datetime, time

from hypothesis import settings
from hypothesis import strategies as st

from referee.deadlines.state import ClockState, Extension, Outage, Pause, SeatClock, Span, Vacation
from referee.deadlines.vacations import vacation
from referee.terms import Silence, SilenceKind, Terms, read_terms
from referee.times.dates import Days
from referee.times.durations import DAY, HOUR, MINUTE

LAW = settings(max_examples=2000 if os.environ.get("SOAK") else 40)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC+5:30", "Asia/Tokyo", "Pacific/Apia")
YEAR = datetime(2026, 1, 1, tzinfo=UTC)

moments = st.integers(0, 2 * 365 * 24 * 60).map(lambda minutes: YEAR + MINUTE * minutes)
zones = st.sampled_from(ZONES)
hours = st.builds(time, st.integers(0, 23), st.sampled_from((0, 15, 30, 59)))


def at(text: str) -> datetime:
    """`2026-12-03 20:00` in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def clock(said: str, began: str, *, seats: int = 2) -> ClockState:
    """The first moment of a turn under terms in words; all reports went out at once."""
    terms = read_terms(said)
    assert isinstance(terms, Terms), terms
    start = at(began)
    return ClockState(
        terms=terms,
        began=start,
        seats=tuple(SeatClock(seat=n, bank=terms.bank, reported_at=start) for n in range(1, seats + 1)),
    )


def away(seat: int, first: str, last: str, *, zone: str = "UTC", booked: str = "2026-01-01 00:00") -> Vacation:
    days = Days(first=date.fromisoformat(first), last=date.fromisoformat(last))
    return vacation(days, seat=seat, zone=zone, booked_at=at(booked))


@st.composite
def any_terms(draw: st.DrawFn) -> Terms:
    hour = draw(st.none() | hours)
    turn = DAY * draw(st.integers(1, 14)) if hour is not None else HOUR * draw(st.integers(1, 14 * 24))
    kind = draw(st.sampled_from(SilenceKind))
    counted = kind in (SilenceKind.SURRENDER, SilenceKind.STANDBY)
    return Terms(
        turn=turn,
        weekdays=draw(st.booleans()),
        at=hour,
        zone=draw(zones),
        grace=HOUR * draw(st.integers(0, min(24, turn // HOUR))),
        cool_off=MINUTE * draw(st.sampled_from((0, 10, 30))),
        anonymous=draw(st.booleans()),
        silence=Silence(kind, draw(st.integers(1, 3)) if counted else 0),
    )


@st.composite
def vacations(draw: st.DrawFn, began: datetime) -> Vacation:
    first = began.date() + DAY * draw(st.integers(-10, 20))
    days = Days(first=first, last=first + DAY * draw(st.integers(0, 20)))
    booked_at = began + HOUR * draw(st.integers(-500, 200))
    return vacation(days, seat=draw(st.integers(1, 3)), zone=draw(zones), booked_at=booked_at)


@st.composite
def outages(draw: st.DrawFn, began: datetime) -> Outage:
    start = began + MINUTE * draw(st.integers(-2000, 30_000))
    end = start + MINUTE * draw(st.integers(1, 3000))
    confirmed_at = draw(st.none() | st.just(end + HOUR))
    return Outage(start=start, end=end, confirmed_at=confirmed_at)


@st.composite
def pauses(draw: st.DrawFn, began: datetime) -> Pause:
    start = began + MINUTE * draw(st.integers(-2000, 20_000))
    return Pause(start=start, end=start + MINUTE * draw(st.integers(0, 10_000)), reason="a storm")


def extensions(began: datetime) -> st.SearchStrategy[Extension]:
    return st.builds(Extension, until=minutes_after(began), reason=st.just("a wedding"))


@st.composite
def seat_clocks(draw: st.DrawFn, number: int, began: datetime) -> SeatClock:
    owes = draw(st.booleans())
    minutes = st.integers(0, 20_000).map(lambda count: began + MINUTE * count)
    return SeatClock(
        seat=number,
        owes=owes,
        orders_at=None if owes else draw(minutes),
        bank=HOUR * draw(st.sampled_from((0, 0, 5, 100))),
        reported_at=draw(st.sampled_from((began, began, began + 5 * HOUR, None))),
        undelivered=draw(st.sampled_from((False, False, True))),
        reminded_at=draw(st.none() | minutes),
        silent_turns=draw(st.integers(0, 3)),
        taken_at=draw(st.none() | st.none() | minutes),
    )


@st.composite
def states(draw: st.DrawFn) -> ClockState:
    began = draw(moments)
    return ClockState(
        terms=draw(any_terms()),
        began=began,
        seats=tuple(draw(seat_clocks(number, began)) for number in range(1, draw(st.integers(1, 3)) + 1)),
        told=draw(st.none() | minutes_after(began)),
        vacations=tuple(draw(st.lists(vacations(began), max_size=3))),
        pauses=tuple(draw(st.lists(pauses(began), max_size=2))),
        extensions=tuple(draw(st.lists(extensions(began), max_size=2))),
        outages=tuple(draw(st.lists(outages(began), max_size=3))),
    )


def minutes_after(began: datetime) -> st.SearchStrategy[datetime]:
    return st.integers(0, 30_000).map(lambda count: began + MINUTE * count)


def spans(began: datetime) -> st.SearchStrategy[Span]:
    return st.builds(
        lambda start, length: Span(began + MINUTE * start, began + MINUTE * (start + length)),
        st.integers(-2000, 20_000),
        st.integers(0, 5000),
    )
