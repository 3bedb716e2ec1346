"""When a turn is due, and why then: every cause is a step that moves the deadline."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from referee.deadlines.halts import halts, standing
from referee.deadlines.outages import floor, matters
from referee.deadlines.standstill import advance, counted, merged, next_hour
from referee.deadlines.state import ClockState, Outage, SeatClock, Span
from referee.deadlines.steps import Cause, Step
from referee.terms.model import SilenceKind
from referee.times.durations import HOUR

# A turn that begins so soon after the fixed hour counts from that hour: the turn before was adjudicated at the hour,
# the referee was busy for a while, or the clocks went forward in between.
HOUR_SLACK: Final = 2 * HOUR
# A report that goes out so much later than the turn began starts the clock again.
REPORT_LATE: Final = HOUR


def deadline(state: ClockState) -> datetime:
    """When the orders of this turn are due."""
    return deadline_steps(state)[-1].moment


def deadline_steps(state: ClockState) -> tuple[Step, ...]:
    """How the deadline came about: the turn itself, and then only what moved it."""
    return tuple(_deadline_steps(state))


def closing(state: ClockState, *, owing: tuple[SeatClock, ...]) -> datetime | None:
    """When the turn ends without the orders that these still owe; None where the game waits for them."""
    steps = closing_steps(state, owing=owing)
    return steps[-1].moment if steps else None


def closing_steps(state: ClockState, *, owing: tuple[SeatClock, ...]) -> tuple[Step, ...]:
    """How the end of the turn follows from the deadline if these owe orders; nothing where the game waits. What a
    player is told must not depend on who else owes any."""
    return () if state.terms.silence.kind is SilenceKind.WAIT else tuple(_closing_steps(state, owing))


def turn_start(state: ClockState) -> datetime:
    """From when on the turn's time counts: its beginning, or when the last late report went out or the last new player
    took a seat."""
    return max([state.began, *(at for at, _, _ in _fresh_starts(state))])


def bank_left(state: ClockState, seat: SeatClock, *, closed_at: datetime) -> timedelta:
    """What a wizard has left in the bank after the turn: what his orders were late beyond the grace is gone."""
    came = seat.orders_at if not seat.owes and seat.orders_at is not None else closed_at
    still = standing(state)
    late_from = advance(deadline(state), state.terms.grace, still)
    return max(timedelta(), seat.bank - counted(late_from, min(came, closed_at), still))


def _deadline_steps(state: ClockState) -> Iterator[Step]:
    terms, last = state.terms, state.began + state.terms.turn
    yield Step(cause=Cause.TURN, moment=last)
    for at, seat, cause in sorted(_fresh_starts(state)):
        if at + terms.turn > last:
            last = at + terms.turn
            yield Step(cause=cause, moment=last, seat=seat)
    start, still = turn_start(state), tuple[Span, ...]()
    for halt in halts(state, start=start):
        still = merged((*still, *halt.spans))
        moved = advance(start, terms.turn, still)
        if moved != last:
            last, span = moved, halt.spans[0] if len(halt.spans) == 1 else None
            yield Step(cause=halt.cause, moment=last, seat=halt.seat, reason=halt.reason, span=span)
    if terms.at is not None:
        last = next_hour(advance(start, terms.turn - HOUR_SLACK, still), terms.at, terms.zone, still)
        yield Step(cause=Cause.HOUR, moment=last)
    for extension in sorted(state.extensions, key=lambda each: (each.until, each.reason)):
        if extension.until > last:
            last = extension.until
            yield Step(cause=Cause.EXTENSION, moment=last, reason=extension.reason)
    for step in _past_outages(state, last, still):
        last = step.moment
        yield step
    # Some causes go again: a report comes back after its late start, the player leaves whose vacation it was.
    if state.told is not None and state.told > last:
        yield Step(cause=Cause.TOLD, moment=state.told)
        yield from _past_outages(state, state.told, still)


def _past_outages(state: ClockState, last: datetime, still: tuple[Span, ...]) -> Iterator[Step]:
    """How a deadline moves that lies in outages."""
    terms = state.terms
    for outage in _outages(state):
        if outage.start <= last < floor(outage):
            last = advance(floor(outage), timedelta(), still)
            if terms.at is not None:
                last = next_hour(last, terms.at, terms.zone, still)
            yield Step(cause=Cause.OUTAGE, moment=last, span=Span(outage.start, outage.end))


def _closing_steps(state: ClockState, owing: tuple[SeatClock, ...]) -> Iterator[Step]:
    due, still = deadline(state), standing(state)
    last = advance(due, state.terms.grace, still) if state.terms.grace else due
    yield Step(cause=Cause.GRACE if state.terms.grace else Cause.NO_GRACE, moment=last)
    richest = max(owing, key=lambda seat: (seat.bank, -seat.seat), default=None)
    if richest is not None and richest.bank:
        last = advance(due, state.terms.grace + richest.bank, still)
        yield Step(cause=Cause.BANK, moment=last, seat=richest.seat)
    for offered, seat in sorted((each.offered_at, each.seat) for each in owing if each.offered_at is not None):
        until = advance(offered, state.terms.turn, still)
        if until > last:
            last = until
            yield Step(cause=Cause.OFFER, moment=last, seat=seat)
    for outage in _outages(state):
        if due < outage.start <= last < floor(outage):
            last = floor(outage)
            yield Step(cause=Cause.OUTAGE, moment=last, span=Span(outage.start, outage.end))


def _outages(state: ClockState) -> list[Outage]:
    """Those that the turn can feel, in order."""
    struck = [each for each in state.outages if matters(each) and each.end > state.began]
    return sorted(struck, key=lambda each: (each.start, each.end, floor(each)))


def _fresh_starts(state: ClockState) -> Iterator[tuple[datetime, int, Cause]]:
    """What starts the clock of the turn again: a report that went out late, a player who takes over."""
    for seat in state.seats:
        if seat.taken_at is not None:
            yield seat.taken_at, seat.seat, Cause.NEW_PLAYER
        elif seat.reported_at is not None and seat.reported_at - state.began > REPORT_LATE:
            yield seat.reported_at, seat.seat, Cause.LATE_REPORT
