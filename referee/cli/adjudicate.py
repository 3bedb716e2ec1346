"""`referee adjudicate`: duels written as text, adjudicated and printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from engine.transcript import TranscriptError, adjudicate_text

FAULTY = 2  # exit status


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record a line instead of reports.")
@click.option("--viewer", metavar="NAME", help="Print only what the wizard NAME may know.")
def adjudicate(files: tuple[str, ...], as_json: bool, viewer: str | None) -> None:
    """Adjudicate the duel transcripts FILE... (`-`: standard input) and print each turn's report."""
    records: list[dict[str, Any]] = []
    faults: list[str] = []
    for file in files:
        try:
            records.append(adjudicate_text(_text(file), name=file, viewer=viewer))
        except TranscriptError as error:
            faults.append(str(error))
    if faults:
        for fault in faults:
            click.echo(fault, err=True)
        sys.exit(FAULTY)
    for record in records:
        if as_json:
            click.echo(json.dumps(record, ensure_ascii=False))
        else:
            click.echo("\n".join(report(record)))


def _text(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise TranscriptError(0, f"cannot be read: {error.strerror}", file=file) from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise TranscriptError(line, "is not UTF-8 text", file=file) from None


def report(record: dict[str, Any]) -> Iterator[str]:
    """The lines of a plain report of all turns of a record."""
    yield f"{record['title']} ({', '.join(record['wizards'])})"
    for turn in record["turns"]:
        yield ""
        yield f"Turn {turn['turn']}" + ("" if turn["part"] == "normal" else f", {turn['part']}")
        yield from _turn(turn)
    yield ""
    yield _result(record["result"])


def _turn(turn: dict[str, Any]) -> Iterator[str]:
    for complaint in turn["complaints"]:
        yield f"  line {complaint['line']}, {complaint['wizard']}: {complaint['text']} ({complaint['reason']})"
    for wizard, pairs in turn["gestures"].items():
        shown = ", then ".join(f"left {left}, right {right}" for left, right in pairs)
        yield f"  {wizard} makes {shown}."
    for cast in turn["casts"]:
        at = f" at {cast['subject']}" if cast["subject"] else ""
        yield f"  {cast['caster']} casts {cast['spell']} ({cast['hand']}){at}: {cast['outcome']}."
    for name, wizard in turn["wizards"].items():
        bound = ", ".join(_enchantment(each) for each in wizard["enchantments"])
        state = "" if wizard["state"] == "alive" else f", {wizard['state']}"
        yield f"  {name}: {wizard['hit_points']} hit points{state}" + (f"; {bound}" if bound else "")
    for monster in turn["monsters"]:
        master = f" of {monster['controller']}" if monster["controller"] else ""
        health = f"{monster['hit_points']} hit points" if monster["alive"] else "dead"
        yield f"  {monster['name']}{master}: {health}"


def _enchantment(enchantment: dict[str, Any]) -> str:
    left = enchantment["turns_left"]
    return str(enchantment["name"]) if left is None else f"{enchantment['name']} ({left} more)"


def _result(result: dict[str, Any]) -> str:
    if result["state"] == "unfinished":
        return "The duel is not finished."
    end = "The duel is a draw" if result["state"] == "draw" else f"{result['winner']} wins"
    return f"{end} on turn {result['turn']} by {result['reason']}."
