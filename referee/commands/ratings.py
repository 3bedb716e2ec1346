"""`ratings`: how strong players are, and how many of their orders come in time."""

from collections.abc import Sequence
from typing import Final

from engine.tournament.tables import Grid, as_text
from referee import rating_list, reliability
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.mail.answers import Piece, rows_of
from referee.rating_list import Line

SHOWN_MAX: Final = 100


def _run(desk: Doors, caller: Caller, _: Asked) -> Answer:
    parts: list[Piece] = []
    known = rating_list.known(desk.store, caller.now)
    for title, melees in (("Duels", False), ("Melees", True)):
        found = rating_list.ranked(known, melees=melees)
        if found:
            shown = rating_list.lines(desk.store, found[:SHOWN_MAX], melees=melees)
            parts.append(rows_of(as_text(_grid(title, shown))))
        if len(found) > SHOWN_MAX:
            parts.append(f"And {len(found) - SHOWN_MAX} more.")
    if not parts:
        return Answer(parts=("No rated game has ended so far.",))
    told = (
        "First stands whom the rating surely puts there: what it is at least, not what it may be, so that few games do"
        " not carry anybody to the top. In time are the orders that came by their deadline."
    )
    return Answer(parts=(*parts, told))


def _grid(title: str, found: Sequence[Line]) -> Grid:
    rows = tuple(
        (str(place), each.name, each.strength, str(each.games), reliability.percent(each.orders))
        for place, each in enumerate(found, start=1)
    )
    return Grid(title=title, head=("", "", "Rating", "Games", "In time"), rows=rows)


COMMAND: Final = Command(
    name="ratings",
    usage=("ratings",),
    summary="see how strong players are, and how reliable",
    help=(
        "Lists all who have played rated games to their end, duels and melees each with a rating of their own, and how"
        " many of their orders came in time."
    ),
    example="ratings",
    access=Access.READS,
    shape="",
    run=_run,
)
