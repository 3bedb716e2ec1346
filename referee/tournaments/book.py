"""An event with all that is known of it, as its format looks at it."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from engine.tournament.model import Challenge, Event, Game
from referee.store import games, pairings, tournaments
from referee.store.database import Store
from referee.store.games import GOING_ON
from referee.store.pairings import Paired, Settled
from referee.store.tournaments import Entry, Tournament
from referee.tournaments.results import played_result


class Book(Struct, frozen=True, kw_only=True):
    """An event, who is in it and its games, as they stand in the store."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    paired: tuple[Paired, ...]
    climbs: tuple[Challenge, ...]

    @property
    def name(self) -> str:
        return self.tournament.name

    @property
    def games(self) -> tuple[Game, ...]:
        return tuple(each.as_game for each in self.paired)

    @property
    def event(self) -> Event:
        defined = self.tournament.definition
        return Event(
            name=defined.name,
            seed=self.tournament.seed,
            terms=defined.format,
            entrants=tuple(each.entrant for each in self.entries),
            scoring=defined.scoring,
            tiebreaks=defined.tiebreaks,
            withdrawals=defined.withdrawals,
            forbidden=defined.forbidden,
            challenges=self.climbs,
            closed=self.tournament.closed_at is not None,
        )

    def entry(self, name: str) -> Entry:
        """The entry under that exact name. KeyError where there is none."""
        for each in self.entries:
            if each.entrant.name == name:
                return each
        raise KeyError(name)

    def entry_of(self, player: int) -> Entry | None:
        """A player's entry; of several (as two players were merged) the one that has not left, else the newest."""
        own = [each for each in self.entries if each.player == player]
        return next((each for each in own if each.entrant.last is None), own[-1] if own else None)

    @property
    def here(self) -> tuple[Entry, ...]:
        """Those who have not left."""
        return tuple(each for each in self.entries if each.entrant.last is None)


def book_of(store: Store, tournament: Tournament) -> Book:
    """The event as it stands."""
    return Book(
        tournament=tournament,
        entries=tuple(tournaments.entries(store, tournament.id)),
        paired=tuple(pairings.standing(store, tournament.id)),
        climbs=tournaments.climbs(store, tournament.id),
    )


def up_to_date(store: Store, tournament: Tournament, now: datetime) -> Book:
    """The event as it stands, once what came of games that ended is taken in; and of those that go on again, as turns
    were taken back, nothing any more. Within a transaction."""
    states = pairings.states(store, tournament.id)
    for paired in pairings.standing(store, tournament.id):
        if paired.game is None:
            continue
        goes_on = states[paired.game] in GOING_ON
        if goes_on and paired.way in (Settled.PLAYED, Settled.RULED):
            pairings.settle(store, paired.id, None, None)
        elif not goes_on and paired.result is None:
            game = games.load(store, paired.game)
            assert game is not None, paired
            pairings.settle(store, paired.id, played_result(store, paired.pairing, game), Settled.PLAYED)
            pairings.drop_ruling(store, paired.id, now=now)
    return book_of(store, tournament)


def with_room(store: Store, book: Book) -> Event:
    """The event for the question what may start now: what somebody plays in other events leaves him less room."""
    event = book.event
    taken = {
        each.entrant.name: pairings.open_elsewhere(store, each.player, book.tournament.id) for each in book.entries
    }
    entrants = (replace(each, games_at_once=each.games_at_once - taken[each.name]) for each in event.entrants)
    return replace(event, entrants=tuple(entrants))
