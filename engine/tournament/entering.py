"""Coming late to an event and leaving it: what becomes of the entrant and of his games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from engine.model import Value
from engine.tournament.cards import counts
from engine.tournament.formats import league, round_robin
from engine.tournament.games import decided, in_order, is_open
from engine.tournament.model import Entrant, Event, Game, Outcome, Withdrawals
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss

DUEL: Final = 2


class Refused(Value, frozen=True, kw_only=True):
    """Why somebody cannot come in any more."""

    reason: str


def admit(event: Event, games: Sequence[Game], entrant: Entrant) -> Event | Refused:
    """The event with one more entrant, from its next round (in a league: season) on; or why that is too late."""
    if entrant.name in event.by_name:
        return Refused(reason=f"{entrant.name} is in {event.name} already.")
    newest = max((game.pairing.round for game in games), default=0)
    reason = _too_late(event, games, newest) if games else ""
    if reason:
        return Refused(reason=reason)
    return replace(event, entrants=(*event.entrants, replace(entrant, first=newest + 1)))


def _too_late(event: Event, games: Sequence[Game], newest: int) -> str:
    match event.terms:
        case RoundRobin():
            final = any(game.pairing.stage == round_robin.FINAL for game in games)
            return "The final has begun." if final else ""
        case Swiss(rounds=last) | Melees(rounds=last) | League(seasons=last):
            return "The last round has begun." if newest >= last else ""
        case Knockout():
            return "The bracket is drawn."
        case Ladder():
            return "The ladder takes no more challenges." if event.closed else ""
        case unknown:
            assert_never(unknown)


def withdraw(event: Event, games: Sequence[Game], name: str) -> tuple[Event, tuple[Game, ...]]:
    """The event without that entrant from the newest round on, and its games with his open duels settled.

    Where all play all (round robin, a league's season) the event's rule decides whether his games count; elsewhere
    what was played stands. Open duels become walkovers for the opponents, or void where his games do not count; an open
    melee goes on without him. KeyError if nobody of that name is in the event.
    """
    known = in_order(games)
    newest = max((game.pairing.round for game in known), default=0)
    struck = _struck_from(event, known, name, newest)
    entrant = replace(event.by_name[name], last=newest, struck_from=struck)
    left = replace(event, entrants=tuple(entrant if each.name == name else each for each in event.entrants))
    return left, tuple(_settled(game, name, void=struck is not None) if is_open(game) else game for game in known)


def _struck_from(event: Event, games: Sequence[Game], name: str, newest: int) -> int | None:
    """The round from which on his games do not count, if they do not; who leaves a final keeps what he has."""
    match event.terms:
        case RoundRobin() as terms:
            if any(game.pairing.stage == round_robin.FINAL for game in games):
                return None
            group = next(names for names in round_robin.sections(event, terms).values() if name in names)
            since, legs = 1, terms.legs
        case League() as terms:
            since, legs = max(1, newest), terms.legs
            group = next((names for names in league.divisions(event, terms, games, since) if name in names), [name])
        case _:
            return None
    own = [game for game in games if game.pairing.round >= since and name in game.pairing.players]
    few = 2 * sum(counts(event, game) for game in own) < legs * (len(group) - 1)
    if event.withdrawals is Withdrawals.VOID or (event.withdrawals is Withdrawals.HALF and few):
        return since
    return None


def _settled(game: Game, name: str, *, void: bool) -> Game:
    players = game.pairing.players
    if name not in players or len(players) != DUEL:
        return game
    if void:
        return decided(game.pairing, [Outcome.VOID] * DUEL)
    return decided(game.pairing, [Outcome.FORFEIT if each == name else Outcome.WALKOVER for each in players])
