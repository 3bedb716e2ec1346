"""What all commands that change something share: a reason that is kept, and a dry run that changes nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.store import acts
from tests.acceptance.at_the_desk import SETTINGS, Table, laid_table
from tests.acceptance.test_trust import new_mail

PLAYERS = ("--wizard", "Cid=cid@example.net", "--wizard", "Dee=dee@example.com")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann and Bob, and a mail that nothing vouches for, with the config.toml beside the database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    with laid_table(tmp_path) as laid:
        laid.now = clock.now()
        laid.start("Ann", "Bob")
        laid.receive(new_mail("Ann", "LH: S\nRH: W"))
        yield laid


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def log(*words: str) -> list[dict[str, Any]]:
    return list(json.loads(call("log", "--json", *words).stdout))


def everything_but_acts(table: Table) -> list[str]:
    return [line for line in table.store.db.conn.iterdump() if '"acts"' not in line and "sqlite_sequence" not in line]


@pytest.mark.parametrize(
    ("words", "act", "game"),
    [
        (("game", "start", *PLAYERS), "start", None),
        (("game", "abort", "1"), "abort", 1),
        (("game", "extend", "1", "2d"), "extend", 1),
        (("mail", "reject", "1"), "mail reject", None),
    ],
)
def test_a_dry_run_changes_nothing_and_says_what_would_be_done(
    table: Table, words: tuple[str, ...], act: str, game: int | None
) -> None:
    before, mails = everything_but_acts(table), table.count()
    said = call(*words, "--dry-run", "--reason", "to see").stdout.splitlines()
    assert said
    assert all(line.startswith("Dry run, nothing is changed: ") for line in said)
    assert everything_but_acts(table) == before
    noted = acts.listing(table.store)[-1]
    assert (noted.act, noted.game, noted.reason, noted.facts["dry_run"]) == (act, game, "to see", True)

    result = call(*words, "--reason", "in earnest")
    assert "Dry run" not in result.stdout
    assert everything_but_acts(table) != before
    assert len([line for line in said if "would mail: " in line]) == table.count() - mails
    noted = acts.listing(table.store)[-1]
    assert (noted.act, noted.reason, noted.facts.get("dry_run")) == (act, "in earnest", None)


@pytest.mark.parametrize("reason", ["", "  ", "\t\n"])
@pytest.mark.parametrize("words", [("game", "extend", "1", "2d"), ("mail", "reject", "1"), ("undo",), ("db", "vacuum")])
def test_a_reason_in_which_nothing_stands_is_wrong_usage(table: Table, words: tuple[str, ...], reason: str) -> None:
    before = len(acts.listing(table.store))
    assert "Invalid value for '--reason': it is empty" in call(*words, "--reason", reason, status=2).stderr
    assert len(acts.listing(table.store)) == before


def test_a_dry_run_is_refused_as_the_change_would_be(table: Table) -> None:
    for more in ((), ("--dry-run",)):
        assert "there is no game 9" in call("game", "abort", "9", "--reason", "so", *more, status=1).stderr
    assert [act.act for act in acts.listing(table.store)] == ["start"]


def test_the_log_shows_all_that_was_done_by_hand_with_its_reason(table: Table) -> None:
    call("game", "start", *PLAYERS, "--reason", "for [bold]the\x1b[31m league")
    call("game", "extend", "1", "36h", "--reason", "Bob asked for it", "--dry-run")
    call("mail", "reject", "1", "--reason", "it is a forgery")
    assert [(each["act"], each["game"], each["reason"]) for each in log()] == [
        ("start", 1, None),
        ("start", 2, "for [bold]the\x1b[31m league"),
        ("extend", 1, "Bob asked for it"),
        ("mail reject", None, "it is a forgery"),
    ]
    assert [each["act"] for each in log("--game", "1")] == ["start", "extend"]
    told = call("log").stdout
    assert "\x1b" not in told
    assert "[bold]the" in told
    assert "a dry run, until" in told
    assert len(told.splitlines()) == 5
    assert call("log", "--game", "77").stdout == "Nothing was changed by hand so far.\n"
