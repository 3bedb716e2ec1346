"""Vacations from a yearly budget, and the words that explain a deadline."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.deadlines.state import ClockState, Extension, Outage, Pause
from referee.deadlines.vacations import DAYS_PER_YEAR, cut_short, days_left, days_of, refuse, vacation
from referee.deadlines.wording import Reader, tell_deadline
from referee.times.dates import Days, read_days
from referee.times.durations import DAY
from tests.referee.clocks import LAW, at, away, clock, states

TODAY = date(2026, 11, 30)
NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}
BEGAN = "2026-11-30 10:00"


def days(first: str, last: str) -> Days:
    return Days(first=date.fromisoformat(first), last=date.fromisoformat(last))


# -- the budget --------------------------------------------------------------------------------------------------


def test_days_are_counted_once_and_in_their_own_year() -> None:
    booked = (days("2026-12-20", "2027-01-05"), days("2026-12-30", "2027-01-02"))
    assert days_left(booked, 2026) == DAYS_PER_YEAR - 12
    assert days_left(booked, 2027) == DAYS_PER_YEAR - 5
    assert days_left((), 2028) == DAYS_PER_YEAR


@pytest.mark.parametrize(
    ("wanted", "booked", "reason", "nearest"),
    [
        (days("2026-12-03", "2026-12-10"), (), None, ()),
        (days("2026-12-01", "2026-12-30"), (), None, ()),
        (
            days("2026-12-01", "2026-12-31"),
            (),
            "of the 30 days of vacation in 2026 you have 30 left",
            ("1 December 2026 to 30 December 2026",),
        ),
        # what is booked already costs nothing
        (days("2026-12-01", "2026-12-30"), (days("2026-12-05", "2026-12-10"),), None, ()),
        # and the year after has a budget of its own
        (days("2026-12-30", "2027-01-10"), (days("2026-11-01", "2026-11-28"),), None, ()),
        (
            days("2026-12-30", "2027-01-10"),
            (days("2026-11-01", "2026-11-30"),),
            "of the 30 days of vacation in 2026 you have 0 left",
            (),
        ),
        (
            days("2026-11-20", "2026-12-03"),
            (),
            "20 November 2026 has passed",
            ("30 November 2026 to 3 December 2026",),
        ),
        (days("2026-11-20", "2026-11-22"), (), "20 November 2026 has passed", ()),
        (
            days("2026-12-10", "2026-12-03"),
            (),
            "the last day is before the first",
            ("3 December 2026 to 10 December 2026",),
        ),
    ],
)
def test_a_vacation_beyond_the_budget_is_refused_with_what_can_be_had(
    wanted: Days, booked: tuple[Days, ...], reason: str | None, nearest: tuple[str, ...]
) -> None:
    refused = refuse(wanted, booked, today=TODAY)
    assert (refused.reason if refused else None, refused.nearest if refused else ()) == (reason, nearest)


day_spans = st.builds(
    lambda ahead, length: Days(first=TODAY + DAY * ahead, last=TODAY + DAY * (ahead + length)),
    st.integers(0, 500),
    st.integers(0, 60),
)


@given(day_spans, st.lists(day_spans, max_size=4).map(tuple))
def test_what_is_granted_keeps_the_budget_and_what_is_proposed_would_be_granted(
    wanted: Days, booked: tuple[Days, ...]
) -> None:
    refused = refuse(wanted, booked, today=TODAY)
    if refused is None:
        new = {day.year for day in days_of((wanted,)) - days_of(booked)}
        assert all(days_left((*booked, wanted), year) >= 0 for year in new)
    for form in refused.nearest if refused else ():
        proposed = read_days(form, today=TODAY)
        assert isinstance(proposed, Days)
        assert refuse(proposed, booked, today=TODAY) is None


def test_a_vacation_called_off_keeps_the_days_that_are_over() -> None:
    booked = days("2026-11-20", "2026-12-10")
    assert cut_short(booked, today=TODAY) == days("2026-11-20", "2026-11-29")
    assert cut_short(booked, today=date(2026, 11, 20)) is None
    assert cut_short(booked, today=date(2027, 1, 1)) == booked


def test_a_vacation_is_from_midnight_to_midnight_where_the_player_lives() -> None:
    span = vacation(days("2026-10-25", "2026-10-25"), seat=1, zone="Europe/Berlin", booked_at=at(BEGAN)).span
    assert (span.start, span.end) == (at("2026-10-24 22:00"), at("2026-10-25 23:00"))


# -- why is it due then ------------------------------------------------------------------------------------------


def told(state: ClockState, *, seat: int | None = 1) -> list[str]:
    return list(tell_deadline(state, Reader(zone="Europe/Berlin", now=at(BEGAN), seat=seat), NAMES))


def test_every_step_to_a_deadline_is_told_with_where_it_led() -> None:
    state = replace(
        clock("3d weekdays at 20:00 Berlin, grace 12h, bank 2d, no orders: rest", "2026-11-26 19:00"),
        vacations=(away(2, "2026-11-30", "2026-12-04", zone="Europe/Berlin"),),
        outages=(Outage(start=at("2026-12-08 18:00"), end=at("2026-12-08 23:00")),),
    )
    assert told(state) == [
        "The turn began on Thursday 26 November, 20:00 in Berlin (19:00 UTC), and takes 3 days: "
        "Sunday 29 November, 20:00 in Berlin (19:00 UTC).",
        "Saturdays and Sundays in Berlin do not count: Tuesday 1 December, 20:00 in Berlin (19:00 UTC).",
        "The clock stands still during Bob's vacation: Tuesday 8 December, 20:00 in Berlin (19:00 UTC).",
        "Turns are due at 20:00 in Berlin: Tuesday 8 December, 20:00 in Berlin (19:00 UTC).",
        "The referee did not read his mail for 5 hours and gives time for that: "
        "Wednesday 9 December, 20:00 in Berlin (19:00 UTC).",
        "Late orders are taken for 12 hours more: Thursday 10 December, 08:00 in Berlin (07:00 UTC).",
        "Then the 2 days in your bank are used up: Saturday 12 December, 08:00 in Berlin (07:00 UTC).",
    ]


def test_pauses_extensions_and_late_reports_are_told() -> None:
    state = clock("3d no grace no orders: rest", BEGAN)
    first, second = state.seats
    state = replace(
        state,
        seats=(replace(first, reported_at=at("2026-11-30 15:00")), second),
        pauses=(Pause(start=at("2026-12-01 00:00"), end=at("2026-12-02 00:00"), reason="a storm"),),
        extensions=(Extension(until=at("2026-12-06 00:00"), reason="a wedding"),),
    )
    heads = [line.split(": ")[0] for line in told(state)[1:]]
    assert heads == [
        "The last report went out late to you, so the time counts from then",
        "The director stopped the clock for a while (a storm)",
        "The director gave more time (a wedding)",
        "There is no grace, so the turn ends when it is due",
    ]


def test_a_seat_that_changed_hands_and_one_on_offer_are_told() -> None:
    state = clock("3d no orders: standby after 1", BEGAN)
    first, second = state.seats
    taken = replace(state, seats=(first, replace(second, taken_at=at("2026-12-04 12:00"))))
    assert told(taken)[1].startswith("A new player took over Bob's seat and has the whole time: Monday 7 December")
    offered = replace(state, seats=(replace(first, offered_at=at("2026-12-04 12:00")), second))
    assert told(offered)[-1].startswith("Your seat is offered to others for the time of a turn")


def test_an_anonymous_game_tells_nobody_whose_vacation_it_is_but_its_own_player() -> None:
    state = clock("3d anonymous no orders: rest", BEGAN)
    ann = replace(state, vacations=(away(1, "2026-12-02", "2026-12-05", zone="Asia/Tokyo"),))
    bob = replace(state, vacations=(away(2, "2026-12-02", "2026-12-05", zone="America/New_York"),))
    assert told(replace(ann, vacations=()), seat=3) != told(ann, seat=3)
    assert "your vacation" in told(ann, seat=1)[1]
    assert "not told in an anonymous game" in told(bob, seat=1)[1]


@LAW
@given(states())
def test_in_an_anonymous_game_it_does_not_matter_who_is_away_or_how_many_are(state: ClockState) -> None:
    seats = tuple(replace(seat, taken_at=None) for seat in state.seats)
    anonymous = replace(state, terms=replace(state.terms, anonymous=True), seats=seats)
    moved = replace(anonymous, vacations=tuple(replace(each, seat=3 - each.seat % 2) for each in anonymous.vacations))
    assert told(moved, seat=None) == told(anonymous, seat=None)
    doubled = replace(anonymous, vacations=(*anonymous.vacations, *moved.vacations))
    assert told(doubled, seat=None) == told(anonymous, seat=None)
    lines = " ".join(told(anonymous, seat=None))
    assert "vacation" not in lines
    assert not any(name in lines for name in NAMES.values())


@LAW
@given(states())
def test_who_has_sent_orders_changes_nothing_that_another_is_told(state: ClockState) -> None:
    other = replace(state, seats=tuple(replace(s, owes=not s.owes) if s.seat != 1 else s for s in state.seats))
    assert told(other) == told(state)
