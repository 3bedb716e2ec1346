"""`referee game ...`: turns are looked into, adjudicated, taken back and adjudicated again."""

from pathlib import Path

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.known import GAME
from referee.cli.listing import print_json, print_table
from referee.cli.settings import change_options, changing, config_option, desk, fail, json_option, told
from referee.deeds import rollback as rollbacks
from referee.deeds import turns as deeds
from referee.deeds.refusal import found
from referee.deeds.turns import Held
from referee.store.games import Game, GameState
from referee.store.verification import verify_game


@click.command(
    epilog=example(
        "referee game orders 7", 'referee game orders 7 --reveal --reason "Bob says that his mail was misread"'
    )
)
@click.argument("number", type=GAME)
@click.option("--reveal", is_flag=True, help="Show what is ordered too.")
@json_option
@change_options()
def orders(*, number: int, reveal: bool, as_json: bool, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Show whose orders for the coming turn of game NUMBER are in. They stay sealed.

    With --reveal they are shown, and that they were is kept for ever.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        held = deeds.held(table.doors, number, reveal=reveal and not dry_run, reason=reason, now=clock.now())
    if as_json:
        print_json([_facts(each) for each in held])
        return
    print_table(
        ("WIZARD", "ORDERS", "CAME", "MAIL"),
        [(h.wizard, h.state, f"{h.received_at:%F %R}Z" if h.received_at else None, h.letter) for h in held],
        empty="No wizards.",
    )
    for each in held:
        for line in each.written or ():
            click.echo(f"{each.wizard}: {line}")
    if reveal and dry_run:
        told("the orders would be shown.", dry_run=True)


@click.command(epilog=example('referee game adjudicate 7 --reason "all agree"'))
@click.argument("number", type=GAME)
@change_options()
def adjudicate(number: int, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Adjudicate the coming turn of game NUMBER now, with what is held; its players get their reports.

    Before the deadline whoever has no orders rests, and that is not counted as silence. After it the terms of the game
    say what happens.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        game = deeds.adjudicate(table.doors, number, reason=reason, now=clock.now())
    told(f"{_standing(game)}; its players have the reports.", dry_run=dry_run)


@click.command(
    epilog=example(
        'referee game rollback 7 --to 5 --reason "an order was misread" --dry-run',
        'referee game rollback 7 --to 5 --drop-orders --reason "they begin anew there"',
    )
)
@click.argument("number", type=GAME)
@click.option("--to", "turn", type=int, required=True, metavar="TURN", help="The turn that is to be played again.")
@click.option(
    "--keep-orders/--drop-orders",
    "keep",
    default=True,
    show_default=True,
    help="Keep the orders as drafts, or forget them.",
)
@change_options(why="Why; the players are told.", required=True)
def rollback(*, number: int, turn: int, keep: bool, reason: str, dry_run: bool, config_path: Path) -> None:
    """Take back the turns of game NUMBER from TURN on, so that TURN is played again; a game that is over goes on.

    What followed is taken back with them: the clock, reminders, silent turns, resignations, the result and what it did
    to ratings. Nothing is deleted: the old turns stay as void. Each player gets one mail that says what is owed now.
    Orders that are kept count once their player says so, or all at once with `referee game forward`.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        game = rollbacks.roll_back(table.doors, number, turn, keep=keep, reason=reason, now=clock.now())
    told(f"Game {number} waits for turn {game.duel.next_turn} again; its players are told.", dry_run=dry_run)


@click.command(epilog=example('referee game forward 7 --to 8 --reason "only turn 8 was wrong"'))
@click.argument("number", type=GAME)
@click.option("--to", "turn", type=int, metavar="TURN", help="Stop before that turn.  [default: as far as it was]")
@change_options()
def forward(number: int, turn: int | None, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Adjudicate again what was taken back of game NUMBER, with the orders that were kept or came since.

    Who has no orders is silent, as the terms of the game have it.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        game = rollbacks.forward(table.doors, number, to=turn, reason=reason, now=clock.now())
    told(f"{_standing(game)}; its players have the reports.", dry_run=dry_run)


@click.command(epilog=example("referee game verify 7"))
@click.argument("number", type=GAME)
@json_option
@config_option
def verify(number: int, as_json: bool, config_path: Path) -> None:
    """Replay the turns of game NUMBER and compare them with what is stored; void ones must be readable."""
    with desk(config_path) as table:
        found(table.store, number)
        checked = verify_game(table.store, number)
    if as_json:
        print_json({"turns": checked.turns, "faults": [{"where": f.where, "what": f.what} for f in checked.faults]})
    for fault in checked.faults:
        click.echo(f"referee: {fault.where}: {fault.what}; {fault.to_do}", err=True)
    if checked.faults:
        fail(f"game {number} is not as it was stored")
    if not as_json:
        click.echo(f"All turns of game {number} replay; {checked.turns} were looked at, void ones counted.")


def _standing(game: Game) -> str:
    if game.state is not GameState.RUNNING:
        return f"Game {game.id} is {game.state}"
    return f"Game {game.id} waits for turn {game.duel.next_turn}"


def _facts(held: Held) -> dict[str, object]:
    return {
        "wizard": held.wizard,
        "orders": held.state,
        "received_at": held.received_at.isoformat() if held.received_at else None,
        "mail": held.letter,
        "written": list(held.written) if held.written is not None else None,
        "as_adjudicated": list(held.orders) if held.orders is not None else None,
    }
