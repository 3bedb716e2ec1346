"""What stops the clock of a turn: weekends, the director, players who are away."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from engine.model import Value
from referee.deadlines.outages import floor
from referee.deadlines.standstill import merged, weekends, whole_days
from referee.deadlines.state import ClockState, Pause, Span, Vacation
from referee.deadlines.steps import Cause
from referee.times.durations import DAY


class Halt(Value, frozen=True, kw_only=True):
    """One cause for which the clock stands still, and when."""

    cause: Cause
    spans: tuple[Span, ...]
    seat: int | None = None
    reason: str | None = None


def halts(state: ClockState, *, start: datetime) -> Iterator[Halt]:
    """All of them, in an order that depends on nothing but themselves. Weekends as far as the turn can reach."""
    if state.terms.weekdays:
        end = _horizon(state, start)
        yield Halt(cause=Cause.WEEKEND, spans=tuple(weekends(start, end, state.terms.zone)))
    yield from _others(state)


def standing(state: ClockState) -> tuple[Span, ...]:
    """When the clock of grace and bank stands still: it runs at weekends."""
    return merged(span for halt in _others(state) for span in halt.spans)


def vacation_span(state: ClockState, vacation: Vacation) -> Span:
    """The time for which a vacation stops the clock. In anonymous games it is whole days of the game's zone, or the
    deadline would tell in which zone the player lives."""
    span = whole_days(vacation.span, state.terms.zone) if state.terms.anonymous else vacation.span
    return Span(max(span.start, vacation.booked_at), span.end)


def _others(state: ClockState) -> Iterator[Halt]:
    for pause in sorted(state.pauses, key=lambda each: (each.start, each.end or each.start, each.reason)):
        yield Halt(cause=Cause.PAUSE, spans=(_pause_span(pause),), reason=pause.reason)
    for away in sorted(state.vacations, key=lambda each: (each.span.start, each.span.end, each.seat, each.booked_at)):
        yield Halt(cause=Cause.VACATION, spans=(vacation_span(state, away),), seat=away.seat)


def _pause_span(pause: Pause) -> Span:
    return Span(pause.start, pause.start if pause.end is None else pause.end)


def _horizon(state: ClockState, start: datetime) -> datetime:
    """Later than any deadline of the turn: of seven days five count, and the rest may stand still."""
    others = [span.end - span.start for halt in _others(state) for span in halt.spans if span.end > span.start]
    floors = [each.until for each in state.extensions] + [floor(each) for each in state.outages]
    return max([start, *floors]) + 2 * (state.terms.turn + sum(others, timedelta())) + 14 * DAY
