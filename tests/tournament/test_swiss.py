"""Swiss rounds: who meets whom and why, byes, overlaps, acceleration, bans, and rounds that cannot be."""

import random
from itertools import combinations, permutations

import pytest
from msgspec.structs import replace

from engine.tournament.cards import cards, points
from engine.tournament.entering import Refused, admit, withdraw
from engine.tournament.faults import faults
from engine.tournament.formats.swiss import rounds_allowed
from engine.tournament.model import Entrant, Event, Game, Impossible, Outcome, Over, Scoring, Start, Wait
from engine.tournament.pairing import Candidate, pair
from engine.tournament.running import next_games, standings
from engine.tournament.terms import Swiss
from tests.tournament import rounds
from tests.tournament.rounds import pairs, play, won
from tests.tournament.seasons import event, season, settle


def field(names: str, terms: Swiss | None = None, **more: object) -> Event:
    """A Swiss of those, who play one game at a time."""
    made = rounds.field(names, terms or Swiss(rounds=3), **more)
    return replace(made, entrants=tuple(replace(each, games_at_once=1) for each in made.entrants))


def test_the_upper_half_meets_the_lower_and_the_last_has_the_bye() -> None:
    assert pairs(field("Ann Bob Cid Dee Eve"), []) == [("Ann", "Cid"), ("Bob", "Dee"), ("Eve",)]


def test_winners_meet_winners_and_the_bye_goes_to_the_lowest_without_one() -> None:
    open_event = field("Ann Bob Cid Dee Eve")
    games = play(open_event, [], "Ann Bob Cid Dee Eve")
    assert pairs(open_event, games) == [("Ann", "Bob"), ("Eve", "Cid"), ("Dee",)]


def test_reasons_tell_equal_points_from_unequal() -> None:
    open_event = field("Ann Bob Cid Dee Eve")
    games = play(open_event, [], "Ann Bob Cid Dee Eve")
    plan = next_games(open_event, games)
    assert isinstance(plan, Start)
    reasons = [game.pairing.reason for game in plan.games]
    assert reasons[0].startswith("Ann meets Bob: both have 1 point, and of the 3 who do")
    assert reasons[1] == "Eve meets Cid, 1 against 0: an odd number has 1 point."
    assert reasons[2] == "Dee has the bye: the number is odd, and this is the lowest place without one."


def test_a_round_waits_for_the_last_game_of_the_one_before() -> None:
    open_event = field("Ann Bob Cid Dee")
    plan = next_games(open_event, [])
    assert isinstance(plan, Start)
    half = [won(plan.games[0], "Ann"), plan.games[1]]
    assert next_games(open_event, half) == Wait(reason="Round 1: 1 of 2 games are over.")


def test_an_overlapping_round_counts_open_games_as_drawn_and_waits_for_who_has_no_room() -> None:
    open_event = field("Ann Bob Cid Dee", terms=Swiss(rounds=3, settled_percent=50))
    plan = next_games(open_event, [])
    assert isinstance(plan, Start)
    half = [won(plan.games[0], "Ann"), plan.games[1]]
    waiting = next_games(open_event, half)
    assert waiting == Wait(reason="Round 2 waits for Bob and Dee, who cannot play more games at a time.")
    roomy = replace(open_event, entrants=tuple(replace(each, games_at_once=2) for each in open_event.entrants))
    assert pairs(roomy, half) == [("Ann", "Bob"), ("Dee", "Cid")]


def test_at_most_two_rounds_are_open() -> None:
    open_event = field("Ann Bob Cid Dee", terms=Swiss(rounds=3, settled_percent=1))
    roomy = replace(open_event, entrants=tuple(replace(each, games_at_once=3) for each in open_event.entrants))
    first = next_games(roomy, [])
    assert isinstance(first, Start)
    games = [won(first.games[0], "Ann"), first.games[1]]
    second = next_games(roomy, games)
    assert isinstance(second, Start)
    games += [won(second.games[0], "Ann"), second.games[1]]
    assert next_games(roomy, games) == Wait(reason="Games from before round 2 are still being played.")


def test_a_banned_pair_does_not_meet() -> None:
    banned = field("Ann Bob Cid Dee", forbidden=(("Cid", "Ann"),))
    assert pairs(banned, []) == [("Ann", "Dee"), ("Bob", "Cid")]


