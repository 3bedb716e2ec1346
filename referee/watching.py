"""Those who watch games: what everyone may know goes to them, a turn later where the terms say so."""

from datetime import datetime
from typing import Final

from engine.events import Turn
from engine.model import NOBODY, Duel, Part
from engine.views import everything, public
from referee.dispatch import Post
from referee.endings import End, Endings
from referee.mail import compose, table_mails
from referee.mail.scene import Scene
from referee.scenes import title_of
from referee.store import players, table_talk, turns
from referee.store.database import Store
from referee.store.games import Game
from referee.store.players import Player

_KIND: Final = "watched"
_TAG: Final = "[WH]"  # of no game: whoever watches has no seat there


class Watching:
    """Tells spectators. Within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post, endings: Endings) -> None:
        self._store = store
        self._post = post
        self._endings = endings

    def adjudicated(self, game: Game, turn: Turn, end: End | None, now: datetime) -> None:
        """A turn was adjudicated and stored; `end`: with it the game is over, and nothing is a secret any more."""
        whom = self._watchers(game)
        for each in self._due(game, turn, over=end is not None) if whom else ():
            view = public(each)
            mark = f"{game.id}-{each.turn}-{each.part.value.replace(' ', '-')}"
            self._tell(game, whom, table_mails.watched(self._scene(game, view.duel), view=view), mark, now)
        if end is not None:
            scene = self._scene(end.game, turn.after)
            mail = self._endings.told_to_spectators(end, scene, everything(turn))
            self._tell(game, whom, mail, f"{game.id}-over", now)

    def agreed(self, end: End, now: datetime) -> None:
        """The game ended by agreement."""
        scene = self._scene(end.game, end.game.duel)
        mail = self._endings.told_to_spectators(end, scene, None)
        self._tell(end.game, self._watchers(end.game), mail, f"{end.game.id}-over", now)

    def corrected(self, game: Game, now: datetime) -> None:
        """The director corrected the game; what is so now is for its players first."""
        told = (
            f"The director has corrected game {game.id}, {title_of(game)}, which you watch: some of what you were told"
            " of it is not so any more. The next report tells how it goes on."
        )
        mail = compose.notice(
            referee=self._post.under(game.mailbox).referee.name, about=f"Game {game.id} was corrected", told=told
        )
        self._tell(game, self._watchers(game), mail, f"{game.id}-corrected", now)

    def aborted(self, game: Game, reason: str, now: datetime) -> None:
        """The director ended the game."""
        told = f"Game {game.id}, {title_of(game)}, which you watch, was ended by the director. The reason: {reason}"
        mail = compose.notice(
            referee=self._post.under(game.mailbox).referee.name, about=f"Game {game.id} is ended", told=told
        )
        self._tell(game, self._watchers(game), mail, f"{game.id}-over", now)

    def _due(self, game: Game, turn: Turn, *, over: bool) -> list[Turn]:
        """The turns that spectators are told of now; where the game is over, the last is told otherwise."""
        if not game.terms.watchers_behind:
            return [] if over else [turn]
        if turn.part is Part.NORMAL:
            return turns.played(self._store, game.id, turn.turn - 1)
        return turns.played(self._store, game.id, turn.turn)[:-1] if over else []

    def _watchers(self, game: Game) -> list[Player]:
        """Who watches and may be told: not who plays there by now, nor who wants no such mails."""
        seated = {seat.player for seat in game.seats}
        found = [players.load(self._store, number) for number in table_talk.watchers(self._store, game.id)]
        return [
            player
            for player in found
            if player and not player.forgotten_at and not player.muted_at and player.id not in seated
        ]

    def _scene(self, game: Game, duel: Duel) -> Scene:
        return Scene(
            referee=self._post.under(game.mailbox).referee.name,
            game=game.id,
            title=title_of(game),
            wizard=NOBODY,
            duel=duel,
            owing=(),
            report_tag=_TAG,
            answer_tag=_TAG,
            code="",
            running=False,
        )

    def _tell(self, game: Game, whom: list[Player], mail: compose.Mail, mark: str, now: datetime) -> None:
        post = self._post.under(game.mailbox)
        for player in whom:
            post.tell_player(player, mail, kind=_KIND, mark=mark, now=now)
