"""Standings: what orders those who are level, what is shown, and rows of text."""

import pytest
from msgspec.structs import replace

from engine.tournament.entering import withdraw
from engine.tournament.games import bye
from engine.tournament.model import Event, Game, Outcome, Pairing, Result, Score, TieBreak
from engine.tournament.running import standings
from engine.tournament.tables import as_text, crosstables, standings_grid
from engine.tournament.terms import League, Melees, RoundRobin, Swiss
from tests.tournament.rounds import drawn, field, placed, play, started, won

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


def swiss_after_two_rounds() -> tuple[Event, list[Game]]:
    event = field("Ann Bob Cid Dee Eve", Swiss(rounds=3), tiebreaks=(TieBreak.BUCHHOLZ, TieBreak.WINS))
    games = play(event, [], "Ann Bob Cid Dee Eve")
    return event, [*games, *(drawn(game) if game.result is None else game for game in started(event, games))]


def test_standings_show_the_tie_breaks_that_were_asked() -> None:
    event, games = swiss_after_two_rounds()
    assert as_text(standings_grid(event, games)) == [
        "| Standings",
        "|       Points Games Bh",
        "| 1 Bob     1½     2 2½",
        "| 2 Ann     1½     2  2",
        "| 3 Eve     1½     2 1½",
        "| 4 Dee      1     2",
        "| 5 Cid      ½     2",
    ]


def test_a_swiss_has_a_column_for_each_round() -> None:
    event, games = swiss_after_two_rounds()
    games = [*games, *started(event, games)]
    assert as_text(crosstables(event, games)[0]) == [
        "|         1   2   3 Points",
        "| 1 Cid  2L  4D bye     1½",
        "| 2 Ann  1W  3D  5?     1½",
        "| 3 Bob  5W  2D  4?     1½",
        "| 4 Eve bye  1D  3?     1½",
        "| 5 Dee  3L bye  2?      1",
    ]


def test_all_against_all_makes_a_square() -> None:
    event = field(NAMES, RoundRobin())
    games = play(event, [], NAMES)
    games = [replace(game, result=None) if set(game.pairing.players) == {"Bob", "Dee"} else game for game in games]
    games = [replace(game, result=None) if set(game.pairing.players) == {"Bob", "Cid"} else game for game in games]
    event, left = withdraw(event, games, "Dee")
    assert as_text(crosstables(event, left)[0]) == [
        "|       1 2 3 4 Points",
        "| 1 Ann * W W W      3",
        "| 2 Cid L * ? W      1",
        "| 3 Bob L ? * +      1",
        "| 4 Dee L L - *      0",
    ]


def test_a_game_of_one_stands_in_no_cell_of_a_square() -> None:
    event, games = circle()
    alone = bye(Pairing(round=2, players=("Ann",)))
    (square,) = crosstables(event, [*games, alone])
    (plain,) = crosstables(event, games)
    assert [row[:-1] for row in square.rows if row[1] != "Ann"] == [row[:-1] for row in plain.rows if row[1] != "Ann"]
    assert all("+" not in cell for row in square.rows for cell in row)


def test_a_result_tells_nothing_of_who_was_not_in_it() -> None:
    (game, *_) = circle()[1]
    assert game.result is not None
    assert game.result.of(game.pairing.players[0]).player == game.pairing.players[0]
    with pytest.raises(KeyError, match="Zed"):
        game.result.of("Zed")


def test_sections_and_their_final_make_a_square_each() -> None:
    event = field("Ann Bob Cid Dee", RoundRobin(sections=2, advance=1, legs=2))
    games = play(event, [], "Ann Bob Cid Dee")
    text = [line for grid in crosstables(event, play(event, games, "Bob Ann")) for line in as_text(grid)]
    assert text == [
        "| Section A",
        "|        1  2 Points",
        "| 1 Ann  * WW      2",
        "| 2 Dee LL  *      0",
        "| Section B",
        "|        1  2 Points",
        "| 1 Bob  * WW      2",
        "| 2 Cid LL  *      0",
        "| Final",
        "|        1  2 Points",
        "| 1 Bob  * WW      2",
        "| 2 Ann LL  *      0",
    ]


def test_a_melee_shows_the_place_of_how_many() -> None:
    event = field(NAMES, Melees(rounds=1, table=4, places=(3, 2, 1)))
    games = [placed(game, NAMES) for game in started(event, [])]
    assert as_text(crosstables(event, games)[0])[1:3] == ["| 1 Ann 1:4      3", "| 2 Bob 2:4      2"]


def test_what_is_too_wide_goes_on_below_and_long_names_are_cut() -> None:
    names = [f"Bob-of-the-{'far-' * n}north" for n in range(30)]
    event = field(" ".join(names), League(seasons=1, size=30, movers=0))
    (grid,) = crosstables(event, started(event, []))
    lines = as_text(grid)
    assert len(grid.head) == 33
    assert len(lines) == 1 + 3 * 31
    assert max(map(len, lines)) <= 72
    assert all(line.startswith("| ") for line in lines)
    assert any("far-far-…" in line for line in lines)
