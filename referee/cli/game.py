"""`referee game ...`: games are started, looked at and ended."""

from pathlib import Path
from typing import Any

import click
import msgspec

from engine.clauses import Orders
from engine.language import canonical_text
from engine.setup_writing import Untellable
from referee import archive, clock, play
from referee.cli.examples import example
from referee.cli.known import GAME
from referee.cli.listing import print_json, print_table
from referee.cli.settings import (
    by_option,
    change_options,
    changing,
    config_option,
    desk,
    fail,
    json_option,
    looking,
    mailbox_option,
    told,
)
from referee.deadlines.due import deadline
from referee.deadlines.wording import Reader, tell_deadline
from referee.deeds import ending
from referee.deeds.own import refuse_own
from referee.desk import Desk
from referee.mailboxes import MAIN
from referee.store import games, turns
from referee.store.games import GOING_ON, Game, GameState
from referee.store.turns import TurnRecord
from referee.terms import read_terms, text


@click.group()
def game() -> None:
    """Start, list, show, correct and end games."""


@game.command(
    epilog=example(
        "referee game start --wizard Ann=ann@example.net --wizard Bob=bob@example.com",
        "referee game start --wizard Ann=ann@example.net --wizard Bob=bob@example.com \\",
        '    --terms "3d weekdays, rated" --title "the final"',
    )
)
@click.option(
    "--wizard", "wizards", multiple=True, required=True, metavar="NAME=ADDRESS", help="A wizard and who plays it."
)
@click.option("--salt", help="What the dice are derived from; drawn at random when left out.")
@click.option("--terms", "said", help='The terms, as "3d weekdays, rated"; else those of [games] terms.')
@click.option("--rules", help="The rule set, before the one in the terms.")
@click.option("--title", help="A name for the game, for subjects and reports.")
@mailbox_option("it")
@change_options()
def start(
    *,
    wizards: tuple[str, ...],
    salt: str | None,
    said: str | None,
    rules: str | None,
    title: str | None,
    mailbox: str,
    reason: str | None,
    dry_run: bool,
    config_path: Path,
) -> None:
    """Start a game: give --wizard NAME=ADDRESS for each seat, two to twelve of them, in the order of seats.

    Every player is mailed an invitation by the running daemon.
    """
    seats = []
    for each in wizards:
        name, equals, address = each.partition("=")
        if not equals or not name.strip() or not address.strip():
            raise click.BadParameter(f"{each!r} is not NAME=ADDRESS", param_hint="--wizard")
        seats.append((name.strip(), address.strip()))
    with changing(config_path, dry_run=dry_run) as table:
        terms = read_terms(said, base=table.terms) if said is not None else None
        if isinstance(terms, tuple):
            raise click.BadParameter("; ".join(each.brief() for each in terms), param_hint="--terms")
        number = table.start_game(
            seats, now=clock.now(), salt=salt, terms=terms, rules=rules, title=title, mailbox=mailbox, reason=reason
        )
    told(f"Game {number} has begun; the invitations are queued.", dry_run=dry_run)


@game.command("list", epilog=example("referee game list --all", "referee game list --json"))
@json_option
@click.option("--all", "every", is_flag=True, help="Ended games too.")
@config_option
def list_games(as_json: bool, every: bool, config_path: Path) -> None:
    """List the games that run, are paused or held, and whom each waits for."""
    states = tuple(GameState) if every else GOING_ON
    with desk(config_path) as table:
        facts = [_facts(table, each) for each in games.listing(table.store, states)]
    if as_json:
        print_json(facts)
        return
    print_table(
        ("GAME", "STATE", "TURN", "TITLE", "WAITS FOR"),
        [(each["game"], _state(each), each["turn"], each["title"], ", ".join(each["owing"])) for each in facts],
        empty="No games.",
    )


@game.command(epilog=example("referee game show 7", "referee game show 7 --turns"))
@click.argument("number", type=GAME)
@click.option("--turns", "line", is_flag=True, help="All turns that were adjudicated, also those that are void.")
@json_option
@config_option
def show(number: int, line: bool, as_json: bool, config_path: Path) -> None:
    """Show how game NUMBER stands. Orders for the coming turn stay sealed."""
    with looking(config_path) as table:
        facts = _whole(table, _found(table, number))
        if line:
            facts["line"] = [_turn(record) for record in turns.line(table.store, number)]
    if as_json:
        print_json(facts)
        return
    click.echo(f"Game {facts['game']}, {facts['title']}: {facts['state']}, turn {facts['turn']} {facts['part']}")
    click.echo(f"  on these terms: {facts['terms']}")
    if facts["mailbox"] != MAIN:
        click.echo(f"  at the mailbox {facts['mailbox']}")
    for sentence in facts["why_due"]:
        click.echo(f"  {sentence}")
    if facts["paused_at"]:
        since = f"{facts['paused_at']:.16}Z".replace("T", " ")
        click.echo(f"  But since {since} the clock stands still until `referee game resume {number}`.")
    if facts["reason"]:
        click.echo(f"  because: {facts['reason']}")
    for wizard in facts["wizards"]:
        owes = ", owes orders" if wizard["owes"] else ""
        click.echo(
            f"  {wizard['wizard']} ({wizard['address']}): {wizard['state']}, {wizard['hit_points']} hit points{owes}"
        )
    for monster in facts["monsters"]:
        click.echo(f"  {monster['name']} of {monster['controller'] or 'nobody'}: {monster['hit_points']} hit points")
    if facts["result"]:
        click.echo(f"  {facts['result']}")
    for turn in facts.get("line", ()):
        void = f", void since {turn['voided_at']:.16}" if turn["voided_at"] else ""
        click.echo(f"  turn {turn['turn']} {turn['part']}, adjudicated {turn['adjudicated_at']:.16}{void}")
        for wizard, lines in turn["orders"].items():
            click.echo(f"    {wizard}: {'; '.join(lines)}")


