"""`pause`: the clock of a game stands still until it is resumed."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.director.words import NUMBER, REASON, UNSAID, number_and_rest
from referee.commands.doors import Doors
from referee.deeds import timing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, reason = number_and_rest(asked.rest)
    timing.pause(desk, number, reason=reason or UNSAID, now=caller.now)
    return Answer(parts=(f"The clock of game {number} stands still.",))


COMMAND: Final = Command(
    name="pause",
    usage=("pause GAME", "pause GAME REASON"),
    summary="stop the clock of a game",
    help=(
        "Nobody is reminded and no turn is adjudicated until it is resumed; orders are kept. Players are told, with the"
        " reason."
    ),
    example="pause 17 Bob is in hospital",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}{REASON}",
    run=_run,
)
