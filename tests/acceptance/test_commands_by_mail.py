"""Commands in mails: several at once, beside orders, too many, and words that are none."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.acceptance.at_the_desk import REFEREE, address_of
from tests.acceptance.by_mail import reply, text_of
from tests.referee.hall import Hall, hall_of

VOUCHED = (
    "mx.duel.example.org; spf=pass smtp.mailfrom={0}; dkim=pass header.d=duel.example.org;"
    " dmarc=pass header.from=duel.example.org"
)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with hall_of(tmp_path, "Ann", "Bob", "Cid") as made:
        made.table.start("Ann", "Bob")
        yield made


def write(hall: Hall, name: str, words: str) -> tuple[str, str]:
    """A mail to the plain address, for which its server vouches; subject and text of the last answer."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = address_of(name), REFEREE, "hello"
    mail["Authentication-Results"] = VOUCHED.format(address_of(name))
    mail.set_content(words)
    hall.table.receive(mail)
    return last_answer(hall, name)


def last_answer(hall: Hall, name: str) -> tuple[str, str]:
    mail = next(each for each in reversed(hall.table.mails_to(name)) if str(each["Subject"]).startswith("[WH] "))
    return str(mail["Subject"]), " ".join(text_of(mail).split())


def test_several_commands_are_answered_together_in_their_order(hall: Hall) -> None:
    subject, text = write(hall, "Cid", "games\nopen for 3\naccept 99\nchallenges")
    assert subject == "[WH] games, open, accept and 1 more; refused: accept"
    places = [
        text.index(words) for words in ("no game that goes on", "Challenge 1 is open", "no challenge 99", "| 1 of you")
    ]
    assert places == sorted(places)


def test_thirty_commands_in_a_mail_are_refused_and_none_is_carried_out(hall: Hall) -> None:
    subject, text = write(hall, "Cid", "\n".join(["open for 3 2d"] * 30))
    assert "refused" in subject
    assert "Your mail has 30 commands" in text
    assert "none is open" in hall.ask("Bob", "challenges").words


def test_a_word_that_is_no_command_is_told_the_nearest(hall: Hall) -> None:
    subject, text = write(hall, "Cid", "chalenges")
    assert "1 line not understood" in subject
    assert "Try: challenges" in text


def test_two_commands_and_orders_in_one_mail_are_all_taken(hall: Hall) -> None:
    hall.table.answer("Ann", "status\nLH: P\nRH: D\nopen for 3")
    assert hall.table.held(1) == {"LH: P", "RH: D"}
    subject, text = last_answer(hall, "Ann")
    assert subject == "[WH] status and open"
    assert "This is game 1" in text
    assert any("complete" in each for each in hall.subjects("Ann"))


@pytest.mark.parametrize("head", ["Orders:", "My orders for turn 1:", "orders for turn 1:"])
def test_a_heading_above_orders_is_no_command(hall: Hall, head: str) -> None:
    hall.table.answer("Ann", f"{head}\nLH: P\nRH: D")
    assert hall.table.held(1) == {"LH: P", "RH: D"}
    assert not any(each.startswith("[WH] ") for each in hall.subjects("Ann"))


def test_withdraw_orders_is_an_order_and_withdraw_with_a_number_is_about_a_challenge(hall: Hall) -> None:
    hall.table.answer("Ann", "LH: P\nRH: D\nopen for 3")
    hall.table.answer("Ann", "withdraw orders")
    assert hall.table.held(1) == set()
    write(hall, "Ann", "LH: P\nRH: D")
    write(hall, "Ann", "withdraw orders")
    assert hall.table.held(1) == set()
    assert hall.ask("Ann", "challenges").rows != ()
    hall.table.answer("Ann", "LH: W\nwithdraw 1")
    assert hall.table.held(1) == {"LH: W"}
    assert hall.ask("Ann", "challenges").rows == ()


def test_who_has_two_seats_in_a_game_means_the_one_whose_report_he_answers(hall: Hall) -> None:
    desk, now = hall.table.desk, hall.table.later()
    desk.start_game([("Fay", address_of("Cid")), ("Gus", address_of("Cid"))], now=now)
    fay, gus = [mail for mail in hall.table.mails_to("Cid") if "the duel begins" in str(mail["Subject"])]
    for mail, orders in ((fay, "LH: P"), (gus, "LH: W")):
        hall.table.receive(reply(mail, address_of("Cid"), orders))
    for mail, held in ((gus, "| LH: W"), (fay, "| LH: P")):
        hall.table.receive(reply(mail, address_of("Cid"), "status\norders"))
        assert held in last_answer(hall, "Cid")[1]
    assert "You have several seats in game 2: Fay and Gus." in write(hall, "Cid", "orders 2")[1]


def test_resend_alone_is_answered_by_the_report_alone(hall: Hall) -> None:
    before = hall.table.count()
    hall.table.answer("Ann", "resend")
    assert hall.table.count() == before + 1
    assert "the duel begins" in hall.subjects("Ann")[-1]
