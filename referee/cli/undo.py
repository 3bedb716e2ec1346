"""`referee undo`: the last change by hand is taken back."""

from pathlib import Path

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.settings import change_options, changing, told
from referee.deeds import undo as deeds


@click.command(
    epilog=example('referee undo --reason "the wrong game" --dry-run', 'referee undo --reason "the wrong game"')
)
@change_options(why="Why; the players are told.", required=True)
def undo(reason: str, dry_run: bool, config_path: Path) -> None:
    """Take back the last change that was made by hand, where that can be done, and mail the players of its game.

    It can for: extend, pause, resume, replace, set and rollback, as long as the game has not gone on since; and for
    players who were added, renamed, readdressed, banned or not banned any more, as long as they are as that left them.
    What was done by mail counts too; that something was looked at is no change. `referee log` says what was changed
    last; --dry-run, what would be taken back.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        act = deeds.undo(table.doors, reason=reason, now=clock.now())
    told(f"Taken back: {deeds.told(act)}.", dry_run=dry_run)
