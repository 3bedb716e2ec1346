"""Results that are taken back, and substitutes."""

import pytest
from msgspec.structs import replace

from engine.tournament.entering import Refused, admit, substitute
from engine.tournament.model import Challenge, Entrant, Event, Game, Impossible, Wait
from engine.tournament.rollback import unfounded
from engine.tournament.running import next_games, standings
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss, Terms
from tests.tournament.rounds import field, pairs, play, started, won
from tests.tournament.seasons import season

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"


def turned(games: list[Game], first: str, second: str) -> list[Game]:
    """The first game of those two, won by the other."""
    n = next(n for n, game in enumerate(games) if set(game.pairing.players) == {first, second})
    return [*games[:n], won(games[n], second), *games[n + 1 :]]


def reopened(games: list[Game], first: str, second: str) -> list[Game]:
    n = next(n for n, game in enumerate(games) if set(game.pairing.players) == {first, second})
    return [*games[:n], replace(games[n], result=None), *games[n + 1 :]]


def test_a_swiss_round_stays_as_it_was_paired_when_an_earlier_result_is_taken_back() -> None:
    event = field(EIGHT, Swiss(rounds=4))
    games = play(event, play(event, [], EIGHT), EIGHT)
    games += started(event, games)
    back = reopened(games, "Ann", "Eve")
    assert unfounded(event, back) == ()
    assert next_games(event, back) == Wait(reason="Round 3: 0 of 4 games are over.")
    ended = [won(game, min(game.pairing.players)) if game.pairing.round == 3 else game for game in back]
    assert next_games(event, ended) == Wait(reason="Games from before round 3 are still being played.")
    assert not isinstance(next_games(event, turned(ended, "Ann", "Eve")), Wait | Impossible)


def test_a_knockout_names_the_games_of_those_who_should_not_have_gone_on() -> None:
    event = field(EIGHT, Knockout())
    games = play(event, play(event, [], EIGHT), EIGHT)
    final = started(event, games)
    assert unfounded(event, [*games, *final]) == ()
    changed = turned([*games, *final], "Ann", "Hal")
    wrong = unfounded(event, changed)
    assert {game.pairing.players for game in wrong} == {("Ann", "Dee"), ("Ann", "Bob")}
    left = [game for game in changed if game not in wrong]
    assert [set(pair) for pair in pairs(event, left)] == [{"Hal", "Dee"}]


def test_a_final_is_unfounded_when_others_should_be_in_it_or_its_sections_go_on() -> None:
    event = field("Ann Bob Cid Dee", RoundRobin(sections=2, advance=1))
    games = play(event, [], "Ann Bob Cid Dee")
    games += started(event, games)
    assert unfounded(event, games) == ()
    for changed in (turned(games, "Ann", "Dee"), reopened(games, "Ann", "Dee")):
        assert [game.pairing.players for game in unfounded(event, changed)] == [games[-1].pairing.players]


def test_a_season_is_unfounded_where_others_should_have_moved() -> None:
    event = field("Ann Bob Cid Dee Eve Fay", League(seasons=2, size=3, movers=1))
    games = play(event, [], "Ann Bob Cid Dee Eve Fay")
    second = started(event, games)
    assert unfounded(event, [*games, *second]) == ()
    changed = turned(turned([*games, *second], "Bob", "Cid"), "Bob", "Ann")
    changed = turned(changed, "Bob", "Ann")
    wrong = unfounded(event, changed)
    assert wrong
    assert all(game.pairing.round == 2 for game in wrong)
    assert len(unfounded(event, reopened([*games, *second], "Ann", "Bob"))) == len(second)


@pytest.mark.parametrize("terms", [Swiss(rounds=3), Knockout(), RoundRobin(), League(seasons=2, size=4, movers=1)])
def test_a_substitute_takes_over_everything_and_the_event_goes_on_as_it_would_have(terms: Terms) -> None:
    event = replace(field(EIGHT, terms), forbidden=(("Ann", "Hal"),) if isinstance(terms, Swiss) else ())
    event = replace(event, entrants=tuple(replace(each, rating=1500) for each in event.entrants))
    games = play(event, [], EIGHT)
    games += started(event, games) if not isinstance(terms, RoundRobin) else ()
    changed = substitute(event, games, "Bob", Entrant(name="Zoe", games_at_once=9))
    assert not isinstance(changed, Refused)
    other, taken = changed

    def as_bob(name: str) -> str:
        return "Bob" if name == "Zoe" else name

    assert [as_bob(row.player) for row in standings(other, taken)] == [row.player for row in standings(event, games)]
    assert {frozenset(map(as_bob, game.pairing.players)) for game in taken} == {
        frozenset(game.pairing.players) for game in games
    }
    again = substitute(other, taken, "Zoe", Entrant(name="Bob", games_at_once=20))
    assert not isinstance(again, Refused)
    assert standings(*again) == standings(event, games)


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Swiss(rounds=1), "The last round has begun."),
        (Melees(rounds=1, table=4, places=(3, 2, 1)), "The last round has begun."),
        (League(seasons=1, size=8, movers=1), "The last round has begun."),
        (Knockout(), "The bracket is drawn."),
    ],
)
def test_who_comes_too_late_is_told_so(terms: Terms, reason: str) -> None:
    event = field(EIGHT, terms)
    zoe = Entrant(name="Zoe", games_at_once=1)
    assert isinstance(admit(event, [], zoe), Event)
    assert admit(event, started(event, []), zoe) == Refused(reason=reason)


def test_a_ladder_takes_newcomers_until_it_is_closed() -> None:
    event = field("Ann Bob", Ladder(), challenges=(Challenge(number=1, challenger="Bob", challenged="Ann"),))
    games = started(event, [])
    zoe = Entrant(name="Zoe", games_at_once=1, rating=9000)
    later = admit(event, games, zoe)
    assert isinstance(later, Event)
    assert standings(later, games)[-1].player == "Zoe"
    closed = admit(replace(event, closed=True), games, zoe)
    assert closed == Refused(reason="The ladder takes no more challenges.")


def test_nobody_is_substituted_by_one_who_plays_already_and_challenges_go_over() -> None:
    challenges = (Challenge(number=1, challenger="Cid", challenged="Bob"),)
    event = field("Ann Bob Cid", Ladder(), challenges=challenges)
    assert substitute(event, [], "Bob", event.entrants[0]) == Refused(reason="Ann is in Open already.")
    changed = substitute(event, [], "Bob", Entrant(name="Zoe", games_at_once=1))
    assert not isinstance(changed, Refused)
    assert pairs(*changed) == [("Cid", "Zoe")]


@pytest.mark.parametrize(
    "terms",
    [
        Knockout(lives=2),
        RoundRobin(sections=2, advance=2),
        League(seasons=3, size=3, movers=1),
        Ladder(),
        Melees(rounds=3, table=4, places=(3, 2, 1)),
    ],
)
def test_no_game_of_an_event_that_went_its_way_is_unfounded(terms: Terms) -> None:
    for number in range(6):
        ended = season(terms, number, restless=True)
        assert unfounded(ended.event, ended.games) == ()
