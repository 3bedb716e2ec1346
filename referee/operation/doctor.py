"""The doctor, at home: files, clock, disk, database, waiting mails, the last look at the inbox."""

import stat
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from referee.config import Config, secret_files
from referee.operation import backups, lock
from referee.operation.findings import Finding, fault, skipped, warning, well
from referee.operation.homes import homeless
from referee.operation.overview import OVERDUE, ago, backup_is_old, seen, unheard
from referee.store import counts, looks, outgoing
from referee.store.counts import Counts
from referee.store.database import Store
from referee.store.faults import StoreError
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState
from referee.store.verification import file_faults

ROOM_MIN: Final = 50_000_000  # bytes
ENVIRONMENT: Final = "environment"  # beside the config.toml, for the passwords of the service: see referee.service
_FAST_MAX: Final = timedelta(minutes=1)
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def at_home(config: Config, config_path: Path, *, now: datetime) -> Iterator[Finding]:
    """All that can be looked at without a server."""
    yield well("config", f"{config_path} can be used")
    yield from files(config, config_path)
    yield from room(config)
    try:
        with Store.open_to_read(config.store.path) as store:
            yield from database(store, now=now)
            if not store.pending():
                yield from homes(config, store)
            yield from look(config, looks.last_looks(store), now=now)
    except StoreError as error:
        yield fault("database", str(error), "what it says; `referee db restore` puts a backup in its place")
    yield from backup(config, now=now)


def files(config: Config, config_path: Path) -> Iterator[Finding]:
    """Whether others of this machine can read what is secret."""
    environment = config_path.parent / ENVIRONMENT
    secrets = secret_files(config_path.read_text(encoding="utf-8"), config_path)
    open_to_all = [path for path in (*secrets, environment) if path.exists() and _mode(path) & _OTHERS]
    kept = config.store.path
    open_to_all += [
        path for path in (kept, kept.with_name(kept.name + "-wal")) if path.exists() and _mode(path) & _OTHERS
    ]
    for path in open_to_all:
        yield fault("files", f"others can read {path} (mode {_mode(path):o})", f"chmod 600 {path}")
    if not open_to_all:
        yield well("files", "secrets and database are for our eyes only")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def room(config: Config) -> Iterator[Finding]:
    """Whether database and backups can grow: as much again as they have, and a little."""
    path, folder = config.store.path, config.backup.folder
    size = path.stat().st_size if path.exists() else 0
    for about, where, wanted in (("disk", path.parent, size), ("disk of backups", folder, 2 * size)):
        free = backups.room(where)
        if free < max(ROOM_MIN, wanted):
            yield fault(
                about, f"{free // 1_000_000:,} MB are free at {where}", "make room, or move it to a larger disk"
            )
        else:
            yield well(about, f"{free // 1_000_000:,} MB are free at {where}")


def database(store: Store, *, now: datetime) -> Iterator[Finding]:
    """The file, its schema, and what waits in it."""
    pending = store.pending()
    if pending:
        yield warning("database", f"it is of an older release (without {', '.join(pending)})", "`referee db migrate`")
        return
    faults = file_faults(store)
    for each in faults:
        yield fault("database", f"{each.where}: {each.what}", each.to_do)
    if not faults:
        yield well(
            "database", "the file is sound, its schema is that of this release (`referee db verify` looks deeper)"
        )
    newest = counts.newest(store)
    if newest is not None and newest > now + _FAST_MAX:
        yield fault(
            "clock",
            f"it shows {now:%F %R}Z, and the database knows of {newest:%F %R}Z",
            "set the clock: let systemd-timesyncd or chrony keep it",
        )
    else:
        yield well("clock", f"it shows {now:%F %T}Z, nothing in the database is later")
    yield from waiting(counts.counted(store), outgoing.next_due(store), now=now)


def waiting(found: Counts, next_due: datetime | None, *, now: datetime) -> Iterator[Finding]:
    """Mails and letters that nobody will take care of by himself."""
    trouble = list(_stuck(found, next_due, now=now))
    yield from trouble
    if not trouble:
        queued, waits = found.mails[MailState.QUEUED], found.mails[MailState.WAITING]
        yield well("queue", f"mails to go out: {queued}, that wait: {waits}")


def _stuck(found: Counts, next_due: datetime | None, *, now: datetime) -> Iterator[Finding]:
    if found.letters[LetterState.SET_ASIDE]:
        yield warning("letters", f"{found.letters[LetterState.SET_ASIDE]} were set aside", "`referee mail list`")
    if found.mails[MailState.SET_ASIDE]:
        yield warning("queue", f"{found.mails[MailState.SET_ASIDE]} could not be sent", "`referee mail queue`")
    if next_due is not None and now - next_due > OVERDUE:
        told = f"a mail is to go out since {ago(next_due, now=now)}"
        yield fault("queue", told, "see that the daemon runs, and what is said of smtp here")


def homes(config: Config, store: Store) -> Iterator[Finding]:
    """Whether all that goes on has a mailbox."""
    for told in homeless(store, config.mailboxes):
        about, _, said = told.partition(": ")
        what, _, to_do = said.partition("; ")
        yield fault(about, what, to_do)


def look(config: Config, looked_at: Mapping[str, datetime], *, now: datetime) -> Iterator[Finding]:
    """Whether the inboxes are watched. `looked_at`: when each was last seen empty."""
    pid = lock.holder(config.store.path)
    told = seen(config, config.mailboxes, looked_at, now=now)
    if pid is None:
        yield warning("daemon", f"none runs; {told}", "`referee run`, or `systemctl start referee`")
    elif unheard(config, looked_at, now=now):
        to_do = "look into its journal for imap-lost, and at imap here"
        yield fault("daemon", f"process {pid} runs, and {told}", to_do)
    else:
        yield well("daemon", f"process {pid} runs; {told}")


def backup(config: Config, *, now: datetime) -> Iterator[Finding]:
    """Whether there is a backup that is young enough."""
    known = backups.existing(config.backup.folder, config.store.path)
    if not config.backup.keep:
        yield skipped("backup", "backup.keep is 0: you see to backups yourself")
    elif backup_is_old(config, known[-1].at if known else None, now=now):
        last = f"the last one was taken {ago(known[-1].at, now=now)}" if known else "there is none yet"
        yield warning("backup", last, "`referee db backup`, and see that the daemon runs")
    else:
        yield well("backup", f"the last one was taken {ago(known[-1].at, now=now)}")
