"""`end`: an event is over as it stands."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import EVENT, REASON, event_and_rest
from referee.commands.doors import Doors
from referee.tournaments.directing import Directing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    event = event_and_rest(asked.rest)
    assert event is not None, "the shape has it"
    if not event[1]:
        return refusal(f"Say why; the players are told. As in end event {event[0]} nobody can be paired any more")
    Directing(desk).end(event[0], now=caller.now, reason=event[1])
    return Answer(parts=(f"Event {event[0]} is over; the table is on its way to all who were in it.",))


COMMAND: Final = Command(
    name="end",
    usage=("end event EVENT REASON",),
    summary="declare an event over as it stands",
    help=("For an event that cannot go on. None of its games may be going on; the table as it stands is final."),
    example="end event 3 nobody can be paired any more",
    access=Access.DIRECTOR,
    shape=rf"{EVENT}{REASON}",
    run=_run,
)
