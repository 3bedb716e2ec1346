"""`referee game ...`: clocks are given more time, stopped, and set going again."""

from pathlib import Path

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.known import GAME
from referee.cli.settings import change_options, changing, told
from referee.deeds import timing
from referee.times.durations import read_duration

_TOLD = "Why; the players are told."


@click.command(epilog=example('referee game extend 7 2d --reason "Bob is ill"'))
@click.argument("number", type=GAME)
@click.argument("time")
@change_options(why=_TOLD, required=True)
def extend(number: int, time: str, *, reason: str, dry_run: bool, config_path: Path) -> None:
    """Give the coming turn of game NUMBER so much more TIME (2d, 36h), and mail the players why."""
    span = read_duration(time)
    if span is None or not span:
        raise click.BadParameter(f"{time!r} is no span of time such as 2d or 36h", param_hint="TIME")
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        said = timing.extend(table.doors, number, span, reason=reason, now=clock.now())
    told(said, dry_run=dry_run)


@click.command(epilog=example('referee game pause 7 --reason "Bob is in hospital"'))
@click.argument("number", type=GAME)
@change_options(why=_TOLD, required=True)
def pause(number: int, reason: str, dry_run: bool, config_path: Path) -> None:
    """Stop the clock of game NUMBER until it is resumed, and mail the players why.

    Meanwhile nobody is reminded and no turn is adjudicated; orders that come are kept.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        timing.pause(table.doors, number, reason=reason, now=clock.now())
    told(f"The clock of game {number} stands still; its players are told.", dry_run=dry_run)


@click.command(epilog=example('referee game resume 7 --reason "Bob is well again"'))
@click.argument("number", type=GAME)
@change_options(why=_TOLD, required=True)
def resume(number: int, reason: str, dry_run: bool, config_path: Path) -> None:
    """Let game NUMBER go on, which is paused or held, and mail the players why.

    After a pause the rest of the time is left; a game that was held has the whole time of the turn again.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        timing.resume(table.doors, number, reason=reason, now=clock.now())
    told(f"Game {number} goes on; its players are told.", dry_run=dry_run)


@click.command(
    "resume-after-outage", epilog=example('referee game resume-after-outage --reason "the provider was down"')
)
@change_options(required=True)
def resume_after_outage(reason: str, dry_run: bool, config_path: Path) -> None:
    """Let games go on that wait for a director's word, as the referee did not read his mail for long."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        count = timing.resume_after_outage(table.doors, reason=reason, now=clock.now())
    told(f"The games go on after {count} outage{'' if count == 1 else 's'}; their players are told.", dry_run=dry_run)
