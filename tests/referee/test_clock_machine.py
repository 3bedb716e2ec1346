"""What is to be done at which moment: reminders, the end of a turn, a director's word."""

from datetime import datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.deadlines.due import closing, deadline
from referee.deadlines.ladder import Rung, ladder
from referee.deadlines.machine import (
    AskDirector,
    Close,
    Ending,
    OfferSeats,
    Remind,
    all_in_at,
    due_actions,
    next_event,
    noted,
    taken_over,
    waits_for,
)
from referee.deadlines.outages import UNCONFIRMED_MAX, confirmed, gap
from referee.deadlines.silence import Consequence, consequence, fate, verdict, warning
from referee.deadlines.state import ClockState, Outage, Pause
from referee.terms import Silence, SilenceKind
from referee.times.durations import DAY, HOUR, MINUTE
from tests.referee.clocks import LAW, at, away, clock, states

STEPS_MAX = 60
BEGAN = "2026-11-30 10:00"


def rungs(said: str) -> list[tuple[str, Rung]]:
    return [(f"{each.moment:%Y-%m-%d %H:%M}", each.rung) for each in ladder(clock(said, BEGAN)).reminders]


def played(state: ClockState) -> list[tuple[datetime, object]]:
    """All that happens if nothing comes in, up to the end of the turn."""
    out: list[tuple[datetime, object]] = []
    for _ in range(STEPS_MAX):
        event = next_event(state)
        if event is None:
            break
        out += [(event.moment, action) for action in event.what]
        if any(isinstance(action, Close) for action in event.what):
            break
        state = noted(state, event.what, now=event.moment)
    return out


def with_orders(state: ClockState, *moments: str) -> ClockState:
    seats = [replace(seat, owes=False, orders_at=at(m)) for seat, m in zip(state.seats, moments, strict=False)]
    return replace(state, seats=(*seats, *state.seats[len(seats) :]))


# -- the ladder --------------------------------------------------------------------------------------------------


def test_the_ladder_is_half_of_the_time_a_day_and_three_hours_before_and_the_deadline() -> None:
    assert rungs("5d no orders: rest") == [
        ("2026-12-02 22:00", Rung.HALF),
        ("2026-12-04 10:00", Rung.DAY),
        ("2026-12-05 07:00", Rung.HOURS),
        ("2026-12-05 10:00", Rung.DUE),
    ]


def test_of_two_rungs_close_together_the_later_one_is_kept() -> None:
    assert [rung for _, rung in rungs("2d no orders: rest")] == [Rung.DAY, Rung.HOURS, Rung.DUE]


@pytest.mark.parametrize(
    ("said", "first"), [("1d", "2026-11-30 22:00"), ("4h", "2026-11-30 11:00"), ("1h", "2026-11-30 10:30")]
)
def test_in_the_first_hours_nobody_is_reminded(said: str, first: str) -> None:
    assert rungs(said)[0][0] == first


def test_without_grace_and_bank_nobody_is_reminded_of_what_is_over() -> None:
    assert rungs("5d no grace no orders: rest")[-1][1] is Rung.HOURS
    assert rungs("5d no grace bank 1d no orders: rest")[-1][1] is Rung.DUE


def test_where_the_game_waits_reminders_go_on_ever_more_slowly() -> None:
    late = [moment for moment, rung in rungs("3d no orders: wait") if rung is Rung.LATE]
    assert late[:4] == ["2026-12-04 10:00", "2026-12-06 10:00", "2026-12-10 10:00", "2026-12-17 10:00"]


def test_what_was_missed_is_sent_once_and_as_the_latest() -> None:
    state = clock("5d no orders: rest", BEGAN)
    now = at("2026-12-05 08:00")
    actions = due_actions(state, now=now)
    assert [(a.seat, a.rung) for a in actions if isinstance(a, Remind)] == [(1, Rung.HOURS), (2, Rung.HOURS)]
    assert due_actions(noted(state, actions, now=now), now=now + HOUR) == ()


def test_a_deadline_that_moves_far_brings_its_reminders_again_and_one_that_moves_a_little_does_not() -> None:
    state = clock("5d no orders: rest", BEGAN)
    sent = noted(state, due_actions(state, now=at("2026-12-04 10:00")), now=at("2026-12-04 10:00"))
    little = replace(sent, pauses=(Pause(start=at(BEGAN), end=at(BEGAN) + HOUR, reason="a storm"),))
    far = replace(sent, pauses=(Pause(start=at(BEGAN), end=at(BEGAN) + 3 * DAY, reason="a storm"),))
    assert [a.rung for _, a in played(little) if isinstance(a, Remind) and a.seat == 1] == [Rung.HOURS, Rung.DUE]
    assert [a.rung for _, a in played(far) if isinstance(a, Remind) and a.seat == 1] == [Rung.DAY, Rung.HOURS, Rung.DUE]


