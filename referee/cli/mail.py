"""`referee mail ...`: what would be read from a mail, and what waits to be sent."""

import json
from pathlib import Path
from typing import Any

import click

from referee.cli.settings import config_option, desk, fail
from referee.config import ConfigError, load
from referee.mail import letter as letters
from referee.mail.letter import UnreadableMail
from referee.store import outgoing
from referee.store.outgoing import MailState

FORMAT = 1  # of the JSON of `mail inspect`


@click.group()
def mail() -> None:
    """Look into mails, and at the queue."""


@mail.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--address", help="The referee's address (default: from the settings, where there are any).")
@config_option
def inspect(file: Path, as_json: bool, address: str | None, config_path: Path) -> None:
    """Show what would be read from the mail in FILE, and why. Nothing is stored."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        fail(f"{file}: cannot be read: {error.strerror}")
    facts = _inspected(raw, address if address is not None else _own_address(config_path))
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    click.echo(f"kind: {facts['kind']}")
    click.echo(f"from: {facts['sender'] or 'nobody who can be told'}")
    for line in facts["lines"]:
        click.echo(f"  | {line}")
    for why in facts["why"]:
        click.echo(why)


def _own_address(config_path: Path) -> str:
    try:
        return load(config_path).referee.address if config_path.exists() else ""
    except ConfigError:
        return ""


def _inspected(raw: bytes, address: str) -> dict[str, Any]:
    try:
        found = letters.read(raw, referee=address)
    except UnreadableMail as error:
        return {"format": FORMAT, "kind": "no text", "read_from": None, "sender": "", "lines": [], "why": [str(error)]}
    return {
        "format": FORMAT,
        "kind": found.kind.value,
        "read_from": found.read_from,
        "sender": found.sender,
        "lines": list(found.lines),
        "marks": [
            {"game": mark.game, "turn": mark.turn, "token": mark.token is not None, "place": mark.place.value}
            for mark in found.marks
        ],
        "why": list(found.why),
    }


@mail.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@config_option
def queue(as_json: bool, config_path: Path) -> None:
    """List the mails that wait to be sent, and those that were set aside."""
    with desk(config_path) as table:
        waiting = outgoing.listing(table.store, (MailState.QUEUED, MailState.SET_ASIDE))
    if as_json:
        click.echo(json.dumps([_queued(each) for each in waiting], ensure_ascii=False))
        return
    for each in waiting:
        last = f": {each.last_error}" if each.last_error else ""
        click.echo(f"{each.id:>5}  {each.state:<9}  {each.kind:<10}  {each.recipient}  due {each.due_at:%F %R}Z{last}")
    if not waiting:
        click.echo("Nothing waits.")


def _queued(each: outgoing.QueuedMail) -> dict[str, Any]:
    return {
        "id": each.id,
        "state": each.state.value,
        "kind": each.kind,
        "recipient": each.recipient,
        "game": each.game,
        "attempts": each.attempts,
        "due_at": each.due_at.isoformat(),
        "last_error": each.last_error,
    }
