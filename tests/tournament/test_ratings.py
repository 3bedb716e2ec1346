"""Glicko-2, Plackett-Luce and the rating list made from them."""

import random
from datetime import UTC, datetime
from itertools import pairwise
from math import exp, inf, isfinite, sqrt

import elote
import pytest
from elote.competitors.glicko2 import _MatchResult
from hypothesis import example, given
from hypothesis import strategies as st

from engine.tournament import glicko, melee_skill
from engine.tournament.glicko import Outcome, Strength
from engine.tournament.melee_skill import Skill
from engine.tournament.ratings import RatedGame, Seat, after_period, ratings

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def game(period: int, *places: tuple[str, int]) -> RatedGame:
    return RatedGame(period=period, seats=tuple(Seat(player=name, place=place) for name, place in places))


def test_the_example_of_the_paper_comes_out_to_the_printed_digits() -> None:
    """M. E. Glickman, "Example of the Glicko-2 system", the worked example: 1464.06, 151.52, 0.05999.

    The paper goes on from digits already rounded: it takes -0.2069 for the new rating on the inner scale, from which
    1464.06 follows; not rounded until the end it is 1464.0507. The volatility is cut, not rounded (it is 0.059996).
    """
    after = glicko.after_period(
        Strength(rating=1500, deviation=200, volatility=0.06),
        [
            Outcome(opponent=Strength(rating=1400, deviation=30), points=1),
            Outcome(opponent=Strength(rating=1550, deviation=100), points=0),
            Outcome(opponent=Strength(rating=1700, deviation=300), points=0),
        ],
    )
    inner = round((after.rating - 1500) / glicko.SCALE, 4)
    assert inner == -0.2069
    assert f"{1500 + glicko.SCALE * inner:.2f}" == "1464.06"
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert f"{after.deviation:.2f}" == "151.52"
    assert f"{after.volatility:.8f}"[:7] == "0.05999"


def by_elote(before: Strength, outcomes: list[Outcome]) -> Strength:
    player = elote.Glicko2Competitor(before.rating, before.deviation, before.volatility)
    for each in outcomes:
        other = elote.Glicko2Competitor(each.opponent.rating, each.opponent.deviation)
        player._match_results.append(_MatchResult(other, each.points, NOON, other._mu, other._phi))
    player.update_ratings()
    return Strength(rating=player.rating, deviation=player.rd, volatility=player.volatility)


def test_random_periods_come_out_as_an_independent_package_has_them() -> None:
    dice = random.Random("periods")
    for _ in range(1000):
        before = Strength(
            rating=dice.gauss(1500, 300), deviation=dice.uniform(30, 340), volatility=dice.uniform(0.03, 0.12)
        )
        outcomes = [
            Outcome(
                opponent=Strength(rating=dice.gauss(1500, 300), deviation=dice.uniform(30, 350)),
                points=dice.choice((0, 0.5, 1)),
            )
            for _ in range(dice.randint(1, 20))
        ]
        ours, theirs = glicko.after_period(before, outcomes), by_elote(before, outcomes)
        assert ours.rating == pytest.approx(theirs.rating, abs=1e-4)
        assert ours.deviation == pytest.approx(theirs.deviation, abs=1e-4)
        assert ours.volatility == pytest.approx(theirs.volatility, abs=1e-6)


def test_periods_follow_each_other_as_in_an_independent_package() -> None:
    """A log of six periods in which everybody plays, rated by us from the log and by elote period after period."""
    dice = random.Random("log")
    log: list[RatedGame] = []
    theirs = {name: Strength() for name in NAMES}
    for period in range(1, 7):
        had: dict[str, list[Outcome]] = {name: [] for name in NAMES}
        for first, second in [*pairwise(NAMES), (NAMES[-1], NAMES[0])]:
            points = dice.choice((0, 0.5, 1))
            log.append(game(period, (first, 3 - round(2 * points)), (second, 1 + round(2 * points))))
            had[first].append(Outcome(opponent=theirs[second], points=points))
            had[second].append(Outcome(opponent=theirs[first], points=1 - points))
        theirs = {name: by_elote(theirs[name], had[name]) for name in NAMES}
        ours = ratings(log)
        for name in NAMES:
            assert ours[name].strength.rating == pytest.approx(theirs[name].rating, abs=1e-4)
            assert ours[name].strength.deviation == pytest.approx(theirs[name].deviation, abs=1e-4)
            assert ours[name].strength.volatility == pytest.approx(theirs[name].volatility, abs=1e-6)


