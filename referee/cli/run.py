"""`referee run`: the daemon."""

import asyncio
import logging
import os
import signal
from functools import partial
from pathlib import Path

import click

from referee import daemon, journal, steps
from referee.cli.examples import example
from referee.cli.settings import WRONG, config_option, fail, settings
from referee.config import Config, ConfigError, load
from referee.mail.imap_line import FolderMissing
from referee.mail.servers import WrongPassword
from referee.operation import metrics
from referee.operation.lock import AlreadyRunning
from referee.operation.metrics import MetricsMissing, Tally
from referee.operation.troubles import Troubles
from referee.store.faults import StoreError


@click.command(epilog=example("referee run", "referee run --debug --config /srv/referee/config.toml"))
@click.option("--debug", is_flag=True, help="Tell more, for finding a fault; no secrets even so.")
@config_option
def run(debug: bool, config_path: Path) -> None:
    """Watch the inbox, adjudicate and mail reports, until SIGTERM or Ctrl-C.

    What happens is told on standard error, a line for each event; OPERATING.md has a table of them. A mail server that
    is lost is waited for; a wrong password, a missing folder or a database that cannot be used end it with one line and
    status 1. SIGHUP makes it read its settings anew: all of them, or none where one is faulty.
    """
    config = settings(config_path)
    tally = Tally()
    level = logging.DEBUG if debug else logging.INFO
    lines = journal.start(level=level, also=(Troubles(config.store.path), tally))
    try:
        with metrics.served(config, tally):
            asyncio.run(_until_told(config, config_path, lines))
    except (AlreadyRunning, MetricsMissing, WrongPassword, FolderMissing, StoreError) as error:
        fail(str(error))
    except ConfigError as error:
        for line in error.lines:
            click.echo(f"referee: {line}", err=True)
        raise SystemExit(WRONG) from None


async def _until_told(config: Config, config_path: Path, lines: journal.Journal) -> None:
    stop, hangup = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for told in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(told, stop.set)
    loop.add_signal_handler(signal.SIGHUP, hangup.set)
    await daemon.run(
        config,
        stop=stop,
        journal=lines,
        at=steps.from_environment(os.environ),
        hangup=hangup,
        read_again=partial(load, config_path),
    )