def test_whoever_is_away_is_reminded_when_he_is_back() -> None:
    state = replace(clock("4d no orders: rest", BEGAN), vacations=(away(2, "2026-12-03", "2026-12-08"),))
    first = {action.seat: moment for moment, action in reversed(played(state)) if isinstance(action, Remind)}
    assert first == {1: at("2026-12-05 10:00"), 2: at("2026-12-09 00:00")}


# -- the end of a turn -------------------------------------------------------------------------------------------


def test_a_turn_ends_when_the_last_orders_are_in() -> None:
    state = with_orders(clock("3d", BEGAN), "2026-12-01 10:00", "2026-12-02 10:00")
    event = next_event(state)
    assert event is not None
    assert (event.moment, event.what) == (at("2026-12-02 10:00"), (Close(ending=Ending.ALL_IN),))


@pytest.mark.parametrize(
    ("last", "ends"),
    [
        ("2026-12-02 10:00", "2026-12-02 11:00"),
        ("2026-12-03 09:30", "2026-12-03 10:00"),  # the deadline cuts the cool-off short
        ("2026-12-03 15:00", "2026-12-03 15:00"),  # in the grace there is none
    ],
)
def test_the_cool_off_lets_the_last_orders_be_corrected(last: str, ends: str) -> None:
    state = with_orders(clock("3d cool-off 1h", BEGAN), "2026-12-01 10:00", last)
    assert all_in_at(state) == at(ends)


def test_a_turn_ends_without_orders_after_the_grace_and_says_who_was_silent() -> None:
    state = with_orders(clock("3d grace 12h no orders: rest", BEGAN), "2026-12-01 10:00")
    assert played(state)[-1] == (at("2026-12-03 22:00"), Close(ending=Ending.TIME_UP, silent=(2,)))


def test_a_player_is_told_until_when_his_own_orders_are_taken_whatever_others_have_in_the_bank() -> None:
    state = clock("3d grace 12h bank 2d no orders: rest", BEGAN)
    first, second = state.seats
    state = replace(state, seats=(first, replace(second, bank=timedelta())))
    closes = {action.seat: action.closes for _, action in played(state) if isinstance(action, Remind)}
    assert closes == {1: at("2026-12-05 22:00"), 2: at("2026-12-03 22:00")}


def test_a_game_that_waits_ends_no_turn_by_itself() -> None:
    happened = played(clock("3d no orders: wait", BEGAN))
    assert happened
    assert all(isinstance(action, Remind) and action.closes is None for _, action in happened)


def test_no_turn_ends_while_a_player_who_owes_orders_has_not_got_his_report() -> None:
    state = clock("3d no orders: rest", BEGAN)
    first, second = state.seats
    bounced = replace(state, seats=(replace(first, reported_at=None), second))
    assert not any(isinstance(action, Close) or getattr(action, "seat", None) == 1 for _, action in played(bounced))
    assert waits_for(bounced) == (bounced.seats[0],)
    assert due_actions(bounced, now=at("2027-12-03 10:00"))[0] != Close(ending=Ending.TIME_UP, silent=(1, 2))
    arrived = replace(state, seats=(replace(first, reported_at=at("2026-12-10 10:00")), second))
    assert deadline(arrived) == at("2026-12-13 10:00")


def test_a_report_that_comes_back_holds_the_turn_and_makes_nothing_earlier() -> None:
    state = clock("3d no orders: rest", BEGAN)
    first, second = state.seats
    late = replace(state, seats=(replace(first, reported_at=at("2026-11-30 15:00")), second))
    back = replace(state, seats=(replace(late.seats[0], undelivered=True), second))
    assert deadline(back) == deadline(late) == at("2026-12-03 15:00")
    assert waits_for(back) == (back.seats[0],)


def test_while_the_director_has_stopped_the_clock_nothing_happens() -> None:
    paused = replace(clock("3d", BEGAN), pauses=(Pause(start=at(BEGAN), end=None, reason="a storm"),))
    assert next_event(paused) is None
    assert due_actions(paused, now=at("2030-01-01 00:00")) == ()


# -- outages -----------------------------------------------------------------------------------------------------


