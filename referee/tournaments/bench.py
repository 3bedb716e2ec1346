"""What all acts of a director on events share: what he means, what he may do, and the record of it."""

from collections.abc import Sequence
from datetime import datetime

from engine.language.nearest import nearest
from referee.commands.doors import Doors
from referee.deeds.own import refuse_own_of
from referee.deeds.refusal import Refused
from referee.names import look_alike_key
from referee.store import acts, games, pairings, players, tournaments
from referee.store.games import Game as PlayedGame
from referee.store.pairings import Paired
from referee.store.players import Player
from referee.store.tournaments import BEGUN, Tournament, TournamentState
from referee.tournaments.book import Book, up_to_date
from referee.tournaments.entering import Entering, Fault
from referee.tournaments.results import in_words
from referee.tournaments.rulings import Rulings
from referee.tournaments.running import Running
from referee.tournaments.telling import Telling
from referee.tournaments.wording import told_state


class Bench:
    """What a director acts on, within a transaction of the caller's. All that is asked for and cannot be is refused by
    raising Refused."""

    def __init__(self, desk: Doors) -> None:
        self.desk, self.store, self.post, self.adjudication = desk, desk.store, desk.post, desk.adjudication
        self.telling = Telling(desk.store, desk.post)
        self.rulings = Rulings(desk.store, desk.post, desk.adjudication)
        self.entering = Entering(desk.store, desk.post, desk.adjudication)
        self.running = Running(desk.store, desk.post, desk.adjudication, desk.adjudication.journal)

    # -- in between ------------------------------------------------------------------------------------------------

    def found(self, number: int) -> Tournament:
        """The event of that number."""
        found = tournaments.load(self.store, number)
        if found is None:
            raise Refused(f"there is no event {number}; `referee tournament list --all` shows all")
        return found

    def in_state(self, number: int, *states: TournamentState) -> Tournament:
        found = self.found(number)
        if found.state not in states:
            raise Refused(
                f"event {number}, {found.name}, is {found.state} ({told_state(found)}): that goes only while it is"
                f" {' or '.join(each.value for each in states)}"
            )
        return found

    def of_game(self, game: int, now: datetime) -> tuple[Book, Paired, PlayedGame]:
        """A game that goes on, in an event that does."""
        paired = pairings.of_game(self.store, game)
        if paired is None:
            raise Refused(f"game {game} is in no event; `referee game` has what can be done with it")
        book = up_to_date(self.store, self.in_state(paired.tournament, *BEGUN), now)
        paired = pairings.of_game(self.store, game) or paired
        played = games.load(self.store, game)
        if paired.result is not None or played is None:
            raise Refused(f"game {game} has its result already: {in_words(paired.result) if paired.result else ''}")
        return book, paired, played

    def entrant(self, book: Book, name: str) -> str:
        return self.among(name, [each.entrant.name for each in book.here], f"plays in {book.name}")

    @staticmethod
    def among(name: str, names: Sequence[str], what: str) -> str:
        key = look_alike_key(name)
        for each in names:
            if look_alike_key(each) == key:
                return each
        near = nearest(name, names)
        raise Refused(f"nobody called {name} {what}" + (f"; did you mean {near}?" if near else ""))

    def player(self, name: str) -> Player:
        found = players.by_name(self.store, look_alike_key(name))
        if found is None:
            near = nearest(name, players.named(self.store))
            raise Refused(f"nobody is registered as {name}" + (f"; did you mean {near}?" if near else ""))
        return found

    def refuse_own(self, names: Sequence[str], book: Book) -> None:
        """A director who plays cannot act on his own games: somebody else decides, and is named."""
        refuse_own_of(self.desk, [each.player for each in book.entries if each.entrant.name in names])

    @staticmethod
    def done(told: str | Fault) -> str:
        if isinstance(told, Fault):
            raise Refused(told.why)
        return told

    def tell(self, person: int, found: Tournament, told: str, now: datetime) -> None:
        player = players.load(self.store, person)
        if player is not None and player.name is not None:
            self.telling.person(player, found, told, now)

    def note(self, act: str, found: Tournament, now: datetime, reason: str | None, **facts: object) -> None:
        kept = {"tournament": found.id, "name": found.name, **facts}
        game = facts.get("game")
        acts.note(
            self.store,
            f"tournament {act}",
            who=self.desk.who,
            now=now,
            game=game if isinstance(game, int) else None,
            reason=reason,
            facts=kept,
        )
