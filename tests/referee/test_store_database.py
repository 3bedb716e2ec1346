"""The database file: its settings, its transactions, and plain words for what can be wrong with it."""

import os
import resource
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store import faults, players
from referee.store.database import Store
from tests.referee.store_samples import NOW, store_letter

_NOBODY = 65534
_ROOT = Path(__file__).parents[2]


def pragma(store: Store, name: str) -> object:
    return store.db.execute(f"PRAGMA {name}").fetchone()[0]


def test_the_file_is_kept_so_that_nothing_accepted_is_lost(store: Store) -> None:
    assert pragma(store, "journal_mode") == "wal"
    assert pragma(store, "synchronous") == 2  # FULL
    assert pragma(store, "foreign_keys") == 1
    assert pragma(store, "busy_timeout") == 10_000


def test_all_tables_are_strict(store: Store) -> None:
    tables = store.rows("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    loose = {row["name"] for row in tables if not row["strict"]}
    assert loose == {"sqlite_schema", "sqlite_sequence"}  # SQLite's own
    assert len(tables) > 8


def test_a_value_of_the_wrong_type_is_refused(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        store.insert("acts", {"at": "x", "who": "Dan", "act": "look", "facts": "{}", "game": "the first"})


def test_the_file_is_for_the_referees_eyes_only(store: Store, database: Path) -> None:
    for file in (database, database.with_name("referee.db-wal"), database.with_name("referee.db-shm")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_is_written_in_a_transaction_is_there_for_others_only_at_its_end(store: Store, database: Path) -> None:
    with Store.open(database) as other:
        with store.transaction():
            players.add(store, "ann@example.org", now=NOW)
            assert players.by_address(other, "ann@example.org") is None
        assert players.by_address(other, "ann@example.org") is not None


def test_an_exception_undoes_the_whole_transaction(store: Store) -> None:
    with pytest.raises(KeyError), store.transaction():
        players.add(store, "ann@example.org", now=NOW)
        raise KeyError("something else")
    assert players.everyone(store) == []
    assert not store.in_transaction


def test_transactions_are_not_nested(store: Store) -> None:
    with pytest.raises(AssertionError), store.transaction():
        players.add(store, "ann@example.org", now=NOW)
        with store.transaction():
            pass
    assert players.everyone(store) == []


def test_nothing_is_written_outside_of_a_transaction(store: Store) -> None:
    with pytest.raises(AssertionError):
        players.add(store, "ann@example.org", now=NOW)
    with pytest.raises(AssertionError):
        store.change("DELETE FROM players")
    with pytest.raises(AssertionError):
        store.rows("DELETE FROM players RETURNING id")
    assert not store.in_transaction


def test_nothing_goes_past_the_store_to_its_connection() -> None:
    modules = {path.name for path in Path("referee").rglob("*.py") if ".db.execute(" in path.read_text()}
    # Verification reads all in a transaction that it undoes, and row by row, as does what compares check values.
    assert modules == {"database.py", "misfits.py", "verification.py"}


def test_a_transaction_has_the_write_lock_from_its_beginning(store: Store, database: Path) -> None:
    with Store.open(database) as other:
        other.db.execute("PRAGMA busy_timeout = 0")
        with store.transaction(), pytest.raises(faults.Busy) as caught, other.transaction():
            raise AssertionError("not reached")
        assert "is in use by another program" in str(caught.value)
        assert caught.value.passing
        with other.transaction():
            players.add(other, "ann@example.org", now=NOW)


def test_a_store_stays_in_the_thread_that_opened_it(store: Store) -> None:
    caught: list[BaseException] = []

    def read() -> None:
        try:
            players.everyone(store)
        except sqlite3.ProgrammingError as error:
            caught.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert "thread" in str(caught[0])


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(faults.MissingDirectory, match=r"the folder .*/nowhere is not there"):
        Store.open(tmp_path / "nowhere" / "referee.db")


def test_a_missing_database_is_made_only_where_that_is_wanted(database: Path) -> None:
    with pytest.raises(faults.MissingDatabase, match="referee init"):
        Store.open(database, create=False)
    assert not database.exists()
    Store.open(database).close()
    Store.open(database, create=False).close()


def test_a_file_that_is_no_database_is_left_alone(database: Path) -> None:
    database.write_text("To be, or not to be, that is the question. " * 40)
    before = database.read_bytes()
    with pytest.raises(faults.NotADatabase, match="is not a database"):
        Store.open(database)
    assert database.read_bytes() == before


def test_a_folder_in_the_files_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(faults.NotADatabase, match="is a folder"):
        Store.open(tmp_path)


def test_a_name_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    with pytest.raises(faults.CannotOpen, match=r"cannot be made \(File name too long\); correct store.path"):
        Store.open(tmp_path / ("x" * 300))


def test_a_database_that_would_not_survive_a_crash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(faults.CannotOpen, match="cannot keep a write-ahead log"):
        Store.open(Path(":memory:"))


def test_another_programs_database_is_left_alone(database: Path) -> None:
    other = sqlite3.connect(database)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = database.read_bytes()
    with pytest.raises(faults.NotADatabase, match="belongs to another program"):
        Store.open(database)
    assert database.read_bytes() == before


def test_a_damaged_file_is_called_so(store: Store, database: Path) -> None:
    for number in range(50):
        store_letter(store, b"%d" % number * 3000, uid=number)
    store.close()
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (database.stat().st_size - 4096))
    with pytest.raises(faults.NotADatabase, match=r"is damaged.*restore a backup"), Store.open(database) as damaged:
        players.everyone(damaged)


def test_a_full_disk_is_told_and_nothing_half_done_is_kept(store: Store) -> None:
    pages = pragma(store, "page_count")
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(faults.DiskFull, match="disk is full") as caught, store.transaction():
        players.add(store, "ann@example.org", now=NOW)
        store.insert("acts", {"at": "x", "who": "Dan", "act": "look", "facts": "x" * 100_000})
    assert caught.value.passing
    assert not store.in_transaction
    assert players.everyone(store) == []
    store.db.execute("PRAGMA max_page_count = 100000")
    store_letter(store, b"x" * 100_000, uid=1)


# -- what needs a process of its own: it gives up rights, or has its files bounded ------------------------------------


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that an account without rights can enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def outcome(script: str, path: Path, *, file_bytes_max: int | None = None) -> str:
    """What a new process prints that runs `script` with that path, as an account that is not root."""
    # Everything is imported first: this checkout may be one that only its owner can read.
    preamble = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from referee.store import faults\n"
        "from referee.store.database import Store\n"
        "from tests.referee.store_samples import NOW, store_letter\n"
        "path = Path(sys.argv[1])\n"
        "if os.geteuid() == 0 and sys.argv[2]:\n"
        f"    os.seteuid({_NOBODY})\n"
    )

    def bound() -> None:
        if file_bytes_max is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes_max, file_bytes_max))

    done = subprocess.run(
        [sys.executable, "-B", "-c", preamble + script, str(path), "" if file_bytes_max else "humble"],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        preexec_fn=bound,
    )
    return done.stdout.strip()


