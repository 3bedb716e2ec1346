"""`list`: the games or the events that go on, for the director."""

from typing import Final

from referee import play
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.mail.wording import listed
from referee.scenes import title_of
from referee.store import games, tournaments
from referee.store.games import GOING_ON, Game, GameState
from referee.store.tournaments import BEFORE, BEGUN
from referee.tournaments import overview
from referee.tournaments.book import book_of


def _run(desk: Doors, _: Caller, asked: Asked) -> Answer:
    if asked.rest:
        return _events(desk)
    found = games.listing(desk.store, GOING_ON)
    if not found:
        return Answer(parts=("No game goes on.",))
    return Answer(parts=("These games go on:", tuple(_row(desk, game) for game in found)))


def _events(desk: Doors) -> Answer:
    found = tournaments.listing(desk.store, (*BEFORE, *BEGUN))
    if not found:
        return Answer(parts=("No event goes on.",))
    rows = tuple(row for each in found for row in overview.rows(book_of(desk.store, each)))
    return Answer(parts=("These events go on:", rows))


def _row(desk: Doors, game: Game) -> str:
    owing = play.owing(desk.store, game)
    waits = "held" if game.state is GameState.HELD else f"waits for {listed(owing)}" if owing else "all orders are in"
    return f"{game.id:<6}{title_of(game)}: turn {game.duel.next_turn}, {waits}"


COMMAND: Final = Command(
    name="list",
    usage=("list", "list events"),
    summary="the games that go on, and whom each waits for; or the events",
    help="Lists the games that run or are held, or the events that are not at their end.",
    example="list",
    access=Access.DIRECTOR,
    shape=r"(?:events)?",
    run=_run,
)
