"""A simulated time of play: people, a mail system that delays and loses, and a desk whose machine is down at times."""

import heapq
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

from referee.config import parse
from referee.deeds import timing
from referee.desk import Desk
from referee.journal import Journal
from referee.mail.inbox import Incoming
from referee.store import games, outgoing
from referee.store.database import Store
from referee.store.games import GameState
from referee.store.outgoing import QueuedMail
from tests.acceptance.at_the_desk import DIRECTOR, SETTINGS
from tests.acceptance.bouncing import report
from tests.year.letters import Came
from tests.year.person import Person
from tests.year.plan import DAY, HOUR, ZONES, Outage, Plan, habits, names
from tests.year.watcher import Watcher

LOOK = timedelta(minutes=55)  # between two looks of an idle referee at his mail
SECONDS_MAX = 600  # that a letter is on its way
AFTER_OUTAGE = 5 * HOUR  # within which the director answers
ROUNDS_MAX = 50  # of mails that bring about other mails at once


class _Journal(Journal):
    """Keeps what is noted of turns, and all trouble."""

    def __init__(self) -> None:
        super().__init__()
        self.closed: list[dict[str, object]] = []
        self.events: Counter[str] = Counter()
        self.failures: list[str] = []

    def note(self, event: str, **facts: object) -> None:
        self.events[event] += 1
        if event == "turn-adjudicated":
            self.closed.append(facts)

    def trouble(self, event: str, **facts: object) -> None:
        self.events[event] += 1

    def failure(self, event: str, error: BaseException, **facts: object) -> None:
        self.failures.append(f"{event}: {error!r} {facts}")
        raise error


