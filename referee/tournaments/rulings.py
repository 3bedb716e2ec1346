"""Games of events that do not end by themselves: how they are to be decided, appeals, and the end."""

import textwrap
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from engine.tournament.model import Outcome, Result
from referee.adjudication import Adjudication
from referee.dispatch import Post
from referee.mail.event_mails import Told
from referee.mail.wording import listed
from referee.store import games, looks, pairings
from referee.store.database import Store
from referee.store.games import GOING_ON, Game
from referee.store.pairings import Paired, Ruling, Settled
from referee.times.showing import show
from referee.tournaments.book import Book
from referee.tournaments.results import as_it_stands, by_places, in_words
from referee.tournaments.telling import Telling

REFEREE: Final = "referee"
ROW_CHARS: Final = 66  # of what a player wrote, behind an edge


class Rulings:
    """Decides open games. Within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post, adjudication: Adjudication) -> None:
        self._store = store
        self._adjudication = adjudication
        self._telling = Telling(store, post)

    def attend(self, book: Book, now: datetime) -> datetime | None:
        """Propose how games are decided whose time is over, and decide those that nobody appealed for in time; when
        the next ruling stands."""
        moments = []
        for paired in book.paired:
            if paired.result is not None or paired.game is None:
                continue
            ruling = pairings.open_ruling(self._store, paired.id)
            due = self.due(paired, now)
            if ruling is None and due is not None and due <= now:
                ruling = self._propose_as_it_stands(book, paired, now)
            if ruling is not None and ruling.appealed_at is None:
                stands = self.stands(paired, ruling, now)
                if stands <= now:
                    self.decide(paired, ruling.result, ruling.reason, now)
                else:
                    moments.append(stands)
        return min(moments, default=None)

    def due(self, paired: Paired, now: datetime) -> datetime | None:
        """When the game's time is over: what time nobody looked at the mail does not count."""
        return None if paired.due_at is None else paired.due_at + self._outages(paired, paired.paired_at, now)

    def stands(self, paired: Paired, ruling: Ruling, now: datetime) -> datetime:
        """From when a ruling stands that nobody appeals against: what time nobody looked at the mail does not count."""
        return ruling.stands_at + self._outages(paired, ruling.proposed_at, now)

    def _outages(self, paired: Paired, since: datetime, now: datetime) -> timedelta:
        assert paired.game is not None, paired
        return looks.lost(self._store, games.mailbox_of(self._store, paired.game), since, now)

    def proposal(self, paired: Paired) -> tuple[Result, str]:
        """What the game would be if it ended as it stands, and why."""
        game = self._game(paired)
        places, why = as_it_stands(self._store, game)
        return by_places(paired.pairing, game, places), why

    def _propose_as_it_stands(self, book: Book, paired: Paired, now: datetime) -> Ruling:
        result, why = self.proposal(paired)
        reason = f"The time for this game is over. {why}"
        return self.propose(book, paired, result, who=REFEREE, reason=reason, now=now)

    def propose(self, book: Book, paired: Paired, result: Result, *, who: str, reason: str, now: datetime) -> Ruling:
        """Say how a game is to be decided, and tell its players, who can appeal for a while."""
        stands_at = now + book.tournament.definition.appeal
        pairings.propose(self._store, paired.id, result, who=who, reason=reason, now=now, stands_at=stands_at)

        def told(zone: str) -> tuple[Told, ...]:
            return (
                f"Game {paired.game} is to be decided: {in_words(result)}.",
                f"The reason: {reason}",
                f"That stands from {show(stands_at, zone, now=now)}, unless the game ends by itself before. Who is"
                " against it answers until then with this line, and his reason behind it; then the director decides.",
                (f"appeal {paired.game}: WHY",),
            )

        about = f"game {paired.game} is to be decided"
        self._telling.to_players(book, paired, about, told, now, mark="ruling")
        ruling = pairings.open_ruling(self._store, paired.id)
        assert ruling is not None, paired
        return ruling

    def appeal(self, book: Book, paired: Paired, player: int, words: str, now: datetime) -> None:
        """A player is against what is proposed for his game: the director is asked, and the others are told."""
        ruling = pairings.open_ruling(self._store, paired.id)
        assert ruling is not None, paired
        pairings.appeal(self._store, ruling.id, player, words, now=now)
        name = next(each.entrant.name for each in book.entries if each.player == player)
        why = f"{name} appeals against the ruling on game {paired.game}, by which {in_words(ruling.result)}."
        why += f" He writes: {words}" if words else " He gives no reason."
        remedies = (
            f"answer with a line such as: decide {paired.game} {paired.pairing.players[0]}: WHY",
            f"or: referee tournament adjudicate {paired.game} --result ... --reason ...",
        )
        self._telling.director(book.tournament, why, remedies, now, mark=f"appeal-{paired.id}")
        reason = (f"{name} writes:", tuple(textwrap.wrap(words, ROW_CHARS))) if words else ()
        told = (f"{name} has appealed against the ruling on game {paired.game}. The director decides now.", *reason)
        about = f"game {paired.game}: an appeal"
        self._telling.to_players(book, paired, about, lambda _: told, now, mark="appeal")

    def decide(self, paired: Paired, result: Result, reason: str, now: datetime) -> None:
        """The game has that result, and ends at the desk if it goes on there; its players are told by their last
        report. Whoever did not play wins nothing for his rating."""
        game = self._game(paired)
        outcomes = {each.outcome for each in result.scores}
        if game.state in GOING_ON:
            if Outcome.VOID in outcomes:
                self._adjudication.abort(game, reason, now)
            else:
                places = [each.place for each in result.scores]
                self._adjudication.decide(game, places, reason, now, rated=Outcome.FORFEIT not in outcomes)
        pairings.settle(self._store, paired.id, result, Settled.RULED)
        pairings.drop_ruling(self._store, paired.id, now=now)

    def _game(self, paired: Paired) -> Game:
        game = games.load(self._store, paired.game) if paired.game is not None else None
        assert game is not None, paired
        return game


class Appealable(Struct, frozen=True):
    """A ruling that its player can still appeal against."""

    paired: Paired
    ruling: Ruling


def appealable(store: Store, game: int) -> Appealable | str:
    """The open ruling on a game, or why there is nothing to appeal against."""
    paired = pairings.of_game(store, game)
    if paired is None:
        return f"Game {game} is in no event, so there is no ruling on it."
    ruling = pairings.open_ruling(store, paired.id)
    if ruling is None or paired.result is not None:
        return f"There is no ruling on game {game} that you could appeal against."
    if ruling.appealed_at is not None:
        return f"The director has an appeal on game {game} before him already."
    return Appealable(paired, ruling)


def who_plays(paired: Paired) -> str:
    """`Ann and Bob`."""
    return listed(paired.pairing.players)
