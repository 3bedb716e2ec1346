"""`join`: a player comes into an event, and says how many games he plays at a time."""

import re
from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.events_meant import CALLED, NAMED, NUMBER, called, event_meant
from referee.store import tournaments
from referee.store.tournaments import TournamentState
from referee.times.numerals import IN_WORDS
from referee.tournaments.entering import Entering, Fault

_IN_WORDS: Final = IN_WORDS[1:]  # one to twelve
_GAMES: Final = rf"({'|'.join(('[0-9]{1,3}', *_IN_WORDS))}) games?(?: at (?:a time|once))?"
_AT_ONCE: Final = re.compile(rf"(?:\bwith |\bfor )?(?:\bat most )?\b{_GAMES}$", re.IGNORECASE)
_MORE: Final = rf"(?:,? *(?:with |for )?(?:at most )?{_GAMES})?"


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    player = caller.player
    assert player is not None, "only players get here"
    if player.name is None:
        return refusal("You need a name to play under. Write register and the name first.")
    words = " ".join(asked.rest.split())
    wish = _AT_ONCE.search(words) if called(desk, words) is None else None
    said, at_once = (words[: wish.start()], _number(wish[1])) if wish is not None else (words, None)
    open_ones = tournaments.listing(desk.store, (TournamentState.OPEN,))
    found = event_meant(desk, caller, said.strip(" ,"), verb="join", could_be=open_ones)
    if isinstance(found, Answer):
        return found
    entering = Entering(desk.store, desk.post, desk.adjudication)
    told = entering.join(found, player, caller.now, at_once=at_once)
    return refusal(told.why) if isinstance(told, Fault) else Answer(parts=(told,))


def _number(said: str) -> int:
    return int(said) if said.isdigit() else 1 + _IN_WORDS.index(said.lower())


def example(desk: Doors) -> str:
    """What works at present: an event that can be joined."""
    there = tournaments.listing(desk.store, (TournamentState.OPEN,))
    return f"join {there[0].id} with 2 games" if there else "tournaments"


COMMAND: Final = Command(
    name="join",
    usage=("join EVENT", "join EVENT with 2 games"),
    summary="play in an event",
    help=(
        "You play in the event of that number or name (among orders with the word event before its name). Say how many"
        " games you can play at a time if it is not what the event says; no more are begun for you, and those of other"
        " events count too. Write it again to change the number."
    ),
    example="join 3 with 2 games",
    access=Access.CHANGES,
    shape=rf"(?:{NUMBER}|{CALLED})?{_MORE}",
    alone=rf"{NAMED}{_MORE}",
    run=_run,
)
