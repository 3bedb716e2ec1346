"""`tournaments`: which events there are, and what one is played by."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.commands.events_meant import ANY, TOLD, event_meant, event_row
from referee.mail.answers import Piece
from referee.mail.wording import listed
from referee.store import tournaments
from referee.store.tournaments import Tournament, TournamentState
from referee.tournaments.book import book_of
from referee.tournaments.wording import rules_in_full, told_state

OVER_SHOWN_MAX: Final = 10


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    if asked.rest:
        found = event_meant(desk, caller, asked.rest, verb="tournaments", could_be=())
        return found if isinstance(found, Answer) else _one(desk, found)
    every = tournaments.listing(desk.store, TOLD)
    over = [each for each in every if each.state in (TournamentState.OVER, TournamentState.ABORTED)]
    parts: list[Piece] = []
    for head, some in (
        ("You can join these; write join and the number:", _of(every, TournamentState.OPEN)),
        ("These begin soon or are being played; write standings and the number:", _others(every)),
        ("These are over:", over[-OVER_SHOWN_MAX:]),
    ):
        if some:
            parts += [head, tuple(row for each in some for row in event_row(each))]
    if not parts:
        return Answer(parts=("There are no events at present.",))
    return Answer(parts=(*parts, "Write tournaments and a number to read what that event is played by."))


def _of(every: list[Tournament], state: TournamentState) -> list[Tournament]:
    return [each for each in every if each.state is state]


def _others(every: list[Tournament]) -> list[Tournament]:
    ends = (TournamentState.OPEN, TournamentState.OVER, TournamentState.ABORTED)
    return [each for each in every if each.state not in ends]


def _one(desk: Doors, found: Tournament) -> Answer:
    here = [each.entrant.name for each in book_of(desk.store, found).here]
    who = f"Who plays ({len(here)}): {listed(here)}." if here else "Nobody has joined it yet."
    return Answer(
        parts=(f"{found.name}, event {found.id}, is {told_state(found)}.", *rules_in_full(found.definition), who)
    )


COMMAND: Final = Command(
    name="tournaments",
    usage=("tournaments", "tournaments EVENT"),
    summary="list the events, or read what one is played by",
    help=(
        "Lists the events that you can join, that are being played, and that were. With the number or the name of one:"
        " what it is played by, and who plays in it."
    ),
    example="tournaments",
    access=Access.READS,
    shape=rf"{ANY}?",
    run=_run,
)
