"""Players as a director deals with them. All within a transaction of the caller's."""

import shlex
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from referee.challenging import Challenging
from referee.commands import forget
from referee.commands.doors import Doors
from referee.deeds.own import refuse_rival
from referee.deeds.refusal import Refused
from referee.deeds.whom import present
from referee.mail import compose
from referee.mail.headers import is_address
from referee.mail.wording import listed
from referee.names import look_alike_key, refuse_name, tidy_name
from referee.store import acts, codec, corrections, games, players, tournaments
from referee.store.games import GOING_ON
from referee.store.players import Player


def add(desk: Doors, address: str, name: str | None, *, reason: str | None, now: datetime) -> Player:
    """A new player, whose address counts as confirmed. Raises Refused."""
    _refuse_address(desk, address)
    player = players.add(desk.store, address, now=now, confirmed=True)
    if name is not None:
        _name(desk, player, name)
    _undoable(desk, _note(desk, "player add", player, reason, now), player)
    return player


def rename(desk: Doors, who: str, name: str, *, reason: str | None, now: datetime) -> Player:
    """Give a player another name; his wizards keep theirs. Raises Refused."""
    player = present(desk.store, who)
    if player.name == tidy_name(name):
        raise Refused(f"that player is called {player.name} already")
    _name(desk, player, name)
    act = _note(desk, "player rename", player, reason, now, before=player.name, after=tidy_name(name))
    _undoable(desk, act, player)
    return player


def readdress(desk: Doors, who: str, address: str, *, reason: str | None, now: datetime) -> Player:
    """Write to a player at another address, both of which are told. Raises Refused."""
    player = present(desk.store, who)
    if players.address_key(player.address) == players.address_key(address):
        raise Refused(f"{player.address} is that player's address already")
    refuse_rival(desk, player.id)
    _refuse_address(desk, address)
    players.readdress(desk.store, player.id, address)
    told = f"The director has changed your address: from now on I write to {address.strip()}."
    tell_both(desk, player, (player.address, address.strip()), told, now=now)
    act = _note(desk, "player address", player, reason, now, before=player.address, after=address.strip())
    _undoable(desk, act, player)
    return player


def ban(desk: Doors, who: str, *, reason: str, now: datetime) -> Player:
    """Take no mails of a player any more. What he offered is withdrawn; in his games he is silent, as their terms have
    it. Raises Refused."""
    player = present(desk.store, who)
    if player.banned_at is not None:
        raise Refused(f"{player.address} is banned already, since {player.banned_at:%F}")
    refuse_rival(desk, player.id)
    Challenging(desk.store, desk.post).forsake(player, now)
    players.ban(desk.store, player.id, now)
    act = _note(desk, "player ban", player, reason, now)
    _undoable(desk, act, player, standby_at=codec.stamp_or_none(player.standby_at))
    return player


def lift(desk: Doors, who: str, *, reason: str, now: datetime) -> Player:
    """Take the mails of a player again. Raises Refused."""
    player = present(desk.store, who)
    if player.banned_at is None:
        raise Refused(f"{player.address} is not banned")
    players.ban(desk.store, player.id, None)
    tell_lifted(desk, player, now=now)
    act = _note(desk, "player lift ban", player, reason, now)
    _undoable(desk, act, player, banned_at=codec.stamp(player.banned_at))
    return player


def merge(desk: Doors, who: str, other: str, *, reason: str, now: datetime) -> Player:
    """Two addresses are one person: what the other has is this one's, and he may write from both. Raises Refused."""
    kept, gone = present(desk.store, who), present(desk.store, other)
    if kept.id == gone.id:
        raise Refused(f"{who} and {other} are one player already")
    for each in (kept, gone):
        refuse_rival(desk, each.id)
    for seat in games.seats_of(desk.store, gone.id, GOING_ON):
        game = games.load(desk.store, seat.game)
        if game is not None and any(each.player == kept.id for each in game.seats):
            raise Refused(f"both play in game {game.id}, which goes on; replace one of them there first")
    _refuse_two_places(desk, kept, gone)
    name = gone.name if kept.name is None else None
    players.merge(desk.store, kept.id, gone.id)
    if name is not None:
        players.rename(desk.store, kept.id, name, look_alike_key(name))
    told = (
        f"The director has joined what was known under {gone.address} with {kept.address}: you are one player now, to"
        f" whom I write at {kept.address}. Mails from both addresses are yours."
    )
    for where in (kept.address, gone.address):
        _tell(
            desk, where, "Your two addresses are joined", told, mark=f"{gone.id}-{players.address_key(where)}", now=now
        )
    _note(desk, "player merge", kept, reason, now, gone=gone.id, address=gone.address)
    return kept


