"""Kept ratings: whatever becomes of results, what is read is what the whole log of them gives, bit by bit."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model import new_duel
from engine.tournament.ratings import Rated, RatedGame, Seat
from engine.tournament.ratings import ratings as worked_out
from referee.store import codec, players, ratings, results
from referee.store.database import Store
from referee.store.results import SeatResult, Way
from referee.store.verification import verify
from tests.referee.store_samples import NOW, start_game

PEOPLE = range(1, 5)
GAMES = range(1, 6)
MONTHS = ((2026, 11), (2026, 12), (2027, 2))
MOMENTS = [datetime(year, month, day, tzinfo=UTC) for year, month in MONTHS for day in (2, 28)]
WIZARDS = ("Ann", "Bob", "Cyd", "Dee")

Step = Callable[[Store], object]


def seats(game: int, people: Sequence[int], places: Sequence[int]) -> list[SeatResult]:
    return [
        SeatResult(game=game, seat=seat, player=player, place=place, way=Way.STAYED, turn=None)
        for seat, (player, place) in enumerate(zip(people, places, strict=True), start=1)
    ]


def by_the_log(store: Store, now: datetime, more: Sequence[SeatResult] = ()) -> dict[int, Rated]:
    """The ratings from nothing but the results that stand; `more`: of a game that ends now."""
    rows = store.rows("SELECT * FROM results WHERE rated = 1 AND voided_at IS NULL ORDER BY game, seat")
    log = [(row["game"], row["player"], row["place"], codec.moment(row["ended_at"])) for row in rows]
    log += [(each.game, each.player, each.place, now) for each in more]
    games = []
    for _, group in groupby(log, key=lambda each: each[0]):
        found = list(group)
        if len({player for _, player, _, _ in found}) == len(found):
            sat = tuple(Seat(player=str(player), place=place) for _, player, place, _ in found)
            games.append(RatedGame(period=ratings.period_of(found[0][3]), seats=sat))
    return {int(name): line for name, line in worked_out(games, through=ratings.period_of(now)).items()}


# -- what may become of results --------------------------------------------------------------------------------------


def end(found: Sequence[SeatResult], now: datetime, store: Store, *, rated: bool) -> None:
    if not results.of_game(store, found[0].game):
        results.note(store, found, rated=rated, now=now)


def take_back(game: int, store: Store) -> None:
    results.void(store, game, now=NOW)


def take_back_and_undo(game: int, store: Store) -> None:
    """With a reading in between, as another mail may come between an act and its undoing."""
    results.void(store, game, now=MOMENTS[0])
    ratings.of_all(store, MOMENTS[-1])
    results.reinstate(store, game, MOMENTS[0])


def turn_out_to_be(kept: int, gone: int, store: Store) -> None:
    if kept != gone:
        players.merge(store, kept, gone)


def correct(sql: str, game: int, store: Store) -> None:
    """A change that no module of ours makes, as a later one or a hand might."""
    store.change(f"{sql} WHERE game = ?", [game])


def read(now: datetime, store: Store) -> None:
    assert ratings.of(store, PEOPLE, now) == by_the_log(store, now)


@st.composite
def ends(draw: st.DrawFn) -> Step:
    people = list(draw(st.permutations(PEOPLE)))[: draw(st.sampled_from((2, 2, 3, 4)))]
    if draw(st.sampled_from((False, False, False, True))):
        people[-1] = people[0]  # who takes over a seat may have one already
    places = draw(st.lists(st.integers(1, len(people)), min_size=len(people), max_size=len(people)))
    rated = draw(st.sampled_from((True, True, True, False)))
    found = seats(draw(st.sampled_from(GAMES)), people, places)
    return partial(end, found, draw(st.sampled_from(MOMENTS)), rated=rated)


CORRECTIONS = (
    "DELETE FROM results",
    "UPDATE results SET rated = 1 - rated",
    "UPDATE results SET place = 4 * (seat = 1)",
    "UPDATE results SET ended_at = '2026-11-30T23:59:59.999999+00:00'",
)
STEPS = st.one_of(
    *[ends()] * 4,
    st.builds(partial, st.just(take_back), st.sampled_from(GAMES)),
    st.builds(partial, st.just(take_back_and_undo), st.sampled_from(GAMES)),
    st.builds(partial, st.just(turn_out_to_be), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    st.builds(partial, st.just(correct), st.sampled_from(CORRECTIONS), st.sampled_from(GAMES)),
    *[st.builds(partial, st.just(read), st.sampled_from(MOMENTS))] * 4,
)


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with games of four seats, of which none has ended."""
    with Store.open(tmp_path_factory.mktemp("ratings") / "referee.db") as store:
        for _ in GAMES:
            start_game(store, duel=new_duel(WIZARDS, salt="salt"))
        with store.transaction():
            for each in PEOPLE:
                players.add(store, f"player{each}@example.org", now=NOW)
        yield store


