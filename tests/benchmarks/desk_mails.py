"""Order mails that go over the desk into a real store (synchronous FULL), without any server."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from referee.config import parse
from referee.desk import Desk
from referee.journal import Journal
from referee.mail.imap_line import Incoming
from referee.mail.inbox import BATCH_MAILS, Filing
from referee.store.database import Store
from tests.benchmarks import games
from tests.benchmarks.table import Row, rate
from tests.post_office import DOMAIN

GAMES = 100
TURNS = 5
AIM = 300
NOW = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)
SETTINGS = f"""
[referee]
address = "referee@{DOMAIN}"
director = "director@{DOMAIN}"
[tokens]
secret = "a secret of some length"
[imap]
host = "127.0.0.1"
security = "none"
user = "referee"
password = "not used"
[smtp]
host = "127.0.0.1"
security = "none"
[mail]
answers_per_hour = 100000
"""


def rows() -> Iterator[Row]:
    """Each order mail is stored, read, judged and answered, each second one adjudicates a turn with two reports."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "referee.db") as store:
        desk = Desk(store, parse(SETTINGS, folder=Path(folder), environment={}), Journal())
        games.start(desk, GAMES, NOW)
        rates = []
        for turn in range(1, TURNS + 1):
            mails = [_incoming(turn, number, raw) for number, (_, raw) in enumerate(games.answers(store, turn))]
            assert len(mails) == 2 * GAMES, len(mails)
            rates.append(rate(len(mails), partial(_receive, desk, mails)))
    yield Row(name="order mails over the desk", rates=rates, aim=AIM)


def _receive(desk: Desk, mails: list[Incoming]) -> None:
    for start in range(0, len(mails), BATCH_MAILS):
        filings = desk.receive(mails[start : start + BATCH_MAILS], NOW)
        assert set(filings) == {Filing.PROCESSED}


def _incoming(turn: int, number: int, raw: bytes) -> Incoming:
    return Incoming(folder="INBOX", uidvalidity=turn, uid=number + 1, arrived=NOW, raw=raw, size=len(raw))
