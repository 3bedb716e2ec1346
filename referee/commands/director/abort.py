"""`abort`: a game is ended without a winner."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.director.words import EVENT, NUMBER, REASON, event_and_rest, number_and_rest
from referee.commands.doors import Doors
from referee.deeds import ending
from referee.tournaments.directing import Directing


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    event = event_and_rest(asked.rest)
    if event is not None:
        return _event(desk, *event, caller)
    number, reason = number_and_rest(asked.rest)
    if not reason:
        return refusal(f"Say why; the players are told. As in abort {number} Bob has moved to the moon")
    ending.abort(desk, number, reason=reason, now=caller.now)
    return Answer(parts=(f"Game {number} is aborted; its players are told.",))


def _event(desk: Doors, number: int, reason: str, caller: Caller) -> Answer:
    if not reason:
        return refusal(f"Say why; the players are told. As in abort event {number} too few are left")
    still = Directing(desk).abort(number, reason=reason, now=caller.now)
    return Answer(parts=(f"Event {number} is ended without a winner; games that were ended with it: {still}.",))


COMMAND: Final = Command(
    name="abort",
    usage=("abort GAME REASON", "abort event EVENT REASON"),
    summary="end a game or an event for good without a winner",
    help="Players are told, with the reason. Games of an event that go on are ended with it, and count for nothing.",
    example="abort 17 Bob has moved to the moon",
    access=Access.DIRECTOR,
    shape=rf"(?:{NUMBER}|{EVENT}){REASON}",
    run=_run,
)