@game.command(epilog=example('referee game abort 7 --reason "both have lost interest"'))
@click.argument("number", type=GAME)
@change_options(why="Why; the players are told.", required=True)
def abort(number: int, reason: str, dry_run: bool, config_path: Path) -> None:
    """End game NUMBER for good without a winner, and mail the players why."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        ending.abort(table.doors, number, reason=reason, now=clock.now())
    told(f"Game {number} is aborted; the players' mails are queued.", dry_run=dry_run)


@game.command(epilog=example("referee game export 7 --to game-7.duel"))
@click.argument("number", type=GAME)
@click.option("--to", "target", type=click.Path(path_type=Path, dir_okay=False), help="A new file to write it to.")
@by_option
@config_option
def export(number: int, target: Path | None, config_path: Path) -> None:
    """Write game NUMBER as a transcript, which `referee adjudicate` plays again.

    All orders, dice and the salt stand in it: of a running game it is for the director alone.
    """
    with looking(config_path) as table:
        found = _found(table, number)
        if found.state in GOING_ON:
            refuse_own(table.doors, number)
        try:
            export = archive.written(table.store, found)
        except Untellable as error:
            fail(f"game {number} cannot be written as a transcript: {error}")
    if found.state in GOING_ON:
        click.echo(f"referee: game {number} goes on: this gives away all orders and the salt; keep it", err=True)
    if export.differs is not None:
        click.echo(f"referee: the transcript does not play as the game went: {export.differs}", err=True)
    if target is None:
        click.echo(export.text, nl=False)
        return
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(export.text)
    except OSError as error:
        fail(f"{target} cannot be written: {error.strerror}")
    click.echo(f"Game {number} is written to {target}.")


def _found(table: Desk, number: int) -> Game:
    found = games.load(table.store, number)
    if found is None:
        fail(f"there is no game {number}; `referee game list --all` shows all")
    return found


def _state(facts: dict[str, Any]) -> str:
    return f"paused since {facts['paused_at']:.10}" if facts["paused_at"] else str(facts["state"])


def _facts(table: Desk, each: Game) -> dict[str, Any]:
    waiting = each.state in GOING_ON
    stopped = table.post.clocks.paused_at(each, clock.now())
    return {
        "game": each.id,
        "title": each.title or " v ".join(seat.wizard for seat in each.seats),
        "state": each.state.value,
        "paused_at": stopped.isoformat() if stopped else None,
        "reason": each.reason,
        "mailbox": each.mailbox,
        "rules": each.duel.rules,
        "terms": text(each.terms),
        "turn": each.duel.next_turn if waiting else each.duel.turn,
        "part": each.duel.next_part.value if waiting else each.duel.part.value,
        "owing": list(play.owing(table.store, each)) if waiting else [],
        "created_at": each.created_at.isoformat(),
        "ended_at": each.ended_at.isoformat() if each.ended_at else None,
        "ending": each.ending.value if each.ending else None,
    }


def _turn(record: TurnRecord) -> dict[str, Any]:
    return {
        "turn": record.turn,
        "part": record.part.value,
        "adjudicated_at": record.adjudicated_at.isoformat(),
        "voided_at": record.voided_at.isoformat() if record.voided_at else None,
        "orders": {orders.wizard: _written(orders) for orders in record.orders},
    }


def _written(orders: Orders) -> list[str]:
    """Orders as they were accepted, without `then` where there was one pair of gestures."""
    clauses = orders.clauses
    if all(clause.half != 1 for clause in clauses):
        clauses = tuple(msgspec.structs.replace(clause, half=None) for clause in clauses)
    return canonical_text(clauses).splitlines()


def _whole(table: Desk, each: Game) -> dict[str, Any]:
    facts = _facts(table, each)
    result = each.duel.result
    seats = {seat.wizard: seat for seat in each.seats}
    facts["wizards"] = [
        {
            "wizard": wizard.name,
            "address": seats[wizard.name].address,
            "state": wizard.state.value,
            "hit_points": wizard.hit_points,
            "owes": wizard.name in facts["owing"],
        }
        for wizard in each.duel.wizards
    ]
    facts["monsters"] = [
        {"name": m.name, "kind": m.kind.value, "controller": m.controller, "hit_points": m.hit_points}
        for m in each.duel.monsters
        if m.alive
    ]
    facts |= {"due": None, "why_due": []}
    if each.state is GameState.RUNNING:
        now = clock.now()
        state = table.post.clocks.state(each, now)
        names = {seat.number: seat.wizard for seat in each.seats}
        facts["due"] = deadline(state).isoformat()
        facts["why_due"] = list(tell_deadline(state, Reader(zone="UTC", now=now), names))
    facts["turns"] = len(turns.records(table.store, each.id))
    facts["result"] = None if result is None else f"{result.winner or 'nobody'} won on turn {result.turn}"
    return facts
