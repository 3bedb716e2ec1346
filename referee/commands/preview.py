"""`preview`: what orders would do, and who could still stop them; nothing is stored."""

import re
from typing import Final

from engine.preview import preview as look_ahead
from referee import play
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, game_meant
from referee.mail.answers import pieces_of
from referee.mail.previews import preview_lines
from referee.store.games import GameState

_PARTS: Final = re.compile(rf"\s*(?P<game>{GAME}(?![0-9]))?\s*[:,]?\s*(?P<orders>.*)", re.IGNORECASE | re.DOTALL)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    parts = _PARTS.fullmatch(asked.rest)
    assert parts is not None, asked
    meant = game_meant(desk, caller, parts["game"] or "", verb="preview")
    if isinstance(meant, Answer):
        return meant
    game, seat = meant.game, meant.seat
    if game.state is not GameState.RUNNING or seat.wizard not in game.duel.acting:
        return refusal(f"No orders are asked of you in game {game.id} now, so there is nothing to look ahead at.")
    lines = [line for line in (parts["orders"], *asked.more) if line.strip()]
    if not lines:
        return refusal("Write the orders after it or on the lines below, as in this:", (COMMAND.example,))
    taken = play.weigh_orders(desk.store, game, seat, lines)
    if not taken.understood:
        return refusal("Nothing in that could be read as an order. This is how it is written:", (COMMAND.example,))
    seen = look_ahead(game.duel, taken.checked, complaints=taken.complaints)
    return Answer(
        parts=(
            f"This is what would come of it in game {game.id}, together with the orders that are held already. Nothing"
            " of it is stored.",
            *pieces_of(preview_lines(seen, game.duel)),
        )
    )


COMMAND: Final = Command(
    name="preview",
    usage=("preview GAME: ORDERS", "preview: ORDERS"),
    summary="see what orders would do, and send none",
    help=(
        "Reads the orders on its line and the lines below as if you had sent them, and tells what they would finish and"
        " at whom, what is wrong with them, and what the others could still do against it as far as you can know."
        " Nothing is stored: to give the orders, send them without the word preview."
    ),
    example="preview 17: LH: P, RH: D, cast Shield on self",
    access=Access.READS,
    shape=r".{0,2000}",
    run=_run,
    takes_lines=True,
)
