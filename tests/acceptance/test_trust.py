"""Whose words are heard: tokens, the mail server's word, the director's rule, a yes; and how much is answered."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import pytest

from referee.mail import signs
from referee.mail.inbox import Filing
from referee.store import confirmations
from referee.store.confirmations import Purpose
from referee.store.mailbag import LetterState
from tests.acceptance.at_the_desk import REFEREE, Table, address_of, laid_table
from tests.acceptance.by_mail import is_receipt, reply, seat_and_turn, text_of

ORDERS = "LH: S\nRH: W"
TAKEN = {"LH: S", "RH: W"}
OURS = "mx.duel.example.org; dmarc=pass header.from=duel.example.org"
RECEIVED = "Received: from out.example.net by mx.duel.example.org with ESMTPS; Thu, 26 Nov 2026 20:14:07 +0000"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        laid.start("Ann", "Bob")
        yield laid


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[Table]:
    """A director who believes every sender."""
    with laid_table(tmp_path, '[mail]\ntrust = "sender"\n') as laid:
        laid.start("Ann", "Bob")
        yield laid


@pytest.fixture
def terse(tmp_path: Path) -> Iterator[Table]:
    """A referee who gives three answers an hour."""
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 3\n") as laid:
        laid.start("Ann", "Bob")
        yield laid


def new_mail(name: str, words: str, **fields: str) -> EmailMessage:
    """A mail that answers none."""
    mail = EmailMessage()
    for key, value in ({"From": address_of(name), "To": REFEREE, "Subject": "my orders"} | fields).items():
        mail[key.replace("_", "-")] = value
    mail["Message-ID"] = make_msgid(domain="example.org")
    mail.set_content(words)
    return mail


def vouched(name: str, words: str, **fields: str) -> bytes:
    """Such a mail as our own server hands it over that found its sender's domain behind it."""
    return f"Authentication-Results: {OURS}\r\n{RECEIVED}\r\n".encode() + new_mail(name, words, **fields).as_bytes()


def answers_to(table: Table, address: str) -> list[EmailMessage]:
    return [mail for mail in table.mails_to(address.partition("@")[0]) if is_receipt(mail)]


def last(table: Table) -> LetterState:
    return table.letters()[-1].state


# -- the sender --------------------------------------------------------------------------------------------------------


def test_a_sender_whom_our_server_vouches_for_needs_no_token(table: Table) -> None:
    assert table.receive(vouched("Ann", ORDERS)) is Filing.PROCESSED
    assert table.held(1) == TAKEN
    assert "LH: S" in text_of(table.mails_to("Ann")[-1])


def test_where_the_director_says_so_the_sender_alone_is_enough(friends: Table) -> None:
    assert friends.receive(new_mail("Ann", ORDERS)) is Filing.PROCESSED
    assert friends.held(1) == TAKEN


@pytest.mark.parametrize("named", ["game 2\n" + ORDERS, "[WH 2.1]", ""])
def test_the_game_is_the_one_that_is_named_or_the_only_one_that_waits_for_him(table: Table, named: str) -> None:
    table.start("Cyd", "Ann")
    if not named:
        table.answer("Ann", "LH: W, RH: -", game=1)
    words, subject = (named, "hello") if "\n" in named else (ORDERS, f"Re: {named}")
    assert table.receive(vouched("Ann", words, Subject=subject)) is Filing.PROCESSED
    assert table.held(2, 2) == TAKEN


def test_which_game_is_meant_is_not_guessed(table: Table) -> None:
    table.start("Cyd", "Ann")
    assert table.receive(vouched("Ann", ORDERS)) is Filing.REJECTED
    assert (table.held(1, 1), table.held(2, 2)) == (set(), set())
    assert "You play in games 1 and 2" in " ".join(text_of(table.mails_to("Ann")[-1]).split())


def test_a_subject_of_an_earlier_turn_makes_the_mail_one_for_that_turn(table: Table) -> None:
    table.turn(ann="LH: F, RH: -", bob="LH: W, RH: -")
    assert table.receive(vouched("Ann", ORDERS, Subject="Re: [WH 1.1] Orders for turn 1: complete")) is Filing.PROCESSED
    assert table.held(1) == set()
    assert "turn that is over" in text_of(table.mails_to("Ann")[-1])


