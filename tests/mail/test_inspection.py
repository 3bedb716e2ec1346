"""`referee mail inspect`: the same facts for every kind of mail, with status 0 and without any settings."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli.mail import mail
from referee.mail.inspection import FORMAT, inspected

HOME = "referee@duel.example.org"
KEYS = {"format", "kind", "read_from", "lines", "orders", "complaints", "trust", "why"}
MAILS = {
    "message": b"From: ann@example.net\n\nLH: F\ncast Sheild on self\n",
    "auto-reply": b"From: ann@example.net\nAuto-Submitted: auto-replied\n\nLH: F\n",
    "bounce": b"From: mailer-daemon@example.net\n\n<zed@example.net>: 550 5.1.1 unknown\n",
    "loop": b"From: referee@duel.example.org\n\nLH: F\n",
    "no text": b"From: ann@example.net\n\n",
    "too big": b"From: ann@example.net\n\n" + b"words " * 60_000,
}
UNREADABLE = b"Content-Type: message/rfc822\n\n" * 3000


def printed(folder: Path, raw: bytes, *options: str) -> dict[str, Any]:
    file = folder / "a.eml"
    file.write_bytes(raw)
    missing = folder / "no-settings.toml"
    result = CliRunner().invoke(
        mail, ["inspect", str(file), "--json", "--address", HOME, "--config", str(missing), *options]
    )
    assert result.exit_code == 0
    facts: dict[str, Any] = json.loads(result.stdout)
    return facts


@pytest.mark.parametrize("kind", MAILS)
def test_every_kind_of_mail_is_shown_with_status_0(kind: str, tmp_path: Path) -> None:
    facts = printed(tmp_path, MAILS[kind])
    assert facts.keys() >= KEYS
    assert (facts["format"], facts["kind"]) == (FORMAT, kind)
    assert facts["why"]


def test_a_mail_that_cannot_be_read_has_the_same_facts(tmp_path: Path) -> None:
    facts = printed(tmp_path, UNREADABLE)
    assert facts.keys() >= KEYS
    assert (facts["kind"], facts["lines"], facts["orders"]) == ("no text", [], [])


def test_orders_are_shown_in_canonical_form_and_complaints_as_the_order_language_gives_them() -> None:
    facts = inspected(b"From: ann@example.net\n\nleft hand: fingers, stab Bob with right\ncast Sheild on me\nbye\n")
    assert facts["orders"] == ["LH: F", "RH: stab Bob"]
    assert [(each["line"], each["text"]) for each in facts["complaints"]] == [(2, "cast Sheild on me"), (3, "bye")]
    assert facts["complaints"][0]["suggestion"] == "cast Shield on me"


def test_a_bounce_is_shown_with_recipient_status_and_whether_it_is_hard() -> None:
    facts = inspected(MAILS["bounce"])
    assert (facts["recipient"], facts["status"], facts["hard"]) == ("zed@example.net", "5.1.1", True)


def test_the_lines_of_two_games_are_read_each_by_itself() -> None:
    facts = inspected(b"From: ann@example.net\n\ngame 1\nLH: F\nEND\nLH: S\ngame 2\nLH: Q\n")
    assert facts["lines"] == ["game 1", "LH: F", "END", "game 2", "LH: Q"]
    assert facts["orders"] == ["game 1", "LH: F", "game 2"]
    assert [each["line"] for each in facts["complaints"]] == [5]


def test_trust_is_told_where_our_server_is_named(tmp_path: Path) -> None:
    raw = (
        b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\nFrom: ann@example.net\n\nLH: F\n"
    )
    assert printed(tmp_path, raw)["trust"] == "unknown"
    assert printed(tmp_path, raw, "--server", "mx.example.org")["trust"] == "pass"
    assert printed(tmp_path, raw, "--server", "mx.example.com")["trust"] == "none"
