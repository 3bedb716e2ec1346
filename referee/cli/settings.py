"""What all commands share: where the configuration is, the store behind it, and how a failure is told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from referee.config import Config, ConfigError, load
from referee.desk import Desk, Refused
from referee.journal import Journal
from referee.store.database import Store
from referee.store.faults import StoreError

CONFIG_VARIABLE = "REFEREE_CONFIG"
DEFAULT_CONFIG = Path("config.toml")
FAILED = 1  # exit status: refused or failed
WRONG = 2  # exit status: wrong usage or input
Command = TypeVar("Command", bound=Callable[..., Any])


def config_option(command: Command) -> Command:
    """The option `--config FILE`."""
    return click.option(
        "--config",
        "config_path",
        type=click.Path(path_type=Path, dir_okay=False),
        default=DEFAULT_CONFIG,
        envvar=CONFIG_VARIABLE,
        show_default=True,
        show_envvar=True,
        help="The file with the settings.",
    )(command)


def fail(reason: str, status: int = FAILED) -> NoReturn:
    """Say why in one line on standard error, and end with `status`."""
    click.echo(f"referee: {reason}", err=True)
    raise SystemExit(status)


def settings(path: Path) -> Config:
    """The configuration, or the end with every fault in it."""
    try:
        return load(path)
    except ConfigError as error:
        for line in error.lines:
            click.echo(f"referee: {line}", err=True)
        raise SystemExit(WRONG) from None


@contextmanager
def desk(path: Path) -> Iterator[Desk]:
    """The desk over the configured store, for one command; trouble ends it with one line."""
    config = settings(path)
    try:
        with Store.open(config.store.path, create=False) as store:
            yield Desk(store, config, Journal())
    except (StoreError, Refused) as error:
        fail(str(error))
