"""`list`: the games or the events that go on, for the director."""

from datetime import datetime
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


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    if asked.rest:
        return _events(desk)
    found = games.listing(desk.store, GOING_ON)
    if not found:
        return Answer(parts=("No game goes on.",))
    return Answer(parts=("These games go on:", tuple(_row(desk, game, caller.now) for game in found)))


def _events(desk: Doors) -> Answer:
    found = tournaments.listing(desk.store, (*BEFORE, *BEGUN))
    if not found:
        return Answer(parts=("No event goes on.",))
    rows = tuple(row for each in found for row in overview.rows(book_of(desk.store, each)))
    return Answer(parts=("These events go on:", rows))


def _row(desk: Doors, game: Game, now: datetime) -> str:
    owing = play.owing(desk.store, game)
    stopped = desk.post.clocks.paused_at(game, now)
    waits = "held" if game.state is GameState.HELD else f"waits for {listed(owing)}" if owing else "all orders are in"
    if stopped is not None:
        waits = f"paused since {stopped:%F %R}Z, {waits}"
    return f"{game.id:<6}{title_of(game)}: turn {game.duel.next_turn}, {waits}"


COMMAND: Final = Command(
    name="list",
    usage=("list", "list events"),
    summary="the games that go on, and whom each waits for; or the events",
    help="Lists the games that run, are paused or held, or the events that are not at their end.",
    example="list",
    access=Access.DIRECTOR,
    shape=r"(?:events)?",
    run=_run,
)
