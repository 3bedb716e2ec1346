"""`standings`: how an event stands."""

from typing import Final

from engine.tournament.tables import as_text, crosstables
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.commands.events_meant import ANY, event_meant, mine_or_all
from referee.mail.answers import Piece, rows_of
from referee.store.tournaments import BEFORE, Tournament
from referee.tournaments.book import book_of
from referee.tournaments.tables import standings
from referee.tournaments.wording import told_state


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    found = event_meant(desk, caller, asked.rest, verb="standings", could_be=mine_or_all(desk, caller))
    return found if isinstance(found, Answer) else Answer(parts=tables(desk, found))


def tables(desk: Doors, found: Tournament) -> tuple[Piece, ...]:
    """The table of an event, and who met whom."""
    book = book_of(desk.store, found)
    head = f"{found.name}, event {found.id}, is {told_state(found)}."
    if not book.entries:
        return (head, "Nobody has joined it yet.")
    if found.state in BEFORE:
        return (head, "These have joined:", tuple(each.entrant.name for each in book.here))
    event, games = book.event, book.games
    parts: list[Piece] = [head, rows_of(as_text(standings(desk.store, book)))]
    return (*parts, *(rows_of(as_text(grid)) for grid in (crosstables(event, games) if games else ())))


COMMAND: Final = Command(
    name="standings",
    usage=("standings EVENT",),
    summary="see how an event stands",
    help=(
        "The table of the event: places, points and what tells those apart who have as many; how many of each player's"
        " orders come in time; and who met whom. In a ladder the rungs from the top."
    ),
    example="standings 3",
    access=Access.READS,
    shape=rf"{ANY}?",
    run=_run,
)
