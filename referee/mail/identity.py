"""Whose turn a mail is about: secret reply tokens, where they are put, and how they are found again."""

import base64
import hmac
import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import product

from msgspec import Struct

TOKEN_BYTES = 10
TOKEN_CHARS = 16  # base 32
SEATS_MAX = 12
KEY_VERSION = 1
MARKS_MAX = 40
WORDS_KEPT = 4096
SCANNED_CHARS_MAX = 8000

_NUMBERS = r"([0-9]{1,9})\.([0-9]{1,2})\.([0-9]{1,4})"
_TOKEN = rf"([a-z2-7]{{{TOKEN_CHARS}}})"
_IN_ADDRESS = re.compile(rf"\+(b\.)?{_NUMBERS}\.{_TOKEN}@", re.IGNORECASE)
_IN_UNSUBSCRIBE = re.compile(rf"\+unsub\.([0-9]{{1,9}})\.([0-9]{{1,2}})\.{_TOKEN}@", re.IGNORECASE)
_IN_MESSAGE_ID = re.compile(rf"<{_NUMBERS}\.{_TOKEN}\.[a-z0-9-]{{1,60}}@", re.IGNORECASE)
_IN_SUBJECT = re.compile(rf"\[WH ([0-9]{{1,9}})(?:\.([0-9]{{1,4}})(?:\.{_TOKEN})?)?\]", re.IGNORECASE)
_PURPOSE = re.compile(r"[a-z0-9-]{1,60}")


class Seat(Struct, frozen=True, kw_only=True):
    """A wizard's place in a game (counted from 1, in the order of the game) and the turn that he owes orders for.

    `extra`: the turn that Time stop gives after it, which has tokens of its own so that no late mail for the turn
    itself is taken for it. `holder`: how many people sat there before, whose tokens are worth nothing. `epoch`: how
    often a director corrected the game before; what asked for orders until then is worth nothing either."""

    game: int
    seat: int
    turn: int
    extra: bool = False
    holder: int = 0
    epoch: int = 0

    @property
    def words(self) -> str:
        """What a token is made from."""
        extra = "|extra" if self.extra else ""
        return f"{self.game}|{self.seat}|{self.turn}{extra}{_held(self.holder)}{_dated(self.epoch)}"


def _held(holder: int) -> str:
    return f"|holder {holder}" if holder else ""


def _dated(epoch: int) -> str:
    return f"|epoch {epoch}" if epoch else ""


class Place(StrEnum):
    """Where a mark stood in a mail, the surest places first."""

    DELIVERED = "the address it was delivered to"
    ADDRESSED = "the address it was sent to"
    SUBJECT = "the subject"
    ANSWERED = "the mail it answers"
    THREAD = "an earlier mail of its thread"


class Mark(Struct, frozen=True, kw_only=True):
    """What a mail says about its game. Nothing of it is proved: `Keys.seat_of` does that. The Subject does not name
    the seat, and an answer's Subject has no token either; those are None. `bounce`: it came back to the sender's
    address. `unsubscribe`: it came to the address for those who want no more mails."""

    place: Place
    game: int
    seat: int | None = None
    turn: int | None = None
    token: str | None = None
    bounce: bool = False
    unsubscribe: bool = False


class Keys:
    """Makes and proves the tokens of one secret."""

    def __init__(self, secret: str) -> None:
        self._key = secret.encode()
        self._word = lru_cache(WORDS_KEPT)(self._made)  # a letter asks for the same few words a dozen times

    def token(self, seat: Seat) -> str:
        """The secret word that lets its bearer give orders for this wizard and turn: 16 characters, 80 bits."""
        return self._word(f"{KEY_VERSION}|{seat.words}")

    def bounce_token(self, seat: Seat) -> str:
        """The word in the envelope's sender: another one, as a bounce is no order and passes through more hands."""
        return self._word(f"{KEY_VERSION}|bounce|{seat.words}")

    def unsubscribe_token(self, game: int, seat: int, holder: int = 0) -> str:
        """The word in a report's List-Unsubscribe, the same for a whole game: each program that scans mails sees it."""
        return self._word(f"{KEY_VERSION}|unsubscribe|{game}|{seat}{_held(holder)}")

    def form_code(self, game: int, turn: int, epoch: int = 0) -> str:
        """The code in an order form, as `k7f3-92ab`. It shows that the form is ours; it is no secret."""
        word = self._word(f"{KEY_VERSION}|form|{game}|{turn}{_dated(epoch)}")
        return f"{word[:4]}-{word[4:8]}"

    def person_token(self, player: int, week: int) -> str:
        """The word that lets its bearer speak for this player, in mails that belong to no game of his."""
        return self._word(f"{KEY_VERSION}|person|{player}|{week}")

    def confirmation_token(self, number: int) -> str:
        """The word that confirms what waits under this number: who has it can read the mails to that address."""
        return self._word(f"{KEY_VERSION}|confirm|{number}")

    def seat_of(self, mark: Mark, *, holders: int = 1, epochs: int = 1) -> Seat | None:
        """The seat that the mark's token proves, or None. The token of a bounce, or of those who want no more mails,
        proves nothing here. `holders`: how many people have sat in one seat of that game so far, at most; `epochs`: as
        many as it has had."""
        return None if mark.bounce or mark.unsubscribe else self._proved(mark, self.token, holders, epochs)

    def bounced_seat_of(self, mark: Mark, *, holders: int = 1, epochs: int = 1) -> Seat | None:
        """The seat whose mail came back, where a bounce's token proves it, or None."""
        return self._proved(mark, self.bounce_token, holders, epochs) if mark.bounce else None

    def unsubscriber_of(self, mark: Mark, *, holder: int = 0) -> tuple[int, int] | None:
        """The game and seat that want no more mails, where such a token of that holder proves it, or None."""
        if not mark.unsubscribe or mark.seat is None or mark.token is None:
            return None
        proved = hmac.compare_digest(self.unsubscribe_token(mark.game, mark.seat, holder), mark.token.lower())
        return (mark.game, mark.seat) if proved else None

    def _proved(self, mark: Mark, word_of: Callable[[Seat], str], holders: int, epochs: int) -> Seat | None:
        if mark.token is None or mark.turn is None:
            return None
        seats = range(1, SEATS_MAX + 1) if mark.seat is None else [mark.seat]
        for number, extra, holder, epoch in product(seats, (False, True), range(holders), range(epochs)):
            seat = Seat(game=mark.game, seat=number, turn=mark.turn, extra=extra, holder=holder, epoch=epoch)
            if hmac.compare_digest(word_of(seat), mark.token.lower()):
                return seat
        return None

    def _made(self, message: str) -> str:
        digest = hmac.digest(self._key, message.encode(), "sha256")
        return base64.b32encode(digest[:TOKEN_BYTES]).decode().lower()


