"""Backups: snapshots of the database in a folder, each verified before it counts, the oldest pruned."""

import glob
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct

from referee.store import numbers
from referee.store.database import Store
from referee.store.faults import StoreError
from referee.store.snapshots import snapshot
from referee.store.verification import Fault, Verified, verify

_NAME: Final = re.compile(r"(?P<stem>.+)-(?P<at>\d{8}T\d{6}Z)\.db")
_AT: Final = "%Y%m%dT%H%M%SZ"
_FAULTS_TOLD_MAX: Final = 3
_CUT_OFF_SECONDS: Final = 86_400.0
_MODE: Final = 0o700  # of the folder


class BackupFailed(Exception):
    """There is no new backup; the text says why and what to do."""


class Backup(Struct, frozen=True, kw_only=True):
    """A backup that was verified when it was taken."""

    path: Path
    at: datetime


class Restored(Struct, frozen=True, kw_only=True):
    """What stands in the backup that was restored, and where the old files are kept (None where there was no database,
    or in a dry run). `margin`: which numbers these had given out could not be read, so they go on after a margin."""

    verified: Verified
    aside: Path | None
    margin: bool


def existing(folder: Path, database: Path) -> list[Backup]:
    """All backups of that database in the folder, the oldest first. None where the folder cannot be read: whoever then
    takes one hears why."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            name = _NAME.fullmatch(path.name)
            if name is not None and name["stem"] == database.stem:
                found.append(Backup(path=path, at=datetime.strptime(name["at"], _AT).replace(tzinfo=UTC)))
    return sorted(found, key=lambda each: each.at)


def due(folder: Path, database: Path, every: timedelta, *, now: datetime) -> datetime:
    """When the next backup is due; one that lies in the future, as the clock was set back, does not count."""
    past = [each.at for each in existing(folder, database) if each.at <= now]
    return past[-1] + every if past else now


def take(database: Path, folder: Path, *, now: datetime, going: Callable[[], bool] = lambda: True) -> Path | None:
    """Take a backup and verify it; where it is. None where `going` said no meanwhile. Raises BackupFailed."""
    target = folder / f"{database.stem}-{now:{_AT}}.db"
    try:
        folder.mkdir(mode=_MODE, parents=True, exist_ok=True)
        return write(database, target, going=going)
    except OSError as error:
        raise BackupFailed(f"{folder} cannot be written: {error.strerror}; mend that, or set backup.folder") from error


def write(database: Path, target: Path, *, going: Callable[[], bool] = lambda: True) -> Path | None:
    """A verified backup as the new file `target`. It has its name only once it is verified; a copy that is damaged
    stays too, under a name of its own, in the place of the last one. Raises BackupFailed and OSError; FileExistsError
    where the target is there."""
    if target.exists():
        raise FileExistsError(0, "it is there already", str(target))
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    try:
        snapshot(database, unfinished)
        found = _verified(unfinished, going)
        if found is None:
            return None
        if found.grave:
            kept = unfinished.rename(target.with_name(f"{database.stem}-damaged.db"))
            raise BackupFailed(f"the database is damaged, as is its copy {kept.name}: {told(found.grave)}")
        return unfinished.rename(target)
    except StoreError as error:
        raise BackupFailed(str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _verified(path: Path, going: Callable[[], bool]) -> Verified | None:
    with Store.open_to_read(path) as store:
        if not store.pending():
            return verify(store, going=going)
    return looked_into(path)


def prune(folder: Path, database: Path, *, keep: int, now: datetime) -> int:
    """Delete all backups of that database but the newest `keep`, and what is left of those that were cut off; how many
    backups went. Raises OSError."""
    old = existing(folder, database)[:-keep]
    for each in old:
        each.path.unlink(missing_ok=True)
    for path in folder.glob(f"{glob.escape(database.stem)}-*.db.part*"):
        if now.timestamp() - path.stat().st_mtime > _CUT_OFF_SECONDS:  # a younger one may be another's at work
            path.unlink(missing_ok=True)
    return len(old)


def looked_into(backup: Path) -> Verified:
    """What is in a backup of this release or an older one, which is left as it is. Raises StoreError, OSError."""
    with TemporaryDirectory(prefix="referee-") as folder:
        copy = Path(folder) / "copy.db"
        snapshot(backup, copy)
        with Store.open(copy, create=False) as store:
            found = verify(store)
    assert found is not None
    return found


def restore(backup: Path, database: Path, *, now: datetime, damaged: bool = False, dry_run: bool = False) -> Restored:
    """Put a backup in the database's place, brought up to date and verified; the old files are kept aside, and numbers
    go on after those that they gave out. Nothing is changed where the backup is not sound, unless it may be `damaged`.
    The lock must be held. Raises StoreError, OSError, BackupFailed."""
    coming = database.with_name(database.name + ".restoring")
    aside = database.with_name(f"{database.name}.before-{now:{_AT}}")
    try:
        coming.unlink(missing_ok=True)
        snapshot(backup, coming)
        with Store.open(coming, create=False) as store:
            found = verify(store)
        assert found is not None
        if found.grave and not damaged:
            raise BackupFailed(f"{backup} is damaged and was not restored: {told(found.grave)}")
        given = numbers.given(database)
        if dry_run:
            return Restored(verified=found, aside=None, margin=given is None)
        with Store.open(coming, create=False) as store, store.transaction():
            numbers.go_on_after(store, given)
        kept = _set_aside(database, aside)
        coming.rename(database)
        return Restored(verified=found, aside=kept, margin=given is None)
    finally:
        for ending in ("", "-wal", "-shm"):
            coming.with_name(coming.name + ending).unlink(missing_ok=True)


def _set_aside(database: Path, aside: Path) -> Path | None:
    """With its write-ahead log, without which it would not be whole, and which would spoil another file in its place.
    The database goes first: whoever comes in between finds none, and not half of one."""
    there = database.exists()
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            database.with_name(database.name + ending).rename(aside.with_name(aside.name + ending))
    return aside if there else None


def told(faults: tuple[Fault, ...]) -> str:
    """The first of many faults in one line."""
    words = "; ".join(f"{each.where}: {each.what}" for each in faults[:_FAULTS_TOLD_MAX])
    more = len(faults) - _FAULTS_TOLD_MAX
    return words + (f"; and {more} more" if more > 0 else "")


def room(folder: Path) -> int:
    """How many bytes are free where the folder is, or would be."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    return shutil.disk_usage(there).free