def test_acceleration_lends_the_upper_half_a_win_then_a_draw_then_nothing() -> None:
    """FIDE C.04.5.1: of 5 rounds 3 are accelerated, the first two by a point, the third by half of one."""
    open_event = field("Ann Bob Cid Dee Eve Fay Gus Hal", terms=Swiss(rounds=5, accelerated=True))
    games: list[Game] = []
    assert pairs(open_event, games) == [("Ann", "Cid"), ("Bob", "Dee"), ("Eve", "Gus"), ("Fay", "Hal")]
    games = play(open_event, games, "Ann Bob Eve Fay Cid Dee Gus Hal")
    assert pairs(open_event, games)[0] == ("Ann", "Bob")
    assert {frozenset(pair) for pair in pairs(open_event, games)[1:3]} == {
        frozenset(pair) for pair in (("Cid", "Eve"), ("Dee", "Fay"))
    }


def test_who_comes_late_is_paired_from_the_next_round_on() -> None:
    open_event = field("Ann Bob Cid Dee Eve")
    games = play(open_event, [], "Ann Bob Cid Dee Eve")
    later = admit(open_event, games, Entrant(name="Fay", games_at_once=1, rating=2500))
    assert isinstance(later, Event)
    next_round = pairs(later, games)
    assert len(next_round) == 3
    assert all(len(players) == 2 for players in next_round)
    assert any("Fay" in players for players in next_round)
    assert admit(later, games, Entrant(name="Fay", games_at_once=1)) == Refused(reason="Fay is in Open already.")


def test_rounds_before_a_late_entry_may_be_worth_something_and_those_after_leaving_never() -> None:
    open_event = field("Ann Bob Cid Dee", scoring=Scoring(absent=0.5))
    games = play(open_event, [], "Ann Bob Cid Dee")
    later = admit(open_event, games, Entrant(name="Eve", games_at_once=1))
    assert isinstance(later, Event)
    later, left = withdraw(later, games, "Ann")
    games = play(later, left, "Bob Cid Dee Eve")
    table = {row.player: row.points for row in standings(later, games)}
    assert table["Ann"] == 1
    assert table["Eve"] == 0.5


def test_who_leaves_is_not_paired_again_and_forfeits_what_is_open() -> None:
    open_event = field("Ann Bob Cid Dee")
    plan = next_games(open_event, [])
    assert isinstance(plan, Start)
    left, games = withdraw(open_event, plan.games, "Ann")
    first = next(game for game in games if "Ann" in game.pairing.players)
    assert first.result is not None
    assert first.result.of("Ann").outcome is Outcome.FORFEIT
    assert first.result.of("Cid").outcome is Outcome.WALKOVER
    games = tuple(won(game, "Bob") if game.result is None else game for game in games)
    assert all("Ann" not in pair for pair in pairs(left, list(games)))
    assert next(row for row in standings(left, games) if row.player == "Ann").note == "withdrew"


def test_a_round_that_cannot_be_paired_is_put_to_the_director() -> None:
    event = field("Ann Bob Cid Dee", terms=Swiss(rounds=3))
    games = play(event, [], "Ann Bob Cid Dee")
    games = play(event, games, "Ann Cid Bob Dee")
    event, left = withdraw(event, games, "Dee")
    event, left = withdraw(event, left, "Cid")
    plan = next_games(event, left)
    assert isinstance(plan, Impossible)
    assert plan.round == 3
    assert plan.reason == "The 2 players left cannot be paired for round 3 without meeting somebody twice."
    assert "end the event after the last round" in plan.remedies
    assert next_games(replace(event, terms=Swiss(rounds=2)), left) == Over()


def test_with_one_player_left_the_director_is_asked() -> None:
    open_event = field("Ann Bob Cid Dee")
    games = play(open_event, [], "Ann Bob Cid Dee")
    left: tuple[Game, ...] = tuple(games)
    for name in ("Ann", "Bob", "Cid"):
        open_event, left = withdraw(open_event, left, name)
    plan = next_games(open_event, left)
    assert isinstance(plan, Impossible)
    assert plan.reason == "Fewer than two players are left for round 2."


@pytest.mark.parametrize("players", range(2, 17))
def test_as_many_rounds_as_are_allowed_can_always_be_paired(players: int) -> None:
    """Under results that bring the worst about, as far as chance finds them."""
    allowed = rounds_allowed(players, 0)
    for number in range(10):
        ended = season(Swiss(rounds=allowed), number, players=players)
        assert ended.asked == 0
        assert max(game.pairing.round for game in ended.games) == allowed


def test_more_rounds_than_the_field_allows_are_refused_at_creation() -> None:
    assert faults(event(Swiss(rounds=5), 8)) == ()
    (fault,) = faults(event(Swiss(rounds=6), 8))
    assert fault.startswith("6 rounds are too many for 8 players: up to 5 can always be paired")
    (fault,) = faults(event(Swiss(rounds=5), 8, forbidden=(("Ann", "Bob"),)))
    assert fault.startswith("5 rounds are too many for 8 players with these pairs not to meet: up to 3")


