"""Replies to what the referee asks: a yes in any form, a no, neither, and what else may stand in the reply."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.inbox import Filing
from referee.store import players
from referee.store.games import GameState
from tests.acceptance.at_the_desk import REFEREE, Table, address_of, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.test_newcomers import answering, registered, written


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        yield laid


def resigning(table: Table) -> EmailMessage:
    """Ann is asked whether she resigns the game that she has just begun with Bob."""
    table.start("Ann", "Bob")
    table.answer("Ann", "resign")
    return table.mails_to("Ann")[-1]


def has_resigned(table: Table) -> bool:
    return table.game().seats[0].resigned_at is not None


def last(table: Table, name: str) -> tuple[str, str]:
    """Subject and words of the last mail to a player, the words on one line."""
    mail = table.mails_to(name)[-1]
    return str(mail["Subject"]), " ".join(text_of(mail).split())


@pytest.mark.parametrize("words", ["yes", "Yes, please!", "YES", "ok", "Yep.", "I do!", "I confirm that", "confirmed"])
def test_a_yes_may_be_said_in_several_ways(table: Table, words: str) -> None:
    table.receive(answering(resigning(table), address_of("Ann"), words))
    assert has_resigned(table)
    assert last(table, "Ann")[0] == "[WH] resign"


@pytest.mark.parametrize(
    "words", ["no", "No thanks, not now", "nope", "Not yet.", "never!", "Don't!", "I do not", "stop"]
)
def test_and_so_may_a_no(table: Table, words: str) -> None:
    asked = resigning(table)
    table.receive(answering(asked, address_of("Ann"), words))
    assert "Then nothing of it is done." in last(table, "Ann")[1]
    table.receive(answering(asked, address_of("Ann"), "yes"))
    assert not has_resigned(table)


@pytest.mark.parametrize("words", ["Do I have to?", "yes?", "I do not know what you want of me, my dear referee"])
def test_who_says_neither_is_asked_once_more_in_a_mail_that_takes_the_word(table: Table, words: str) -> None:
    table.receive(answering(resigning(table), address_of("Ann"), words))
    subject, told = last(table, "Ann")
    assert subject == "[WH] resign: yes or no?"
    assert "Please reply to this mail with the word yes, or with no." in told
    assert not has_resigned(table)
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "yes"))
    assert has_resigned(table)


def test_a_challenge_that_is_answered_with_talk_is_asked_about_once_more(table: Table) -> None:
    for name in ("Ann", "Bob"):
        welcome = registered(table, name)
    table.receive(answering(welcome, address_of("Bob"), "challenge Ann 2d"))
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "Hm, what is this about?"))
    assert last(table, "Ann")[0] == "[WH] challenge: yes or no?"
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "yes"))
    assert table.game().state is GameState.RUNNING


def test_commands_below_the_yes_are_carried_out_after_it_and_answered_with_it(table: Table) -> None:
    table.receive(written("Ann", "register Merlyn"))
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "Yes!\nzone Berlin\nopen for 3\n\nCheers"))
    (_, answer) = table.mails_to("Ann")
    assert str(answer["Subject"]) == "[WH] register, zone and open"
    found = players.by_address(table.store, address_of("Ann"))
    assert found is not None
    assert (found.name, found.zone) == ("Merlyn", "Europe/Berlin")


def test_a_line_below_the_yes_that_is_not_understood_is_told_by_its_own_number(table: Table) -> None:
    table.receive(answering(resigning(table), address_of("Ann"), "yes\nresign foo"))
    assert "line 2, “resign foo”" in last(table, "Ann")[1]


def test_orders_below_the_yes_are_not_lost_without_a_word(table: Table) -> None:
    table.receive(answering(resigning(table), address_of("Ann"), "yes\nlh p rh d"))
    assert "Orders were in your mail too, which were not taken." in last(table, "Ann")[1]


def test_commands_and_orders_instead_of_a_word_are_heard_like_in_any_mail(table: Table) -> None:
    asked = resigning(table)
    table.receive(answering(asked, address_of("Ann"), "zone Berlin"))
    assert last(table, "Ann")[0] == "[WH] zone"
    table.receive(answering(asked, address_of("Ann"), "lh p rh d"))
    assert table.held(1) == {"LH: P", "RH: D"}
    assert not has_resigned(table)


def test_who_thinks_of_another_name_is_asked_about_that_one(table: Table) -> None:
    table.receive(written("Ann", "Please register me as Merlyn"))
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "register Morgan, please"))
    assert players.by_address(table.store, address_of("Ann")) is None
    assert str(table.mails_to("Ann")[-1]["Subject"]) == "[WH] Please confirm: you are Morgan"


# -- how long a question proves who answers it -------------------------------------------------------------------------


def moved(table: Table) -> EmailMessage:
    """Ann goes from her address to another; what she was asked at the one that she left."""
    table.answer("Ann", "address new@example.org")
    (asked,) = [mail for mail in table.mails_to("Ann") if "new address" in str(mail["Subject"])]
    table.receive(answering(asked, address_of("Ann"), "yes"))
    table.receive(answering(table.mails_at("new@example.org")[-1], "new@example.org", "yes"))
    assert table.game().seats[0].address == "new@example.org"
    return asked


@pytest.mark.parametrize("words", ["mute\nlh p rh d", "yes\nmute"])
@pytest.mark.parametrize("sender", [address_of("Ann"), "eve@example.net"])
def test_a_question_at_an_address_that_was_left_proves_nobody(table: Table, sender: str, words: str) -> None:
    table.start("Ann", "Bob")
    table.receive(answering(moved(table), sender, words))
    ann = players.by_address(table.store, "new@example.org")
    assert ann is not None
    assert ann.muted_at is None
    assert not table.held(1)


@pytest.mark.parametrize("words", ["mute\nlh p rh d", "yes\nmute"])
@pytest.mark.parametrize(("weeks", "speaks"), [(25, True), (27, False)])
def test_a_question_speaks_for_its_player_for_half_a_year(
    table: Table, words: str, weeks: int, *, speaks: bool
) -> None:
    asked = resigning(table)
    table.now += timedelta(weeks=weeks)
    table.receive(answering(asked, address_of("Ann"), words))
    ann = players.by_address(table.store, address_of("Ann"))
    assert ann is not None
    assert (ann.muted_at is not None) is speaks
    assert bool(table.held(1)) is (speaks and "lh" in words)


# -- a player who surely wrote, but nothing to carry out ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("lh p rh d", "You have no game that goes on, so there is nothing to order."),
        ("It would be nice to play with all of you sometime.", "I found no orders in your mail, and no command."),
    ],
)
def test_a_player_whose_mail_holds_nothing_to_do_is_told_what_would_work(table: Table, words: str, told: str) -> None:
    welcome = registered(table, "Ann")
    assert table.receive(answering(welcome, address_of("Ann"), words)) is Filing.REJECTED
    subject, said = last(table, "Ann")
    assert subject == "[WH] nothing to carry out"
    assert told in said
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "zone Berlin"))
    assert last(table, "Ann")[0] == "[WH] zone"


def test_orders_that_could_be_for_several_games_are_answered_with_how_to_name_one(table: Table) -> None:
    table.start("Ann", "Bob")
    table.start("Ann", "Cyd")
    table.receive(answering(table.asked("Ann"), address_of("Ann"), "whoami"))
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "lh p rh d"))
    assert "say which you mean, as in: game 1." in last(table, "Ann")[1]
    table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "game 2: lh p rh d"))
    assert table.held(1, 2) == {"LH: P", "RH: D"}


def test_a_refusal_for_want_of_proof_can_itself_be_replied_to(table: Table) -> None:
    table.start("Ann", "Bob")
    mail = reply(table.asked("Ann"), address_of("Ann"), "Hello there!", To=REFEREE, Subject="[WH 1.1] hi")
    del mail["In-Reply-To"], mail["References"]
    assert table.receive(mail) is Filing.REJECTED
    assert table.receive(answering(table.mails_to("Ann")[-1], address_of("Ann"), "lh p rh d")) is Filing.PROCESSED
    assert table.held(1) == {"LH: P", "RH: D"}
