"""Standings: what orders those who are level, and what is shown of it."""

import pytest
from msgspec.structs import replace

from engine.tournament.model import Event, Game, Outcome, Result, Score, TieBreak
from engine.tournament.running import standings
from engine.tournament.terms import RoundRobin
from tests.tournament.rounds import field, started, won

NAMES = "Ann Bob Cid Dee"


def circle(*tiebreaks: TieBreak) -> tuple[Event, list[Game]]:
    """Ann beats Bob, Bob beats Cid, Cid beats Ann: all have a point."""
    event = field("Ann Bob Cid", RoundRobin(), tiebreaks=tiebreaks)
    beats = {frozenset(("Ann", "Bob")): "Ann", frozenset(("Bob", "Cid")): "Bob", frozenset(("Cid", "Ann")): "Cid"}
    return event, [won(game, beats[frozenset(game.pairing.players)]) for game in started(event, [])]


def test_where_nothing_tells_them_apart_the_lot_does_and_another_seed_has_another() -> None:
    event, games = circle(TieBreak.DIRECT, TieBreak.SONNEBORN_BERGER)
    orders = {tuple(row.player for row in standings(replace(event, seed=str(n)), games)) for n in range(60)}
    assert len(orders) == 6
    assert standings(event, games)[0].tiebreaks == ((TieBreak.DIRECT, 1.0), (TieBreak.SONNEBORN_BERGER, 1.0))


def with_score(game: Game, *, winner: str, hit_points: int, turns: int) -> Game:
    scores = tuple(
        Score(
            player=player,
            outcome=Outcome.WIN if player == winner else Outcome.LOSS,
            hit_points=hit_points if player == winner else 0,
        )
        for player in game.pairing.players
    )
    return replace(game, result=Result(scores=scores, turns=turns))


def test_hit_points_kept_come_before_turns_needed_as_the_event_has_it() -> None:
    event, games = circle(TieBreak.HIT_POINTS, TieBreak.TURNS)
    kept = {"Ann": (9, 30), "Bob": (9, 20), "Cid": (4, 5)}
    games = [
        with_score(game, winner=winner, hit_points=kept[winner][0], turns=kept[winner][1])
        for game in games
        if (winner := next(score.player for score in game.result.scores if score.outcome is Outcome.WIN))
    ]
    table = standings(event, games)
    assert [row.player for row in table] == ["Bob", "Ann", "Cid"]
    assert table[0].tiebreaks == ((TieBreak.HIT_POINTS, 9.0), (TieBreak.TURNS, 20.0))
    assert table[2].tiebreaks == ((TieBreak.HIT_POINTS, 4.0),)


def test_the_game_between_two_level_players_decides() -> None:
    event = field(NAMES, RoundRobin(), tiebreaks=(TieBreak.DIRECT,))
    upsets = {frozenset(("Ann", "Dee")): "Dee"}
    games = [
        won(game, upsets.get(frozenset(game.pairing.players), min(game.pairing.players))) for game in started(event, [])
    ]
    table = standings(event, games)
    assert [(row.player, row.points) for row in table] == [("Ann", 2), ("Bob", 2), ("Cid", 1), ("Dee", 1)]
    assert table[0].tiebreaks == ((TieBreak.DIRECT, 1.0),)


def test_a_void_game_counts_for_nobody() -> None:
    event = field("Ann Bob", RoundRobin())
    (game,) = started(event, [])
    void = replace(game, result=Result(scores=tuple(Score(player=p, outcome=Outcome.VOID) for p in ("Ann", "Bob"))))
    assert [(row.points, row.games) for row in standings(event, [void])] == [(0, 0), (0, 0)]


def test_a_result_tells_nothing_of_who_was_not_in_it() -> None:
    (game, *_) = circle()[1]
    assert game.result is not None
    assert game.result.of(game.pairing.players[0]).player == game.pairing.players[0]
    with pytest.raises(KeyError, match="Zed"):
        game.result.of("Zed")
