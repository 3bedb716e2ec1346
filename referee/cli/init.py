"""`referee init`: a config.toml from questions or options, and an empty database."""

import json
import os
import secrets
from pathlib import Path

import click

from referee.cli.deployment import print_litestream, print_unit
from referee.cli.examples import example
from referee.cli.settings import WRONG, config_option, fail
from referee.config import ConfigError, parse
from referee.store.database import Store
from referee.store.faults import StoreError

_PRIVATE = 0o600  # passwords and the secret of the tokens are nobody else's business


@click.command(
    epilog=example(
        "referee init --address duel@example.org --director you@example.org \\",
        "    --imap-host imap.example.org --smtp-host smtp.example.org --password-file password.txt",
        "referee init --systemd > referee.service",
    )
)
@click.option("--address", prompt="The referee's own mail address", help="The referee's own mail address.")
@click.option("--name", default="Referee", show_default=True, help="The name that players see as the sender.")
@click.option("--director", prompt="The director's mail address", help="Where you read what needs a human.")
@click.option("--imap-host", prompt="IMAP server", help="The IMAP server of the referee's mailbox.")
@click.option("--imap-port", type=int, help="Its port (default: as usual for the security).")
@click.option(
    "--imap-security",
    type=click.Choice(["tls", "none"]),
    default="tls",
    show_default=True,
    help="How the connection is secured; `none` only for a server on this machine.",
)
@click.option("--smtp-host", prompt="SMTP server", help="The SMTP server that takes the referee's mail.")
@click.option("--smtp-port", type=int, help="Its port (default: as usual for the security).")
@click.option(
    "--smtp-security",
    type=click.Choice(["tls", "starttls", "none"]),
    default="tls",
    show_default=True,
    help="The same for sending.",
)
@click.option("--user", help="The name to log in with at both servers (default: the address).")
@click.option("--password", help="The password; better give one of the two below.")
@click.option("--password-env", help="The environment variable that will hold the password.")
@click.option("--password-file", help="The file that will hold the password.")
@click.option(
    "--systemd",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_unit,
    help="Only print a systemd unit for the config.toml in this folder.",
)
@click.option(
    "--litestream",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_litestream,
    help="Only print settings for Litestream, for the same.",
)
@click.option("--database", default="referee.db", show_default=True, help="The file for all games.")
@config_option
def init(config_path: Path, **said: str | int | None) -> None:
    """Write the settings to a new config.toml, and make the database.

    What is not given as an option is asked for. The secret of the reply tokens is drawn at random. Nothing that exists
    is overwritten.
    """
    if config_path.exists():
        fail(f"{config_path} is there already; edit it, or name another file with --config")
    if not (said["password"] or said["password_env"] or said["password_file"]):
        said["password"] = click.prompt("The password of the mailbox", hide_input=True)
    text = "\n".join(_lines(said)) + "\n"
    later = {str(said["password_env"]): "to be set"} if said["password_env"] else {}
    try:
        config = parse(text, folder=config_path.parent, environment={**later, **os.environ}, name=str(config_path))
        Store.open(config.store.path).close()
        config_path.touch(mode=_PRIVATE)
        config_path.write_text(text, encoding="utf-8")
    except ConfigError as error:
        for line in error.lines:
            click.echo(f"referee: {line}", err=True)
        raise SystemExit(WRONG) from None
    except OSError as error:
        fail(f"{config_path} cannot be written: {error.strerror}")
    except StoreError as error:
        fail(str(error))
    click.echo(f"Wrote {config_path}, and the database {config.store.path}.")
    click.echo("Next: `referee check` tries it all, `referee run` serves, `referee game start --help` begins a game.")


def _lines(said: dict[str, str | int | None]) -> list[str]:
    """The file, in the order of config.example.toml, which explains every setting."""
    password = [
        f"{key} = {_toml(said[key])}" for key in ("password", "password_env", "password_file") if said[key] is not None
    ]
    login = [f"user = {_toml(said['user'] or said['address'])}", *password]
    lines = ["# Every setting, and how to add further mailboxes, is explained in config.example.toml.", "[referee]"]
    lines += [f"{key} = {_toml(said[key])}" for key in ("name", "address", "director")]
    lines += ["", "[store]", f"path = {_toml(said['database'])}"]
    lines += ["", "[tokens]", f"secret = {_toml(secrets.token_urlsafe(32))}"]
    for server in ("imap", "smtp"):
        lines += ["", f"[{server}]", f"host = {_toml(said[server + '_host'])}"]
        if said[server + "_port"] is not None:
            lines.append(f"port = {_toml(said[server + '_port'])}")
        lines += [f"security = {_toml(said[server + '_security'])}", *login]
    return lines


def _toml(value: str | int | None) -> str:
    """A TOML value: JSON's strings and numbers are TOML's too."""
    return json.dumps(value, ensure_ascii=False)
