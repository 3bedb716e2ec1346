"""`resign`: a player gives a game up, once he has confirmed it."""

from typing import Final

from referee import resigning
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, game_meant
from referee.mail import compose, signs
from referee.scenes import title_of
from referee.store import confirmations, games
from referee.store.confirmations import Confirmation, Purpose
from referee.store.games import GOING_ON, Game, Seat


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    meant = game_meant(desk, caller, asked.rest, verb="resign")
    if isinstance(meant, Answer):
        return meant
    game, seat = meant.game, meant.seat
    fault = _fault(game, seat)
    if fault is not None:
        return refusal(fault)
    number = confirmations.ask(
        desk.store,
        Purpose.RESIGN,
        seat.address,
        now=caller.now,
        player=seat.player,
        facts={"game": game.id, "seat": seat.number},
    )
    rated = " It is rated, and counts as lost." if game.terms.rated else ""
    mail = compose.confirm(
        referee=desk.post.referee.name,
        what=f"you resign game {game.id}",
        why=(
            f"You want to resign game {game.id}, {title_of(game)}, which cannot be taken back.{rated} If you confirm"
            f" it, {seat.wizard} surrenders with the coming turn, and nobody waits for you any more."
        ),
        code=signs.code_of(desk.post.keys, number),
    )
    desk.post.ask_to_confirm(number, seat.address, mail, now=caller.now, letter=caller.letter)
    return Answer(parts=("A mail that asks you to confirm it is on its way. Just reply to it.",), elsewhere=True)


def confirmed(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """He meant it: his wizard surrenders with the coming turn, which need not wait for him any more."""
    game = games.load(desk.store, int(waiting.facts["game"]))
    seat = game.seat(int(waiting.facts["seat"])) if game is not None else None
    if game is None or seat is None or seat.player != waiting.player:
        return refusal("You have no seat in that game any more.")
    fault = _fault(game, seat)
    if fault is not None:
        return refusal(fault)
    resigning.resign(desk.store, game, seat, now=caller.now)
    turn = game.duel.next_turn
    after = games.load(desk.store, game.id)
    assert after is not None
    desk.adjudication.advance(after, caller.now)
    return Answer(
        parts=(
            f"You have resigned game {game.id}. {seat.wizard} surrenders with turn {turn}, once the orders of the"
            " others are in or their time is up. You still get the reports, to the last one.",
        )
    )


def _fault(game: Game, seat: Seat) -> str | None:
    """Why there is nothing to resign."""
    if game.state not in GOING_ON:
        return f"Game {game.id} is over, so there is nothing to resign any more."
    figure = game.duel.wizard(seat.wizard)
    if figure is None or not figure.alive:
        return f"{seat.wizard} has left game {game.id} already, so there is nothing to resign."
    if seat.resigned_at is not None:
        return f"You have resigned game {game.id} already; {seat.wizard} surrenders with turn {game.duel.next_turn}."
    return None


COMMAND: Final = Command(
    name="resign",
    usage=("resign", "resign GAME"),
    summary="give a game up",
    help=(
        "You are asked once whether you mean it. Then your wizard shows both palms with the coming turn, which is a"
        " surrender, and casts nothing. A spell that bends hands can keep a wizard from that; then it is tried on every"
        " turn until it counts. Nobody waits for you any more, and the report says that you have resigned. In a rated"
        " game it counts as lost. Others who play on with you can agree on a draw instead: see draw."
    ),
    example="resign 17",
    access=Access.CHANGES,
    shape=rf"(?:from )?{GAME}?",
    run=_run,
)
