"""`extend`: the coming turn of a game has more time."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import NUMBER, REASON, UNSAID, number_and_rest
from referee.commands.doors import Doors
from referee.deeds import timing
from referee.times.durations import read_duration


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, rest = number_and_rest(asked.rest)
    said, _, reason = rest.partition(" ")
    span = read_duration(said.rstrip(",:"))
    if not span:
        return refusal(f"{said} is no span of time such as 2d or 36h.")
    said = timing.extend(desk, number, span, reason=reason.strip() or UNSAID, now=caller.now)
    return Answer(parts=(said,))


COMMAND: Final = Command(
    name="extend",
    usage=("extend GAME TIME", "extend GAME TIME REASON"),
    summary="give the coming turn of a game more time",
    help="Players are told, with the reason.",
    example="extend 17 2d the mail was down",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}[,:]? [0-9]\S{{0,20}}{REASON}",
    run=_run,
)
