"""When turns are due, and why then."""

import random
from datetime import date, time, timedelta
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.deadlines.due import HOUR_SLACK, bank_left, closing, closing_steps, deadline, deadline_steps
from referee.deadlines.halts import vacation_span
from referee.deadlines.standstill import advance, counted, merged, moment_of, next_hour
from referee.deadlines.state import ClockState, Extension, Outage, Pause, SeatClock, Span, Vacation
from referee.deadlines.steps import Cause
from referee.terms import Terms
from referee.times.durations import DAY, HOUR, MINUTE
from referee.times.zones import zone
from tests.referee.clocks import (
    LAW,
    YEAR,
    at,
    away,
    clock,
    extensions,
    hours,
    outages,
    pauses,
    spans,
    states,
    vacations,
    zones,
)

_SATURDAY = 5


def causes(state: ClockState) -> list[Cause]:
    return [step.cause for step in deadline_steps(state)]


# -- the turn itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "began", "due"),
    [
        ("3d", "2026-11-30 10:00", "2026-12-03 10:00"),
        ("72h", "2026-11-30 10:00", "2026-12-03 10:00"),
        ("5h", "2026-11-30 22:00", "2026-12-01 03:00"),
        # from Thursday 10:00 three days that are not at the weekend
        ("3d weekdays", "2026-12-03 10:00", "2026-12-08 10:00"),
        # what begins on a Saturday begins on Monday at midnight
        ("1d weekdays", "2026-12-05 10:00", "2026-12-08 00:00"),
        ("1d weekdays Europe/Berlin", "2026-12-05 10:00", "2026-12-07 23:00"),
        # the end of Friday is no deadline but the beginning of Monday is
        ("1d weekdays", "2026-12-04 00:00", "2026-12-07 00:00"),
        # a fixed hour: the first 20:00 in Berlin once the days are over
        ("3d at 20:00 Berlin", "2026-11-30 10:00", "2026-12-03 19:00"),
        ("3d at 20:00 Berlin", "2026-11-30 22:00", "2026-12-04 19:00"),
        # a turn that begins soon after the hour counts from the hour
        ("3d at 20:00 Berlin", "2026-11-30 19:00", "2026-12-03 19:00"),
        ("3d at 20:00 Berlin", "2026-11-30 20:50", "2026-12-03 19:00"),
        ("3d weekdays at 20:00 Berlin", "2026-12-03 19:01", "2026-12-08 19:00"),
    ],
)
def test_a_turn_is_due_when_its_time_has_counted(terms: str, began: str, due: str) -> None:
    assert deadline(clock(terms, began)) == at(due)


@pytest.mark.parametrize(
    ("terms", "began", "due"),
    [
        # spring in Berlin, 2026-03-29: the same hour of the clock, an hour less of time
        ("3d at 20:00 Berlin", "2026-03-27 19:00", "2026-03-30 18:00"),
        ("3d at 20:00 Berlin", "2026-03-27 19:55", "2026-03-30 18:00"),
        # autumn in Berlin, 2026-10-25
        ("3d at 20:00 Berlin", "2026-10-23 18:00", "2026-10-26 19:00"),
        # 02:30 does not exist on that day and becomes 03:30
        ("1d at 02:30 Berlin", "2026-03-28 01:30", "2026-03-29 01:30"),
        # 02:30 comes twice and the first is meant
        ("1d at 02:30 Berlin", "2026-10-24 00:30", "2026-10-25 00:30"),
        # New York's own days
        ("1d at 20:00 New York", "2026-03-08 00:00", "2026-03-09 00:00"),
        ("1d at 20:00 New York", "2026-11-01 00:00", "2026-11-02 01:00"),
        # without a fixed hour time is time
        ("3d zone Berlin", "2026-03-27 19:00", "2026-03-30 19:00"),
    ],
)
def test_both_changes_of_the_clocks_are_minded(terms: str, began: str, due: str) -> None:
    assert deadline(clock(terms, began)) == at(due)


@given(day=st.dates(date(2020, 1, 1), date(2030, 12, 31)), hour=hours, zone_name=zones)
def test_an_hour_is_shown_by_the_clocks_of_its_zone_or_was_skipped(day: date, hour: time, zone_name: str) -> None:
    moment = moment_of(day, hour, zone_name)
    shown = moment.astimezone(zone(zone_name))
    if (shown.date(), shown.time()) == (day, hour):
        earlier = (moment - HOUR).astimezone(zone(zone_name))
        assert (earlier.date(), earlier.time()) != (day, hour)
    else:
        assert (shown.date(), shown.time()) > (day, hour)
        before = (moment - DAY).utcoffset(), (moment - DAY).astimezone(zone(zone_name)).utcoffset()
        assert before[1] != shown.utcoffset()


