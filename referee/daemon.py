"""`referee run`: one process over one store that lives in a thread of its own, until it is told to end."""

import asyncio
from collections.abc import Callable
from typing import Final

from referee import clock
from referee.config import Config, ConfigError
from referee.journal import Journal
from referee.loops import CLOCK_SECONDS_MAX, Loops
from referee.mail.imap_line import FolderMissing
from referee.mail.servers import Pace, WrongPassword, until
from referee.office import Office
from referee.operation import lock, notify
from referee.operation.homes import homeless
from referee.steps import At, pass_by

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
    FolderMissing, StoreError, and ConfigError where the settings lack a
    mailbox at which something goes on."""
    with lock.held(config.store.path):
        office = Office(config, journal, at)
        await office.open()
        serving = _Serving(
            office=office, stop=stop, journal=journal, at=at, pace=pace, hangup=hangup or asyncio.Event()
        )
        serving.read_again = read_again
        try:
            await _refuse_homeless(office, config)
            journal.note("daemon-started", address=",".join(config.addresses), store=config.store.path)
            await serving.until_told(config)
        finally:
            notify.stopping()
            await office.close()
            journal.note("daemon-ended")


async def _refuse_homeless(office: Office, config: Config) -> None:
    """Raises ConfigError where something goes on at a mailbox that is not in the settings."""
    faults = await office.ask(lambda desk: list(homeless(desk.store, config.mailboxes)))
    if faults:
        raise ConfigError(faults)


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
        await self.office.waiting(lambda desk: desk.begin(clock.now()), self.stop)
        end = asyncio.Event()
        work = Loops(config, self.office, end=end, journal=self.journal, at=self.at, pace=self.pace)
        loops = [asyncio.create_task(each, name=name) for name, each in work.all().items()]
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
                if (changed := await self._new_settings(config)) is not None:
                    notify.reloading()
                    return changed

    async def _new_settings(self, config: Config) -> Config | None:
        if self.read_again is None:
            return None
        try:
            changed = self.read_again()
            await _refuse_homeless(self.office, changed)
        except ConfigError as error:
            self.journal.trouble("settings-refused", reason="; ".join(error.lines))
            return None
        if (changed.store, changed.metrics) != (config.store, config.metrics):
            self.journal.trouble("settings-refused", reason="store.path and metrics.port change with a restart only")
            return None
        return changed
