"""Coming late to an event and leaving it: what becomes of the entrant and of his games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from engine.model import Value
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


def substitute(
    event: Event, games: Sequence[Game], name: str, other: Entrant
) -> tuple[Event, tuple[Game, ...]] | Refused:
    """The event and its games with somebody else in the seat of `name`, who takes over score, seed and open games.

    KeyError if nobody of that name is in the event.
    """
    if other.name in event.by_name:
        return Refused(reason=f"{other.name} is in {event.name} already.")
    seat = event.by_name[name]
    taken = replace(seat, name=other.name, games_at_once=other.games_at_once, drawn_as=seat.drawn_as or name)

    def renamed(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(other.name if each == name else each for each in names)

    changed = replace(
        event,
        entrants=tuple(taken if each.name == name else each for each in event.entrants),
        forbidden=tuple((a, b) for a, b in map(renamed, event.forbidden)),
        challenges=tuple(
            replace(each, challenger=challenger, challenged=challenged)
            for each in event.challenges
            for challenger, challenged in [renamed((each.challenger, each.challenged))]
        ),
    )
    return changed, tuple(_in_other_hands(game, name, other.name) for game in games)


def _in_other_hands(game: Game, name: str, other: str) -> Game:
    players = tuple(other if each == name else each for each in game.pairing.players)
    scores = () if game.result is None else game.result.scores
    taken = tuple(replace(score, player=other) if score.player == name else score for score in scores)
    result = None if game.result is None else replace(game.result, scores=taken)
    return Game(pairing=replace(game.pairing, players=players), result=result)


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
    of_season = [game for game in games if game.pairing.round >= since]
    few = _fewer_than_half(event, of_season, name, [each for each in group if each != name], legs)
    if event.withdrawals is Withdrawals.VOID or (event.withdrawals is Withdrawals.HALF and few):
        return since
    return None


def _fewer_than_half(event: Event, games: Sequence[Game], name: str, rivals: Sequence[str], legs: int) -> bool:
    """Whether fewer than half of his games are completed; those against who was struck are, if they were by then, and
    else are none of his."""
    done = Counter(
        rival
        for game in games
        if name in game.pairing.players and _completed(game)
        for rival in game.pairing.players
        if rival != name
    )
    has = sum(legs if event.by_name[rival].struck_from is None else done[rival] for rival in rivals)
    return 2 * done.total() < has


def _completed(game: Game) -> bool:
    return game.result is not None and all(score.outcome is not Outcome.VOID for score in game.result.scores)


def _settled(game: Game, name: str, *, void: bool) -> Game:
    players = game.pairing.players
    if name not in players or len(players) != DUEL:
        return game
    if void:
        return decided(game.pairing, [Outcome.VOID] * DUEL)
    return decided(game.pairing, [Outcome.FORFEIT if each == name else Outcome.WALKOVER for each in players])