# -- what stops the clock ----------------------------------------------------------------------------------------


def test_a_deadline_in_a_vacation_moves_to_its_end_and_what_was_left() -> None:
    state = replace(clock("3d", "2026-11-30 10:00"), vacations=(away(1, "2026-12-02", "2026-12-04"),))
    # on 2 December at midnight 34 of 72 hours had counted
    assert deadline(state) == at("2026-12-05 00:00") + 34 * HOUR
    assert causes(state) == [Cause.TURN, Cause.VACATION]


def test_vacations_that_overlap_count_once() -> None:
    both = (away(1, "2026-12-02", "2026-12-04"), away(2, "2026-12-03", "2026-12-05"))
    one = (away(1, "2026-12-02", "2026-12-05"),)
    state = clock("3d", "2026-11-30 10:00")
    assert deadline(replace(state, vacations=both)) == deadline(replace(state, vacations=one))


def test_a_vacation_stops_no_clock_before_it_was_booked() -> None:
    state = clock("3d", "2026-11-30 10:00")
    late = away(1, "2026-12-03", "2026-12-10", booked="2026-12-03 12:00")
    assert deadline(replace(state, vacations=(late,))) == deadline(state)


def test_a_vacation_ends_at_midnight_where_the_player_lives() -> None:
    state = replace(
        clock("1d", "2026-12-02 20:00"), vacations=(away(1, "2026-12-01", "2026-12-04", zone="Asia/Tokyo"),)
    )
    assert deadline(state) == at("2026-12-05 15:00")


def test_in_an_anonymous_game_it_ends_at_midnight_of_the_game_whoever_is_away() -> None:
    state = clock("1d anonymous", "2026-12-02 20:00")
    dues = {
        deadline(replace(state, vacations=(away(1, "2026-12-01", "2026-12-04", zone=name),)))
        for name in ("Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney")
    }
    assert dues == {at("2026-12-06 00:00")}


def test_a_pause_stops_the_clock_and_the_grace() -> None:
    state = replace(
        clock("3d grace 12h no orders: rest", "2026-11-30 10:00"),
        pauses=(Pause(start=at("2026-12-03 12:00"), end=at("2026-12-04 12:00"), reason="a storm"),),
    )
    assert deadline(state) == at("2026-12-03 10:00")
    assert closing(state, owing=state.owing) == at("2026-12-04 22:00")


def test_a_report_that_went_out_late_starts_the_clock_again() -> None:
    state = clock("3d", "2026-11-30 10:00")
    first, second = state.seats
    late = replace(state, seats=(replace(first, reported_at=at("2026-12-01 09:00")), second))
    assert deadline(late) == at("2026-12-04 09:00")
    assert causes(late) == [Cause.TURN, Cause.LATE_REPORT]
    soon = replace(state, seats=(replace(first, reported_at=at("2026-11-30 10:45")), second))
    assert deadline(soon) == at("2026-12-03 10:00")


def test_a_deadline_that_was_told_does_not_come_nearer() -> None:
    state = replace(clock("3d", "2026-11-30 10:00"), told=at("2026-12-05 10:00"))
    first, second = state.seats
    assert (deadline(state), causes(state)) == (state.told, [Cause.TURN, Cause.TOLD])
    again = replace(state, seats=(replace(first, reported_at=at("2026-12-03 10:00")), second))
    assert (deadline(again), causes(again)) == (at("2026-12-06 10:00"), [Cause.TURN, Cause.LATE_REPORT])


# -- outages and the director ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end", "due"),
    [
        ("2026-12-03 09:00", "2026-12-03 09:30", "2026-12-03 10:00"),  # too short to matter
        ("2026-12-03 09:00", "2026-12-03 12:00", "2026-12-03 15:00"),  # as long again
        ("2026-12-02 22:00", "2026-12-03 20:00", "2026-12-04 08:00"),  # at most half a day
        ("2026-12-03 01:00", "2026-12-03 09:00", "2026-12-03 17:00"),  # it was over just before
        ("2026-12-01 01:00", "2026-12-01 09:00", "2026-12-03 10:00"),  # over long before
        ("2026-12-04 00:00", "2026-12-04 09:00", "2026-12-03 10:00"),  # began after
    ],
)
def test_a_deadline_in_an_outage_is_not_before_some_time_after_it(start: str, end: str, due: str) -> None:
    state = replace(clock("3d", "2026-11-30 10:00"), outages=(Outage(start=at(start), end=at(end)),))
    assert deadline(state) == at(due)
    assert (Cause.OUTAGE in causes(state)) == (due != "2026-12-03 10:00")
    # what moved it there went again
    told = replace(clock("2d", "2026-11-30 10:00"), told=at("2026-12-03 10:00"), outages=state.outages)
    assert deadline(told) == at(due)
    assert (Cause.OUTAGE in causes(told)) == (due != "2026-12-03 10:00")


