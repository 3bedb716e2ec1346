"""`referee status`: one screen that answers whether all is well."""

import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.listing import print_json
from referee.cli.settings import config_option, desk, json_option, settings
from referee.mail.headers import clean
from referee.operation.overview import Overview, Standing, Waiting, ago, as_facts, overview
from referee.times.durations import long

WATCH_SECONDS: Final = 5.0
LINES_MAX: Final = 8  # of one sort: it is to be one screen, however much is wrong
_LINE_CHARS_MAX: Final = 300


@click.command(epilog=example("referee status", "referee status --watch"))
@click.option("--watch", is_flag=True, help="Show it anew every few seconds, until Ctrl-C.")
@json_option
@config_option
def status(watch: bool, as_json: bool, config_path: Path) -> None:
    """Say on one screen whether all is well, and if not, what to do.

    Games by state, who is late, the next deadlines, games that are paused, mails that wait, letters that were set
    aside, players who cannot be reached, the last backup, and the last troubles of the daemon. Orders stay sealed.
    """
    if watch and as_json:
        raise click.UsageError("--watch goes without --json")
    while True:
        with desk(config_path) as table:
            found = overview(table, settings(config_path), now=clock.now())
        if as_json:
            print_json(as_facts(found))
            return
        if watch:
            click.clear()
        for line in screen(found):
            click.echo(line)
        if not watch:
            return
        try:
            pause(WATCH_SECONDS)
        except KeyboardInterrupt:
            return


def pause(seconds: float) -> None:
    """Let so much time go by."""
    threading.Event().wait(seconds)


def screen(found: Overview) -> Iterator[str]:
    """The lines of the screen."""
    now = found.at
    if found.to_do:
        yield click.style(f"{now:%F %R}Z  To do:", fg="red", bold=True)
        yield from (f"  {clean(each, _LINE_CHARS_MAX)}" for each in found.to_do[:LINES_MAX])
        yield from _more(len(found.to_do), "  ")
    else:
        yield click.style(f"{now:%F %R}Z  All is well.", fg="green", bold=True)
    runs = f"runs, process {found.daemon}" if found.daemon is not None else "does not run"
    yield f"daemon    {runs}; {found.seen}"
    yield f"games     {_numbers(found.counts.games)}"
    yield from _turns("late", found.late, now)
    yield from _turns("next", found.coming, now)
    yield from _paused(found.paused, now)
    yield f"mails     {_numbers(found.counts.mails)}"
    yield f"letters   {_numbers(found.counts.letters)}"
    if found.unreachable:
        yield f"bounces   {', '.join(map(clean, found.unreachable[:LINES_MAX]))}"
        yield from _more(len(found.unreachable))
    yield f"backup    {ago(found.backup_at, now=now) if found.backup_at else 'none yet'}"
    for number, each in enumerate(found.troubles):
        yield f"{'troubles' if not number else '':<8}  {each.at:%F %R}Z  {clean(each.line, _LINE_CHARS_MAX)}"


def _numbers(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count) or "none"


def _turns(head: str, turns: tuple[Waiting, ...], now: datetime) -> Iterator[str]:
    for number, each in enumerate(turns[:LINES_MAX]):
        span = f"in {long(each.due - now, units=2)}" if each.due > now else f"{long(now - each.due, units=2)} late"
        owing = ", ".join(map(clean, each.owing))
        yield f"{head if not number else '':<8}  game {each.game}, turn {each.turn}: {each.due:%F %R}Z, {span}: {owing}"
    yield from _more(len(turns))


def _paused(turns: tuple[Standing, ...], now: datetime) -> Iterator[str]:
    for number, each in enumerate(turns[:LINES_MAX]):
        owing = f": {', '.join(map(clean, each.owing))}" if each.owing else ""
        since = f"since {each.since:%F %R}Z, for {long(now - each.since, units=2)}"
        yield f"{'paused' if not number else '':<8}  game {each.game}, turn {each.turn}: {since}{owing}"
    yield from _more(len(turns))


def _more(count: int, margin: str = " " * 10) -> Iterator[str]:
    if count > LINES_MAX:
        yield f"{margin}and {count - LINES_MAX} more (--json has all)"