def test_only_a_gap_of_an_hour_is_an_outage() -> None:
    assert gap(at(BEGAN), now=at(BEGAN) + 59 * MINUTE) is None
    assert gap(at(BEGAN), now=at(BEGAN) + HOUR) == Outage(start=at(BEGAN), end=at(BEGAN) + HOUR)


def test_after_a_long_outage_the_director_is_asked_once_and_turns_wait_for_his_word() -> None:
    long = Outage(start=at("2026-12-01 10:00"), end=at("2026-12-04 10:00"))
    state = replace(clock("3d grace 12h no orders: rest", BEGAN), outages=(long,))
    actions = due_actions(state, now=at("2026-12-04 10:00"))
    assert AskDirector(outage=long) in actions
    asked = noted(state, actions, now=at("2026-12-04 10:00"))
    assert not any(isinstance(action, Close | AskDirector) for _, action in played(asked))
    word = at("2026-12-06 10:00")
    sure = replace(asked, outages=tuple(confirmed(each, now=word) for each in asked.outages))
    assert deadline(sure) == word + 12 * HOUR
    assert played(sure)[-1] == (word + 24 * HOUR, Close(ending=Ending.TIME_UP, silent=(1, 2)))


def test_a_second_word_of_the_director_changes_nothing() -> None:
    once = confirmed(Outage(start=at(BEGAN), end=at(BEGAN) + 2 * UNCONFIRMED_MAX), now=at("2026-12-06 10:00"))
    assert confirmed(once, now=at("2026-12-07 10:00")) == once


def test_orders_that_are_all_in_end_a_turn_even_before_the_directors_word() -> None:
    long = Outage(start=at("2026-12-01 10:00"), end=at("2026-12-04 10:00"))
    state = replace(with_orders(clock("3d", BEGAN), BEGAN, BEGAN), outages=(long,))
    assert Close(ending=Ending.ALL_IN) in due_actions(state, now=at(BEGAN))


# -- silence -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("silence", "consequences"),
    [
        (Silence(SilenceKind.WAIT), [Consequence.WAIT] * 3),
        (Silence(SilenceKind.REST), [Consequence.REST] * 3),
        (Silence(SilenceKind.SAME), [Consequence.SAME] * 3),
        (Silence(SilenceKind.SURRENDER, 2), [Consequence.REST, Consequence.SURRENDER, Consequence.SURRENDER]),
        (Silence(SilenceKind.STANDBY, 3), [Consequence.REST, Consequence.REST, Consequence.OFFER_SEAT]),
    ],
)
def test_what_a_silent_turn_comes_to(silence: Silence, consequences: list[Consequence]) -> None:
    assert [consequence(silence, silent_turns=n) for n in (1, 2, 3)] == consequences


def test_a_seat_is_offered_with_the_silent_turn_that_was_agreed_and_the_turn_waits_as_long_again() -> None:
    state = clock("3d grace 12h no orders: standby after 2", BEGAN)
    first, second = state.seats
    state = with_orders(replace(state, seats=(first, replace(second, silent_turns=1))), "2026-12-01 10:00")
    ends = [(moment, action) for moment, action in played(state) if not isinstance(action, Remind)]
    offered_at = at("2026-12-03 22:00")
    assert ends == [
        (offered_at, OfferSeats(seats=(2,))),
        (offered_at + 3 * DAY, Close(ending=Ending.TIME_UP, silent=(2,))),
    ]
    offered = noted(state, (OfferSeats(seats=(2,)),), now=offered_at)
    assert fate(offered, offered.seats[1]) is Consequence.REST
    assert fate(state, state.seats[1]) is Consequence.OFFER_SEAT


def test_whoever_takes_a_seat_has_the_time_of_a_whole_turn() -> None:
    state = clock("3d grace 12h bank 1d no orders: standby after 1", BEGAN)
    now = at("2026-12-04 12:00")
    taken = taken_over(state, 2, now=now)
    assert deadline(taken) == now + 3 * DAY
    assert taken.seats[0] == state.seats[0]
    assert (taken.seats[1].owes, taken.seats[1].bank, taken.seats[1].silent_turns) == (True, DAY, 0)


