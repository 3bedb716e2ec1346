"""Commands about games: which is meant, what they show of it and to whom, and orders looked at and taken back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store import table_talk
from tests.acceptance.at_the_desk import address_of
from tests.acceptance.by_mail import reply, text_of
from tests.referee.hall import Hall, hall_of


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Ann plays games 1 and 2, Cid game 2, Eve none."""
    with hall_of(tmp_path, "Ann", "Bob", "Cid", "Eve") as made:
        made.table.start("Ann", "Bob")
        made.table.start("Cid", "Ann")
        yield made


# -- which game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["orders 1", "orders #1", "orders game 1", "orders of game #1", "ORDERS number 1"])
def test_a_game_is_named_in_several_ways(hall: Hall, words: str) -> None:
    assert "turn 1 of game 1, Ann v Bob" in hall.ask("Ann", words).words


def test_the_only_game_that_goes_on_is_meant_where_none_is_named_and_in_a_reply_that_of_the_report(hall: Hall) -> None:
    assert "game 1" in hall.ask("Bob", "orders").words
    assert "game 2" in hall.ask("Ann", "orders", game=2).words
    assert "game 1" in hall.ask("Ann", "orders 1", game=2).words


def test_of_several_games_the_one_that_is_meant_must_be_named(hall: Hall) -> None:
    told = hall.ask("Ann", "status")
    assert not told.done
    assert "Say which game you mean, as in status 1" in told.words
    assert [row.split(":")[0].split(maxsplit=1) for row in told.rows if row[0] != " "] == [
        ["1", "Ann v Bob"],
        ["2", "Cid v Ann"],
    ]


@pytest.mark.parametrize(
    ("said", "row"), [("preview: lh p", "preview 1: LH: P, RH: D"), ("press all: hi", "press 1 to all: hello")]
)
def test_the_way_to_name_it_is_shown_as_it_would_work(hall: Hall, said: str, row: str) -> None:
    told = hall.ask("Ann", said)
    assert not told.done
    assert told.rows[0] == row
    assert hall.ask("Ann", row).done


@pytest.mark.parametrize("command", ["orders", "undo", "history", "resend"])
def test_a_game_that_is_another_s_or_none_is_refused_with_what_would_work(hall: Hall, command: str) -> None:
    for words, why in ((f"{command} 2", "Game 2 is not yours."), (f"{command} 9", "There is no game 9.")):
        told = hall.ask("Bob", words)
        assert not told.done
        assert told.words.startswith(why)
        assert "These are yours" in told.words
    assert "You have no game that goes on" in hall.ask("Eve", command).words


def test_a_game_that_is_over_takes_no_orders_but_can_be_looked_at(hall: Hall) -> None:
    hall.table.turn(ann="surrender", bob="lh p rh d")
    for words in ("orders 1", "undo 1", "preview 1: lh p"):
        told = hall.ask("Ann", words)
        assert not told.done
        assert told.words.startswith("Game 1 is over.")
    assert "It is over since turn 1: Bob won." in hall.ask("Ann", "status 1").words
    assert hall.ask("Ann", "history 1").done
    assert hall.ask("Ann", "resend 1").done
    assert "the only one" not in hall.ask("Bob", "orders").words
    assert "You have no game that goes on" in hall.ask("Bob", "orders").words


def test_who_has_two_seats_in_a_game_must_say_which_in_a_reply(hall: Hall) -> None:
    desk = hall.table.desk
    desk.start_game([("Fay", address_of("Eve")), ("Gus", address_of("Eve"))], now=hall.table.later())
    told = hall.ask("Eve", "orders")
    assert not told.done
    assert "You have several seats in game 3: Fay and Gus." in told.words


# -- what is shown -------------------------------------------------------------------------------------------------


