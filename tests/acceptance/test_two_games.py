"""Several games in one mail: each block needs a proof of its own, and each game has an answer of its own."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.inbox import Filing
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.by_mail import is_receipt, reply, seat_and_turn, text_of

BOTH = "game 1\nLH: S\nRH: W\n\ngame 2\nLH: F\nRH: P"
TAKEN_1, TAKEN_2 = {"LH: S", "RH: W"}, {"LH: F", "RH: P"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Ann plays Bob in game 1 and Cyd in game 2; game 3 is not hers."""
    with laid_table(tmp_path) as laid:
        laid.start("Ann", "Bob")
        laid.start("Cyd", "Ann")
        laid.start("Cyd", "Bob")
        yield laid


def to_both(table: Table, words: str) -> EmailMessage:
    """A mail to the reply addresses of both of Ann's games."""
    first, second = table.asked("Ann", 1), table.asked("Ann", 2)
    return reply(first, address_of("Ann"), words, To=f"{first['Reply-To']}, {second['Reply-To']}")


def answers(table: Table, name: str, before: int) -> dict[int, EmailMessage]:
    """What was answered to a player after his first `before` mails, by game; one for each game."""
    mails = [mail for mail in table.mails_to(name)[before:] if is_receipt(mail)]
    found = {seat_and_turn(mail)[0]: mail for mail in mails}
    assert len(found) == len(mails)
    return found


def test_a_mail_to_both_games_has_its_effect_in_each_and_an_answer_in_each_thread(table: Table) -> None:
    before = len(table.mails_to("Ann"))
    assert table.receive(to_both(table, BOTH)) is Filing.PROCESSED
    assert (table.held(1, 1), table.held(2, 2)) == (TAKEN_1, TAKEN_2)
    told = answers(table, "Ann", before)
    assert set(told) == {1, 2}
    assert table.asked("Ann", 2)["Message-ID"] in str(told[2]["References"])
    assert table.asked("Ann", 1)["Message-ID"] not in str(told[2]["References"])


@pytest.mark.parametrize("other", [2, 3, 99])
def test_a_token_opens_its_own_block_only_and_the_answer_says_so(table: Table, other: int) -> None:
    words = BOTH.replace("game 2", f"game {other}")
    before = len(table.mails_to("Ann"))
    assert table.answer("Ann", words) is Filing.PROCESSED
    assert table.held(1, 1) == TAKEN_1
    assert [table.held(seat, game) for game in (2, 3) for seat in (1, 2)] == [set()] * 4
    told = answers(table, "Ann", before)
    assert set(told) == {1}
    assert f"game {other}" in text_of(told[1])
    assert "not taken" in text_of(told[1])


def test_words_for_another_game_alone_are_answered_in_the_thread_of_the_game_that_was_replied_to(table: Table) -> None:
    before = len(table.mails_to("Ann"))
    assert table.answer("Ann", "game 3\nLH: F\nRH: P") is Filing.PROCESSED
    assert table.held(1, 1) == set()
    assert "game 3" in text_of(answers(table, "Ann", before)[1])


def test_words_that_name_no_game_belong_to_the_mail_s_own(table: Table) -> None:
    assert table.receive(to_both(table, "LH: S\nRH: W\ngame 2\nLH: F\nRH: P")) is Filing.PROCESSED
    assert (table.held(1, 1), table.held(2, 2)) == (TAKEN_1, TAKEN_2)


def test_a_game_named_twice_is_one_block_with_one_answer_and_end_ends_but_its_own(table: Table) -> None:
    words = "LH: S\ngame 2\nLH: F\nEND\nRH: D\ngame 1\nRH: W\ngame 2\nRH: P"
    before = len(table.mails_to("Ann"))
    assert table.receive(to_both(table, words)) is Filing.PROCESSED
    assert (table.held(1, 1), table.held(2, 2)) == (TAKEN_1, TAKEN_2)
    assert set(answers(table, "Ann", before)) == {1, 2}


def test_the_block_of_a_turn_that_is_over_is_stale_and_the_other_is_taken(table: Table) -> None:
    mail = to_both(table, BOTH)
    table.answer("Ann", "LH: W, RH: -", game=2)
    table.answer("Cyd", "LH: W, RH: -", game=2)
    before = len(table.mails_to("Ann"))
    assert table.receive(mail) is Filing.PROCESSED
    assert (table.held(1, 1), table.held(2, 2)) == (TAKEN_1, set())
    assert "turn that is over" in text_of(answers(table, "Ann", before)[2])


def test_the_last_orders_of_two_games_in_one_mail_adjudicate_both(table: Table) -> None:
    table.answer("Bob", "LH: W, RH: -", game=1)
    table.answer("Cyd", "LH: W, RH: -", game=2)
    table.receive(to_both(table, BOTH))
    assert (table.game(1).duel.turn, table.game(2).duel.turn) == (1, 1)


def test_two_versions_that_order_different_things_are_asked_about_in_each_game(table: Table) -> None:
    mail = to_both(table, BOTH)
    mail.add_alternative("<p>game 1<br>LH: D<br>RH: W</p><p>game 2<br>LH: F<br>RH: P</p>", subtype="html")
    before = len(table.mails_to("Ann"))
    assert table.receive(mail) is Filing.PROCESSED
    assert (table.held(1, 1), table.held(2, 2)) == (set(), set())
    assert set(answers(table, "Ann", before)) == {1, 2}


def filled_in(table: Table, name: str, *, turn: int) -> str:
    """The order form of the mail that asked for a turn of game 1, quoted and filled in."""
    lines = text_of(table.asked(name, turn=turn)).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(">> orders for game"))
    form = lines[start : lines.index("<< end of orders <<") + 1]
    return "\n".join({"LH:": "> LH: D", "RH:": "> RH: D"}.get(line, f"> {line}") for line in form)


def test_a_form_of_an_earlier_turn_is_left_out_and_the_words_above_it_are_taken(table: Table) -> None:
    old = filled_in(table, "Ann", turn=1)
    table.turn(ann="LH: F, RH: -", bob="LH: W, RH: -")
    asked = table.asked("Ann")
    mail = reply(asked, address_of("Ann"), "LH: S\nRH: W")
    mail.set_content(f"LH: S\nRH: W\n\nOn Friday, Referee wrote:\n{old}\n")
    assert table.receive(mail) is Filing.PROCESSED
    assert table.held(1, 1) == TAKEN_1
    assert "form for turn 1" in text_of(table.mails_to("Ann")[-1])
    mail = reply(asked, address_of("Ann"), "")
    mail.set_content(f"On Friday, Referee wrote:\n{old}\n")
    assert table.receive(mail) is Filing.PROCESSED
    assert table.held(1, 1) == TAKEN_1
    assert "turn that is over" in text_of(table.mails_to("Ann")[-1])
