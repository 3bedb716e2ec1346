"""Round robins and leagues: schedules, room, sections and finals, who leaves, and who goes up and down."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from engine.tournament.entering import Refused, admit, withdraw
from engine.tournament.formats.league import divisions
from engine.tournament.formats.round_robin import sections
from engine.tournament.games import meetings
from engine.tournament.model import Entrant, Event, Outcome, Over, Standing, TieBreak, Wait, Withdrawals
from engine.tournament.running import next_games, standings
from engine.tournament.schedule import circle
from engine.tournament.terms import League, RoundRobin
from tests.tournament.rounds import field, pairs, play, started, won

TWELVE = "Ann Bob Cid Dee Eve Fay Gus Hal Ivy Jay Kim Leo"


@pytest.mark.parametrize("players", range(1, 12))
def test_in_the_schedule_each_two_meet_once_and_nobody_plays_twice_in_a_round(players: int) -> None:
    names = [str(n) for n in range(players)]
    rounds = circle(names)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(names, 2)))
    for pairs_ in rounds:
        assert max(Counter(name for pair in pairs_ for name in pair).values(), default=0) <= 1


def test_all_games_start_at_once_where_everybody_has_room() -> None:
    assert len(started(field("Ann Bob Cid Dee Eve", RoundRobin()), [])) == 10
    assert len(started(field("Ann Bob Cid", RoundRobin(legs=2)), [])) == 6


def test_who_plays_one_game_at_a_time_gets_the_next_when_it_is_over() -> None:
    event = field("Ann Bob Cid", RoundRobin())
    ann, *others = event.entrants
    event = replace(event, entrants=(replace(ann, games_at_once=1), *others))
    first = started(event, [])
    assert [game.pairing.players for game in first] == [("Bob", "Cid"), ("Ann", "Cid")]
    assert next_games(event, first) == Wait(reason="2 games are being played.")
    later = [first[0], won(first[1], "Ann")]
    assert pairs(event, later) == [("Ann", "Bob")]


def test_sections_are_dealt_there_and_back_and_the_best_of_each_meet_in_the_final() -> None:
    event = field(TWELVE, RoundRobin(sections=3, advance=2))
    assert sections(event, RoundRobin(sections=3))["section A"] == ["Ann", "Fay", "Gus", "Leo"]
    games = play(event, [], TWELVE)
    final = started(event, games)
    assert {game.pairing.stage for game in final} == {"final"}
    assert meetings(final).keys() == {
        frozenset(pair)
        for pair in combinations(("Ann", "Bob", "Cid", "Dee", "Eve", "Fay"), 2)
        if set(pair) not in ({"Ann", "Fay"}, {"Bob", "Eve"}, {"Cid", "Dee"})
    }
    games = play(event, games, "Fay Eve Dee Cid Bob Ann")
    assert next_games(event, games) == Over()
    table = standings(event, games)
    assert table[0].player == "Fay"
    points = {
        row.player: row.points for row in table[:6]
    }  # with the game of the section: there Ann beat Fay, and so on
    assert points == {"Fay": 4, "Eve": 3, "Cid": 3, "Dee": 2, "Bob": 2, "Ann": 1}
    assert table[0].note == "final"
    assert {row.player for row in table[6:9]} == {"Gus", "Hal", "Ivy"}
    assert table[-1].note in {"section A", "section B", "section C"}


def leaving(rule: Withdrawals, games_before: int) -> tuple[dict[str, Standing], int]:
    """Dee of five leaves when so many of her games, which she all won, are over; the others' games follow the names."""
    event = field("Ann Bob Cid Dee Eve", RoundRobin(), withdrawals=rule)
    opened = started(event, [])
    own = [game for game in opened if "Dee" in game.pairing.players]
    over = [won(game, "Dee") for game in own[:games_before]]
    rest = [game for game in opened if game not in own[:games_before]]
    event, games = withdraw(event, [*over, *rest], "Dee")
    games = tuple(won(game, min(game.pairing.players)) if game.result is None else game for game in games)
    assert next_games(event, games) == Over()
    table = standings(event, games)
    return {row.player: row for row in table}, len(games)


def test_kept_results_stand_and_the_rest_are_walkovers() -> None:
    table, games = leaving(Withdrawals.KEEP, 1)
    assert games == 10
    assert table["Dee"].points == 1
    assert table["Dee"].note == "withdrew"
    assert sum(row.games for row in table.values()) == 20


@pytest.mark.parametrize(("rule", "before"), [(Withdrawals.VOID, 3), (Withdrawals.HALF, 1)])
def test_struck_results_count_for_nobody_and_the_name_comes_last(rule: Withdrawals, before: int) -> None:
    table, _ = leaving(rule, before)
    assert [table[name].points for name in ("Ann", "Bob", "Cid", "Eve", "Dee")] == [3, 2, 1, 0, 0]
    assert table["Dee"].rank == 5
    assert table["Dee"].note == "withdrew, does not count"


def test_half_the_games_played_are_enough_to_stay_in_the_table() -> None:
    table, _ = leaving(Withdrawals.HALF, 2)
    assert table["Dee"].points == 2
    assert table["Dee"].note == "withdrew"


