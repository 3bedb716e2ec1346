"""`referee run`: the daemon."""

import asyncio
import os
import signal
from pathlib import Path

import click

from referee import daemon, journal, steps
from referee.cli.settings import config_option, fail, settings
from referee.config import Config
from referee.daemon import AlreadyRunning
from referee.mail.imap_line import FolderMissing
from referee.mail.servers import WrongPassword
from referee.store.faults import StoreError


@click.command()
@config_option
def run(config_path: Path) -> None:
    """Watch the inbox, adjudicate and mail reports, until SIGTERM or Ctrl-C.

    What happens is told on standard error, a line for each event. A mail server that is lost is waited for; a wrong
    password, a missing folder or a database that cannot be used end it with one line and status 1.
    """
    config = settings(config_path)
    lines = journal.start()
    try:
        asyncio.run(_until_told(config, lines))
    except (AlreadyRunning, WrongPassword, FolderMissing, StoreError) as error:
        fail(str(error))


async def _until_told(config: Config, lines: journal.Journal) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for told in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(told, stop.set)
    await daemon.run(config, stop=stop, journal=lines, at=steps.from_environment(os.environ))
