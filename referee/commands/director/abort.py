"""`abort`: a game is ended without a winner."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import NUMBER, REASON, number_and_rest
from referee.commands.doors import Doors
from referee.deeds import ending


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, reason = number_and_rest(asked.rest)
    if not reason:
        return refusal(f"Say why; the players are told. As in abort {number} Bob has moved to the moon")
    ending.abort(desk, number, reason=reason, now=caller.now)
    return Answer(parts=(f"Game {number} is aborted; its players are told.",))


COMMAND: Final = Command(
    name="abort",
    usage=("abort GAME REASON",),
    summary="end a game for good without a winner",
    help="Players are told, with the reason.",
    example="abort 17 Bob has moved to the moon",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}{REASON}",
    run=_run,
)