def test_who_does_not_play_becomes_less_certain_and_never_less_than_a_newcomer() -> None:
    strength = Strength(rating=1700, deviation=50)
    strength_after = glicko.after_period(strength, [])
    assert strength_after.rating == 1700
    assert strength_after.deviation == pytest.approx(sqrt(50**2 + (0.06 * glicko.SCALE) ** 2))
    for _ in range(5000):
        strength = glicko.after_period(strength, [])
    assert strength.deviation == glicko.DEVIATION_MAX


def test_a_gap_of_ten_thousand_points_is_no_trouble() -> None:
    ruler = Outcome(opponent=Strength(rating=-8500, deviation=30), points=1)
    assert glicko.after_period(Strength(deviation=30), [ruler]).rating == pytest.approx(1500)


@given(
    st.lists(
        st.tuples(st.floats(-1e9, 1e9), st.floats(10, 350), st.sampled_from((0, 0.5, 1)), st.sampled_from((1, 100))),
        min_size=1,
        max_size=4,
    ),
    st.floats(-1e9, 1e9),
    st.floats(10, 350),
)
@example([(1500.0, 60.0, 1.0, 1)], -130_000.0, 60.0)  # the exponential of such a lead is no float
@example([(1500.0, 60.0, 0.0, 1)], 61_500.0, 60.0)  # nor is the square of what such an upset says
@example([(1500.0, 60.0, 0.0, 5000)], 2500.0, 60.0)
def test_no_ratings_are_too_far_apart_and_no_number_of_duels_too_great(
    met: list[tuple[float, float, float, int]], rating: float, deviation: float
) -> None:
    before = Strength(rating=rating, deviation=deviation)
    outcomes = [
        Outcome(opponent=Strength(rating=theirs, deviation=doubt), points=points)
        for theirs, doubt, points, times in met
        for _ in range(times)
    ]
    for _ in range(3):
        after = glicko.after_period(before, outcomes)
        assert isfinite(after.rating)
        assert 0 < after.deviation <= glicko.DEVIATION_MAX
        assert 0 < after.volatility < inf
        before = after


def test_far_apart_a_win_of_the_stronger_says_nothing_and_an_upset_counts_against_him() -> None:
    strong, weak = Strength(rating=1e6), Strength(rating=-1e6)
    expected, upset = (glicko.after_period(strong, [Outcome(opponent=weak, points=points)]) for points in (1, 0))
    assert expected.rating == pytest.approx(strong.rating)
    assert upset.rating < strong.rating
    reflected = glicko.after_period(weak, [Outcome(opponent=strong, points=1)])
    assert reflected.rating == pytest.approx(-upset.rating, abs=2 * glicko.START)


def by_the_paper(before: list[Skill]) -> list[Skill]:
    """Weng and Lin, algorithm 4, for skills in the order of their places, none shared; gamma is sigma / c."""
    beta = melee_skill.SIGMA / 2
    c = sqrt(sum(each.sigma**2 + beta**2 for each in before))
    weights = [exp(each.mu / c) for each in before]
    after = []
    for i, each in enumerate(before):
        shares = [weights[i] / sum(weights[q:]) for q in range(i + 1)]
        omega = each.sigma**2 / c * (1 - sum(shares))
        delta = each.sigma / c * (each.sigma / c) ** 2 * sum(share * (1 - share) for share in shares)
        after.append(Skill(mu=each.mu + omega, sigma=each.sigma * sqrt(1 - delta)))
    return after


@given(st.lists(st.tuples(st.floats(5, 45), st.floats(1, 8)), min_size=3, max_size=8))
def test_the_only_melee_of_a_period_is_rated_as_in_the_paper(skills: list[tuple[float, float]]) -> None:
    names = [f"wizard {place}" for place in range(len(skills))]
    before = [Skill(mu=mu, sigma=sigma) for mu, sigma in skills]
    doubted = [Skill(mu=each.mu, sigma=sqrt(each.sigma**2 + melee_skill.TAU**2)) for each in before]
    places = {name: place for place, name in enumerate(names, start=1)}
    after = melee_skill.after_period(dict(zip(names, before, strict=True)), [places])
    for name, expected in zip(names, by_the_paper(doubted), strict=True):
        assert after[name].mu == pytest.approx(expected.mu)
        assert after[name].sigma == pytest.approx(expected.sigma)


