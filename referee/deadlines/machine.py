"""The clock of a turn as a machine without memory: from its state, what is to be done now and what comes next."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

from msgspec.structs import replace

from engine.model import Value
from referee.deadlines.due import closing, deadline
from referee.deadlines.ladder import Rung, ladder, reminder_due, reminders_left
from referee.deadlines.outages import needs_director
from referee.deadlines.silence import Consequence, fate
from referee.deadlines.state import ClockState, Outage, SeatClock


class Ending(StrEnum):
    """Why a turn is adjudicated."""

    ALL_IN = "all orders are in"
    TIME_UP = "the time is up"
    DIRECTOR = "the director's word"


class Remind(Value, frozen=True, kw_only=True):
    """Tell the player that his orders are owed. `closes`: until when they are taken at least, None where the game
    waits for them."""

    seat: int
    rung: Rung
    deadline: datetime
    closes: datetime | None


class AskDirector(Value, frozen=True, kw_only=True):
    """Ask a director whether turns may close after so long an outage."""

    outage: Outage


class OfferSeats(Value, frozen=True, kw_only=True):
    """Offer these seats to standby players; the turn waits for one, or for the orders that are owed."""

    seats: tuple[int, ...]


class Close(Value, frozen=True, kw_only=True):
    """Adjudicate the turn. `silent`: the seats without orders, to whom happens what `silence.fate` says."""

    ending: Ending
    silent: tuple[int, ...] = ()


Action = Remind | AskDirector | OfferSeats | Close


class Event(Value, frozen=True, kw_only=True):
    """What is to be done at which moment if nothing comes in before."""

    moment: datetime
    what: tuple[Action, ...]


def due_actions(state: ClockState, *, now: datetime) -> tuple[Action, ...]:
    """What is to be done now. Once it is noted with `noted` it is not asked for again; a Close ends the turn."""
    if state.paused:
        return ()
    asks = tuple(AskDirector(outage=each) for each in _unasked(state) if each.end <= now)
    moment, end = _close(state)
    if end is None or moment is None or moment > now:
        return (*asks, *_reminders(state, now))
    if isinstance(end, Close):
        return (*asks, end)
    return (*asks, *_reminders(state, now), end)


def next_event(state: ClockState) -> Event | None:
    """The next moment at which something is to be done, which may lie in the past; None where the clock waits for
    somebody. It is the one moment at which a timer must wake the referee for this game."""
    if state.paused:
        return None
    moments = [outage.end for outage in _unasked(state)]
    rungs = ladder(state)
    moments += [left[0].moment for seat in state.seats if (left := reminders_left(state, seat, rungs))]
    closes, _ = _close(state)
    if closes is not None:
        moments.append(closes)
    return Event(moment=min(moments), what=due_actions(state, now=min(moments))) if moments else None


def noted(state: ClockState, actions: tuple[Action, ...], *, now: datetime) -> ClockState:
    """The state once the actions are done."""
    reminded = {action.seat for action in actions if isinstance(action, Remind)}
    offered = {seat for action in actions if isinstance(action, OfferSeats) for seat in action.seats}
    asked = {action.outage for action in actions if isinstance(action, AskDirector)}
    return replace(
        state,
        seats=tuple(
            replace(
                seat,
                reminded_at=now if seat.seat in reminded else seat.reminded_at,
                offered_at=now if seat.seat in offered else seat.offered_at,
            )
            for seat in state.seats
        ),
        outages=tuple(replace(each, asked_at=now) if each in asked else each for each in state.outages),
    )


def waits_for(state: ClockState) -> tuple[Outage | SeatClock, ...]:
    """What keeps the turn from closing when its time is up: a director's word, or players who have not got the report
    by which they would know what they face."""
    struck = tuple(each for each in state.outages if needs_director(each) and each.end > state.began)
    return (*struck, *(seat for seat in state.owing if seat.lacks_report))


def all_in_at(state: ClockState) -> datetime | None:
    """When the turn ends because nobody owes orders, after the cool-off, which the deadline cuts short. None where
    somebody does."""
    if state.owing or not state.seats:
        return None
    last = max([state.began, *(seat.orders_at for seat in state.seats if seat.orders_at is not None)])
    if not state.terms.cool_off:
        return last
    return min(last + state.terms.cool_off, max(last, deadline(state)))


def taken_over(state: ClockState, seat: int, *, now: datetime) -> ClockState:
    """The state once a standby player has taken the seat: he has a whole turn's time from now, and a full bank."""
    fresh = SeatClock(seat=seat, bank=state.terms.bank, reported_at=now, taken_at=now)
    return replace(state, seats=tuple(fresh if each.seat == seat else each for each in state.seats))


def _close(state: ClockState) -> tuple[datetime | None, Close | OfferSeats | None]:
    everyone = all_in_at(state)
    if everyone is not None:
        return everyone, Close(ending=Ending.ALL_IN)
    if waits_for(state):
        return None, None
    owing = sorted(state.owing, key=lambda each: each.seat)
    moment = closing(state, owing=state.owing)
    offered = tuple(seat.seat for seat in owing if fate(state, seat) is Consequence.OFFER_SEAT)
    if offered:
        return moment, OfferSeats(seats=offered)
    return moment, Close(ending=Ending.TIME_UP, silent=tuple(seat.seat for seat in owing))


def _reminders(state: ClockState, now: datetime) -> Iterator[Remind]:
    rungs, due = ladder(state), deadline(state)
    for seat in sorted(state.seats, key=lambda each: each.seat):
        reminder = reminder_due(reminders_left(state, seat, rungs), now=now)
        if reminder is not None:
            closes = closing(state, owing=(seat,))
            yield Remind(seat=seat.seat, rung=reminder.rung, deadline=due, closes=closes)


def _unasked(state: ClockState) -> Iterator[Outage]:
    return (each for each in state.outages if needs_director(each) and each.asked_at is None and each.end > state.began)
