"""`referee run`: inbox, outbox and clock in one process, over one store that lives in a thread of its own."""

import asyncio
import fcntl
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Final, TextIO, TypeVar

from referee import clock
from referee.config import Config
from referee.desk import Desk
from referee.journal import Journal
from referee.mail import inbox, outbox
from referee.mail.imap_line import Incoming
from referee.mail.inbox import Filing
from referee.mail.outbox import Row
from referee.mail.servers import Pace, until
from referee.steps import At, pass_by
from referee.store import outgoing
from referee.store.database import Store
from referee.store.faults import CannotOpen, StoreError
from referee.store.outgoing import QueuedMail

CLOCK_SECONDS_MAX: Final = 300.0  # of sleep: the machine's clock may be set, and does not run while it sleeps itself
GRACE_SECONDS: Final = 1.5  # for the mail at hand when the daemon is told to end
T = TypeVar("T")


async def run(
    config: Config,
    *,
    stop: asyncio.Event,
    journal: Journal,
    at: At = pass_by,
    pace: Callable[[], Pace] = Pace,
) -> None:
    """Serve until `stop` is set. Raises what makes it useless to go on: AlreadyRunning, WrongPassword,
    FolderMissing, StoreError."""
    office = _Office(config, journal, at)
    await office.open()
    journal.note("daemon-started", address=config.referee.address, store=config.store.path)
    try:
        await _serve(office, config, stop=stop, journal=journal, at=at, pace=pace)
    finally:
        await office.close()
        journal.note("daemon-ended")


async def _serve(
    office: "_Office",
    config: Config,
    *,
    stop: asyncio.Event,
    journal: Journal,
    at: At,
    pace: Callable[[], Pace],
) -> None:
    """The three loops; the first that fails ends the others."""
    letters, mails, news = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def handle(incoming: Sequence[Incoming]) -> Sequence[Filing]:
        filings = await office.waiting(lambda desk: desk.receive(incoming, clock.now()), stop)
        mails.set()
        news.set()
        return filings if filings is not None else [Filing.LEAVE] * len(incoming)

    async def emptied(looked: datetime) -> None:
        mailbox = f"{config.imap.user}@{config.imap.host}/{config.imap.inbox}"
        if await office.waiting(lambda desk: desk.inbox_seen_empty(mailbox, looked), stop):
            news.set()

    async def watch_clock() -> None:
        while not stop.is_set():
            news.clear()
            at_next = await office.waiting(lambda desk: desk.catch_up(clock.now()), stop)
            mails.set()
            await until(stop, news, seconds=_pause(at_next))

    loops = [
        asyncio.create_task(
            inbox.watch(
                config.imap, handle, bell=letters, stop=stop, journal=journal, at=at, pace=pace, emptied=emptied
            ),
            name="inbox",
        ),
        asyncio.create_task(
            outbox.deliver(
                config.smtp, _Queue(office, stop, news), bell=mails, stop=stop, journal=journal, at=at, pace=pace
            ),
            name="outbox",
        ),
        asyncio.create_task(watch_clock(), name="clock"),
    ]
    try:
        ending = asyncio.create_task(stop.wait())
        await asyncio.wait({*loops, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        stop.set()
        await asyncio.wait(loops, timeout=GRACE_SECONDS)
    finally:
        for loop in loops:
            loop.cancel()
        ends = await asyncio.gather(*loops, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end


def _pause(at_next: datetime | None) -> float:
    """How many seconds the clock may sleep if nothing comes in."""
    if at_next is None:
        return CLOCK_SECONDS_MAX
    return min(max(0.0, (at_next - clock.now()).total_seconds()), CLOCK_SECONDS_MAX)


class AlreadyRunning(Exception):
    """Another daemon serves this database."""


class _Office:
    """The desk in its thread: sqlite3 wants one connection to stay in one thread, and a write takes a millisecond."""

    def __init__(self, config: Config, journal: Journal, at: At) -> None:
        self._config, self._journal, self._at = config, journal, at
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._desk: Desk | None = None
        self._store: Store | None = None
        self._lock: TextIO | None = None

    async def open(self) -> None:
        try:
            await self._in_thread(self._open)
        except BaseException:
            self._thread.shutdown()
            raise

    def _open(self) -> None:
        self._claim()
        self._store = Store.open(self._config.store.path, create=False)
        self._desk = Desk(self._store, self._config, self._journal, at=self._at)

    def _claim(self) -> None:
        """Two daemons on one database would send every mail twice. The kernel lets go of the lock when we end."""
        path = self._config.store.path.with_name(self._config.store.path.name + ".lock")
        try:
            self._lock = path.open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise AlreadyRunning(f"another referee serves {self._config.store.path} already; end it first") from error
        except OSError as error:
            raise CannotOpen(f"the lock {path} cannot be made: {error.strerror}; make its folder writable") from error

    async def close(self) -> None:
        if self._store is not None:
            await self._in_thread(self._store.close)
        if self._lock is not None:
            self._lock.close()
        self._thread.shutdown()

    async def ask(self, work: Callable[[Desk], T]) -> T:
        """The result of `work` at the desk. Raises what it raises."""
        return await self._in_thread(lambda: work(self._at_desk()))

    async def waiting(self, work: Callable[[Desk], T], stop: asyncio.Event) -> T | None:
        """As `ask`, but trouble that passes (a full disk) is waited for; None when told to end meanwhile."""
        pace, told = Pace(), False
        while True:
            try:
                done = await self.ask(work)
            except StoreError as error:
                if not error.passing:
                    raise
                if not told:
                    self._journal.trouble("store-trouble", advice=str(error))
                told = True
            else:
                if told:
                    self._journal.note("store-well-again")
                return done
            await until(stop, seconds=pace.pause())
            if stop.is_set():
                return None

    def _at_desk(self) -> Desk:
        assert self._desk is not None, "the office is closed"
        return self._desk

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class _Queue:
    """The outbox's questions, asked in the store's thread."""

    def __init__(self, office: _Office, stop: asyncio.Event, news: asyncio.Event) -> None:
        self._office, self._stop, self._news = office, stop, news

    async def due(self, now: datetime) -> Sequence[QueuedMail]:
        return await self._ask(lambda queue: queue.due(now)) or ()

    async def sent(self, row: Row) -> None:
        await self._ask(lambda queue: queue.sent(row.id, clock.now()))
        self._news.set()

    async def retry(self, row: Row, reason: str, at: datetime) -> None:
        await self._ask(lambda queue: queue.retry(row.id, reason, at))

    async def set_aside(self, row: Row, reason: str) -> None:
        await self._ask(lambda queue: queue.set_aside(row.id, reason))

    async def refused(self, row: Row, reason: str) -> None:
        await self._office.waiting(lambda desk: desk.refused(row.id, reason, clock.now()), self._stop)

    async def _ask(self, question: Callable[[outgoing.Queue], T]) -> T | None:
        return await self._office.waiting(lambda desk: question(outgoing.Queue(desk.store)), self._stop)
