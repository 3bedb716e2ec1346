"""The overview, and the settings as they are shown."""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.cli import status
from referee.journal import Journal
from referee.operation import backups, lock
from referee.operation.troubles import Troubles
from referee.store import games, outgoing, reachability
from tests.acceptance.at_the_desk import SETTINGS, Table, laid_table
from tests.acceptance.test_trust import new_mail


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann and Bob, with its config.toml; a daemon that looked a moment ago, and a backup."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    with laid_table(tmp_path) as laid, lock.held(tmp_path / "referee.db"):
        laid.now = clock.now()
        laid.start("Ann", "Bob")
        laid.post()
        laid.desk.inbox_seen_empty("main", laid.now)
        backups.take(tmp_path / "referee.db", tmp_path / "backups", now=laid.now)
        yield laid


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def facts() -> dict[str, Any]:
    return dict(json.loads(call("status", "--json").stdout))


def test_a_quiet_day_is_told_on_one_screen(table: Table) -> None:
    said = call("status").stdout
    first, *lines = said.splitlines()
    assert first.endswith("All is well.")
    assert any(line.startswith("daemon    runs, process ") for line in lines)
    assert "games     1 running" in lines
    assert any(line.startswith("next      game 1, turn 1: ") and line.endswith(": Ann, Bob") for line in lines)
    assert len(lines) < 24
    assert facts()["to_do"] == []


def test_who_is_late_is_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.answer("Ann", "LH: F, RH: S")
    table.wait(timedelta(days=3, hours=2))
    monkeypatch.setattr(clock, "now", lambda: table.now)
    (late,) = facts()["late"]
    assert (late["game"], late["turn"], late["owing"]) == (1, 1, ["Bob"])
    assert "late: Bob" in call("status").stdout


def test_a_paused_game_is_neither_due_nor_late_but_paused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    call("game", "pause", "1", "--reason", "the holidays")
    since = facts()["paused"][0]["since"]
    for days in (1, 30):
        monkeypatch.setattr(clock, "now", lambda days=days: table.now + timedelta(days=days))
        found = facts()
        assert (found["late"], found["coming"]) == ([], [])
        assert found["paused"] == [{"game": 1, "turn": 1, "since": since, "owing": ["Ann", "Bob"]}]
        lines = call("status").stdout.splitlines()
        stands = [line for line in lines if "game 1, turn 1" in line]
        span = f"{days} day" if days == 1 else f"{days} days"
        assert stands == [f"paused    game 1, turn 1: since {since[:10]} {since[11:16]}Z, for {span}: Ann, Bob"]
    assert f"paused since {since[:10]}" in call("game", "list").stdout
    (listed,) = json.loads(call("game", "list", "--json").stdout)
    assert listed["state"] == "running"
    assert listed["paused_at"][:19] == since[:19]


def test_whatever_needs_a_human_is_told_with_what_to_do(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.receive(new_mail("Ann", "LH: F, RH: S"))
    table.start("Cid", "Dee")
    with table.store.transaction():
        games.hold(table.store, 2, "ValueError: \x1b[31mno such wizard")
        table.store.change("UPDATE letters SET state = 'set aside'")
        outgoing.set_aside(table.store, outgoing.last(table.store), "550 no such user")
        reachability.count(table.store, 2, 2.0, status="5.1.1", now=table.now)
        reachability.pause(table.store, 2, now=table.now)
    handler = Troubles(Path("referee.db"))
    logger = logging.getLogger("referee.tests")
    logger.addHandler(handler)
    Journal("referee.tests").trouble("smtp-lost", reason="no route to host")
    logger.removeHandler(handler)
    later = clock.now() + timedelta(days=2, hours=3, minutes=30)
    monkeypatch.setattr(clock, "now", lambda: later)
    said = call("status").stdout
    for words in (
        "To do:",
        "The inbox was seen empty 2 days 3 hours ago",
        "Game 2 is held (ValueError: [31mno such wizard): `referee game show 2`.",
        "Letters that were set aside: 1, see `referee mail list`.",
        "Mails that could not be sent: 1, see `referee mail queue`; `referee mail resend` or `referee mail drop` each.",
        "A mail is to go out since 2 days 3 hours ago",
        "The last backup was 2 days 3 hours ago: `referee db backup`.",
        "bounces   bob@duel.example.org",
        'smtp-lost reason="no route to host"',
    ):
        assert words in said, said
    assert "\x1b" not in said


def test_it_stays_one_screen_however_much_is_wrong(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(30):
        table.start("Ann", "Bob")
    with table.store.transaction():
        for number in range(2, 20):
            games.hold(table.store, number, "ValueError")
    later = clock.now() + timedelta(days=30)
    monkeypatch.setattr(clock, "now", lambda: later)
    said = call("status").stdout
    assert len(said.splitlines()) < 40
    assert said.count("more (--json has all)") == 2
    assert len(facts()["to_do"]) > 18


def test_without_a_daemon_that_is_the_first_thing_to_do(table: Table, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(SETTINGS + '[store]\npath = "other.db"\n[backup]\nkeep = 0\n')
    with laid_table(tmp_path):
        pass
    (tmp_path / "other.db").write_bytes((tmp_path / "backups").glob("*.db").__next__().read_bytes())
    said = call("status", "--config", "other.toml").stdout.splitlines()
    assert said[1] == "  No daemon runs: `referee run`, or `systemctl start referee`."
    assert any(line.startswith("daemon    does not run") for line in said)


def test_it_can_be_watched_until_ctrl_c(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[float] = []

    def pause(seconds: float) -> None:
        rounds.append(seconds)
        if len(rounds) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(status, "pause", pause)
    assert call("status", "--watch").stdout.count("All is well.") == 3
    call("status", "--watch", "--json", status=2)


def test_settings_are_shown_as_they_hold_with_stars_for_secrets(table: Table) -> None:
    said = call("config", "show").stdout
    assert "password = ***" in said
    assert "secret = ***" in said
    assert "port = 143" in said
    assert "not used" not in said
    shown = json.loads(call("config", "show", "--json").stdout)
    assert shown["tokens"] == {"secret": "***"}
    assert shown["smtp"]["user"] is None
    assert shown["games"]["terms"] == "3d"


def test_faulty_settings_are_named_and_good_ones_are_in_order(table: Table, tmp_path: Path) -> None:
    assert call("config", "check").stdout == "config.toml is in order.\n"
    (tmp_path / "bad.toml").write_text(SETTINGS.replace("director =", "derector =") + "[backup]\nevery = 'soon'\n")
    said = call("config", "check", "--config", "bad.toml", status=2).stderr
    assert "referee.derector: no such setting; did you mean director?" in said
    assert "backup.every: 'soon' is no span of time of a minute or more" in said
