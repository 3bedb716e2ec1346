"""`pairings`: who plays whom in a round of an event, and why."""

import re
from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.events_meant import ANY, event_meant, mine_or_all
from referee.mail.answers import Piece
from referee.mail.wording import listed
from referee.tournaments.book import book_of
from referee.tournaments.telling import pieces_of, place_of

_ROUND: Final = re.compile(r"\b(?:round|season) ?#?([0-9]{1,4})$", re.IGNORECASE)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    words = " ".join(asked.rest.split())
    named = _ROUND.search(words)
    event = words[: named.start()].rstrip(" ,") if named is not None else words
    found = event_meant(desk, caller, event, verb="pairings", could_be=mine_or_all(desk, caller))
    if isinstance(found, Answer):
        return found
    book = book_of(desk.store, found)
    numbers = sorted({each.pairing.round for each in book.paired})
    if not numbers:
        return refusal(f"No round of {found.name} has begun.")
    wanted = int(named[1]) if named is not None else numbers[-1]
    if wanted not in numbers:
        return refusal(f"{found.name} has no round {wanted} so far; there is {listed(map(str, numbers))}.")
    games = [each for each in book.paired if each.pairing.round == wanted]
    told: list[Piece] = []
    for stage in dict.fromkeys(each.pairing.stage for each in games):
        of_stage = [each for each in games if each.pairing.stage == stage]
        told += [f"{found.name}, {place_of(found.definition, of_stage[0].pairing)}:", pieces_of(of_stage)]
    mine = book.entry_of(caller.player.id)
    name = mine.entrant.name if mine is not None else None
    told += [each.pairing.reason for each in games if name in each.pairing.players and each.pairing.reason]
    return Answer(parts=tuple(told))


COMMAND: Final = Command(
    name="pairings",
    usage=("pairings EVENT", "pairings EVENT round 2"),
    summary="see who plays whom in an event",
    help=(
        "The games of the newest round of an event, or of the round that you name, with their numbers and what came of"
        " them; and why you were paired as you were."
    ),
    example="pairings 3 round 2",
    access=Access.READS,
    shape=rf"{ANY}?",
    run=_run,
)
