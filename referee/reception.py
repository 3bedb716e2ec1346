"""What becomes of a letter: its words are taken and answered, wait for their writer's yes, or are refused."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace as replace_struct

from engine.views import observe
from referee import play
from referee.adjudication import Adjudication
from referee.agreeing import Agreeing
from referee.commands.command import Caller
from referee.commands.doors import Doors
from referee.config import Config
from referee.confirming import Confirming
from referee.counter import Counter, is_open, needs_proof
from referee.directing import Directing
from referee.dispatch import Answering, Post
from referee.hearing import Heard, Hearer, Hearing, Proof, Unheard, Writer
from referee.mail import compose
from referee.mail.headers import is_address
from referee.mail.inbox import Filing
from referee.mail.kinds import Kind
from referee.mail.letter import Letter
from referee.refusing import Outcome, Refusing
from referee.requests import Requests, requests
from referee.returned import Returns
from referee.sameness import mail_key, words_key
from referee.store import games, mailbag, players, turns
from referee.store.database import Store
from referee.store.games import GOING_ON, Seat
from referee.store.mailbag import LetterState, StoredLetter
from referee.store.players import Player
from referee.threads import awaited

_NO_MORE: Final = "no more orders are taken for your wizard, who surrenders as soon as the others' orders are in."
PERSONAL: Final = (Kind.MESSAGE, Kind.NO_TEXT, Kind.TOO_BIG)
REPEATS_ANSWERED_MAX: Final = 3  # of the same words from the same sender within REPEATS_COUNTED: it may be a loop
REPEATS_COUNTED: Final = timedelta(minutes=10)


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
        self._refusing = Refusing(store, post, self._hearer, self._confirming, self._counter)

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
        writer = self._hearer.writer(letter, now)
        return (
            self._refusing.barred(letter, writer.player, answering)
            or self._refusing.left(letter, answering)
            or self._agreed(letter, answering)
            or self._confirmed(letter, answering)
            or self._directed(letter, answering)
            or self._heard(letter, writer, stored, answering)
        )

    def _directed(self, letter: Letter, answering: Answering) -> Outcome | None:
        """What comes of a director's commands; None for all other letters."""
        why = self._directing.hear(letter, answering, vouched=self._hearer.is_vouched(letter))
        return None if why is None else Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, why=why)

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

    def _heard(self, letter: Letter, writer: Writer, stored: StoredLetter, answering: Answering) -> Outcome:
        parts = requests(letter, in_game=bool(letter.marks))
        hearing = self._hearer.hear(parts.letter, writer, since=min(stored.arrived_at, stored.stored_at))
        known = hearing.player is not None or is_open([each.asked for each in parts.asked])
        if (parts.asked or parts.unread) and known:
            not_done = self._asked(letter, parts, hearing, answering)
            if not_done is not None:
                return not_done
            if not parts.orders:
                why = f"Its commands: {', '.join(each.asked.name for each in parts.asked) or 'none that is known'}."
                return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, hearing.own, why)
        if not hearing.heard:
            return self._refusing.unheard(parts.letter, hearing, answering)
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
                return self._refusing.refuse(
                    hearing.player, letter, "Nothing proves that the player wrote it.", answering
                )
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
        over = game.state not in GOING_ON or heard.place != awaited(seat, game.duel)
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
        state = self._post.clocks.state(game, answering.now)
        mail = compose.receipt(
            self._post.scenes.of(game, seat, now=answering.now, state=state),
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
        self._adjudication.advance(game, answering.now, state=state)

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
