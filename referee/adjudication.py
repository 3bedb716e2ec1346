"""Turns that are due: adjudicated once all orders are in or the time is up, reported, held when the engine fails."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec

from engine.events import Turn
from engine.views import observe
from referee import play, reliability, resigning, silence
from referee.deadlines.machine import Close, Ending, due_actions
from referee.deadlines.state import ClockState
from referee.dispatch import OVER, Post
from referee.endings import End, Endings
from referee.journal import Journal
from referee.mail import compose
from referee.store import clocks, games, looks, mailbag, punctuality, tournaments, turns
from referee.store.database import Store
from referee.store.faults import is_general
from referee.store.games import Game, GameState, Seat
from referee.threads import REPORT
from referee.waking import Waking
from referee.watching import Watching

TURNS_AT_ONCE_MAX: Final = 20  # Time stop parts in which nobody owes orders; more would be a fault of ours


class Adjudication:
    """Carries games on, within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post, journal: Journal) -> None:
        self.store = store
        self.post = post
        self.journal = journal
        self.waking = Waking(store, post, journal)
        self.endings = Endings(store, post, journal)
        self.watching = Watching(store, post, self.endings)

    def advance(self, game: Game, now: datetime, *, state: ClockState | None = None) -> None:
        """Close each turn that is to be closed by now, do what else the clock asks for, and set it anew. `state`: its
        clock, where that was read since anything changed.

        What the engine raises holds the game, not the daemon."""
        for _ in range(TURNS_AT_ONCE_MAX):
            if game.state is not GameState.RUNNING or game.duel.result is not None:
                return
            if resigning.order(self.store, game) or state is None:
                state = self.post.clocks.state(game, now)
            close = self._close(game, state, now)
            if close is None:
                self.waking.attend(game, state, now)
                return
            if not self._adjudicate(game, state, close, now):
                return
            stored = games.load(self.store, game.id)
            assert stored is not None, game.id
            game, state = stored, None

    def _close(self, game: Game, state: ClockState, now: datetime) -> Close | None:
        """Why the turn is to be closed now. Before it is for want of orders, its mailbox must have been seen empty
        after the time was up, and no letter may wait: what came in time counts, whenever it is read."""
        if not state.seats:
            return Close(ending=Ending.ALL_IN)
        close = next((each for each in due_actions(state, now=now) if isinstance(each, Close)), None)
        if close is None or close.ending is Ending.ALL_IN:
            return close
        return close if looks.heard_all(self.store, game.mailbox, self.post.clocks.closing(state)) else None

    def close_turn(self, game: Game, now: datetime, *, why: str, early: bool) -> bool:
        """The director closes the coming turn with what is held; False where the game had to be held. `why`: a sentence
        for everybody; `early`: before its time, so that no silence counts."""
        resigning.order(self.store, game)
        state = self.post.clocks.state(game, now)
        close = Close(ending=Ending.DIRECTOR, silent=tuple(seat.seat for seat in state.owing))
        return self._adjudicate(game, state, close, now, why=(why,), early=early)

    def _adjudicate(
        self,
        game: Game,
        state: ClockState,
        close: Close,
        now: datetime,
        *,
        why: Sequence[str] = (),
        early: bool = False,
    ) -> bool:
        """Adjudicate and report; False where the game had to be held."""
        clock = self.post.clocks.written(game, now)
        silenced = silence.settle(self.store, game, state, close.silent, now=now, early=early)
        banks = self.post.clocks.banks_after(game, state, now)
        try:
            turn, orders = play.next_turn(self.store, game)
            after = msgspec.structs.replace(game, duel=turn.after)
            begun = self.post.clocks.begin(after, now, banks=banks)
            end = self.endings.by_rules(after, turn, orders, now) if turn.after.result is not None else None
            notes = (*why, *silenced.told, *resigning.told(game))
            mails = [
                (
                    seat,
                    self._report(after, begun, seat, turn, end=end, notes=notes + _own(silenced.alone, seat), now=now),
                )
                for seat in game.seats
            ]
        except Exception as error:  # a broken invariant holds one game; it is logged and told of
            if is_general(error):
                raise
            self.journal.failure("game-held", error, game=game.id)
            clocks.save(self.store, game.id, clock, look_at=None)
            self.hold(game, f"{type(error).__name__}: {error}", now)
            return False
        stood = turns.Before(banks=clock.banks, missed={seat.number: seat.missed for seat in game.seats})
        row = turns.append(self.store, game.id, turn, orders=orders, now=now, before=stood)
        punctuality.note(self.store, row, reliability.owed(game, state, silenced.seats, now))
        mailbag.expire(self.store, game.id, now=now)
        if end is not None:
            self.endings.note(end, now)
        kind = OVER if end is not None else REPORT
        for seat, mail in mails:
            self.post.ask(after, seat, mail, kind=kind, before=game.duel, now=now)
        self.waking.standbys.close(game, now, silent=close.silent if turn.after.result is None else ())
        self.watching.adjudicated(after, turn, end, now)
        silent = [game.seats[number - 1].wizard for number in close.silent]
        self.journal.note(
            "turn-adjudicated", game=game.id, turn=turn.turn, part=turn.part, why=close.ending, silent=silent or None
        )
        return True

    def _report(
        self,
        after: Game,
        begun: ClockState,
        seat: Seat,
        turn: Turn,
        *,
        end: End | None,
        notes: Sequence[str],
        now: datetime,
    ) -> compose.Mail:
        view = observe(turn, seat.wizard)
        if end is not None:
            return self.endings.last_report(end, seat, view, notes, now)
        return compose.report(self.post.scenes.of(after, seat, now=now, state=begun), view=view, notes=notes)

    def agree_on_draw(self, game: Game, now: datetime) -> None:
        """All who are left offer a draw: the game is over at once."""
        self.watching.agreed(self.endings.agreed(game, now), now)
        self.waking.standbys.close(game, now)

    def decide(self, game: Game, places: Sequence[int], reason: str, now: datetime, *, rated: bool = True) -> None:
        """The game ends as it stands, with these places of its seats."""
        self.watching.agreed(self.endings.decided(game, places, reason, now, rated=rated), now)
        self.waking.standbys.close(game, now)

    def abort(self, game: Game, reason: str, now: datetime) -> bool:
        """The game ends without a winner, and its players are mailed why; False where it had ended already."""
        if not games.abort(self.store, game.id, reason, now=now):
            return False
        transcript = self.endings.transcript(game) if game.duel.turn else None
        for seat in game.seats:
            mail = compose.aborted(self.post.scenes.of(game, seat, now=now), reason=reason, transcript=transcript)
            self.post.announce(game, seat, mail, kind="aborted", now=now)
        self.watching.aborted(game, reason, now)
        self.waking.standbys.close(game, now)
        mailbag.expire(self.store, game.id, now=now)
        tournaments.look_soon(self.store, game.id, now)
        return True

    def hold(self, game: Game, reason: str, now: datetime) -> None:
        """The game waits for a human; its players and the director are told."""
        games.hold(self.store, game.id, reason)
        clocks.stop(self.store, game.id)
        game = msgspec.structs.replace(game, state=GameState.HELD)
        for seat in game.seats:
            mail = compose.held(self.post.scenes.of(game, seat, now=now))
            self.post.announce(game, seat, mail, kind="held", now=now)
        self._tell_held(game.id, game.duel.next_turn, reason, now)

    def hold_unread(self, number: int, reason: str, now: datetime) -> None:
        """The same for a game of which something is damaged, so that nobody but the director can be told."""
        games.hold(self.store, number, reason)
        clocks.stop(self.store, number)
        self._tell_held(number, None, reason, now)

    def _tell_held(self, number: int, turn: int | None, reason: str, now: datetime) -> None:
        post = self.post.under(games.mailbox_of(self.store, number))
        mail = compose.director_held(referee=post.referee.name, game=number, turn=turn, error=reason)
        post.tell_director(mail, mark=f"held-{number}-{int(now.timestamp())}", now=now)


def _own(alone: Mapping[int, str], seat: Seat) -> tuple[str, ...]:
    return (alone[seat.number],) if seat.number in alone else ()