def erase(desk: Doors, who: str, *, reason: str | None, now: datetime) -> Player:
    """Erase a player's name, address and mails, as `forget me` does. Raises Refused."""
    player = present(desk.store, who)
    events = tournaments.of_player(desk.store, player.id)
    if events:
        raise Refused(
            f"that player still plays in {listed(each.name for each in events)};"
            f" `referee tournament withdraw {events[0].id} PLAYER` takes him out first"
        )
    mine = forget.still_playing(desk, player.id)
    if mine:
        numbers = [str(number) for number in mine]
        told = f"game{'s' if len(numbers) > 1 else ''} {listed(numbers)}"
        raise Refused(f"that player still plays in {told}; `referee game replace` gives his seat to another first")
    forget.erase(desk, player.id, now)
    acts.note(desk.store, "player erase", who=desk.who, now=now, reason=reason, facts={"player": player.id})
    return player


def _refuse_two_places(desk: Doors, kept: Player, gone: Player) -> None:
    """One person has one place in an event, and never meets himself."""
    his = {each.id for each in tournaments.of_player(desk.store, kept.id)}
    for event in tournaments.of_player(desk.store, gone.id):
        if event.id in his:
            entries = tournaments.entries(desk.store, event.id)
            name = next(each.entrant.name for each in entries if each.player == gone.id and each.entrant.last is None)
            raise Refused(
                f"both play in {event.name}, event {event.id}, which is not over; `referee tournament withdraw"
                f" {event.id} {shlex.quote(name)} --reason WHY` takes one of them out first"
            )


def _refuse_address(desk: Doors, address: str) -> None:
    if not is_address(address.strip()):
        raise Refused(f"{address!r} is not an address that can be written to")
    known = players.by_address(desk.store, address)
    if known is not None:
        raise Refused(f"player #{known.id} has that address; `referee player merge` joins two players")


def _name(desk: Doors, player: Player, name: str) -> None:
    fault = refuse_name(name)
    if fault is not None:
        raise Refused(fault.reason)
    owner = players.by_name(desk.store, look_alike_key(name))
    if owner is not None and owner.id != player.id:
        raise Refused(f"player #{owner.id} is called {owner.name}, which is too like {tidy_name(name)}")
    players.rename(desk.store, player.id, tidy_name(name), look_alike_key(name))


def tell_both(desk: Doors, player: Player, addresses: Iterable[str], told: str, *, now: datetime) -> None:
    """Both addresses of a player are told that he is written to at another."""
    for where in addresses:
        _tell(desk, where, "Your address is changed", told, mark=f"{player.id}-{players.address_key(where)}", now=now)


def tell_lifted(desk: Doors, player: Player, *, now: datetime) -> None:
    """A player is told that he is not banned any more."""
    told = "The director has lifted the ban: your mails are taken again."
    _tell(desk, player.address, "Your mails are taken again", told, mark=str(player.id), now=now)


def _tell(desk: Doors, address: str, about: str, told: str, *, mark: str, now: datetime) -> None:
    mail = compose.notice(referee=desk.post.referee.name, about=about, told=told)
    safe = "".join(c if c.isalnum() else "-" for c in mark)
    desk.post.tell(address, mail, kind="player-changed", mark=f"{safe}-{int(now.timestamp())}", now=now)


def _note(desk: Doors, act: str, player: Player, reason: str | None, now: datetime, **facts: Any) -> int:
    return acts.note(desk.store, act, who=desk.who, now=now, reason=reason, facts={"player": player.id} | facts)


def _undoable(desk: Doors, act: int, player: Player, **before: Any) -> None:
    """Keep what is needed to take the act back; what was told of it in words stands with the act."""
    corrections.remember(desk.store, act, {"player": player.id} | before)
