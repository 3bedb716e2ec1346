"""Outgoing mail: what a receiver reads, that nothing can be smuggled into a header, and that bytes never vary."""

import email
import email.policy
from datetime import UTC, datetime
from email.message import EmailMessage, MIMEPart
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.mail.headers import REFERENCES_MAX, Attachment, Mailbox, Outgoing, build, clean, is_address

DATE = datetime(2026, 11, 26, 18, 2, 11, tzinfo=UTC)


def outgoing(**changes: Any) -> Outgoing:
    values: dict[str, Any] = {
        "sender": Mailbox("referee@duel.example.org", "Referee of Graven Circle"),
        "to": Mailbox("ann@example.net", "Ann O'Hara"),
        "subject": "[WH 17.4] Ann v Bob",
        "text": "Bob snaps.\n-- \nThe referee\n",
        "html": "<p>Bob snaps.</p>\n",
        "date": DATE,
        "message_id": "<17.1.4.abcdefghijklmnop.report@duel.example.org>",
        "auto_submitted": "auto-generated",
    }
    return Outgoing(**(values | changes))


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def words(message: MIMEPart) -> str:
    return str(message.get_content()).replace("\r\n", "\n")


def test_a_report_reads_as_it_was_written() -> None:
    mail = outgoing(
        reply_to="referee+17.1.4.abcdefghijklmnop@duel.example.org",
        in_reply_to="<old@duel.example.org>",
        references=("<first@duel.example.org>", "<old@duel.example.org>"),
        bulk=True,
    )
    message = parsed(build(mail))
    assert message["From"] == "Referee of Graven Circle <referee@duel.example.org>"
    assert message["To"].addresses[0].display_name == "Ann O'Hara"
    assert message["Subject"] == "[WH 17.4] Ann v Bob"
    assert message["Date"].datetime == DATE
    assert message["Reply-To"] == "referee+17.1.4.abcdefghijklmnop@duel.example.org"
    assert message["References"].split() == ["<first@duel.example.org>", "<old@duel.example.org>"]
    assert message["In-Reply-To"] == "<old@duel.example.org>"
    assert (message["Auto-Submitted"], message["Precedence"]) == ("auto-generated", "bulk")
    assert (message["X-Loop"], message["X-Auto-Response-Suppress"]) == ("referee@duel.example.org", "All")
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    body = message.get_body(("plain",))
    assert body is not None
    assert words(body) == "Bob snaps.\n-- \nThe referee\n"
    assert message.defects == []


def test_a_mail_names_the_address_of_those_who_want_no_more_of_its_kind() -> None:
    mail = parsed(build(outgoing(unsubscribe="referee+unsub.17.1.abcdefghijklmnop@duel.example.org")))
    assert mail["List-Unsubscribe"] == "<mailto:referee+unsub.17.1.abcdefghijklmnop@duel.example.org>"
    assert mail["List-Unsubscribe-Post"] is None
    with pytest.raises(ValueError, match="not an address"):
        build(outgoing(unsubscribe="a>, <mailto:b@example.net"))


def test_a_mail_without_a_twin_is_one_plain_part() -> None:
    message = parsed(build(outgoing(html=None, auto_submitted="auto-replied")))
    assert message.get_content_type() == "text/plain"
    assert words(message) == "Bob snaps.\n-- \nThe referee\n"
    assert message["Precedence"] is None


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_comes_through_as_it_is_and_the_bytes_never_vary(text: str, name: str) -> None:
    mail = outgoing(text=text, html=None, subject=name, to=Mailbox("ann@example.net", name))
    raw = build(mail)
    assert raw == build(mail)
    raw.decode("ascii")
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))
    message = parsed(raw)
    assert message["Subject"] == clean(name)
    written = text.encode("utf-8", "replace").decode().replace("\r\n", "\n").rstrip("\n")
    assert message.get_payload(decode=True).decode().replace("\r\n", "\n").rstrip("\n") == written


@pytest.mark.parametrize(
    "hostile",
    [
        "x\r\nBcc: bob@example.net",
        "x\n\nLH: F",
        "=?utf-8?q?a=0D=0ABcc:_bob=40example.net?=",
        "=?utf-8?b?QmNjOg==?= =?=?=?",
        "a\u2028b\u202ec\x00d",
    ],
)
def test_nothing_can_be_smuggled_into_a_header(hostile: str) -> None:
    raw = build(outgoing(subject=hostile, to=Mailbox("ann@example.net", hostile), html=None))
    message = parsed(raw)
    assert message["Bcc"] is None
    assert len(message.get_all("Subject", [])) == 1
    assert words(message) == "Bob snaps.\n-- \nThe referee\n"
    assert not set("\r\n\u2028\u202e\x00") & set(str(message["Subject"]))


@pytest.mark.parametrize("field", ["to", "sender"])
@pytest.mark.parametrize(
    "address", ["ann@example.net\r\nBcc: bob@example.net", "ann", "a b@example.net", "änn@example.net", ""]
)
def test_an_address_that_is_none_is_refused(field: str, address: str) -> None:
    assert not is_address(address)
    with pytest.raises(ValueError, match="not an address"):
        build(outgoing(**{field: Mailbox(address)}))


def test_a_long_conversation_keeps_its_first_and_latest_mails() -> None:
    thread = tuple(f"<{number}@duel.example.org>" for number in range(100))
    kept = parsed(build(outgoing(references=thread)))["References"].split()
    assert len(kept) == REFERENCES_MAX
    assert (kept[0], kept[-1]) == (thread[0], thread[-1])


def test_a_strangers_long_message_id_stays_in_one_piece_and_a_broken_one_is_left_out() -> None:
    long = "<" + "A" * 180 + "@mail.example.com>"
    raw = build(outgoing(in_reply_to=long, references=(long, "<broken> x", "no id")))
    assert b"In-Reply-To: " + long.encode() + b"\r\n" in raw
    assert parsed(raw)["References"] == long
    assert parsed(build(outgoing(in_reply_to="<a b@x>")))["In-Reply-To"] is None


def test_a_subject_is_clipped_and_its_name_with_special_characters_is_quoted() -> None:
    raw = build(outgoing(subject="x" * 5000, to=Mailbox("ann@example.net", 'Ann "the" Great, Esq.')))
    assert parsed(raw)["Subject"].strip() == "x" * 200
    assert parsed(raw)["To"].addresses[0].display_name == 'Ann "the" Great, Esq.'


def test_a_text_is_sent_along_as_a_file_beside_the_mail_itself() -> None:
    text = "duel: ünïcode = 3D\n\nturn 1\nAnn: LH: F  \n" + "x" * 300 + "\n"
    message = parsed(build(outgoing(attachments=(Attachment("game-17.duel", text),))))
    assert [part.get_content_type() for part in message.iter_parts()] == ["multipart/alternative", "text/plain"]
    (file,) = message.iter_attachments()
    assert (file.get_filename(), file.get_content_disposition()) == ("game-17.duel", "attachment")
    assert words(file) == text
    body = message.get_body(("plain",))
    assert body is not None and words(body).startswith("Bob snaps.")


@pytest.mark.parametrize("name", ['a"b.duel', "a b.duel", "a\r\nX: y", "", "ä.duel"])
def test_a_file_of_a_strange_name_is_not_sent(name: str) -> None:
    with pytest.raises(ValueError, match="attached file"):
        build(outgoing(attachments=(Attachment(name, "words"),)))