def test_after_an_outage_the_fixed_hour_and_the_weekdays_are_kept() -> None:
    state = clock("3d weekdays at 20:00 Berlin", "2026-12-01 10:00")
    assert deadline(state) == at("2026-12-04 19:00")
    outage = Outage(start=at("2026-12-04 18:00"), end=at("2026-12-04 20:00"))
    assert deadline(replace(state, outages=(outage,))) == at("2026-12-07 19:00")


def test_an_outage_in_the_grace_moves_the_end_but_not_the_deadline() -> None:
    state = replace(
        clock("3d grace 12h no orders: rest", "2026-11-30 10:00"),
        outages=(Outage(start=at("2026-12-03 20:00"), end=at("2026-12-03 23:00")),),
    )
    assert deadline(state) == at("2026-12-03 10:00")
    assert closing(state, owing=state.owing) == at("2026-12-04 02:00")
    assert [step.cause for step in closing_steps(state, owing=state.owing)] == [Cause.GRACE, Cause.OUTAGE]


def test_the_director_gives_more_time_but_never_less() -> None:
    state = clock("3d", "2026-11-30 10:00")
    more = Extension(until=at("2026-12-05 12:00"), reason="a wedding")
    less = Extension(until=at("2026-12-01 12:00"), reason="a mistake")
    assert deadline(replace(state, extensions=(less, more))) == at("2026-12-05 12:00")
    assert deadline(replace(state, extensions=(less,))) == deadline(state)


# -- grace and bank ----------------------------------------------------------------------------------------------


def test_grace_follows_the_deadline_and_the_bank_of_the_richest_who_owes_follows_the_grace() -> None:
    state = clock("3d grace 12h bank 2d no orders: rest", "2026-11-30 10:00")
    first, second = state.seats
    poor = replace(second, bank=3 * HOUR)
    assert closing(state, owing=(first, poor)) == at("2026-12-03 22:00") + 2 * DAY
    assert closing(state, owing=(poor,)) == at("2026-12-03 22:00") + 3 * HOUR
    assert closing(state, owing=(replace(poor, bank=timedelta()),)) == at("2026-12-03 22:00")


def test_a_game_that_waits_never_closes_without_orders() -> None:
    state = clock("3d no orders: wait", "2026-11-30 10:00")
    assert closing(state, owing=state.owing) is None
    assert closing_steps(state, owing=state.owing) == ()


@pytest.mark.parametrize(
    ("orders_at", "left"),
    [("2026-12-01 10:00", 48), ("2026-12-03 21:59", 48), ("2026-12-04 03:00", 43), ("2026-12-09 00:00", 0), (None, 0)],
)
def test_the_bank_is_used_from_the_end_of_the_grace_until_orders_come(orders_at: str | None, left: int) -> None:
    state = clock("3d grace 12h bank 2d no orders: rest", "2026-11-30 10:00")
    came = None if orders_at is None else at(orders_at)
    seat = replace(state.seats[0], owes=came is None, orders_at=came)
    assert bank_left(state, seat, closed_at=at("2026-12-10 00:00")) == left * HOUR


# -- a year ------------------------------------------------------------------------------------------------------


@given(
    days=st.integers(1, 7),
    hour=hours,
    zone_name=st.sampled_from(("Europe/Berlin", "America/New_York", "UTC", "Asia/Tokyo")),
    weekdays=st.booleans(),
    lag=st.integers(0, 55),
)
@settings(max_examples=15)
def test_in_a_year_of_turns_that_run_out_each_is_due_so_many_days_after_the_one_before(
    days: int, hour: time, zone_name: str, weekdays: bool, lag: int
) -> None:
    terms = Terms(turn=DAY * days, at=hour, zone=zone_name, weekdays=weekdays, grace=timedelta())
    day = date(2026, 1, 5)
    due = moment_of(day, hour, zone_name)
    while day < date(2027, 1, 5):
        began = due + MINUTE * lag
        due = deadline(ClockState(terms=terms, began=began, seats=(SeatClock(seat=1, reported_at=began),)))
        day += DAY * days
        if weekdays:
            day = weekdays_after(due_before := day - DAY * days, days)
            assert due_before.weekday() < _SATURDAY
        assert due == moment_of(day, hour, zone_name)


def weekdays_after(day: date, count: int) -> date:
    while count:
        day += DAY
        count -= day.weekday() < _SATURDAY
    return day


# -- laws --------------------------------------------------------------------------------------------------------


