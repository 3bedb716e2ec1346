"""Who sits where: a seat is given to another player. Within a transaction of the caller's."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from referee.commands.doors import Doors
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, banned, running
from referee.deeds.whom import person_or_new
from referee.store import acts, corrections, players
from referee.store.games import Game, Seat
from referee.store.players import Player


def replace(desk: Doors, number: int, wizard: str, who: str, *, reason: str, now: datetime) -> Player:
    """Give a wizard's seat to the player of that name or address, who gets the history; an address that nobody has is a
    new player's. All are told. Who plays it then. Raises Refused."""
    game = running(desk.store, number)
    refuse_own(desk, number)
    seat = seat_named(game, wizard)
    player = person_or_new(desk.store, who, now=now)
    if seat.player == player.id:
        raise Refused(f"{player.address} plays {seat.wizard} already")
    if any(each.player == player.id for each in game.seats):
        raise Refused(f"{player.address} plays another wizard in game {number}")
    if player.banned_at is not None:
        raise Refused(banned(player))
    if seat.wizard not in game.duel.living:
        raise Refused(f"{seat.wizard} is out of the duel")
    _give(desk, game, seat, player.id, reason=reason, now=now)
    facts = {"wizard": seat.wizard, "from": seat.address, "to": player.address}
    act = acts.note(desk.store, "replace", who=desk.who, now=now, game=number, reason=reason, facts=facts)
    corrections.remember(desk.store, act, {"seat": seat.number, "player": seat.player, "holder": seat.holder + 1})
    return player


def take_back(desk: Doors, game: Game, before: Mapping[str, Any], *, reason: str, now: datetime) -> None:
    """Who sat there before has the seat again, if nobody else has taken it since. Raises Refused."""
    game = running(desk.store, game.id)
    seat = game.seats[before["seat"] - 1]
    player = players.load(desk.store, before["player"])
    if seat.holder != before["holder"]:
        raise Refused(f"another player has taken the seat of {seat.wizard} since")
    if player is None or player.forgotten_at is not None or player.banned_at is not None:
        raise Refused(f"who played {seat.wizard} before is not there any more")
    if seat.wizard not in game.duel.living:
        raise Refused(f"{seat.wizard} is out of the duel")
    _give(desk, game, seat, player.id, reason=reason, now=now)


def _give(desk: Doors, game: Game, seat: Seat, player: int, *, reason: str, now: datetime) -> None:
    standbys = desk.adjudication.waking.standbys
    standbys.close(game, now, silent=[each.number for each in game.seats if each.number != seat.number])
    standbys.hand_over(game.id, seat.number, player, now, reason=reason)


def seat_named(game: Game, wizard: str) -> Seat:
    """The seat of the wizard of that name, in any case. Raises Refused."""
    for seat in game.seats:
        if seat.wizard.casefold() == wizard.casefold():
            return seat
    raise Refused(f"no wizard of game {game.id} is called {wizard}; they are {', '.join(s.wizard for s in game.seats)}")
