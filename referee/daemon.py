"""`referee run`: inbox, outbox, clock and keeper in one process, over one store that lives in a thread of its own."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, Final

from referee import clock
from referee.config import Config, ConfigError
from referee.journal import Journal
from referee.mail import inbox, outbox
from referee.mail.imap_line import FolderMissing, Incoming
from referee.mail.inbox import Filing
from referee.mail.servers import Pace, WrongPassword, until
from referee.office import Office, OutboxQueue
from referee.operation import keeper, lock, notify
from referee.steps import At, pass_by

CLOCK_SECONDS_MAX: Final = 300.0  # of sleep: the machine's clock may be set, and does not run while it sleeps itself
GRACE_SECONDS: Final = 1.5  # for the mail at hand when the daemon is told to end


async def run(
    config: Config,
    *,
    stop: asyncio.Event,
    journal: Journal,
    at: At = pass_by,
    pace: Callable[[], Pace] = Pace,
    hangup: asyncio.Event | None = None,
    read_again: Callable[[], Config] | None = None,
) -> None:
    """Serve until `stop` is set. Each time that `hangup` is set, the settings are taken anew from `read_again`, all of
    them or, where they are faulty, none. Raises what makes it useless to go on: AlreadyRunning, WrongPassword,
    FolderMissing, StoreError."""
    with lock.held(config.store.path):
        office = Office(config, journal, at)
        await office.open()
        journal.note("daemon-started", address=config.referee.address, store=config.store.path)
        serving = _Serving(
            office=office, stop=stop, journal=journal, at=at, pace=pace, hangup=hangup or asyncio.Event()
        )
        serving.read_again = read_again
        try:
            await serving.until_told(config)
        finally:
            notify.stopping()
            await office.close()
            journal.note("daemon-ended")


class _Serving:
    """The loops, and those after them when the settings are changed."""

    def __init__(
        self,
        *,
        office: Office,
        stop: asyncio.Event,
        journal: Journal,
        at: At,
        pace: Callable[[], Pace],
        hangup: asyncio.Event,
    ) -> None:
        self.office, self.stop, self.journal, self.at, self.pace, self.hangup = office, stop, journal, at, pace, hangup
        self.read_again: Callable[[], Config] | None = None

    async def until_told(self, config: Config) -> None:
        """Serve with these settings, and with those that come after them."""
        before: Config | None = None
        while not self.stop.is_set():
            try:
                changed = await self._serve(config)
            except (WrongPassword, FolderMissing) as error:
                if before is None:
                    raise
                self.journal.trouble("settings-refused", reason=error)
                config, before = before, None
            else:
                if changed is None:
                    return
                config, before = changed, config
                self.journal.note("settings-changed")
            await self.office.furnish(config)

    async def _serve(self, config: Config) -> Config | None:
        """The loops, until they are to end (None) or there are new settings; the first that fails ends the others."""
        end, letters, mails, news = asyncio.Event(), asyncio.Event(), asyncio.Event(), asyncio.Event()
        work = _loops(self, config, end=end, letters=letters, mails=mails, news=news)
        loops = [asyncio.create_task(each, name=name) for name, each in work.items()]
        watching = asyncio.create_task(self._watch_for_word(config))
        notify.ready()
        try:
            await asyncio.wait({*loops, watching}, return_when=asyncio.FIRST_COMPLETED)
            end.set()
            await asyncio.wait(loops, timeout=GRACE_SECONDS)
        finally:
            for each in (*loops, watching):
                each.cancel()
            ends = await asyncio.gather(*loops, return_exceptions=True)
            (word,) = await asyncio.gather(watching, return_exceptions=True)
        for failed in (*ends, word):
            if isinstance(failed, Exception):
                raise failed
        return word if isinstance(word, Config) else None

    async def _watch_for_word(self, config: Config) -> Config | None:
        """Until it is time to end (None), or there are new settings that can be used."""
        while True:
            await until(self.stop, self.hangup, seconds=CLOCK_SECONDS_MAX)
            if self.stop.is_set():
                return None
            if self.hangup.is_set():
                self.hangup.clear()
                if (changed := self._new_settings(config)) is not None:
                    notify.reloading()
                    return changed

    def _new_settings(self, config: Config) -> Config | None:
        if self.read_again is None:
            return None
        try:
            changed = self.read_again()
        except ConfigError as error:
            self.journal.trouble("settings-refused", reason="; ".join(error.lines))
            return None
        if (changed.store, changed.metrics) != (config.store, config.metrics):
            self.journal.trouble("settings-refused", reason="store.path and metrics.port change with a restart only")
            return None
        return changed


def _loops(
    serving: _Serving,
    config: Config,
    *,
    end: asyncio.Event,
    letters: asyncio.Event,
    mails: asyncio.Event,
    news: asyncio.Event,
) -> dict[str, Coroutine[Any, Any, None]]:
    """What goes on at the same time, until `end` is set."""
    office, journal, at, pace = serving.office, serving.journal, serving.at, serving.pace

    async def handle(incoming: Sequence[Incoming]) -> Sequence[Filing]:
        filings = await office.waiting(lambda desk: desk.receive(incoming, clock.now()), end)
        mails.set()
        news.set()
        return filings if filings is not None else [Filing.LEAVE] * len(incoming)

    async def emptied(looked: datetime) -> None:
        mailbox = f"{config.imap.user}@{config.imap.host}/{config.imap.inbox}"
        if await office.waiting(lambda desk: desk.inbox_seen_empty(mailbox, looked), end):
            news.set()

    async def watch_clock() -> None:
        while not end.is_set():
            news.clear()
            at_next = await office.waiting(lambda desk: desk.catch_up(clock.now()), end)
            mails.set()
            await until(end, news, seconds=_pause(at_next))

    queue = OutboxQueue(office, end, news)
    return {
        "inbox": inbox.watch(
            config.imap, handle, bell=letters, stop=end, journal=journal, at=at, pace=pace, emptied=emptied
        ),
        "outbox": outbox.deliver(config.smtp, queue, bell=mails, stop=end, journal=journal, at=at, pace=pace),
        "clock": watch_clock(),
        "keeper": keeper.keep_backups(config, office, bell=mails, stop=end, journal=journal),
        "archive": keeper.keep_archive(office, stop=end, journal=journal),
        "watchdog": keeper.show_life(office, stop=end),
    }


def _pause(at_next: datetime | None) -> float:
    """How many seconds the clock may sleep if nothing comes in."""
    if at_next is None:
        return CLOCK_SECONDS_MAX
    return min(max(0.0, (at_next - clock.now()).total_seconds()), CLOCK_SECONDS_MAX)
