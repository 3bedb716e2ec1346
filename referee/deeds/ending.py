"""A game is ended by the director. Within a transaction of the caller's."""

from datetime import datetime

from referee.commands.doors import Doors
from referee.deeds.refusal import DIRECTOR, Refused, found
from referee.mail import compose
from referee.store import acts, games, mailbag


def abort(desk: Doors, number: int, *, reason: str, now: datetime) -> None:
    """End a game without a winner, and mail its players why. Raises Refused."""
    game = found(desk.store, number)
    if not games.abort(desk.store, number, reason, now=now):
        raise Refused(f"game {number} is {game.state} already")
    transcript = desk.adjudication.endings.transcript(game) if game.duel.turn else None
    for seat in game.seats:
        mail = compose.aborted(desk.post.scene(game, seat, now=now), reason=reason, transcript=transcript)
        desk.post.announce(game, seat, mail, kind="aborted", now=now)
    desk.adjudication.watching.aborted(game, reason, now)
    desk.adjudication.waking.standbys.close(game, now)
    mailbag.expire(desk.store, number, now=now)
    acts.note(desk.store, "abort", who=DIRECTOR, now=now, game=number, reason=reason)
