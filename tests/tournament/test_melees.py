"""Melee series: tables, points by place, other opponents."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from engine.tournament.entering import withdraw
from engine.tournament.formats.melees import points_for, sizes
from engine.tournament.games import meetings
from engine.tournament.model import Game, Impossible, Outcome, Over, Result, Score, TieBreak, Wait
from engine.tournament.running import next_games, standings
from engine.tournament.terms import Melees
from tests.tournament.rounds import field, placed, started

TERMS = Melees(rounds=3, table=4, places=(5, 3, 2, 1))


@pytest.mark.parametrize("table", range(3, 9))
def test_any_three_or_more_find_seats_at_tables_of_three_to_eight(table: int) -> None:
    for players in range(3, 100):
        seats = sizes(players, table)
        assert sum(seats) == players
        assert 3 <= min(seats) <= max(seats) <= 8
        assert max(seats) - min(seats) <= 1


def test_the_seeds_are_dealt_to_the_tables_of_the_first_round_there_and_back() -> None:
    """The order of seeds is the ratings' (whoever runs the event puts skill in melees there)."""
    event = field("Ann Bob Cid Dee Eve Fay Gus Hal Ivy Jay", TERMS)
    tables = started(event, [])
    assert [game.pairing.players for game in tables] == [
        ("Ann", "Fay", "Gus"),
        ("Bob", "Eve", "Hal"),
        ("Cid", "Dee", "Ivy", "Jay"),
    ]
    assert tables[0].pairing.reason == (
        "Ann, Fay and Gus share a table: the seeds are dealt to the tables there and back, so that all are about as"
        " strong."
    )


@pytest.mark.parametrize("table", range(3, 9))
def test_every_size_of_table_seats_everybody_and_turns_the_opponents_round(table: int) -> None:
    """Five tables, and as many rounds as seats: those who meet twice in them are fewer than half of all meetings."""
    event = field(" ".join(f"w{n}" for n in range(5 * table)), Melees(rounds=3, table=table, places=(2, 1)))
    games: list[Game] = []
    for _ in range(3):
        games += [placed(game, " ".join(game.pairing.players)) for game in started(event, games)]
    assert {len(game.pairing.players) for game in games} == {table}
    met = Counter(meetings(games).values())
    assert met[1] > 2 * sum(times for often, times in met.items() if often > 1)
    assert max(met) <= 3
    assert all(len([game for game in games if f"w{n}" in game.pairing.players]) == 3 for n in range(5 * table))


def test_sixteen_play_three_rounds_at_tables_of_four_and_few_meet_twice() -> None:
    names = " ".join(f"w{n}" for n in range(16))
    event = field(names, replace(TERMS, rounds=3))
    games: list[Game] = []
    for _ in range(3):
        games += [placed(game, " ".join(game.pairing.players)) for game in started(event, games)]
    met = Counter(meetings(games).values())
    assert met[1] >= 60  # of 72 meetings
    assert max(met) <= 2
    assert next_games(event, games) == Over()


def test_eight_at_tables_of_four_are_mixed_as_well_as_can_be() -> None:
    """In the second round each table takes two from each table of the first: 4 pairs meet again, no fewer can."""
    event = field("Ann Bob Cid Dee Eve Fay Gus Hal", TERMS)
    games = [placed(game, " ".join(game.pairing.players)) for game in started(event, [])]
    second = started(event, games)
    again = [pair for pair, times in meetings([*games, *second]).items() if times > 1]
    assert len(again) == 4
    reasons = [game.pairing.reason for game in second]
    assert all(" not for the first time, which could not be helped." in reason for reason in reasons)
    assert all(reason.split(": ")[1].count(" with ") == 2 for reason in reasons)


def test_points_go_by_place_and_are_shared_by_those_who_share_it() -> None:
    scores = (
        Score(player="Ann", outcome=Outcome.DRAW, place=1),
        Score(player="Bob", outcome=Outcome.DRAW, place=1),
        Score(player="Cid", outcome=Outcome.LOSS, place=3),
        Score(player="Dee", outcome=Outcome.FORFEIT, place=4),
    )
    result = Result(scores=scores)
    assert [points_for(TERMS, result, score) for score in scores] == [4, 4, 2, 0]


def test_the_table_adds_the_points_and_then_asks_the_tie_breaks() -> None:
    event = field("Ann Bob Cid Dee", replace(TERMS, rounds=2), tiebreaks=(TieBreak.WINS,))
    first = [placed(game, "Ann Bob Cid Dee") for game in started(event, [])]
    second = [placed(game, "Cid Bob Ann Dee") for game in started(event, first)]
    table = standings(event, [*first, *second])
    assert [(row.player, row.points) for row in table][2:] == [("Bob", 6), ("Dee", 2)]
    assert {(row.player, row.points, row.tiebreaks) for row in table[:2]} == {
        ("Ann", 7, ((TieBreak.WINS, 1.0),)),
        ("Cid", 7, ((TieBreak.WINS, 1.0),)),
    }


def test_a_round_waits_for_all_tables_and_for_those_without_room() -> None:
    event = field("Ann Bob Cid", TERMS)
    games = started(event, [])
    assert next_games(event, games) == Wait(reason="Round 1: 1 game is being played.")
    elsewhere = replace(event, entrants=(replace(event.entrants[0], games_at_once=0), *event.entrants[1:]))
    assert next_games(elsewhere, []) == Wait(reason="Round 1 waits for Ann, who cannot play more games at a time.")


def test_fewer_than_three_are_put_to_the_director() -> None:
    event = field("Ann Bob Cid", TERMS)
    games = [placed(game, "Ann Bob Cid") for game in started(event, [])]
    event, left = withdraw(event, games, "Bob")
    plan = next_games(event, left)
    assert isinstance(plan, Impossible)
    assert plan.reason == "A melee takes 3 wizards; so many are left: 2."


def test_whoever_leaves_an_open_melee_leaves_it_open_for_the_others() -> None:
    event = field("Ann Bob Cid Dee", TERMS)
    games = started(event, [])
    _, left = withdraw(event, games, "Bob")
    assert left == games
    assert {frozenset(pair) for pair in combinations(("Ann", "Bob", "Cid", "Dee"), 2)} == set(meetings(left))