@given(steps=st.lists(STEPS, min_size=15, max_size=30))
def test_kept_ratings_are_those_of_the_log_whatever_becomes_of_results(laid: Store, steps: list[Step]) -> None:
    with laid.rehearsal():
        for step in steps:
            step(laid)
            assert ratings.differing(laid) == []
        for now in MOMENTS[::2]:
            true = by_the_log(laid, now)
            assert ratings.of_all(laid, now) == true
            assert ratings.of(laid, PEOPLE, now) == true
        assert ratings.differing(laid) == []
        assert laid.rows("SELECT * FROM unrated") == []
        kept = laid.rows("SELECT * FROM ratings")
        ratings.work_out_anew(laid)
        assert laid.rows("SELECT * FROM ratings") == kept
        ending = seats(len(GAMES) + 1, PEOPLE[:2], (1, 2))
        after = by_the_log(laid, MOMENTS[-1], ending)
        assert ratings.after_game(laid, ending, MOMENTS[-1]) == {player: after[player] for player in PEOPLE[:2]}


def test_a_result_that_comes_late_changes_all_that_rests_on_it(laid: Store) -> None:
    with laid.rehearsal():
        end(seats(1, (1, 2), (1, 2)), MOMENTS[2], laid, rated=True)
        read(MOMENTS[2], laid)
        end(seats(2, (1, 3), (2, 1)), MOMENTS[0], laid, rated=True)
        read(MOMENTS[2], laid)


def test_whom_somebody_met_who_turned_out_to_be_another_is_rated_by_that_one(laid: Store) -> None:
    with laid.rehearsal():
        end(seats(1, (1, 2), (1, 2)), MOMENTS[0], laid, rated=True)
        end(seats(2, (3, 4), (1, 2)), MOMENTS[2], laid, rated=True)
        read(MOMENTS[2], laid)
        before = ratings.of(laid, [4], MOMENTS[2])
        turn_out_to_be(1, 3, laid)
        read(MOMENTS[2], laid)
        assert ratings.of(laid, [4], MOMENTS[2]) != before


def test_who_reads_outside_of_a_transaction_reads_what_is_true_and_keeps_it(store: Store) -> None:
    game = start_game(store)
    with store.transaction():
        results.note(store, seats(game, (1, 2), (2, 1)), rated=True, now=NOW)
    assert ratings.of(store, [2], NOW)[2].strength.rating > 1500
    assert not store.in_transaction
    assert store.rows("SELECT * FROM unrated") == []


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE ratings SET rating = rating + 1 WHERE player = 2",
        "UPDATE ratings SET duels = 7 WHERE player = 2",
        "DELETE FROM ratings WHERE player = 2",
        "UPDATE ratings SET period = period - 1 WHERE player = 2",
    ],
)
def test_a_kept_rating_that_is_not_that_of_the_log_is_found_and_worked_out_anew(
    store: Store, database: Path, harm: str
) -> None:
    game = start_game(store)
    with store.transaction():
        results.note(store, seats(game, (1, 2), (2, 1)), rated=True, now=NOW)
    true = ratings.of_all(store, NOW)
    with closing(sqlite3.connect(database)) as other:
        other.execute(harm)
        other.commit()
    found = verify(store)
    assert found is not None
    assert {fault.what for fault in found.faults} == {"it is not what the results give"}
    assert found.faults[-1].where == f"rating of player 2, {NOW:%Y-%m}"
    with store.transaction():
        ratings.work_out_anew(store)
    assert ratings.of_all(store, NOW) == true
    assert ratings.differing(store) == []
