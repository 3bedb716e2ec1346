"""`orders`: which orders of a player are held for the coming turn."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, game_meant
from referee.commands.standing_orders import held_orders


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    meant = game_meant(desk, caller, asked.rest, verb="orders")
    if isinstance(meant, Answer):
        return meant
    scene = desk.post.scenes.of(meant.game, meant.seat, now=caller.now)
    return Answer(parts=held_orders(desk, meant, scene))


COMMAND: Final = Command(
    name="orders",
    usage=("orders", "orders GAME"),
    summary="see which orders of yours are held",
    help=(
        "Shows your orders for the coming turn as they would be carried out now, with all that you sent last and what"
        " stands of earlier mails, what is still owed, and your drafts for later turns. Nobody else sees them. How"
        " orders are written is in the answer to rules 6."
    ),
    example="orders 17",
    access=Access.READS,
    shape=rf"{GAME}?",
    run=_run,
)
