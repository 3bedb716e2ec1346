"""What goes on at one mailbox moves to another: its players are told, and no time is lost by it."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.deeds import moving
from referee.deeds.moving import Moved
from referee.deeds.refusal import Refused
from referee.mail.inbox import Filing
from referee.store import challenges
from referee.store.challenges import ChallengeState
from referee.store.games import GameState
from referee.times.durations import DAY, HOUR
from tests.acceptance.at_the_desk import REFEREE, Table, address_of
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.events import Hosted
from tests.acceptance.test_mailboxes import CUP_GAME, MAIN_GAME, ORDERS, befriended, due, games_at_two
from tests.acceptance.test_trust import vouched


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with games_at_two(tmp_path) as laid:
        yield laid


def moved(table: Table, old: str, new: str) -> Moved:
    return table.direct(moving.move, old, new, reason="the provider has closed it", now=table.later())


def test_what_goes_on_at_one_mailbox_goes_on_at_another_and_its_players_are_told(table: Table) -> None:
    befriended(table)
    table.receive(vouched("Ann", "challenge Bob"), mailbox="cup")
    text = 'name = "The Cup"\nmailbox = "cup"\nterms = "3d"\n[format]\ntype = "round robin"\n'
    Hosted(table, text, ["Kim", "Lou"])
    old = table.asked("Cyd", CUP_GAME)
    assert moved(table, "cup", "main") == Moved(games=(CUP_GAME,), challenges=(1,), events=(1,))
    told = table.mails_to("Cyd")[-1]
    assert str(told["From"]) == f"Referee <{REFEREE}>"
    assert f"at {REFEREE}." in " ".join(text_of(told).split())
    table.turn(CUP_GAME, ann=ORDERS)
    assert table.receive(reply(told, address_of("Cyd"), ORDERS)) is Filing.PROCESSED
    assert table.game(CUP_GAME).duel.turn == 1
    assert str(table.asked("Cyd", CUP_GAME)["Reply-To"]).startswith("referee+2.")
    assert str(old["Reply-To"]).startswith("cup+2.")
    with pytest.raises(Refused, match="nothing goes on at the mailbox cup that could move to main"):
        moved(table, "cup", "main")
    with pytest.raises(Refused, match="there is no mailbox nowhere"):
        moved(table, "main", "nowhere")


def test_the_time_in_which_nobody_read_the_old_mailbox_is_given_back(table: Table) -> None:
    table.wait(3 * DAY - 3 * HOUR)
    table.heard = ("main",)
    table.wait(2 * HOUR)
    moved(table, "cup", "main")
    assert due(table, CUP_GAME) > timedelta(minutes=110)
    assert due(table, MAIN_GAME) < HOUR
    table.wait(HOUR)
    assert [table.game(number).duel.turn for number in (MAIN_GAME, CUP_GAME)] == [1, 0]
    table.wait(2 * HOUR)
    assert table.game(CUP_GAME).duel.turn == 1


def event_at_the_cup(table: Table) -> Hosted:
    """A knockout of Ann and Bob, whose game has ten days and two for an appeal, and three days of an outage in them."""
    text = 'mailbox = "cup"\nterms = "2d, no orders: rest"\ngame_time = "10d"\nappeal = "2d"\n'
    event = Hosted(table, f'name = "Winter Cup"\n{text}[format]\ntype = "knockout"\n', ("Ann", "Bob"))
    event.begin()
    table.wait(2 * DAY)
    table.heard = ("main",)
    table.wait(3 * DAY)
    table.heard = ("main", "cup")
    table.wait(HOUR)
    return event


def test_the_time_of_a_game_in_an_event_does_not_come_nearer_when_it_moves(table: Table) -> None:
    event = event_at_the_cup(table)
    table.heard = ("main",)
    table.wait(DAY)
    moved(table, "cup", "main")
    table.wait(14 * DAY - 6 * DAY - 2 * HOUR)
    assert event.mails("is to be decided") == []
    table.wait(2 * HOUR)
    assert len(event.mails("is to be decided")) == 2


def test_the_time_to_appeal_does_not_run_while_nobody_reads_the_old_mailbox(table: Table) -> None:
    event = event_at_the_cup(table)
    table.wait(8 * DAY)
    assert len(event.mails("is to be decided")) == 2
    table.heard = ("main",)
    table.wait(3 * DAY)
    moved(table, "cup", "main")
    table.wait(DAY)
    game = event.game_of("Ann")
    table.wait(DAY)
    assert table.game(game).state is GameState.FINISHED


def deaf(table: Table, span: timedelta) -> None:
    """So long nobody reads the mailbox of the cup; then everybody hears of it."""
    table.heard = ("main",)
    table.wait(span)
    table.heard = ("main", "cup")
    table.wait(timedelta(minutes=1))


def test_what_an_outage_of_the_old_mailbox_gave_is_kept(table: Table) -> None:
    table.wait(3 * DAY - 2 * HOUR)
    deaf(table, 5 * HOUR)
    left = due(table, CUP_GAME)
    assert left > 4 * HOUR
    moved(table, "cup", "main")
    assert due(table, CUP_GAME) > left - timedelta(minutes=1)
    table.wait(left - HOUR)
    assert table.game(CUP_GAME).duel.turn == 0
    table.wait(HOUR)
    assert table.game(CUP_GAME).duel.turn == 1


def test_what_an_outage_of_the_old_mailbox_gave_after_the_deadline_is_kept(table: Table) -> None:
    number = table.start("Ann", "Dan", terms="3d, grace 6h, no orders: rest", mailbox="cup")
    table.wait(3 * DAY + HOUR)
    deaf(table, 6 * HOUR)
    moved(table, "cup", "main")
    table.wait(5 * HOUR)
    assert table.game(number).duel.turn == 0
    table.wait(HOUR)
    assert table.game(number).duel.turn == 1


def test_a_challenge_stands_longer_by_the_time_in_which_nobody_read_where_its_answers_come(table: Table) -> None:
    befriended(table)
    table.receive(vouched("Ann", "challenge Bob"), mailbox="cup")
    before = challenges.load(table.store, 1)
    table.look()
    table.heard = ("main",)
    table.wait(15 * DAY)
    moved(table, "cup", "main")
    table.wait(HOUR)
    after = challenges.load(table.store, 1)
    assert before is not None and after is not None and after.state is ChallengeState.OPEN
    assert after.expires_at - before.expires_at >= 15 * DAY


def test_whoever_has_to_do_with_a_challenge_is_told_the_address_to_which_it_moves_and_can_answer_there(
    table: Table,
) -> None:
    befriended(table)
    table.receive(vouched("Ann", "challenge Bob"), mailbox="cup")
    table.look()
    table.heard = ("main",)
    table.wait(2 * DAY)
    moved(table, "cup", "main")
    to_ann, to_bob = (
        [mail for mail in table.mails_to(name) if "Challenge 1" in mail["Subject"]] for name in ("Ann", "Bob")
    )
    for (mail,) in (to_ann, to_bob):
        assert mail["Subject"] == "[WH] Challenge 1: another address"
        assert str(mail["From"]) == f"Referee <{REFEREE}>"
        words = " ".join(text_of(mail).split())
        assert f"write to {REFEREE} about" in words
        assert "It stands until" in words
        assert "What you wrote since Thursday 26 November, 18:00 UTC may not have come" in words
        assert "please write it again. The reason given: the provider has closed it" in words
        assert ("accept 1 or decline 1" in words) == (mail is to_bob[0])
    assert table.receive(reply(to_bob[0], address_of("Bob"), "accept 1")) is Filing.PROCESSED
    assert {seat.wizard for seat in table.game(3).seats} == {"Ann", "Bob"}
    assert table.game(3).mailbox == "main"


def test_who_plays_in_an_anonymous_challenge_is_not_told_when_it_moves(table: Table) -> None:
    befriended(table)
    table.receive(vouched("Ann", "open for 3 anonymous"), mailbox="cup")
    table.receive(vouched("Bob", "accept 1"), mailbox="cup")
    moved(table, "cup", "main")
    words = " ".join(text_of(table.mails_to("Bob")[-1]).split())
    assert f"write to {REFEREE} about challenge 1 of somebody" in words
    assert "Ann" not in words
