"""What the command line says of several mailboxes: which one a thing is at, and which one is not read."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.operation import backups, lock
from referee.store import games
from tests.acceptance.at_the_desk import SETTINGS, Table, laid_table
from tests.acceptance.test_trust import new_mail

CUP = """
[mailboxes.cup]
name = "The Cup"
address = "cup@duel.example.org"
[mailboxes.cup.imap]
user = "cup"
password = "nobody sees this"
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Game 1 at the first mailbox, game 2 at the cup's, beside their config.toml; a daemon that looked just now."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS + CUP)
    (tmp_path / "config.toml").chmod(0o600)
    with laid_table(tmp_path, CUP) as laid, lock.held(tmp_path / "referee.db"):
        laid.now = clock.now()
        laid.start("Ann", "Bob")
        laid.start("Ann", "Cyd", mailbox="cup")
        laid.look()
        backups.take(tmp_path / "referee.db", tmp_path / "backups", now=laid.now)
        yield laid


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def test_the_status_tells_of_each_inbox_and_what_to_do_about_one_that_is_not_read(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = call("status").stdout
    assert "the inbox of main was seen empty just now, the inbox of cup was seen empty just now" in said
    assert "All is well." in said
    later = table.now + timedelta(minutes=30)
    monkeypatch.setattr(clock, "now", lambda: later)
    table.desk.inbox_seen_empty("main", later)
    found = json.loads(call("status", "--json").stdout)
    assert found["to_do"] == [
        "The inbox of cup was seen empty 30 minutes ago: `referee check`, and the journal's imap-lost."
    ]
    assert sorted(found["counts"]["looked_at"]) == ["cup", "main"]
    assert "the inbox of cup was seen empty 30 minutes ago" in call("check", "--local", status=1).stdout


def test_a_mailbox_that_is_missing_in_the_settings_is_a_fault(table: Table) -> None:
    Path("config.toml").write_text(SETTINGS)
    found = {each["about"]: each for each in json.loads(call("check", "--local", "--json", status=1).stdout)}
    assert found["mailboxes.cup"]["told"] == "is missing, but still has one game"
    assert found["mailboxes.cup"]["to_do"].endswith("referee mail move cup main")


def test_the_settings_are_shown_as_they_hold_at_each_mailbox(table: Table) -> None:
    said = call("config", "show").stdout
    assert "[mailboxes.cup]\nname = The Cup\naddress = cup@duel.example.org\n\n[mailboxes.cup.imap]\n" in said
    assert "user = cup\npassword = ***\n" in said
    assert "nobody sees this" not in said
    found = json.loads(call("config", "show", "--json").stdout)
    assert found["mailboxes"]["cup"]["imap"]["host"] == found["imap"]["host"]


def test_games_and_mails_say_at_which_mailbox_they_are(table: Table) -> None:
    assert [each["mailbox"] for each in json.loads(call("game", "list", "--json").stdout)] == ["main", "cup"]
    assert "at the mailbox cup" in call("game", "show", "2").stdout
    assert "at the mailbox" not in call("game", "show", "1").stdout
    queued = json.loads(call("mail", "queue", "--json").stdout)
    assert [(each["game"], each["mailbox"]) for each in queued] == [(1, "main"), (1, "main"), (2, "cup"), (2, "cup")]
    assert call("mail", "queue").stdout.splitlines()[0].split()[:2] == ["MAIL", "MAILBOX"]
    table.receive(new_mail("Ann", "LH: F, RH: S"), mailbox="cup")
    assert [each["mailbox"] for each in json.loads(call("mail", "list", "--json").stdout)] == ["cup"]
    assert "ann@duel.example.org to cup" in call("mail", "list").stdout
    assert "Z to cup, " in call("mail", "show", "1").stdout


def test_a_game_and_an_event_begin_at_the_mailbox_that_is_named(table: Table) -> None:
    seats = ("--wizard", "Ann=ann@example.net", "--wizard", "Bob=bob@example.com")
    call("game", "start", *seats, "--mailbox", "cup")
    game = games.load(table.store, 3)
    assert game is not None and game.mailbox == "cup"
    refused = call("game", "start", *seats, "--mailbox", "cups", status=1)
    assert refused.stderr == "referee: there is no mailbox cups in the settings, but main, cup; did you mean cup?\n"
    event = ("tournament", "create", "--name", "Spring", "--format", "round robin", "--mailbox")
    assert "did you mean cup?" in call(*event, "cups", status=1).stderr
    call(*event, "cup")
    assert [each["mailbox"] for each in json.loads(call("tournament", "list", "--json").stdout)] == ["cup"]


def test_what_moves_is_told_first_in_a_dry_run(table: Table) -> None:
    why = ("--reason", "the provider has closed it")
    said = call("mail", "move", "cup", "main", *why, "--dry-run").stdout
    assert "What was at cup goes on at main; games: 1, challenges: 0, events: 0." in said
    assert said.count("would mail: another-address to ") == 2
    assert "at the mailbox cup" in call("game", "show", "2").stdout
    call("mail", "move", "cup", "main", *why)
    assert "at the mailbox" not in call("game", "show", "2").stdout
    assert call("mail", "move", "cup", "main", *why, status=1).stderr.startswith("referee: nothing goes on at")
