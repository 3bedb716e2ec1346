"""What a director does with an event: it is made, opened, started and stopped, and players come and go."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from math import isfinite

from msgspec.structs import replace

from engine.tournament.faults import faults
from engine.tournament.terms import Ladder
from referee.deeds.own import refuse_own_of, refuse_rival
from referee.deeds.refusal import Refused, banned, writing_at
from referee.mail.headers import is_address
from referee.mail.wording import listed
from referee.names import look_alike_key
from referee.store import pairings, players, tournaments
from referee.store.players import Player
from referee.store.tournaments import BEFORE, BEGUN, Tournament, TournamentState
from referee.terms.event import Definition
from referee.tournaments.bench import Bench
from referee.tournaments.book import book_of, up_to_date
from referee.tournaments.entering import Fault
from referee.tournaments.reading import wizard_fault
from referee.tournaments.results import void
from referee.tournaments.telling import DIGEST_EVERY


class Directing(Bench):
    """The director's doors to events. Each raises Refused where it cannot be."""

    # -- its life --------------------------------------------------------------------------------------------------

    def create(self, definition: Definition, *, now: datetime, reason: str | None, seed: str | None = None) -> int:
        """Note an event; its number."""
        writing_at(self.post, definition.mailbox)
        key = look_alike_key(definition.name)
        if tournaments.by_name(self.store, key) is not None:
            raise Refused(f"another event is called {definition.name}, or nearly so; choose another name")
        drawn = seed or secrets.token_hex(16)
        number = tournaments.create(self.store, definition, name_key=key, seed=drawn, now=now)
        self.note("create", self.found(number), now, reason)
        return number

    def open(self, number: int, *, now: datetime, reason: str | None) -> int:
        """Let players join; how many are told of it."""
        found = self.in_state(number, TournamentState.PLANNED, TournamentState.CLOSED)
        tournaments.change(self.store, number, state=TournamentState.OPEN, closed_at=None)
        self.note("open", found, now, reason)
        return self.telling.opened(found, now)

    def close(self, number: int, *, now: datetime, reason: str | None) -> None:
        """Nobody comes in any more; a ladder that is being played takes no more challenges."""
        found = self.in_state(number, TournamentState.OPEN, TournamentState.RUNNING)
        takes_more = found.definition.late_entries or isinstance(found.definition.format, Ladder)
        if found.closed_at is not None or (found.state is TournamentState.RUNNING and not takes_more):
            raise Refused(f"event {number}, {found.name}, is closed already: nobody can join it")
        state = TournamentState.CLOSED if found.state is TournamentState.OPEN else found.state
        tournaments.change(self.store, number, state=state, closed_at=now)
        if state is TournamentState.RUNNING:
            tournaments.change(self.store, number, look_at=now)
        self.note("close", found, now, reason)

    def start(self, number: int, *, now: datetime, reason: str | None) -> int:
        """The first games begin; how many."""
        found = self.in_state(number, TournamentState.OPEN, TournamentState.CLOSED)
        wrong = faults(book_of(self.store, found).event)
        if wrong:
            raise Refused(" ".join(wrong))
        # to close a ladder that is being played means that it comes to its end
        closed_at = None if isinstance(found.definition.format, Ladder) else found.closed_at
        tournaments.change(
            self.store,
            number,
            state=TournamentState.RUNNING,
            started_at=now,
            closed_at=closed_at,
            digest_at=now + DIGEST_EVERY,
        )
        self.note("start", found, now, reason)
        self.running.look(number, now)
        return sum(each.game is not None for each in book_of(self.store, found).paired)

    def pause(self, number: int, *, now: datetime, reason: str) -> None:
        """No game starts and none is adjudicated until it is resumed; those that go on do so."""
        found = self.in_state(number, TournamentState.RUNNING)
        tournaments.change(
            self.store, number, state=TournamentState.PAUSED, reason=reason, stopped_at=now, look_at=None
        )
        self.note("pause", found, now, reason)
        told = (
            f"The director has paused {found.name}: no new games begin for now. Those that go on do so. The reason:"
            f" {reason}"
        )
        self.telling.note(book_of(self.store, found), "paused", told, now, mark=f"pause-{int(now.timestamp())}")

    def resume(self, number: int, *, now: datetime, reason: str) -> None:
        """It goes on after a pause, or after it was held; the time in between does not count."""
        found = self.in_state(number, TournamentState.PAUSED, TournamentState.HELD)
        if found.stopped_at is not None:
            pairings.postpone(self.store, number, now - found.stopped_at)
        tournaments.change(self.store, number, state=TournamentState.RUNNING, reason=None, stopped_at=None, look_at=now)
        self.note("resume", found, now, reason)
        told = f"{found.name} goes on. The reason: {reason}"
        mark = f"{now:%Y-%m-%d}" if found.state is TournamentState.HELD else f"{int(now.timestamp())}"
        self.telling.note(book_of(self.store, found), "it goes on", told, now, mark=f"resume-{mark}")

    def end(self, number: int, *, now: datetime, reason: str) -> None:
        """It is over before its last round; the table as it stands is final. No game may be going on."""
        found = self.in_state(number, *BEGUN)
        still = [each for each in up_to_date(self.store, found, now).paired if each.result is None]
        if still:
            numbers = listed(str(each.game) for each in still)
            raise Refused(f"its games that go on: {numbers}; decide them first, or `abort` the event")
        self.note("end", found, now, reason)
        self.running.finish(found, now, reason=reason)

    def abort(self, number: int, *, now: datetime, reason: str) -> int:
        """It ends without a winner, and so do its games that go on: nobody would decide them when their time is over.
        How many those are."""
        found = self.in_state(number, *BEFORE, *BEGUN)
        book = up_to_date(self.store, found, now)
        still = [each for each in book.paired if each.result is None]
        self.refuse_own([name for each in still for name in each.pairing.players], book)
        for each in still:
            self.rulings.decide(each, void(each.pairing), f"{found.name} is ended without a winner. {reason}", now)
        tournaments.change(self.store, number, state=TournamentState.ABORTED, reason=reason, ended_at=now, look_at=None)
        self.note("abort", found, now, reason)
        rest = " Its games that went on are ended with it, and count for nothing." if still else ""
        told = f"The director has ended {found.name} without a winner.{rest} The reason: {reason}"
        self.telling.note(book, "it is ended", told, now, mark="aborted")
        return len(still)

    # -- its players -----------------------------------------------------------------------------------------------

    def bring_in(self, number: int, rows: Sequence["Import"], *, now: datetime, reason: str | None) -> int:
        """Register players and let them enter, in an event that has begun from its next round on; all of them or none.
        How many."""
        found = self.in_state(number, *BEFORE, *BEGUN)
        wrong = [fault for row in rows for fault in [self._bring(found, row, now)] if fault]
        if wrong:
            raise Refused("; ".join(wrong))
        self.note("import", found, now, reason, players=[row[0] for row in rows])
        return len(rows)

    def _bring(self, found: Tournament, row: "Import", now: datetime) -> str | None:
        name, _, at_once, rating = row
        fault = self._unfit(row)
        if fault is not None:
            return fault
        player = self._person(row, now)
        if isinstance(player, Fault):
            return f"{name}: {player.why}"
        entry = book_of(self.store, found).entry_of(player.id)
        if entry is not None:
            there = "has left" if entry.entrant.last is not None else "plays already in"
            return f"{name}: {there} {found.name}"
        told = self.entering.join(found, player, now, at_once=at_once, rating=rating, let_in=True)
        if isinstance(told, Fault):
            return f"{name}: {told.why}"
        if found.state is not TournamentState.PLANNED:  # else he reads all of it when it opens
            self.telling.entered(player, found, f"The director has entered you. {told}", now)
        return None

    def _unfit(self, row: "Import") -> str | None:
        """What is wrong with a row by itself."""
        name, address, _, rating = row
        if (fault := wizard_fault(name)) is not None:
            return fault
        if not is_address(address):
            return f"{name}: {address!r} is not an address that can be written to"
        if self.post.is_ours(address):
            return f"{name}: {address} is an address of the referee's own, where nobody plays"
        return None if rating is None or isfinite(rating) else f"{name}: {rating} is no rating"

    def _person(self, row: "Import", now: datetime) -> Player | Fault:
        """The player of a row, who is registered if he was not."""
        name, address, _, _ = row
        key = look_alike_key(name)
        known, player = players.by_name(self.store, key), players.add(self.store, address, now=now, confirmed=True)
        if known is not None and known.id != player.id:
            return Fault("another player is called so, with another address")
        if player.banned_at is not None:
            return Fault(banned(player))
        if player.name is None:
            players.rename(self.store, player.id, name, key)
        elif look_alike_key(player.name) != key:
            return Fault(f"who has that address is called {player.name}")
        return players.load(self.store, player.id) or player

    def withdraw(self, number: int, name: str, *, now: datetime, reason: str) -> str:
        """Take a player out; what became of his games."""
        found = self.in_state(number, *BEFORE, *BEGUN)
        book = book_of(self.store, found)
        name = self.entrant(book, name)
        self.refuse_own([name], book)
        refuse_rival(self.desk, book.entry(name).player)
        told = self.done(self.entering.leave(found, name, now))
        self.note("withdraw", found, now, reason, player=name)
        self.tell(book.entry(name).player, found, f"{told} The director took you out. {reason}", now)
        return f"{name} is out of {found.name}."

    def allow(self, number: int, first: str, second: str, *, now: datetime, reason: str) -> str:
        """Two who were not to meet may be paired from now on."""
        found = self.in_state(number, *BEFORE, *BEGUN)
        wanted = {look_alike_key(first), look_alike_key(second)}
        barred = found.definition.forbidden
        left = tuple(pair for pair in barred if {look_alike_key(each) for each in pair} != wanted)
        if left == barred:
            pairs = ", ".join(f"{a} and {b}" for a, b in barred)
            raise Refused(f"{first} and {second} are not kept apart" + (f"; these are: {pairs}" if pairs else ""))
        tournaments.redefine(self.store, number, replace(found.definition, forbidden=left))
        if found.state is TournamentState.RUNNING:
            tournaments.change(self.store, number, look_at=now)
        self.note("allow", found, now, reason, players=[first, second])
        return f"{first} and {second} may meet in {found.name} from now on."

    def replace(self, number: int, name: str, other: str, *, now: datetime, reason: str) -> str:
        """Put a registered player into the place of another."""
        found = self.in_state(number, *BEFORE, *BEGUN)
        book = book_of(self.store, found)
        name, player = self.entrant(book, name), self.player(other)
        refuse_own_of(self.desk, [book.entry(name).player, player.id])
        refuse_rival(self.desk, book.entry(name).player)
        if player.banned_at is not None:
            raise Refused(banned(player))
        told = self.done(self.entering.replace(found, name, player, now))
        self.note("replace", found, now, reason, player=name, by=player.name)
        for person in (book.entry(name).player, player.id):
            self.tell(person, found, f"{told} {reason}", now)
        return told


Import = tuple[str, str, int | None, float | None]
"""A player to bring in: name, address, games at a time, rating; None where nothing is said."""
