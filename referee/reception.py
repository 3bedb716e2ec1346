"""What becomes of a letter: its words are taken and answered, wait for their writer's yes, or are refused."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace as replace_struct

from engine.views import observe
from referee import play
from referee.adjudication import Adjudication
from referee.agreeing import Agreeing
from referee.commands.command import Answer, Caller
from referee.commands.doors import Doors
from referee.config import Config
from referee.confirming import Confirming
from referee.counter import Counter, answered_to, is_open, needs_proof
from referee.directing import Directing
from referee.dispatch import ANSWERS_COUNTED, Answering, Post
from referee.hearing import OPEN, Heard, Hearer, Hearing, Proof, Unheard
from referee.mail import clock_mails, compose
from referee.mail.gist import has_orders
from referee.mail.headers import is_address
from referee.mail.inbox import Filing
from referee.mail.kinds import Kind
from referee.mail.letter import Letter
from referee.requests import Requests, requests
from referee.returned import Returns
from referee.store import games, mailbag, outgoing, players, turns
from referee.store.database import Store
from referee.store.games import Game, Seat
from referee.store.mailbag import LetterState, StoredLetter
from referee.store.players import Player
from referee.threads import awaited

_NO_MORE: Final = "no more orders are taken for your wizard, who surrenders as soon as the others' orders are in."
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
        self._doors = Doors(store, post, adjudication, config.games.usual)
        self._counter = Counter(self._doors)
        self._agreeing = Agreeing(self._doors, self._confirming, self._counter)
        self._directing = Directing(self._doors)

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
        key = mail_key(letter)
        if key is not None and mailbag.came_before(self._store, stored.id, key):
            return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, why="The same mail came before.")
        answering = Answering(
            letter=stored.id,
            message_id=letter.message_id,
            mark=key.hex() if key is not None else f"letter-{stored.id}",
            now=now,
            silent=self._is_repeated(letter, stored, now),
        )
        return (
            self._barred(letter, answering)
            or self._left(letter, answering)
            or self._agreed(letter, answering)
            or self._confirmed(letter, answering)
            or self._directed(letter, answering)
            or self._heard(letter, stored, answering)
        )

    def _directed(self, letter: Letter, answering: Answering) -> Outcome | None:
        """What comes of a director's commands; None for all other letters."""
        why = self._directing.hear(letter, answering, vouched=self._hearer.is_vouched(letter))
        return None if why is None else Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, why=why)

    def _barred(self, letter: Letter, answering: Answering) -> Outcome | None:
        """What comes of the letter of one who is banned, who is told so once; None for all others."""
        author = self._hearer.author(letter, answering.now)
        if author is None or author.banned_at is None:
            return None
        told = "You are banned here: your mails are not taken any more, and no further one will be answered."
        mail = compose.notice(referee=self._post.referee.name, about="Your mails are not taken any more", told=told)
        mark = f"{author.id}-{int(author.banned_at.timestamp())}"
        self._post.reply_once(author.address, mail, kind="banned", mark=mark, answering=answering)
        why = f"{author.address} is banned."
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)

    def _is_repeated(self, letter: Letter, stored: StoredLetter, now: datetime) -> bool:
        since = now - REPEATS_COUNTED
        return mailbag.repeats(self._store, stored.id, words_key(letter), since) >= REPEATS_ANSWERED_MAX

    def _confirmed(self, letter: Letter, answering: Answering) -> Outcome | None:
        """What comes of a letter that says yes or no to a question of ours; None for all others."""
        word = self._confirming.word_of(letter, answering)
        if word is None:
            return None
        player = players.load(self._store, word.player) if word.player is not None else None
        if word.requests is not None:
            self._serve(player, letter.sender, word.requests, None, word.answering)
        if word.heard:
            self._carry_out(word.letter, word.heard, (), word.answering)
        self._tell_foreigner(letter.sender, [word.address], answering)
        game = word.heard[0].game.id if word.heard else None
        return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, game, word.why)

    def _agreed(self, letter: Letter, answering: Answering) -> Outcome | None:
        """What comes of a reply to a question about anything but a letter; None for all other letters."""
        why = self._agreeing.hear(letter, answering)
        return None if why is None else Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, why=why)

    def _heard(self, letter: Letter, stored: StoredLetter, answering: Answering) -> Outcome:
        parts = requests(letter, in_game=bool(letter.marks))
        hearing = self._hearer.hear(parts.letter, since=min(stored.arrived_at, stored.stored_at), now=answering.now)
        known = hearing.player is not None or is_open([each.asked for each in parts.asked])
        if (parts.asked or parts.unread) and known:
            not_done = self._asked(letter, parts, hearing, answering)
            if not_done is not None:
                return not_done
            if not parts.orders:
                why = f"Its commands: {', '.join(each.asked.name for each in parts.asked) or 'none that is known'}."
                return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, hearing.own, why)
        if not hearing.heard:
            return self._unheard(parts.letter, hearing, answering)
        self._carry_out(parts.letter, hearing.heard, hearing.unheard, answering)
        self._tell_foreigner(letter.sender, [heard.seat.address for heard in hearing.heard], answering)
        filing = Filing.PROCESSED if letter.kind is Kind.MESSAGE else Filing.REJECTED
        not_heard = " ".join(each.why for each in hearing.unheard) or None
        return Outcome(LetterState.HANDLED, filing, letter.kind, hearing.heard[0].game.id, not_heard)

    # -- commands ------------------------------------------------------------------------------------------------

    def _asked(self, letter: Letter, parts: Requests, hearing: Hearing, answering: Answering) -> Outcome | None:
        """Carry out and answer the commands of a letter; or where its writer has to be asked first, that it waits."""
        asked = [each.asked for each in parts.asked]
        if hearing.player is not None and hearing.proof is Proof.NONE and needs_proof(asked):
            waits = self._confirming.ask(letter, hearing, answering, commands=[each.text for each in asked])
            if waits is None:
                return self._refuse(hearing.player, letter, "Nothing proves that the player wrote it.", answering)
            return Outcome(LetterState.UNCONFIRMED, Filing.REJECTED, letter.kind, hearing.own, waits)
        self._serve(
            hearing.player,
            letter.sender,
            parts,
            hearing.own,
            answering,
            proved=hearing.proof is not Proof.NONE,
            seats=[each.seat for each in hearing.heard],
        )
        return None

    def _serve(
        self,
        player: Player | None,
        sender: str,
        parts: Requests,
        own: int | None,
        answering: Answering,
        *,
        proved: bool = True,
        seats: Sequence[Seat] = (),
    ) -> None:
        """Carry out and answer commands. `seats`: those that the letter speaks for, where its writer has several."""
        back = self._returns.heard_from(player.id) if player is not None and proved else None
        address = player.address if player is not None else sender
        base = Caller(player=player, address=address, now=answering.now, letter=answering.letter or 0, proved=proved)
        callers = [
            (self._where(base, own if each.game is None else each.game, seats), each.asked) for each in parts.asked
        ]
        self._counter.serve(base, callers, parts.unread, answering)
        if player is not None:
            self._tell_foreigner(sender, [player.address], answering)
        if back is not None:
            self._returns.send_on(back, answering.now)

    def _where(self, caller: Caller, number: int | None, seats: Sequence[Seat]) -> Caller:
        """The caller in the game that his words are about; without a seat where he could mean several."""
        game = games.load(self._store, number) if number is not None else None
        if game is None or caller.player is None:
            return caller
        mine = [seat for seat in game.seats if seat.player == caller.player.id]
        meant = [seat for seat in mine if seat in seats] or mine
        seat = meant[0] if len(meant) == 1 else None
        return replace_struct(caller, game=game, seat=seat)

    # -- words that are heard ------------------------------------------------------------------------------------

    def _carry_out(
        self, letter: Letter, heard: Sequence[Heard], unheard: Sequence[Unheard], answering: Answering
    ) -> None:
        """All that is heard; what was not is told once, in the first answer. Whoever writes can be reached again."""
        back = [self._returns.heard_from(player) for player in {each.seat.player for each in heard}]
        for each in heard:
            self._settle(self._as_it_stands(each), letter, unheard, answering)
            unheard = ()
        for found in back:
            if found is not None:
                self._returns.send_on(found, answering.now)

    def _as_it_stands(self, heard: Heard) -> Heard:
        """The same words; what the letter's commands have done to the game is seen."""
        game = games.load(self._store, heard.game.id)
        seat = game.seat(heard.seat.number) if game is not None else None
        assert game is not None and seat is not None, heard.place
        over = game.state not in OPEN or heard.place != awaited(seat, game.duel)
        return replace_struct(heard, game=game, seat=seat, stale=heard.stale or over)

    def _settle(self, heard: Heard, letter: Letter, unheard: Sequence[Unheard], answering: Answering) -> None:
        """One game's words: taken, or answered with why not."""
        left_out = (*heard.left_out, *(each.why for each in unheard))
        if heard.stale:
            self._answer_stale(heard, left_out, answering)
        elif heard.seat.resigned_at is not None:
            self._answer_unread(heard, (f"You have resigned game {heard.game.id}: {_NO_MORE}",), answering)
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
            self._post.scenes.of(game, seat, now=answering.now),
            checked=taken.checked,
            complaints=taken.complaints,
            talk=taken.talk,
            replaced=taken.replaced,
            understood=taken.understood,
            letter=letter,
            left_out=left_out,
            ahead=[(each.turn, each.orders) for each in taken.ahead],
            present=taken.present,
        )
        self._post.answer(game, seat, mail, kind="receipt", answering=answering)
        self._adjudication.advance(game, answering.now)

    def _answer_unread(
        self, heard: Heard, why: Sequence[str], answering: Answering, *, ambiguous: bool = False
    ) -> None:
        mail = compose.unread(
            self._post.scenes.of(heard.game, heard.seat, now=answering.now), why=why, ambiguous=ambiguous
        )
        self._post.answer(heard.game, heard.seat, mail, kind="unread", answering=answering)

    def _answer_stale(self, heard: Heard, left_out: Sequence[str], answering: Answering) -> None:
        """The turn that the words are for is over: answer with the present report."""
        latest = turns.latest(self._store, heard.game.id)
        view = observe(latest, heard.seat.wizard) if latest is not None else None
        mail = compose.stale(
            self._post.scenes.of(heard.game, heard.seat, now=answering.now), view=view, left_out=left_out
        )
        self._post.answer(heard.game, heard.seat, mail, kind="stale", answering=answering)

    def _tell_foreigner(self, sender: str, registered: Iterable[str], answering: Answering) -> None:
        """Who writes from an address that is not registered learns where his answer went; nothing of the game."""
        known = {players.address_key(address) for address in registered}
        if players.address_key(sender) not in known and is_address(sender):
            mail = compose.elsewhere(referee=self._post.referee.name)
            self._post.reply(sender, mail, kind="elsewhere", answering=answering)

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

    def _left(self, letter: Letter, answering: Answering) -> Outcome | None:
        """Nobody resigns by this: scanners try such addresses too. The player is told how, once in a game."""
        leaver = self._leaver(letter)
        if leaver is None:
            return None
        game, seat = leaver
        why = "It asks for no more mails; nothing was changed."
        answering = replace(answering, mark=UNSUBSCRIBE)
        if (
            outgoing.by_message_id(
                self._store, self._post.under(game.mailbox).threads.answer_id(game, seat, UNSUBSCRIBE)
            )
            is None
        ):
            mail = compose.unsubscribe(self._post.scenes.of(game, seat, now=answering.now))
            self._post.answer(game, seat, mail, kind=UNSUBSCRIBE, answering=answering)
        return Outcome(LetterState.HANDLED, Filing.PROCESSED, UNSUBSCRIBE, game.id, why)

    # -- words that are not --------------------------------------------------------------------------------------

    def _unheard(self, letter: Letter, hearing: Hearing, answering: Answering) -> Outcome:
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
        return self._refuse(player, letter, why, answering)

    def _nothing_to_do(self, player: Player, letter: Letter, hearing: Hearing, answering: Answering) -> None:
        """A player wrote for certain, but neither a command nor orders for a game of his."""
        mine = {seat.game for seat in games.seats_of(self._store, player.id, OPEN)}
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

    def _refuse(self, player: Player, letter: Letter, why: str, answering: Answering) -> Outcome:
        """Nothing is done, and the registered address is told how to write."""
        mine = games.seats_of(self._store, player.id, OPEN)
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
            self._counter.welcome(letter.sender, _digest(letter.sender.casefold()).hex(), answering)
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)


def mail_key(letter: Letter) -> bytes | None:
    """What tells a mail from others: the same mail that came by two ways has the same key. None where it has no
    Message-ID: two mails that say yes are not the same."""
    return _digest(letter.message_id, letter.sender, *letter.lines) if letter.message_id else None


def words_key(letter: Letter) -> bytes:
    """The same for the same words from the same sender, to the same turn."""
    marks = (f"{mark.game}.{mark.seat}.{mark.turn}" for mark in letter.marks)
    return _digest(letter.sender.casefold(), *sorted(set(marks)), "", *letter.lines)


def _digest(*words: str) -> bytes:
    return hashlib.sha256("\n".join(words).encode("utf-8", "replace")).digest()[:16]
