"""A game that was corrected goes on: a fresh clock, and one mail to each player with what is owed now."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from engine.views import View, observe
from referee.commands.doors import Doors
from referee.mail import director_mails
from referee.store import clocks, games, mailbag, outgoing, tournaments, turns
from referee.store.clocks import TurnClock
from referee.store.games import Game, Seat

CORRECTED = "corrected"
_OUT_OF_DATE = "out of date, as the game was corrected"


def clear(desk: Doors, game: Game, now: datetime) -> None:
    """What was under way in a game that is to be corrected comes to nothing: offers of seats, letters that wait for a
    yes, mails that are still to go out. An event that it belongs to looks at it anew."""
    desk.adjudication.waking.standbys.close(game, now)
    mailbag.expire(desk.store, game.id, now=now)
    outgoing.drop_all(desk.store, game.id, _OUT_OF_DATE)
    tournaments.look_soon(desk.store, game.id, now)


def begin_anew(desk: Doors, number: int, now: datetime, *, banks: dict[int, timedelta]) -> Game:
    """The coming turn begins now, with these banks. A clock that the director has stopped goes on standing still."""
    game = games.load(desk.store, number)
    assert game is not None, number
    old = clocks.load(desk.store, number)
    stopped = tuple(
        type(each)(start=now, end=None, reason=each.reason) for each in (old.pauses if old else ()) if each.end is None
    )
    fresh = TurnClock(
        turn=game.duel.next_turn, extra=game.duel.next_part.value != "normal", began=now, banks=banks, pauses=stopped
    )
    clocks.save(desk.store, number, fresh, look_at=None)
    desk.post.clocks.begin(game, now, banks=banks)
    return game


def tell(
    desk: Doors,
    game: Game,
    *,
    what: str,
    reason: str,
    told: Callable[[Seat], Sequence[str]],
    now: datetime,
    about: str = "the game was corrected",
) -> None:
    """Mail each player what was corrected, and ask for the orders that are owed now; spectators hear of it too."""
    for seat in game.seats:
        mail = director_mails.corrected(
            desk.post.scenes.of(game, seat, now=now),
            about=about,
            what=what,
            reason=reason,
            told=told(seat),
            view=last_view(desk, game, seat),
        )
        desk.post.ask(game, seat, mail, kind=CORRECTED, before=None, now=now)
    desk.adjudication.watching.corrected(game, now)


def last_view(desk: Doors, game: Game, seat: Seat) -> View | None:
    """The last turn that stands as the seat saw it."""
    latest = turns.latest(desk.store, game.id)
    return observe(latest, seat.wizard) if latest is not None else None
