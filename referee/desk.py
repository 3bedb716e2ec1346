"""The desk: the doors through which a game changes. A letter came; a director spoke; a turn is due."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from referee.adjudication import Adjudication
from referee.challenging import Challenging
from referee.commands.doors import Doors
from referee.config import Config
from referee.deeds.letters import refuse_own_letter
from referee.deeds.refusal import Refused, banned, writing_at
from referee.deeds.starting import reads_as_an_order, refuse_bad_seats
from referee.dispatch import Post
from referee.journal import Journal
from referee.mail import compose
from referee.mail import letter as letters
from referee.mail.identity import Keys
from referee.mail.imap_line import Incoming
from referee.mail.inbox import Filing
from referee.mail.letter import Letter, UnreadableMail
from referee.mailboxes import MAIN
from referee.opening import open_game
from referee.reception import Reception
from referee.refusing import Outcome
from referee.returned import Returns
from referee.sameness import mail_key, words_key
from referee.steps import At, Step, pass_by
from referee.store import acts, challenges, clocks, games, looks, mailbag, players
from referee.store.database import Store
from referee.store.faults import Damaged, StoreError, is_general
from referee.store.mailbag import LetterState, StoredLetter
from referee.terms import Terms
from referee.tournaments.running import Running

ATTEMPTS_MAX: Final = 3  # failures, then a letter is set aside for a human
# Ends of the whole process at a letter, then it is set aside as well. More of them, as it may not have been its fault.
CUT_OFFS_MAX: Final = 10
UNHANDLED_MAX: Final = 100
TOGETHER_BYTES_MAX: Final = 262_144  # of letters in one transaction: others may have to wait for its end
LETTERS_AGAIN_AFTER: Final = timedelta(seconds=30)
TITLE_CHARS_MAX: Final = 45  # what fits beside the turn in a report's first line
_NO_MAIL: Final = "there is no mail {}; `referee mail list` shows those that wait for somebody"
_DONE_WITH: Final = "mail {} is {}: only what was set aside or is unconfirmed can still be decided on"


def _nobody(_: str) -> None:
    """Nobody waits for what is queued."""


class Desk:
    """All that changes games, over one store. Used in the store's thread. `queued`: as of `Post`."""

    def __init__(
        self,
        store: Store,
        config: Config,
        journal: Journal,
        *,
        at: At = pass_by,
        queued: Callable[[str], None] = _nobody,
    ) -> None:
        self.store = store
        self.journal = journal
        self.at = at
        self.referee = config.referee
        self.terms = config.games.usual
        self.post = Post(
            store,
            Keys(config.tokens.secret.reveal()),
            config.identities,
            answers_per_hour=config.mail.answers_per_hour,
            journal=journal,
            queued=queued,
        )
        self._adjudication = Adjudication(store, self.post, journal)
        self._challenging = Challenging(store, self.post)
        self.events = Running(store, self.post, self._adjudication, journal)
        self._returns = Returns(store, self.post, journal, limit=config.mail.bounce_points)
        self.doors = Doors(store, self.post, self._adjudication, self.terms)
        self._receptions = {
            name: Reception(store, self.post.under(name), self._adjudication, self._returns, config)
            for name in config.mailboxes
        }
        self._begun: set[int] = set()  # the letters that this process stored or took up, and has not closed

    # -- a director speaks ---------------------------------------------------------------------------------------

    def start_game(
        self,
        seats: Sequence[tuple[str, str]],
        *,
        now: datetime,
        salt: str | None = None,
        terms: Terms | None = None,
        rules: str | None = None,
        title: str | None = None,
        mailbox: str = MAIN,
        reason: str | None = None,
    ) -> int:
        """Start a game for (wizard, address) in order of seats, queue the invitations; its number. Raises Refused.

        `terms`: the configured ones where left out; `rules` goes before the rule set in them."""
        names = tuple(name for name, _ in seats)
        post = writing_at(self.post, mailbox)
        agreed = terms or self.terms
        agreed = msgspec.structs.replace(agreed, rules=rules or agreed.rules)
        refuse_bad_seats(seats, agreed.rules)
        for _, address in seats:
            if self.post.is_ours(address):
                raise Refused(f"{address} is an address of the referee's own, where nobody plays")
        if title is not None and (len(title) > TITLE_CHARS_MAX or reads_as_an_order(title, names)):
            raise Refused(f"a title has {TITLE_CHARS_MAX} characters at most, and may not read as an order")
        with self.store.transaction():
            seated = [(name, players.add(self.store, address, now=now, confirmed=True)) for name, address in seats]
            for _, player in seated:
                if player.banned_at is not None:
                    raise Refused(banned(player))
            people = [(name, player.id) for name, player in seated]
            number = open_game(self.store, post, people, now=now, terms=agreed, salt=salt, title=title)
            acts.note(self.store, "start", who=self.doors.who, now=now, game=number, reason=reason)
        return number

    def retry_mail(self, number: int, *, now: datetime, reason: str | None = None) -> None:
        """Handle a letter again that had no effect. Raises Refused where it cannot be, or comes to nothing again."""
        stored = mailbag.letter(self.store, number)
        if stored is None:
            raise Refused(_NO_MAIL.format(number))
        refuse_own_letter(self.doors, stored)
        try:
            letter = letters.read(stored.raw, size=stored.size, ours=self.post.ours)
            outcome = self._again(letter, stored, now, reason)
        except UnreadableMail as error:
            raise Refused(f"mail {number} can still not be read: {error}") from error
        except (StoreError, Refused):
            raise
        except Exception as error:  # the letter stays as it was
            self.journal.failure("letter-failed", error, letter=number)
            raise Refused(f"mail {number} failed again: {error!r}") from error
        if outcome.state is not LetterState.HANDLED:
            raise Refused(f"mail {number} is {outcome.state}: {outcome.why}")

    def _again(self, letter: Letter, stored: StoredLetter, now: datetime, reason: str | None) -> Outcome:
        """All in one transaction: a daemon never sees the letter as one that it should handle."""
        with self.store.transaction():
            if not mailbag.reopen(self.store, stored.id):
                raise Refused(_DONE_WITH.format(stored.id, stored.state))
            outcome = self._reception(stored).decide(letter, stored, now)
            self._close(stored, letter, outcome, now)
            facts = {"letter": stored.id}
            acts.note(
                self.store, "mail retry", who=self.doors.who, now=now, game=outcome.game, reason=reason, facts=facts
            )
        return outcome

    def reject_mail(self, number: int, reason: str, *, now: datetime) -> str | None:
        """Close a letter for good that waits for a human or for its sender's word. The address of the player who is
        told, None where nobody is. Raises Refused."""
        with self.store.transaction():
            stored = mailbag.letter(self.store, number)
            if stored is None:
                raise Refused(_NO_MAIL.format(number))
            refuse_own_letter(self.doors, stored)
            if stored.state not in (LetterState.SET_ASIDE, LetterState.UNCONFIRMED):
                raise Refused(_DONE_WITH.format(number, stored.state))
            why = f"The director rejected it: {reason}" if reason else "The director rejected it."
            mailbag.settle(self.store, number, LetterState.CLOSED, why=why, now=now)
            player = players.by_address(self.store, stored.sender) if stored.sender else None
            if player is not None:
                post = self.post.under(stored.mailbox)
                mail = compose.closed(referee=post.referee.name, subject=stored.subject or "", reason=reason)
                post.tell(player.address, mail, kind="closed", mark=str(number), now=now)
            acts.note(
                self.store, "mail reject", who=self.doors.who, now=now, reason=reason or None, facts={"letter": number}
            )
        return player.address if player is not None else None

    # -- letters come --------------------------------------------------------------------------------------------

    def receive(self, mails: Sequence[Incoming], now: datetime, *, mailbox: str = MAIN) -> list[Filing]:
        """Store these mails, which came to that mailbox, then handle each; where each is to be filed."""
        with self.store.transaction():
            stored = [
                mailbag.store_letter(
                    self.store,
                    mailbox=mailbox,
                    folder=mail.folder,
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
        numbers = [number for number, _ in stored]
        fresh = not any(known for _, known in stored)
        if fresh and len(mails) > 1 and sum(len(mail.raw) for mail in mails) <= TOGETHER_BYTES_MAX:
            return self._handle_together(numbers, now)
        return [self.handle(number, now) for number in numbers]

    def refused(self, number: int, reason: str, now: datetime) -> None:
        """The server would not take the mail of that number, as it knows no such recipient."""
        with self.store.transaction():
            self._returns.refused(number, reason, now)

    def catch_up(self, now: datetime) -> datetime | None:
        """What the clock brings round: letters that a crash or a human left to be handled, and the games that must be
        looked at by now, and only those. When the next must be; None where none ever must if nothing comes in."""
        for number in mailbag.unhandled(self.store, limit=UNHANDLED_MAX):
            self.handle(number, now)
        for number in clocks.due(self.store, now):
            self._look_at(number, now)
        for number in challenges.expired(self.store, now):
            self._lapse(number, now)
        events_at = self.events.catch_up(now, self.at)
        lapses_at = challenges.next_end(self.store)
        if lapses_at is not None and lapses_at <= now:  # its mailbox is not read, and an answer may lie there
            lapses_at = now + looks.DEAF_AGAIN_AFTER
        moments = [self._next_look(now), lapses_at, events_at]
        moments += [now + LETTERS_AGAIN_AFTER] if mailbag.unhandled(self.store, limit=1) else []
        return min((moment for moment in moments if moment is not None), default=None)

    def inbox_seen_empty(self, mailbox: str, now: datetime) -> bool:
        """Nothing was left to be read in the mailbox; whether a game waited for that, or hears of an outage now."""
        with self.store.transaction():
            outage = looks.note(self.store, mailbox, now)
            if outage is not None:
                struck = clocks.look_at_all(self.store, mailbox, now)
                self.journal.trouble("outage", mailbox=mailbox, start=outage.start, end=outage.end, games=struck)
        waiting = self._next_look(now)
        return waiting is not None and waiting <= now

    def begin(self, now: datetime) -> None:
        """The daemon serves with these settings from now on."""
        with self.store.transaction():
            looks.forget_others(self.store, self.post.mailboxes)
        self._look_at_unread(now)

    def _next_look(self, now: datetime) -> datetime | None:
        """When the next game must be looked at: now, where the moment that is kept of one cannot be read."""
        try:
            return clocks.next_look(self.store)
        except Damaged:
            self._look_at_unread(now)
            return now

    def _look_at_unread(self, now: datetime) -> None:
        with self.store.transaction():
            for number in clocks.look_at_unread(self.store, now):
                self.journal.trouble("look-unread", game=number)

    def _look_at(self, number: int, now: datetime) -> None:
        """One game by itself: what goes wrong with it holds it, and no other."""
        try:
            with self.store.transaction():
                game = games.load(self.store, number)
                assert game is not None, number
                if looks.is_deaf(self.store, game.mailbox, now):  # or was: a look at it may have begun already
                    clocks.put_off(self.store, number, now + looks.DEAF_AGAIN_AFTER)
                else:
                    self._adjudication.advance(game, now)
                self.at(Step.BEFORE_COMMIT)
        except Exception as error:  # one bad game must not end the daemon; it is held and told of
            if is_general(error):
                raise
            self.journal.failure("game-held", error, game=number)
            self._hold(number, f"{type(error).__name__}: {error}", now)
        self.at(Step.AFTER_COMMIT)

    def _lapse(self, number: int, now: datetime) -> None:
        """One challenge by itself: what goes wrong with it ends it, and no other."""
        try:
            with self.store.transaction():
                self._challenging.lapse(number, now)
        except Exception as error:  # one bad challenge must not end the daemon; it is ended, so this is told once
            if is_general(error):
                raise
            self.journal.failure("challenge-failed", error, challenge=number)
            with self.store.transaction():
                self._challenging.lapse_unread(number, f"{type(error).__name__}: {error}", now)

    def _hold(self, number: int, reason: str, now: datetime) -> None:
        try:
            with self.store.transaction():
                game = games.load(self.store, number)
                assert game is not None, number
                self._adjudication.hold(game, reason, now)
        except Damaged:
            with self.store.transaction():
                self._adjudication.hold_unread(number, reason, now)

    def handle(self, number: int, now: datetime) -> Filing:
        """Handle a stored letter: its effects, its answers and its state are one transaction.

        A letter that was handled before has no second effect. One that fails is left where it is, and set aside with
        a word to the director when it has failed ATTEMPTS_MAX times, or cut the referee off CUT_OFFS_MAX times;
        trouble with the store is raised, and is not held against the letter, unless it needs what is damaged.
        """
        if number not in self._begun:  # another process stored it, and ended
            with self.store.transaction():
                mailbag.was_cut_off(self.store, number)
        self._begun.add(number)
        stored = self._stored(number)
        if stored.state is not LetterState.STORED:
            self._begun.discard(number)
            return Filing(stored.verdict or Filing.PROCESSED)
        if stored.attempts >= CUT_OFFS_MAX:
            return self._set_aside(stored, stored.error or "the referee was cut off each time", now)
        try:
            (filing,) = self._handle([stored], now)
        except Exception as error:  # one bad letter must not end the daemon; it is kept and told of
            if is_general(error):
                raise
            self.journal.failure("letter-failed", error, letter=number)
            return self._failed(stored, error, now)
        return filing

    def _handle_together(self, numbers: Sequence[int], now: datetime) -> list[Filing]:
        """Handle letters that have just come in one transaction, as the disk takes no longer for many than for one.
        Where one of them fails, that is undone, and each is handled by itself, which tells whose fault it is."""
        try:
            return self._handle([self._stored(number) for number in numbers], now)
        except Exception as error:
            if is_general(error):
                raise
        return [self.handle(number, now) for number in numbers]

    def _stored(self, number: int) -> StoredLetter:
        stored = mailbag.letter(self.store, number)
        assert stored is not None, number
        return stored

    def _handle(self, several: Sequence[StoredLetter], now: datetime) -> list[Filing]:
        read = [(stored, self._read(stored)) for stored in several]
        done: list[tuple[StoredLetter, Letter | None, Outcome]] = []
        with self.store.transaction():
            for stored, letter in read:
                if isinstance(letter, Letter):
                    done.append((stored, letter, self._reception(stored).decide(letter, stored, now)))
                else:
                    done.append((stored, None, letter))
                self._close(*done[-1], now)
            self.at(Step.BEFORE_COMMIT)
        self.at(Step.AFTER_COMMIT)
        for each in done:
            self._begun.discard(each[0].id)
            self._note(*each)
        return [outcome.filing for _, _, outcome in done]

    def _read(self, stored: StoredLetter) -> Letter | Outcome:
        """The letter; what becomes of it where nobody could read it."""
        try:
            found: Letter | Outcome = letters.read(stored.raw, size=stored.size, ours=self.post.ours)
        except UnreadableMail as error:
            found = Outcome(LetterState.REJECTED, Filing.REJECTED, "unreadable", why=str(error))
        self.at(Step.PARSED)
        return found

    def _note(self, stored: StoredLetter, letter: Letter | None, outcome: Outcome) -> None:
        self.journal.note(
            "letter-handled",
            letter=stored.id,
            mailbox=stored.mailbox if len(self.post.mailboxes) > 1 else None,
            sender=letter.sender if letter else None,
            kind=outcome.kind,
            game=outcome.game,
            filed=outcome.filing,
            why=outcome.why,
        )

    def _reception(self, stored: StoredLetter) -> Reception:
        """That of the mailbox which the letter came to; of the first where there is no such mailbox any more."""
        return self._receptions.get(stored.mailbox, self._receptions[MAIN])

    def _close(self, stored: StoredLetter, letter: Letter | None, outcome: Outcome, now: datetime) -> None:
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
            mail_key=mail_key(letter) if letter else None,
            words_key=words_key(letter) if letter else None,
            now=now,
        )

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
