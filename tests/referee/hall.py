"""Players who stand at the counter: commands carried out through a desk's doors, without any mail to bring them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from referee.challenging import Challenging
from referee.commands import COMMANDS
from referee.commands.command import Answer, Caller
from referee.commands.doors import Doors
from referee.commands.reading import parted
from referee.desk import Desk
from referee.names import look_alike_key
from referee.store import games, mailbag, players
from referee.store.games import Game
from referee.store.mailbag import LetterState
from referee.store.players import Player
from tests.acceptance.at_the_desk import Table, address_of, laid_table

TABLE_CHARS = 70  # of the rows of a table, which stand behind an edge in mails


class Told(Struct, frozen=True):
    """What was answered to one command: all its words on one line, and its tables' rows."""

    done: bool
    words: str
    rows: tuple[str, ...]


class Hall:
    """A desk, and the players who are registered there under the names of their addresses."""

    def __init__(self, table: Table, *names: str) -> None:
        self.table = table
        desk: Desk = table.desk
        self.doors = Doors(desk.store, desk.post, desk._adjudication, desk.terms)
        self.challenging = Challenging(desk.store, desk.post)
        with table.store.transaction():
            for name in names:
                self._register(name)

    def _register(self, name: str) -> None:
        key = look_alike_key(name)
        player = players.add(self.table.store, address_of(name), now=self.table.now, confirmed=True)
        players.rename(self.table.store, player.id, name, key)

    def player(self, name: str) -> Player:
        found = players.by_address(self.table.store, address_of(name))
        assert found is not None, name
        return found

    def ask(self, name: str, words: str, *, game: int | None = None) -> Told:
        """The player writes one command, `game`: in a reply to that game's report."""
        (told,) = self.ask_all(name, words, game=game)
        return told

    def ask_all(self, name: str, words: str, *, game: int | None = None) -> list[Told]:
        found = parted(words.splitlines(), COMMANDS, in_game=game is not None)
        assert not found.unread, found.unread
        caller = self.caller(name, game)
        answers = []
        for asked in found.asked:
            with self.table.store.transaction():
                answers.append(told(COMMANDS[asked.name].run(self.doors, caller, asked)))
        return answers

    def caller(self, name: str, number: int | None = None) -> Caller:
        return self.caller_of(self.player(name), number)

    def caller_of(self, player: Player, number: int | None = None) -> Caller:
        game, letter = self._game(number), self._letter()
        seat = next((seat for seat in game.seats if seat.player == player.id), None) if game is not None else None
        return Caller(player=player, address=player.address, now=self.table.now, letter=letter, game=game, seat=seat)

    def _letter(self) -> int:
        """A letter that has come and is done with."""
        store, now = self.table.store, self.table.later()
        with store.transaction():
            raw = f"Subject: {now}".encode()
            uid = int(now.timestamp())
            number, _ = mailbag.store_letter(
                store, folder="HALL", uidvalidity=1, uid=uid, raw=raw, size=len(raw), arrived_at=now, now=now
            )
            mailbag.close_letter(store, number, LetterState.HANDLED, kind="message", verdict="processed", now=now)
        return number

    def lapse(self) -> None:
        """The clock comes round."""
        self.table.desk.inbox_seen_empty("main", self.table.now)
        self.table.desk.catch_up(self.table.now)

    def _game(self, number: int | None) -> Game | None:
        return games.load(self.table.store, number) if number is not None else None

    def subjects(self, name: str) -> list[str]:
        """The subjects of all mails to a player."""
        return [str(mail["Subject"]) for mail in self.table.mails_to(name)]


def told(answer: Answer) -> Told:
    words = " ".join(part for part in answer.parts if isinstance(part, str))
    rows = tuple(row for part in answer.parts if not isinstance(part, str) for row in part)
    assert max(map(len, rows), default=0) <= TABLE_CHARS, rows
    return Told(answer.done, words, rows)


@contextmanager
def hall_of(folder: Path, *names: str) -> Iterator[Hall]:
    with laid_table(folder) as table:
        yield Hall(table, *names)
