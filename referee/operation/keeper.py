"""The keeper: takes backups and puts old games away while the daemon runs, and shows that the desk still answers."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from referee import clock
from referee.config import Config
from referee.deeds import archiving
from referee.deeds.archiving import Archiving
from referee.desk import Desk
from referee.journal import Journal
from referee.mail import compose
from referee.mail.servers import until
from referee.operation import backups, notify
from referee.operation.backups import BackupFailed
from referee.store import archived

AGAIN: Final = timedelta(minutes=15)  # after a backup that failed
ARCHIVE_SECONDS: Final = 3600.0
SLEEP_SECONDS_MAX: Final = 3600.0  # the machine's clock may be set


class Office(Protocol):
    """Where the desk can be asked."""

    async def ask(self, work: Callable[[Desk], Any]) -> Any: ...
    async def waiting(self, work: Callable[[Desk], Any], stop: asyncio.Event) -> Any: ...


async def keep_backups(config: Config, office: Office, *, stop: asyncio.Event, journal: Journal) -> None:
    """Take a backup whenever one is due and prune the old ones, until `stop` is set. A failure is told to the journal
    and, by mail, to the director, once until one succeeds again."""
    if not config.backup.keep:
        await stop.wait()
    database, folder, every = config.store.path, config.backup.folder, config.backup.pause
    failed = False
    while not stop.is_set():
        due = backups.due(folder, database, every, now=clock.now())
        if due <= clock.now():
            try:
                await _take(config, stop, journal)
                failed = False
            except BackupFailed as error:
                if not failed:
                    await _tell(database, folder, error, office=office, stop=stop, journal=journal)
                failed = True
            due = backups.due(folder, database, every, now=clock.now())
        pause = AGAIN if failed else due - clock.now()
        await until(stop, seconds=max(0.0, min(pause.total_seconds(), SLEEP_SECONDS_MAX)))


async def _take(config: Config, stop: asyncio.Event, journal: Journal) -> None:
    """In a thread of its own, with a connection of its own: the desk works on."""
    database, folder = config.store.path, config.backup.folder

    def work(now: datetime) -> tuple[Path | None, int]:
        made = backups.take(database, folder, now=now, going=lambda: not stop.is_set())
        if made is None:
            return None, 0
        try:
            return made, backups.prune(folder, database, keep=config.backup.keep, now=now)
        except OSError as error:
            raise BackupFailed(f"old backups cannot be deleted from {folder}: {error.strerror}") from error

    made, pruned = await asyncio.to_thread(work, clock.now())
    if made is not None:
        journal.note("backup-taken", file=made, bytes=made.stat().st_size, pruned=pruned)


async def _tell(
    database: Path, folder: Path, error: BackupFailed, *, office: Office, stop: asyncio.Event, journal: Journal
) -> None:
    journal.trouble("backup-failed", reason=error)
    known = backups.existing(folder, database)
    last = known[-1].at if known else None

    def tell(desk: Desk) -> None:
        mail = compose.director_backup(referee=desk.referee.name, reason=str(error), last=last)
        with desk.store.transaction():
            mark = f"backup-{int(last.timestamp())}" if last is not None else "backup-first"
            desk.post.tell_director(mail, mark=mark, now=clock.now())

    await office.waiting(tell, stop)


async def keep_archive(office: Office, *, stop: asyncio.Event, journal: Journal) -> None:
    """Put games that have been over for long into the archive, one at a time between other work, until `stop` is set.
    One that cannot be verified stays, and is told of once."""
    told: set[int] = set()
    while not stop.is_set():
        before = clock.now() - archiving.RESTS
        done = []
        for number in await office.waiting(partial(_due, before), stop) or ():
            one = await office.waiting(partial(_put_away, number, before), stop)
            if stop.is_set():
                break
            if one is not None and one.fault is None:
                done.append(one)
            elif one is not None and number not in told:
                told.add(number)
                journal.trouble("game-not-archived", game=number, reason=one.fault)
        if done:
            sizes = {"plain": sum(each.plain for each in done), "packed": sum(each.packed for each in done)}
            journal.note("games-archived", games=len(done), **sizes)
        await until(stop, seconds=ARCHIVE_SECONDS)


def _due(before: datetime, desk: Desk) -> list[int]:
    return archived.due(desk.store, before=before)


def _put_away(number: int, before: datetime, desk: Desk) -> Archiving | None:
    return archiving.put_away(desk.store, number, before=before, now=clock.now())


async def show_life(office: Office, *, stop: asyncio.Event) -> None:
    """Ask the desk now and then, and tell the service manager each time that it answered, until `stop` is set."""
    seconds = notify.watchdog_seconds()
    if seconds is None:
        await stop.wait()
        return
    while not stop.is_set():
        await office.ask(lambda _: None)
        notify.alive()
        await until(stop, seconds=seconds / 3)
