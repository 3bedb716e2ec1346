"""Mails on their way out: headers put on what `compose` wrote, so that each is in its thread, and queued."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, count
from typing import Final, Literal

from engine.model import Duel
from referee.clockwork import Clocks
from referee.config import Identity
from referee.journal import Journal
from referee.mail import identity, signs
from referee.mail.compose import Mail
from referee.mail.headers import Mailbox, Outgoing, base_address, build
from referee.mail.identity import Keys
from referee.mailboxes import MAIN
from referee.scenes import Scenes
from referee.store import archived, outgoing
from referee.store.database import Store
from referee.store.games import Game, Seat
from referee.store.players import Player
from referee.threads import Threads, awaited

OVER: Final = "over"
AGAIN: Final = "again"
REMINDER: Final = "reminder"
SEAT: Final = "seat"  # to one who takes over a seat
ANSWERS_COUNTED: Final = timedelta(hours=1)
_DIRECTOR: Final = "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """The letter that is answered: its number (None for what we say unasked), its Message-ID ("" for none), and a mark
    that tells it from others. `silent`: it has its effects, but no answers."""

    letter: int | None
    message_id: str
    mark: str
    now: datetime
    silent: bool = False


class Post:
    """Gives each mail its place in the thread of its seat, and writes it in the name of the mailbox where the game is
    played; what belongs to no game, in that of its own `mailbox`. All methods are called within a transaction.

    `identities`: who the referee is at each mailbox. `queued` is told the mailbox of each mail that is queued."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        identities: Mapping[str, Identity],
        *,
        answers_per_hour: int,
        journal: Journal,
        queued: Callable[[str], None],
    ) -> None:
        self._store = store
        self.keys = keys
        self._identities = identities
        self._answers_per_hour = answers_per_hour
        self._journal = journal
        self._queued = queued
        self._withheld_from: dict[str, datetime] = {}  # addresses past their budget, and since when
        self.clocks = Clocks(store)
        self.mailbox = MAIN
        self.referee = identities[MAIN]
        self.threads = Threads(keys, self.referee.address)
        names = {mailbox: identity.name for mailbox, identity in identities.items()}
        self.scenes = Scenes(store, self.threads, self.clocks, names=names)

    @property
    def ours(self) -> tuple[str, ...]:
        """All addresses that are the referee's own."""
        return tuple(each.address for each in self._identities.values())

    def is_ours(self, address: str) -> bool:
        """Whether it is an address of the referee's own, where nobody plays."""
        return base_address(address) in {base_address(each) for each in self.ours}

    @property
    def mailboxes(self) -> tuple[str, ...]:
        """The names of all mailboxes, the first one first."""
        return tuple(self._identities)

    def under(self, mailbox: str) -> "Post":
        """The same, writing in the name of that mailbox; of the first where there is no such mailbox any more."""
        name = mailbox if mailbox in self._identities else MAIN
        if name == self.mailbox:
            return self
        other = copy(self)
        other.mailbox, other.referee = name, self._identities[name]
        other.threads = Threads(self.keys, other.referee.address)
        return other

    # -- out -----------------------------------------------------------------------------------------------------

    def ask(self, game: Game, seat: Seat, mail: Mail, *, kind: str, before: Duel | None, now: datetime) -> None:
        """Queue an invitation or a report: the one mail of that turn to that seat, with the token for the next.

        `before` is the duel before the turn reported, whose own mail this one answers in the thread."""
        here, place = self.under(game.mailbox), awaited(seat, game.duel)
        thread = [here.threads.asking_id(awaited(seat, before))] if before is not None else []
        here._put(
            game,
            seat,
            mail,
            kind=kind,
            message_id=here.threads.asking_id(place),
            place=place,
            thread=thread,
            automatic="auto-generated",
            now=now,
        )

    def remind(self, game: Game, seat: Seat, mail: Mail, *, mark: str, now: datetime) -> bool:
        """Queue a reminder with the token of the turn, in its thread; False where this one was queued before."""
        here, place = self.under(game.mailbox), awaited(seat, game.duel)
        message_id = here.threads.giving_id(place, f"remind-{mark}")
        if here._is_used(game, message_id):
            return False
        here._put(
            game,
            seat,
            mail,
            kind=REMINDER,
            message_id=message_id,
            place=place,
            thread=[here.threads.asking_id(place)],
            automatic="auto-generated",
            now=now,
        )
        return True

    def answer(self, game: Game, seat: Seat, mail: Mail, *, kind: str, answering: Answering) -> None:
        """Queue the answer to a letter, where that address may have one (`may_answer`)."""
        if answering.letter is not None and not self.may_answer(seat.address, answering):
            return
        here, place = self.under(game.mailbox), awaited(seat, game.duel)
        here._put(
            game,
            seat,
            mail,
            kind=kind,
            message_id=here.threads.answer_id(game, seat, answering.mark),
            place=place,
            thread=[here.threads.asking_id(place), *([answering.message_id] if answering.message_id else [])],
            automatic="auto-replied",
            letter=answering.letter,
            now=answering.now,
        )

    def has_answered(self, game: Game, seat: Seat, mark: str) -> bool:
        """Whether the seat has had the answer of that mark."""
        here = self.under(game.mailbox)
        return here._is_used(game, here.threads.answer_id(game, seat, mark))

    def send_again(self, game: Game, seat: Seat, mail: Mail, *, mark: str, answering: Answering, asks: bool) -> None:
        """Queue a report once more, under a Message-ID of its own in the seat's thread. `asks`: it is the one that
        asks for the coming turn's orders, so that a reply to it gives them."""
        here, place = self.under(game.mailbox), awaited(seat, game.duel)
        purpose = f"again-{mark}"
        own = here.threads.giving_id(place, purpose)
        message_id = own if asks else here.threads.own_id(game, seat, purpose)
        if here._is_used(game, message_id):
            return
        if answering.letter is not None and not self.may_answer(seat.address, answering):
            return
        here._put(
            game,
            seat,
            mail,
            kind=AGAIN,
            message_id=message_id,
            place=place,
            thread=[here.threads.asking_id(place)],
            automatic="auto-replied",
            letter=answering.letter,
            now=answering.now,
        )

    def announce(
        self, game: Game, seat: Seat, mail: Mail, *, kind: str, mark: str | None = None, now: datetime
    ) -> None:
        """Queue what a player must know at once and that asks for nothing: the game is held, or aborted. `mark` tells
        it from others of its kind."""
        here, place = self.under(game.mailbox), awaited(seat, game.duel)
        here._put(
            game,
            seat,
            mail,
            kind=kind,
            message_id=here._free_id(game, seat, f"{kind}-{place.turn}-{mark or int(now.timestamp())}"),
            place=place,
            thread=[here.threads.asking_id(place)],
            automatic="auto-generated",
            now=now,
        )

    def may_answer(self, address: str, answering: Answering) -> bool:
        """Whether that address may have one more answer within the hour; the first that it may not is logged."""
        if answering.silent:
            return False
        since = answering.now - ANSWERS_COUNTED
        if outgoing.answers_since(self._store, address, since) < self._answers_per_hour:
            self._withheld_from.pop(address, None)
            return True
        for known in [known for known, at in self._withheld_from.items() if at <= since]:
            del self._withheld_from[known]
        if address not in self._withheld_from:
            self._withheld_from[address] = answering.now
            self._journal.trouble("answers-withheld", address=address, letter=answering.letter)
        return False

    def reply(self, address: str, mail: Mail, *, kind: str, answering: Answering) -> None:
        """Queue an answer that belongs to no seat and proves nobody, once for each letter."""
        self.reply_once(address, mail, kind=kind, mark=str(answering.letter), answering=answering)

    def reply_once(self, address: str, mail: Mail, *, kind: str, mark: str, answering: Answering) -> None:
        """The same, but once for each `mark`, whatever letter it answers."""
        message_id = f"<{kind}.{mark}@{self.referee.address.rpartition('@')[2]}>"
        self._tell(address, mail, kind=kind, message_id=message_id, reply_to=None, answering=answering)

    def tell(self, address: str, mail: Mail, *, kind: str, mark: str, now: datetime) -> None:
        """Queue a mail that belongs to no seat, and answers nothing, once for each `mark`."""
        message_id = f"<{kind}.{mark}@{self.referee.address.rpartition('@')[2]}>"
        answering = Answering(letter=None, message_id="", mark=mark, now=now)
        self._tell(address, mail, kind=kind, message_id=message_id, reply_to=None, answering=answering)

    def _tell(
        self, address: str, mail: Mail, *, kind: str, message_id: str, reply_to: str | None, answering: Answering
    ) -> None:
        """Nothing goes out twice, and an answer only where its address may have one (`may_answer`)."""
        if outgoing.by_message_id(self._store, message_id) is not None:
            return
        if answering.letter is not None and not self.may_answer(address, answering):
            return
        raw = build(
            Outgoing(
                sender=Mailbox(self.referee.address, self.referee.name),
                to=Mailbox(address),
                subject=mail.subject,
                text=mail.text,
                html=mail.html,
                attachments=mail.attachments,
                date=answering.now,
                message_id=message_id,
                reply_to=reply_to,
                in_reply_to=answering.message_id or None,
                auto_submitted="auto-generated" if answering.letter is None else "auto-replied",
            )
        )
        self._queue(message_id, address, "", raw, mail.subject, kind=kind, now=answering.now, letter=answering.letter)

    def answer_player(self, player: Player, mail: Mail, *, kind: str, answering: Answering) -> None:
        """Queue an answer that belongs to no seat; a reply to it proves who writes."""
        message_id = self._person_id(player, kind, answering)
        reply_to = signs.person_address(self.referee.address, self.keys, player.id, answering.now)
        self._tell(player.address, mail, kind=kind, message_id=message_id, reply_to=reply_to, answering=answering)

    def tell_player(self, player: Player, mail: Mail, *, kind: str, mark: str, now: datetime) -> None:
        """Queue a mail to a player that belongs to no seat and answers nothing, once for each mark and moment; a reply
        to it proves who writes."""
        answering = Answering(letter=None, message_id="", mark=f"{mark}-{int(now.timestamp())}", now=now)
        if outgoing.by_message_id(self._store, self._person_id(player, kind, answering)) is None:
            self.answer_player(player, mail, kind=kind, answering=answering)

    def _person_id(self, player: Player, kind: str, answering: Answering) -> str:
        purpose = f"{kind}-{answering.mark}"
        return signs.person_message_id(self.referee.address, self.keys, player.id, answering.now, purpose)

    def ask_to_confirm(self, number: int, address: str, mail: Mail, *, now: datetime, letter: int | None) -> None:
        """Queue the question whether what waits under this number is right; a reply to it says yes."""
        message_id = signs.confirmation_message_id(self.referee.address, self.keys, number, "ask")
        reply_to = signs.confirmation_address(self.referee.address, self.keys, number)
        answering = Answering(letter=letter, message_id="", mark="", now=now)
        self._tell(address, mail, kind="confirm", message_id=message_id, reply_to=reply_to, answering=answering)

    def ask_again(self, number: int, address: str, mail: Mail, *, answering: Answering) -> None:
        """Queue the answer to a reply that said neither yes nor no: a reply to this one says it."""
        purpose = f"again-{answering.mark}"
        message_id = signs.confirmation_message_id(self.referee.address, self.keys, number, purpose)
        reply_to = signs.confirmation_address(self.referee.address, self.keys, number)
        self._tell(address, mail, kind="confirm", message_id=message_id, reply_to=reply_to, answering=answering)

    def tell_director(self, mail: Mail, *, mark: str, now: datetime) -> None:
        """Queue a notice to the director, once for each `mark`; a reply to it proves who writes."""
        message_id = f"<{_DIRECTOR}.{mark}@{self.referee.address.rpartition('@')[2]}>"
        answering = Answering(letter=None, message_id="", mark=mark, now=now)
        self._tell_director(mail, kind=_DIRECTOR, message_id=message_id, answering=answering)

    def answer_director(self, mail: Mail, *, kind: str, answering: Answering) -> None:
        """Queue the answer to a letter of the director's; a reply to it proves who writes."""
        purpose = f"{kind}-{answering.mark}"
        message_id = signs.person_message_id(self.referee.address, self.keys, signs.DIRECTOR, answering.now, purpose)
        self._tell_director(mail, kind=kind, message_id=message_id, answering=answering)

    def _tell_director(self, mail: Mail, *, kind: str, message_id: str, answering: Answering) -> None:
        reply_to = signs.person_address(self.referee.address, self.keys, signs.DIRECTOR, answering.now)
        address = self.referee.director
        self._tell(address, mail, kind=kind, message_id=message_id, reply_to=reply_to, answering=answering)

    # -- in between ----------------------------------------------------------------------------------------------

    def _free_id(self, game: Game, seat: Seat, purpose: str) -> str:
        """The same, and another for each further mail of that purpose: much may happen within a second."""
        marks = chain([purpose], (f"{purpose}-{number}" for number in count(2)))
        found = (self.threads.own_id(game, seat, mark) for mark in marks)
        return next(each for each in found if not self._is_used(game, each))

    def _is_used(self, game: Game, message_id: str) -> bool:
        """Whether a mail of the game has that Message-ID, perhaps one that lay in the archive."""
        archived.at_hand(self._store, game.id)
        return outgoing.by_message_id(self._store, message_id) is not None

    def _put(
        self,
        game: Game,
        seat: Seat,
        mail: Mail,
        *,
        kind: str,
        message_id: str,
        place: identity.Seat,
        thread: Iterable[str],
        automatic: Literal["auto-generated", "auto-replied"],
        now: datetime,
        letter: int | None = None,
    ) -> None:
        """Nothing goes to a seat whose player is forgotten."""
        if not seat.address:
            return
        asks = automatic == "auto-generated"
        references = tuple(dict.fromkeys((self.threads.opening_id(game, seat), *thread)))
        references = tuple(one for one in references if one != message_id)
        raw = build(
            Outgoing(
                sender=Mailbox(self.referee.address, self.referee.name),
                to=Mailbox(seat.address, seat.wizard),
                subject=mail.subject,
                text=mail.text,
                html=mail.html,
                attachments=mail.attachments,
                date=now,
                message_id=message_id,
                reply_to=self.threads.reply_address(place),
                in_reply_to=references[-1] if references else None,
                references=references,
                auto_submitted=automatic,
                bulk=asks,
                unsubscribe=self.threads.unsubscribe_address(place) if asks else None,
            )
        )
        envelope = self.threads.bounce_address(place) if asks else ""
        self._queue(
            message_id, seat.address, envelope, raw, mail.subject, kind=kind, now=now, letter=letter, place=place
        )

    def _queue(
        self,
        message_id: str,
        recipient: str,
        envelope_from: str,
        raw: bytes,
        subject: str,
        *,
        kind: str,
        now: datetime,
        letter: int | None = None,
        place: identity.Seat | None = None,
    ) -> None:
        outgoing.put(
            self._store,
            mailbox=self.mailbox,
            message_id=message_id,
            recipient=recipient,
            envelope_from=envelope_from,
            raw=raw,
            subject=subject,
            kind=kind,
            game=place.game if place else None,
            seat=place.seat if place else None,
            turn=place.turn if place else None,
            letter=letter,
            now=now,
        )
        self._queued(self.mailbox)
