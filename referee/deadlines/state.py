"""The clock of one turn as a value: everything that a deadline depends on. All moments are in UTC."""

from datetime import datetime, timedelta

from engine.model import Value
from referee.terms.model import Terms


class Span(Value, frozen=True):
    """From `start` on, up to but not at `end`."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


class Vacation(Value, frozen=True, kw_only=True):
    """A player of the game is away. It stops no clock before it was booked: no deadline that had passed comes back."""

    seat: int
    span: Span
    booked_at: datetime


class Pause(Value, frozen=True, kw_only=True):
    """The director stopped the clock; `end` None: it still stands."""

    start: datetime
    end: datetime | None
    reason: str


class Outage(Value, frozen=True, kw_only=True):
    """The referee did not look at his mail between `start` (the last look) and `end` (the first look after it).

    Long ones wait for a director: `asked_at` is when he was told, `confirmed_at` when he let the games go on."""

    start: datetime
    end: datetime
    asked_at: datetime | None = None
    confirmed_at: datetime | None = None


class Extension(Value, frozen=True, kw_only=True):
    """The director's word that a turn is not due before `until`."""

    until: datetime
    reason: str


class SeatClock(Value, frozen=True, kw_only=True):
    """One wizard who is to give orders this turn.

    `owes`: his orders are not in, or not complete. `orders_at`: when they last came or changed. `bank`: what he had
    left when the turn began. `reported_at`: when the report of the turn before last went out to him, None while it
    never has; `undelivered`: it came back since. `reminded_at`: the last reminder of this turn. `silent_turns`: how
    many turns in a row, up to the one before, ended without his orders. `offered_at`: since when the seat is offered
    to standby players this turn; `taken_at`: when one of them took it this turn.
    """

    seat: int
    owes: bool = True
    orders_at: datetime | None = None
    bank: timedelta = timedelta()
    reported_at: datetime | None = None
    undelivered: bool = False
    reminded_at: datetime | None = None
    silent_turns: int = 0
    offered_at: datetime | None = None
    taken_at: datetime | None = None

    @property
    def lacks_report(self) -> bool:
        return self.reported_at is None or self.undelivered


class ClockState(Value, frozen=True, kw_only=True):
    """The clock of the turn that began at `began`. In which order the tuples are does not matter. `told`: the deadline
    that the players were told last."""

    terms: Terms
    began: datetime
    seats: tuple[SeatClock, ...]
    told: datetime | None = None
    vacations: tuple[Vacation, ...] = ()
    pauses: tuple[Pause, ...] = ()
    extensions: tuple[Extension, ...] = ()
    outages: tuple[Outage, ...] = ()

    @property
    def owing(self) -> tuple[SeatClock, ...]:
        return tuple(seat for seat in self.seats if seat.owes)

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    @property
    def paused_at(self) -> datetime | None:
        """Since when the clock stands still by the director's word; None where it runs."""
        return min((pause.start for pause in self.pauses if pause.end is None), default=None)
