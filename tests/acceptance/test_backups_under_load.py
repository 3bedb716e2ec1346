"""Backups taken one after the other while mails are handled: each can be restored, none has lost a committed order."""

import os
import sqlite3
import threading
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from referee import clock
from referee.operation import backups
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.by_mail import parsed, reply

SOAK = bool(os.environ.get("SOAK"))
BACKUPS = 60 if SOAK else 20
PAUSE_SECONDS = 1.0 if SOAK else 0.0
GAMES = 3
WIZARDS = ("Ann", "Bob")

Order = tuple[int, int, int]  # game, turn, seat


@dataclass
class Archivist:
    """Takes backups in a thread of his own, and remembers how many orders had been committed before each began."""

    database: Path
    folder: Path
    committed: list[Order]
    taken: list[tuple[Path, int]] = field(default_factory=list)
    failed: list[Exception] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)

    def work(self) -> None:
        try:
            for number in range(BACKUPS):
                before = len(self.committed)
                made = backups.write(self.database, self.folder / f"{number:03}.db")
                assert made is not None
                self.taken.append((made, before))
                self.done.wait(PAUSE_SECONDS)
        except Exception as error:  # noqa: BLE001 -- told by the test
            self.failed.append(error)
        self.done.set()


def orders_in(path: Path) -> set[Order]:
    with closing(sqlite3.connect(path)) as connection:
        return set(connection.execute("SELECT game, turn, seat FROM orders"))


def serve(table: Table, committed: list[Order], archivist: Archivist) -> None:
    """Mails come and are handled until all backups are taken; each order is noted once its transaction is over."""
    for turn in count(1):
        for game in range(1, GAMES + 1):
            for seat, name in enumerate(WIZARDS, start=1):
                (row,) = table.store.rows(
                    "SELECT raw FROM outgoing WHERE game = ? AND seat = ? AND turn = ?"
                    " AND kind IN ('invitation', 'report')",
                    [game, seat, turn],
                )
                table.receive(reply(parsed(row["raw"]), address_of(name), "LH: -, RH: -"))
                committed.append((game, turn, seat))
                if archivist.done.is_set():
                    return


def test_each_backup_under_load_can_be_restored_and_has_all_orders_that_were_committed_before_it(
    tmp_path: Path,
) -> None:
    committed: list[Order] = []
    folder = tmp_path / "backups"
    folder.mkdir()
    archivist = Archivist(tmp_path / "referee.db", folder, committed)
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 1000000\n") as table:
        for _ in range(GAMES):
            table.start(*WIZARDS)
        thread = threading.Thread(target=archivist.work)
        thread.start()
        try:
            serve(table, committed, archivist)
        finally:
            archivist.done.set()
            thread.join()
    assert archivist.failed == []
    assert len(archivist.taken) == BACKUPS
    assert archivist.taken[-1][1] > archivist.taken[0][1], "no mail was handled meanwhile"
    for number, (path, before) in enumerate(archivist.taken):
        found = orders_in(path)
        assert set(committed[:before]) <= found, f"backup {number} has lost an order"
        again = tmp_path / "again" / "referee.db"
        again.parent.mkdir(exist_ok=True)
        verified = backups.restore(path, again, now=clock.now()).verified
        assert verified.faults == ()
        assert orders_in(again) == found
    with laid_table(tmp_path / "again", "[mail]\nanswers_per_hour = 1000000\n") as table:
        assert table.game(1).duel.next_turn >= 1