class World:
    """Runs a plan. Everything that happens is an event with its moment; what is seen on the way is the watcher's."""

    def __init__(self, plan: Plan, store: Store, folder: Path) -> None:
        self.plan, self.store, self.now, self.start = plan, store, plan.start, plan.start
        store.db.execute("PRAGMA synchronous = OFF")
        self.journal = _Journal()
        self.desk = Desk(store, parse(SETTINGS, folder=folder, environment={}), self.journal)
        self.rng = Random(plan.seed)
        self.people = [
            Person(name, habits(self.rng, plan.days), Random(f"{plan.seed} {name}"), zone=self.rng.choice(ZONES))
            for name in names(plan.players)
        ]
        self.by_name = {person.name.lower(): person for person in self.people}
        self.watcher = Watcher(self)
        self._events: list[tuple[datetime, int, Callable[[], None]]] = []
        self._numbers = count()
        self._uids = count(1)
        self._waiting: list[tuple[datetime, bytes, bool]] = []  # letters that came while the machine was down
        self._settling: set[datetime] = set()  # moments at which there will be something to do
        self._down: Outage | None = None
        self._came: dict[int, Came] = {}

    # -- the run -------------------------------------------------------------------------------------------------

    def run(self) -> Watcher:
        """From the first day to the last; what was seen."""
        for day in range(self.plan.days):
            for person in self.people:
                moment = self.start + day * DAY + timedelta(minutes=person.rng.randrange(24 * 60))
                self.at(moment, partial(person.look_round, self, self.people))
            self.at(self.start + day * DAY + HOUR, self.watcher.look_at_games)
            if day % 30 == 20:
                self.at(self.start + day * DAY + 2 * HOUR, self._extend)
        for outage in self.plan.outages:
            self.at(outage.start, partial(self._go_down, outage))
            self.at(outage.start + outage.length, self._come_up)
        self.at(self.start, self._look)
        with patch("secrets.token_hex", lambda size: self.rng.randbytes(size).hex()):  # the salts of games
            while self._events and self._events[0][0] <= self.plan.end:
                self.now, _, happens = heapq.heappop(self._events)
                happens()
        self.watcher.at_the_end()
        return self.watcher

    def at(self, moment: datetime, happens: Callable[[], None]) -> None:
        """Let something happen then."""
        heapq.heappush(self._events, (max(moment, self.now), next(self._numbers), happens))

    def _look(self) -> None:
        """The idle referee looks at his mail, again and again."""
        self._settle()
        self.at(self.now + LOOK, self._look)

    def _settle(self) -> None:
        """Mails go out, and what the clock brings round is done, until nothing is left to do at this moment."""
        self._settling.discard(self.now)
        if self._down is not None:
            return
        for _ in range(ROUNDS_MAX):
            self._send()
            self.desk.inbox_seen_empty("main", self.now)
            wakes = self.desk.catch_up(self.now)
            self.watcher.look(self.journal.closed)
            if not outgoing.due(self.store, self.now, limit=1) and (wakes is None or wakes > self.now):
                break
        else:
            raise AssertionError(f"at {self.now} there is no end of things to do")
        due = outgoing.next_due(self.store)
        for moment in (wakes, due):
            if moment is not None and moment < self.now + LOOK and moment not in self._settling:
                self._settling.add(max(moment, self.now))
                self.at(moment, self._settle)

    # -- letters -------------------------------------------------------------------------------------------------

    def post(self, person: Person, raw: bytes, *, robot: bool = False) -> None:
        """A person's letter, or his program's, is on its way for a little while; none overtakes another of his."""
        seconds = self.rng.choice((2, 5, 30, 90, SECONDS_MAX))
        person.arrives = max(self.now + timedelta(seconds=seconds), person.arrives)
        self.at(person.arrives, lambda: self._arrive(raw, robot=robot))

    def _arrive(self, raw: bytes, *, robot: bool = False) -> None:
        self._waiting.append((self.now, raw, robot))
        if self._down is None:
            self._take_in()

    def _take_in(self) -> None:
        for arrived, raw, robot in self._waiting:
            uid = next(self._uids)
            incoming = Incoming(folder="INBOX", uidvalidity=1, uid=uid, arrived=arrived, raw=raw, size=len(raw))
            self.desk.receive([incoming], self.now)
            self.watcher.came(uid, robot=robot)
            self.watcher.look(self.journal.closed)  # the next letter may change its reader's zone
        self._waiting.clear()
        self._settle()

    def later(self, person: Person, after: timedelta, came: Came, *, orders: bool) -> None:
        self.at(self.now + after, lambda: person.order(self, came) if orders else person.agree(self, came))

    def ordered(self, person: Person, place: tuple[int, int, int], *, complete: bool) -> None:
        self.watcher.ordered(person, place, by=self.now + timedelta(seconds=SECONDS_MAX), complete=complete)

    def came(self, mail: QueuedMail) -> Came:
        """The mail as a player reads it; the last ones are kept, as several look at them."""
        found = self._came.get(mail.id)
        if found is None:
            self._came = dict(list(self._came.items())[-40:])
            found = Came(mail.raw, number=mail.id, kind=mail.kind, recipient=mail.recipient, at=self.now)
            self._came[mail.id] = found
        return found

    # -- mails ---------------------------------------------------------------------------------------------------

    def _send(self) -> None:
        """What the outbox does with all that is due."""
        for mail in outgoing.due(self.store, self.now, limit=10_000):
            if mail.recipient == DIRECTOR:
                self._delivered(mail)
                self._direct(mail)
                continue
            person = self.by_name[mail.recipient.partition("@")[0].partition(".")[0]]
            if person.loses(self):
                self._lose(person, mail)
            else:
                self._delivered(mail)
                person.read(self, self.came(mail))

    def _delivered(self, mail: QueuedMail) -> None:
        self.watcher.sent(mail)
        with self.store.transaction():
            outgoing.sent(self.store, mail.id, now=self.now)

    def _lose(self, person: Person, mail: QueuedMail) -> None:
        how = person.habits.how
        self.watcher.tally[f"mails lost ({how})"] += 1
        if how == "slow":
            with self.store.transaction():
                outgoing.retry(self.store, mail.id, "451 try later", due_at=self.now + self.rng.uniform(1, 9) * HOUR)
            return
        if how == "refused":
            self.watcher.lost(mail)
            self.desk.refused(mail.id, "550 5.1.1 no such user", self.now)
            return
        with self.store.transaction():
            outgoing.sent(self.store, mail.id, now=self.now)
        self.watcher.lost(mail)
        if mail.envelope_from:
            raw = f"Message-ID: <bounce.{next(self._numbers)}@home.example.net>\n".encode()
            raw += report(mail, status="4.2.2" if how == "full" else "5.1.1")
            self.at(self.now + timedelta(minutes=self.rng.randint(1, 50)), lambda: self._arrive(raw, robot=True))

    # -- the machine and its director ------------------------------------------------------------------------------

    def _go_down(self, outage: Outage) -> None:
        self._down = outage

    def _come_up(self) -> None:
        """As it was killed: another process begins, and finds what had come meanwhile."""
        self._down = None
        config = parse(SETTINGS, folder=Path(), environment={})
        self.desk = Desk(self.store, config, self.journal)
        self._take_in()

    def _direct(self, mail: QueuedMail) -> None:
        """What the director does about a mail to him."""
        came = self.came(mail)
        self.watcher.tally[f"director: {came.subject.split(';')[-1].strip()[:40]}"] += 1
        if "resume" in came.text:
            self.at(self.now + AFTER_OUTAGE, self._resume)

    def _resume(self) -> None:
        if self._down is None:
            with self.store.transaction():
                timing.resume_after_outage(self.desk.doors, reason="All is well again.", now=self.now)
            self._settle()

    def _extend(self) -> None:
        """The director gives one game more time."""
        running = games.listing(self.store, [GameState.RUNNING])
        if running and self._down is None:
            number = self.rng.choice(running).id
            with self.store.transaction():
                timing.extend(self.desk.doors, number, DAY, reason="A holiday.", now=self.now)
            self._settle()
