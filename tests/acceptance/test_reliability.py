"""Orders in time: what each turn says of its players, and where that is shown beside their strength."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.__main__ import main
from referee.deeds import rollback, state, timing, turns, undo
from referee.store import players, punctuality
from referee.store.punctuality import Reliability
from tests.acceptance.at_the_desk import SETTINGS, Table, address_of, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.events import DAY, Hosted
from tests.acceptance.test_trust import new_mail

TERMS = "2d, grace 12h, rated, no orders: rest"
HOUR = timedelta(hours=1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "config.toml").write_text(SETTINGS)
    with laid_table(tmp_path, '[mail]\ntrust = "sender"\n') as laid:
        yield laid


def started(table: Table, *names: str, terms: str = TERMS) -> int:
    number = table.start(*names, terms=terms)
    for name in names:
        with table.store.transaction():
            player = players.by_address(table.store, address_of(name))
            assert player is not None
            if player.name is None:
                players.rename(table.store, player.id, name, name.lower())
    table.post()
    return number


def counted(table: Table, name: str) -> tuple[int, int, int]:
    """How many of his orders came in time, came late, and were missed."""
    player = players.by_address(table.store, address_of(name))
    assert player is not None
    found = punctuality.of(table.store, player.id)
    return found.in_time, found.late, found.missed


def palms(table: Table, *names: str, game: int = 1) -> None:
    table.post()
    table.turn(game, **{name.lower(): "LH: W, RH: W" for name in names})


def answered(table: Table, name: str, words: str) -> str:
    table.receive(new_mail(name, words))
    return " ".join(text_of(table.mails_to(name)[-1]).replace("| ", "").split())


# -- what counts how -------------------------------------------------------------------------------------------------


def test_orders_come_in_time_within_the_grace_or_not_at_all(table: Table) -> None:
    started(table, "Ann", "Bob")
    assert counted(table, "Ann") == (0, 0, 0)
    palms(table, "Ann")
    assert counted(table, "Ann") == (0, 0, 0)  # the turn is not over
    table.wait(2 * DAY + HOUR)
    palms(table, "Bob")
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((1, 0, 0), (0, 1, 0))
    palms(table, "Ann")
    table.wait(3 * DAY)
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((2, 0, 0), (0, 1, 1))


def test_a_draft_is_no_orders_and_half_of_them_are_some(table: Table) -> None:
    started(table, "Ann", "Bob")
    table.answer("Ann", "LH: W, RH: W\nwait")
    table.answer("Bob", "LH: W")
    table.wait(3 * DAY)
    assert table.game().duel.turn == 1
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((0, 0, 1), (1, 0, 0))


def test_turns_that_are_taken_back_count_no_more_and_those_that_stand_again_do(table: Table) -> None:
    started(table, "Ann", "Bob")
    palms(table, "Ann")
    table.wait(3 * DAY)
    assert counted(table, "Bob") == (0, 0, 1)
    table.direct(rollback.roll_back, 1, 1, keep=False, reason="a mistake", now=table.later())
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((0, 0, 0), (0, 0, 0))
    table.direct(undo.undo, reason="it was none", now=table.later())
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((1, 0, 0), (0, 0, 1))
    table.direct(rollback.roll_back, 1, 1, keep=False, reason="it was one", now=table.later())
    palms(table, "Ann", "Bob")
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((1, 0, 0), (1, 0, 0))


def test_a_turn_that_is_put_right_by_hand_counts_once_as_it_did(table: Table) -> None:
    started(table, "Ann", "Bob")
    palms(table, "Ann")
    table.wait(3 * DAY)
    change = state.Change(hit_points=9)
    table.direct(state.correct, 1, "Ann", change, reason="a mistake", now=table.later())
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((1, 0, 0), (0, 0, 1))
    table.direct(undo.undo, reason="it was none", now=table.later())
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((1, 0, 0), (0, 0, 1))


def test_a_vacation_a_pause_and_an_outage_are_nobodys_fault(table: Table) -> None:
    started(table, "Ann", "Bob")
    answered(table, "Bob", "vacation 27 November to 29 November")
    palms(table, "Ann")
    table.wait(4 * DAY)
    assert table.game().duel.turn == 0
    palms(table, "Bob")
    assert counted(table, "Bob") == (1, 0, 0)
    table.direct(timing.pause, 1, reason="the holidays", now=table.later())
    table.wait(5 * DAY)
    table.direct(timing.resume, 1, reason="they are over", now=table.later())
    palms(table, "Ann", "Bob")
    assert counted(table, "Bob") == (2, 0, 0)
    table.wait(5 * DAY, deaf=True)
    table.wait(HOUR)
    table.direct(timing.resume_after_outage, reason="it is over", now=table.later())
    palms(table, "Ann", "Bob")
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((3, 0, 0), (3, 0, 0))


def test_who_owes_when_the_director_ends_a_turn_early_has_missed_nothing(table: Table) -> None:
    started(table, "Ann", "Bob")
    palms(table, "Ann")
    table.direct(turns.adjudicate, 1, reason="we hurry", now=table.later())
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((1, 0, 0), (0, 0, 0))


def test_nothing_is_said_of_one_who_has_resigned(table: Table) -> None:
    started(table, "Ann", "Bob")
    table.answer("Bob", "resign")
    table.receive(reply(table.mails_to("Bob")[-1], address_of("Bob"), "yes"))
    assert table.game().seats[1].resigned_at is not None
    palms(table, "Ann")
    assert (counted(table, "Ann"), counted(table, "Bob")) == ((1, 0, 0), (0, 0, 0))


# -- where it is shown -----------------------------------------------------------------------------------------------


def test_it_stands_beside_strength(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started(table, "Ann", "Bob")
    assert "in time no orders were due so far" in answered(table, "Bob", "whoami")
    assert "No rated game has ended so far." in answered(table, "Bob", "ratings")
    palms(table, "Ann")
    table.wait(3 * DAY)
    table.post()
    table.turn(1, ann="LH: W, RH: W", bob="surrender")
    assert "in time 50% of 2 turns, 0 late, 1 missed" in answered(table, "Bob", "whoami")
    told = answered(table, "Ann", "ratings")
    assert "Duels Rating Games In time 1 Ann" in told
    assert told.index("1 100%") < told.index("2 Bob") < told.index("1 50%")
    answered(table, "Ann", "challenge Bob 3d, rated")
    assert "(50% of orders in time)" in " ".join(text_of(table.mails_to("Bob")[-1]).split())
    monkeypatch.chdir(tmp_path)

    def said(*words: str) -> str:
        result = CliRunner().invoke(main, ["player", *words], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert "orders in time: 50% of 2 turns, 0 late, 1 missed" in said("show", "Bob")
    assert json.loads(said("show", "Bob", "--json"))["orders"] == {"in_time": 1, "late": 0, "missed": 1}
    assert [each["name"] for each in json.loads(said("ratings", "--json"))] == ["Ann", "Bob"]
    assert "No rated game has ended so far." in said("ratings", "--melees")
    assert len(json.loads(said("export", "Bob"))["punctuality"]) == 2


def test_standings_show_it_of_each_player(table: Table) -> None:
    event = Hosted(table, 'name = "Winter Cup"\nterms = "2d, no grace"\n[format]\ntype = "knockout"', ("Ann", "Bob"))
    event.begin()
    event.lose(event.game_of("Ann"), "Bob")
    assert "Points Games In time" in event.asks("Ann", "standings 1")
    assert "100%" in event.answer("Ann")
    assert "In time" in text_of(next(m for m in table.mails_to("Bob") if "has won" in str(m["Subject"])))


def test_it_is_never_rounded_up(table: Table) -> None:
    from referee.reliability import percent

    assert percent(Reliability(in_time=999, late=1)) == "99%"
    assert percent(Reliability(in_time=3)) == "100%"
    assert percent(Reliability()) == "-"
