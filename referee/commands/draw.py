"""`draw`: a secret offer to end a game as a draw, which stands until the turn is over."""

import re
from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, Meant, game_meant
from referee.store import table_talk
from referee.store.games import Game, Seat

_OFF: Final = re.compile(r"(?:off|no|back)$", re.IGNORECASE)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    off = _OFF.search(asked.rest) is not None
    meant = game_meant(desk, caller, _OFF.sub("", asked.rest), verb="draw")
    if isinstance(meant, Answer):
        return meant
    game, seat = meant.game, meant.seat
    if seat not in _left(game):
        return refusal(f"{seat.wizard} has left game {game.id}; whether it ends is for those who are left.")
    if seat.resigned_at is not None:
        return refusal(f"You have resigned game {game.id}.")
    return _take_back(desk, meant) if off else _offer(desk, caller, meant)


def _offer(desk: Doors, caller: Caller, meant: Meant) -> Answer:
    game, turn = meant.game, meant.game.duel.next_turn
    table_talk.offer_draw(desk.store, game.id, turn=turn, seat=meant.seat.number, now=caller.now)
    offered = table_talk.draws_offered(desk.store, game.id, turn=turn)
    if all(seat.number in offered for seat in _left(game)):
        desk.adjudication.agree_on_draw(game, caller.now)
        return Answer(
            parts=(f"All who are left offer it, so game {game.id} is over: a draw. The last report is on its way.",)
        )
    return Answer(
        parts=(
            f"You offer a draw in game {game.id}. Nobody is told of it. If all the others who are left offer one too"
            f" before turn {turn} is over, the game ends at once as a draw; if not, your offer lapses with the turn."
            f" To take it back, write draw {game.id} off.",
        )
    )


def _take_back(desk: Doors, meant: Meant) -> Answer:
    game = meant.game
    if table_talk.take_back_draw(desk.store, game.id, turn=game.duel.next_turn, seat=meant.seat.number):
        return Answer(parts=(f"You do not offer a draw in game {game.id} any more. Nobody knew of it.",))
    return refusal(
        f"You offer no draw in game {game.id}: an offer stands for one turn, and this one is turn"
        f" {game.duel.next_turn}."
    )


def _left(game: Game) -> tuple[Seat, ...]:
    """The seats whose wizards are still in the duel."""
    alive = {wizard.name for wizard in game.duel.wizards if wizard.alive}
    return tuple(seat for seat in game.seats if seat.wizard in alive)


COMMAND: Final = Command(
    name="draw",
    usage=("draw", "draw GAME", "draw GAME off"),
    summary="offer a draw in secret",
    help=(
        "Your offer is a secret: nobody is told of it, not even when it lapses, which it does when the turn is over"
        " (an extra turn of a Time stop belongs to the turn before it). When all who are left have offered one on the"
        " same turn, the game ends at once as a draw, and the orders for that turn are not carried out. With off you"
        " take your offer back."
    ),
    example="draw 17",
    access=Access.CHANGES,
    shape=rf"{GAME}?(?: ?(?:off|no|back|take back))?",
    run=_run,
)
