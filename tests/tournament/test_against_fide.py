"""Tie-breaks and the order of the table over random events, against the program of FIDE's Technical Commission."""

import random

import pytest

from engine.tournament.cards import cards, cards_by_round
from engine.tournament.games import bye, decided
from engine.tournament.model import Entrant, Event, Game, Outcome, Pairing, Scoring
from engine.tournament.running import standings
from engine.tournament.schedule import circle
from engine.tournament.terms import RoundRobin, Swiss
from engine.tournament.tiebreaks import RECKONED, Field
from tests.tournament.fide_program import CODES, reckoned

WAYS = ([Outcome.WIN, Outcome.LOSS], [Outcome.DRAW] * 2, [Outcome.WALKOVER, Outcome.FORFEIT])
OFTEN = (6, 3, 1.5)
FOR_ALL = [each for each in CODES if "Buchholz" not in each]  # FIDE has no Buchholz where all meet all


def played(round_: int, pair: tuple[str, str], dice: random.Random) -> Game:
    (way,) = dice.choices(WAYS, OFTEN)
    return decided(Pairing(round=round_, players=tuple(dice.sample(pair, 2))), way)


def swiss(dice: random.Random) -> tuple[Event, list[Game]]:
    """Rounds paired at random, with byes, rounds that somebody is away in, and late entries for nothing or a half."""
    rounds = dice.randint(1, 5)
    entrants = tuple(
        Entrant(name=f"wizard {n}", games_at_once=1, first=dice.choice((1, 1, 1, rounds)) if n else 1)
        for n in range(dice.randint(3, 9))
    )
    scoring = Scoring(absent=dice.choice((0.0, 0.5)))
    games: list[Game] = []
    met: set[frozenset[str]] = set()
    for round_ in range(1, rounds + 1):
        there = [each.name for each in entrants[1:] if each.plays(round_) and dice.random() > 0.08]
        left = dice.sample([entrants[0].name, *there], 1 + len(there))
        while left:
            first = left.pop()
            new = [name for name in left if frozenset((first, name)) not in met]
            if not new:
                games.append(bye(Pairing(round=round_, players=(first,))))
                continue
            second = dice.choice(new)
            left.remove(second)
            met.add(frozenset((first, second)))
            games.append(played(round_, (first, second), dice))
    order = tuple(dice.sample(list(CODES), len(CODES)))
    terms = Swiss(rounds=rounds)
    return Event(name="Open", seed="salt", terms=terms, entrants=entrants, scoring=scoring, tiebreaks=order), games


def round_robin(dice: random.Random) -> tuple[Event, list[Game]]:
    names = [f"wizard {n}" for n in range(dice.randint(3, 8))]
    games = [played(n, pair, dice) for n, pairs in enumerate(circle(names), start=1) for pair in pairs]
    entrants = tuple(Entrant(name=name, games_at_once=1) for name in names)
    order = tuple(dice.sample(FOR_ALL, len(FOR_ALL)))
    return Event(name="Cup", seed="salt", terms=RoundRobin(), entrants=entrants, tiebreaks=order), games


@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_random_events_come_out_as_fides_own_program_has_them(hundred: int) -> None:
    for number in range(100 * hundred, 100 * (hundred + 1)):
        dice = random.Random(number)
        fixed = number % 3 == 0
        event, games = round_robin(dice) if fixed else swiss(dice)
        by_round = cards_by_round(event, games)
        ranks, numbers = reckoned(by_round, event.tiebreaks, fixed=fixed)
        field = Field(cards=cards(event, games) if fixed else by_round, scoring=event.scoring, fixed=fixed)
        for tiebreak, reckon in RECKONED.items():
            if tiebreak in numbers:
                assert {name: reckon(field, name) for name in by_round} == numbers[tiebreak], (number, tiebreak)
        table = [ranks[row.player] for row in standings(event, games)]
        assert table == sorted(table), number
