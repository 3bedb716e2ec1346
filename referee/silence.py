"""What happens to wizards whose time is over without orders: what is done in their name, and how it is told."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from engine.clauses import AnyClause, SameAgainClause, SurrenderClause
from referee import play
from referee.deadlines.silence import Consequence, fate, verdict
from referee.deadlines.state import ClockState
from referee.store import games, turns
from referee.store.database import Store
from referee.store.games import Game, Seat

_NO_ORDERS: Final = "No orders came from {}: both hands did nothing."


class Silenced(Struct, frozen=True, kw_only=True):
    """What is said in everybody's report of the wizards who were silent (`told`), and only to the seat (`alone`).
    `seats`: those of which no orders came, or only a draft."""

    told: tuple[str, ...] = ()
    alone: dict[int, str] = {}
    seats: tuple[int, ...] = ()


def settle(
    store: Store, game: Game, state: ClockState, silent: Sequence[int], *, now: datetime, early: bool = False
) -> Silenced:
    """Order for the silent seats what the terms say, and count their silence. Within a transaction.

    Orders that lack a hand are no silence: they are adjudicated as they are. A draft is, as its writer wanted to say
    more; it is dropped. `early`: the director closes the turn before its time, so that nobody's silence counts."""
    told: list[str] = []
    alone: dict[int, str] = {}
    seats: list[int] = []
    for clock in state.seats:
        seat = game.seats[clock.seat - 1]
        standing = play.standing_orders(store, game, seat) if clock.seat in silent else None
        if clock.seat not in silent or (standing is not None and not standing.draft):
            if standing is not None:
                told.append(f"The orders of {seat.wizard} lacked a hand when the time was up: it did nothing.")
            games.missed(store, game.id, seat.number, 0)
            continue
        seats.append(clock.seat)
        if standing is not None:
            alone[seat.number] = "Your draft was not used: you had not sent the word ready, which makes it final."
            turns.drop_orders(store, game.id, turn=game.duel.next_turn, part=game.duel.next_part, seat=seat.number)
        if early:
            told.append(f"{_NO_ORDERS.format(seat.wizard)} The turn was closed early, so that is not counted.")
            continue
        missed = seat.missed + 1
        games.missed(store, game.id, seat.number, missed)
        what = fate(state, clock)
        if what in (Consequence.WAIT, Consequence.OFFER_SEAT):  # not so, as the director has closed the turn
            told.append(_NO_ORDERS.format(seat.wizard))
            continue
        _order(store, game, seat, what, now)
        told.append(
            verdict(
                game.terms.silence,
                wizard=seat.wizard,
                silent_turns=missed,
                offered=clock.offered_at is not None and what is Consequence.REST,
            )
        )
    return Silenced(told=tuple(told), alone=alone, seats=tuple(seats))


def _order(store: Store, game: Game, seat: Seat, what: Consequence, now: datetime) -> None:
    """Hold the orders that the terms give in the wizard's name. Nobody surrenders by repeating his gestures."""
    clauses: tuple[AnyClause, ...] = ()
    if what is Consequence.SURRENDER:
        clauses = (SurrenderClause(),)
    elif what is Consequence.SAME:
        clauses = (SameAgainClause(),)
    if not clauses:
        return
    checked = play.judged(store, game, seat, clauses)
    if checked.surrenders and what is not Consequence.SURRENDER:
        return
    play.hold_for(store, game, seat, checked, now=now)
