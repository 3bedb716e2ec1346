"""`whoami`: what the referee knows about a player."""

from typing import Final

from referee import rating_list, reliability
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.mail.wording import listed
from referee.store import games, punctuality, table_talk
from referee.store.games import GOING_ON


def _run(desk: Doors, caller: Caller, _: Asked) -> Answer:
    player = caller.player
    assert player is not None, "only players get here"
    mine = games.seats_of(desk.store, player.id, GOING_ON)
    watched = table_talk.watched(desk.store, player.id)
    facts = [
        ("name", player.name or "none yet; write register and a name"),
        ("address", player.address),
        ("time zone", player.zone or "none, so moments are told in UTC; write zone and a city"),
        ("games", listed(str(number) for number in dict.fromkeys(seat.game for seat in mine)) or "none that run"),
        ("watched", listed(str(number) for number in watched) or "none"),
        ("ratings", rating_list.of_player(desk.store, player.id, caller.now)),
        ("in time", reliability.told(punctuality.of(desk.store, player.id))),
        ("standby", "yes: you may be offered seats that others leave" if player.standby_at else "no"),
        ("mails", "only those that ask for orders or answer you" if player.muted_at else "all"),
    ]
    return Answer(parts=("This is what I know about you:", tuple(f"{name:11}{value}" for name, value in facts)))


COMMAND: Final = Command(
    name="whoami",
    usage=("whoami",),
    summary="what the referee knows about you",
    help=(
        "Your name, address and time zone, the games that you play and watch, your ratings, how many of your orders"
        " came in time, and what mails you get."
    ),
    example="whoami",
    access=Access.READS,
    shape="",
    run=_run,
)
