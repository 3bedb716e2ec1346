"""`referee tournament ...`: players are brought into an event, taken out, and put in place of others."""

import csv
from pathlib import Path
from typing import Final

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.known import EVENT, PLAYER
from referee.cli.settings import WRONG, change_options, changing, fail, told
from referee.tournaments.directing import Directing, Import


@click.command("import", epilog=example("referee tournament import 1 players.csv"))
@click.argument("event", type=EVENT)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@change_options()
def bring_in(event: int, file: Path, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Let all players of a CSV FILE enter EVENT, and register those who are not yet; all of them or none.

    Its first line names the columns: name and address, and as you like games (at a time) and rating.
    """
    rows = _rows(file)
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        count = Directing(table.doors).bring_in(event, rows, now=clock.now(), reason=reason)
    told(f"Players who have entered event {event}: {count}.", dry_run=dry_run)


def _rows(file: Path) -> list[Import]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines)
            rows = list(reader)
    except (OSError, ValueError, csv.Error) as error:
        fail(f"{file} cannot be read: {error}", WRONG)
    missing = {"name", "address"} - set(reader.fieldnames or ())
    if missing:
        fail(f"{file} has no column {' and '.join(sorted(missing))}; its first line names them", WRONG)
    try:
        return [
            (
                " ".join((row["name"] or "").split()),
                (row["address"] or "").strip(),
                int(row["games"]) if row.get("games") else None,
                float(row["rating"]) if row.get("rating") else None,
            )
            for row in rows
        ]
    except ValueError as error:
        fail(f"{file}: games and rating are numbers: {error}", WRONG)


@click.command(epilog=example('referee tournament withdraw 1 Bob --reason "Bob has left"'))
@click.argument("event", type=EVENT)
@click.argument("player", type=PLAYER)
@change_options(why="Why; the player is told.", required=True)
def withdraw(*, event: int, player: str, reason: str, dry_run: bool, config_path: Path) -> None:
    """Take PLAYER out of EVENT; its rule says what becomes of his games."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        done = Directing(table.doors).withdraw(event, player, now=clock.now(), reason=reason)
    told(done, dry_run=dry_run)


@click.command(epilog=example('referee tournament replace 1 Bob Eve --reason "Eve plays on for Bob"'))
@click.argument("event", type=EVENT)
@click.argument("player", type=PLAYER)
@click.argument("other", type=PLAYER)
@change_options(why="Why; both are told.", required=True)
def replace(*, event: int, player: str, other: str, reason: str, dry_run: bool, config_path: Path) -> None:
    """Put OTHER, who is registered, into the place of PLAYER in EVENT, with his points and his open games."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        done = Directing(table.doors).replace(event, player, other, now=clock.now(), reason=reason)
    told(done, dry_run=dry_run)


@click.command(epilog=example('referee tournament allow 1 Ann Bob --reason "nobody else is left for them"'))
@click.argument("event", type=EVENT)
@click.argument("first")
@click.argument("second")
@change_options(why="Why, for the record.", required=True)
def allow(*, event: int, first: str, second: str, reason: str, dry_run: bool, config_path: Path) -> None:
    """Let FIRST and SECOND meet in EVENT, which keeps them apart."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        done = Directing(table.doors).allow(event, first, second, now=clock.now(), reason=reason)
    told(done, dry_run=dry_run)


COMMANDS: Final = (bring_in, withdraw, replace, allow)