def test_games_tells_the_turn_whom_it_waits_for_and_until_when(hall: Hall) -> None:
    with hall.table.store.transaction():
        table_talk.watch(hall.table.store, 2, hall.player("Bob").id, now=hall.table.now)
    told = hall.ask("Bob", "games")
    assert told.words == "You play in these: You watch these:"
    mine, watched = " ".join(told.rows).split("2     Cid v Ann")
    row = "1 Ann v Bob: turn 1, waits for you and Ann; due Sunday 29 November, 18:00 UTC, in 2 days 23 hours"
    assert " ".join(mine.split()) == row
    assert "waits for Cid and Ann" in watched
    assert "due" not in watched


def test_status_shows_the_board_as_in_a_report_and_the_terms(hall: Hall) -> None:
    hall.table.turn(ann="lh f rh s", bob="lh w rh p")
    told = hall.ask("Ann", "status 1")
    assert "Turn 2 waits for you and Bob." in told.words
    assert "Turns take 3 days." in told.words
    report = text_of(hall.table.asked("Ann"))
    for row in told.rows:
        assert f"| {row}".rstrip() in report.splitlines()


def test_status_of_another_s_game_tells_what_everyone_may_know(hall: Hall) -> None:
    assert hall.ask("Eve", "status 1").rows == ()
    hall.table.turn(ann="lh f rh s", bob="lh w rh p")
    told = hall.ask("Eve", "status 1")
    assert "Ann  LH   F" in told.rows
    assert told.words.startswith("You have no seat in game 1, Ann v Bob. Turn 2 waits for Ann and Bob.")
    hall.ask("Cid", "open anonymous")
    hall.ask("Bob", "accept 1")
    secret = hall.ask("Eve", "status 3")
    assert not secret.done
    assert "anonymous" in secret.words
    assert hall.ask("Bob", "status 3").done


def test_status_of_another_s_game_is_a_turn_behind_where_the_terms_say_so(hall: Hall) -> None:
    hall.ask("Cid", "challenge Bob spectators 1 turn later")
    hall.ask("Bob", "accept")
    for gesture in ("w", "s"):
        for name in ("Cid", "Bob"):
            hall.table.answer(name, f"lh {gesture} rh p", game=3)
    told = hall.ask("Eve", "status 3")
    assert "Cid  LH   W" in told.rows
    assert "Turn 3 waits for Cid and Bob." in told.words
    assert "Cid  LH   W   S" in hall.ask("Cid", "status 3").rows


def test_history_shows_all_gestures_or_one_turn_s_story(hall: Hall) -> None:
    assert "No turn of game 1 has been played yet" in hall.ask("Ann", "history 1").words
    hall.table.turn(ann="lh f rh s, say: have at you", bob="lh w rh p")
    hall.table.turn(ann="lh p rh d", bob="lh w rh -")
    assert [row for row in hall.ask("Ann", "history 1").rows if "LH" in row or "RH" in row] == [
        "Ann  LH   F   P",
        "     RH   S   D",
        "Bob  LH   W   W",
        "     RH   P   -",
    ]
    told = hall.ask("Bob", "history 1 1")
    assert "Ann's left hand wiggled its fingers" in told.words
    assert 'Ann says "have at you"' in told.rows
    assert told == hall.ask("Bob", "history turn 1", game=1)
    assert "its turns so far are 1 to 2" in hall.ask("Bob", "history 1 3").words


def test_resend_sends_the_newest_report_again_and_a_reply_to_it_gives_orders(hall: Hall) -> None:
    hall.table.turn(ann="lh f rh s", bob="lh w rh p")
    first = hall.table.asked("Ann")
    told = hall.ask("Ann", "resend 1")
    assert told.done
    again = hall.table.mails_to("Ann")[-1]
    assert again["Message-ID"] != first["Message-ID"]
    assert again["Reply-To"] == first["Reply-To"]
    assert again["In-Reply-To"] == first["Message-ID"]
    assert "You asked for this report once more." in text_of(again)
    assert ">> orders for game 1 turn 2" in text_of(again)
    hall.table.receive(reply(again, address_of("Ann"), "LH: P, RH: D"))
    assert hall.table.held(1) == {"LH: P", "RH: D"}


