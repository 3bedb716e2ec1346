"""`mute`: a player wants no mails but those that he has to have."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.store import players


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    if asked.rest.lower() == "off":
        players.set_muted(desk.store, caller.player.id, None)
        return Answer(parts=("You get all mails again.",))
    players.set_muted(desk.store, caller.player.id, caller.now)
    return Answer(
        parts=(
            "From now on you only get mails that ask for your orders, report your turns, or answer you: no reports of"
            " games that you watch, and no announcements. Write mute off to have them again.",
        )
    )


COMMAND: Final = Command(
    name="mute",
    usage=("mute", "mute off"),
    summary="get only the mails that you must have",
    help=(
        "Keeps away reports of games that you watch, challenges that are open to all, and announcements. What asks for"
        " your orders, reports your own turns or answers you still comes: a game cannot be played without."
    ),
    example="mute",
    access=Access.CHANGES,
    shape="(?:on|off)?",
    run=_run,
)
