"""The desk: the doors through which a game changes. A letter came; a director spoke; a turn is due."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec

from engine.dice import commitment
from engine.events import Turn
from engine.language import Field, name_fault, read
from engine.language.tokens import name_key
from engine.model import WIZARDS_MAX, WIZARDS_MIN, new_duel
from engine.views import observe, observe_duel
from referee import play
from referee.config import Config
from referee.dispatch import INVITATION, REPORT, Answering, Post
from referee.journal import Journal
from referee.mail import compose, identity
from referee.mail import letter as letters
from referee.mail.headers import is_address
from referee.mail.identity import Keys
from referee.mail.imap_line import Incoming
from referee.mail.inbox import Filing
from referee.mail.kinds import Kind
from referee.mail.letter import Letter, UnreadableMail
from referee.mail.scene import Scene
from referee.steps import At, Step, pass_by
from referee.store import acts, games, mailbag, outgoing, players, turns
from referee.store.database import Store
from referee.store.faults import StoreError
from referee.store.games import Game, GameState, Seat
from referee.store.mailbag import LetterState, StoredLetter

ATTEMPTS_MAX: Final = 3  # failures, then a letter is set aside for a human
# Ends of the whole process at a letter, then it is set aside as well. More of them, as it may not have been its fault.
CUT_OFFS_MAX: Final = 10
UNHANDLED_MAX: Final = 100
TURNS_AT_ONCE_MAX: Final = 20  # Time stop parts in which nobody owes orders; more would be a fault of ours
TITLE_CHARS_MAX: Final = 45  # what fits beside the turn in a report's first line
RULE_SETS: Final = ("bartle",)
_DIRECTOR: Final = "director"


class Refused(Exception):
    """What a director asked for cannot be done; the text says why and what would work."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a letter: the state to keep and the folder to file it in."""

    state: LetterState
    filing: Filing
    kind: str
    game: int | None = None
    why: str | None = None


