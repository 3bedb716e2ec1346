"""`rounds`: how far the rounds of an event are."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.commands.events_meant import ANY, event_meant, mine_or_all
from referee.mail.answers import Piece
from referee.times.showing import show
from referee.tournaments.book import Book, book_of
from referee.tournaments.telling import place_of
from referee.tournaments.wording import told_state


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    found = event_meant(desk, caller, asked.rest, verb="rounds", could_be=mine_or_all(desk, caller))
    if isinstance(found, Answer):
        return found
    book = book_of(desk.store, found)
    head = f"{found.name}, event {found.id}, is {told_state(found)}."
    if not book.paired:
        return Answer(parts=(head, "No round of it has begun."))
    rows = tuple(row(book, number) for number in sorted({each.pairing.round for each in book.paired}))
    parts: list[Piece] = [head, rows]
    dues = [each.due_at for each in book.paired if each.result is None and each.due_at is not None]
    if dues:
        zone = caller.player.zone if caller.player is not None else None
        parts.append(
            f"The next game to be adjudicated, if it still goes on: {show(min(dues), zone or 'UTC', now=caller.now)}."
        )
    return Answer(parts=(*parts, f"Write pairings {found.id} round 1 to see who plays whom in a round."))


def row(book: Book, number: int) -> str:
    """A round with how many of its games are over."""
    games = [each for each in book.paired if each.pairing.round == number]
    over = sum(each.result is not None for each in games)
    place = place_of(book.tournament.definition, games[0].pairing).partition(",")[0]
    return f"{place}: {over} of {len(games)} games are over, begun {min(each.paired_at for each in games):%d %B %Y}"


COMMAND: Final = Command(
    name="rounds",
    usage=("rounds EVENT",),
    summary="see how far the rounds of an event are",
    help="Lists the rounds of an event that have begun, with how many of their games are over.",
    example="rounds 3",
    access=Access.READS,
    shape=rf"{ANY}?",
    run=_run,
)
