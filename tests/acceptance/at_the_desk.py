"""A desk without servers: letters are handed over as bytes, and what is to go out is read from the queue."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, TypeVar

from engine.language import canonical
from referee import play
from referee.config import parse
from referee.desk import Desk
from referee.journal import Journal
from referee.mail.inbox import Filing, Incoming
from referee.steps import At, pass_by
from referee.store import games, mailbag, outgoing
from referee.store.database import Store
from referee.store.games import Game
from referee.store.mailbag import LetterState, StoredLetter
from referee.store.outgoing import MailState
from referee.terms import Terms, read_terms
from tests.acceptance.by_mail import asks, parsed, reply, seat_and_turn
from tests.post_office import DOMAIN

REFEREE, DIRECTOR = f"referee@{DOMAIN}", f"director@{DOMAIN}"
SETTINGS = f"""
[referee]
address = "{REFEREE}"
director = "{DIRECTOR}"
[tokens]
secret = "a secret of some length"
[imap]
host = "127.0.0.1"
security = "none"
user = "referee"
password = "not used"
authserv_id = "mx.duel.example.org"
[smtp]
host = "127.0.0.1"
security = "none"
"""
T = TypeVar("T")
LOOK = timedelta(minutes=55)  # between two looks of an idle office at its mail
AGAIN = timedelta(minutes=20)  # after which it goes on with what is due already
_START = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)


class Table:
    """The desk, a store behind it, and a clock that goes on by a second for each letter."""

    def __init__(self, store: Store, folder: Path, more: str = "") -> None:
        self.store = store
        self._config = parse(SETTINGS + more, folder=folder, environment={})
        self.restart()
        self.heard = tuple(self._config.mailboxes)  # whose inboxes somebody looks into
        self.now = _START
        self._uid = 0

    def restart(self, at: At = pass_by) -> None:
        """As if the referee's process ended and another began."""
        self.desk = Desk(self.store, self._config, Journal(), at=at)

    def start(self, *names: str, terms: str = "3d", mailbox: str = "main") -> int:
        """Start a game of wizards of these names, who have addresses of the same names; its number."""
        agreed = read_terms(terms)
        assert isinstance(agreed, Terms), agreed
        seats = [(name, address_of(name)) for name in names]
        return self.desk.start_game(seats, now=self.later(), salt="7", terms=agreed, mailbox=mailbox)

    def direct(self, deed: Callable[..., T], *words: Any, **more: Any) -> T:
        """The director does this, in one transaction."""
        with self.store.transaction():
            return deed(self.desk.doors, *words, **more)

    def post(self) -> None:
        """The outbox sends all that is due."""
        with self.store.transaction():
            for mail in outgoing.due(self.store, self.now, limit=10_000):
                outgoing.sent(self.store, mail.id, now=self.now)

    def wait(self, span: timedelta, *, deaf: bool = False, posting: bool = True) -> None:
        """So much time goes by in an idle office, where all is done when it is due, as by the daemon's own clock.
        `deaf`: nobody looks at the mail, as if the referee was down."""
        end = self.now + span
        while not deaf:
            if posting:
                self.post()
            self.look()
            wakes = self.desk.catch_up(self.now)
            if self.now == end:
                break
            moments = [wakes, outgoing.next_due(self.store) if posting else None]
            again = [moment if moment > self.now else self.now + AGAIN for moment in moments if moment is not None]
            self._idle(min([*again, end]))
        self.now = end

    def _idle(self, until: datetime) -> None:
        """Until then there is nothing to do but to look at the mail."""
        while until - self.now > LOOK:
            self.now += LOOK
            self.look()
        self.now = until

    def look(self) -> None:
        """All inboxes that are heard are seen empty."""
        for mailbox in self.heard:
            self.desk.inbox_seen_empty(mailbox, self.now)

    def receive(self, mail: EmailMessage | bytes, *, delivered_to: str | None = None, mailbox: str = "main") -> Filing:
        """The mail comes in; what is to become of it. `delivered_to`: where the server says that it was for."""
        return self.receive_again(self._come(mail, delivered_to), mailbox=mailbox)

    def receive_again(self, incoming: Incoming, *, mailbox: str = "main") -> Filing:
        return self.desk.receive([incoming], self.later(), mailbox=mailbox)[0]

    def come(self, mail: EmailMessage | bytes) -> Incoming:
        """The mail as the inbox hands it over, in case that it is to come more than once."""
        return self._come(mail, None)

    def _come(self, mail: EmailMessage | bytes, delivered_to: str | None) -> Incoming:
        raw = mail if isinstance(mail, bytes) else mail.as_bytes()
        if isinstance(mail, EmailMessage):
            to = delivered_to or str(mail["To"])
            raw = f"Return-Path: <{mail['From']}>\r\nDelivered-To: {to}\r\n".encode() + raw
        self._uid += 1
        return Incoming(folder="INBOX", uidvalidity=1, uid=self._uid, arrived=self.now, raw=raw, size=len(raw))

    def answer(self, name: str, words: str, *, game: int = 1, **fields: str | None) -> Filing:
        """The wizard's player answers the last mail that asked for orders in that game."""
        return self.receive(reply(self.asked(name, game), address_of(name), words, **fields))

    def turn(self, game: int = 1, **orders: str) -> None:
        """Each of the wizards sends these orders in that game."""
        for name, words in orders.items():
            assert self.answer(name.capitalize(), words, game=game) is Filing.PROCESSED

    def asked(self, name: str, game: int = 1, *, turn: int | None = None) -> EmailMessage:
        """The last mail that asked this wizard for orders in the game, or the one that asked for that turn's."""
        asking = [mail for mail in self.mails_to(name) if asks(mail) and seat_and_turn(mail)[0] == game]
        return next(mail for mail in reversed(asking) if turn is None or seat_and_turn(mail)[2] == turn)

    def mails_to(self, name: str) -> list[EmailMessage]:
        """All that was queued for a player, oldest first."""
        return self.mails_at(address_of(name))

    def mails_at(self, address: str) -> list[EmailMessage]:
        """All that was queued for an address, oldest first."""
        return [parsed(raw) for recipient, raw in self._queued() if recipient == address]

    def count(self) -> int:
        """How many mails were queued so far, to whomever."""
        return len(list(self._queued()))

    def game(self, number: int = 1) -> Game:
        found = games.load(self.store, number)
        assert found is not None
        return found

    def held(self, seat: int, game: int = 1) -> set[str]:
        """The orders for the coming turn that a seat would be adjudicated with by now, as the receipt writes them."""
        found = self.game(game)
        place = found.seat(seat)
        checked = play.standing_orders(self.store, found, place) if place is not None else None
        return set() if checked is None else {canonical(clause) for clause in checked.orders.clauses}

    def owing(self, game: int = 1) -> tuple[str, ...]:
        """The wizards whose orders are not in, or not complete."""
        return play.owing(self.store, self.game(game))

    def letters(self) -> list[StoredLetter]:
        return mailbag.letters(self.store, LetterState)

    def _queued(self) -> Iterator[tuple[str, bytes]]:
        for row in outgoing.listing(self.store, MailState):
            mail = outgoing.mail(self.store, row.id)
            assert mail is not None
            yield mail.recipient, mail.raw

    def later(self) -> datetime:
        """A second goes by."""
        self.now += timedelta(seconds=1)
        return self.now


@contextmanager
def laid_table(folder: Path, more: str = "") -> Iterator[Table]:
    """A desk over a new database; `more` is added to its settings."""
    with Store.open(folder / "referee.db") as store:
        yield Table(store, folder, more)


def address_of(name: str) -> str:
    return f"{name.lower()}@{DOMAIN}"