def reply_address(address: str, seat: Seat, token: str) -> str:
    """The referee's `address` with the token in it, for a report's Reply-To."""
    local, _, host = address.rpartition("@")
    return f"{local}+{seat.game}.{seat.seat}.{seat.turn}.{token}@{host}"


def bounce_address(address: str, seat: Seat, bounce_token: str) -> str:
    """The envelope's sender for a report: a bounce comes back here and says by itself whose mail it was."""
    local, _, host = address.rpartition("@")
    return f"{local}+b.{seat.game}.{seat.seat}.{seat.turn}.{bounce_token}@{host}"


def unsubscribe_address(address: str, game: int, seat: int, token: str) -> str:
    """Where a mail program writes to when its owner wants no more reports. Orders sent there are none."""
    local, _, host = address.rpartition("@")
    return f"{local}+unsub.{game}.{seat}.{token}@{host}"


def report_tag(seat: Seat, token: str) -> str:
    """The Subject's tag of a report."""
    return f"[WH {seat.game}.{seat.turn}.{token}]"


def answer_tag(game: int, turn: int) -> str:
    """The Subject's tag of an answer, which carries no token."""
    return f"[WH {game}.{turn}]"


def message_id(address: str, seat: Seat, token: str, purpose: str) -> str:
    """A stable Message-ID with the token in it; `purpose` (a-z, 0-9, -) keeps a turn's mails to one wizard apart."""
    if not _PURPOSE.fullmatch(purpose):
        raise ValueError(f"not a purpose: {purpose!r}")
    return f"<{seat.game}.{seat.seat}.{seat.turn}.{token}.{purpose}@{address.rpartition('@')[2]}>"


def marks(headers: Iterable[tuple[str, str]]) -> tuple[Mark, ...]:
    """Every mark in a mail's header fields (name, decoded value), the surest first, each once. Linear, and bounded."""
    found: dict[Mark, None] = {}
    for name, value in headers:
        for mark in _marks_in(name.lower(), value[:SCANNED_CHARS_MAX]):
            found.setdefault(mark)
    order = list(Place)
    return tuple(sorted(found, key=lambda mark: (order.index(mark.place), mark.token is None))[:MARKS_MAX])


_PLACES = {
    "delivered-to": Place.DELIVERED,
    "x-original-to": Place.DELIVERED,
    "envelope-to": Place.DELIVERED,
    "to": Place.ADDRESSED,
    "cc": Place.ADDRESSED,
    "subject": Place.SUBJECT,
    "in-reply-to": Place.ANSWERED,
    "references": Place.THREAD,
}


def _marks_in(name: str, value: str) -> Iterator[Mark]:
    place = _PLACES.get(name)
    if place is Place.SUBJECT:
        for game, turn, token in _IN_SUBJECT.findall(value):
            yield Mark(place=place, game=int(game), turn=int(turn) if turn else None, token=token.lower() or None)
    elif place in (Place.ANSWERED, Place.THREAD):
        for game, seat, turn, token in reversed(
            _IN_MESSAGE_ID.findall(value)
        ):  # the latest mail of a thread stands last
            yield Mark(place=place, game=int(game), seat=int(seat), turn=int(turn), token=token.lower())
    elif place is not None:
        for bounce, game, seat, turn, token in _IN_ADDRESS.findall(value):
            yield Mark(
                place=place, game=int(game), seat=int(seat), turn=int(turn), token=token.lower(), bounce=bool(bounce)
            )
        for game, seat, token in _IN_UNSUBSCRIBE.findall(value):
            yield Mark(place=place, game=int(game), seat=int(seat), token=token.lower(), unsubscribe=True)