@pytest.mark.parametrize(
    ("said", "silent", "warned", "told"),
    [
        (
            "no orders: surrender after 3",
            1,
            "Without orders both hands of your wizard do nothing in this turn. After 2 more silent turns in a row"
            " the wizard gives up.",
            "No orders came from Bob: both hands did nothing. After 2 more silent turns in a row the wizard gives up.",
        ),
        (
            "no orders: surrender after 3",
            3,
            "Without orders your wizard gives up the game with this turn.",
            "No orders came from Bob, who thereby gives up the game.",
        ),
        (
            "no orders: standby after 2",
            1,
            "Without orders both hands of your wizard do nothing in this turn. After 1 more silent turn in a row"
            " the seat is offered to another player.",
            "No orders came from Bob: both hands did nothing. After 1 more silent turn in a row"
            " the seat is offered to another player.",
        ),
        (
            "no orders: standby after 2",
            2,
            "Without orders your seat is offered to another player.",
            "No orders came from Bob, whose seat is now offered to another player.",
        ),
        (
            "no orders: rest",
            7,
            "Without orders both hands of your wizard do nothing in this turn.",
            "No orders came from Bob: both hands did nothing.",
        ),
        (
            "no orders: same",
            1,
            "Without orders your wizard makes the gestures of his last turn once more.",
            "No orders came from Bob, who made the gestures of the last turn once more.",
        ),
        ("no orders: wait", 1, "The game waits for your orders.", "The game waits for the orders of Bob."),
    ],
)
def test_silence_is_warned_of_and_told(said: str, silent: int, warned: str, told: str) -> None:
    silence = clock(said, BEGAN).terms.silence
    assert warning(silence, silent_turns=silent - 1) == warned
    assert verdict(silence, wizard="Bob", silent_turns=silent) == told


def test_a_seat_that_nobody_took_is_told_of() -> None:
    told = verdict(Silence(SilenceKind.STANDBY, 2), wizard="Bob", silent_turns=2, offered=True)
    assert told == "Nobody took the seat of Bob, whose orders did not come: both hands did nothing."


# -- laws --------------------------------------------------------------------------------------------------------


@LAW
@given(states())
def test_nothing_is_to_be_done_before_the_next_event_and_something_is_at_it(state: ClockState) -> None:
    event = next_event(state)
    if event is None:
        assert due_actions(state, now=at("2040-01-01 00:00")) == ()
        return
    assert event.what
    assert due_actions(state, now=event.moment) == event.what
    assert due_actions(state, now=event.moment - timedelta(microseconds=1)) == ()


@LAW
@given(states(), st.integers(0, 40_000))
def test_what_is_noted_is_not_done_again_so_that_a_crash_repeats_nothing(state: ClockState, minutes: int) -> None:
    now = state.began + MINUTE * minutes
    actions = due_actions(state, now=now)
    after = noted(state, actions, now=now)
    again = due_actions(after, now=now)
    assert all(isinstance(action, Close) for action in again)
    assert noted(state, (), now=now) == state


@LAW
@given(states())
def test_a_turn_left_alone_comes_to_an_end_or_waits_for_somebody(state: ClockState) -> None:
    happened = played(state)
    assert len(happened) < STEPS_MAX
    ends = [(moment, action) for moment, action in happened if isinstance(action, Close)]
    if ends:
        (moment, close) = ends[0]
        due = closing(state, owing=state.owing) if close.ending is Ending.TIME_UP else None
        assert due is None or moment >= due
    else:
        assert waits_for(state) or state.terms.silence.kind is SilenceKind.WAIT


@LAW
@given(states())
def test_each_player_is_reminded_at_growing_moments_apart_from_each_other_and_only_while_he_owes(
    state: ClockState,
) -> None:
    apart = ladder(state).apart
    owing = {seat.seat for seat in state.owing if not seat.lacks_report}
    last = {seat.seat: seat.reminded_at for seat in state.seats}
    for moment, action in played(state):
        if isinstance(action, Remind):
            assert action.seat in owing
            before = last[action.seat]
            assert before is None or moment - before >= apart / 2
            last[action.seat] = moment


@LAW
@given(states(), st.integers(0, 40_000))
def test_orders_that_come_in_stop_the_reminders_of_their_player(state: ClockState, minutes: int) -> None:
    assume(state.owing)
    now = state.began + MINUTE * minutes
    seat = state.owing[0]
    done = replace(seat, owes=False, orders_at=now)
    state = replace(state, seats=tuple(done if each.seat == seat.seat else each for each in state.seats))
    assert not any(isinstance(action, Remind) and action.seat == seat.seat for _, action in played(state))


@LAW
@given(states())
def test_nobody_is_reminded_in_the_first_part_of_the_turn_or_during_his_own_vacation(state: ClockState) -> None:
    for moment, action in played(state):
        if isinstance(action, Remind):
            assert moment >= state.began + min(6 * HOUR, (deadline(state) - state.began) / 4)
            assert not any(each.seat == action.seat and each.span.holds(moment) for each in state.vacations)