def test_the_example_of_the_library_comes_out_as_it_is_published() -> None:
    """openskill's user manual, "Artificial Ranks" (release 3): four newcomers in the places 4, 1, 3 and 2.

    There a melee adds no doubt, as `TAU` came later; so the doubt before the period is taken to be less by that.
    """
    newcomer = Skill(sigma=sqrt(melee_skill.SIGMA**2 - melee_skill.TAU**2))
    after = melee_skill.after_period(
        dict.fromkeys(("Ann", "Bob", "Cid", "Dee"), newcomer), [{"Ann": 4, "Bob": 1, "Cid": 3, "Dee": 2}]
    )
    printed = {
        "Ann": (20.96265504062538, 8.083731307186588),
        "Bob": (27.795084971874736, 8.263160757613477),
        "Cid": (24.68943500312503, 8.083731307186588),
        "Dee": (26.552824984374855, 8.179213704945203),
    }
    for name, (mu, sigma) in printed.items():
        assert after[name].mu == pytest.approx(mu, abs=1e-9)
        assert after[name].sigma == pytest.approx(sigma, abs=1e-9)


def test_the_places_of_a_melee_order_its_newcomers_and_ties_stay_level() -> None:
    table = ratings([game(1, ("Ann", 1), ("Bob", 2), ("Cid", 2), ("Dee", 4))])
    skills = [table[name].skill.mu for name in ("Ann", "Bob", "Cid", "Dee")]
    assert skills[0] > skills[1] > skills[3]
    assert skills[1] == pytest.approx(skills[2])
    assert table["Ann"].melees == 1
    assert table["Ann"].duels == 0
    assert table["Ann"].strength == Strength()


def test_many_melees_of_one_period_make_it_surer_than_one() -> None:
    once, often = (ratings([game(1, ("Ann", 1), ("Bob", 2), ("Cid", 3))] * times)["Ann"].skill for times in (1, 5))
    assert often.mu > once.mu > melee_skill.MU
    assert often.sigma < once.sigma < melee_skill.SIGMA
    assert often.ordinal > once.ordinal > Skill().ordinal == 0


@st.composite
def logs(draw: st.DrawFn) -> list[RatedGame]:
    games = []
    for _ in range(draw(st.integers(0, 25))):
        names = draw(st.permutations(NAMES))[: draw(st.sampled_from((2, 2, 3, 5)))]
        seats = [Seat(player=name, place=draw(st.integers(1, len(names)))) for name in names]
        games.append(RatedGame(period=draw(st.integers(1, 4)), seats=tuple(seats)))
    return games


@given(logs(), st.randoms(use_true_random=False))
def test_neither_the_order_of_the_log_nor_that_of_the_seats_changes_a_bit(
    log: list[RatedGame], dice: random.Random
) -> None:
    shuffled = [
        RatedGame(period=each.period, seats=tuple(dice.sample(each.seats, len(each.seats))))
        for each in dice.sample(log, len(log))
    ]
    assert ratings(shuffled) == ratings(log)


@given(logs())
def test_what_comes_later_does_not_change_what_was(log: list[RatedGame]) -> None:
    early = [each for each in log if each.period <= 2]
    assert ratings(log, through=2) == ratings(early, through=2)


@given(logs())
def test_nobody_is_less_certain_than_a_newcomer_and_the_list_goes_by_name(log: list[RatedGame]) -> None:
    table = ratings(log)
    assert list(table) == sorted(table)
    for rated in table.values():
        assert 0 < rated.strength.deviation <= glicko.DEVIATION_MAX
        assert 0 < rated.skill.sigma <= melee_skill.SIGMA


@given(logs())
def test_a_period_at_a_time_and_each_player_by_his_own_games_comes_out_the_same(log: list[RatedGame]) -> None:
    """What lets a line be kept by the period, and made without going through the games of others."""
    before = ratings(log, through=2)
    games = [each for each in log if each.period == 3]
    assert after_period(before, games) == ratings(log, through=3)
    for name in NAMES:
        own = [each for each in games if name in {seat.player for seat in each.seats}]
        met = {seat.player for each in own for seat in each.seats} | {name}
        alone = after_period({each: before[each] for each in met if each in before}, own)
        assert alone.get(name) == ratings(log, through=3).get(name)


def test_a_player_is_less_certain_for_each_period_that_goes_by() -> None:
    log = [game(3, ("Ann", 1), ("Bob", 2))]
    then, now = ratings(log)["Ann"], ratings(log, through=10)["Ann"]
    assert now.strength.rating == then.strength.rating > 1500
    assert now.strength.deviation > then.strength.deviation
    assert now.duels == then.duels == 1
