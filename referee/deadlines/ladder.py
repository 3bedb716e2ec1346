"""The ladder of reminders: when a player who owes orders is reminded, computed anew each time from what was sent."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from engine.model import Value
from referee.deadlines.due import deadline, turn_start
from referee.deadlines.state import ClockState, SeatClock, Span
from referee.terms.model import SilenceKind
from referee.times.durations import DAY, HOUR

QUIET_MAX: Final = 6 * HOUR  # at the beginning of a turn nobody is reminded
APART_MAX: Final = 3 * HOUR  # of two rungs that are nearer to each other the later one is kept
LATE_DAYS: Final = (1, 3, 7, 14, 21, 28, 42, 56)  # where the game waits, days after the deadline


class Rung(StrEnum):
    """Which reminder it is."""

    HALF = "half of the time"
    DAY = "a day before"
    HOURS = "three hours before"
    DUE = "due"
    LATE = "late"


class Reminder(Value, frozen=True):
    """When which reminder is due."""

    moment: datetime
    rung: Rung


class Ladder(Value, frozen=True, kw_only=True):
    """All reminders of a turn, in order, and how far apart two of them are at least."""

    reminders: tuple[Reminder, ...]
    apart: timedelta


def ladder(state: ClockState) -> Ladder:
    """The reminders of the turn for anybody who owes orders."""
    start, due = turn_start(state), deadline(state)
    quiet, apart = start + min(QUIET_MAX, (due - start) / 4), min(APART_MAX, (due - start) / 8)
    wanted = sorted((each for each in _rungs(state, start, due) if each.moment >= quiet), key=lambda each: each.moment)
    kept = tuple(
        each
        for each, after in zip(wanted, [*wanted[1:], None], strict=True)
        if after is None or after.moment - each.moment >= apart
    )
    return Ladder(reminders=kept, apart=apart)


def reminders_left(state: ClockState, seat: SeatClock, rungs: Ladder) -> tuple[Reminder, ...]:
    """Those that have not been sent to the player and are not overtaken by one that was. None where he owes nothing or
    has not got his report. Nobody is reminded during his own vacation, but when it ends."""
    if not seat.owes or seat.lacks_report:
        return ()
    away = sorted((each.span for each in state.vacations if each.seat == seat.seat), key=lambda span: span.start)
    own = (Reminder(_back(each.moment, away), each.rung) for each in rungs.reminders)
    return tuple(each for each in own if not _sent(seat, each, rungs.apart))


def reminder_due(left: tuple[Reminder, ...], *, now: datetime) -> Reminder | None:
    """What is to be sent now: the latest that is due; those that were missed before it are not sent any more."""
    due = [each for each in left if each.moment <= now]
    return due[-1] if due else None


def _rungs(state: ClockState, start: datetime, due: datetime) -> Iterator[Reminder]:
    yield Reminder(start + (due - start) / 2, Rung.HALF)
    yield Reminder(due - DAY, Rung.DAY)
    yield Reminder(due - 3 * HOUR, Rung.HOURS)
    waits = state.terms.silence.kind is SilenceKind.WAIT
    if waits or state.terms.grace or any(seat.bank for seat in state.seats):
        yield Reminder(due, Rung.DUE)
    if waits:
        yield from (Reminder(due + DAY * days, Rung.LATE) for days in LATE_DAYS)


def _back(moment: datetime, away: list[Span]) -> datetime:
    for span in away:
        moment = span.end if span.holds(moment) else moment
    return moment


def _sent(seat: SeatClock, reminder: Reminder, apart: timedelta) -> bool:
    """A deadline that moves a little does not bring the same reminder a second time."""
    return seat.reminded_at is not None and reminder.moment < seat.reminded_at + apart * 2 / 3
