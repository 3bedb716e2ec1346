"""`forfeit`: a player does not play a game of an event any more."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import NUMBER, REASON, number_and_rest, what_and_why
from referee.commands.doors import Doors
from referee.tournaments.deciding import Deciding


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number, rest = number_and_rest(asked.rest)
    name, why = what_and_why(rest)
    if not name or not why:
        return refusal(f"Say who, and why after a colon. As in forfeit {number} Bob: he does not answer any more")
    return Answer(parts=(Deciding(desk).forfeit(number, name, now=caller.now, reason=why),))


COMMAND: Final = Command(
    name="forfeit",
    usage=("forfeit GAME NAME: REASON",),
    summary="end a duel of an event at once, as NAME does not play it",
    help=("The opponent has a walkover. Both are told, with the reason."),
    example="forfeit 17 Bob: he does not answer any more",
    access=Access.DIRECTOR,
    shape=rf"{NUMBER}{REASON}",
    run=_run,
)
