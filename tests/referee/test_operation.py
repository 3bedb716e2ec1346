"""What keeps the referee well: the lock, scheduled backups, the last troubles, counters, notices to systemd."""

import asyncio
import logging
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee import clock, journal
from referee.config import Backup, Config, Metrics, parse
from referee.desk import Desk
from referee.operation import backups, keeper, lock, metrics, notify, troubles
from referee.operation.backups import BackupFailed
from referee.operation.lock import AlreadyRunning
from referee.operation.metrics import MetricsMissing, Tally
from referee.operation.troubles import Troubles
from referee.store.database import Store
from tests.acceptance.at_the_desk import SETTINGS, Table, laid_table
from tests.acceptance.by_mail import text_of
from tests.ear import Ear
from tests.post_office import free_port

HOUR = timedelta(hours=1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        laid.now = clock.now()
        laid.start("Ann", "Bob")
        yield laid


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return parse(SETTINGS, folder=tmp_path, environment={})


@pytest.fixture
def book() -> Iterator[Callable[[logging.Handler], journal.Journal]]:
    """A journal that tells one handler more."""
    logger = logging.getLogger(journal.LOGGER)
    before = (list(logger.handlers), logger.level, logger.propagate)
    yield lambda handler: journal.start(also=(handler,))
    logger.handlers[:], logger.propagate = before[0], before[2]
    logger.setLevel(before[1])


# -- the lock ----------------------------------------------------------------------------------------------------------


def test_one_process_holds_the_lock_and_others_see_which(tmp_path: Path) -> None:
    database = tmp_path / "referee.db"
    assert lock.holder(database) is None
    with lock.held(database):
        assert lock.holder(database) == os.getpid()
        with pytest.raises(AlreadyRunning, match="another referee serves"), lock.held(database):
            pass
        assert lock.holder(database) == os.getpid()
    assert lock.holder(database) is None


def test_the_lock_of_a_process_that_was_killed_is_free(tmp_path: Path) -> None:
    program = (
        "import sys, time\nfrom pathlib import Path\nfrom referee.operation import lock\n"
        "with lock.held(Path(sys.argv[1])):\n    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    database = tmp_path / "referee.db"
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdin is not None
    with child, child.stdout, child.stdin:
        assert child.stdout.readline() == b"held\n"
        assert lock.holder(database) == child.pid
        child.kill()
        child.wait()
    assert lock.holder(database) is None
    with lock.held(database):
        pass


# -- backups -----------------------------------------------------------------------------------------------------------


class Office:
    """The desk of a table, asked as the daemon's loops ask theirs."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def ask(self, work: Callable[[Desk], Any]) -> Any:
        return work(self._table.desk)

    async def waiting(self, work: Callable[[Desk], Any], stop: asyncio.Event) -> Any:
        return work(self._table.desk)


async def kept(config: Config, table: Table, ear: Ear, event: str, count: int = 1) -> None:
    """The keeper works until the journal has heard that event so often."""
    stop = asyncio.Event()
    work = asyncio.create_task(keeper.keep_backups(config, Office(table), stop=stop, journal=ear))
    await ear.until(event, count)
    stop.set()
    await work


def test_backups_are_told_by_their_names_and_only_those_of_this_database_count(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in (
        "referee-20261126T180000Z.db",
        "referee-20261125T180000Z.db",
        "other-20261127T180000Z.db",
        "referee-20261128T180000Z.db.part",
        "referee-mine.db",
    ):
        (folder / name).touch()
    found = backups.existing(folder, Path("elsewhere/referee.db"))
    assert [f"{each.at:%d}" for each in found] == ["25", "26"]
    now = found[-1].at + HOUR
    assert backups.due(folder, Path("referee.db"), 3 * HOUR, now=now) == found[-1].at + 3 * HOUR
    assert backups.due(folder, Path("referee.db"), HOUR, now=found[0].at + 5 * HOUR) == found[0].at + HOUR
    assert backups.due(folder / "nowhere", Path("referee.db"), HOUR, now=now) == now
    assert backups.prune(folder, Path("referee.db"), keep=1, now=clock.now()) == 1
    assert (folder / "referee-20261128T180000Z.db.part").exists()
    backups.prune(folder, Path("referee.db"), keep=1, now=clock.now() + 25 * HOUR)
    assert not (folder / "referee-20261128T180000Z.db.part").exists()
    assert len(backups.existing(folder, Path("other.db"))) == 1
    assert [f"{each.at:%d}" for each in backups.existing(folder, Path("referee.db"))] == ["26"]


async def test_the_keeper_takes_a_backup_when_one_is_due_and_prunes_the_old_ones(config: Config, table: Table) -> None:
    folder, database = config.backup.folder, config.store.path
    for days in range(2, 6):
        backups.take(database, folder, now=clock.now() - timedelta(days=days))
    ear = Ear()
    await kept(msgspec.structs.replace(config, backup=Backup(folder=folder, keep=3)), table, ear, "backup-taken")
    found = backups.existing(folder, database)
    assert len(found) == 3
    assert clock.now() - found[-1].at < HOUR
    assert ear.events == ["backup-taken"]


async def test_a_backup_that_fails_is_told_once_and_the_old_ones_stay(config: Config, table: Table) -> None:
    folder, database = config.backup.folder, config.store.path
    for days in range(2, 6):
        backups.take(database, folder, now=clock.now() - timedelta(days=days))
    config = msgspec.structs.replace(config, backup=Backup(folder=folder, keep=1))
    table.turn(ann="LH: F, RH: S", bob="LH: W, RH: -")
    with table.store.transaction():
        table.store.change("UPDATE turns SET digest = NULL")
    for _ in range(2):  # as if the daemon was started anew in between
        await kept(config, table, Ear(), "backup-failed")
    (mail,) = table.mails_to("director")
    assert mail["Subject"] == "[WH] The database could not be backed up"
    assert "game 1, turn 1: it is not what was stored" in " ".join(text_of(mail).split()).replace("| ", "")
    assert len(backups.existing(folder, database)) == 4


async def test_without_any_backups_to_keep_none_are_taken(config: Config, table: Table) -> None:
    stop = asyncio.Event()
    config = msgspec.structs.replace(config, backup=Backup(folder=config.backup.folder, keep=0))
    work = asyncio.create_task(keeper.keep_backups(config, Office(table), stop=stop, journal=Ear()))
    await asyncio.sleep(0)
    stop.set()
    await work
    assert not config.backup.folder.exists()


def test_a_folder_that_cannot_be_made_is_named(config: Config, table: Table) -> None:
    config.backup.folder.write_text("a file")
    with pytest.raises(BackupFailed, match=r"backups cannot be written: .*; mend that, or set backup\.folder"):
        backups.take(config.store.path, config.backup.folder, now=table.now)


def test_one_that_is_told_to_stop_leaves_nothing_behind(config: Config, table: Table) -> None:
    assert backups.take(config.store.path, config.backup.folder, now=table.now, going=lambda: False) is None
    assert list(config.backup.folder.iterdir()) == []


# -- troubles and counters ---------------------------------------------------------------------------------------------


def test_the_last_troubles_are_kept_beside_the_database(
    tmp_path: Path, book: Callable[[logging.Handler], journal.Journal]
) -> None:
    database = tmp_path / "referee.db"
    lines = book(Troubles(database))
    assert troubles.read(database) == []
    lines.note("mail-sent", to="ann@example.org")
    lines.trouble("imap-lost", reason="no answer")
    lines.failure("letter-failed", ValueError("no"), letter=7)
    first, second = troubles.read(database)
    assert (first.level, first.event, first.line) == ("warning", "imap-lost", 'imap-lost reason="no answer"')
    assert (second.level, second.event) == ("error", "letter-failed")
    assert (tmp_path / "referee.db.troubles").stat().st_mode & 0o077 == 0
    for number in range(3 * troubles.KEPT):
        lines.trouble("again", number=number)
    assert len((tmp_path / "referee.db.troubles").read_text().splitlines()) <= 2 * troubles.KEPT
    assert troubles.read(database)[-1].line == f"again number={3 * troubles.KEPT - 1}"
    assert len(troubles.read(database, limit=5)) == 5


def test_a_line_that_was_cut_off_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "referee.db.troubles").write_bytes(
        b'{"at": "2026-11-26T18:00:00+00:00", "level": "error", "event": "x", "line": "x y=1"}\n{"at": "2026\xff'
    )
    assert [each.line for each in troubles.read(tmp_path / "referee.db")] == ["x y=1"]


def test_a_folder_that_cannot_be_written_costs_only_the_memory(
    tmp_path: Path, book: Callable[[logging.Handler], journal.Journal]
) -> None:
    book(Troubles(tmp_path / "nowhere" / "referee.db")).trouble("imap-lost")
    assert troubles.read(tmp_path / "nowhere" / "referee.db") == []


def scraped(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://{metrics.HOST}:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def test_counters_tell_events_and_what_the_database_holds(
    config: Config, table: Table, book: Callable[[logging.Handler], journal.Journal]
) -> None:
    tally, port = Tally(), free_port()
    config = msgspec.structs.replace(config, metrics=Metrics(port=port))
    lines = book(tally)
    for mailbox in ("main", "cup"):  # the cup was added since
        table.desk.inbox_seen_empty(mailbox, table.now)
    backups.take(config.store.path, config.backup.folder, now=table.now - HOUR)
    with metrics.served(config, tally, now=lambda: table.now + HOUR):
        assert scraped(port)["referee_letters_handled_total"] == 0
        table.answer("Ann", "LH: F, RH: S")
        lines.trouble("imap-lost")
        found = scraped(port)
    assert found["referee_letters_handled_total"] == 1
    assert found['referee_troubles_total{event="imap-lost"}'] == 1
    assert found['referee_queue_mails{state="queued"}'] == 3
    assert found['referee_games{state="running"}'] == 1
    assert found['referee_seconds_since_look{mailbox="main"}'] == pytest.approx(3600, abs=5)
    assert found['referee_seconds_since_look{mailbox="cup"}'] == pytest.approx(3600, abs=5)
    assert found["referee_seconds_since_backup"] == pytest.approx(7200, abs=5)
    with pytest.raises(OSError):
        scraped(port)


def test_counters_go_on_while_the_database_cannot_be_read(config: Config, tmp_path: Path) -> None:
    port = free_port()
    config = msgspec.structs.replace(config, metrics=Metrics(port=port))
    with metrics.served(config, Tally()):
        found = scraped(port)
    assert "referee_mails_sent_total" in found
    assert not any(name.startswith("referee_games") for name in found)


def test_a_port_that_is_taken_is_named(config: Config) -> None:
    with socket.socket() as other:
        other.bind((metrics.HOST, 0))
        other.listen()
        config = msgspec.structs.replace(config, metrics=Metrics(port=other.getsockname()[1]))
        with pytest.raises(MetricsMissing, match=r"metrics\.port"), metrics.served(config, Tally()):
            pass


def test_without_the_library_it_is_said_how_to_get_it(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    config = msgspec.structs.replace(config, metrics=Metrics(port=9))
    with pytest.raises(MetricsMissing, match=r"pip install 'waving-hands-referee\[metrics\]'"):
        metrics.served(config, Tally()).__enter__()


# -- the service manager -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("abstract", [False, True])
def test_notices_reach_the_service_manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool) -> None:
    address = f"\0{tmp_path}" if abstract else str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        monkeypatch.setenv("NOTIFY_SOCKET", address.replace("\0", "@"))
        notify.ready()
        notify.reloading()
        notify.alive()
        notify.stopping()
        said = [manager.recv(1000).decode() for _ in range(4)]
    assert said[0].startswith("READY=1")
    assert said[1].startswith("RELOADING=1\nMONOTONIC_USEC=")
    assert said[2:] == ["WATCHDOG=1", "STOPPING=1"]


def test_without_a_service_manager_nothing_is_told_and_no_sign_of_life_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setenv("WATCHDOG_USEC", "1000")
    notify.ready()
    assert notify.watchdog_seconds() is None
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere")
    assert notify.watchdog_seconds() == 0.001


async def test_a_sign_of_life_is_given_only_once_the_desk_has_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[bool] = []
    hangs = asyncio.Event()

    class Hanging:
        async def ask(self, work: Callable[[Desk], Any]) -> Any:
            answered.append(True)
            if len(answered) > 1:
                hangs.set()
                await asyncio.Event().wait()

        async def waiting(self, work: Callable[[Desk], Any], stop: asyncio.Event) -> Any:
            raise NotImplementedError

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "socket"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "socket"))
        monkeypatch.setenv("WATCHDOG_USEC", "1000")
        showing = asyncio.create_task(keeper.show_life(Hanging(), stop=asyncio.Event()))
        await asyncio.wait_for(hangs.wait(), 20)
        showing.cancel()
        manager.setblocking(False)
        assert manager.recv(1000) == b"WATCHDOG=1"
        with pytest.raises(BlockingIOError):
            manager.recv(1000)


def test_store_to_read_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="there is no database"):
        Store.open_to_read(tmp_path / "referee.db")
    assert list(tmp_path.iterdir()) == []
