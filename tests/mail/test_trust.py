"""Who vouches for a sender: our own server, above everything that came with the mail, and nobody else."""

import pytest

from referee.mail import letter as letters
from referee.mail.trust import Verdict, judge

SERVER = "mx.duel.example.org"
ANN = "ann@example.net"
RECEIVED = ("received", f"from out.example.net by {SERVER} with ESMTPS id 1; Thu, 26 Nov 2026 20:14:07 +0000")
DELIVERED = ("received", f"from {SERVER} by {SERVER} with LMTP id 2 for <referee>; Thu, 26 Nov 2026 20:14:08 +0000")
FROM = ("from", f"Ann <{ANN}>")


def said(text: str, server: str = SERVER) -> tuple[str, str]:
    return ("authentication-results", f"{server}; {text}")


DMARC = said("dmarc=pass (p=none) header.from=example.net")


def verdict(*origin: tuple[str, str], sender: str = ANN, server: str = SERVER) -> Verdict:
    return judge(origin, sender=sender, server=server).verdict


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("dmarc=pass header.from=example.net", Verdict.PASS),
        ("dmarc=pass header.from=EXAMPLE.NET", Verdict.PASS),
        ("dmarc=pass header.from=example.com", Verdict.NONE),
        ("dmarc=fail header.from=example.net", Verdict.FAIL),
        ("dmarc=fail header.from=example.net; dkim=pass header.d=example.net", Verdict.FAIL),
        ("dmarc=none header.from=example.net", Verdict.NONE),
        ("dkim=pass header.d=example.net", Verdict.PASS),
        ("dkim=pass header.i=@example.net", Verdict.PASS),
        ("dkim=pass header.d=example.com", Verdict.NONE),
        ("dkim=pass header.d=net", Verdict.NONE),
        ("dkim=pass header.d=notexample.net", Verdict.NONE),
        ("dkim=fail header.d=example.net", Verdict.NONE),
        ("dkim=pass header.d=example.com; dkim=pass header.d=example.net", Verdict.PASS),
        ("spf=pass smtp.mailfrom=ann@example.net", Verdict.NONE),
        ("none", Verdict.NONE),
    ],
)
def test_only_a_pass_for_the_senders_own_domain_counts(text: str, wanted: Verdict) -> None:
    assert verdict(said(text), RECEIVED, FROM) is wanted


def test_a_domain_answers_for_those_within_it_but_not_the_other_way() -> None:
    assert verdict(said("dkim=pass header.d=example.net"), FROM, sender="ann@mail.example.net") is Verdict.PASS
    assert verdict(said("dkim=pass header.d=evil.example.net"), FROM) is Verdict.NONE


def test_what_stands_below_the_line_by_which_the_mail_came_in_was_brought_along() -> None:
    assert verdict(RECEIVED, DMARC, FROM) is Verdict.NONE


def test_a_hop_from_our_server_to_its_own_mailbox_may_stand_above() -> None:
    assert verdict(DELIVERED, DMARC, RECEIVED, FROM) is Verdict.PASS


@pytest.mark.parametrize(
    "pretending",
    [
        f"from x (by {SERVER} with LMTP) by {SERVER} with ESMTP id 1",
        f"from x (CN by {SERVER} with LMTP by {SERVER} with ESMTP id 1",
        f'from x (Client CN "a) by {SERVER} with LMTP (") by {SERVER} with ESMTPS id 1 (',
    ],
)
def test_a_sender_cannot_make_his_own_delivery_look_like_such_a_hop(pretending: str) -> None:
    assert verdict(("received", pretending), DMARC, FROM) is Verdict.NONE


def test_another_servers_word_does_not_count_and_hides_what_stands_below_it() -> None:
    assert verdict(said("dmarc=pass header.from=example.net", "mx.example.com"), FROM) is Verdict.NONE
    assert verdict(said("none", "mx.example.com"), DMARC, FROM) is Verdict.NONE
    assert verdict(said("dmarc=pass header.from=example.net", SERVER + ".example.com"), FROM) is Verdict.NONE


def test_several_lines_of_our_own_server_count_together() -> None:
    assert verdict(said("spf=pass smtp.mailfrom=example.net"), DMARC, RECEIVED, FROM) is Verdict.PASS


def test_without_one_single_sender_nothing_is_trusted() -> None:
    assert verdict(DMARC, FROM, ("from", "Bob <bob@example.net>")) is Verdict.NONE
    assert verdict(DMARC, FROM, sender="") is Verdict.NONE
    assert verdict(DMARC) is Verdict.NONE


def test_without_a_server_of_ours_nobody_is_asked() -> None:
    assert verdict(DMARC, FROM, server="") is Verdict.UNKNOWN


@pytest.mark.parametrize(
    "value",
    [
        "",
        SERVER,
        f"{SERVER};",
        f"{SERVER}; dmarc",
        f"{SERVER}; dmarc=pass (never closed header.from=example.net",
        f"{SERVER} 2; dmarc=pass header.from=example.net",
        f"{SERVER}; " + "(" * 4000,
        f"{SERVER}; dmarc=pass header.from=example.net " + "x" * 4096,
        '"' * 4000,
    ],
)
def test_what_cannot_be_read_is_no_pass(value: str) -> None:
    assert verdict(("authentication-results", value), FROM) is Verdict.NONE


def test_a_letter_brings_the_fields_that_trust_is_judged_by() -> None:
    raw = (
        f"Authentication-Results: {SERVER};\r\n\tdmarc=pass header.from=example.net\r\n"
        f"Received: from a by {SERVER} with ESMTP\r\nFrom: Ann <{ANN}>\r\nSubject: x\r\n\r\nLH: F\r\n"
    )
    letter = letters.read(raw.encode())
    assert judge(letter.origin, sender=letter.sender, server=SERVER).verdict is Verdict.PASS
    twice = letters.read(b"From: bob@example.com\r\n" + raw.encode())
    assert judge(twice.origin, sender=twice.sender, server=SERVER).verdict is Verdict.NONE
