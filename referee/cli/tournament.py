"""`referee tournament ...`: events are made, opened, started, looked at, stopped and ended."""

import tomllib
from pathlib import Path
from typing import Any

import click

from referee import clock
from referee.cli import tournament_games, tournament_players, tournament_tables
from referee.cli.examples import example
from referee.cli.known import EVENT
from referee.cli.listing import print_json, print_table
from referee.cli.settings import WRONG, change_options, changing, config_option, desk, fail, json_option, told
from referee.mail.wording import counted
from referee.store import tournaments
from referee.store.tournaments import TournamentState
from referee.terms.event import FORMATS
from referee.tournaments import overview
from referee.tournaments.bench import Bench
from referee.tournaments.book import book_of
from referee.tournaments.directing import Directing
from referee.tournaments.reading import EXAMPLE, from_table
from referee.tournaments.wording import rules_in_full, told_state


@click.group()
def tournament() -> None:
    """Run events: create one, open it, start it, and look in once a week."""


@tournament.command(
    epilog=example(
        "referee tournament create --example > cup.toml",
        "referee tournament create cup.toml",
        "referee tournament create --name Spring --format swiss --set format.rounds=5",
    )
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True), required=False)
@click.option("--example", is_flag=True, help="Print a commented example of such a file, and do nothing.")
@click.option("--name", help="What the event is called; goes before the file.")
@click.option("--format", "sort", type=click.Choice(list(FORMATS)), help="What is played; goes before the file.")
@click.option("--mailbox", metavar="NAME", help="The mailbox of the settings that it belongs to; goes before the file.")
@click.option("--terms", help='What its games are played by, as "3d weekdays, rated".')
@click.option(
    "--set", "more", multiple=True, metavar="KEY=VALUE", help="Any other setting, as format.rounds=5 or game_time=90d."
)
@change_options()
def create(
    *,
    file: Path | None,
    example: bool,
    name: str | None,
    sort: str | None,
    mailbox: str | None,
    terms: str | None,
    more: tuple[str, ...],
    reason: str | None,
    dry_run: bool,
    config_path: Path,
) -> None:
    """Make an event of a TOML FILE, of options, or of both. Nobody is told before `open`."""
    if example:
        click.echo(EXAMPLE, nl=False)
        return
    said = (("name", name), ("mailbox", mailbox), ("terms", terms))
    table = _table(file) | {key: value for key, value in said if value is not None}
    for each in [*([f'format.type = "{sort}"'] if sort is not None else []), *more]:
        _set(table, each)
    with changing(config_path, dry_run=dry_run) as opened, opened.store.transaction():
        defined = from_table(table, base=opened.terms)
        if isinstance(defined, tuple):
            for line in defined:
                click.echo(f"referee: {line}", err=True)
            raise SystemExit(WRONG)
        number = Directing(opened.doors).create(defined, now=clock.now(), reason=reason)
    told(f"Event {number}, {defined.name}, is planned; `referee tournament open {number}` tells all.", dry_run=dry_run)