def test_resend_of_an_earlier_turn_sends_that_report_without_a_form(hall: Hall) -> None:
    hall.table.turn(ann="lh f rh s", bob="lh w rh p")
    hall.table.turn(ann="lh p rh d", bob="lh w rh -")
    assert hall.ask("Ann", "resend 1 1").done
    again = hall.table.mails_to("Ann")[-1]
    assert "turn 1 of game 1" in text_of(again)
    assert ">>" not in text_of(again)
    assert not hall.ask("Ann", "resend 1 7").done
    hall.ask("Cid", "resend")
    assert "the beginning of game 2" in text_of(hall.table.mails_to("Cid")[-1])


# -- orders --------------------------------------------------------------------------------------------------------


def test_orders_shows_what_is_held_and_what_is_owed(hall: Hall) -> None:
    assert "I hold no orders of yours for turn 1 of game 1" in hall.ask("Ann", "orders 1").words
    hall.table.answer("Ann", "lh p")
    told = hall.ask("Ann", "orders 1")
    assert "LH: P" in told.rows
    assert "A gesture for your right hand is still missing." in told.words
    hall.table.answer("Ann", "rh d")
    assert "Your orders for turn 1 are in" in hall.ask("Ann", "orders 1").words
    assert hall.ask("Bob", "orders").rows == ()


def test_undo_takes_the_last_change_back_and_only_that(hall: Hall) -> None:
    hall.table.answer("Ann", "lh p rh d")
    hall.table.answer("Ann", "lh w")
    told = hall.ask("Ann", "undo 1")
    assert told.done
    assert hall.table.held(1) == {"LH: P", "RH: D"}
    again = hall.ask("Ann", "undo 1")
    assert not again.done
    assert "nothing more" in again.words
    assert hall.table.held(1) == {"LH: P", "RH: D"}


def test_undo_brings_back_orders_that_were_withdrawn_and_takes_the_first_ones_away(hall: Hall) -> None:
    hall.table.answer("Ann", "lh p rh d")
    hall.table.answer("Ann", "withdraw orders")
    assert hall.table.held(1) == set()
    assert hall.ask("Ann", "undo 1").done
    assert hall.table.held(1) == {"LH: P", "RH: D"}
    hall.table.answer("Bob", "lh s")
    assert hall.ask("Bob", "undo").done
    assert hall.table.held(2) == set()


def test_undo_that_makes_orders_complete_lets_the_turn_be_adjudicated(hall: Hall) -> None:
    hall.table.answer("Ann", "lh p rh d")
    hall.table.answer("Ann", "wait")
    hall.table.answer("Bob", "lh p rh d")
    assert hall.table.game().duel.turn == 0
    assert hall.ask("Ann", "undo 1").done
    assert hall.table.game().duel.turn == 1
    assert "nothing more" in hall.ask("Ann", "undo 1").words


def test_preview_tells_what_orders_would_do_and_stores_nothing(hall: Hall) -> None:
    for words in ("preview 1: lh p, rh p", "preview game 1\nlh p\nrh p", "preview #1 LH: P\nRH: P"):
        told = hall.ask("Ann", words)
        assert told.done
        assert "LH: P" in told.rows
        assert "Both palms together are a surrender" in " ".join(told.rows)
    assert "would come of it in game 2" in hall.ask("Ann", "preview: lh p", game=2).words
    assert hall.table.held(1) == set()
    for words in ("preview 1", "preview 1: to be or not to be"):
        assert "preview 17: LH: P, RH: D, cast Shield on self" in hall.ask("Ann", words).rows


def test_preview_looks_at_orders_together_with_those_that_are_held(hall: Hall) -> None:
    hall.table.answer("Ann", "lh w")
    assert {"LH: W", "RH: D"} <= set(hall.ask("Ann", "preview 1: rh d").rows)
    assert hall.table.held(1) == {"LH: W"}
