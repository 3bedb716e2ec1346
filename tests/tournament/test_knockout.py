"""Knockouts: brackets, byes, replays, two lives, and who leaves."""

import pytest
from msgspec.structs import replace

from engine.tournament.entering import Refused, admit, withdraw
from engine.tournament.formats.bracket import seeded
from engine.tournament.model import Entrant, Game, Outcome, Over, Wait
from engine.tournament.running import next_games, standings
from engine.tournament.terms import Knockout
from tests.tournament.rounds import drawn, field, pairs, play, started, won

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"


def test_the_bracket_keeps_the_best_apart_and_gives_them_the_byes() -> None:
    assert seeded(list("12345678")) == ["1", "8", "4", "5", "2", "7", "3", "6"]
    assert seeded(list("12345")) == ["1", None, "4", "5", "2", None, "3", None]
    assert seeded(["1"]) == ["1"]


def test_byes_of_the_first_stage_are_told_and_over_at_once() -> None:
    games = started(field("Ann Bob Cid", Knockout()), [])
    assert [game.pairing.players for game in games] == [("Ann",), ("Bob", "Cid")]
    assert games[0].result is not None
    assert games[0].pairing.reason.startswith("Ann has a bye")


def test_winners_go_on_and_the_table_counts_back_from_the_final() -> None:
    event = field(EIGHT, Knockout())
    games: list[Game] = []
    for stage in ("quarterfinals", "semifinals", "final"):
        assert {game.pairing.stage for game in started(event, games)} == {stage}
        games = play(event, games, EIGHT)
    assert next_games(event, games) == Over()
    table = standings(event, games)
    assert [row.player for row in table] == EIGHT.split()
    assert [row.note for row in table[:4]] == ["champion", "out in stage 3", "out in stage 2", "out in stage 2"]
    assert [row.points for row in table[:3]] == [3, 2, 1]


def test_a_drawn_game_is_replayed_and_then_lots_are_drawn() -> None:
    event = field("Ann Bob", Knockout(replays=1))
    first = [drawn(game) for game in started(event, [])]
    replay = started(event, first)
    assert [game.pairing.stage for game in replay] == ["final, replay 1"]
    again = [*first, *(drawn(game) for game in replay)]
    assert next_games(event, again) == Over()
    assert standings(event, again)[0].player in {"Ann", "Bob"}
    assert standings(event, again) == standings(event, again[::-1])
    assert standings(event, [*first, won(replay[0], "Bob")])[0].player == "Bob"


def test_a_stage_waits_for_all_its_games_but_replays_start_at_once() -> None:
    event = field("Ann Bob Cid Dee", Knockout())
    first, second = started(event, [])
    assert next_games(event, [won(first, "Ann"), second]) == Wait(reason="Stage 1: 1 game is being played.")
    assert pairs(event, [drawn(first), second]) == [first.pairing.players]


def test_a_game_waits_for_those_without_room_and_holds_up_no_other() -> None:
    event = field("Ann Bob Cid Dee Eve Fay", Knockout())
    busy = tuple(replace(each, games_at_once=0) if each.name == "Dee" else each for each in event.entrants)
    waiting = replace(event, entrants=busy)
    games = started(waiting, [])
    assert [game.pairing.players for game in games] == [("Ann",), ("Bob",), ("Cid", "Fay")]
    assert next_games(waiting, games) == Wait(reason="Stage 1 waits for Dee, who cannot play more games at a time.")
    assert pairs(event, games) == [("Dee", "Eve")]


def test_who_leaves_between_stages_gives_a_walkover() -> None:
    event = field("Ann Bob Cid Dee", Knockout())
    games = play(event, [], "Ann Bob Cid Dee")
    event, left = withdraw(event, games, "Ann")
    (final,) = started(event, left)
    assert final.result is not None
    assert final.result.of("Bob").outcome is Outcome.WALKOVER
    assert standings(event, [*left, final])[0].player == "Bob"
    assert standings(event, [*left, final])[1].note == "out in stage 2; withdrew"


def test_what_the_lot_has_decided_stays_so_when_the_winner_leaves() -> None:
    event = field("Ann Bob Cid Dee", Knockout(replays=0))
    games = [drawn(game) if "Ann" in game.pairing.players else won(game, "Bob") for game in started(event, [])]
    (final,) = pairs(event, games)
    (lucky,) = set(final) - {"Bob"}
    event, left = withdraw(event, games, lucky)
    (walkover,) = started(event, left)
    assert walkover.pairing.players == final
    assert walkover.result is not None


def test_where_both_have_left_one_goes_on_and_gives_a_walkover() -> None:
    event = field("Ann Bob Cid Dee", Knockout())
    games = [drawn(game) if "Ann" in game.pairing.players else won(game, "Bob") for game in started(event, [])]
    event, left = withdraw(event, games, "Ann")
    event, left = withdraw(event, left, "Dee")
    (final,) = started(event, left)
    assert final.result is not None
    assert final.result.of("Bob").outcome is Outcome.WALKOVER


def test_who_left_before_the_draw_is_not_in_the_bracket() -> None:
    event = field("Ann Bob Cid Dee", Knockout())
    for name in ("Ann", "Dee"):
        event, _ = withdraw(event, [], name)
    assert pairs(event, []) == [("Bob", "Cid")]
    assert standings(event, [])[-1].note == "not in the bracket; withdrew"


def test_nobody_comes_into_a_bracket_that_is_drawn() -> None:
    event = field("Ann Bob", Knockout())
    games = started(event, [])
    assert admit(event, games, Entrant(name="Cid", games_at_once=1)) == Refused(reason="The bracket is drawn.")


def test_with_two_lives_one_lost_game_is_not_the_end() -> None:
    event = field("Ann Bob Cid Dee", Knockout(lives=2))
    games = play(event, [], "Ann Bob Cid Dee")
    assert {frozenset(pair) for pair in pairs(event, games)} == {frozenset(("Ann", "Bob")), frozenset(("Cid", "Dee"))}
    games = play(event, games, "Ann Bob Cid Dee")
    assert pairs(event, games) == [("Bob", "Cid")]
    games = play(event, games, "Ann Bob Cid Dee")
    assert [game.pairing.stage for game in started(event, games)] == ["final"]
    once = play(event, games, "Bob Ann")
    assert [game.pairing.stage for game in started(event, once)] == ["deciding final"]
    twice = play(event, once, "Bob Ann")
    assert next_games(event, twice) == Over()
    assert [row.player for row in standings(event, twice)] == ["Bob", "Ann", "Cid", "Dee"]
    assert next_games(event, play(event, games, "Ann Bob")) == Over()


@pytest.mark.parametrize("players", range(2, 20))
def test_with_two_lives_all_but_the_champion_lose_twice(players: int) -> None:
    names = [f"wizard {n}" for n in range(players)]
    event = field(" ".join(name.replace(" ", "-") for name in names), Knockout(lives=2))
    order = " ".join(each.name for each in event.entrants[::-1])  # the lowest seeds win all
    games: list[Game] = []
    while next_games(event, games) != Over():
        games = play(event, games, order)
    lost = [
        sum(
            game.result is not None and game.result.of(each.name).outcome is Outcome.LOSS
            for game in games
            if each.name in game.pairing.players
        )
        for each in event.entrants
    ]
    assert sorted(lost, reverse=True)[: players - 1] == [2] * (players - 1)
    assert standings(event, games)[0].player == event.entrants[-1].name
