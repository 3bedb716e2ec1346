"""A director's last change of a player is taken back. Within a transaction of the caller's."""

import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from referee.commands.doors import Doors
from referee.deeds import people
from referee.deeds.own import refuse_rival
from referee.deeds.refusal import Refused
from referee.names import look_alike_key
from referee.store import codec, players
from referee.store.acts import Act
from referee.store.players import Player

_MORE: Final = "player #{0} has played, written or been written to since; `referee player erase` forgets him"


def take_back(desk: Doors, act: Act, before: Mapping[str, Any], *, now: datetime) -> None:
    """Let a player be as he was before the act, if he is still as it left him. Raises Refused."""
    player = players.load(desk.store, before["player"])
    if player is None or player.id != before["player"] or player.forgotten_at is not None:
        raise Refused("that player is not there any more")
    refuse_rival(desk, player.id)
    match act.act:
        case "player add":
            _add(desk, player)
        case "player rename":
            _rename(desk, player, act.facts)
        case "player address":
            _readdress(desk, player, act.facts, now)
        case "player ban":
            _ban(desk, player, codec.moment_or_none(before["standby_at"]), now)
        case _:
            assert act.act == "player lift ban", act
            if player.banned_at is not None:
                raise Refused(f"{player.address} is banned again already")
            players.ban(desk.store, player.id, codec.moment(before["banned_at"]))


def _add(desk: Doors, player: Player) -> None:
    try:
        with desk.store.attempt():
            players.remove(desk.store, player.id)
    except sqlite3.IntegrityError as error:
        raise Refused(_MORE.format(player.id)) from error


def _rename(desk: Doors, player: Player, facts: Mapping[str, Any]) -> None:
    if player.name != facts["after"]:
        raise Refused(f"that player is called {player.name or 'nothing'} by now, and not {facts['after']}")
    name = facts["before"]
    owner = players.by_name(desk.store, look_alike_key(name)) if name is not None else None
    if owner is not None and owner.id != player.id:
        raise Refused(f"player #{owner.id} is called {owner.name} by now, which is too like {name}")
    players.rename(desk.store, player.id, name, look_alike_key(name) if name is not None else None)


def _readdress(desk: Doors, player: Player, facts: Mapping[str, Any], now: datetime) -> None:
    old, new = facts["before"], facts["after"]
    if players.address_key(player.address) != players.address_key(new):
        raise Refused(f"that player is written to at {player.address} by now, and not at {new}")
    owner = players.by_address(desk.store, old)
    if owner is not None:
        raise Refused(f"{old} is the address of player #{owner.id} by now")
    players.readdress(desk.store, player.id, old)
    told = f"The director has taken back the change of your address: I write to {old} as before."
    people.tell_both(desk, player, (new, old), told, now=now)


def _ban(desk: Doors, player: Player, standby_at: datetime | None, now: datetime) -> None:
    if player.banned_at is None:
        raise Refused(f"{player.address} is not banned any more")
    players.ban(desk.store, player.id, None)
    players.set_standby(desk.store, player.id, standby_at)
    people.tell_lifted(desk, player, now=now)
