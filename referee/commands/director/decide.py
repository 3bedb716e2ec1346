"""`decide`: how a game of an event is to be decided."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import NUMBER, REASON, number_and_rest, what_and_why
from referee.commands.doors import Doors
from referee.tournaments.deciding import Deciding

AS_IT_STANDS: Final = "as it stands"


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, rest = number_and_rest(asked.rest)
    what, why = what_and_why(rest)
    if not what or not why:
        return refusal(
            "Say what comes of it, and why after a colon; the players are told. As in one of these:",
            (
                f"decide {number} Bob: the troll would have won",
                f"decide {number} draw: nobody could win any more",
                f"decide {number} void: it was paired in error",
                f"decide {number} as it stands: nobody answers",
            ),
        )
    said = None if " ".join(what.casefold().split()) == AS_IT_STANDS else what
    return Answer(parts=(Deciding(desk).adjudicate(number, said, now=caller.now, reason=why),))


COMMAND: Final = Command(
    name="decide",
    usage=("decide GAME NAME: REASON", "decide GAME draw: REASON", "decide GAME as it stands: REASON"),
    summary="say how a game of an event is to be decided",
    help=(
        "NAME has won it; or it is a draw, or void; or hit points decide, as it stands. Players are told, with the"
        " reason, and can appeal as long as the event says. After an appeal it is final at once."
    ),
    example="decide 17 Bob: the troll would have won",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}{REASON}",
    run=_run,
)