def _table(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        fail(f"{file} cannot be read: {error}", WRONG)


def _set(table: dict[str, Any], said: str) -> None:
    """One KEY=VALUE; what is no TOML value is a text."""
    key, equals, value = said.partition("=")
    if not equals:
        raise click.BadParameter(f"{said!r} is not KEY=VALUE", param_hint="--set")
    try:
        read: Any = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        read = value.strip()
    *path, last = key.strip().split(".")
    for part in path:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise click.BadParameter(f"{key.strip()}: {part} is {table!r}, and has nothing in it")
    table[last] = read


@tournament.command("open", epilog=example("referee tournament open 1"))
@click.argument("event", type=EVENT)
@change_options()
def open_event(event: int, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Let players join EVENT, and mail it to all who are registered. The mail goes out once."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        count = Directing(table.doors).open(event, now=clock.now(), reason=reason)
    told(f"Event {event} is open; players who are told: {count}.", dry_run=dry_run)


@tournament.command(epilog=example("referee tournament close 1"))
@click.argument("event", type=EVENT)
@change_options()
def close(event: int, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Let nobody join EVENT any more. A ladder that is played takes no more challenges, and ends with its games."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        Directing(table.doors).close(event, now=clock.now(), reason=reason)
    told(f"Event {event} is closed.", dry_run=dry_run)


@tournament.command(epilog=example("referee tournament start 1"))
@click.argument("event", type=EVENT)
@change_options()
def start(event: int, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Begin EVENT: its first games start, and everything goes by itself from then on."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        count = Directing(table.doors).start(event, now=clock.now(), reason=reason)
    told(f"Event {event} has begun with {counted(count, 'game')}; the players' mails are queued.", dry_run=dry_run)


@tournament.command(epilog=example('referee tournament pause 1 --reason "the holidays"'))
@click.argument("event", type=EVENT)
@change_options(why="Why; the players are told.", required=True)
def pause(event: int, *, reason: str, dry_run: bool, config_path: Path) -> None:
    """Let no game of EVENT start and none be adjudicated for now; those that go on do so."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        Directing(table.doors).pause(event, now=clock.now(), reason=reason)
    told(f"Event {event} is paused.", dry_run=dry_run)


@tournament.command(epilog=example('referee tournament resume 1 --reason "the holidays are over"'))
@click.argument("event", type=EVENT)
@change_options(why="Why; the players are told.", required=True)
def resume(event: int, *, reason: str, dry_run: bool, config_path: Path) -> None:
    """Let EVENT go on after a pause, or after it was held. The time in between is given back to its games."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        Directing(table.doors).resume(event, now=clock.now(), reason=reason)
    told(f"Event {event} goes on.", dry_run=dry_run)


@tournament.command(epilog=example('referee tournament end 1 --reason "all have played enough"'))
@click.argument("event", type=EVENT)
@change_options(why="Why; the players are told.", required=True)
def end(event: int, *, reason: str, dry_run: bool, config_path: Path) -> None:
    """Declare EVENT over as it stands, when none of its games goes on: the table is mailed as the final one."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        Directing(table.doors).end(event, now=clock.now(), reason=reason)
    told(f"Event {event} is over; the table is queued.", dry_run=dry_run)


@tournament.command(epilog=example('referee tournament abort 1 --reason "too few are left"'))
@click.argument("event", type=EVENT)
@change_options(why="Why; the players are told.", required=True)
def abort(event: int, *, reason: str, dry_run: bool, config_path: Path) -> None:
    """End EVENT without a winner, and its games that go on with it; they count for nothing."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        still = Directing(table.doors).abort(event, now=clock.now(), reason=reason)
    told(f"Event {event} is ended without a winner; games that were ended with it: {still}.", dry_run=dry_run)


@tournament.command("list", epilog=example("referee tournament list --all"))
@json_option
@click.option("--all", "every", is_flag=True, help="Events that are over, too.")
@config_option
def list_events(as_json: bool, every: bool, config_path: Path) -> None:
    """List the events, and where each stands."""
    ends = (TournamentState.OVER, TournamentState.ABORTED)
    states = [state for state in TournamentState if every or state not in ends]
    with desk(config_path) as table:
        facts = [overview.facts(book_of(table.store, each)) for each in tournaments.listing(table.store, states)]
    if as_json:
        print_json(facts)
        return
    print_table(
        ("EVENT", "NAME", "FORMAT", "STATE", "PLAYERS", "ROUND", "OPEN GAMES", "WHY"),
        [
            tuple(each[key] for key in ("event", "name", "format", "state", "players", "round", "open", "reason"))
            for each in facts
        ],
        empty="No events.",
    )


@tournament.command(epilog=example("referee tournament status 1"))
@click.argument("event", type=EVENT)
@json_option
@config_option
def status(event: int, as_json: bool, config_path: Path) -> None:
    """Show where EVENT stands: what waits for you, what goes on and until when."""
    with desk(config_path) as table:
        bench = Bench(table.doors)
        found = bench.found(event)
        facts = overview.whole(bench, found, clock.now())
    if as_json:
        print_json(facts)
        return
    players, still = counted(facts["players"], "player"), counted(facts["open"], "open game")
    click.echo(f"Event {event}, {facts['name']} ({facts['format']}): {told_state(found)}, {players}")
    if facts["reason"]:
        click.echo(f"  because: {facts['reason']}")
    elif facts["waits"]:
        click.echo(f"  {facts['waits']}")
    click.echo(f"  round {facts['round']}, {still}; look again by {facts['look_at'] or 'no date'}")
    for each in facts["rulings"]:
        if each["appealed"]:
            appeal = f"APPEAL of {each['appellant']}: {each['appeal'] or 'no reason given'}"
            click.echo(f"  game {each['game']} waits for you; proposed was: {each['result']}; {appeal}")
        else:
            click.echo(f"  game {each['game']} is to be decided at {each['stands_at']}: {each['result']}")
    print_table(
        ("GAME", "ROUND", "PLAYERS", "DUE"),
        [(each["game"], each["round"], " v ".join(each["players"]), each["due_at"]) for each in facts["open_games"]],
        empty="No game goes on.",
    )
    for line in rules_in_full(found.definition):
        click.echo(line)


for command in (*tournament_tables.COMMANDS, *tournament_games.COMMANDS, *tournament_players.COMMANDS):
    tournament.add_command(command)