def test_words_without_a_token_are_for_the_turn_that_the_game_waited_for_when_they_came(table: Table) -> None:
    table.answer("Ann", "LH: F, RH: -")
    last_of_turn_1 = table.come(reply(table.asked("Bob"), address_of("Bob"), "LH: W, RH: -"))
    too_late = table.come(vouched("Ann", ORDERS))
    table.now += timedelta(seconds=1)
    table.desk.receive([last_of_turn_1, too_late], table.now)
    assert table.game().duel.turn == 1
    assert table.held(1) == set()
    assert "turn that is over" in text_of(table.mails_to("Ann")[-1])


def test_a_player_s_sign_from_a_mail_outside_of_any_game_speaks_for_all_his_games(table: Table) -> None:
    table.start("Cyd", "Ann")
    table.start("Cyd", "Bob")
    to = signs.person_address(REFEREE, table.desk.post.keys, 1, table.now)
    words = f"game 1\n{ORDERS}\ngame 2\nLH: F\nRH: P\ngame 3\nLH: D"
    assert table.receive(new_mail("Ann", words, To=to)) is Filing.PROCESSED
    assert (table.held(1, 1), table.held(2, 2)) == (TAKEN, {"LH: F", "RH: P"})
    assert [table.held(seat, 3) for seat in (1, 2)] == [set(), set()]
    assert "game 3" in "".join(text_of(mail) for mail in table.mails_to("Ann")[-2:])
    late = table.now + timedelta(weeks=signs.WEEKS_VALID + 1)
    table.now = late
    assert table.receive(new_mail("Ann", words, To=to)) is Filing.REJECTED


def test_a_vouched_sender_gives_no_orders_for_the_wizards_of_others(table: Table) -> None:
    table.start("Cyd", "Bob")
    assert table.receive(vouched("Ann", f"game 2\n{ORDERS}")) is Filing.REJECTED
    assert (table.held(1, 2), table.held(2, 2)) == (set(), set())


SPOOFED = {
    "below the line by which it came in": f"{RECEIVED}\r\nAuthentication-Results: {OURS}\r\n",
    "of another server": f"Authentication-Results: {OURS.replace('mx.', 'mx2.')}\r\n{RECEIVED}\r\n",
    "below another server's": "Authentication-Results: mx.example.net; dmarc=pass header.from=duel.example.org\r\n"
    f"Authentication-Results: {OURS}\r\n{RECEIVED}\r\n",
    "for another domain": f"Authentication-Results: {OURS.replace('duel.', '')}\r\n{RECEIVED}\r\n",
    "that failed": f"Authentication-Results: {OURS.replace('pass', 'fail')}\r\n{RECEIVED}\r\n",
    "of nobody": "",
}


@pytest.mark.parametrize("sort", SPOOFED)
def test_results_that_are_not_our_server_s_own_word_vouch_for_nobody(table: Table, sort: str) -> None:
    assert table.receive(SPOOFED[sort].encode() + new_mail("Ann", ORDERS).as_bytes()) is Filing.REJECTED
    assert table.held(1) == set()
    assert last(table) is LetterState.UNCONFIRMED


def test_a_forgery_that_our_server_found_is_not_believed_among_friends_either(friends: Table) -> None:
    forged = SPOOFED["that failed"].encode() + new_mail("Ann", ORDERS).as_bytes()
    assert friends.receive(forged) is Filing.REJECTED
    assert friends.held(1) == set()


@pytest.mark.parametrize(
    "head",
    ["From: ann@duel.example.org\r\nFrom: eve@example.net", "From: ann@duel.example.org, eve@example.net", "X: y"],
)
def test_two_senders_or_none_are_never_trusted(friends: Table, head: str) -> None:
    before = friends.count()
    raw = f"Authentication-Results: {OURS}\r\n{RECEIVED}\r\n{head}\r\nTo: {REFEREE}\r\n\r\n{ORDERS}\r\n".encode()
    assert friends.receive(raw) is Filing.REJECTED
    assert (friends.held(1), friends.count()) == (set(), before)


