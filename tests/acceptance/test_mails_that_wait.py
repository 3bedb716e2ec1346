"""Mails that wait for somebody's word: the real daemon and mail servers, and the director's commands beside them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.by_mail import House, Player, asks, is_receipt, open_house, seat_and_turn, text_of
from tests.post_office import DOMAIN

pytestmark = pytest.mark.needs_dovecot


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        opened.init()
        yield opened


def test_a_mail_that_waits_for_a_yes_is_decided_on_beside_the_running_daemon(house: House) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    with house.running() as daemon:
        asked = ann.wait_for(asks)
        fields = {"To": f"referee@{DOMAIN}", "Subject": "my orders", "In_Reply_To": None, "References": None}
        for words in ("LH: F\nRH: P", "LH: W\nRH: W"):
            ann.answer(asked, words, **fields)
        question = ann.wait_for(lambda mail: "+c." in str(mail["Reply-To"]))
        daemon.hear("letter-handled", count=2)
        assert [letter["state"] for letter in json.loads(house.command("mail", "list", "--json"))] == [
            "unconfirmed"
        ] * 2
        first, second = sorted(letter["id"] for letter in json.loads(house.command("mail", "list", "--json")))
        house.command("mail", "reject", str(second), "--reason", "One of them is enough.")
        ann.wait_for(lambda mail: "One of them is enough" in text_of(mail))
        ann.answer(question, "yes")
        ann.wait_for(lambda mail: "LH: F" in text_of(mail) and is_receipt(mail) and "+c." not in str(mail["Reply-To"]))
        assert "is handled" in house.command("mail", "retry", str(first), status=1)
        bob.answer(bob.wait_for(asks), "LH: W, RH: -")
        ann.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[2] == 2)
