"""`referee adjudicate`: duels written as text, adjudicated and printed."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator

import click

from engine.events import Turn
from engine.model import Part
from engine.script import Script
from engine.transcript import Played, TranscriptError, adjudicate_text, play, viewer_of
from engine.views import View, everything, observe
from referee.cli.examples import example
from referee.cli.transcripts import FAULTY, text_of
from referee.mail import tables
from referee.mail.board_histories import cast_marks, histories
from referee.mail.board_standing import standing
from referee.mail.narrate import tell
from referee.mail.wrapping import COLUMNS, wrapped
from referee.rulebook_events import explained


@click.command(
    epilog=example("referee adjudicate game-7.duel --explain", "referee adjudicate game-7.duel --viewer Ann")
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record a line instead of reports.")
@click.option("--viewer", metavar="NAME", help="Print only what the wizard NAME may know.")
@click.option("--explain", is_flag=True, help="Print all that happened, each with the clauses it rests on.")
def adjudicate(files: tuple[str, ...], as_json: bool, viewer: str | None, explain: bool) -> None:
    """Adjudicate the duel transcripts FILE... (`-`: standard input) and print each turn's report.

    The clauses that --explain names are what `referee rules` answers to.
    """
    if explain and (as_json or viewer is not None):
        raise click.UsageError("--explain tells everything: it goes with neither --json nor --viewer")
    printed: list[str] = []
    faults: list[str] = []
    for file in files:
        try:
            text = text_of(file)
            if as_json:
                record = adjudicate_text(text, name=file, viewer=viewer)
                printed.append(json.dumps(record, ensure_ascii=False))
            else:
                script, played = play(text, name=file)
                seen_by = viewer_of(script, viewer, file=file) if viewer is not None else None
                printed += _report(script, played, seen_by, explain=explain)
        except TranscriptError as error:
            faults.append(str(error))
    if faults:
        for fault in faults:
            click.echo(fault, err=True)
        sys.exit(FAULTY)
    for line in printed:
        click.echo(line)


def _report(script: Script, played: tuple[Played, ...], viewer: str | None, *, explain: bool) -> Iterator[str]:
    """All turns of a duel in words and tables, as `viewer` may know them, or whole; or event by event."""
    yield f"{script.title} ({', '.join(script.wizards)})"
    for each in played:
        yield ""
        yield f"Turn {each.turn.turn}" + (", the extra turn" if each.turn.part is Part.TIME_STOP else "")
        for wizard, complaint in each.complaints:
            if viewer in (None, wizard):
                yield wrapped(f"line {complaint.line}, {wizard}: {complaint.text} ({complaint.reason})", "! ")
        if explain:
            yield from _explained(each.turn)
            continue
        yield from _turn(observe(each.turn, viewer) if viewer is not None else everything(each.turn))
    if not played or played[-1].turn.after.result is None:
        yield ""
        yield "The duel is not finished."


def _explained(turn: Turn) -> Iterator[str]:
    for line in explained(turn):
        yield from textwrap.wrap(line, COLUMNS, subsequent_indent="    ", break_on_hyphens=False)


def _turn(view: View) -> Iterator[str]:
    story = tell(view)
    for wizard, words in story.words:
        yield wrapped(f'{wizard} says "{words}"', "| ")
    for paragraph in story.paragraphs:
        yield wrapped(" ".join(paragraph))
    yield from tables.standing_lines(standing(view), when=f"after turn {view.turn}")
    yield from tables.history_lines(histories(view.duel, view.viewer, cast_marks(view)))
