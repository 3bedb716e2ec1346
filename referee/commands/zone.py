"""`zone`: in which time zone a player reads deadlines."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.misreading import Misreading
from referee.store import players
from referee.times.showing import show_moment
from referee.times.zones import place, read_zone


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    if not asked.rest:
        known = caller.player.zone
        told = (
            f"I tell you moments {_as(known)}."
            if known
            else "I know no time zone of yours, so I tell you moments in UTC."
        )
        return Answer(parts=(f"{told} To change that, write zone and a city, as in zone Berlin.",))
    found = read_zone(asked.rest)
    if isinstance(found, Misreading):
        return refusal(found.sentence())
    players.set_zone(desk.store, caller.player.id, found)
    return Answer(
        parts=(f"From now on I tell you moments {_as(found)}. It is {show_moment(caller.now, found, now=caller.now)}.",)
    )


def _as(zone: str) -> str:
    where = place(zone)
    return f"as the clocks show them {where}" if where.startswith("in ") else f"in {where}"


COMMAND: Final = Command(
    name="zone",
    usage=("zone", "zone PLACE"),
    summary="have deadlines told in your own time",
    help=(
        "PLACE is a name of the time zone data (Europe/Berlin), a large city, a country that has one zone only, or a"
        " distance from UTC (UTC+2). With the name of a place, daylight saving is followed. Every moment is told in UTC"
        " as well."
    ),
    example="zone Europe/Berlin",
    access=Access.CHANGES,
    shape=r"(?:[\w/+:.'-]{1,30}(?: [\w/+:.'-]{1,20}){0,2})?",
    run=_run,
)
