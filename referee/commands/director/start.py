"""`start`: an event begins."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.director.words import EVENT, REASON, event_and_rest
from referee.commands.doors import Doors
from referee.mail.wording import counted
from referee.tournaments.directing import Directing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    event = event_and_rest(asked.rest)
    assert event is not None, "the shape has it"
    count = Directing(desk).start(event[0], now=caller.now, reason=event[1] or None)
    return Answer(parts=(f"Event {event[0]} has begun with {counted(count, 'game')}.",))


COMMAND: Final = Command(
    name="start",
    usage=("start event EVENT",),
    summary="let an event begin",
    help=("Its first games start, and everything goes by itself from then on."),
    example="start event 3",
    access=Access.DIRECTOR,
    shape=rf"{EVENT}{REASON}",
    run=_run,
)
