"""Order mails from the players' SMTP through Dovecot and the daemon, beside a referee that does nothing."""

import imaplib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from email.utils import parseaddr
from pathlib import Path
from smtplib import SMTP

from referee.config import load
from referee.desk import Desk
from referee.journal import Journal
from referee.store import outgoing
from referee.store.database import Store
from referee.store.outgoing import MailState
from tests.acceptance.by_mail import COMMAND, PASSWORDS, House
from tests.benchmarks import games
from tests.benchmarks.table import Row
from tests.post_office import HOST, PostOffice, has_dovecot

GAMES = 100
TURNS = 3
SENDERS = 2
AIM = 0.75
LOOK_SECONDS = 0.02
PATIENCE_SECONDS = 120.0
MAILS = 2 * GAMES

Mails = Sequence[tuple[str, bytes]]


def rows() -> Iterator[Row]:
    """The rate from the first order sent until the last one is filed. Each is sent by its player on a connection of
    its own, with a login, as mail programs do. The last row waits for all answers and reports to be sent as well."""
    if not has_dovecot():
        print("Dovecot is not installed: no end-to-end rates", file=sys.stderr)
        return
    names = ("referee", "director", "ann", "bob")
    filed, answered, sent = [], [], []
    with tempfile.TemporaryDirectory() as folder, PostOffice.open({name: PASSWORDS[name] for name in names}) as office:
        house = House(Path(folder), office)
        house.init()
        with (house.folder / "config.toml").open("a") as settings:
            settings.write("\n[mail]\nanswers_per_hour = 100000\n")
        with Store.open(house.folder / "referee.db") as store:
            games.start(
                Desk(store, load(house.folder / "config.toml", house.environment), Journal()), GAMES, datetime.now(UTC)
            )
            with _process([str(COMMAND), "run"], house):
                for turn in range(1, TURNS + 1):
                    _until(lambda: _is_idle(store))
                    sent.append(list(games.answers(store, turn)))
                    began = time.perf_counter()
                    _send_all(office, sent[-1])
                    _until_filed(office, turn * MAILS)
                    filed.append(MAILS / (time.perf_counter() - began))
                    _until(lambda: _is_idle(store))
                    answered.append(MAILS / (time.perf_counter() - began))
        idle = Row(name="order mails by SMTP and Dovecot, nothing done", rates=list(_idle_rates(house, sent)))
    yield idle
    yield Row(name="order mails by SMTP and Dovecot, until filed", rates=filed, aim=AIM, beside=idle)
    yield Row(name="order mails by SMTP and Dovecot, until answered", rates=answered, beside=idle)


def _idle_rates(house: House, rounds: Sequence[Mails]) -> Iterator[float]:
    house.office.empty("referee")
    with _process([sys.executable, "-m", "tests.benchmarks.idle_referee", str(house.folder / "config.toml")], house):
        _until_filed(house.office, 0)
        for number, mails in enumerate(rounds, start=1):
            began = time.perf_counter()
            _send_all(house.office, mails)
            _until_filed(house.office, number * MAILS)
            yield MAILS / (time.perf_counter() - began)


@contextmanager
def _process(command: Sequence[str], house: House) -> Iterator[None]:
    where = house.folder if command[0] == str(COMMAND) else Path.cwd()
    with subprocess.Popen(
        command, cwd=where, env={**os.environ, **house.environment}, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield
        finally:
            process.terminate()


def _send_all(office: PostOffice, mails: Mails) -> None:
    with ThreadPoolExecutor(SENDERS) as senders:
        list(senders.map(lambda mail: _send(office, *mail), mails))


def _send(office: PostOffice, sender: str, raw: bytes) -> None:
    account = sender.partition("@")[0]
    to = parseaddr(str(message_from_bytes(raw)["To"]))[1]
    with SMTP(HOST, office.smtp, timeout=30) as client:
        client.login(account, office.users[account])
        client.sendmail(sender, [to], raw)


def _filed(office: PostOffice) -> int:
    """How many mails the referee has filed; -1 while the folder is not there."""
    with imaplib.IMAP4(HOST, office.imap, timeout=30) as client:
        client.login("referee", office.users["referee"])
        said, lines = client.status("Processed", "(MESSAGES)")
        text = lines[0]
        assert isinstance(text, bytes) or said != "OK"
        return int(text.rpartition(b" ")[2].rstrip(b")")) if said == "OK" and isinstance(text, bytes) else -1


def _is_idle(store: Store) -> bool:
    """Whether all that was queued was sent."""
    assert not outgoing.listing(store, (MailState.SET_ASIDE,))
    return outgoing.next_due(store) is None


def _until_filed(office: PostOffice, count: int) -> None:
    _until(lambda: _filed(office) == count)


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {PATIENCE_SECONDS:g} seconds")
        time.sleep(LOOK_SECONDS)
