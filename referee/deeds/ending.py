"""A game is ended by the director. Within a transaction of the caller's."""

from datetime import datetime

from referee.commands.doors import Doors
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, found
from referee.store import acts


def abort(desk: Doors, number: int, *, reason: str, now: datetime) -> None:
    """End a game without a winner, and mail its players why. Raises Refused."""
    game = found(desk.store, number)
    refuse_own(desk, number)
    if not desk.adjudication.abort(game, reason, now):
        raise Refused(f"game {number} is {game.state} already")
    acts.note(desk.store, "abort", who=desk.who, now=now, game=number, reason=reason)
