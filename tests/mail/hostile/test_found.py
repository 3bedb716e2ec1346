"""Mails that once broke something, found by mixing and by fuzzing; each was a kind, not a file."""

import logging

import msgspec
import pytest

from referee.mail import head as heads
from referee.mail import text_part
from referee.mail.bounces import bounce
from referee.mail.kinds import Kind
from referee.mail.letter import Letter, read

HOME = "referee@duel.example.org"


def mail(*fields: str, body: str = "LH: F\nRH: P") -> bytes:
    return "\n".join(("From: Ann <ann@example.net>", f"To: {HOME}", *fields, "", body, "")).encode()


def letter(*fields: str, body: str = "LH: F\nRH: P") -> Letter:
    return read(mail(*fields, body=body), ours=(HOME,))


@pytest.mark.parametrize(
    "charset",
    ["charset*=us-ascii''utf-8", 'charset="\x00"', 'charset="utf\x008"', "charset*0*=utf-8''; charset*1=x", "charset"],
)
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable"])
def test_a_charset_that_is_no_plain_name_hides_no_orders(charset: str, encoding: str) -> None:
    body = "LH: F\nsay: é"
    found = letter(f"Content-Type: text/plain; {charset}", f"Content-Transfer-Encoding: {encoding}", body=body)
    assert found.lines == ("LH: F", "say: é")


def test_halves_of_characters_in_utf_7_can_be_stored() -> None:
    found = letter(
        "Subject: =?utf-7?q?+2AA-?= x",
        "Reply-To: =?utf-7?q?+2AA-?= <ann@example.net>",
        "Content-Type: text/plain; charset=utf-7",
        body="LH: F\nsay: +2AA- well",
    )
    msgspec.json.encode(found)
    assert found.lines == ("LH: F", "say: \ufffd well")


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\x0b", "=?utf-8?q?=0D=0A?=", "=?utf-8?q?=E2=80=A8?="])
def test_a_header_is_one_line_whatever_its_line_ends_are(end: str) -> None:
    found = letter(f"Subject: one{end}Bcc: eve@example.com")
    assert len(found.subject.splitlines()) == 1


@pytest.mark.parametrize("action", ["error", "failed (over quota)", "failure", "delay", "\xe9rror", "unknown"])
def test_a_report_that_says_nothing_of_arrival_is_a_bounce(action: str) -> None:
    found = letter("Content-Type: message/delivery-status", body=f"Action: {action}\nStatus: 5.1.1")
    assert found.kind is Kind.BOUNCE
    assert found.bounce is not None


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded (to a list)"])
def test_a_report_of_arrival_is_none(action: str) -> None:
    assert letter("Content-Type: message/delivery-status", body=f"Action: {action}\n").kind is Kind.AUTO_REPLY


def test_a_bounce_that_foreign_readers_stumble_over_is_a_bounce_and_leaves_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    report = (
        "--b\nContent-Type: message/delivery-status\n\nAction: \xe9rror\nFinal-Recipient: rfc822; bob@example.com\n"
    )
    raw = mail("Content-Type: multipart/report; boundary=b", body=f"--b\n\nIt failed.\n{report}--b--")
    with caplog.at_level(logging.DEBUG):
        found = read(raw, ours=(HOME,))
        head, body = heads.split(raw)
        bounce(head, text_part.parse(head.mime, body))
    assert found.kind is Kind.BOUNCE
    assert not [record for record in caplog.records if record.exc_info]
