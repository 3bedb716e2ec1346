"""Why a turn is due then, in words for one reader. In anonymous games nobody's absence is told."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import assert_never

from engine.model import Value
from referee.deadlines.due import closing_steps, deadline_steps
from referee.deadlines.outages import length
from referee.deadlines.state import ClockState, Outage, SeatClock, Span
from referee.deadlines.steps import Cause, Step
from referee.times.durations import long
from referee.times.showing import show_moment
from referee.times.zones import place

_MOVES = (
    *(Cause.LATE_REPORT, Cause.NEW_PLAYER, Cause.PAUSE, Cause.VACATION, Cause.EXTENSION, Cause.OUTAGE),
    Cause.TOLD,
)
_SECRET = (Cause.VACATION, Cause.LATE_REPORT)


class Reader(Value, frozen=True, kw_only=True):
    """Who is told: in which zone, when, and at which seat (None: at none)."""

    zone: str
    now: datetime
    seat: int | None = None


def tell_deadline(state: ClockState, reader: Reader, names: Mapping[int, str]) -> tuple[str, ...]:
    """A sentence for each step to the deadline, and on to when the reader's orders would be too late. `names`: the
    wizard of each seat.

    In an anonymous game a reader is told of his own vacation only; for others the clock stands still without a reason.
    """
    steps = (*deadline_steps(state), *closing_steps(state, owing=_surely_taken(state, reader)))
    told = list(_told(state, steps, reader))
    return tuple(_sentence(state, step, reader, names) for step in told)


def tell_moves(state: ClockState, reader: Reader, names: Mapping[int, str]) -> tuple[str, ...]:
    """A sentence for each step to the deadline that the terms do not foresee: absences, outages, the director."""
    told = [each for each in _told(state, deadline_steps(state), reader) if each.cause in _MOVES]
    return tuple(f"{_plain_cause(state, each, reader, names)}." for each in told)


def _surely_taken(state: ClockState, reader: Reader) -> tuple[SeatClock, ...]:
    """The reader's own seat. Nothing is told about others' banks: it would say who has sent no orders."""
    return tuple(seat for seat in state.seats if seat.seat == reader.seat)


def _told(state: ClockState, steps: tuple[Step, ...], reader: Reader) -> Iterator[Step]:
    """The steps, but in an anonymous game one for all that is secret and follows each other."""
    last: Step | None = None
    for step in steps:
        if last is not None and not (_secret(state, last, reader) and _secret(state, step, reader)):
            yield last
        last = step
    if last is not None:
        yield last


def _secret(state: ClockState, step: Step, reader: Reader) -> bool:
    return state.terms.anonymous and step.cause in _SECRET and step.seat != reader.seat


def _sentence(state: ClockState, step: Step, reader: Reader, names: Mapping[int, str]) -> str:
    due = show_moment(step.moment, reader.zone, now=reader.now)
    if _secret(state, step, reader):
        return f"The clock stands still for a while, for a reason that is not told in an anonymous game: {due}."
    return f"{_cause(state, step, reader, names)}: {due}."


def _plain_cause(state: ClockState, step: Step, reader: Reader, names: Mapping[int, str]) -> str:
    if _secret(state, step, reader):
        return "The clock stands still for a while, for a reason that is not told in an anonymous game"
    return _cause(state, step, reader, names)


def _cause(state: ClockState, step: Step, reader: Reader, names: Mapping[int, str]) -> str:
    terms = state.terms
    match step.cause:
        case Cause.TURN:
            began = show_moment(state.began, reader.zone, now=reader.now)
            return f"The turn began on {began}, and takes {long(terms.turn)}"
        case Cause.LATE_REPORT:
            return f"The last report went out late to {_whom(step, reader, names)}, so the time counts from then"
        case Cause.TOLD:
            return "You were told a later deadline before, and that stands"
        case Cause.NEW_PLAYER:
            return f"A new player took over {_whose(step, reader, names)} seat and has the whole time"
        case Cause.OFFER:
            return "Your seat is offered to others for the time of a turn, unless your orders come"
        case Cause.WEEKEND:
            return f"Saturdays and Sundays {place(terms.zone)} do not count"
        case Cause.PAUSE:
            return f"The director stopped the clock for a while ({step.reason})"
        case Cause.VACATION:
            return f"The clock stands still during {_whose(step, reader, names)} vacation"
        case Cause.HOUR:
            assert terms.at is not None
            return f"Turns are due at {terms.at:%H:%M} {place(terms.zone)}"
        case Cause.EXTENSION:
            return f"The director gave more time ({step.reason})"
        case Cause.OUTAGE:
            assert step.span is not None
            return f"The referee did not read his mail for {_gap(step.span)} and gives time for that"
        case Cause.NO_GRACE:
            return "There is no grace, so the turn ends when it is due"
        case Cause.GRACE:
            return f"Late orders are taken for {long(terms.grace)} more"
        case Cause.BANK:
            bank = next(seat.bank for seat in state.seats if seat.seat == step.seat)
            return f"Then the {long(bank)} in your bank are used up"
    assert_never(step.cause)


def _whom(step: Step, reader: Reader, names: Mapping[int, str]) -> str:
    if step.seat is not None and step.seat == reader.seat:
        return "you"
    return "a player" if step.seat is None else names.get(step.seat, "a player")


def _whose(step: Step, reader: Reader, names: Mapping[int, str]) -> str:
    whom = _whom(step, reader, names)
    return "your" if whom == "you" else f"{whom}'s"


def _gap(span: Span) -> str:
    return long(length(Outage(start=span.start, end=span.end)), units=2)