def cheapest(candidates: list[Candidate], barred: set[frozenset[str]]) -> float | None:
    """The least sum of squared differences of points over all rounds there are."""
    by_name = {each.name: each.points for each in candidates}
    best = None
    first, *rest = by_name
    for order in permutations(rest):
        names = [first, *order]
        pairs = [frozenset(names[n : n + 2]) for n in range(0, len(names), 2)]
        if not barred.intersection(pairs):
            cost = sum((by_name[a] - by_name[b]) ** 2 for a, b in pairs)
            best = cost if best is None else min(best, cost)
    return best


def test_no_round_has_smaller_differences_of_points() -> None:
    dice = random.Random("rounds")
    for _ in range(40):
        candidates = [Candidate(name=name, points=dice.randint(0, 6) / 2, rank=n) for n, name in enumerate("ABCDEF")]
        barred = {frozenset(pair) for pair in combinations("ABCDEF", 2) if dice.random() < 0.5}
        found = pair(candidates, barred)
        best = cheapest(candidates, barred)
        if found is None:
            assert best is None
        else:
            by_name = {each.name: each.points for each in candidates}
            assert sum((by_name[a] - by_name[b]) ** 2 for a, b in found.pairs) == best


def test_candidates_are_widened_when_the_nearest_are_all_barred() -> None:
    """A hundred level players of whom only the first and the last, the second and the last but one... may meet."""
    names = [str(n) for n in range(100)]
    allowed = {frozenset((names[n], names[-1 - n])) for n in range(50)}
    barred = {frozenset(pair) for pair in combinations(names, 2)} - allowed
    found = pair([Candidate(name=name, points=0, rank=n) for n, name in enumerate(names)], barred)
    assert found is not None
    assert {frozenset(each) for each in found.pairs} == allowed


def test_a_bye_that_leaves_no_round_goes_to_the_next_lowest() -> None:
    candidates = [Candidate(name=name, points=0, rank=n) for n, name in enumerate("ABC")]
    found = pair(candidates, {frozenset("AB")})
    assert found is not None
    assert found.bye == "B"


def test_an_odd_number_without_any_round_is_not_paired() -> None:
    candidates = [Candidate(name=name, points=0, rank=n) for n, name in enumerate("ABC")]
    assert pair(candidates, {frozenset("AB"), frozenset("AC"), frozenset("BC")}) is None


def test_where_all_have_had_a_bye_the_lowest_has_another() -> None:
    open_event = field("Ann Bob Cid Dee Eve Fay Gus", Swiss(rounds=4))
    games: tuple[Game, ...] = ()
    for winners in ("Ann Bob Cid Dee Eve Fay Gus", "Ann Bob Cid Dee Eve Fay Gus", "Ann Bob Cid Dee Gus Fay Eve"):
        games = tuple(play(open_event, games, winners))
    idle = [game.pairing.players[0] for game in games if len(game.pairing.players) == 1]
    assert len(set(idle)) == 3
    for name in {each.name for each in open_event.entrants} - set(idle):
        open_event, games = withdraw(open_event, games, name)
    plan = next_games(open_event, games)
    assert isinstance(plan, Start), plan
    (found,) = [game for game in plan.games if len(game.pairing.players) == 1]
    assert found.pairing.reason.endswith("has the bye: the number is odd, and all have had as many.")


def test_nobody_meets_fewer_points_twice_running_if_it_can_be_helped() -> None:
    level = [Candidate(name=name, points=1, rank=n, floated=-1 if name == "C" else 0) for n, name in enumerate("ABC")]
    found = pair([*level, Candidate(name="D", points=0, rank=3)], set())
    assert found is not None
    assert ("C", "D") not in found.pairs


def test_a_swiss_of_two_hundred_keeps_score_groups_together() -> None:
    dice = random.Random(5)
    entrants = tuple(Entrant(name=f"wizard {n}", games_at_once=1) for n in range(200))
    open_event = Event(name="Open", seed="salt", terms=Swiss(rounds=5), entrants=entrants)
    games: list[Game] = []
    for _ in range(5):
        plan = next_games(open_event, games)
        assert isinstance(plan, Start)
        had = {name: points(lines) for name, lines in cards(open_event, games).items()}
        apart = [game for game in plan.games if len({had[player] for player in game.pairing.players}) > 1]
        assert len(apart) <= 2 * len(set(had.values()))
        games += [settle(game, dice) for game in plan.games]
