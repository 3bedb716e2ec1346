"""`void`: a game is struck from its event."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import NUMBER, REASON, number_and_rest
from referee.commands.doors import Doors
from referee.tournaments.deciding import Deciding


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, why = number_and_rest(asked.rest)
    if not why:
        return refusal(f"Say why; the players are told. As in void {number} it rests on a result that was taken back")
    Deciding(desk).void(number, now=caller.now, reason=why)
    return Answer(parts=(f"Game {number} is struck from its event.",))


COMMAND: Final = Command(
    name="void",
    usage=("void GAME REASON",),
    summary="strike a game from its event, as if it had never been paired",
    help=("For games that rest on results that were taken back. The players are told, with the reason."),
    example="void 17 it rests on a result that was taken back",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}{REASON}",
    run=_run,
)
