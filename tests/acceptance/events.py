"""Events played at the desk: a director, and players who seek spells and write their orders as mails."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Any, Final

from engine.language import canonical_text
from referee.mail.inbox import Filing
from referee.store import outgoing, pairings, tournaments
from referee.store.games import GameState
from referee.store.outgoing import MailState
from referee.store.pairings import Paired
from referee.store.tournaments import Tournament, TournamentState
from referee.terms.event import Definition
from referee.tournaments.bench import Bench
from referee.tournaments.book import Book, book_of
from referee.tournaments.deciding import Deciding
from referee.tournaments.directing import Directing
from referee.tournaments.reading import read_event
from tests.acceptance.at_the_desk import Table, address_of
from tests.acceptance.by_mail import parsed, reply, text_of
from tests.acceptance.test_trust import new_mail
from tests.simulation.seekers import Seeker

DAY: Final = timedelta(days=1)
NAMES: Final = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
TURNS_MAX: Final = 400  # steps of an event; one that takes more does not end
KNOCKOUT = """
name = "Winter Cup"
terms = "2d, no grace, rated, no orders: rest"
game_time = "10d"
appeal = "2d"
[format]
type = "knockout"
"""
ROBIN = KNOCKOUT.replace("knockout", "round robin") + "\n"
FOUR = ("Ann", "Bob", "Cid", "Dee")


def defined(text: str, table: Table) -> Definition:
    """The definition in a TOML text."""
    found = read_event(text, base=table.desk.terms)
    assert isinstance(found, Definition), found
    return found


class Deeds:
    """A director's doors: each of his deeds is a transaction of its own."""

    def __init__(self, table: Table, doors: type[Bench]) -> None:
        self._table, self._doors = table, doors

    def __getattr__(self, name: str) -> Callable[..., Any]:
        deed = getattr(self._doors(self._table.desk.doors), name)

        def done(*words: Any, **more: Any) -> Any:
            with self._table.store.transaction():
                return deed(*words, **more)

        return done


class Hosted:
    """An event at a table, its director's doors, and its players' minds."""

    def __init__(self, table: Table, text: str, names: Sequence[str] = NAMES, *, seed: int = 1) -> None:
        self.table = table
        self.rng = Random(seed)
        self.minds: dict[tuple[int, str], Seeker] = {}
        self.directing, self.deciding = Deeds(table, Directing), Deeds(table, Deciding)
        self.number = self.directing.create(defined(text, table), now=table.later(), reason=None, seed="lots")
        rows = [(name, address_of(name), None, 2000.0 - n) for n, name in enumerate(names)]
        self.directing.bring_in(self.number, rows, now=table.later(), reason=None)

    def begin(self) -> None:
        self.directing.open(self.number, now=self.table.later(), reason=None)
        self.directing.start(self.number, now=self.table.later(), reason=None)

    @property
    def found(self) -> Tournament:
        found = tournaments.load(self.table.store, self.number)
        assert found is not None
        return found

    @property
    def book(self) -> Book:
        return book_of(self.table.store, self.found)

    def open_games(self) -> list[Paired]:
        return [each for each in self.book.paired if each.result is None and each.game is not None]

    def game_of(self, name: str) -> int:
        """The open game of a player."""
        (found,) = [each for each in self.open_games() if name in each.pairing.players]
        assert found.game is not None
        return found.game

    def writes(self, name: str, words: str) -> Filing:
        """A player writes a command, in answer to what the referee told him last of the event."""
        told = [mail for mail in self.table.mails_to(name) if "Winter Cup" in str(mail["Subject"])]
        if not told:
            return self.table.receive(new_mail(name, words))  # which proves nothing
        return self.table.receive(reply(told[-1], address_of(name), words))

    def step(self, *, silent: Sequence[str] = ()) -> None:
        """In each open game all who owe orders send them, but those who are silent; then a while goes by."""
        self.table.post()
        for paired in self.open_games():
            assert paired.game is not None
            self.orders(paired.game, silent)
        self.table.wait(timedelta(minutes=30))

    def orders(self, number: int, silent: Sequence[str]) -> None:
        game = self.table.game(number)
        focus = self.rng.choice(list(game.duel.living))
        for wizard in self.table.owing(number):
            if self.table.game(number).duel.next_turn != game.duel.next_turn or wizard in silent:
                return
            mind = self.minds.setdefault((number, wizard), Seeker(wizard, self.rng, game.duel.rules))
            words = canonical_text(mind.clauses(game.duel, focus, keen=True))
            seat = game.seat_of(wizard)
            assert seat is not None
            asked = self.asked(number, seat.number, game.duel.next_turn)
            assert self.table.receive(reply(asked, seat.address, words)) is Filing.PROCESSED

    def asked(self, game: int, seat: int, turn: int) -> EmailMessage:
        """The mail that asks for these orders."""
        row = outgoing.asking(self.table.store, game, turn=turn).get(seat)
        mail = outgoing.mail(self.table.store, row.id) if row is not None else None
        assert mail is not None
        return parsed(mail.raw)

    def lose(self, game: int, loser: str) -> None:
        """A game ends in its first turn, as a player surrenders."""
        self.table.post()
        found = self.table.game(game)
        for seat in found.seats:
            words = "surrender" if seat.wizard == loser else "LH: W, RH: W"
            mail = reply(self.asked(game, seat.number, found.duel.next_turn), seat.address, words)
            assert self.table.receive(mail) is Filing.PROCESSED
        assert self.table.game(game).state is GameState.FINISHED
        self.table.wait(timedelta(minutes=1))

    def play(self, until: int | None = None, *, silent: Sequence[str] = ()) -> None:
        """Until a game of that round has begun, or the event is over."""
        for _ in range(TURNS_MAX):
            if self.found.state is not TournamentState.RUNNING or self.round == until:
                return
            self.step(silent=silent)
        raise AssertionError("the event does not end")

    @property
    def round(self) -> int:
        """The newest round."""
        return max((each.pairing.round for each in self.book.paired), default=0)

    def mails(self, about: str) -> list[str]:
        """To whom mails on the event went whose subject has these words."""
        every = outgoing.listing(self.table.store, MailState)
        return sorted(mail.recipient for mail in every if about in mail.subject and "Winter Cup" in mail.subject)

    def answer(self, name: str) -> str:
        """What was answered to a player's last command, on one line."""
        found = [mail for mail in self.table.mails_to(name) if mail["Auto-Submitted"] == "auto-replied"]
        return " ".join(text_of(found[-1]).replace("| ", "").split())

    def asks(self, name: str, words: str) -> str:
        """A player writes a command; what is answered."""
        self.writes(name, words)
        return self.answer(name)

    def states(self) -> list[GameState]:
        return list(pairings.states(self.table.store, self.number).values())


def words(table: Table, name: str, about: str) -> str:
    """The last mail to a player whose subject has these words, on one line."""
    found = [mail for mail in table.mails_to(name) if about in str(mail["Subject"])]
    return " ".join(text_of(found[-1]).replace("| ", "").split())
