"""Small events played by hand: named winners, whole rounds at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.tournament.model import Entrant, Event, Game, Outcome, Result, Score, Start
from engine.tournament.running import next_games
from engine.tournament.terms import Terms


def field(names: str, terms: Terms, **more: object) -> Event:
    """An event of those, the first the highest rated, with room for everything at once."""
    entrants = tuple(Entrant(name=name, games_at_once=20, rating=2000.0 - n) for n, name in enumerate(names.split()))
    return replace(Event(name="Open", seed="salt", terms=terms, entrants=entrants), **more)


def won(game: Game, winner: str, *, turns: int = 9) -> Game:
    """The game with that winner."""
    scores = tuple(
        Score(player=player, outcome=Outcome.WIN if player == winner else Outcome.LOSS)
        for player in game.pairing.players
    )
    return replace(game, result=Result(scores=scores, turns=turns))


def drawn(game: Game) -> Game:
    """The game as a draw."""
    scores = tuple(Score(player=player, outcome=Outcome.DRAW) for player in game.pairing.players)
    return replace(game, result=Result(scores=scores, turns=9))


def placed(game: Game, order: str) -> Game:
    """A melee with its players in the order of their places."""
    scores = tuple(
        Score(player=player, place=place, outcome=Outcome.WIN if place == 1 else Outcome.LOSS)
        for place, player in enumerate(order.split(), start=1)
        if player in game.pairing.players
    )
    return replace(game, result=Result(scores=scores, turns=9))


def started(event: Event, games: Iterable[Game]) -> tuple[Game, ...]:
    """The games to start now; fails if there are none."""
    plan = next_games(event, games)
    assert isinstance(plan, Start), plan
    return plan.games


def pairs(event: Event, games: Iterable[Game]) -> list[tuple[str, ...]]:
    """Who plays whom in the games to start now."""
    return [game.pairing.players for game in started(event, games)]


def play(event: Event, games: Sequence[Game], winners: str) -> list[Game]:
    """The games to start now added with their results: of two, the one who is named first has won."""
    order = winners.split()
    ended = [
        won(game, min(game.pairing.players, key=order.index)) if game.result is None else game
        for game in started(event, games)
    ]
    return [*games, *ended]
