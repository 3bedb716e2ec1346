"""`referee config ...`: the settings as they are understood."""

from pathlib import Path
from typing import Any

import click

from referee.cli.examples import example
from referee.cli.listing import print_json
from referee.cli.settings import config_option, json_option, settings
from referee.config import Config, Secret


@click.group()
def config() -> None:
    """Show and check the settings."""


@config.command("show", epilog=example("referee config show"))
@json_option
@config_option
def show_config(as_json: bool, config_path: Path) -> None:
    """Show all settings as they hold, those that are left out too. Secrets are stars."""
    found = masked(settings(config_path))
    if as_json:
        print_json(found)
        return
    further = found.pop("mailboxes")
    for name, box in further.items():
        servers = {f"mailboxes.{name}.{server}": box.pop(server) for server in ("imap", "smtp")}
        found |= {f"mailboxes.{name}": box, **servers}
    for number, (section, keys) in enumerate(found.items()):
        click.echo(("\n" if number else "") + f"[{section}]")
        for key, value in keys.items():
            click.echo(f"{key} = {value if value is not None else '(none)'}")


@config.command("check", epilog=example("referee config check --config new.toml"))
@config_option
def check_config(config_path: Path) -> None:
    """Say whether the settings can be used; each fault is named. `referee check` looks at the servers as well."""
    settings(config_path)
    click.echo(f"{config_path} is in order.")


def masked(found: Config) -> dict[str, dict[str, Any]]:
    """All settings by section, as plain values; under `mailboxes` those of each further one as they hold there."""
    shown = {name: _values(getattr(found, name)) for name in found.__struct_fields__ if name != "further"}
    mailboxes = {
        name: {
            "name": box.referee.name,
            "address": box.referee.address,
            "imap": _values(box.imap),
            "smtp": _values(box.smtp),
        }
        for name, box in found.further.items()
    }
    return shown | {"mailboxes": mailboxes}


def _values(section: Any) -> dict[str, Any]:
    return {key: _plain(getattr(section, key)) for key in section.__struct_fields__}


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, (Secret, Path)) else value
