"""What holds in every format, over random results, drop-outs and late entries."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from engine.tournament.games import meetings
from engine.tournament.model import Event, Game, Outcome, TieBreak
from engine.tournament.running import next_games, standings
from engine.tournament.tables import as_text, crosstables, standings_grid
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss, Terms
from tests.tournament.seasons import Season, season

TIEBREAKS = (
    TieBreak.DIRECT,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.HIT_POINTS,
    TieBreak.TURNS,
)
MELEE = Melees(rounds=4, table=4, places=(5, 3, 2, 1))
FORMATS: dict[str, Terms] = {
    "round robin": RoundRobin(),
    "double round robin": RoundRobin(legs=2),
    "sections": RoundRobin(sections=2, advance=2),
    "Swiss": Swiss(rounds=4),
    "overlapping Swiss": Swiss(rounds=4, settled_percent=60, accelerated=True),
    "knockout": Knockout(),
    "double elimination": Knockout(lives=2),
    "ladder": Ladder(),
    "league": League(seasons=3, size=4, movers=1),
    "melees": MELEE,
}
NEVER_TWICE = ("round robin", "sections", "Swiss", "overlapping Swiss")

formats = pytest.mark.parametrize("name", FORMATS)
numbers = st.integers(0, 10**6)
few = settings(max_examples=8)


def played(name: str, number: int, *, restless: bool = True) -> Season:
    tiebreaks = TIEBREAKS[4:] if name == "melees" else TIEBREAKS
    players = 3 + number % 5 if name == "double round robin" else None  # where a game more makes it long
    return season(FORMATS[name], number, restless=restless, tiebreaks=tiebreaks, players=players)


@formats
@few
@given(number=numbers, restless=st.booleans())
def test_it_ends_and_the_table_has_everybody_once(name: str, number: int, restless: bool) -> None:
    ended = played(name, number, restless=restless)
    table = standings(ended.event, ended.games)
    assert [row.rank for row in table] == list(range(1, len(ended.event.entrants) + 1))
    assert {row.player for row in table} == set(ended.event.by_name)
    assert all(game.result is not None for game in ended.games)


@pytest.mark.parametrize("name", NEVER_TWICE)
@few
@given(number=numbers, restless=st.booleans())
def test_nobody_meets_twice(name: str, number: int, restless: bool) -> None:
    assert max(meetings(played(name, number, restless=restless).games).values(), default=0) <= 1


@few
@given(number=numbers)
def test_nobody_meets_oftener_than_the_format_says(number: int) -> None:
    doubled = meetings(played("double round robin", number).games)
    assert max(doubled.values(), default=0) <= 2
    league = played("league", number).games
    for part in range(1, 4):
        of_season = [game for game in league if game.pairing.round == part]
        assert max(meetings(of_season).values(), default=0) <= 1


@formats
@few
@given(number=numbers)
def test_without_comers_and_goers_byes_differ_by_one_at_most(name: str, number: int) -> None:
    ended = played(name, number, restless=False)
    byes = Counter(game.pairing.players[0] for game in ended.games if len(game.pairing.players) == 1)
    counted = [byes[player] for player in ended.event.by_name]
    assert ended.asked == 0
    if name == "double elimination":
        assert max(counted) <= 2
    else:
        assert max(counted) - min(counted) <= 1


@pytest.mark.parametrize("name", ["Swiss", "overlapping Swiss", "melees"])
@few
@given(number=numbers)
def test_with_comers_and_goers_nobody_has_a_second_bye(name: str, number: int) -> None:
    games = played(name, number).games
    byes = Counter(game.pairing.players[0] for game in games if len(game.pairing.players) == 1)
    assert max(byes.values(), default=0) <= 1


@formats
@few
@given(number=numbers)
def test_the_same_seed_gives_the_same_event(name: str, number: int) -> None:
    once, again = played(name, number), played(name, number)
    assert once.event == again.event
    assert once.games == again.games
    assert standings(once.event, once.games) == standings(again.event, again.games)


@formats
@few
@given(number=numbers, at=st.floats(0, 1), dice=st.randoms(use_true_random=False))
def test_the_order_of_results_and_entrants_changes_nothing(
    name: str, number: int, at: float, dice: random.Random
) -> None:
    ended = played(name, number)
    games = [game for started in ended.starts[: round(at * len(ended.starts))] for game in started]
    shuffled = dice.sample(games, len(games))
    event = ended.event
    turned = Event(
        **{field: getattr(event, field) for field in event.__struct_fields__} | {"entrants": event.entrants[::-1]}
    )
    assert next_games(turned, shuffled) == next_games(event, games)
    assert standings(turned, shuffled) == standings(event, games)


@formats
@few
@given(number=numbers)
def test_every_pairing_says_why_and_comes_once(name: str, number: int) -> None:
    ended = played(name, number)
    pairings = [game.pairing for game in ended.games]
    assert len({(pairing.round, pairing.stage, pairing.players) for pairing in pairings}) == len(pairings)
    for pairing in pairings:
        assert all(player in pairing.reason for player in pairing.players)
        assert pairing.reason.endswith(".")


@formats
@few
@given(number=numbers)
def test_tables_fit_72_columns_and_begin_with_a_bar(name: str, number: int) -> None:
    ended = played(name, number)
    for grid in (standings_grid(ended.event, ended.games), *crosstables(ended.event, ended.games)):
        assert {len(row) for row in grid.rows} <= {len(grid.head)}
        for line in as_text(grid):
            assert line.startswith("|")
            assert len(line) <= 72


@formats
def test_events_and_games_come_back_from_json(name: str) -> None:
    ended = played(name, 7)
    assert json.decode(json.encode(ended.event), type=Event) == ended.event
    assert json.decode(json.encode(ended.games), type=list[Game]) == ended.games


def test_the_outcomes_that_the_seasons_bring_about_are_all_that_there_are() -> None:
    seen = {
        score.outcome
        for name in FORMATS
        for number in range(6)
        for game in played(name, number).games
        for score in (game.result.scores if game.result else ())
    }
    assert seen == set(Outcome) - {Outcome.ABSENT}