def test_a_stranger_somebody_vouches_for_is_told_once_how_to_begin(table: Table) -> None:
    before = table.count()
    for number in range(3):
        assert table.receive(vouched("stranger", f"{ORDERS}\nnumber {number}")) is Filing.REJECTED
    assert (table.held(1), table.held(2)) == (set(), set())
    assert table.count() == before + 1
    assert "register" in text_of(table.mails_to("stranger")[-1])


# -- a foreign address -------------------------------------------------------------------------------------------------


def test_a_token_from_a_foreign_address_counts_and_the_answer_goes_to_the_registered_one(table: Table) -> None:
    mail = reply(table.asked("Ann"), "Ann at work <eve@duel.example.org>", ORDERS)
    assert table.receive(mail) is Filing.PROCESSED
    assert table.held(1) == TAKEN
    assert "LH: S" in text_of(answers_to(table, "ann")[-1])
    (word,) = table.mails_to("eve")
    assert is_receipt(word)
    told = f"{word['Subject']}\n{text_of(word)}"
    assert not any(each in told for each in ("Ann", "Bob", "LH", "game", "turn", "ann@"))
    assert word["Reply-To"] is None
    assert "+1." not in word.as_string()


# -- a yes -------------------------------------------------------------------------------------------------------------


def question(table: Table, name: str = "Ann") -> EmailMessage:
    return next(mail for mail in reversed(table.mails_to(name)) if "+c." in str(mail["Reply-To"]))


def test_the_registered_address_is_asked_and_its_yes_takes_the_orders(table: Table) -> None:
    assert table.receive(new_mail("Ann", ORDERS)) is Filing.REJECTED
    assert (table.held(1), last(table)) == (set(), LetterState.UNCONFIRMED)
    asked = question(table)
    assert "| LH: S" in text_of(asked)
    assert table.receive(reply(asked, address_of("Ann"), "Yes, that was me.")) is Filing.PROCESSED
    assert table.held(1) == TAKEN
    assert "LH: S" in text_of(table.mails_to("Ann")[-1])
    assert [letter.state for letter in table.letters()] == [LetterState.HANDLED] * 2
    table.answer("Bob", "LH: W, RH: -")
    assert table.game().duel.turn == 1


def test_a_yes_to_a_mail_for_two_games_takes_both(table: Table) -> None:
    table.start("Cyd", "Ann")
    table.receive(new_mail("Ann", f"game 1\n{ORDERS}\ngame 2\nLH: F\nRH: P"))
    table.receive(reply(question(table), address_of("Ann"), "ok"))
    assert (table.held(1, 1), table.held(2, 2)) == (TAKEN, {"LH: F", "RH: P"})


