"""Scenes: what a player is told of a game of his, of its clock, and of what he owes."""

from collections.abc import Mapping
from datetime import datetime

from engine.views import observe_duel
from referee import drafts
from referee.clockwork import Clocks
from referee.deadlines.due import deadline
from referee.deadlines.state import ClockState
from referee.deadlines.telling import tell_all_in, tell_due
from referee.deadlines.wording import Reader
from referee.mail.scene import Scene
from referee.mailboxes import MAIN
from referee.store import players, reachability
from referee.store.database import Store
from referee.store.games import Game, GameState, Seat
from referee.threads import Threads
from referee.times.showing import show


def _owing(game: Game, state: ClockState) -> tuple[str, ...]:
    """The wizards whose orders are not in, or not complete, in the order of the duel."""
    owing = {game.seats[each.seat - 1].wizard for each in state.owing}
    return tuple(name for name in game.duel.acting if name in owing)


def title_of(game: Game) -> str:
    """What a game is called."""
    return game.title or " v ".join(each.wizard for each in game.seats)


class Scenes:
    """Games as their players may know them. `names`: what the referee is called at each mailbox. Reads only."""

    def __init__(self, store: Store, threads: Threads, clocks: Clocks, *, names: Mapping[str, str]) -> None:
        self._store = store
        self._threads = threads
        self._clocks = clocks
        self._names = names

    def of(self, game: Game, seat: Seat, *, now: datetime, state: ClockState | None = None) -> Scene:
        """The game as the player at `seat` may know it, with his deadline in his own zone. `state`: its clock, where
        that is known."""
        running = game.state is GameState.RUNNING and game.duel.result is None
        state = (state or self._clocks.state(game, now)) if running else None
        return Scene(
            referee=self._names.get(game.mailbox, self._names[MAIN]),
            game=game.id,
            title=title_of(game),
            wizard=seat.wizard,
            duel=observe_duel(game.duel, seat.wizard)[0],
            owing=_owing(game, state) if state is not None else (),
            report_tag=self._threads.report_tag(seat, game.duel),
            answer_tag=self._threads.answer_tag(game.id, game.duel),
            code=self._threads.form_code(seat, game.duel),
            running=running,
            unreachable=self._unreachable(game, seat) if running else (),
            due=self._due(game, seat, state, now) if state is not None else "",
            all_in=tell_all_in(state) if state is not None else "",
            resigned=seat.resigned_at is not None,
            draft=drafts.standing(self._store, game, seat) if running else (),
        )

    def due_of(self, game: Game, seat: Seat, *, now: datetime) -> str:
        """When the orders of that seat are due, as `due Thursday 3 December, ...`; "" where none are asked of it."""
        if game.state is not GameState.RUNNING or seat.wizard not in game.duel.acting:
            return ""
        state = self._clocks.state(game, now)
        if state.paused:
            return "its clock stands still"
        due = deadline(state)
        return f"{'due' if now < due else 'was due'} {show(due, self.reader(seat, now).zone, now=now)}"

    def _due(self, game: Game, seat: Seat, state: ClockState, now: datetime) -> str:
        """When orders are due."""
        names = {each.number: each.wizard for each in game.seats}
        return tell_due(state, self.reader(seat, now), names)

    def reader(self, seat: Seat, now: datetime) -> Reader:
        """In which zone the player at a seat is told moments, and for which seat."""
        player = players.load(self._store, seat.player)
        return Reader(zone=player.zone if player and player.zone else "UTC", now=now, seat=seat.number)

    def _unreachable(self, game: Game, seat: Seat) -> tuple[str, ...]:
        """The living opponents to whose players nothing can be sent at present; in an anonymous game that is not told,
        as it may be known of them from another game."""
        if game.terms.anonymous:
            return ()
        paused = reachability.paused(self._store, [each.player for each in game.seats if each.player != seat.player])
        others = game.duel.opponents(seat.wizard)
        return tuple(each.wizard for each in game.seats if each.player in paused and each.wizard in others)
