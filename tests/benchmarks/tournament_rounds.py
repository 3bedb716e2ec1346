"""Players that the Swiss pairing pairs, in a field of a thousand."""

import random
from collections.abc import Iterator
from functools import partial

from engine.tournament.model import Entrant, Event, Game, Start
from engine.tournament.running import next_games
from engine.tournament.terms import Swiss
from tests.benchmarks.table import Row, rate
from tests.tournament.seasons import settle

PLAYERS = 1000
ROUNDS = 7
AIM = 100  # a round of a thousand in ten seconds


def rows() -> Iterator[Row]:
    """A rate for each round, from the first to the last, when groups are small and many have met."""
    dice = random.Random(1)
    entrants = tuple(Entrant(name=f"wizard {n}", games_at_once=1, rating=dice.gauss(1500, 200)) for n in range(PLAYERS))
    event = Event(name="Open", seed="salt", terms=Swiss(rounds=ROUNDS), entrants=entrants)
    games: list[Game] = []
    rates = []
    for _ in range(ROUNDS):
        known = tuple(games)
        rates.append(rate(PLAYERS, partial(next_games, event, known)))
        plan = next_games(event, games)
        assert isinstance(plan, Start)
        games += [settle(game, dice) if game.result is None else game for game in plan.games]
    yield Row(name=f"players paired, a Swiss of {PLAYERS:,} over {ROUNDS} rounds", rates=rates, aim=AIM)