def test_a_yes_counts_once(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    asked = question(table)
    table.receive(reply(asked, address_of("Ann"), "yes"))
    table.answer("Ann", "LH: P, RH: P, cast Shield with LH at self")
    held, before = table.held(1), table.count()
    assert table.receive(reply(asked, address_of("Ann"), "yes indeed")) is Filing.PROCESSED
    assert table.held(1) == held != TAKEN
    assert table.count() == before + 1
    assert "already" in text_of(table.mails_to("Ann")[-1])


def test_a_yes_after_the_turn_is_over_takes_nothing(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    table.turn(ann="LH: F, RH: -", bob="LH: W, RH: -")
    assert table.letters()[0].state is LetterState.REJECTED
    assert table.receive(reply(question(table), address_of("Ann"), "yes")) is Filing.PROCESSED
    assert table.held(1) == set()
    assert "turn that is over" in text_of(table.mails_to("Ann")[-1])


def test_a_yes_after_a_week_takes_nothing(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    table.now += timedelta(days=8)
    table.receive(reply(question(table), address_of("Ann"), "yes"))
    assert table.held(1) == set()
    assert "too late" in text_of(table.mails_to("Ann")[-1])


def test_a_no_throws_the_mail_away(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    asked = question(table)
    table.receive(reply(asked, address_of("Ann"), "No, I did not."))
    assert table.letters()[0].state is LetterState.CLOSED
    table.receive(reply(asked, address_of("Ann"), "yes"))
    assert table.held(1) == set()


def test_orders_in_reply_to_the_question_are_the_player_s_own(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    table.receive(reply(question(table), address_of("Ann"), "LH: F\nRH: P"))
    assert table.held(1) == {"LH: F", "RH: P"}


def test_a_yes_without_the_question_s_token_confirms_nothing(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    right = str(question(table)["Reply-To"])
    token = right.partition("@")[0][-16:]
    wrong = right.replace(token, ("a" if token[0] != "a" else "b") + token[1:])
    for to in (REFEREE, wrong):
        table.receive(new_mail("Ann", "yes", To=to))
    assert table.held(1) == set()
    assert table.letters()[0].state is LetterState.UNCONFIRMED


def test_each_address_is_asked_once_within_an_hour_and_about_each_letter_once(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    before = table.count()
    for words in ("LH: F\nRH: P", "LH: D\nRH: D"):
        assert table.receive(new_mail("Ann", words)) is Filing.REJECTED
        assert last(table) is LetterState.UNCONFIRMED
    assert table.count() == before
    table.now += timedelta(hours=1)
    table.receive(new_mail("Ann", "LH: W\nRH: P"))
    assert table.count() == before + 1
    latest = confirmations.latest(table.store, Purpose.LETTER, player=1)
    assert latest is not None
    assert latest.facts["letter"] == 4


def test_the_question_sent_back_confirms_and_orders_nothing(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    table.receive(reply(question(table), address_of("Ann"), ""))
    assert table.held(1) == set()
    assert table.letters()[0].state is LetterState.UNCONFIRMED


# -- how much is answered ----------------------------------------------------------------------------------------------


def test_beyond_the_budget_there_is_silence_and_one_line_and_orders_still_count(
    terse: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="referee"):
        for gesture in "FPSWDF":
            terse.answer("Ann", f"LH: {gesture}, RH: -")
    assert terse.held(1) == {"LH: F", "RH: -"}
    assert len(answers_to(terse, "ann")) == 3
    assert sum("answers-withheld" in line for line in caplog.messages) == 1
    terse.answer("Bob", "LH: W, RH: -")  # others are answered, and reports are no answers
    assert len(answers_to(terse, "bob")) == 1
    assert seat_and_turn(terse.asked("Ann"))[2] == 2
    terse.now += timedelta(hours=1)
    terse.answer("Ann", "LH: P, RH: -")
    assert len(answers_to(terse, "ann")) == 4


def test_the_same_mail_by_two_ways_has_one_effect_beyond_the_budget_too(terse: Table) -> None:
    for gesture in "FPS":
        terse.answer("Ann", f"LH: {gesture}, RH: -")
    incoming = terse.come(reply(terse.asked("Ann"), address_of("Ann"), "LH: W, RH: -"))
    terse.receive_again(incoming)
    terse.answer("Ann", "LH: D, RH: -")
    terse.receive(b"Received: from a.example.net by b.example.org\r\n" + incoming.raw)
    assert terse.held(1) == {"LH: D", "RH: -"}


def test_the_budget_covers_foreign_addresses_and_questions(terse: Table) -> None:
    for gesture in "FPSWD":
        terse.receive(reply(terse.asked("Ann"), "eve@duel.example.org", f"LH: {gesture}"))
    assert len(terse.mails_to("eve")) == 3
    terse.receive(new_mail("Ann", ORDERS))
    assert len(answers_to(terse, "ann")) == 3
    assert last(terse) is LetterState.UNCONFIRMED


def test_who_writes_in_a_player_s_name_does_not_use_up_the_answers_to_him(table: Table) -> None:
    for number in range(30):
        table.receive(new_mail("Ann", f"Hello number {number}"))
    assert len(answers_to(table, "ann")) == 3
    table.answer("Ann", ORDERS)
    assert len(answers_to(table, "ann")) == 4


def test_the_same_words_again_and_again_are_taken_but_soon_not_answered(table: Table) -> None:
    before = len(answers_to(table, "ann"))
    for _ in range(10):
        assert table.answer("Ann", ORDERS) is Filing.PROCESSED
    assert len(answers_to(table, "ann")) == before + 3
    assert table.answer("Ann", "LH: F") is Filing.PROCESSED
    assert table.held(1) == {"LH: F", "RH: W"}
    assert len(answers_to(table, "ann")) == before + 4
