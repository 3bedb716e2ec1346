"""Turns that are due: adjudicated once nobody owes orders, reported to each player, and held when the engine fails."""

from datetime import datetime
from typing import Final

import msgspec

from engine.events import Turn
from engine.views import observe
from referee import play
from referee.dispatch import REPORT, Post
from referee.journal import Journal
from referee.mail import compose
from referee.store import games, mailbag, turns
from referee.store.database import Store
from referee.store.faults import StoreError
from referee.store.games import Game, GameState, Seat

TURNS_AT_ONCE_MAX: Final = 20  # Time stop parts in which nobody owes orders; more would be a fault of ours


class Adjudication:
    """Carries games on, within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post, journal: Journal) -> None:
        self.store = store
        self.post = post
        self.journal = journal

    def advance(self, game: Game, now: datetime) -> None:
        """Adjudicate as long as nobody owes orders. What the engine raises holds the game, not the daemon."""
        for _ in range(TURNS_AT_ONCE_MAX):
            if game.state is not GameState.RUNNING or play.owing(self.store, game):
                return
            try:
                turn, orders = play.next_turn(self.store, game)
                after = msgspec.structs.replace(game, duel=turn.after)
                mails = [(seat, self._report(after, seat, turn)) for seat in game.seats]
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 -- a broken invariant holds one game; it is logged and told of
                self.journal.failure("game-held", error, game=game.id)
                self._hold(game, error, now)
                return
            turns.append(self.store, game.id, turn, orders=orders, now=now)
            mailbag.expire(self.store, game.id, now=now)
            kind = "over" if turn.after.result is not None else REPORT
            for seat, mail in mails:
                self.post.ask(after, seat, mail, kind=kind, before=game.duel, now=now)
            self.journal.note("turn-adjudicated", game=game.id, turn=turn.turn, part=turn.part)
            stored = games.load(self.store, game.id)
            assert stored is not None, game.id
            game = stored

    def _report(self, after: Game, seat: Seat, turn: Turn) -> compose.Mail:
        view = observe(turn, seat.wizard)
        if turn.after.result is not None:
            return compose.over(self.post.scene(after, seat), view=view, whole=turn.after)
        return compose.report(self.post.scene(after, seat), view=view)

    def _hold(self, game: Game, error: Exception, now: datetime) -> None:
        """The game waits for a human; its players and the director are told."""
        reason = f"{type(error).__name__}: {error}"
        games.hold(self.store, game.id, reason)
        for seat in game.seats:
            self.post.announce(game, seat, compose.held(self.post.scene(game, seat)), kind="held", now=now)
        mail = compose.director_held(
            referee=self.post.referee.name, game=game.id, turn=game.duel.next_turn, error=reason
        )
        self.post.tell_director(mail, mark=f"held-{game.id}-{int(now.timestamp())}", now=now)
