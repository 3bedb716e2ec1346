"""After a restore: what was handed out since the backup is worth nothing, as no number is given out twice."""

from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from referee import clock
from referee.__main__ import main
from referee.deeds import people
from referee.mail.inbox import Filing
from referee.store import players
from referee.store.database import Store
from referee.store.numbers import MARGIN
from tests.acceptance.at_the_desk import SETTINGS, Table, address_of, laid_table
from tests.acceptance.by_mail import reply
from tests.acceptance.test_trust import vouched

BACKUP: Final = "kept.db"
DATABASE: Final = Path("referee.db")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One game, of which a backup was taken."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    with laid_table(tmp_path) as table:
        table.now = clock.now()
        table.start("Ann", "Bob")
        table.direct(people.add, address_of("Dirk"), "Dirk", reason=None, now=table.now)
    db("backup", "--to", BACKUP)
    return tmp_path


def db(*words: str) -> str:
    result = CliRunner().invoke(main, ["db", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def laid_anew(table: Table) -> Table:
    table.now, table._uid = clock.now(), 1000
    return table


def test_an_invitation_to_a_game_that_was_lost_orders_nothing_in_the_one_that_was_started_after_the_restore(
    folder: Path,
) -> None:
    with laid_table(folder) as table:
        lost = laid_anew(table).start("Ann", "Bob")
        invitation = table.asked("Ann", lost)
    assert "Numbers go on after those that were given." in db("restore", BACKUP)
    with laid_table(folder) as table:
        number = laid_anew(table).start("Eve", "Cyd")
        assert number == lost + 1
        assert table.receive(reply(invitation, address_of("Ann"), "LH: P\nRH: P")) is Filing.REJECTED
        assert table.owing(number) == ("Eve", "Cyd")
        assert table.held(1, number) == table.held(2, number) == set()


def test_a_mail_to_a_player_who_was_lost_speaks_for_nobody_who_came_after_the_restore(folder: Path) -> None:
    with laid_table(folder) as table:
        laid_anew(table).direct(people.add, address_of("Eve"), "Eve", reason=None, now=table.now)
        table.receive(vouched("Eve", "whoami"))
        answer = table.mails_to("Eve")[-1]
    db("restore", BACKUP)
    with laid_table(folder) as table:
        laid_anew(table).direct(people.add, address_of("Cyd"), "Cyd", reason=None, now=table.now)
        table.receive(reply(answer, address_of("Eve"), "zone Europe/Berlin\nstandby on"))
        cyd = players.by_address(table.store, address_of("Cyd"))
        assert cyd is not None
        assert (cyd.zone, cyd.standby_at) == (None, None)


def counters() -> dict[str, int]:
    with Store.open(DATABASE, create=False) as store:
        return {row["name"]: row["seq"] for row in store.rows("SELECT name, seq FROM sqlite_sequence")}


@pytest.mark.parametrize("damage", ["rubbish", "gone", "a counter that nobody counted to"])
def test_where_nobody_can_tell_which_numbers_were_given_they_go_on_after_a_margin(folder: Path, damage: str) -> None:
    before = counters()
    if damage == "gone":
        DATABASE.unlink()
    elif damage == "rubbish":
        DATABASE.write_bytes(b"rubbish " * 1000)
    else:
        with Store.open(DATABASE) as store, store.transaction():
            store.change("UPDATE sqlite_sequence SET seq = seq + (1 << 60) WHERE name = 'games'")
    assert f"{MARGIN} after those of the backup" in db("restore", BACKUP, "--dry-run")
    assert f"{MARGIN} after those of the backup" in db("restore", BACKUP)
    after = counters()
    assert all(after[table] >= before[table] + MARGIN for table in before)
    assert {"challenges", "confirmations", "tournaments", "offers"} <= set(after)
    with laid_table(folder) as table:
        assert laid_anew(table).start("Ann", "Bob") == 2 + MARGIN


def test_numbers_go_on_after_those_of_rows_too_where_the_counter_was_set_back(folder: Path) -> None:
    with laid_table(folder) as table:
        lost = laid_anew(table).start("Ann", "Bob")
        with table.store.transaction():
            table.store.change("UPDATE sqlite_sequence SET seq = 0")
    db("restore", BACKUP)
    assert counters()["games"] == lost


def test_every_table_that_gives_out_numbers_counts_them_and_never_gives_one_twice() -> None:
    with Store.open(DATABASE, create=False) as store:
        tables = {row["name"]: row["sql"] for row in store.rows("SELECT * FROM sqlite_master WHERE type = 'table'")}
    numbered = {name for name, sql in tables.items() if "id INTEGER PRIMARY KEY" in sql}
    assert {"games", "players", "confirmations", "challenges", "letters", "tournaments"} <= numbered
    assert [name for name in numbered if "AUTOINCREMENT" not in tables[name]] == []
