"""The doctor against a real mail server: logins, a round trip, plus-addresses, and what he says when they fail."""

import json
import smtplib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.by_mail import PASSWORD_VARIABLE, House, open_house
from tests.acceptance.test_trouble import edit
from tests.post_office import PostOffice

pytestmark = pytest.mark.needs_dovecot


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        opened.init()
        opened.command("db", "backup")
        yield opened


def checked(house: House, *words: str, status: int = 0) -> dict[str, list[dict[str, Any]]]:
    """The findings by what they are about."""
    done = house.called("check", "--json", *words, status=status).stdout
    found: dict[str, list[dict[str, Any]]] = {}
    for each in json.loads(done):
        found.setdefault(each["about"], []).append(each)
    return found


def test_all_is_well_and_the_test_mails_are_gone_afterwards(house: House) -> None:
    found = checked(house)
    levels = {about: {each["level"] for each in each_of} for about, each_of in found.items()}
    assert levels.pop("daemon") == {"warning"}  # none runs
    assert levels.pop("dns") == {"skipped"}
    assert {level for each in levels.values() for level in each} == {"well"}, found
    assert any("IDLE" in each["told"] for each in found["imap"])
    assert any("without TLS on this machine" in each["told"] for each in found["smtp"])
    assert "came back within" in found["round trip"][0]["told"]
    assert "kept in" in found["plus-addresses"][0]["told"]
    assert house.office.folder("referee") == []


def test_it_works_beside_a_daemon_which_answers_nothing(house: House) -> None:
    with house.running() as process:
        process.hear("daemon-started")
        found = checked(house)
        assert found["round trip"][0]["level"] == "well"
        assert process.end()[0] == 0, process.story()
    for folder in ("INBOX", "Processed", "Rejected"):
        assert house.office.folder("referee", folder) == []
    assert house.rows("SELECT * FROM outgoing") == []


def test_a_wrong_password_is_told_for_each_server(house: House) -> None:
    house.environment[PASSWORD_VARIABLE] = "wr0ng-w0rd"
    found = checked(house, status=1)
    assert "imap.password" in found["imap"][0]["to_do"]
    assert "smtp.password" in found["smtp"][0]["to_do"]
    assert found["round trip"][0]["level"] == "skipped"
    assert "wr0ng-w0rd" not in json.dumps(found)


def test_an_inbox_that_is_not_there_is_a_fault(house: House) -> None:
    edit(house, "imap", 'inbox = "Nowhere"')
    found = checked(house, "--wait", "0", status=1)
    assert any("there is no folder Nowhere" in each["told"] for each in found["imap"])


def test_a_mail_that_does_not_come_back_is_told(house: House) -> None:
    edit(house, "referee", 'address = "ann@duel.example.org"', instead_of="address")  # another one's mailbox
    found = checked(house, "--wait", "0", status=1)
    assert "did not come back within 0 seconds" in found["round trip"][0]["told"]


def test_plus_addresses_that_are_refused_or_lost_are_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = PostOffice.send

    def lost(office: PostOffice, raw: bytes, *, to: str, sender: str = "") -> None:
        if "+" not in to:
            taken(office, raw, to=to, sender=sender)

    def refused(office: PostOffice, raw: bytes, *, to: str, sender: str = "") -> None:
        if "+" in to:
            raise smtplib.SMTPRecipientsRefused({to: (550, b"5.1.1 no such user")})
        taken(office, raw, to=to, sender=sender)

    monkeypatch.setattr(PostOffice, "send", lost)
    found = checked(house, "--wait", "2", status=1)
    assert found["plus-addresses"][0]["level"] == "fault"
    monkeypatch.setattr(PostOffice, "send", refused)
    found = checked(house, "--wait", "0", status=1)
    assert found["plus-addresses"][0]["told"].endswith("is refused: 550 5.1.1 no such user")
    assert house.office.folder("referee") == []


def test_who_vouches_for_senders_is_compared_with_the_settings(house: House) -> None:
    edit(house, "imap", 'authserv_id = "mx.duel.example.org"')
    found = checked(house)
    assert "no Authentication-Results, not mx.duel.example.org" in found["authserv_id"][0]["told"]
