"""`adjudicate`: the coming turn of a game is adjudicated now."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.director.words import NUMBER, REASON, number_and_rest
from referee.commands.doors import Doors
from referee.deeds import turns
from referee.store.games import GameState


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, reason = number_and_rest(asked.rest)
    game = turns.adjudicate(desk, number, reason=reason or None, now=caller.now)
    now = f"it waits for turn {game.duel.next_turn}" if game.state is GameState.RUNNING else f"it is {game.state}"
    return Answer(parts=(f"Turn {game.duel.turn} of game {number} is adjudicated; {now}.",))


COMMAND: Final = Command(
    name="adjudicate",
    usage=("adjudicate GAME", "adjudicate GAME REASON"),
    summary="adjudicate the coming turn now, with what is held",
    help=(
        "Before the deadline whoever has no orders rests, and that is not counted as silence. After it the terms of the"
        " game say what happens."
    ),
    example="adjudicate 17",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}{REASON}",
    run=_run,
)
