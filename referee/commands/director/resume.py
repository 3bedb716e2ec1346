"""`resume`: a game that is paused or held goes on."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import EVENT, NUMBER, REASON, UNSAID, event_and_rest, number_and_rest
from referee.commands.doors import Doors
from referee.deeds import timing
from referee.tournaments.directing import Directing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    event = event_and_rest(asked.rest)
    if event is not None:
        if not event[1]:
            return refusal(f"Say why; the players are told. As in resume event {event[0]} all is put right")
        Directing(desk).resume(event[0], reason=event[1], now=caller.now)
        return Answer(parts=(f"Event {event[0]} goes on.",))
    number, reason = number_and_rest(asked.rest)
    timing.resume(desk, number, reason=reason or UNSAID, now=caller.now)
    return Answer(parts=(f"Game {number} goes on.",))


COMMAND: Final = Command(
    name="resume",
    usage=("resume GAME", "resume GAME REASON", "resume event EVENT REASON"),
    summary="let a game or an event go on that is paused or held",
    help=(
        "After a pause the rest of the time is left; a held game has the whole time of the turn again. Players are"
        " told."
    ),
    example="resume 17",
    access=Access.DIRECTOR,
    shape=rf"(?:{NUMBER}|{EVENT}){REASON}",
    run=_run,
)
