"""`close`: nobody joins an event any more."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.director.words import EVENT, REASON, event_and_rest
from referee.commands.doors import Doors
from referee.tournaments.directing import Directing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    event = event_and_rest(asked.rest)
    assert event is not None, "the shape has it"
    Directing(desk).close(event[0], now=caller.now, reason=event[1] or None)
    return Answer(parts=(f"Event {event[0]} is closed.",))


COMMAND: Final = Command(
    name="close",
    usage=("close event EVENT",),
    summary="let nobody join an event any more",
    help=("A ladder that is played takes no more challenges, and ends with its games."),
    example="close event 3",
    access=Access.DIRECTOR,
    shape=rf"{EVENT}{REASON}",
    run=_run,
)
