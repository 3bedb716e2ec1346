"""`show`: how a game or an event stands, for the director. Orders stay sealed."""

from typing import Final

from referee import play
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.director.words import EVENT, NUMBER, event_and_rest, number_and_rest
from referee.commands.doors import Doors
from referee.deadlines.wording import Reader, tell_deadline
from referee.deeds.refusal import found
from referee.mail.answers import Piece
from referee.scenes import title_of
from referee.store.games import GameState
from referee.tournaments import overview
from referee.tournaments.bench import Bench


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    event = event_and_rest(asked.rest)
    if event is not None:
        bench = Bench(desk)
        return Answer(parts=overview.told(bench, bench.found(event[0]), caller.now))
    game = found(desk.store, number_and_rest(asked.rest)[0])
    why = f": {game.reason}" if game.reason else ""
    parts: list[Piece] = [
        f"Game {game.id}, {title_of(game)}, is {game.state}{why}. Its last turn was {game.duel.turn}."
    ]
    owing = play.owing(desk.store, game) if game.state is GameState.RUNNING else ()
    parts.append(
        tuple(
            f"{wizard.name} ({seat.address}): {wizard.state}, {wizard.hit_points} hit points"
            + (", owes orders" if wizard.name in owing else "")
            for wizard, seat in zip(game.duel.wizards, game.seats, strict=True)
        )
    )
    if game.state is GameState.RUNNING:
        names = {seat.number: seat.wizard for seat in game.seats}
        state = desk.post.clocks.state(game, caller.now)
        parts.append(" ".join(tell_deadline(state, Reader(zone="UTC", now=caller.now), names)))
        if state.paused:
            parts.append("Its clock stands still.")
    return Answer(parts=tuple(parts))


COMMAND: Final = Command(
    name="show",
    usage=("show GAME", "show event EVENT"),
    summary="how a game or an event stands, and what it waits for",
    help=(
        "Shows who plays, who owes orders, and how the deadline came about; of an event its open games, and what waits"
        " for you. Orders stay sealed."
    ),
    example="show 17",
    access=Access.DIRECTOR,
    shape=rf"(?:{NUMBER}|{EVENT})",
    run=_run,
)
