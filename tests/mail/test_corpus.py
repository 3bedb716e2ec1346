"""Mails in the shapes that people's programs and robots send, each with what must be read from it."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.mail.inspection import inspected

CORPUS = Path(__file__).parent / "corpus"
MAILS = sorted(CORPUS.glob("*.eml"))
REFEREE = "referee@duel.example.org"


def folded(lines: list[str]) -> list[str]:
    """Lines without what does not matter: runs of white space, empty lines."""
    return [short for line in lines if (short := " ".join(line.split()))]


def differences(want: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """What was read otherwise than expected. Where several readings can be defended, `..._any` lists them."""
    found = []
    if got["kind"] not in want.get("kind_any", [want["kind"]]):
        found.append(f"kind: {got['kind']}, not {want['kind']}")
    readings = [folded(lines) for lines in want.get("lines_any", [want["lines"]])] if "lines" in want else None
    if readings is not None and folded(got["lines"]) not in readings:
        found.append(f"lines: {got['lines']}, not {want['lines']}")
    recipients = (
        [each.lower() for each in want.get("recipient_any", [want["recipient"]])] if "recipient" in want else []
    )
    if recipients and (got["recipient"] or "").lower() not in recipients:
        found.append(f"recipient: {got['recipient']}, not {recipients[0]}")
    found += [
        f"{key}: {got[key]}, not {want[key]}"
        for key in ("read_from", "status", "hard")
        if key in want and got[key] != want[key]
    ]
    return found


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.stem)
def test_a_mail_is_read_as_it_was_meant(mail: Path) -> None:
    want = json.loads(mail.with_suffix(".expect.json").read_text(encoding="utf-8"))
    assert differences(want, inspected(mail.read_bytes(), (REFEREE,), "")) == []


def test_the_corpus_is_there_and_every_expectation_has_its_mail() -> None:
    assert len(MAILS) >= 60
    assert {mail.stem for mail in MAILS} == {each.name.removesuffix(".expect.json") for each in CORPUS.glob("*.json")}
