"""`referee tournament ...`: pairings, standings and whole events are printed."""

import json
from pathlib import Path
from typing import Final

import click

from engine.tournament.tables import as_text, crosstables
from referee.cli.examples import example
from referee.cli.known import EVENT
from referee.cli.listing import print_json, print_table
from referee.cli.settings import config_option, desk, fail, json_option
from referee.tournaments import tables
from referee.tournaments.bench import Bench
from referee.tournaments.book import Book, book_of
from referee.tournaments.exporting import as_csv, as_facts, as_trf, game_facts
from referee.tournaments.results import in_words


def _book(event: int, config_path: Path) -> Book:
    with desk(config_path) as table:
        return book_of(table.store, Bench(table.doors).found(event))


@click.command(epilog=example("referee tournament pairings 1", "referee tournament pairings 1 --round 2"))
@click.argument("event", type=EVENT)
@click.option("--round", "wanted", type=int, help="Another round than the newest.")
@json_option
@config_option
def pairings(event: int, wanted: int | None, as_json: bool, config_path: Path) -> None:
    """List who plays whom in a round of EVENT, and why."""
    book = _book(event, config_path)
    number = wanted or max((each.pairing.round for each in book.paired), default=0)
    found = [each for each in book.paired if each.pairing.round == number]
    if as_json:
        print_json([game_facts(each) for each in found])
        return
    print_table(
        ("TABLE", "GAME", "PLAYERS", "RESULT", "WHY"),
        [
            (
                each.number,
                each.game,
                " v ".join(each.pairing.players),
                in_words(each.result) if each.result is not None else "open",
                each.pairing.reason,
            )
            for each in found
        ],
        empty=f"Event {event} has no games in round {number}.",
    )


@click.command(epilog=example("referee tournament standings 1"))
@click.argument("event", type=EVENT)
@json_option
@config_option
def standings(event: int, as_json: bool, config_path: Path) -> None:
    """Show the table of EVENT, and who met whom."""
    with desk(config_path) as table:
        book = book_of(table.store, Bench(table.doors).found(event))
        grid = tables.standings(table.store, book) if book.entries else None
        in_time = tables.in_time(table.store, book)
    if as_json:
        print_json([row | {"in_time": in_time[row["player"]]} for row in as_facts(book)["standings"]])
        return
    if grid is None:
        click.echo("Nobody has joined it yet.")
        return
    for shown in (grid, *(crosstables(book.event, book.games) if book.paired else ())):
        for line in as_text(shown):
            click.echo(line.removeprefix("| "))
        click.echo()


@click.command(epilog=example("referee tournament export 1 --format trf --to cup.trf"))
@click.argument("event", type=EVENT)
@click.option(
    "--format",
    "sort",
    type=click.Choice(["json", "csv", "trf"]),
    default="json",
    show_default=True,
    help="What to write.",
)
@click.option("--to", "target", type=click.Path(path_type=Path, dir_okay=False), help="A new file to write it to.")
@config_option
def export(event: int, sort: str, target: Path | None, config_path: Path) -> None:
    """Write EVENT for other programs: JSON with all of it, CSV of its games, or text like FIDE's TRF.

    No addresses stand in it, and the secret of its lots only once it is at its end.
    """
    book = _book(event, config_path)
    if sort == "json" and target is None:
        print_json(as_facts(book))
        return
    text = {"json": _json, "csv": as_csv, "trf": as_trf}[sort](book)
    if target is None:
        click.echo(text, nl=False)
        return
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        fail(f"{target} cannot be written: {error.strerror}")
    click.echo(f"Event {event} is written to {target}.")


def _json(book: Book) -> str:
    return json.dumps(as_facts(book), ensure_ascii=False, indent=1) + "\n"


COMMANDS: Final = (pairings, standings, export)
