"""What holds in every format, over random results, drop-outs and late entries."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from engine.tournament.formats.ladder import order
from engine.tournament.formats.league import divisions
from engine.tournament.games import meetings
from engine.tournament.model import Event, Game, Outcome, Start, TieBreak
from engine.tournament.running import next_games, standings
from engine.tournament.tables import as_text, crosstables, standings_grid
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss, Terms
from tests.simulation.measures import SOAK
from tests.tournament.seasons import Season, season

TIEBREAKS = (
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.DIRECT,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.HIT_POINTS,
    TieBreak.TURNS,
)
ASKED: dict[type[Terms], tuple[TieBreak, ...]] = {
    Swiss: TIEBREAKS,
    RoundRobin: TIEBREAKS[2:],
    League: TIEBREAKS[2:],
    Melees: TIEBREAKS[4:],
    Knockout: (),
    Ladder: (),
}
BANS = (("Ann", "Bob"), ("Ann", "Cid"), ("Dee", "Eve"))
FORMATS: dict[str, Terms] = {
    "round robin": RoundRobin(),
    "double round robin": RoundRobin(legs=2),
    "sections": RoundRobin(sections=2, advance=2),
    "three sections, legs of two": RoundRobin(legs=2, sections=3, advance=1),
    "Swiss": Swiss(rounds=4),
    "Swiss with pairs kept apart": Swiss(rounds=3),
    "accelerated Swiss": Swiss(rounds=4, accelerated=True),
    "overlapping Swiss": Swiss(rounds=4, settled_percent=60, accelerated=True),
    "knockout": Knockout(),
    "knockout by lot after a draw": Knockout(replays=0),
    "double elimination": Knockout(lives=2),
    "ladder": Ladder(),
    "ladder with limits": Ladder(reach=2, rest=3),
    "league": League(seasons=3, size=4, movers=1),
    "league of two legs": League(seasons=2, size=3, movers=1, legs=2),
    "melees of three": Melees(rounds=3, table=3, places=(2, 1)),
    "melees": Melees(rounds=4, table=4, places=(5, 3, 2, 1)),
    "melees of eight": Melees(rounds=3, table=8, places=(5, 3, 2, 1)),
}
SWISS = tuple(name for name, terms in FORMATS.items() if isinstance(terms, Swiss))
NEVER_TWICE = ("round robin", "sections", *SWISS)
MELEES = tuple(name for name, terms in FORMATS.items() if isinstance(terms, Melees))
LONG = ("double round robin", "three sections, legs of two", "league of two legs")

formats = pytest.mark.parametrize("name", FORMATS)
numbers = st.integers(0, 10**6)
few = settings(max_examples=40 if SOAK else 3)


def played(name: str, number: int, *, restless: bool = True) -> Season:
    terms = FORMATS[name]
    players = 6 + number % 4 if name in LONG else None  # where a player more makes it long
    bans = BANS if name == "Swiss with pairs kept apart" else ()
    return season(terms, number, restless=restless, tiebreaks=ASKED[type(terms)], players=players, forbidden=bans)


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
    for name in ("double round robin", "three sections, legs of two"):
        assert max(meetings(played(name, number).games).values(), default=0) <= 2
    for name, legs in (("league", 1), ("league of two legs", 2)):
        games = played(name, number).games
        for part in {game.pairing.round for game in games}:
            of_season = [game for game in games if game.pairing.round == part]
            assert max(meetings(of_season).values(), default=0) <= legs


@few
@given(number=numbers, restless=st.booleans())
def test_pairs_who_are_not_to_meet_never_do(number: int, restless: bool) -> None:
    met = meetings(played("Swiss with pairs kept apart", number, restless=restless).games)
    assert not any(met[frozenset(pair)] for pair in BANS)


@pytest.mark.parametrize("name", ["ladder", "ladder with limits"])
@few
@given(number=numbers, restless=st.booleans())
def test_on_a_ladder_nobody_challenges_the_same_again_while_others_are_within_reach(
    name: str, number: int, restless: bool
) -> None:
    terms = FORMATS[name]
    assert isinstance(terms, Ladder)
    for event, had, started in played(name, number, restless=restless).before:
        known = list(had)
        for game in started:
            challenger, challenged = game.pairing.players
            rungs = order(event, known)
            place = rungs.index(challenger)
            own = sorted(
                (each.pairing.round, each.pairing.players) for each in known if challenger in each.pairing.players
            )
            recent = {each for _, players in own[max(0, len(own) - terms.rest) :] for each in players}
            assert challenged not in recent or set(rungs[max(0, place - terms.reach) : place]) <= recent
            assert not any(each.result is None and {*each.pairing.players} & {challenger, challenged} for each in known)
            known.append(game)


@few
@given(number=numbers)
def test_a_league_moves_as_many_up_as_down_and_nobody_by_more_than_a_division(number: int) -> None:
    """Without comers and goers: who stays where, who goes, and that the best go up and the last down."""
    terms = League(seasons=3, size=4, movers=1)
    ended = season(terms, number, players=8 + 4 * (number % 2), tiebreaks=TIEBREAKS[2:])
    for part in (1, 2):
        so_far = [game for game in ended.games if game.pairing.round <= part]
        old = divisions(ended.event, terms, so_far, part)
        new = divisions(ended.event, terms, so_far, part + 1)
        assert [len(names) for names in new] == [len(names) for names in old] == [4] * len(old)
        table = [row.player for row in standings(ended.event, so_far)]
        for n, names in enumerate(old):
            ranked = table[4 * n : 4 * n + 4]
            assert set(ranked) == set(names)
            up, down = ranked[:1] if n > 0 else [], ranked[-1:] if n < len(old) - 1 else []
            for name in names:
                where = n - 1 if name in up else n + 1 if name in down else n
                assert name in new[where]


@formats
@few
@given(number=numbers)
def test_without_comers_and_goers_byes_differ_by_one_at_most(name: str, number: int) -> None:
    """In double elimination nobody has a third: who falls early can have none, and the last few share those left."""
    ended = played(name, number, restless=False)
    byes = Counter(game.pairing.players[0] for game in ended.games if len(game.pairing.players) == 1)
    counted = [byes[player] for player in ended.event.by_name]
    assert ended.asked == 0
    if name == "double elimination":
        assert max(counted) <= 2
    else:
        assert max(counted) - min(counted) <= 1


@pytest.mark.parametrize("name", [*SWISS, *MELEES])
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
@given(number=numbers, at=st.floats(0, 1), dice=st.randoms(use_true_random=False))
def test_nobody_whose_room_is_taken_elsewhere_is_put_into_a_game(
    name: str, number: int, at: float, dice: random.Random
) -> None:
    ended = played(name, number)
    done = {game.pairing: game for game in ended.games}
    games = [done[game.pairing] for started in ended.starts[: round(at * len(ended.starts))] for game in started]
    busy = dice.sample(sorted(ended.event.by_name), 2)
    entrants = tuple(replace(each, games_at_once=0) if each.name in busy else each for each in ended.event.entrants)
    match next_games(replace(ended.event, entrants=entrants), games):
        case Start(games=started):
            begun = [game for game in started if game.result is None]
            assert not any(player in busy for game in begun for player in game.pairing.players)


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
