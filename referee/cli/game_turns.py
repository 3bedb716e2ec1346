"""`referee game ...`: turns are taken back, and adjudicated again."""

from pathlib import Path

import click

from referee import clock
from referee.cli.settings import change_options, changing, told
from referee.deeds import rollback as deeds
from referee.store.games import Game, GameState


@click.command()
@click.argument("number", type=int)
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
        found = deeds.roll_back(table.doors, number, turn, keep=keep, reason=reason, now=clock.now())
    told(f"Game {number} waits for turn {found.duel.next_turn} again; its players are told.", dry_run=dry_run)


@click.command()
@click.argument("number", type=int)
@click.option("--to", "turn", type=int, metavar="TURN", help="Stop before that turn.  [default: as far as it was]")
@change_options()
def forward(number: int, turn: int | None, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Adjudicate again what was taken back of game NUMBER, with the orders that were kept or came since.

    Who has no orders is silent, as the terms of the game have it.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        found = deeds.forward(table.doors, number, to=turn, reason=reason, now=clock.now())
    told(f"{_standing(found)}; its players have the reports.", dry_run=dry_run)


def _standing(game: Game) -> str:
    if game.state is not GameState.RUNNING:
        return f"Game {game.id} is {game.state}"
    return f"Game {game.id} waits for turn {game.duel.next_turn}"
