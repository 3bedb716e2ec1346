"""`undo`: the last change of a player's orders is taken back."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, game_meant
from referee.commands.standing_orders import held_orders
from referee.store import turns


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    meant = game_meant(desk, caller, asked.rest, verb="undo")
    if isinstance(meant, Answer):
        return meant
    game, seat = meant.game, meant.seat
    taken_back = turns.take_back_orders(
        desk.store,
        game.id,
        turn=game.duel.next_turn,
        part=game.duel.next_part,
        seat=seat.number,
        letter=caller.letter or None,
        now=caller.now,
    )
    held = held_orders(desk, meant, desk.post.scenes.of(game, seat, now=caller.now))
    if not taken_back:
        return refusal(
            "There is nothing more that could be undone: one step back is kept, and none from before this turn.", *held
        )
    desk.adjudication.advance(game, caller.now)  # the orders that stand again may be the last that were owed
    return Answer(parts=("Your last change is taken back.", *held))


COMMAND: Final = Command(
    name="undo",
    usage=("undo", "undo GAME"),
    summary="take back the last change of your orders",
    help=(
        "The orders that stood before your last mail stand again, even where it took all of them back. One step can be"
        " undone, and only as long as the turn is not over. To take back all of your orders, write withdraw orders."
    ),
    example="undo 17",
    access=Access.CHANGES,
    shape=rf"{GAME}?",
    run=_run,
)
