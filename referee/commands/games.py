"""`games`: the games of a player that go on, and those that he watches."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.commands.games_meant import game_row, my_games
from referee.mail.answers import Piece
from referee.store import games, table_talk
from referee.store.games import GOING_ON


def _run(desk: Doors, caller: Caller, _: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    mine = my_games(desk, caller)
    found = [games.load(desk.store, number) for number in table_talk.watched(desk.store, caller.player.id)]
    watched = [game for game in found if game is not None and game.state in GOING_ON]
    parts: list[Piece] = []
    if mine:
        parts += ["You play in these:", tuple(row for game in mine for row in game_row(desk, caller, game))]
    else:
        parts.append(
            "You have no game that goes on. Write challenges to see who looks for an opponent, or open to offer a game."
        )
    if watched:
        parts += ["You watch these:", tuple(row for game in watched for row in game_row(desk, caller, game))]
    return Answer(parts=tuple(parts))


COMMAND: Final = Command(
    name="games",
    usage=("games",),
    summary="list your games, and what they wait for",
    help=(
        "Lists the games that you play and those that you watch, each with its number, the turn that is being waited"
        " for, whose orders are owed, and when yours are due."
    ),
    example="games",
    access=Access.READS,
    shape="",
    run=_run,
)