@LAW
@given(states())
def test_a_deadline_is_after_the_beginning_and_the_end_not_before_the_deadline(state: ClockState) -> None:
    due = deadline(state)
    # a fixed hour may come a little before the last day is over, but no turn is shorter than its days less that
    assert due >= state.began + state.terms.turn - (HOUR_SLACK if state.terms.at is not None else timedelta())
    end = closing(state, owing=state.owing)
    assert end is None or end >= due


@LAW
@given(states(), st.integers(1, 10))
def test_more_time_for_a_turn_never_makes_it_due_earlier(state: ClockState, more: int) -> None:
    longer = replace(state, terms=replace(state.terms, turn=state.terms.turn + DAY * more))
    assert deadline(longer) >= deadline(state)


@LAW
@given(states())
def test_a_deadline_on_weekdays_is_on_a_weekday_where_the_game_is_and_at_its_hour(state: ClockState) -> None:
    state = replace(state, told=None, extensions=())
    due = deadline(state)
    local = due.astimezone(zone(state.terms.zone))
    if state.terms.weekdays:
        assert local.weekday() < _SATURDAY
    if state.terms.at is not None:
        assert due == moment_of(local.date(), state.terms.at, state.terms.zone)


@LAW
@given(states())
def test_no_deadline_is_in_a_vacation_that_was_known(state: ClockState) -> None:
    state = replace(state, told=None, extensions=())
    assert not any(vacation_span(state, each).holds(deadline(state)) for each in state.vacations)


@LAW
@given(st.data(), states())
def test_no_vacation_outage_pause_or_extension_makes_anything_earlier(data: st.DataObject, state: ClockState) -> None:
    more: dict[str, tuple[object, ...]] = data.draw(
        st.one_of(
            vacations(state.began).map(lambda each: {"vacations": (*state.vacations, each)}),
            outages(state.began).map(lambda each: {"outages": (*state.outages, each)}),
            pauses(state.began).map(lambda each: {"pauses": (*state.pauses, each)}),
            extensions(state.began).map(lambda each: {"extensions": (*state.extensions, each)}),
        )
    )
    later = replace(state, **more)
    assert deadline(later) >= deadline(state)
    end, later_end = closing(state, owing=state.owing), closing(later, owing=state.owing)
    assert end is None or (later_end is not None and later_end >= end)


@LAW
@given(states(), st.randoms(use_true_random=False))
def test_in_which_order_things_became_known_does_not_matter(state: ClockState, rng: random.Random) -> None:
    def shuffled(items: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(rng.sample(items, len(items)))

    other = replace(
        state,
        seats=shuffled(state.seats),
        vacations=shuffled(state.vacations),
        pauses=shuffled(state.pauses),
        extensions=shuffled(state.extensions),
        outages=shuffled(state.outages),
    )
    assert deadline_steps(other) == deadline_steps(state)
    assert closing_steps(other, owing=other.owing) == closing_steps(state, owing=state.owing)


@LAW
@given(states())
def test_every_step_but_that_to_the_hour_moves_the_deadline_later(state: ClockState) -> None:
    steps = deadline_steps(state)
    for before, after in pairwise(steps):
        assert after.cause is Cause.HOUR or after.moment > before.moment


@LAW
@given(states(), vacations(YEAR))
def test_what_is_booked_after_the_deadline_leaves_it_alone(state: ClockState, late: Vacation) -> None:
    due = deadline(state)
    booked = replace(late, booked_at=due + MINUTE)
    assert deadline(replace(state, vacations=(*state.vacations, booked))) == due


@given(st.integers(0, 10_000), st.lists(spans(YEAR), max_size=6))
def test_advancing_lands_outside_the_halts_where_just_so_much_has_counted(minutes: int, stops: list[Span]) -> None:
    halts = merged(stops)
    end = advance(YEAR, MINUTE * minutes, halts)
    assert counted(YEAR, end, halts) == MINUTE * minutes
    assert not any(halt.holds(end) for halt in halts)


def test_a_clock_that_stands_for_years_is_a_fault_and_no_endless_search() -> None:
    with pytest.raises(AssertionError, match="stands still"):
        next_hour(YEAR, time(20), "UTC", (Span(YEAR, YEAR + 1500 * DAY),))


def test_a_seat_without_bank_has_none_left() -> None:
    state = clock("3d no orders: rest", "2026-11-30 10:00")
    assert bank_left(state, SeatClock(seat=1), closed_at=at("2026-12-09 10:00")) == timedelta()


@LAW
@given(states())
def test_a_clock_comes_back_from_its_json_as_it_was(state: ClockState) -> None:
    assert msgspec.json.decode(msgspec.json.encode(state), type=ClockState) == state
