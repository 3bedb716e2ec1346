"""`referee preview`: what one wizard's orders for the last turn of a transcript would do."""

from __future__ import annotations

import json
import sys

import click

from engine.model import Part
from engine.preview import preview as look_ahead
from engine.preview import preview_record
from engine.transcript import TranscriptError, asked
from referee.cli.examples import example
from referee.cli.transcripts import FAULTY, text_of
from referee.mail.previews import preview_lines


@click.command(epilog=example("referee preview game-7.duel"))
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record instead of text.")
def preview(file: str, as_json: bool) -> None:
    """Show what the orders for the last turn of the transcript FILE (`-`: standard input) would do.

    That turn has one wizard's orders alone. What they finish, at whom and with which defaults is told as far as that
    wizard can know it, and which of it the opponents' hands could still stop.
    """
    try:
        found = asked(text_of(file), name=file)
    except TranscriptError as error:
        click.echo(str(error), err=True)
        sys.exit(FAULTY)
    seen = look_ahead(found.duel, found.checked, complaints=found.complaints)
    if as_json:
        click.echo(json.dumps(preview_record(seen), ensure_ascii=False))
        return
    extra = ", the extra turn" if seen.part is Part.TIME_STOP else ""
    click.echo(f"{found.script.title}: {found.wizard}, turn {seen.turn}{extra}\n")
    for line in preview_lines(seen, found.duel):
        click.echo(line)
