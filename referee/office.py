"""The office: the desk with its store in a thread of its own, as the loops of the daemon ask it."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TypeVar

from referee import clock
from referee.config import Config
from referee.desk import Desk
from referee.journal import Journal
from referee.mail.outbox import Row
from referee.mail.servers import Pace, until
from referee.steps import At
from referee.store import outgoing
from referee.store.database import Store
from referee.store.faults import StoreError
from referee.store.outgoing import QueuedMail

T = TypeVar("T")


class Office:
    """The desk in its thread: sqlite3 wants one connection to stay in one thread, and a write takes a millisecond."""

    def __init__(self, config: Config, journal: Journal, at: At) -> None:
        self._config, self._journal, self._at = config, journal, at
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._desk: Desk | None = None
        self._store: Store | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.on_queued: Callable[[str], object] = lambda _: None  # told the mailbox of each mail that is queued

    async def open(self) -> None:
        """Raises StoreError."""
        self._loop = asyncio.get_running_loop()
        try:
            await self._in_thread(self._open)
        except BaseException:
            self._thread.shutdown()
            raise

    def _open(self) -> None:
        self._store = Store.open(self._config.store.path, create=False)
        self._desk = Desk(self._store, self._config, self._journal, at=self._at, queued=self._queued)

    def _queued(self, mailbox: str) -> None:
        """In the desk's thread. An outbox that hears of it looks into the queue in the same thread, so after this."""
        assert self._loop is not None, "the office is closed"
        self._loop.call_soon_threadsafe(lambda: self.on_queued(mailbox))

    async def furnish(self, config: Config) -> None:
        """From now on the desk works with these settings. The store stays the same."""
        self._config = config
        store = self._at_desk().store
        self._desk = await self._in_thread(lambda: Desk(store, config, self._journal, at=self._at, queued=self._queued))

    async def close(self) -> None:
        if self._store is not None:
            await self._in_thread(self._store.close)
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


class OutboxQueue:
    """An outbox's questions, asked in the store's thread. `of` and `but`: as of `outgoing.due`."""

    def __init__(
        self, office: Office, stop: asyncio.Event, news: asyncio.Event, *, of: Sequence[str], but: Sequence[str]
    ) -> None:
        self._office, self._stop, self._news, self._of, self._but = office, stop, news, of, but

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
        return await self._office.waiting(
            lambda desk: question(outgoing.Queue(desk.store, of=self._of, but=self._but)), self._stop
        )
