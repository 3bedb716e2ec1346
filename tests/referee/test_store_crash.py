"""A process that is killed in the middle of its work leaves a database that holds whole transactions only."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.model import Part
from referee.store import games, mailbag, outgoing, turns
from referee.store.database import Store
from tests.referee.store_samples import start_game, store_letter

_ROOT = Path(__file__).parents[2]
_HALF_WAY = """
import sys
from pathlib import Path
from referee.store import games, mailbag, outgoing, turns
from referee.store.database import Store
from engine.model import Part
from tests.referee.store_samples import NOW, Play
store = Store.open(Path(sys.argv[1]))
store.db.execute("PRAGMA cache_size = 1")  # so that pages of the open transaction really reach the disk
orders, turn = Play(1).turn(games.load(store, 1).duel)
with store.transaction():
    turns.save_orders(store, 1, turn=1, part=Part.NORMAL, seat=1, clauses=orders["Ann"].clauses, complete=True, now=NOW)
    turns.append(store, 1, turn, orders=orders.values(), now=NOW)
    for number in range(200):
        outgoing.put(store, message_id=f"<{number}@example.org>", recipient="ann@example.org", envelope_from="",
                     raw=b"x" * 5000, subject="a report", kind="report", game=1, seat=1, turn=1, letter=1, now=NOW)
    mailbag.close_letter(store, 1, mailbag.LetterState.HANDLED, kind="message", verdict="processed", now=NOW)
    print("half way", flush=True)
    sys.stdin.read()
"""
_BUSILY = """
import sys
from pathlib import Path
from referee.store import mailbag, outgoing
from referee.store.database import Store
from tests.referee.store_samples import NOW
store = Store.open(Path(sys.argv[1]))
for number in range(1_000_000):
    with store.transaction():
        letter, _ = mailbag.store_letter(store, folder="INBOX", uidvalidity=7, uid=number, raw=b"%d" % number * 500,
                                         arrived_at=NOW, now=NOW)
        mailbag.close_letter(store, letter, mailbag.LetterState.HANDLED, kind="message", verdict="processed", now=NOW)
        outgoing.put(store, message_id=f"<{number}@example.org>", recipient="ann@example.org", envelope_from="",
                     raw=b"%d" % number * 500, subject="a receipt", kind="receipt", letter=letter, now=NOW)
    print(number, flush=True)
"""


@contextmanager
def running(script: str, path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that runs the script on the database; killed at the latest at the end."""
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with child:
        try:
            yield child
        finally:
            child.kill()


def assert_sound(store: Store) -> None:
    assert store.row("PRAGMA integrity_check") == {"integrity_check": "ok"}
    assert store.rows("PRAGMA foreign_key_check") == []


def test_a_kill_within_a_transaction_leaves_nothing_of_it(store: Store, database: Path) -> None:
    game = start_game(store)
    letter, _ = store_letter(store, b"my orders", uid=1)
    before = games.load(store, game)
    with running(_HALF_WAY, database) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"half way\n"
        # There is something to be undone: the open transaction's pages are on the disk already.
        assert database.with_name("referee.db-wal").stat().st_size > 500_000
        os.kill(child.pid, signal.SIGKILL)
        assert child.wait(timeout=60) == -signal.SIGKILL
    store.close()
    with Store.open(database) as again:
        assert_sound(again)
        assert games.load(again, game) == before
        assert turns.records(again, game) == []
        assert turns.held_orders(again, game, turn=1, part=Part.NORMAL) == {}
        assert outgoing.listing(again, outgoing.MailState) == []
        assert mailbag.unhandled(again, limit=9) == [letter]


@pytest.mark.parametrize("commits", [1, 7, 40])
def test_a_kill_at_any_moment_keeps_all_that_was_committed_and_only_whole_letters(database: Path, commits: int) -> None:
    with running(_BUSILY, database) as child:
        assert child.stdout is not None
        for number in range(commits):
            assert child.stdout.readline() == b"%d\n" % number
        os.kill(child.pid, signal.SIGKILL)
        told = commits + len(child.stdout.read().split(b"\n")) - 1
        assert child.wait(timeout=60) == -signal.SIGKILL
    with Store.open(database) as store:
        assert_sound(store)
        letters = mailbag.letters(store, mailbag.LetterState)
        mails = outgoing.listing(store, outgoing.MailState)
        assert {letter.state for letter in letters} == {mailbag.LetterState.HANDLED}
        assert [mail.letter for mail in mails] == [letter.id for letter in letters]
        # It may have been killed between the end of a transaction and the word about it.
        assert len(letters) in (told, told + 1)
