"""Orders in time: what a turn that ends says of each player's reliability, and how that is told beside strength."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final

from referee.deadlines.due import deadline
from referee.deadlines.state import ClockState
from referee.store.games import Game
from referee.store.punctuality import Came, Owed, Reliability

NONE: Final = "-"


def owed(game: Game, state: ClockState, silent: Collection[int], now: datetime) -> Iterator[Owed]:
    """How the orders for a turn came that ends now; `silent`: the seats of which none came, or only a draft.

    Measured by the deadline as it stands at the end, so that vacations, pauses, outages, late reports and the
    director's extensions are nobody's fault. Nothing is said of a wizard who has resigned, nor of one without orders
    when the director ends a turn before its deadline. Orders that were changed late came late, as for the time bank."""
    due = deadline(state)
    for clock in state.seats:
        seat = game.seats[clock.seat - 1]
        if seat.resigned_at is not None:
            continue
        if clock.seat in silent:
            if now >= due:
                yield Owed(seat=seat.number, player=seat.player, came=Came.MISSED)
        elif clock.orders_at is not None:
            came = Came.IN_TIME if clock.orders_at <= due else Came.LATE
            yield Owed(seat=seat.number, player=seat.player, came=came)


def percent(found: Reliability) -> str:
    """The share of orders that came in time, as "97%"; never "100%" where one did not. "-" where none were owed."""
    return f"{100 * found.in_time // found.owed}%" if found.owed else NONE


def told(found: Reliability) -> str:
    """The same in full: `97% of 120 turns, 2 late, 1 missed`."""
    if not found.owed:
        return "no orders were due so far"
    turns = f"{found.owed} {'turn' if found.owed == 1 else 'turns'}"
    return f"{percent(found)} of {turns}, {found.late} late, {found.missed} missed"
