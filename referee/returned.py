"""Mails that come back: points against an address, the pause of delivery to it, and what starts it again."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from msgspec import Struct

from referee.dispatch import OVER, Post
from referee.journal import Journal
from referee.mail import compose
from referee.mail.bounces import is_hard
from referee.mail.delivery import status_in
from referee.mail.letter import Letter
from referee.store import games, outgoing, players, reachability
from referee.store.database import Store
from referee.store.games import GOING_ON, Game, Seat
from referee.store.outgoing import MailState, QueuedMail
from referee.store.reachability import Reachability
from referee.threads import INVITATION, REPORT

# A day on which mail comes back for good counts whole, one on which it comes back for now counts half: a mailbox that
# is full over a weekend costs less than one that is gone.
HARD: Final = 1.0
SOFT: Final = 0.5
_OUT_OF_DATE: Final = "out of date when its recipient could be reached again"


class Ruling(Struct, frozen=True, kw_only=True):
    """What became of a bounce, in a sentence, and the game that it is about where that is proved."""

    why: str
    game: int | None = None


class Returns:
    """Keeps the score of mails that came back; at `limit` points delivery to an address pauses. All methods are called
    within a transaction."""

    def __init__(self, store: Store, post: Post, journal: Journal, *, limit: int) -> None:
        self._store = store
        self._post = post
        self._name = post.referee.name
        self._limit = limit
        self._journal = journal

    # -- what came back ------------------------------------------------------------------------------------------

    def bounced(self, letter: Letter, now: datetime) -> Ruling:
        """A letter of Kind.BOUNCE. It counts where the token in the address that it came to proves whose mail it was,
        the mail is one of ours that had not come back before, and it was given up; anybody can write all the rest."""
        bounce = letter.bounce
        assert bounce is not None, letter.kind
        proved = self._proved(letter)
        if proved is None:
            return self._ignored("No token in the address that it came to proves whose mail came back.")
        game, seat, mail = proved
        if mail is None:
            return self._ignored("It is not about a mail that was sent to that player at this address.", game)
        if not bounce.given_up:
            return self._ignored("It does not say that a mail was given up.", game)
        status = bounce.status or ("failed for good" if bounce.hard else "failed for now")
        if not outgoing.returned(self._store, mail.id, status):
            return self._ignored("The mail that came back is counted already.", game)
        self._count(seat.player, hard=bounce.hard, status=status, now=now)
        return Ruling(why=f"A mail came back: {status}.", game=game.id)

    def refused(self, number: int, reason: str, now: datetime) -> None:
        """Our own server would not take the mail of that number, for it knows no such recipient."""
        mail = outgoing.mail(self._store, number)
        if not outgoing.set_aside(self._store, number, reason):
            return
        player = players.by_address(self._store, mail.recipient) if mail is not None else None
        if player is not None:
            status = status_in(reason)
            self._count(player.id, hard=is_hard(status, reason, reason[:3]), status=status or reason[:60], now=now)

    def _proved(self, letter: Letter) -> tuple[Game, Seat, QueuedMail | None] | None:
        """The seat that a token proves, and the mail that came back: the one named, else that turn's request."""
        assert letter.bounce is not None
        for mark in letter.marks:
            game = games.load(self._store, mark.game)
            if game is None:
                continue
            place = self._post.keys.bounced_seat_of(mark, holders=game.holders, epochs=game.epochs)
            seat = game.seat(place.seat) if place is not None else None
            if place is None or seat is None:
                continue
            asked = self._post.under(game.mailbox).threads.asking_id(place)
            mail = outgoing.by_message_id(self._store, letter.bounce.returned or asked)
            ours = mail is not None and (mail.game, mail.seat) == (game.id, seat.number)
            same = mail is not None and players.address_key(mail.recipient) == players.address_key(seat.address)
            return game, seat, mail if ours and same and seat.address else None
        return None

    def _ignored(self, why: str, game: Game | None = None) -> Ruling:
        self._journal.note("bounce-ignored", game=game.id if game is not None else None, why=why)
        return Ruling(why=why, game=game.id if game is not None else None)

    def _count(self, player: int, *, hard: bool, status: str, now: datetime) -> None:
        found = reachability.count(self._store, player, HARD if hard else SOFT, status=status, now=now)
        self._journal.note("mail-returned", to=found.address, status=status, hard=hard, points=found.points)
        if found.points >= self._limit and reachability.pause(self._store, player, now=now):
            held = outgoing.hold_back(self._store, found.address)
            self._journal.trouble("delivery-paused", to=found.address, status=status, waiting=held)
            seats = games.seats_of(self._store, player, GOING_ON)
            mail = compose.director_unreachable(
                referee=self._name,
                address=found.address,
                seats=[(seat.game, seat.wizard) for seat in seats],
                status=status,
            )
            self._post.tell_director(mail, mark=f"unreachable-{player}-{int(now.timestamp())}", now=now)

    # -- he wrote ------------------------------------------------------------------------------------------------

    def heard_from(self, player: int) -> Reachability | None:
        """A person's letter from the player was accepted: points and pause are gone, so that it can be answered. What
        was known against him, for `send_on` once the letter is settled; None for most."""
        return reachability.clear(self._store, player)

    def send_on(self, found: Reachability, now: datetime) -> None:
        """What waits for him and is still of use goes out."""
        sent = dropped = 0
        for mail, useful in self._waiting(found.address):
            if useful:
                sent += outgoing.release(self._store, mail.id, now=now)
            else:
                dropped += outgoing.drop(self._store, mail.id, _OUT_OF_DATE)
        self._journal.note("delivery-goes-on", to=found.address, sent=sent, dropped=dropped)
        if found.paused_at is not None:
            mail_to_director = compose.director_reachable(
                referee=self._name, address=found.address, sent=sent, dropped=dropped
            )
            mark = f"reachable-{found.player}-{int(now.timestamp())}"
            self._post.tell_director(mail_to_director, mark=mark, now=now)

    def _waiting(self, address: str) -> Iterator[tuple[QueuedMail, bool]]:
        """Mails to the address that wait or came back, with whether each is still of use: the latest report of a game,
        an invitation that was never sent, and whatever is about the turn that the game waits for, or about no game."""
        for mail in outgoing.undelivered(self._store, address):
            if mail.game is None or mail.seat is None:
                yield mail, True
            elif mail.kind in (REPORT, OVER):
                thread = outgoing.to_seat(self._store, mail.game, mail.seat)
                yield mail, mail.id == max(each.id for each in thread if each.kind in (REPORT, OVER))
            elif mail.kind == INVITATION and mail.state is MailState.WAITING:
                yield mail, True
            else:
                game = games.load(self._store, mail.game)
                yield mail, game is not None and mail.turn == game.duel.next_turn
