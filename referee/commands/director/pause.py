"""`pause`: the clock of a game stands still until it is resumed."""

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
            return refusal(f"Say why; the players are told. As in pause event {event[0]} the holidays")
        Directing(desk).pause(event[0], reason=event[1], now=caller.now)
        return Answer(parts=(f"Event {event[0]} is paused; its games that go on do so.",))
    number, reason = number_and_rest(asked.rest)
    timing.pause(desk, number, reason=reason or UNSAID, now=caller.now)
    return Answer(parts=(f"The clock of game {number} stands still.",))


COMMAND: Final = Command(
    name="pause",
    usage=("pause GAME", "pause GAME REASON", "pause event EVENT REASON"),
    summary="stop the clock of a game, or let no game of an event start",
    help=(
        "Nobody is reminded and no turn is adjudicated until it is resumed; orders are kept. Players are told, with the"
        " reason."
    ),
    example="pause 17 Bob is in hospital",
    access=Access.DIRECTOR,
    shape=rf"(?:{NUMBER}|{EVENT}){REASON}",
    run=_run,
)
