"""`referee db ...`: the database is backed up, restored, verified, brought up to date and made small."""

from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.listing import print_json
from referee.cli.settings import (
    FAILED,
    change_options,
    changing,
    config_option,
    fail,
    json_option,
    settings,
    told,
    who,
)
from referee.config import Config
from referee.deeds import archiving
from referee.operation import backups, lock
from referee.operation.backups import BackupFailed
from referee.operation.lock import AlreadyRunning
from referee.store import acts, archived, ratings
from referee.store.database import Store
from referee.store.faults import StoreError
from referee.store.numbers import MARGIN
from referee.store.snapshots import compact
from referee.store.verification import Verified, verify

_UNKNOWN_NUMBERS: Final = (
    "How far numbers had come in the database as it was cannot be read, so they go on"
    f" {MARGIN} after those of the backup."
)


@click.group()
def db() -> None:
    """Back up, restore, verify and tend the database."""


@db.command(epilog=example("referee db backup", "referee db backup --to /mnt/stick/referee.db"))
@click.option(
    "--to", "target", type=click.Path(path_type=Path, dir_okay=False), help="A new file (default: in backup.folder)."
)
@config_option
def backup(target: Path | None, config_path: Path) -> None:
    """Write a backup, which is verified before it has its name. The daemon may run meanwhile."""
    config = settings(config_path)
    try:
        if target is not None:
            made = backups.write(config.store.path, target)
        else:
            made = backups.take(config.store.path, config.backup.folder, now=clock.now())
    except (BackupFailed, StoreError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{target} cannot be written: {error.strerror}")
    click.echo(f"Wrote {made}: every turn in it replays.")


@db.command(epilog=example('referee db restore referee-20261126T180000Z.db --reason "the disk was broken"'))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--damaged", is_flag=True, help="Even where it is not sound: if there is nothing better.")
@change_options()
def restore(file: Path, *, damaged: bool, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Put the backup FILE in the database's place; the old file is kept beside it. End the daemon first.

    FILE is a path, or the name of a file in backup.folder. It is verified first. Mails that came since are not in it:
    move them from the processed folder of the mailbox back to the inbox, and they are handled again. Numbers of games,
    players and all else go on after those that were given, as old mails name them.
    """
    config = settings(config_path)
    found = next((each for each in (file, config.backup.folder / file) if each.is_file()), None)
    if found is None:
        fail(f"there is no backup {file}, nor {config.backup.folder / file}")
    try:
        with lock.held(config.store.path):
            made = backups.restore(found, config.store.path, now=clock.now(), damaged=damaged, dry_run=dry_run)
            facts = {"from": str(found), "kept": str(made.aside) if made.aside else None}
            # What is there now may be no database any more, which is why it is to be replaced.
            with suppress(StoreError) if dry_run else nullcontext():
                _note(config, "db restore", reason=reason, facts=facts, dry_run=dry_run)
    except (AlreadyRunning, BackupFailed, StoreError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{found} cannot be restored: {error.strerror}")
    kept = f"; the database as it was is kept as {made.aside}" if made.aside else ""
    told(f"{found} is the database now, with {_counts(made.verified)}{kept}.", dry_run=dry_run)
    click.echo(_UNKNOWN_NUMBERS if made.margin else "Numbers go on after those that were given.")


@db.command("verify", epilog=example("referee db verify", "referee db verify backups/referee-20261126T180000Z.db"))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True), required=False)
@json_option
@config_option
def verify_database(file: Path | None, as_json: bool, config_path: Path) -> None:
    """Say whether every turn of every game replays to what is stored, and whether all else is as it was stored.

    FILE is a backup; left out, the database itself is looked at, while the daemon may run. Nothing is changed.
    """
    try:
        found = backups.looked_into(file) if file is not None else _verified(settings(config_path))
    except StoreError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}")
    if as_json:
        print_json(_facts(found))
    else:
        for fault in found.faults:
            click.echo(f"{fault.where}: {fault.what}")
            click.echo(f"  to do: {fault.to_do}")
        wrong = f"faults: {len(found.faults)}" if found.faults else "all of them sound: every turn replays"
        click.echo(f"{_counts(found)}; {wrong}.")
    if found.grave:
        raise SystemExit(FAILED)


@db.command(epilog=example('referee db migrate --reason "release 0.2"'))
@change_options()
def migrate(reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Bring the database of an older release up to date, after a backup of it. End the daemon first.

    Every other command would do that too, but without the backup.
    """
    config = settings(config_path)
    path = config.store.path
    try:
        with lock.held(path):
            with Store.open_to_read(path) as store:
                pending = store.pending()
            if pending and not dry_run:
                saved = backups.take(path, config.backup.folder, now=clock.now())
                click.echo(f"Wrote {saved}.")
                Store.open(path, create=False).close()
                _note(config, "db migrate", reason=reason, facts={"changes": list(pending)}, dry_run=False)
    except (AlreadyRunning, BackupFailed, StoreError) as error:
        fail(str(error))
    done = f"{path} is up to date now, by {', '.join(pending)}." if pending else f"{path} is up to date."
    told(done, dry_run=dry_run)


@db.command(epilog=example('referee db vacuum --reason "two years of mails are gone"'))
@change_options()
def vacuum(reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Give the room of what was erased back to the disk, and work all ratings out anew. End the daemon first."""
    config = settings(config_path)
    path = config.store.path
    try:
        with lock.held(path):
            with Store.open(path, create=False) as store:
                if not dry_run:
                    with store.transaction():
                        ratings.work_out_anew(store)
            before, after = compact(path) if not dry_run else (path.stat().st_size, None)
            facts = {"bytes_before": before, "bytes_after": after}
            _note(config, "db vacuum", reason=reason, facts=facts, dry_run=dry_run)
    except (AlreadyRunning, StoreError) as error:
        fail(str(error))
    told(f"{path} had {before:,} bytes" + (f", and has {after:,} now." if after else "."), dry_run=dry_run)


@db.command(epilog=example("referee db archive", "referee db archive --before 2026-01-01 --dry-run"))
@click.option(
    "--before",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="Games that ended before that day, in UTC.  [default: 30 days ago]",
)
@change_options()
def archive(day: datetime | None, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Move games that are over into the archive, as the daemon does by itself. It may run meanwhile.

    The archive is a part of the database in which a game takes little room; whatever needs the game brings it back. A
    game goes there if every turn of it replays, every mail of it has arrived and no letter to it waits for anybody.
    """
    now = clock.now()
    before = day.replace(tzinfo=UTC) if day is not None else now - archiving.RESTS
    if before > now:
        raise click.BadParameter("that day is still to come", param_hint="--before")
    with changing(config_path, dry_run=dry_run) as table:
        tried = [
            archiving.put_away(table.store, each, before=before, now=now)
            for each in archived.due(table.store, before=before)
        ]
        faults = [each for each in tried if each is not None and each.fault is not None]
        done = [each for each in tried if each is not None and each.fault is None]
        plain, packed = sum(each.plain for each in done), sum(each.packed for each in done)
        facts = {"before": before.isoformat(), "games": len(done), "bytes_before": plain, "bytes_after": packed}
        with table.store.transaction():
            acts.note(table.store, "db archive", who=who(), now=now, reason=reason, facts=facts)
    for each in faults:
        click.echo(f"referee: game {each.game} stays: {each.fault}", err=True)
    told(f"Games put into the archive: {len(done)}; their {plain:,} bytes became {packed:,}.", dry_run=dry_run)
    if faults:
        raise SystemExit(FAILED)


def _verified(config: Config) -> Verified:
    with Store.open_to_read(config.store.path) as store:
        pending = store.pending()
        if pending:
            fail(f"the database is of an older release (without {', '.join(pending)}): `referee db migrate` first")
        found = verify(store)
    assert found is not None
    return found


def _note(config: Config, act: str, *, reason: str | None, facts: dict[str, Any], dry_run: bool) -> None:
    with Store.open(config.store.path, create=False) as store, store.transaction():
        facts = facts | ({"dry_run": True} if dry_run else {})
        acts.note(store, act, who=who(), now=clock.now(), reason=reason, facts=facts)


def _counts(found: Verified) -> str:
    return f"games: {found.games}, turns: {found.turns}, letters: {found.letters}"


def _facts(found: Verified) -> dict[str, Any]:
    return {
        "games": found.games,
        "turns": found.turns,
        "letters": found.letters,
        "faults": [
            {
                "where": each.where,
                "what": each.what,
                "to_do": each.to_do,
                "game": each.game,
                "turn": each.turn,
                "void": each.void,
            }
            for each in found.faults
        ],
    }