@pytest.mark.parametrize("before", [True, False])
def test_games_against_who_was_struck_are_completed_or_none_of_ones_own(before: bool) -> None:
    """Two of Bob's five games are against those who leave: he has played four of five, or two of the three left."""
    event = replace(field("Ann Bob Cid Dee Eve Fay", RoundRobin()), withdrawals=Withdrawals.HALF)
    games = list(started(event, []))
    for rival in ("Cid", "Dee", "Eve", "Fay"):
        leaves = rival in ("Cid", "Dee")
        if before or not leaves:
            n = next(n for n, game in enumerate(games) if set(game.pairing.players) == {"Bob", rival})
            games[n] = won(games[n], "Bob")
        if leaves:
            event, left = withdraw(event, games, rival)
            games = list(left)
    assert event.by_name["Cid"].struck_from == 1
    event, _ = withdraw(event, games, "Bob")
    assert event.by_name["Bob"].struck_from is None


def test_a_final_changes_nothing_for_those_who_are_not_in_it() -> None:
    terms, names = RoundRobin(sections=2, advance=2), "Ann Bob Cid Dee Eve Fay Gus Hal"
    event = field(names, terms, tiebreaks=(TieBreak.SONNEBORN_BERGER,))
    for number in range(20):
        dice = Random(number)
        games = [won(game, dice.choice(game.pairing.players)) for game in started(event, [])]
        final = started(event, games)
        before = standings(event, games)
        ended = [won(game, dice.choice(game.pairing.players)) for game in final]
        assert standings(event, [*games, *ended])[4:] == before[4:]


def test_who_left_has_no_games_to_come_and_opponents_have_walkovers_at_once() -> None:
    event = field("Ann Bob Cid", RoundRobin())
    event = replace(event, entrants=tuple(replace(each, games_at_once=1) for each in event.entrants))
    first = started(event, [])
    assert len(first) == 1
    event, games = withdraw(event, first, "Bob")
    rest = started(event, games)
    assert all(game.result is not None for game in rest if "Bob" in game.pairing.players)


def test_the_game_of_two_who_have_both_left_is_void() -> None:
    event = field("Ann Bob Cid", RoundRobin())
    event = replace(event, entrants=tuple(replace(each, games_at_once=1) for each in event.entrants))
    games = started(event, [])
    away = next(each.name for each in event.entrants if each.name not in games[0].pairing.players)
    event, games = withdraw(event, games, games[0].pairing.players[0])
    event, games = withdraw(event, games, away)
    rest = [game for game in started(event, games) if away in game.pairing.players]
    both = next(game for game in rest if set(game.pairing.players) == {away, games[0].pairing.players[0]})
    assert both.result is not None
    assert {score.outcome for score in both.result.scores} == {Outcome.VOID}


def test_a_late_entry_meets_everybody_until_the_final_begins() -> None:
    event = field("Ann Bob Cid Dee", RoundRobin(sections=2, advance=1))
    games = play(event, [], "Ann Bob Cid Dee")
    later = admit(event, games, Entrant(name="Eve", games_at_once=9))
    assert isinstance(later, Event)
    assert len(pairs(later, games)) == 2
    games = play(event, games, "Ann Bob")
    assert admit(event, games, Entrant(name="Eve", games_at_once=9)) == Refused(reason="The final has begun.")


def test_the_best_go_up_and_the_last_go_down() -> None:
    event = field(TWELVE, League(seasons=2, size=4, movers=1))
    terms = League(seasons=2, size=4, movers=1)
    assert divisions(event, terms, [], 1) == [TWELVE.split()[:4], TWELVE.split()[4:8], TWELVE.split()[8:]]
    games = play(event, [], TWELVE)
    assert divisions(event, terms, games, 2) == [
        ["Ann", "Bob", "Cid", "Eve"],
        ["Dee", "Fay", "Gus", "Ivy"],
        ["Hal", "Jay", "Kim", "Leo"],
    ]
    second = started(event, games)
    assert {(game.pairing.round, game.pairing.stage) for game in second} == {
        (2, "division 1"),
        (2, "division 2"),
        (2, "division 3"),
    }
    games = play(event, games, TWELVE)
    assert next_games(event, games) == Over()
    assert [row.player for row in standings(event, games)][:5] == ["Ann", "Bob", "Cid", "Eve", "Dee"]
    assert standings(event, games)[-1].note == "division 3"


def test_a_place_that_falls_vacant_is_filled_from_below_and_newcomers_begin_at_the_bottom() -> None:
    event = field(TWELVE, League(seasons=2, size=4, movers=1))
    terms = League(seasons=2, size=4, movers=1)
    games = play(event, [], TWELVE)
    event, left = withdraw(event, games, "Ann")
    late = admit(event, left, Entrant(name="Moe", games_at_once=9, rating=3000))
    assert isinstance(late, Event)
    assert divisions(late, terms, left, 1)[0] == ["Ann", "Bob", "Cid", "Dee"]
    assert divisions(late, terms, left, 2) == [
        ["Bob", "Cid", "Eve", "Dee"],
        ["Fay", "Gus", "Ivy", "Hal"],
        ["Jay", "Kim", "Leo", "Moe"],
    ]


def test_a_season_waits_for_the_last_game_of_the_one_before() -> None:
    event = field("Ann Bob Cid Dee", League(seasons=2, size=4, movers=1))
    first = started(event, [])
    games = [*(won(game, min(game.pairing.players)) for game in first[1:]), first[0]]
    assert next_games(event, games) == Wait(reason="Season 1: 1 game is being played.")
