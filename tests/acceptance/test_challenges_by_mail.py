"""Challenges from mail to mail: whoever was asked answers with a word, and the game begins."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.store import games
from tests.acceptance.at_the_desk import address_of
from tests.acceptance.by_mail import reply, text_of
from tests.referee.hall import Hall, hall_of


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with hall_of(tmp_path, "Ann", "Bob", "Cid") as made:
        yield made


def asked(hall: Hall, name: str) -> EmailMessage:
    """The last mail that asks a player for a game."""
    return next(mail for mail in reversed(hall.table.mails_to(name)) if "challenges you" in str(mail["Subject"]))


def answer(hall: Hall, name: str, words: str) -> str:
    """The player answers the last challenge; what he is told."""
    hall.table.receive(reply(asked(hall, name), address_of(name), words))
    said = [mail for mail in hall.table.mails_to(name) if mail["Auto-Submitted"] == "auto-replied"]
    return " ".join(text_of(said[-1]).split())


@pytest.mark.parametrize("words", ["yes", "Yes, with pleasure!\n\nBob", "accept", "I accept.", "accept 1", "ok"])
def test_a_word_is_enough_to_accept(hall: Hall, words: str) -> None:
    hall.ask("Ann", "challenge Bob")
    assert "game 1 begins" in answer(hall, "Bob", words)
    assert [seat.wizard for seat in hall.table.game().seats] == ["Ann", "Bob"]


@pytest.mark.parametrize("words", ["no", "No thanks", "decline", "decline 1"])
def test_a_word_is_enough_to_decline(hall: Hall, words: str) -> None:
    hall.ask("Ann", "challenge Bob")
    assert "You have declined challenge 1" in answer(hall, "Bob", words)
    assert hall.subjects("Ann")[-1] == "[WH] Challenge 1: Bob declines"


def test_the_word_is_about_the_challenge_that_it_answers(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    hall.ask("Cid", "challenge Bob")
    assert "game 1 begins" in answer(hall, "Bob", "yes")
    assert [seat.wizard for seat in hall.table.game().seats] == ["Cid", "Bob"]


def test_yes_comes_once_and_no_after_it_changes_nothing(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    answer(hall, "Bob", "yes")
    assert "already" in answer(hall, "Bob", "yes, as I said")
    assert "it is game 1 now" in answer(hall, "Bob", "no, not at all")
    assert len(games.listing(hall.table.store)) == 1


def test_other_commands_in_such_a_reply_are_carried_out_as_proved(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    assert "wait for your answer" in answer(hall, "Bob", "challenges\nwithdraw 1\nchallenge Cid 2d")
    assert hall.subjects("Cid") == ["[WH] Bob challenges you: accept or decline"]
