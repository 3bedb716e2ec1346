"""What becomes of a letter: its words are taken and answered, wait for their writer's yes, or are refused."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from engine.views import observe
from referee import play
from referee.adjudication import Adjudication
from referee.config import Config
from referee.confirming import Confirming
from referee.dispatch import ANSWERS_COUNTED, Answering, Post
from referee.hearing import OPEN, Heard, Hearer, Hearing, Unheard
from referee.mail import compose
from referee.mail.headers import is_address
from referee.mail.inbox import Filing
from referee.mail.kinds import Kind
from referee.mail.letter import Letter
from referee.returned import Returns
from referee.store import games, mailbag, outgoing, players, turns
from referee.store.database import Store
from referee.store.games import Game, Seat
from referee.store.mailbag import LetterState, StoredLetter

REFUSED: Final = "refused"
REFUSALS_PER_HOUR_MAX: Final = 3  # to one address
UNSUBSCRIBE: Final = "unsubscribe"
PERSONAL: Final = (Kind.MESSAGE, Kind.NO_TEXT, Kind.TOO_BIG)
REPEATS_ANSWERED_MAX: Final = 3  # of the same words from the same sender within REPEATS_COUNTED: it may be a loop
REPEATS_COUNTED: Final = timedelta(minutes=10)


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

    def __init__(self, store: Store, post: Post, adjudication: Adjudication, returns: Returns, config: Config) -> None:
        self._store = store
        self._post = post
        self._adjudication = adjudication
        self._returns = returns
        self._hearer = Hearer(store, post, config)
        self._confirming = Confirming(store, post, self._hearer)

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
        if mailbag.came_before(self._store, stored.id, mail_key(letter)):
            return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, why="The same mail came before.")
        answering = Answering(
            letter=stored.id,
            message_id=letter.message_id,
            mark=mail_key(letter).hex() if letter.message_id else f"letter-{stored.id}",
            now=now,
            silent=self._is_repeated(letter, stored, now),
        )
        return (
            self._left(letter, answering)
            or self._confirmed(letter, answering)
            or self._heard(letter, stored, answering)
        )

    def _is_repeated(self, letter: Letter, stored: StoredLetter, now: datetime) -> bool:
        since = now - REPEATS_COUNTED
        return mailbag.repeats(self._store, stored.id, words_key(letter), since) >= REPEATS_ANSWERED_MAX

    def _confirmed(self, letter: Letter, answering: Answering) -> Outcome | None:
        """What comes of a letter that says yes or no to a question of ours; None for all others."""
        word = self._confirming.word_of(letter, answering)
        if word is None:
            return None
        self._carry_out(word.letter, word.heard, (), word.answering)
        self._tell_foreigner(letter, [word.address], answering)
        game = word.heard[0].game.id if word.heard else None
        return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, game, word.why)

    def _heard(self, letter: Letter, stored: StoredLetter, answering: Answering) -> Outcome:
        hearing = self._hearer.hear(letter, since=min(stored.arrived_at, stored.stored_at), now=answering.now)
        if not hearing.heard:
            return self._unheard(letter, hearing, answering)
        self._carry_out(letter, hearing.heard, hearing.unheard, answering)
        self._tell_foreigner(letter, [heard.seat.address for heard in hearing.heard], answering)
        filing = Filing.PROCESSED if letter.kind is Kind.MESSAGE else Filing.REJECTED
        why = " ".join(each.why for each in hearing.unheard) or None
        return Outcome(LetterState.HANDLED, filing, letter.kind, hearing.heard[0].game.id, why)

    # -- words that are heard ------------------------------------------------------------------------------------

    def _carry_out(
        self, letter: Letter, heard: Sequence[Heard], unheard: Sequence[Unheard], answering: Answering
    ) -> None:
        """All that is heard; what was not is told once, in the first answer. Whoever writes can be reached again."""
        back = [self._returns.heard_from(player) for player in {each.seat.player for each in heard}]
        for each in heard:
            self._settle(each, letter, unheard, answering)
            unheard = ()
        for found in back:
            if found is not None:
                self._returns.send_on(found, answering.now)

    def _settle(self, heard: Heard, letter: Letter, unheard: Sequence[Unheard], answering: Answering) -> None:
        """One game's words: taken, or answered with why not."""
        left_out = (*heard.left_out, *(each.why for each in unheard))
        if heard.stale:
            self._answer_stale(heard, left_out, answering)
        elif letter.doubts:
            self._answer_unread(heard, letter.doubts, answering, ambiguous=True)
        elif letter.kind is not Kind.MESSAGE:
            self._answer_unread(heard, letter.why, answering)
        elif left_out and not heard.lines:
            self._answer_unread(heard, left_out, answering)
        else:
            self._take(heard, letter, left_out, answering)

    def _take(self, heard: Heard, letter: Letter, left_out: Sequence[str], answering: Answering) -> None:
        """Orders: held, answered, and perhaps the last that the turn waited for."""
        game, seat = heard.game, heard.seat
        taken = play.take_orders(self._store, game, seat, heard.lines, letter=answering.letter, now=answering.now)
        mail = compose.receipt(
            self._post.scene(game, seat, now=answering.now),
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

    def _answer_unread(
        self, heard: Heard, why: Sequence[str], answering: Answering, *, ambiguous: bool = False
    ) -> None:
        mail = compose.unread(self._post.scene(heard.game, heard.seat, now=answering.now), why=why, ambiguous=ambiguous)
        self._post.answer(heard.game, heard.seat, mail, kind="unread", answering=answering)

    def _answer_stale(self, heard: Heard, left_out: Sequence[str], answering: Answering) -> None:
        """The turn that the words are for is over: answer with the present report."""
        latest = turns.latest(self._store, heard.game.id)
        view = observe(latest, heard.seat.wizard) if latest is not None else None
        mail = compose.stale(self._post.scene(heard.game, heard.seat, now=answering.now), view=view, left_out=left_out)
        self._post.answer(heard.game, heard.seat, mail, kind="stale", answering=answering)

    def _tell_foreigner(self, letter: Letter, registered: Iterable[str], answering: Answering) -> None:
        """Who writes from an address that is not registered learns where his answer went; nothing of the game."""
        known = {players.address_key(address) for address in registered}
        if players.address_key(letter.sender) not in known and is_address(letter.sender):
            mail = compose.elsewhere(referee=self._post.referee.name)
            self._post.reply(letter.sender, mail, kind="elsewhere", answering=answering)

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

    def _left(self, letter: Letter, answering: Answering) -> Outcome | None:
        """Nobody resigns by this: scanners try such addresses too. The player is told how, once in a game."""
        leaver = self._leaver(letter)
        if leaver is None:
            return None
        game, seat = leaver
        why = "It asks for no more mails; nothing was changed."
        answering = replace(answering, mark=UNSUBSCRIBE)
        if outgoing.by_message_id(self._store, self._post.answer_id(game, seat, UNSUBSCRIBE)) is None:
            mail = compose.unsubscribe(self._post.scene(game, seat, now=answering.now))
            self._post.answer(game, seat, mail, kind=UNSUBSCRIBE, answering=answering)
        return Outcome(LetterState.HANDLED, Filing.PROCESSED, UNSUBSCRIBE, game.id, why)

    # -- words that are not --------------------------------------------------------------------------------------

    def _unheard(self, letter: Letter, hearing: Hearing, answering: Answering) -> Outcome:
        """Without a proof nothing is done; whose address is registered is asked or told why, nobody else."""
        why = " ".join(each.why for each in hearing.unheard)
        player = hearing.claimant or players.by_address(self._store, letter.sender)
        if player is None:
            return self._turn_away(letter, why)
        waits = self._confirming.ask(letter, hearing, answering)
        if waits is not None:
            game = hearing.claimed[0].game.id
            return Outcome(LetterState.UNCONFIRMED, Filing.REJECTED, letter.kind, game, waits)
        mine = games.seats_of(self._store, player.id, OPEN)
        mail = compose.refused(
            referee=self._post.referee.name,
            games=tuple(dict.fromkeys(seat.game for seat in mine)),
            subject=letter.subject,
        )
        # Anybody can write mails that seem to be his: they must not use up the answers to his own.
        since = answering.now - ANSWERS_COUNTED
        if outgoing.answers_since(self._store, player.address, since, kind=REFUSED) < REFUSALS_PER_HOUR_MAX:
            self._post.reply(player.address, mail, kind=REFUSED, answering=answering)
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)

    @staticmethod
    def _turn_away(letter: Letter, why: str) -> Outcome:
        """A stranger wrote, of whom nothing is known but an address that anybody can write: no answer."""
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)


def mail_key(letter: Letter) -> bytes:
    """What tells a mail from others: the same mail that came by two ways has the same key."""
    return _digest(letter.message_id, letter.sender, *letter.lines)


def words_key(letter: Letter) -> bytes:
    """The same for the same words from the same sender, to the same turn."""
    marks = (f"{mark.game}.{mark.seat}.{mark.turn}" for mark in letter.marks)
    return _digest(letter.sender.casefold(), *sorted(set(marks)), "", *letter.lines)


def _digest(*words: str) -> bytes:
    return hashlib.sha256("\n".join(words).encode("utf-8", "replace")).digest()[:16]
