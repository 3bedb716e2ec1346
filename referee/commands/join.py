"""`join`: a player comes into an event, and says how many games he plays at a time."""

import re
from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.events_meant import CALLED, NUMBER, event_meant
from referee.store import tournaments
from referee.store.tournaments import TournamentState
from referee.tournaments.entering import Entering, Fault

_AT_ONCE: Final = re.compile(
    r"(?:\bwith |\bfor )?(?:\bat most )?\b([0-9]{1,3}) games?(?: at (?:a time|once))?$", re.IGNORECASE
)
_SHAPE: Final = (
    rf"(?:{NUMBER}|{CALLED})?(?:,? *(?:with |for )?(?:at most )?[0-9]{{1,3}} games?(?: at (?:a time|once))?)?"
)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    player = caller.player
    assert player is not None, "only players get here"
    if player.name is None:
        return refusal("You need a name to play under. Write register and the name first.")
    words = " ".join(asked.rest.split())
    wish = _AT_ONCE.search(words)
    said, count = (words[: wish.start()], wish[1]) if wish is not None else (words, None)
    open_ones = tournaments.listing(desk.store, (TournamentState.OPEN,))
    found = event_meant(desk, caller, said.strip(" ,"), verb="join", could_be=open_ones)
    if isinstance(found, Answer):
        return found
    entering = Entering(desk.store, desk.post, desk.adjudication)
    told = entering.join(found, player, caller.now, at_once=int(count) if count is not None else None)
    return refusal(told.why) if isinstance(told, Fault) else Answer(parts=(told,))


COMMAND: Final = Command(
    name="join",
    usage=("join EVENT", "join EVENT with 2 games"),
    summary="play in an event",
    help=(
        "You play in the event of that number (or write the word event and its name). Say how many games you can play"
        " at a time if it is not what the event says; no more are begun for you, and those of other events count too."
        " Write it again to change the number."
    ),
    example="join 3 with 2 games",
    access=Access.CHANGES,
    shape=_SHAPE,
    run=_run,
)
