"""Resignation: the wizard surrenders at every turn from now on, until it counts, and no orders of his are taken."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from engine.clauses import AnyClause, CastClause, SurrenderClause
from engine.model import NOBODY, Hand
from referee import play
from referee.store import games, table_talk
from referee.store.database import Store
from referee.store.games import Game, Seat

# Both palms, and what they might finish is let go: nobody wins by the spells of a resignation (canon A60).
CLAUSES: Final[tuple[AnyClause, ...]] = (
    SurrenderClause(),
    CastClause(spell=None, hand=Hand.LEFT, subject=NOBODY),
    CastClause(spell=None, hand=Hand.RIGHT, subject=NOBODY),
)


def resigned(game: Game) -> tuple[Seat, ...]:
    """The seats of those who have resigned and whose wizards still have to act."""
    return tuple(seat for seat in game.seats if seat.resigned_at is not None and seat.wizard in game.duel.acting)


def resign(store: Store, game: Game, seat: Seat, *, now: datetime) -> bool:
    """The player resigns for good; False where he had before. His offers of a draw go with it."""
    table_talk.take_back_draw(store, game.id, turn=game.duel.next_turn, seat=seat.number)
    return games.resign(store, game.id, seat.number, now=now)


def order(store: Store, game: Game) -> bool:
    """Hold the surrender of all who have resigned for the coming turn, whatever they sent before; whether anybody has.
    A spell that bends hands may keep a wizard from it; then he tries again on the next turn."""
    seats = resigned(game)
    for seat in seats:
        assert seat.resigned_at is not None
        checked = play.judged(store, game, seat, CLAUSES)
        play.hold_for(store, game, seat, checked, now=seat.resigned_at)
    return bool(seats)


def told(game: Game) -> Iterator[str]:
    """What the report says of those who had resigned before the turn."""
    for seat in resigned(game):
        yield f"{seat.wizard} has resigned: both palms are offered until that counts as a surrender."
