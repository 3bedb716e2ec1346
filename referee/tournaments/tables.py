"""The table of an event as it is shown: the standings, with how many of each player's orders came in time."""

from typing import Final

from msgspec.structs import replace

from engine.tournament.tables import Grid, standings_grid
from referee import reliability
from referee.store import punctuality
from referee.store.database import Store
from referee.tournaments.book import Book

HEAD: Final = "In time"
SAID: Final = "In time: orders by their deadline, of all that were due from a player."


def standings(store: Store, book: Book) -> Grid:
    """The standings. What came in time is counted over all games of a player, as for the rating list."""
    grid = standings_grid(book.event, book.games)
    shares = in_time(store, book)
    at = len(grid.head) - (not grid.head[-1])  # before the remarks
    rows = ((*row[:at], shares[row[1]], *row[at:]) for row in grid.rows)
    head = (*grid.head[:at], HEAD, *grid.head[at:])
    return replace(grid, head=head, rows=tuple(rows), legend=f"{grid.legend} {SAID}".strip())


def in_time(store: Store, book: Book) -> dict[str, str]:
    """The share of orders that came in time, by name of entrant."""
    return {each.entrant.name: reliability.percent(punctuality.of(store, each.player)) for each in book.entries}
