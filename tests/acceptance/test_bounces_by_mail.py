"""Bounces through real servers: the pause of delivery, what opponents and director read, and the way back."""

import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.acceptance import bouncing
from tests.acceptance.by_mail import House, Player, asks, is_receipt, open_house, seat_and_turn, text_of
from tests.post_office import DOMAIN

pytestmark = pytest.mark.needs_dovecot


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        opened.init()
        config = opened.folder / "config.toml"
        config.write_text(config.read_text() + "\n[mail]\nbounce_points = 1\n")
        yield opened


def second(mail: EmailMessage) -> bool:
    """Whether it asks for the orders of turn 2."""
    return asks(mail) and seat_and_turn(mail)[2] == 2


def test_a_player_whose_mail_comes_back_keeps_the_seat_and_is_written_to_again_once_he_writes(house: House) -> None:
    ann, bob, director = (Player(name, house.office) for name in ("ann", "bob", "director"))
    house.start_game(ann, bob)
    with house.running() as daemon:
        invitation = bob.wait_for(asks)
        bob.answer(invitation, "LH: W, RH: S")
        bob.wait_for(is_receipt)
        verp = str(invitation["Return-Path"]).strip("<>")
        bounce = bouncing.delivery_report(
            invitation.as_bytes(), recipient=bob.address, to=verp, status="5.1.1", action="failed"
        )
        house.office.send(bounce, to=verp, sender="")
        director.wait_for(lambda mail: "delivery is paused" in str(mail["Subject"]))
        ann.answer(ann.wait_for(asks), "LH: S, RH: W")
        report = ann.wait_for(second)
        assert "The player of Bob cannot be reached" in " ".join(text_of(report).split())
        (known,) = json.loads(house.command("mail", "bounces", "--json"))
        assert (known["address"], known["status"], known["waiting"]) == (bob.address, "5.1.1", 1)
        assert known["seats"] == [{"game": 1, "wizard": "Bob"}]
        assert f"{bob.address}  paused since" in house.command("mail", "bounces")
        assert not any(second(mail) for mail in bob.mails())
        bob.answer(invitation, "Here I am again\nLH: P, RH: P")
        assert seat_and_turn(bob.wait_for(second)) == (1, 2, 2)
        director.wait_for(lambda mail: "delivery goes on" in str(mail["Subject"]))
        assert daemon.end()[0] == 0, daemon.story()
    assert house.command("mail", "bounces") == "Nobody's mail comes back.\n"


def test_an_address_that_the_server_does_not_know_pauses_without_a_bounce(house: House) -> None:
    ann, director = Player("ann", house.office), Player("director", house.office)
    house.command("game", "start", f"--wizard=Ann={ann.address}", f"--wizard=Nob=nobody@{DOMAIN}")
    with house.running() as daemon:
        director.wait_for(lambda mail: f"nobody@{DOMAIN}" in str(mail["Subject"]))
        ann.answer(ann.wait_for(asks), "LH: S")
        answer = ann.wait_for(is_receipt)
        assert "The player of Nob cannot be reached" in " ".join(text_of(answer).split())
        assert daemon.end()[0] == 0, daemon.story()
    (known,) = json.loads(house.command("mail", "bounces", "--json"))
    assert (known["status"], known["points"], known["paused_at"] is None) == ("5.1.1", 1.0, False)
