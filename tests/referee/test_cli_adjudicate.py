"""`referee adjudicate`: reports, records, and a clear word about what is faulty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli.adjudicate import adjudicate

GOOD = """\
duel: Tea
wizards: Ann, Bob
setup: Ann history LH S RH -
turn 1
Ann: LH: D, RH: -, missile at Bob
Bob: LH: Q
"""
BAD = "duel: Tea\nwizards: Ann, Bob\nturn 2\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "good.duel").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.duel").write_text(BAD, encoding="utf-8")
    (tmp_path / "latin.duel").write_bytes(b"duel: Tea\nwizards: Ann, Zo\xeb\n")
    return tmp_path


def run(*arguments: object, given: str | None = None) -> Result:
    return CliRunner().invoke(adjudicate, [str(each) for each in arguments], input=given)


def test_several_files_give_a_record_a_line(here: Path) -> None:
    result = run("--json", here / "good.duel", here / "good.duel")
    assert result.exit_code == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["title"] for record in records] == ["Tea", "Tea"]


def test_a_dash_reads_standard_input() -> None:
    result = run("-", "--json", given=GOOD)
    assert json.loads(result.stdout)["turns"][0]["wizards"]["Bob"]["hit_points"] == 14


def test_the_report_tells_what_was_done_and_what_was_wrong(here: Path) -> None:
    result = run(here / "good.duel")
    assert result.exit_code == 0
    for words in ("Tea", "Turn 1", "Missile", "14", "LH: Q"):
        assert words in result.stdout


def test_an_extra_turn_is_told_whole_without_a_viewer_and_only_as_felt_to_one_outside() -> None:
    text = (
        "duel: Stop\nwizards: Ann, Bob\nsetup: Ann history LH SPP RH ---\n\nturn 1\nAnn: clap, cast Time stop\n"
        "Bob: LH: -, RH: -\n\nturn 1 time stop\nAnn: LH: stab Bob, RH: W\n"
    )
    whole = run("-", given=text).stdout
    assert "Ann's left hand drew the knife and the right waved." in whole
    felt = run("-", "--viewer", "Bob", given=text).stdout
    assert "drew the knife" not in felt
    assert "Ann stabbed you" in felt


def test_a_viewer_is_not_told_of_others_mistakes(here: Path) -> None:
    assert "LH: Q" not in run(here / "good.duel", "--viewer", "Ann").stdout
    assert "LH: Q" in run(here / "good.duel", "--viewer", "Bob").stdout


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("bad.duel", ":3: turn 1 comes next, not turn 2"),
        ("latin.duel", ":2: is not UTF-8 text"),
        ("none.duel", ": cannot be read"),
    ],
)
def test_one_faulty_file_is_named_and_no_record_is_printed(here: Path, file: str, words: str) -> None:
    result = run("--json", here / "good.duel", here / file)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"{here / file}{words}" in result.stderr


def test_an_unknown_viewer_is_a_fault(here: Path) -> None:
    result = run(here / "good.duel", "--viewer", "Zed")
    assert result.exit_code == 2
    assert "no wizard in this duel is called 'Zed'" in result.stderr
