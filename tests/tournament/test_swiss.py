"""Swiss rounds: who meets whom and why, byes, overlaps, acceleration, bans, and rounds that cannot be."""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace

from engine.tournament.cards import cards, points
from engine.tournament.entering import Refused, admit, withdraw
from engine.tournament.faults import faults
from engine.tournament.formats.swiss import rounds_allowed
from engine.tournament.games import bye
from engine.tournament.model import Entrant, Event, Game, Impossible, Outcome, Over, Pairing, Scoring, Start, Wait
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
    second = rounds.started(roomy, half)
    assert [game.pairing.players for game in second] == [("Ann", "Bob"), ("Dee", "Cid")]
    assert second[0].pairing.reason.endswith(" Games still being played count as drawn.")


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


def test_of_nine_rounds_five_are_accelerated_and_everybody_is_told() -> None:
    """The example of FIDE C.04.5.1: a point in the first three rounds, half a point in the next two."""
    open_event = field("Ann Bob Cid Dee", terms=Swiss(rounds=9, accelerated=True))
    lent = " The upper half of the field is lent {}."
    said = [lent.format("1 point")] * 3 + [lent.format("½ point")] * 2 + ["."] * 4
    for round_, ending in enumerate(said, start=1):
        before = [bye(Pairing(round=n, players=("Dee",))) for n in range(1, round_)]
        reason = rounds.started(open_event, before)[0].pairing.reason
        assert reason.endswith(ending)
        assert ("lent" in reason) == (round_ <= 5)


def test_of_161_players_82_are_the_upper_half() -> None:
    """The example of FIDE C.04.5.1: the first half rounded up to an even number; in round 1 they meet each other."""
    open_event = field(" ".join(f"w{n}" for n in range(161)), terms=Swiss(rounds=9, accelerated=True))
    upper = {each.name for each in open_event.entrants[:82]}
    assert {len(upper.intersection(players)) for players in pairs(open_event, [])} == {0, 2}


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
    assert plan.remedies == ("end the event after the last round", "let somebody in or out")
    assert next_games(replace(event, terms=Swiss(rounds=2)), left) == Over()


def test_where_pairs_are_not_to_meet_the_director_may_lift_a_ban() -> None:
    event = field("Ann Bob Cid Dee", forbidden=(("Ann", "Bob"), ("Ann", "Cid"), ("Ann", "Dee")))
    plan = next_games(event, [])
    assert isinstance(plan, Impossible)
    assert plan.reason.endswith("for round 1 without meeting somebody twice or whom he is not to meet.")
    assert "lift a pair's ban" in plan.remedies


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


Burden = tuple[float, int, int]


def burden(candidates: list[Candidate], pairs: Iterable[tuple[str, str]]) -> Burden:
    """What a round is judged by, in this order: squared differences, repeated floats, pairs within half a group."""
    ranked = sorted(candidates, key=lambda each: (-each.points, each.rank))
    place = {each.name: n for n, each in enumerate(ranked)}
    by_name = {each.name: each for each in candidates}
    groups = {had: [each.name for each in ranked if each.points == had] for had in {each.points for each in ranked}}
    apart, repeated, within = 0.0, 0, 0
    for pair_ in pairs:
        upper, lower = (by_name[name] for name in sorted(pair_, key=place.__getitem__))
        if upper.points == lower.points:
            group = groups[upper.points]
            half = len(group) // 2
            within += not group.index(upper.name) < half <= group.index(lower.name)
        else:
            apart += (upper.points - lower.points) ** 2
            repeated += (upper.floated < 0) + (lower.floated > 0)
    return apart, repeated, within


def rounds_of(names: list[str]) -> Iterator[list[tuple[str, str]]]:
    """All rounds of an even number."""
    if not names:
        yield []
        return
    first, *rest = names
    for other in rest:
        for more in rounds_of([name for name in rest if name != other]):
            yield [(first, other), *more]


def least(candidates: list[Candidate], barred: set[frozenset[str]]) -> Burden | None:
    """The smallest burden of all rounds there are; None if there is none."""
    allowed = [
        pairs
        for pairs in rounds_of([each.name for each in candidates])
        if not any(frozenset(pair_) in barred for pair_ in pairs)
    ]
    return min((burden(candidates, pairs) for pairs in allowed), default=None)


@pytest.mark.parametrize("names", ["ABCDEF", "ABCDEFGH"])
def test_no_round_there_is_would_be_better(names: str) -> None:
    """Against all rounds of small fields: differences of points, then repeated floats, then halves of groups."""
    dice = random.Random(names)
    for _ in range(60):
        candidates = [
            Candidate(name=name, points=dice.randint(0, 6) / 4, rank=n, floated=dice.randint(-1, 1))
            for n, name in enumerate(names)
        ]
        barred = {frozenset(pair_) for pair_ in combinations(names, 2) if dice.random() < 0.45}
        found = pair(candidates, barred)
        assert (None if found is None else burden(candidates, found.pairs)) == least(candidates, barred)


@pytest.mark.parametrize("names", ["ABCDE", "ABCDEFG"])
def test_the_bye_goes_to_the_lowest_who_may_have_it_and_the_others_have_the_best_round(names: str) -> None:
    dice = random.Random(names)
    for _ in range(60):
        candidates = [
            Candidate(name=name, points=dice.randint(0, 5) / 2, rank=n, byes=dice.randint(0, 1), walkovers=n % 2)
            for n, name in enumerate(names)
        ]
        barred = {frozenset(pair_) for pair_ in combinations(names, 2) if dice.random() < 0.5}
        found = pair(candidates, barred)
        fewest = min(each.byes for each in candidates)
        idle = [
            each
            for each in sorted(candidates, key=lambda each: (each.walkovers, each.points, -each.rank))
            if each.byes == fewest and least([other for other in candidates if other is not each], barred) is not None
        ]
        if found is None:
            assert idle == []
        else:
            assert found.bye == idle[0].name
            others = [each for each in candidates if each is not idle[0]]
            assert burden(others, found.pairs) == least(others, barred)


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
