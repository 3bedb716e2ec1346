"""Tables as text of 72 columns: standings, squares, brackets, rounds and melees, with long, wide and many names."""

import pytest
from msgspec.structs import replace

from engine.tournament.entering import withdraw
from engine.tournament.games import bye, decided
from engine.tournament.model import Event, Game, Outcome, Pairing, TieBreak
from engine.tournament.tables import as_text, crosstables, standings_grid
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss, Terms
from engine.tournament.wording import columns
from tests.tournament.rounds import drawn, field, placed, play, started, won

NAMES = "Ann Bob Cid Dee"
MARKS = "| W won, D drawn, L lost, + walkover, - forfeit, v void, ? being played."


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
        "| Bh: Buchholz.",
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
        "| The number is the opponent's place. W won, D drawn, L lost, +",
        "| walkover, - forfeit, v void, ? being played.",
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
        MARKS,
    ]


def test_a_game_of_one_stands_in_no_cell_of_a_square() -> None:
    event = field(NAMES, RoundRobin())
    games = play(event, [], NAMES)
    alone = bye(Pairing(round=2, players=("Ann",)))
    (square,) = crosstables(event, [*games, alone])
    (plain,) = crosstables(event, games)
    assert [row[:-1] for row in square.rows if row[1] != "Ann"] == [row[:-1] for row in plain.rows if row[1] != "Ann"]
    assert all("+" not in cell for row in square.rows for cell in row)


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
        MARKS,
    ]


def test_a_melee_shows_the_place_of_how_many() -> None:
    event = field(NAMES, Melees(rounds=1, table=4, places=(3, 2, 1)))
    games = [placed(game, NAMES) for game in started(event, [])]
    assert as_text(crosstables(event, games)[0]) == [
        "|         1 Points",
        "| 1 Ann 1:4      3",
        "| 2 Bob 2:4      2",
        "| 3 Cid 3:4      1",
        "| 4 Dee 4:4      0",
        "| 2:4 second of four, v void, ? being played.",
    ]
    void = [decided(game.pairing, [Outcome.VOID] * 4) for game in started(event, [])]
    assert all(line.split()[3:] == ["v", "0"] for line in as_text(crosstables(event, void)[0])[1:5])
    open_games = as_text(crosstables(event, started(event, []))[0])
    assert all(line.split()[3:] == ["?", "0"] for line in open_games[1:5])


def test_what_is_too_wide_goes_on_below_and_long_names_are_cut() -> None:
    names = [f"Bob-of-the-{'far-' * n}north" for n in range(30)]
    event = field(" ".join(names), League(seasons=1, size=30, movers=0))
    (grid,) = crosstables(event, started(event, []))
    lines = as_text(grid)
    assert len(grid.head) == 33
    assert len(lines) == 1 + 3 * 31 + 1
    assert max(map(len, lines)) <= 72
    assert all(line.startswith("| ") for line in lines)
    assert any("far-far-…" in line for line in lines)


def test_a_knockout_shows_its_bracket_with_byes_replays_and_walkovers() -> None:
    event = field("Ann Bob Cid Dee Eve", Knockout())
    games = [game if game.result else drawn(game) for game in started(event, [])]
    games += [won(game, "Eve") for game in started(event, games)]
    first, second = started(event, games)
    games += [won(first, "Ann"), decided(second.pairing, [Outcome.WALKOVER, Outcome.FORFEIT])]
    games += started(event, games)
    assert as_text(crosstables(event, games)[0]) == [
        "| Bracket",
        "| Seed          1     2     3 Place",
        "|    1 Ann    bye W Eve ? Bob     1",
        "|    4 Dee DL Eve     .     .     5",
        "|    5 Eve DW Dee L Ann     .     4",
        "|    2 Bob    bye + Cid ? Ann     2",
        "|    3 Cid    bye - Bob     .     3",
        MARKS,
    ]


def test_wide_characters_take_two_columns_and_marks_above_letters_none() -> None:
    names = "王重阳 Ann Ḃo\u0327b 黄" + "药" * 20
    event = field(names, RoundRobin())
    assert as_text(crosstables(event, play(event, [], names))[0]) == [
        "|                           1 2 3 4 Points",
        "| 1 王重阳                  * W W W      3",
        "| 2 Ann                     L * W W      2",
        "| 3 Ḃo\u0327b                     L L * W      1",
        "| 4 黄药药药药药药药药药药… L L L *      0",
        MARKS,
    ]


@pytest.mark.parametrize(
    "terms", [Swiss(rounds=6), Knockout(), Knockout(lives=2), RoundRobin(), Melees(rounds=3, table=8, places=(3, 2))]
)
def test_tables_of_sixty_four_with_long_and_wide_names_fit_72_columns(terms: Terms) -> None:
    names = [f"{'西方不败' * 5 if n % 2 else 'Bartholomew-the-Unforgettable'}{n}" for n in range(64)]
    event = field(" ".join(names), terms, tiebreaks=tuple(TieBreak) if isinstance(terms, Swiss) else ())
    games: list[Game] = []
    for _ in range(3 if not isinstance(terms, RoundRobin) else 1):
        games += [ended(game) if game.result is None else game for game in started(event, games)]
    for grid in (standings_grid(event, games), *crosstables(event, games)):
        assert len(grid.rows) == 64
        assert max(columns(line) for line in as_text(grid)) <= 72


def test_a_ladder_has_its_rungs_and_no_crosstable() -> None:
    event = field("Ann Bob", Ladder())
    assert as_text(standings_grid(event, [])) == [
        "| Standings",
        "|       Points Games",
        "| 1 Ann      0     0",
        "| 2 Bob      0     0",
    ]
    assert crosstables(event, []) == ()


@pytest.mark.parametrize("terms", [RoundRobin(), Swiss(rounds=2), Knockout(), League(seasons=1, size=4, movers=0)])
def test_an_event_without_anybody_has_empty_tables(terms: Terms) -> None:
    event = field("", terms)
    assert all(grid.rows == () for grid in (standings_grid(event, []), *crosstables(event, [])))


def ended(game: Game) -> Game:
    """The first has won, the second is second."""
    players = game.pairing.players
    return won(game, players[0]) if len(players) == 2 else placed(game, " ".join(players))
