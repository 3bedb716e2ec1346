"""Bounces: whose mail came back, with which status, and whether later mail may arrive."""

import pytest

from referee.mail.bounces import Bounce
from referee.mail.kinds import Kind
from referee.mail.letter import Letter, read

HOME = "referee@duel.example.org"
BOUNCED = "referee+b.17.2.3.abcdefghijklmnop@duel.example.org"
COPY = f"--- Below is a copy of the message.\n\nFrom: Referee <{HOME}>\nTo: other@example.com\n\n550 5.7.1 LH: S\n"


def report(*groups: str, notice: str = "Sorry.", head: str = "") -> Letter:
    body = (
        f"--b\nContent-Type: text/plain\n\n{notice}\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example.net\n\n" + "\n\n".join(groups) + "\n--b--\n"
    )
    raw = (
        f"Return-Path: <>\nDelivered-To: {BOUNCED}\nFrom: MAILER-DAEMON@mx.example.net\nSubject: failure\n{head}"
        f"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n{body}"
    )
    return read(raw.encode(), ours=(HOME,))


def words(text: str, *head: str) -> Bounce:
    fields = "".join(f"{field}\n" for field in head)
    raw = f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nSubject: failure\n{fields}\n{text}\n\n{COPY}"
    letter = read(raw.encode(), ours=(HOME,))
    assert letter.kind is Kind.BOUNCE
    assert letter.bounce is not None
    return letter.bounce


@pytest.mark.parametrize(
    ("status", "diagnostic", "hard"),
    [
        ("5.1.1", "smtp; 550 5.1.1 no such user", True),
        ("4.2.1", "smtp; 450 4.2.1 busy", False),
        ("5.2.2", "smtp; 552 5.2.2 full", False),
        ("4.2.2", "smtp; 452 4.2.2 full", False),
        ("5.0.0", "smtp; 552 mailbox full", False),
        ("5.0.0", "smtp; 550 unknown user", True),
        ("5.7.1", "smtp; 550 5.7.1 refused", True),
    ],
)
def test_hard_and_soft_are_as_the_status_says_and_a_full_mailbox_is_soft(
    status: str, diagnostic: str, hard: bool
) -> None:
    letter = report(
        f"Final-Recipient: rfc822; zed@example.net\nAction: failed\nStatus: {status}\nDiagnostic-Code: {diagnostic}"
    )
    assert letter.bounce == Bounce(recipient="zed@example.net", status=status, hard=hard)


def test_a_delay_is_soft_whatever_its_status() -> None:
    letter = report("Final-Recipient: rfc822; zed@example.net\nAction: delayed\nStatus: 5.4.7")
    assert letter.bounce == Bounce(recipient="zed@example.net", status="5.4.7", hard=False, given_up=False)


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded"])
def test_a_report_that_a_mail_arrived_is_no_bounce(action: str) -> None:
    letter = report(f"Final-Recipient: rfc822; zed@example.net\nAction: {action}\nStatus: 2.0.0")
    assert (letter.kind, letter.bounce) == (Kind.AUTO_REPLY, None)


def test_of_several_recipients_the_one_counts_that_failed() -> None:
    letter = report(
        "Final-Recipient: rfc822; amy@example.net\nAction: delivered\nStatus: 2.0.0",
        "Final-Recipient: rfc822; bea@example.net\nAction: delayed\nStatus: 4.0.0",
        "Final-Recipient: rfc822; zed@example.net\nAction: failed\nStatus: 5.1.1",
    )
    assert letter.bounce == Bounce(recipient="zed@example.net", status="5.1.1", hard=True)


def test_the_address_that_we_wrote_to_goes_before_the_one_it_was_sent_on_to() -> None:
    letter = report(
        "Original-Recipient: rfc822;zed@example.net\nFinal-Recipient: rfc822;z@inner.example.com\n"
        "Action: failed\nStatus: 5.1.1"
    )
    assert letter.bounce is not None
    assert letter.bounce.recipient == "zed@example.net"


def test_the_token_of_the_address_that_a_bounce_came_to_is_marked() -> None:
    letter = report("Final-Recipient: rfc822; zed@example.net\nAction: failed\nStatus: 5.1.1")
    assert [(mark.game, mark.seat, mark.turn) for mark in letter.marks if mark.bounce] == [(17, 2, 3)]


def test_a_bounce_without_a_report_is_read_by_its_words_above_the_copy() -> None:
    assert words("Your mail failed.\n\n<zed@example.net>:\nNo mailbox here. (#5.1.1)") == Bounce(
        recipient="zed@example.net", status="5.1.1", hard=True
    )
    assert words("It failed: 550 no such user", "X-Failed-Recipients: zed@example.net") == Bounce(
        recipient="zed@example.net", status="", hard=True
    )


def test_a_warning_in_plain_words_is_soft() -> None:
    assert words("Your mail has not yet been delivered to\n  zed@example.net\nand is delayed.") == Bounce(
        recipient="zed@example.net", status="", hard=False, given_up=False
    )


@pytest.mark.parametrize(
    "text",
    [
        "THIS IS A WARNING ONLY.\n550 it is being retried",
        "Delay reason: timed out\n<zed@example.net>: 451 not now\nDelivery attempts will continue.",
        "Your mail to zed@example.net was delivered. (2.0.0)",
        "A quota report for zed@example.net is ready.",
    ],
)
def test_a_word_of_a_mail_system_that_does_not_say_that_it_gave_up_is_no_failure(text: str) -> None:
    raw = f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nSubject: notice\n\n{text}\n\n{COPY}"
    letter = read(raw.encode(), ours=(HOME,))
    assert letter.bounce is not None
    assert not letter.bounce.given_up


@pytest.mark.parametrize("text", ["Mail to zed@example.net could not be delivered.", "550 no", "(#5.1.1)", "Failed."])
def test_a_bounce_in_words_says_that_it_gave_up(text: str) -> None:
    assert words(text).given_up


@pytest.mark.parametrize(
    "part",
    [
        f"Content-Type: message/rfc822\n\nFrom: {HOME}\nMessage-ID: <our.own@example.org>\n\nLH: S\n",
        f"Content-Type: text/rfc822-headers\n\nFrom: {HOME}\nMessage-Id:\n <our.own@example.org>\n",
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; a\n"
        "X-Original-Message-ID: <our.own@example.org>\n\nFinal-Recipient: rfc822; zed@example.net\n"
        "Action: failed\nStatus: 5.1.1\n",
        "Content-Type: text/plain\n\nIt came back.\n\n> Message-ID: <our.own@example.org>\n",
    ],
)
def test_the_mail_that_came_back_is_named_wherever_its_copy_stands(part: str) -> None:
    raw = (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nSubject: failure\nMessage-ID: <the.bounce@mx.example>\n"
        f"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: text/plain\n\nSorry.\n--b\n{part}\n--b--\n"
    )
    letter = read(raw.encode(), ours=(HOME,))
    assert letter.bounce is not None
    assert letter.bounce.returned == "<our.own@example.org>"


def test_a_bounce_that_names_nobody_says_so() -> None:
    assert words("It failed.").recipient == ""


def test_no_words_of_a_bounce_are_orders() -> None:
    letter = report("Final-Recipient: rfc822; zed@example.net\nAction: failed\nStatus: 5.1.1", notice="LH: F\nRH: P")
    assert (letter.lines, letter.forms, letter.blocks) == ((), (), ())