class Desk:
    """All that changes games, over one store. Used in the store's thread."""

    def __init__(self, store: Store, config: Config, journal: Journal, *, at: At = pass_by) -> None:
        self.store = store
        self.journal = journal
        self.at = at
        self.referee = config.referee
        self.keys = Keys(config.tokens.secret.reveal())
        self.post = Post(store, self.keys, config.referee)
        self._begun: set[int] = set()  # the letters that this process stored or took up, and has not closed

    # -- a director speaks ---------------------------------------------------------------------------------------

    def start_game(
        self,
        seats: Sequence[tuple[str, str]],
        *,
        now: datetime,
        salt: str | None = None,
        rules: str = "bartle",
        title: str | None = None,
    ) -> int:
        """Start a game for (wizard, address) in order of seats, queue the invitations; its number. Raises Refused."""
        names = tuple(name for name, _ in seats)
        self._refuse_bad_seats(seats, rules)
        duel = new_duel(names, salt=salt or secrets.token_hex(16), rules=rules)
        if title is not None and (len(title) > TITLE_CHARS_MAX or read(title, Field.of(duel), names[0]).clauses):
            raise Refused(f"a title has {TITLE_CHARS_MAX} characters at most, and may not read as an order")
        with self.store.transaction():
            people = [players.add(self.store, address, now=now, confirmed=True) for _, address in seats]
            number = games.create(self.store, duel, [p.id for p in people], now=now, title=title)
            game = self._game(number)
            for seat in game.seats:
                mail = compose.invitation(self._scene(game, seat), commitment=commitment(duel.salt))
                self.post.ask(game, seat, mail, kind=INVITATION, before=None, now=now)
            acts.note(self.store, "start", who=_DIRECTOR, now=now, game=number)
        return number

    @staticmethod
    def _refuse_bad_seats(seats: Sequence[tuple[str, str]], rules: str) -> None:
        if rules not in RULE_SETS:
            raise Refused(f"there is no rule set {rules!r}; there is {', '.join(RULE_SETS)}")
        if not WIZARDS_MIN <= len(seats) <= WIZARDS_MAX:
            raise Refused(f"a game takes {WIZARDS_MIN} to {WIZARDS_MAX} wizards, not {len(seats)}")
        for name, address in seats:
            fault = name_fault(name)
            if fault is not None:
                raise Refused(f"{name!r} cannot be a wizard's name: {fault}")
            if not is_address(address):
                raise Refused(f"{address!r} is not an address that can be written to")
        if len({name_key(name) for name, _ in seats}) < len(seats):
            raise Refused("two wizards of one game cannot have names that differ in case or accents only")

    def abort_game(self, number: int, reason: str, *, now: datetime) -> None:
        """End a game without a winner, and mail its players why. Raises Refused."""
        with self.store.transaction():
            game = games.load(self.store, number)
            if game is None:
                raise Refused(f"there is no game {number}; `referee game list --all` shows all")
            if not games.abort(self.store, number, reason, now=now):
                raise Refused(f"game {number} is {game.state} already")
            for seat in game.seats:
                mail = compose.aborted(self._scene(game, seat), reason=reason)
                self.post.announce(game, seat, mail, kind="aborted", now=now)
            acts.note(self.store, "abort", who=_DIRECTOR, now=now, game=number, reason=reason)

    # -- letters come --------------------------------------------------------------------------------------------

    def receive(self, mails: Sequence[Incoming], now: datetime) -> list[Filing]:
        """Store these mails, then handle each; where each is to be filed."""
        with self.store.transaction():
            stored = [
                mailbag.store_letter(
                    self.store,
                    mailbox=mail.mailbox,
                    uidvalidity=mail.uidvalidity,
                    uid=mail.uid,
                    raw=mail.raw,
                    size=mail.size,
                    arrived_at=mail.arrived,
                    now=now,
                )
                for mail in mails
            ]
        self._begun |= {number for number, known in stored if not known}
        self.at(Step.STORED)
        return [self.handle(number, now) for number, _ in stored]

    def catch_up(self, now: datetime) -> None:
        """What the clock brings round: letters that a crash or a human left to be handled."""
        for number in mailbag.unhandled(self.store, limit=UNHANDLED_MAX):
            self.handle(number, now)

    def handle(self, number: int, now: datetime) -> Filing:
        """Handle a stored letter: its effects, its answers and its state are one transaction.

        A letter that was handled before has no second effect. One that fails is left where it is, and set aside with
        a word to the director when it has failed ATTEMPTS_MAX times, or cut the referee off CUT_OFFS_MAX times;
        trouble with the store is raised, and is not held against the letter.
        """
        if number not in self._begun:  # another process stored it, and ended
            with self.store.transaction():
                mailbag.was_cut_off(self.store, number)
        self._begun.add(number)
        stored = mailbag.letter(self.store, number)
        assert stored is not None, number
        if stored.state is not LetterState.STORED:
            self._begun.discard(number)
            return Filing(stored.verdict or Filing.PROCESSED)
        if stored.attempts >= CUT_OFFS_MAX:
            return self._set_aside(stored, stored.error or "the referee was cut off each time", now)
        try:
            filing = self._handle(stored, now)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 -- one bad letter must not end the daemon; it is kept and told of
            self.journal.failure("letter-failed", error, letter=number)
            return self._failed(stored, error, now)
        self._begun.discard(number)
        return filing

    def _handle(self, stored: StoredLetter, now: datetime) -> Filing:
        try:
            letter = letters.read(stored.raw, size=stored.size, referee=self.referee.address)
        except UnreadableMail as error:
            letter, outcome = None, Outcome(LetterState.REJECTED, Filing.REJECTED, "unreadable", why=str(error))
        self.at(Step.PARSED)
        with self.store.transaction():
            if letter is not None:
                outcome = self._decide(letter, stored, now)
            mailbag.close_letter(
                self.store,
                stored.id,
                outcome.state,
                kind=outcome.kind,
                verdict=outcome.filing,
                sender=letter.sender if letter else None,
                subject=letter.subject if letter else None,
                game=outcome.game,
                error=outcome.why,
                now=now,
            )
            self.at(Step.BEFORE_COMMIT)
        self.at(Step.AFTER_COMMIT)
        self.journal.note(
            "letter-handled",
            letter=stored.id,
            sender=letter.sender if letter else None,
            kind=outcome.kind,
            game=outcome.game,
            filed=outcome.filing,
            why=outcome.why,
        )
        return outcome.filing

    def _failed(self, stored: StoredLetter, error: Exception, now: datetime) -> Filing:
        if stored.attempts + 1 >= ATTEMPTS_MAX:
            return self._set_aside(stored, repr(error), now)
        with self.store.transaction():
            mailbag.failed(self.store, stored.id, repr(error))
        return Filing.LEAVE

    def _set_aside(self, stored: StoredLetter, error: str, now: datetime) -> Filing:
        with self.store.transaction():
            mailbag.close_letter(
                self.store,
                stored.id,
                LetterState.SET_ASIDE,
                kind="failed",
                verdict=Filing.REJECTED,
                error=error,
                now=now,
            )
            attempts = max(stored.attempts, ATTEMPTS_MAX)
            mail = compose.director_letter(referee=self.referee.name, letter=stored.id, error=error, attempts=attempts)
            self.post.tell_director(mail, mark=f"letter-{stored.id}-{int(now.timestamp())}", now=now)
        self.journal.trouble("letter-set-aside", letter=stored.id, error=error)
        return Filing.REJECTED

    # -- what a letter says --------------------------------------------------------------------------------------

    def _decide(self, letter: Letter, stored: StoredLetter, now: datetime) -> Outcome:
        """Whose letter it is and what it does. Within the transaction."""
        if letter.kind not in (Kind.MESSAGE, Kind.NO_TEXT, Kind.TOO_BIG):
            return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, why=" ".join(letter.why))
        if not letter.sender or letter.null_sender:
            why = "Its envelope says that no answer is wanted." if letter.sender else "It does not say who wrote it."
            return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)
        place = next((found for mark in letter.marks if (found := self.keys.seat_of(mark)) is not None), None)
        game = games.load(self.store, place.game) if place is not None else None
        seat = game.seat(place.seat) if game is not None and place is not None else None
        if game is None or seat is None or place is None:
            return self._refuse(letter, stored, now)
        mark = _mark(letter, stored)
        if outgoing.by_message_id(self.store, self.post.answer_id(game, seat, mark)) is not None:
            return Outcome(LetterState.HANDLED, Filing.PROCESSED, letter.kind, game.id, "The same mail came before.")
        answering = Answering(letter=stored.id, message_id=letter.message_id, mark=mark, now=now)
        if self._is_stale(place, game, seat, letter):
            self._answer_stale(game, seat, answering)
        elif letter.doubts:
            mail = compose.unread(self._scene(game, seat), why=letter.doubts, ambiguous=True)
            self.post.answer(game, seat, mail, kind="unread", answering=answering)
        elif letter.kind is not Kind.MESSAGE:
            mail = compose.unread(self._scene(game, seat), why=letter.why)
            self.post.answer(game, seat, mail, kind="unread", answering=answering)
        else:
            self._take(game, seat, letter, answering)
        filing = Filing.PROCESSED if letter.kind is Kind.MESSAGE else Filing.REJECTED
        return Outcome(LetterState.HANDLED, filing, letter.kind, game.id)

    def _is_stale(self, place: identity.Seat, game: Game, seat: Seat, letter: Letter) -> bool:
        """Whether the letter is for a turn that is over, by its token or by the form that it fills in."""
        if game.state in (GameState.FINISHED, GameState.ABORTED) or place != self.post.place(seat, game.duel):
            return True
        forms = [form for form in letter.forms if form.game == game.id]
        return bool(forms) and all(form.turn != game.duel.next_turn for form in forms)

    def _refuse(self, letter: Letter, stored: StoredLetter, now: datetime) -> Outcome:
        """Without a token that proves a seat there is no access; a registered address is told why, nobody else."""
        why = "It carries no token that proves whose orders it holds."
        player = players.by_address(self.store, letter.sender)
        if player is None:
            return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)
        mine = games.seats_of(self.store, player.id, (GameState.RUNNING, GameState.HELD))
        mail = compose.refused(
            referee=self.referee.name,
            games=tuple(dict.fromkeys(seat.game for seat in mine)),
            subject=letter.subject,
        )
        self.post.tell(player.address, mail, kind="refused", mark=str(stored.id), now=now, letter=stored.id)
        return Outcome(LetterState.REJECTED, Filing.REJECTED, letter.kind, why=why)

    def _answer_stale(self, game: Game, seat: Seat, answering: Answering) -> None:
        """The turn that the letter is for is over: answer with the present report."""
        latest = turns.latest(self.store, game.id)
        view = observe(latest, seat.wizard) if latest is not None else None
        mail = compose.stale(self._scene(game, seat), view=view)
        self.post.answer(game, seat, mail, kind="stale", answering=answering)

    def _take(self, game: Game, seat: Seat, letter: Letter, answering: Answering) -> None:
        """Orders: held, answered, and perhaps the last that the turn waited for."""
        taken = play.take_orders(self.store, game, seat, letter.lines, letter=answering.letter, now=answering.now)
        mail = compose.receipt(
            self._scene(game, seat),
            checked=taken.checked,
            complaints=taken.complaints,
            talk=taken.talk,
            replaced=taken.replaced,
            understood=taken.understood,
            letter=letter,
        )
        self.post.answer(game, seat, mail, kind="receipt", answering=answering)
        self._advance(game, answering.now)

    # -- a turn is due -------------------------------------------------------------------------------------------

    def _advance(self, game: Game, now: datetime) -> None:
        """Adjudicate as long as nobody owes orders. What the engine raises holds the game, not the daemon."""
        for _ in range(TURNS_AT_ONCE_MAX):
            if game.state is not GameState.RUNNING or play.owing(self.store, game):
                return
            try:
                turn, orders = play.next_turn(self.store, game)
                after = msgspec.structs.replace(game, duel=turn.after)
                mails = [(seat, self._report(after, seat, turn)) for seat in game.seats]
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 -- a broken invariant holds one game; it is logged and told of
                self.journal.failure("game-held", error, game=game.id)
                self._hold(game, error, now)
                return
            turns.append(self.store, game.id, turn, orders=orders, now=now)
            kind = "over" if turn.after.result is not None else REPORT
            for seat, mail in mails:
                self.post.ask(after, seat, mail, kind=kind, before=game.duel, now=now)
            self.journal.note("turn-adjudicated", game=game.id, turn=turn.turn, part=turn.part)
            game = self._game(game.id)

    def _report(self, after: Game, seat: Seat, turn: Turn) -> compose.Mail:
        view = observe(turn, seat.wizard)
        if turn.after.result is not None:
            return compose.over(self._scene(after, seat), view=view, whole=turn.after)
        return compose.report(self._scene(after, seat), view=view)

    def _hold(self, game: Game, error: Exception, now: datetime) -> None:
        """The game waits for a human; its players and the director are told."""
        reason = f"{type(error).__name__}: {error}"
        games.hold(self.store, game.id, reason)
        for seat in game.seats:
            self.post.announce(game, seat, compose.held(self._scene(game, seat)), kind="held", now=now)
        mail = compose.director_held(referee=self.referee.name, game=game.id, turn=game.duel.next_turn, error=reason)
        self.post.tell_director(mail, mark=f"held-{game.id}-{int(now.timestamp())}", now=now)

    # -- small things --------------------------------------------------------------------------------------------

    def _scene(self, game: Game, seat: Seat) -> Scene:
        """The game as the player at `seat` may know it."""
        running = game.state is GameState.RUNNING and game.duel.result is None
        return Scene(
            referee=self.referee.name,
            game=game.id,
            title=game.title or " v ".join(each.wizard for each in game.seats),
            wizard=seat.wizard,
            duel=observe_duel(game.duel, seat.wizard)[0],
            owing=play.owing(self.store, game) if running else (),
            report_tag=self.post.report_tag(seat, game.duel),
            answer_tag=self.post.answer_tag(game.id, game.duel),
            code=self.post.form_code(game.id, game.duel),
            running=running,
        )

    def _game(self, number: int) -> Game:
        game = games.load(self.store, number)
        assert game is not None, number
        return game


def _mark(letter: Letter, stored: StoredLetter) -> str:
    """What tells a letter from others: the same mail that came by two ways has the same mark."""
    words = (letter.message_id, *letter.lines) if letter.message_id else (str(stored.id),)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:20]
