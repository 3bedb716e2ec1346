"""`leave`: a player does not play in an event any more."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.events_meant import CALLED, NAMED, NUMBER, event_meant
from referee.store import tournaments
from referee.tournaments.book import book_of
from referee.tournaments.entering import Entering, Fault


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    if not asked.rest:
        return refusal("Say which event you leave, as in leave 3.")
    mine = tournaments.of_player(desk.store, caller.player.id)
    found = event_meant(desk, caller, asked.rest, verb="leave", could_be=mine)
    if isinstance(found, Answer):
        return found
    entry = book_of(desk.store, found).entry_of(caller.player.id)
    if entry is None:
        return refusal(f"You do not play in {found.name}.")
    told = Entering(desk.store, desk.post, desk.adjudication).leave(found, entry.entrant.name, caller.now)
    return refusal(told.why) if isinstance(told, Fault) else Answer(parts=(told,))


COMMAND: Final = Command(
    name="leave",
    usage=("leave EVENT",),
    summary="leave an event",
    help=(
        "Before its first round you are simply out of it again. Later your open games of the event end with that, and"
        " what you have played counts or not, as the event says; you cannot come back. To give up a single game write"
        " resign instead."
    ),
    example="leave 3",
    access=Access.CHANGES,
    shape=rf"(?:{NUMBER}|{CALLED})?",
    alone=NAMED,
    run=_run,
)
