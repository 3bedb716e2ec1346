"""`resume`: a game that is paused or held goes on."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.director.words import NUMBER, REASON, UNSAID, number_and_rest
from referee.commands.doors import Doors
from referee.deeds import timing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, reason = number_and_rest(asked.rest)
    timing.resume(desk, number, reason=reason or UNSAID, now=caller.now)
    return Answer(parts=(f"Game {number} goes on.",))


COMMAND: Final = Command(
    name="resume",
    usage=("resume GAME", "resume GAME REASON"),
    summary="let a game go on that is paused or held",
    help=(
        "After a pause the rest of the time is left; a held game has the whole time of the turn again. Players are"
        " told."
    ),
    example="resume 17",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}{REASON}",
    run=_run,
)
