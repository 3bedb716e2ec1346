"""`remove`: a player is taken out of an event."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import EVENT, REASON, event_and_rest, what_and_why
from referee.commands.doors import Doors
from referee.tournaments.directing import Directing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    event = event_and_rest(asked.rest)
    assert event is not None, "the shape has it"
    name, why = what_and_why(event[1])
    if not name or not why:
        return refusal(f"Say whom, and why after a colon. As in remove event {event[0]} Bob: he asked for it")
    return Answer(parts=(Directing(desk).withdraw(event[0], name, now=caller.now, reason=why),))


COMMAND: Final = Command(
    name="remove",
    usage=("remove event EVENT NAME: REASON",),
    summary="take a player out of an event",
    help=("What becomes of his games is as the event has it. He is told, with the reason."),
    example="remove event 3 Bob: he asked for it",
    access=Access.DIRECTOR,
    shape=rf"{EVENT}{REASON}",
    run=_run,
)
