"""`climb`: a player on a ladder wants the place of one above him."""

import re
from typing import Final

from engine.tournament.terms import Ladder
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.events_meant import ANY, event_meant
from referee.commands.register import player_called
from referee.store import tournaments
from referee.store.tournaments import TournamentState
from referee.tournaments.book import book_of
from referee.tournaments.entering import Entering, Fault

_PARTS: Final = re.compile(r"(?:past |over )?(?P<name>.+?)(?: (?:in|on) (?P<event>.+))?", re.IGNORECASE | re.DOTALL)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    parts = _PARTS.fullmatch(asked.rest.strip())
    if parts is None:
        return refusal("Say whose place you want, as in climb past Merlyn in 3.")
    ladders = [
        each
        for each in tournaments.of_player(desk.store, caller.player.id)
        if isinstance(each.definition.format, Ladder) and each.state is TournamentState.RUNNING
    ]
    if not ladders and not parts["event"]:
        return refusal("You are on no ladder that is being played. Write tournaments to see which events there are.")
    found = event_meant(desk, caller, parts["event"] or "", verb="climb past Merlyn in", could_be=ladders)
    if isinstance(found, Answer):
        return found
    other = player_called(desk, parts["name"])
    if isinstance(other, Answer):
        return other
    book = book_of(desk.store, found)
    mine, theirs = book.entry_of(caller.player.id), book.entry_of(other.id)
    if mine is None or theirs is None:
        who = "You are" if mine is None else f"{other.name} is"
        return refusal(f"{who} not in {found.name}.")
    entering = Entering(desk.store, desk.post, desk.adjudication)
    told = entering.climb(found, mine.entrant.name, theirs.entrant.name, caller.now)
    return refusal(told.why) if isinstance(told, Fault) else Answer(parts=(told,))


COMMAND: Final = Command(
    name="climb",
    usage=("climb past NAME", "climb past NAME in EVENT"),
    summary="challenge somebody above you on a ladder",
    help=(
        "On a ladder: you challenge somebody who stands above you, as many places as the ladder allows, and take his"
        " place if you win. The game begins at once, on the terms of the ladder."
    ),
    example="climb past Merlyn in 3",
    access=Access.CHANGES,
    shape=rf"(?:past |over ){ANY}",
    run=_run,
)
