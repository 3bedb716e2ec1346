"""`referee tournament ...`: games of events are decided, forfeited, voided and paired anew."""

from pathlib import Path
from typing import Final

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.known import EVENT, GAME, PLAYER
from referee.cli.settings import change_options, changing, told
from referee.tournaments.deciding import Deciding

_TOLD: Final = "Why; the players are told."


@click.command(
    epilog=example(
        'referee tournament adjudicate 17 --reason "its time is over" --dry-run',
        'referee tournament adjudicate 17 --result Ann --reason "her troll was about to win"',
    )
)
@click.argument("game", type=GAME)
@click.option("--result", help="The name of the winner, draw, or void.  [default: as the game stands]")
@change_options(why=_TOLD, required=True)
def adjudicate(*, game: int, result: str | None, reason: str, dry_run: bool, config_path: Path) -> None:
    """Say how GAME of an event is to be decided; --dry-run shows what it would be as it stands.

    Hit points of each wizard and of the monsters that obey him are added up. The players are mailed the reason, and can
    appeal for as long as the event says; then it stands. After an appeal the decision is final at once.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        done = Deciding(table.doors).adjudicate(game, result, now=clock.now(), reason=reason)
    told(done, dry_run=dry_run)


@click.command(epilog=example('referee tournament forfeit 17 Bob --reason "Bob has left"'))
@click.argument("game", type=GAME)
@click.argument("player", type=PLAYER)
@change_options(why=_TOLD, required=True)
def forfeit(*, game: int, player: str, reason: str, dry_run: bool, config_path: Path) -> None:
    """PLAYER does not play GAME any more: it ends at once, and the opponent has a walkover."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        done = Deciding(table.doors).forfeit(game, player, now=clock.now(), reason=reason)
    told(done, dry_run=dry_run)


@click.command(epilog=example('referee tournament void 17 --reason "the round was paired wrongly"'))
@click.argument("game", type=GAME)
@change_options(why=_TOLD, required=True)
def void(*, game: int, reason: str, dry_run: bool, config_path: Path) -> None:
    """Strike GAME from its event as if it had never been paired, as results it rested on were taken back."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        Deciding(table.doors).void(game, now=clock.now(), reason=reason)
    told(f"Game {game} is struck from its event.", dry_run=dry_run)


@click.command(epilog=example('referee tournament swap 1 Ann Cyd --reason "Ann and Bob are sisters"'))
@click.argument("event", type=EVENT)
@click.argument("first", type=PLAYER)
@click.argument("second", type=PLAYER)
@change_options(why=_TOLD, required=True)
def swap(*, event: int, first: str, second: str, reason: str, dry_run: bool, config_path: Path) -> None:
    """Let FIRST and SECOND change places in the newest round of EVENT, before a turn of their games was played."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        done = Deciding(table.doors).swap(event, first, second, now=clock.now(), reason=reason)
    told(done, dry_run=dry_run)


COMMANDS: Final = (adjudicate, forfeit, void, swap)
