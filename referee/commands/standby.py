"""`standby`: a player would take over seats that others leave."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.store import players


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    if asked.rest.lower() == "off":
        players.set_standby(desk.store, caller.player.id, None)
        return Answer(parts=("You will not be offered seats that others leave.",))
    if caller.player.standby_at is None:
        players.set_standby(desk.store, caller.player.id, caller.now)
    return Answer(
        parts=(
            "You are on standby: when somebody leaves a game that allows it, the seat is offered to you, the longest"
            " waiting first. You can accept or decline each time. Write standby off to end it.",
        )
    )


COMMAND: Final = Command(
    name="standby",
    usage=("standby on", "standby off"),
    summary="be offered seats that others leave",
    help=(
        "When a player falls silent in a game whose terms say so, his seat is offered to those on standby. Who accepts"
        " gets the history of the game and a fresh clock. Nothing is taken over without your word."
    ),
    example="standby on",
    access=Access.CHANGES,
    shape="(?:on|off)?",
    run=_run,
)
