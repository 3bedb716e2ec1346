"""The referee by mail servers that speak TLS: the doctor tells it, the daemon works over it, and neither takes a
certificate that nobody vouches for."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.by_mail import House, Player, asks, open_house
from tests.tls import certificate, door

pytestmark = pytest.mark.needs_dovecot


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A referee whose servers speak TLS alone, with a certificate that this machine trusts."""
    pem = certificate(tmp_path)
    with open_house(tmp_path) as opened, door(pem, opened.office.imap) as imap, door(pem, opened.office.smtp) as smtp:
        opened.init("--imap-security", "tls", "--smtp-security", "tls", imap=imap, smtp=smtp)
        opened.environment["SSL_CERT_FILE"] = str(pem)
        yield opened


def checked(house: House, *, status: int) -> dict[str, tuple[str, str]]:
    """By what it is about: the level and the words of the first finding."""
    found = json.loads(house.called("check", "--json", status=status).stdout)
    return {each["about"]: (each["level"], each["told"]) for each in reversed(found)}


def test_the_doctor_tells_the_tls_of_both_servers_and_sends_his_mail_over_it(house: House) -> None:
    found = checked(house, status=0)
    assert found["imap"][0] == found["smtp"][0] == found["round trip"][0] == "well"
    assert "as referee, TLSv1.3 with TLS_" in found["imap"][1]
    assert "as referee, TLSv1.3 with TLS_" in found["smtp"][1]


def test_a_certificate_that_nobody_vouches_for_is_a_fault_of_either_server(house: House) -> None:
    del house.environment["SSL_CERT_FILE"]
    found = checked(house, status=1)
    for server in ("imap", "smtp"):
        level, told = found[server]
        assert level == "fault"
        assert "CERTIFICATE_VERIFY_FAILED" in told
    assert found["round trip"][0] == "skipped"


def test_a_turn_is_played_over_it(house: House) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    with house.running() as process:
        for player in (ann, bob):
            player.answer(player.wait_for(asks), "LH: S, RH: W")
        process.hear("turn-adjudicated")
        assert process.end()[0] == 0, process.story()


def test_the_daemon_says_no_word_to_a_server_whose_certificate_nobody_vouches_for(house: House) -> None:
    del house.environment["SSL_CERT_FILE"]
    with house.running() as process:
        process.hear("imap-lost")
        assert "CERTIFICATE_VERIFY_FAILED" in process.story()
        assert process.end()[0] == 0, process.story()
