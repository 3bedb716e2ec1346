"""The ladder: who takes whose place, and which challenges stand."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.tournament.entering import withdraw
from engine.tournament.formats.ladder import idle, order, refusal
from engine.tournament.model import Challenge, Event, Game, Over, Wait
from engine.tournament.running import next_games, standings
from engine.tournament.terms import Ladder
from tests.tournament.rounds import drawn, field, pairs, started, won

TERMS = Ladder(reach=2)


def ladder(*challenges: str, **more: object) -> Event:
    """Ann stands at the top, Eve at the bottom; "Dee Bob" is Dee's challenge to Bob."""
    made = tuple(
        Challenge(number=n, challenger=said.split()[0], challenged=said.split()[1])
        for n, said in enumerate(challenges, start=1)
    )
    return field("Ann Bob Cid Dee Eve", TERMS, challenges=made, **more)


def test_who_wins_takes_the_place_and_those_between_move_down() -> None:
    event = ladder("Dee Bob")
    (game,) = started(event, [])
    assert game.pairing.reason == "Dee challenged Bob for place 2 of the ladder."
    assert order(event, [won(game, "Dee")]) == ["Ann", "Dee", "Bob", "Cid", "Eve"]
    assert order(event, [won(game, "Bob")]) == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    assert order(event, [drawn(game)]) == ["Ann", "Bob", "Cid", "Dee", "Eve"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Eve Ann", "Eve cannot challenge Ann: within reach: Cid and Dee."),
        ("Bob Cid", "Bob cannot challenge Cid: within reach: Ann."),
        ("Ann Bob", "Ann cannot challenge Bob: Ann stands at the top."),
        ("Ann Ann", "Ann cannot challenge Ann: Ann stands at the top."),
        ("Zoe Ann", "Zoe is not on the ladder."),
    ],
)
def test_a_challenge_out_of_reach_is_refused_with_what_would_do(said: str, reason: str) -> None:
    event = ladder(said)
    assert refusal(event, TERMS, [], event.challenges[0]) == reason
    assert next_games(event, []) == Wait(reason="Nobody has challenged anybody.")


@pytest.mark.parametrize("second", ["Dee Cid", "Eve Dee", "Cid Bob", "Bob Ann"])
def test_everybody_has_one_game_of_the_ladder_at_a_time(second: str) -> None:
    event = ladder("Dee Bob", second)
    (first,) = started(event, [])
    assert first.pairing.players == ("Dee", "Bob")
    why = refusal(event, TERMS, [first], event.challenges[1])
    assert "on this ladder, and can neither challenge nor be challenged before that is over." in why
    assert idle(event, [first]) == event.challenges[1:]


def test_nobody_takes_on_more_than_he_has_room_for() -> None:
    event = ladder("Dee Bob")
    event = replace(event, entrants=tuple(replace(each, games_at_once=each.name != "Bob") for each in event.entrants))
    assert refusal(event, TERMS, [], event.challenges[0]) == "Bob cannot play more games at a time."


def test_the_same_two_do_not_meet_again_before_others_had_their_turn() -> None:
    event = ladder("Dee Cid", "Dee Cid", "Dee Bob")
    (first,) = started(event, [])
    games: list[Game] = [won(first, "Cid")]
    assert refusal(event, TERMS, games, event.challenges[1]).startswith("Dee met Cid a short while ago")
    (other,) = started(event, games)
    assert other.pairing.players == ("Dee", "Bob")
    assert pairs(event, [*games, won(other, "Bob")]) == [("Dee", "Cid")]


def test_with_a_longer_rest_too_few_games_since_are_too_few() -> None:
    terms = Ladder(reach=3, rest=3)
    event = replace(ladder("Dee Cid", "Dee Bob", "Dee Cid"), terms=terms)
    games: list[Game] = []
    for rival in ("Cid", "Bob"):
        (game,) = started(event, games)
        games.append(won(game, rival))
    assert refusal(event, terms, games, event.challenges[2]).startswith("Dee met Cid a short while ago")


def test_who_has_nobody_else_within_reach_is_met_again_at_once() -> None:
    event = ladder("Bob Ann", "Bob Ann", "Eve Dee", "Eve Dee")
    games = [won(game, game.pairing.players[1]) for game in started(event, [])]
    assert [game.pairing.players for game in games] == [("Bob", "Ann"), ("Eve", "Dee")]
    assert refusal(event, TERMS, games, event.challenges[1]) == ""
    why = refusal(event, TERMS, games, event.challenges[3])
    assert why == "Eve met Dee a short while ago; others within reach come first: Cid."


@pytest.mark.parametrize("number", range(30))
def test_places_are_those_that_were_played_for_in_whatever_order_games_end(number: int) -> None:
    dice = Random(number)
    event, games, rungs = ladder(), list[Game](), ["Ann", "Bob", "Cid", "Dee", "Eve"]
    for _ in range(40):
        still = [n for n, game in enumerate(games) if game.result is None]
        if still and dice.random() < 0.5:
            n = dice.choice(still)
            challenger, challenged = games[n].pairing.players
            if dice.random() < 0.6:
                games[n] = won(games[n], challenger)
                rungs.remove(challenger)
                rungs.insert(rungs.index(challenged), challenger)
            else:
                games[n] = won(games[n], challenged)
        else:
            challenger, challenged = dice.sample(rungs, 2)
            asked = Challenge(number=1 + len(event.challenges), challenger=challenger, challenged=challenged)
            if not refusal(event, TERMS, games, asked):
                event = replace(event, challenges=(*event.challenges, asked))
                games += started(event, games)
        assert order(event, games) == rungs


def test_who_leaves_falls_out_and_the_ladder_ends_when_it_is_closed() -> None:
    event = ladder("Dee Bob", closed=True)
    games = started(event, [])
    assert next_games(event, games) == Wait(reason="1 game is being played.")
    event, left = withdraw(event, games, "Bob")
    assert order(event, left) == ["Ann", "Dee", "Cid", "Eve"]
    assert next_games(event, left) == Over()
    assert [row.player for row in standings(event, left)][-1] == "Bob"
