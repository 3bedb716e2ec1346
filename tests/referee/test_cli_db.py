"""The database's commands: backups that are worth something, restoring, verifying, migrating, shrinking."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.operation import lock
from referee.store import acts, ratings, results
from referee.store.database import Store
from referee.store.results import SeatResult, Way
from tests.acceptance.at_the_desk import SETTINGS, laid_table
from tests.referee.test_store_migrations import RELEASES, restored

DATABASE = Path("referee.db")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A database with a game of two turns, and its config.toml, which nobody has open."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    with laid_table(tmp_path) as laid:
        laid.now = clock.now()
        laid.start("Ann", "Bob")
        play(laid, 2)
    yield tmp_path


def play(table: Any, count: int) -> None:
    for _ in range(count):
        table.turn(ann="LH: F, RH: S", bob="LH: W, RH: -")


def play_on(folder: Path, count: int) -> None:
    with laid_table(folder) as table:
        table._uid, table.now = 100, clock.now() + timedelta(hours=1)
        play(table, count)


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["db", *words], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def turns_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM turns").fetchone()[0])


def damage(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE turns SET events = '[]' WHERE turn = 2")


def the_backup() -> Path:
    (path,) = Path("backups").glob("*.db")
    return path


def test_a_backup_is_one_file_for_our_eyes_only_that_holds_everything(folder: Path) -> None:
    said = call("backup").stdout
    path = the_backup()
    assert str(path) in said
    assert [each.name for each in Path("backups").iterdir()] == [path.name]
    assert path.stat().st_mode & 0o077 == 0
    assert Path("backups").stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(path)) as copy, closing(sqlite3.connect(DATABASE)) as original:
        assert list(copy.iterdump()) == list(original.iterdump())


def test_a_backup_can_be_written_anywhere_and_overwrites_nothing(folder: Path) -> None:
    call("backup", "--to", "mine.db")
    assert turns_of(Path("mine.db")) == 2
    assert "it is there already" in call("backup", "--to", "mine.db", status=1).stderr
    assert "cannot be written" in call("backup", "--to", "nowhere/mine.db", status=1).stderr


def test_of_a_damaged_database_one_copy_is_kept_that_counts_as_no_backup(folder: Path) -> None:
    damage(DATABASE)
    for _ in range(2):
        said = call("backup", status=1).stderr
        assert "game 1, turn 2: what happened in it does not lead to" in said
        assert [path.name for path in Path("backups").iterdir()] == ["referee-damaged.db"]
    assert turns_of(Path("backups/referee-damaged.db")) == 2
    assert "is damaged and was not restored" in call("restore", "referee-damaged.db", status=1).stderr
    call("restore", "referee-damaged.db", "--damaged", "--reason", "there is nothing better")


def test_a_backup_is_restored_and_the_old_database_is_kept(folder: Path) -> None:
    call("backup")
    play_on(folder, 1)
    said = call("restore", the_backup().name, "--reason", "a slip of the hand").stdout
    assert turns_of(DATABASE) == 2
    (aside,) = folder.glob("referee.db.before-*Z")
    assert aside.name in said
    assert turns_of(aside) == 3
    with Store.open(DATABASE, create=False) as store:
        act = acts.listing(store)[-1]
    assert (act.act, act.reason, act.facts["kept"]) == ("db restore", "a slip of the hand", aside.name)
    play_on(folder, 1)
    assert turns_of(DATABASE) == 3
    assert not list(folder.glob("*.restoring*"))


def test_what_is_in_the_write_ahead_log_of_the_old_database_is_kept_with_it(folder: Path) -> None:
    call("backup")
    with Store.open(DATABASE) as store:  # like a process that was killed: the log is not written back
        with store.transaction():
            acts.note(store, "left in the log", who="director", now=clock.now())
        for ending in ("", "-wal", "-shm"):
            (folder / f"killed.db{ending}").write_bytes((folder / f"referee.db{ending}").read_bytes())
    for ending in ("", "-wal", "-shm"):
        (folder / f"killed.db{ending}").replace(folder / f"referee.db{ending}")
    call("restore", str(the_backup()))
    (aside,) = (each for each in folder.glob("referee.db.before-*Z"))
    with Store.open(aside, create=False) as store:
        assert acts.listing(store)[-1].act == "left in the log"


def test_a_dry_run_of_restoring_only_looks(folder: Path) -> None:
    call("backup")
    play_on(folder, 1)
    said = call("restore", str(the_backup()), "--dry-run").stdout
    assert said.startswith("Dry run, nothing is changed: ")
    assert "games: 1, turns: 2" in said
    assert turns_of(DATABASE) == 3
    DATABASE.write_bytes(b"rubbish " * 1000)
    call("restore", str(the_backup()), "--dry-run")
    assert DATABASE.read_bytes().startswith(b"rubbish")


def test_a_database_that_is_none_any_more_or_is_gone_can_be_replaced(folder: Path) -> None:
    call("backup")
    DATABASE.write_bytes(b"rubbish " * 1000)
    call("restore", str(the_backup()))
    assert turns_of(DATABASE) == 2
    DATABASE.unlink()
    assert "kept" not in call("restore", str(the_backup())).stdout
    assert turns_of(DATABASE) == 2


def test_a_damaged_backup_is_refused_and_nothing_is_changed(folder: Path) -> None:
    call("backup")
    damage(the_backup())
    before = DATABASE.read_bytes()
    assert "game 1, turn 2" in call("restore", str(the_backup()), status=1).stderr
    the_backup().write_bytes(b"rubbish " * 1000)
    assert "is not a database" in call("restore", str(the_backup()), status=1).stderr
    assert DATABASE.read_bytes() == before
    assert not list(folder.glob("*.restoring*"))
    assert not list(folder.glob("*before*"))
    assert "there is no backup nothing.db" in call("restore", "nothing.db", status=1).stderr


def test_nothing_is_put_in_place_of_a_database_that_a_daemon_serves(folder: Path) -> None:
    call("backup")
    with lock.held(DATABASE.absolute()):
        for words in (("restore", str(the_backup())), ("vacuum",), ("migrate",)):
            assert "another referee serves" in call(*words, status=1).stderr
            assert "another referee serves" in call(*words, "--dry-run", status=1).stderr
        call("backup", "--to", "while-it-runs.db")
        call("verify")
    call("vacuum")


def test_verify_tells_what_it_looked_at_and_what_is_wrong(folder: Path) -> None:
    assert call("verify").stdout == "games: 1, turns: 2, letters: 4; all of them sound: every turn replays.\n"
    damage(DATABASE)
    said = call("verify", status=1).stdout
    assert "game 1, turn 2: what happened in it does not lead to what is stored after it" in said
    assert "  to do: stop the referee and `referee db restore` the newest backup" in said
    facts = json.loads(call("verify", "--json", status=1).stdout)
    assert [(each["game"], each["turn"]) for each in facts["faults"]] == [(1, 2)]


def test_a_damaged_turn_can_be_played_again_and_is_then_no_fault_that_matters(folder: Path) -> None:
    damage(DATABASE)
    said = call("verify", status=1).stdout
    assert "or let it be played again: `referee game rollback 1 --to 2`" in said
    words = ["game", "rollback", "1", "--to", "2", "--drop-orders", "--reason", "a bit has flipped"]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    said = call("verify").stdout
    assert "game 1, turn 2: its check value differs" in said.replace(
        "it is not what was stored when it was adjudicated: ", ""
    )
    assert "to do: nothing: the turn was taken back" in said
    call("backup")
    assert the_backup().name != "referee-damaged.db"
    call("restore", the_backup().name)


def test_a_backup_of_this_or_any_earlier_release_can_be_verified_and_stays_as_it_is(folder: Path) -> None:
    for dump in RELEASES:
        old = folder / f"{dump.stem}.db"
        restored(dump, old)
        before = old.read_bytes()
        assert "all of them sound" in call("verify", str(old)).stdout
        assert old.read_bytes() == before


def test_an_old_database_is_migrated_after_a_backup_of_it(folder: Path) -> None:
    DATABASE.unlink()
    restored(RELEASES[0], DATABASE)
    assert "`referee db migrate` first" in call("verify", status=1).stderr
    assert "0002 reachability" in call("migrate", "--dry-run").stdout
    assert "`referee db migrate` first" in call("verify", status=1).stderr
    said = call("migrate", "--reason", "the new release").stdout
    assert f"Wrote {the_backup()}." in said
    assert "all of them sound" in call("verify").stdout
    assert call("migrate").stdout == "referee.db is up to date.\n"
    call("restore", str(the_backup()))
    assert "all of them sound" in call("verify").stdout


def test_no_command_changes_the_tables_under_a_daemon_of_an_older_release(folder: Path) -> None:
    DATABASE.unlink()
    restored(RELEASES[0], DATABASE)
    with lock.held(DATABASE.absolute()):
        refused = CliRunner().invoke(main, ["game", "list"])
        assert refused.exit_code == 1
        assert "with an older release; end it, then run referee db migrate" in refused.stderr
        with Store.open_to_read(DATABASE) as store:
            assert "0002 reachability" in store.pending()
    assert CliRunner().invoke(main, ["game", "list"]).exit_code == 0
    with lock.held(DATABASE.absolute()):
        assert CliRunner().invoke(main, ["game", "list"]).exit_code == 0


def test_vacuum_gives_room_back(folder: Path) -> None:
    with Store.open(DATABASE) as store:
        for _ in range(2):
            with store.transaction():
                acts.note(store, "x" * 1_000_000, who="director", now=clock.now())
        with store.transaction():
            store.change("DELETE FROM acts WHERE length(act) > 1000")
    assert "bytes." in call("vacuum", "--dry-run").stdout
    before = DATABASE.stat().st_size
    assert f"{before:,} bytes, and has" in call("vacuum", "--reason", "it grew").stdout
    assert DATABASE.stat().st_size < before - 1_500_000
    assert "all of them sound" in call("verify").stdout
    with Store.open(DATABASE) as store:
        assert [act.act for act in acts.listing(store)][-2:] == ["db vacuum", "db vacuum"]


def test_a_damaged_rating_is_named_and_vacuum_works_it_out_anew() -> None:
    with Store.open(DATABASE) as store:
        with store.transaction():
            won = (SeatResult(game=1, seat=n, player=n, place=n, way=Way.STAYED, turn=None) for n in (1, 2))
            results.note(store, won, rated=True, now=clock.now())
        ratings.of_all(store, clock.now())
        with store.transaction():
            store.change("UPDATE ratings SET rating = 3000 WHERE player = 2")
    said = call("verify", status=1).stdout
    assert "rating of player 2, " in said
    assert "to do: `referee db vacuum`, which works all ratings out anew" in said
    call("vacuum", "--dry-run")
    call("verify", status=1)
    call("vacuum")
    assert "all of them sound" in call("verify").stdout
