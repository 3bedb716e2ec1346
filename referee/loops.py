"""What goes on at the same time: an inbox for each mailbox, an outbox for each account, the clock and the keeper."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from referee import clock
from referee.config import Config, Imap, Smtp
from referee.journal import Journal
from referee.mail import inbox, outbox
from referee.mail.imap_line import FolderMissing, Incoming
from referee.mail.inbox import Filing
from referee.mail.servers import Pace, WrongPassword, until
from referee.mailboxes import MAIN
from referee.office import Office, OutboxQueue
from referee.operation import keeper
from referee.steps import At

CLOCK_SECONDS_MAX: Final = 300.0  # of sleep: the machine's clock may be set, and does not run while it sleeps itself
REFUSED_SECONDS: Final = 300.0  # before a login that was refused is tried again, beside others that were not


def accounts(config: Config) -> dict[Smtp, tuple[str, ...]]:
    """The accounts by which mail goes out, each with its mailboxes, the first mailbox's first."""
    found: dict[Smtp, tuple[str, ...]] = {}
    for name, box in config.mailboxes.items():
        found[box.smtp] = (*found.get(box.smtp, ()), name)
    return found


class Loops:
    """The loops of one set of settings, until `end` is set."""

    def __init__(
        self,
        config: Config,
        office: Office,
        *,
        end: asyncio.Event,
        journal: Journal,
        at: At,
        pace: Callable[[], Pace],
    ) -> None:
        self._config, self._office, self._end = config, office, end
        self._journal, self._at, self._pace = journal, at, pace
        self._news = asyncio.Event()  # something happened that the clock may have to look at

    def all(self) -> dict[str, Coroutine[Any, Any, None]]:
        """Each by its name. An inbox or outbox that cannot be reached, or is not let in, does not hold the others."""
        config, ways = self._config, accounts(self._config)
        inboxes, outboxes = _Peers(config.mailboxes), _Peers(ways.values())
        bells = {mailbox: bell for names in ways.values() for bell in [asyncio.Event()] for mailbox in names}
        self._office.on_queued = lambda mailbox: bells[mailbox].set()
        found = {
            f"inbox {name}": inboxes.keep(name, self._reader(name, box.imap), self._end, self._of(name))
            for name, box in config.mailboxes.items()
        }
        found |= {
            f"outbox {names[0]}": outboxes.keep(
                names, self._sender(names, smtp, ways, bells[names[0]]), self._end, self._of(",".join(names), ways)
            )
            for smtp, names in ways.items()
        }
        return found | {
            "clock": self._watch_clock(),
            "keeper": keeper.keep_backups(config, self._office, stop=self._end, journal=self._journal),
            "archive": keeper.keep_archive(self._office, stop=self._end, journal=self._journal),
            "watchdog": keeper.show_life(self._office, stop=self._end),
        }

    def _of(self, mailbox: str, among: Collection[Any] | None = None) -> Journal:
        """The journal, whose lines name the mailbox where there are several."""
        several = len(self._config.mailboxes if among is None else among) > 1
        return self._journal.about(mailbox=mailbox) if several else self._journal

    def _reader(self, name: str, settings: Imap) -> Callable[[], Coroutine[Any, Any, None]]:
        async def handle(incoming: Sequence[Incoming]) -> Sequence[Filing]:
            work = self._office.waiting(lambda desk: desk.receive(incoming, clock.now(), mailbox=name), self._end)
            filings = await work
            self._news.set()
            return filings if filings is not None else [Filing.LEAVE] * len(incoming)

        async def emptied(looked: datetime) -> None:
            if await self._office.waiting(lambda desk: desk.inbox_seen_empty(name, looked), self._end):
                self._news.set()

        return lambda: inbox.watch(
            settings,
            handle,
            bell=asyncio.Event(),
            stop=self._end,
            journal=self._of(name),
            at=self._at,
            pace=self._pace,
            emptied=emptied,
        )

    def _sender(
        self, names: tuple[str, ...], settings: Smtp, ways: Mapping[Smtp, tuple[str, ...]], bell: asyncio.Event
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        """That of the first mailbox also sends what was written in the name of one that is there no more."""
        others = tuple(name for each in ways.values() for name in each if name not in names)
        of, but = ((), others) if MAIN in names else (names, ())
        queue = OutboxQueue(self._office, self._end, self._news, of=of, but=but)
        return lambda: outbox.deliver(
            settings,
            queue,
            bell=bell,
            stop=self._end,
            journal=self._of(",".join(names), ways),
            at=self._at,
            pace=self._pace,
        )

    async def _watch_clock(self) -> None:
        while not self._end.is_set():
            self._news.clear()
            at_next = await self._office.waiting(lambda desk: desk.catch_up(clock.now()), self._end)
            await until(self._end, self._news, seconds=_pause(at_next))


class _Peers:
    """Inboxes, or outboxes: one that is not let in is tried again, as long as another one is."""

    def __init__(self, names: Collection[Any]) -> None:
        self._names = set(names)
        self._refused: set[Any] = set()

    async def keep(
        self, name: Any, serve: Callable[[], Coroutine[Any, Any, None]], end: asyncio.Event, journal: Journal
    ) -> None:
        """Serve until `end` is set. Raises WrongPassword or FolderMissing where none of them is let in."""
        told = False
        while not end.is_set():
            self._refused.discard(name)
            try:
                await serve()
            except (WrongPassword, FolderMissing) as error:
                self._refused.add(name)
                if self._refused == self._names:
                    raise
                if not told:
                    journal.trouble("mailbox-refused", reason=error)
                told = True
                await until(end, seconds=REFUSED_SECONDS)


def _pause(at_next: datetime | None) -> float:
    """How many seconds the clock may sleep if nothing comes in."""
    if at_next is None:
        return CLOCK_SECONDS_MAX
    return min(max(0.0, (at_next - clock.now()).total_seconds()), CLOCK_SECONDS_MAX)
