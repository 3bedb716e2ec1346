"""Letters of which nothing is carried out: of the banned, of strangers, without a proof or without anything to do."""

from dataclasses import dataclass, replace
from typing import Final

from referee.commands.command import Answer, Caller
from referee.confirming import Confirming
from referee.counter import Counter, answered_to
from referee.dispatch import ANSWERS_COUNTED, Answering, Post
from referee.hearing import Hearer, Hearing, Proof
from referee.mail import clock_mails, compose
from referee.mail.gist import has_orders
from referee.mail.headers import is_address
from referee.mail.inbox import Filing
from referee.mail.letter import Letter
from referee.sameness import digest
from referee.store import games, outgoing, players
from referee.store.database import Store
from referee.store.games import GOING_ON, Game, Seat
from referee.store.mailbag import LetterState
from referee.store.players import Player

REFUSED: Final = "refused"
REFUSALS_PER_HOUR_MAX: Final = 3  # to one address
UNSUBSCRIBE: Final = "unsubscribe"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a letter: the state to keep and the folder to file it in."""

    state: LetterState
    filing: Filing
    kind: str
    game: int | None = None
    why: str | None = None


class Refusing:
    """Answers such letters where an answer does no harm. All methods are called within a transaction."""

    def __init__(self, store: Store, post: Post, hearer: Hearer, confirming: Confirming, counter: Counter) -> None:
        self._store = store
        self._post = post
        self._hearer = hearer
        self._confirming = confirming
        self._counter = counter

    def barred(self, letter: Letter, author: Player | None, answering: Answering) -> Outcome | None:
        """What comes of the letter of one who is banned, who is told so once; None for all others."""
        if author is None or author.banned_at is None:
            return None
        told = "You are banned here: your mails are not taken any more, and no further one will be answered."
        mail = compose.notice(referee=self._post.referee.name, about="Your mails are not taken any more", told=told)
        mark = f"{author.id}-{int(author.banned_at.timestamp())}"
        self._post.reply_once(author.address, mail, kind="banned", mark=mark, answering=answering)
        why = f"{author.address} is banned."
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)

    # -- no more mails, please -----------------------------------------------------------------------------------

    def _leaver(self, letter: Letter) -> tuple[Game, Seat] | None:
        """The seat whose List-Unsubscribe the letter was sent to; whatever else it says is not looked at."""
        for mark in letter.marks:
            game = games.load(self._store, mark.game) if mark.unsubscribe else None
            seat = game.seat(mark.seat or 0) if game is not None else None
            if game is None or seat is None:
                continue
            if self._post.keys.unsubscriber_of(mark, holder=seat.holder) is not None:
                return game, seat
        return None

    def left(self, letter: Letter, answering: Answering) -> Outcome | None:
        """Nobody resigns by this: scanners try such addresses too. The player is told how, once in a game."""
        leaver = self._leaver(letter)
        if leaver is None:
            return None
        game, seat = leaver
        why = "It asks for no more mails; nothing was changed."
        answering = replace(answering, mark=UNSUBSCRIBE)
        if not self._post.has_answered(game, seat, UNSUBSCRIBE):
            mail = compose.unsubscribe(self._post.scenes.of(game, seat, now=answering.now))
            self._post.answer(game, seat, mail, kind=UNSUBSCRIBE, answering=answering)
        return Outcome(LetterState.HANDLED, Filing.PROCESSED, UNSUBSCRIBE, game.id, why)

    # -- words that are not --------------------------------------------------------------------------------------

    def unheard(self, letter: Letter, hearing: Hearing, answering: Answering) -> Outcome:
        """Without a proof nothing is done; whose address is registered is asked or told why, nobody else."""
        why = " ".join(each.why for each in hearing.unheard)
        player = hearing.claimant or players.by_address(self._store, letter.sender)
        if player is None:
            return self._turn_away(letter, why, answering)
        if hearing.lost:
            mail = clock_mails.seat_given_away(referee=self._post.referee.name, told=hearing.lost)
            self._post.answer_player(player, mail, kind="seat-lost", answering=answering)
            return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)
        if hearing.player is not None and hearing.proof is not Proof.NONE:
            self._nothing_to_do(hearing.player, letter, hearing, answering)
            return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)
        waits = self._confirming.ask(letter, hearing, answering)
        if waits is not None:
            game = hearing.claimed[0].game.id
            return Outcome(LetterState.UNCONFIRMED, Filing.REJECTED, letter.kind, game, waits)
        return self.refuse(player, letter, why, answering)

    def _nothing_to_do(self, player: Player, letter: Letter, hearing: Hearing, answering: Answering) -> None:
        """A player wrote for certain, but neither a command nor orders for a game of his."""
        mine = {seat.game for seat in games.seats_of(self._store, player.id, GOING_ON)}
        told = [
            each.why
            if each.game is None or each.game in mine
            else f"You have no seat in a game {each.game} that goes on."
            for each in hearing.unheard
        ]
        if not has_orders(letter.lines):
            told = ["I found no orders in your mail, and no command. Write help to see what you can write."]
        elif not mine:
            told = ["You have no game that goes on, so there is nothing to order. Write challenges, or open, to play."]
        caller = Caller(player=player, address=player.address, now=answering.now, letter=answering.letter or 0)
        text = letter.lines[0] if letter.lines else "nothing"
        answered = answered_to("nothing to carry out", text, Answer(parts=tuple(told)))
        self._counter.say(caller, [answered], (), answering)

    def refuse(self, player: Player, letter: Letter, why: str, answering: Answering) -> Outcome:
        """Nothing is done, and the registered address is told how to write."""
        mine = games.seats_of(self._store, player.id, GOING_ON)
        mail = compose.refused(
            referee=self._post.referee.name,
            games=tuple(dict.fromkeys(seat.game for seat in mine)),
            subject=letter.subject,
        )
        # Anybody can write mails that seem to be his: they must not use up the answers to his own.
        since = answering.now - ANSWERS_COUNTED
        if outgoing.answers_since(self._store, player.address, since, kind=REFUSED) < REFUSALS_PER_HOUR_MAX:
            self._post.answer_player(player, mail, kind=REFUSED, answering=answering)
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)

    def _turn_away(self, letter: Letter, why: str, answering: Answering) -> Outcome:
        """A stranger wrote, who asked for nothing that is known. He is told once how to begin, if somebody vouches for
        his address: an answer to a forged one would be a robot's mail to a bystander."""
        if self._hearer.is_vouched(letter) and is_address(letter.sender):
            self._counter.welcome(letter.sender, digest(letter.sender.casefold()).hex(), answering)
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)
