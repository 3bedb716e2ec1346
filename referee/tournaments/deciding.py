"""What a director does with the games of an event: they are decided, forfeited, voided, paired anew."""

from collections.abc import Sequence
from datetime import datetime

from engine.tournament.games import meetings
from engine.tournament.model import Game, Pairing, Result
from engine.tournament.terms import Melees, Swiss
from referee.deeds.refusal import Refused
from referee.opening import open_game
from referee.store import games, pairings, tournaments
from referee.store.games import GOING_ON
from referee.store.games import Game as PlayedGame
from referee.store.pairings import Paired
from referee.store.tournaments import BEGUN, TournamentState
from referee.tournaments.bench import Bench
from referee.tournaments.book import Book, book_of, up_to_date
from referee.tournaments.results import by_places, drawn, forfeited, in_words, void, won

DRAW, VOID = "draw", "void"


class Deciding(Bench):
    """The director's doors to games of events. Each raises Refused where it cannot be."""

    def adjudicate(self, game: int, said: str | None, *, now: datetime, reason: str) -> str:
        """Say how a game is to be decided: by the name of a winner, draw, void, or (None) as it stands. After an appeal
        that is final at once; before, its players can appeal. What was done."""
        book, paired, played = self.of_game(game, now)
        self.refuse_own(paired.pairing.players, book)
        result, why = self._result(paired, played, said)
        ruling = pairings.open_ruling(self.store, paired.id)
        final = ruling is not None and ruling.appealed_at is not None
        if ruling is not None and not final and _same(ruling.result, result):
            raise Refused(f"game {game} is to be decided so already: {in_words(result)}")
        told = " ".join(part for part in (reason, why) if part)
        if final:
            self.rulings.decide(paired, result, told, now)
        else:
            self.rulings.propose(book, paired, result, who=self.desk.who, reason=told, now=now)
        tournaments.change(self.store, book.tournament.id, look_at=now)
        self.note("adjudicate", book.tournament, now, reason, game=game, result=in_words(result))
        way = "is decided" if final else "is to be decided; its players are told, and can appeal"
        return f"Game {game} {way}: {in_words(result)}."

    def _result(self, paired: Paired, played: PlayedGame, said: str | None) -> tuple[Result, str]:
        if said is None:
            return self.rulings.proposal(paired)
        if said.casefold() == VOID:
            return void(paired.pairing), ""
        if said.casefold() == DRAW:
            return by_places(paired.pairing, played, drawn(self.store, played)), ""
        winner = paired.pairing.players.index(self.among(said, paired.pairing.players, "plays in it"))
        return by_places(paired.pairing, played, won(self.store, played, winner)), ""

    def forfeit(self, game: int, name: str, *, now: datetime, reason: str) -> str:
        """One of two players does not play: the other has a walkover, at once."""
        book, paired, _ = self.of_game(game, now)
        self.refuse_own(paired.pairing.players, book)
        if len(paired.pairing.players) != 2:
            raise Refused(f"game {game} is a melee: `withdraw` the player, or adjudicate it")
        loser = self.among(name, paired.pairing.players, "plays in it")
        self.rulings.decide(paired, forfeited(paired.pairing, loser), f"{loser} forfeits it. {reason}", now)
        tournaments.change(self.store, book.tournament.id, look_at=now)
        self.note("forfeit", book.tournament, now, reason, game=game, player=loser)
        return f"{loser} forfeits game {game}."

    def void(self, game: int, *, now: datetime, reason: str) -> None:
        """A game was paired in vain: it ends if it goes on, and the event knows nothing of it any more."""
        paired = pairings.of_game(self.store, game)
        if paired is None:
            raise Refused(f"game {game} is in no event")
        found = self.in_state(paired.tournament, *BEGUN)
        book = book_of(self.store, found)
        self.refuse_own(paired.pairing.players, book)
        self._drop(book, paired, reason, now)
        self.note("void", found, now, reason, game=game)
        if found.state is TournamentState.RUNNING:
            tournaments.change(self.store, found.id, look_at=now)

    def _drop(self, book: Book, paired: Paired, reason: str, now: datetime) -> None:
        """The event knows nothing of a game any more, and its players are told."""
        pairings.void(self.store, paired.id, now=now)
        tournaments.forget_climb(self.store, paired.tournament, paired.pairing.round)  # else it would begin again
        pairings.drop_ruling(self.store, paired.id, now=now)
        played = games.load(self.store, paired.game) if paired.game is not None else None
        if played is not None and played.state in GOING_ON:
            self.adjudication.abort(played, reason, now)
            return
        told = f"Game {paired.game} does not count in {book.name} any more, as if it had never been paired."
        about = f"game {paired.game} does not count"
        said = (told, f"The reason: {reason}")
        self.telling.to_players(book, paired, about, lambda _: said, now, mark="void")

    def swap(self, number: int, first: str, second: str, *, now: datetime, reason: str) -> str:
        """Two players of the newest round of a Swiss or of melees change places, before a turn of their games was
        played. Elsewhere who meets whom is given by the format, and a game between others would have no place in it."""
        found = self.in_state(number, *BEGUN)
        if not isinstance(found.definition.format, Swiss | Melees):
            raise Refused(
                f"in {found.name} the format says who meets whom; only in a Swiss and in melees it can be changed"
            )
        book = up_to_date(self.store, found, now)
        first, second = self.entrant(book, first), self.entrant(book, second)
        one, other = self._newest(book, first), self._newest(book, second)
        self.refuse_own([*one.pairing.players, *other.pairing.players], book)
        if one.id == other.id:
            raise Refused(f"{first} and {second} play each other; a swap is between two games")
        if one.pairing.round != other.pairing.round:
            raise Refused(f"{first} and {second} play in different rounds; a swap is between two games of one")
        exchanged = {first: second, second: first}
        changed = [(each, tuple(exchanged.get(name, name) for name in each.pairing.players)) for each in (one, other)]
        self._refuse_rematch(book, [players for _, players in changed])
        started = [self._again(book, each, players, reason, now) for each, players in changed]
        self.telling.paired(book_of(self.store, found), started, now)
        self.note("swap", found, now, reason, players=[first, second])
        return f"{first} and {second} have changed places in round {one.pairing.round}; the new games are under way."

    def _newest(self, book: Book, name: str) -> Paired:
        own = [each for each in book.paired if name in each.pairing.players]
        last = max(own, key=lambda each: (each.pairing.round, each.id), default=None)
        played = games.load(self.store, last.game) if last is not None and last.game is not None else None
        if last is None or played is None or played.state not in GOING_ON or played.duel.turn:
            raise Refused(f"{name} has no game in which no turn was played yet; only such can be swapped")
        return last

    def _refuse_rematch(self, book: Book, changed: Sequence[tuple[str, ...]]) -> None:
        if isinstance(book.tournament.definition.format, Swiss):
            met = meetings(book.games)
            barred = {frozenset(pair) for pair in book.tournament.definition.forbidden}
            for players_ in changed:
                if met[frozenset(players_)] or frozenset(players_) in barred:
                    raise Refused(f"{' and '.join(players_)} have met already, or are not to meet")

    def _again(self, book: Book, paired: Paired, names: tuple[str, ...], reason: str, now: datetime) -> Paired:
        """The game anew with others in it."""
        self._drop(book, paired, f"The director has paired it anew. {reason}", now)
        told = f"The director has paired {' and '.join(names)}. {reason}"
        pairing = Pairing(round=paired.pairing.round, stage=paired.pairing.stage, players=names, reason=told)
        seats = [(name, book.entry(name).player) for name in names]
        defined = book.tournament.definition
        game = open_game(self.store, self.post.under(defined.mailbox), seats, now=now, terms=defined.games)
        pairings.add(
            self.store,
            book.tournament.id,
            Game(pairing=pairing),
            number=paired.number,
            played=game,
            now=now,
            due_at=now + defined.game_time,
        )
        found = pairings.of_game(self.store, game)
        assert found is not None, game
        return found


def _same(one: Result, other: Result) -> bool:
    """Whether both say the same of each player, whatever hit points they have meanwhile."""
    said, again = ([(each.player, each.outcome, each.place) for each in result.scores] for result in (one, other))
    return said == again