_OPEN = """
try:
    Store.open(path).close()
except faults.StoreError as error:
    print(type(error).__name__, error)
"""


def test_a_database_that_may_not_be_written_is_told(open_folder: Path) -> None:
    path = open_folder / "referee.db"
    Store.open(path).close()
    path.chmod(0o444)
    open_folder.chmod(0o555)
    told = outcome(_OPEN, path)
    open_folder.chmod(0o755)
    assert told.startswith(f"ReadOnly the database {path} cannot be written; give this account the right")
    assert "\n" not in told


def test_a_folder_that_may_not_be_written_is_told(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    told = outcome(_OPEN, open_folder / "referee.db")
    open_folder.chmod(0o755)
    assert told.startswith(f"CannotOpen the database {open_folder}/referee.db cannot be made; this account needs")
    assert "\n" not in told


def test_a_database_that_may_not_even_be_read_is_told(open_folder: Path) -> None:
    path = open_folder / "referee.db"
    Store.open(path).close()
    path.chmod(0o000)
    assert outcome(_OPEN, path).startswith(f"CannotOpen the database {path} cannot be opened; this account needs")


def test_a_file_that_the_system_will_not_let_grow_is_told(open_folder: Path) -> None:
    path = open_folder / "referee.db"
    script = (
        "store = Store.open(path)\n"
        "try:\n"
        "    store_letter(store, b'x' * 2_000_000, uid=1)\n"
        "except faults.StoreError as error:\n"
        "    print(type(error).__name__, error)\n"
        "store_letter(store, b'short', uid=2)\n"
    )
    told = outcome(script, path, file_bytes_max=1_000_000)
    assert told.startswith(f"DiskFailed the database {path} met a disk error") and "\n" not in told
    with Store.open(path) as store:
        assert [row["uid"] for row in store.rows("SELECT uid FROM letters")] == [2]


def test_a_disk_too_full_for_a_new_database_is_told(open_folder: Path) -> None:
    told = outcome(_OPEN, open_folder / "referee.db", file_bytes_max=8_000)
    assert told.startswith("DiskFailed") and "\n" not in told
