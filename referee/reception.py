"""What becomes of a letter: its words are taken and answered, or it is refused. All within one transaction."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from engine.views import observe
from referee import play
from referee.adjudication import Adjudication
from referee.dispatch import Answering, Post
from referee.hearing import Heard, Hearer, Unheard
from referee.mail import compose
from referee.mail.inbox import Filing
from referee.mail.kinds import Kind
from referee.mail.letter import Letter
from referee.returned import Returns
from referee.store import games, outgoing, players, turns
from referee.store.database import Store
from referee.store.games import Game, GameState, Seat
from referee.store.mailbag import LetterState, StoredLetter

UNSUBSCRIBE: Final = "unsubscribe"
PERSONAL = (Kind.MESSAGE, Kind.NO_TEXT, Kind.TOO_BIG)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a letter: the state to keep and the folder to file it in."""

    state: LetterState
    filing: Filing
    kind: str
    game: int | None = None
    why: str | None = None


class Reception:
    """Decides on letters that could be read. All methods are called within a transaction."""

    def __init__(self, store: Store, post: Post, adjudication: Adjudication, returns: Returns) -> None:
        self._store = store
        self._post = post
        self._adjudication = adjudication
        self._returns = returns
        self._hearer = Hearer(store, post)

    def decide(self, letter: Letter, stored: StoredLetter, now: datetime) -> Outcome:
        """Carry out what the letter may order, and queue its answers: one for each game, in its thread."""
        if letter.kind is Kind.BOUNCE:
            ruling = self._returns.bounced(letter, now)
            return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, ruling.game, ruling.why)
        if letter.kind not in PERSONAL:
            return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, why=" ".join(letter.why))
        if not letter.sender or letter.null_sender:
            why = "Its envelope says that no answer is wanted." if letter.sender else "It does not say who wrote it."
            return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)
        leaver = self._leaver(letter)
        if leaver is not None:
            return self._answer_leaver(*leaver, letter, stored, now)
        hearing = self._hearer.hear(letter)
        if not hearing.heard:
            return self._refuse(letter, hearing.unheard, stored, now)
        game = hearing.heard[0].game.id
        answering = Answering(letter=stored.id, message_id=letter.message_id, mark=_mark(letter, stored), now=now)
        if self._came_before(hearing.heard, answering):
            return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, game, "The same mail came before.")
        unheard = hearing.unheard
        back = [self._returns.heard_from(player) for player in {heard.seat.player for heard in hearing.heard}]
        for heard in hearing.heard:
            self._settle(heard, letter, unheard, answering)
            unheard = ()  # what was not heard is told once
        for found in back:
            if found is not None:
                self._returns.send_on(found, now)
        filing = Filing.PROCESSED if letter.kind is Kind.MESSAGE else Filing.REJECTED
        left_out = " ".join(each.why for each in hearing.unheard) or None
        return Outcome(LetterState.HANDLED, filing, letter.kind, game, left_out)

    def _came_before(self, heard: Sequence[Heard], answering: Answering) -> bool:
        ids = (self._post.answer_id(each.game, each.seat, answering.mark) for each in heard)
        return any(outgoing.by_message_id(self._store, each) is not None for each in ids)

    # -- words that are heard ------------------------------------------------------------------------------------

    def _settle(self, heard: Heard, letter: Letter, unheard: Sequence[Unheard], answering: Answering) -> None:
        """One game's words: taken, or answered with why not."""
        game, seat = heard.game, heard.seat
        left_out = (*heard.left_out, *(each.why for each in unheard))
        if heard.stale:
            self._answer_stale(heard, left_out, answering)
        elif letter.doubts:
            mail = compose.unread(self._post.scene(game, seat), why=letter.doubts, ambiguous=True)
            self._post.answer(game, seat, mail, kind="unread", answering=answering)
        elif letter.kind is not Kind.MESSAGE or (left_out and not heard.lines):
            why = left_out if letter.kind is Kind.MESSAGE else letter.why
            mail = compose.unread(self._post.scene(game, seat), why=why)
            self._post.answer(game, seat, mail, kind="unread", answering=answering)
        else:
            self._take(heard, letter, left_out, answering)

    def _take(self, heard: Heard, letter: Letter, left_out: Sequence[str], answering: Answering) -> None:
        """Orders: held, answered, and perhaps the last that the turn waited for."""
        game, seat = heard.game, heard.seat
        taken = play.take_orders(self._store, game, seat, heard.lines, letter=answering.letter, now=answering.now)
        mail = compose.receipt(
            self._post.scene(game, seat),
            checked=taken.checked,
            complaints=taken.complaints,
            talk=taken.talk,
            replaced=taken.replaced,
            understood=taken.understood,
            letter=letter,
            left_out=left_out,
        )
        self._post.answer(game, seat, mail, kind="receipt", answering=answering)
        self._adjudication.advance(game, answering.now)

    def _answer_stale(self, heard: Heard, left_out: Sequence[str], answering: Answering) -> None:
        """The turn that the words are for is over: answer with the present report."""
        latest = turns.latest(self._store, heard.game.id)
        view = observe(latest, heard.seat.wizard) if latest is not None else None
        mail = compose.stale(self._post.scene(heard.game, heard.seat), view=view, left_out=left_out)
        self._post.answer(heard.game, heard.seat, mail, kind="stale", answering=answering)

    # -- no more mails, please -----------------------------------------------------------------------------------

    def _leaver(self, letter: Letter) -> tuple[Game, Seat] | None:
        """The seat whose List-Unsubscribe the letter was sent to; whatever else it says is not looked at."""
        for mark in letter.marks:
            place = self._post.keys.unsubscriber_of(mark)
            game = games.load(self._store, place[0]) if place is not None else None
            seat = game.seat(place[1]) if game is not None and place is not None else None
            if game is not None and seat is not None:
                return game, seat
        return None

    def _answer_leaver(self, game: Game, seat: Seat, letter: Letter, stored: StoredLetter, now: datetime) -> Outcome:
        """Nobody resigns by this: scanners try such addresses too. The player is told how, once in a game."""
        why = "It asks for no more mails; nothing was changed."
        answering = Answering(letter=stored.id, message_id=letter.message_id, mark=UNSUBSCRIBE, now=now)
        if outgoing.by_message_id(self._store, self._post.answer_id(game, seat, UNSUBSCRIBE)) is None:
            mail = compose.unsubscribe(self._post.scene(game, seat))
            self._post.answer(game, seat, mail, kind=UNSUBSCRIBE, answering=answering)
        return Outcome(LetterState.HANDLED, Filing.PROCESSED, UNSUBSCRIBE, game.id, why)

    # -- words that are not --------------------------------------------------------------------------------------

    def _refuse(self, letter: Letter, unheard: Sequence[Unheard], stored: StoredLetter, now: datetime) -> Outcome:
        """Without a proof there is no access; a registered address is told why, nobody else."""
        why = " ".join(each.why for each in unheard)
        player = players.by_address(self._store, letter.sender)
        if player is None:
            return self._turn_away(letter, why)
        mine = games.seats_of(self._store, player.id, (GameState.RUNNING, GameState.HELD))
        mail = compose.refused(
            referee=self._post.referee.name,
            games=tuple(dict.fromkeys(seat.game for seat in mine)),
            subject=letter.subject,
        )
        self._post.tell(player.address, mail, kind="refused", mark=str(stored.id), now=now, letter=stored.id)
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)

    @staticmethod
    def _turn_away(letter: Letter, why: str) -> Outcome:
        """A stranger wrote, of whom nothing is known but an address that anybody can write: no answer."""
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)


def _mark(letter: Letter, stored: StoredLetter) -> str:
    """What tells a letter from others: the same mail that came by two ways has the same mark."""
    words = (letter.message_id, *letter.lines) if letter.message_id else (str(stored.id),)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:20]
