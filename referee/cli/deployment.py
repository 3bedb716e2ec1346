"""Files that `referee init` prints instead of writing settings: for systemd and for Litestream."""

import click

from referee.cli.settings import DEFAULT_CONFIG, settings
from referee.operation import deployment


def print_unit(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the unit for the config.toml in this folder, and end."""
    if wanted:
        click.echo(deployment.unit(DEFAULT_CONFIG), nl=False)
        context.exit()


def print_litestream(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print Litestream's settings for the database of the config.toml in this folder, and end."""
    if wanted:
        click.echo(deployment.litestream(DEFAULT_CONFIG, settings(DEFAULT_CONFIG).store.path), nl=False)
        context.exit()
