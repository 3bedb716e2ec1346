"""A referee of one's own and players with mail programs: what the acceptance tests play with."""

import email
import email.policy
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, closing, contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path
from smtplib import SMTP
from typing import Any

from click.testing import CliRunner

from engine.events import Turn
from engine.transcript import play as play_transcript
from referee.__main__ import main
from referee.steps import END_AT
from referee.store import games, turns
from referee.store.database import Store
from tests.acceptance.forked import Forked
from tests.ear import PATIENCE_SECONDS
from tests.post_office import DOMAIN, HOST, PostOffice

COMMAND = Path(sys.executable).with_name("referee")
ENDS_WITHIN_SECONDS = 20.0  # ten times as long as it may be on a machine that does nothing else
PASSWORDS = {name: f"{name}-password" for name in ("referee", "director", "ann", "bob", "cyd", "eve")}
PASSWORD_VARIABLE = "POST_OFFICE_PASSWORD"
_TOKEN = re.compile(r"\+(\d+)\.(\d+)\.(\d+)\.([a-z2-7]{16})@")

Script = dict[tuple[str, int], list[str]]


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(mail: EmailMessage) -> str:
    """What the plain part of a mail says."""
    body = mail.get_body(("plain",))
    assert body is not None, mail
    return str(body.get_content()).replace("\r\n", "\n")


def seat_and_turn(mail: EmailMessage) -> tuple[int, int, int]:
    """Game, seat and turn that the Reply-To of a mail of the referee stands for."""
    found = _TOKEN.search(str(mail["Reply-To"]))
    assert found is not None, mail["Reply-To"]
    return int(found[1]), int(found[2]), int(found[3])


def reply(mail: EmailMessage, sender: str, words: str, **fields: str | None) -> EmailMessage:
    """An answer as a mail program makes it, with the mail quoted below the words; `fields` changes its head."""
    answer = EmailMessage(policy=email.policy.SMTP)
    subject = str(mail["Subject"])
    head: dict[str, str | None] = {
        "From": sender,
        "To": str(mail["Reply-To"] or mail["From"]),
        "Subject": subject if subject.lower().startswith("re:") else f"Re: {subject}",
        "Date": formatdate(localtime=True),
        "Message-ID": make_msgid(domain="example.org"),
        "In-Reply-To": str(mail["Message-ID"]),
        "References": f"{mail['References'] or ''} {mail['Message-ID']}".strip(),
    }
    for name, value in (head | {key.replace("_", "-"): value for key, value in fields.items()}).items():
        if value is not None:
            answer[name] = value
    quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
    answer.set_content(f"{words}\n\nOn {mail['Date']}, {parseaddr(str(mail['From']))[0]} wrote:\n{quoted}")
    return answer


@dataclass
class Player:
    """A person with a mailbox at the office, who reads it over IMAP and sends by SMTP."""

    name: str
    office: PostOffice
    read: int = 0
    sent: list[EmailMessage] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.name}@{DOMAIN}"

    def mails(self) -> list[EmailMessage]:
        """All mails in the mailbox, oldest first."""
        return [parsed(raw) for raw in self.office.folder(self.name)]

    def new_mails(self) -> list[EmailMessage]:
        """The mails that were not read before."""
        fresh = self.mails()[self.read :]
        self.read += len(fresh)
        return fresh

    def wait_for(self, wanted: Callable[[EmailMessage], bool], *, seconds: float = PATIENCE_SECONDS) -> EmailMessage:
        """The first mail in the mailbox that is wanted, once it is there."""
        found: list[EmailMessage] = []

        def there() -> bool:
            found[:] = [mail for mail in self.mails() if wanted(mail)]
            return bool(found)

        self.office.wait_until(there, seconds=seconds)
        return found[0]

    def send(self, mail: EmailMessage, *, to: str | None = None) -> None:
        """Send it by SMTP, to the address in it or another one."""
        self.sent.append(mail)
        with SMTP(HOST, self.office.smtp, timeout=PATIENCE_SECONDS) as client:
            client.login(self.name, self.office.users[self.name])
            client.sendmail(self.address, [to or parseaddr(str(mail["To"]))[1]], mail.as_bytes())

    def answer(self, mail: EmailMessage, words: str, **fields: str | None) -> EmailMessage:
        """Answer a mail with some words; the answer as it was sent."""
        answer = reply(mail, f"{self.name.capitalize()} <{self.address}>", words, **fields)
        self.send(answer)
        return answer


def asks(mail: EmailMessage) -> bool:
    """Whether it is an invitation or a turn's report: the mails of the referee with the token in their Subject."""
    return re.search(r"\[WH \d+\.\d+\.[a-z2-7]{16}\]", str(mail["Subject"])) is not None


def is_receipt(mail: EmailMessage) -> bool:
    """Whether it answers a mail."""
    return mail["Auto-Submitted"] == "auto-replied"


class Daemon:
    """A `referee run` process, and all that it says."""

    def __init__(self, folder: Path, environment: dict[str, str], *more: str) -> None:
        self.lines: list[str] = []
        self._news = threading.Condition()
        self._silent = False
        self.process = Forked(["run", *more], folder, environment)
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def hear(self, event: str, *, count: int = 1, seconds: float = PATIENCE_SECONDS) -> None:
        """Until the daemon has said this `count` times, or ended; AssertionError where it does neither, or ended."""
        with self._news:
            self._news.wait_for(lambda: self.said(event) >= count or self._silent, seconds)
            assert self.said(event) >= count, self.story()

    def said(self, event: str) -> int:
        return sum(event in line for line in self.lines)

    def story(self) -> str:
        return "the referee said:\n" + "\n".join(self.lines)

    def end(self, *, seconds: float = PATIENCE_SECONDS) -> tuple[int, float]:
        """Tell it to end; its exit status and how many seconds it took."""
        start = time.monotonic()
        self.process.signal(signal.SIGTERM)
        status = self.process.status(seconds)
        assert status is not None, self.story()
        took = time.monotonic() - start
        self._finish()
        return status, took

    def lives_for(self, seconds: float) -> None:
        """Let it work for so long."""
        assert self.process.status(seconds) is None, self.story()

    def wait(self, seconds: float = PATIENCE_SECONDS) -> int:
        """The exit status, once it ends by itself."""
        status = self.process.status(seconds)
        assert status is not None, f"it goes on, and {self.story()}"
        self._finish()
        return status

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.signal(signal.SIGKILL)
        self.process.status(None)
        self._finish()

    def _listen(self) -> None:
        for line in self.process.said:
            with self._news:
                self.lines.append(line.rstrip("\n"))
                self._news.notify_all()
        with self._news:
            self._silent = True
            self._news.notify_all()

    def _finish(self) -> None:
        self._listener.join()
        self.process.said.close()


@dataclass
class House:
    """A folder with the config.toml and the database of one referee, who gets his mail at the office."""

    folder: Path
    office: PostOffice
    environment: dict[str, str] = field(default_factory=lambda: {**os.environ, PASSWORD_VARIABLE: PASSWORDS["referee"]})

    def command(self, *words: str, status: int = 0) -> str:
        """What `referee` with these words prints (on standard error where it is to fail)."""
        done = self.called(*words, status=status)
        return done.stderr if status else done.stdout

    def called(
        self, *words: str, status: int, by: Sequence[str] = (), **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        """The same, with both; `by` are other words in front of it."""
        done = subprocess.run(
            [*by, COMMAND, *words],
            cwd=self.folder,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
            timeout=PATIENCE_SECONDS,
        )
        assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
        return done

    def prepared(self, *words: str) -> None:
        """As `command`, within the process of the test: for what is only to be there when it begins."""
        with chdir(self.folder):
            result = CliRunner().invoke(main, words, env=self.environment, catch_exceptions=False)
        assert result.exit_code == 0, result.output

    def init(self, *more: str, imap: int | None = None, smtp: int | None = None) -> None:
        """Write the config.toml with `referee init`, for servers at these ports instead of the office's own."""
        self.prepared(
            "init",
            *("--address", f"referee@{DOMAIN}", "--director", f"director@{DOMAIN}"),
            *("--imap-host", HOST, "--imap-port", str(imap or self.office.imap), "--imap-security", "none"),
            *("--smtp-host", HOST, "--smtp-port", str(smtp or self.office.smtp), "--smtp-security", "none"),
            *("--user", "referee", "--password-env", PASSWORD_VARIABLE, *more),
        )

    def start_game(self, *players: Player, salt: str = "7") -> None:
        seats = [f"--wizard={player.name.capitalize()}={player.address}" for player in players]
        self.prepared("game", "start", *seats, "--salt", salt)

    @contextmanager
    def running(self, *more: str, **environment: str) -> Iterator[Daemon]:
        """A daemon, started with `more` options, that is ended, if need be, with the block."""
        daemon = Daemon(self.folder, {**self.environment, **environment}, *more)
        try:
            yield daemon
        finally:
            if daemon.process.status() is None:
                daemon.kill()
            else:
                daemon.wait()

    @contextmanager
    def ending_at(self, step: str) -> Iterator[Daemon]:
        """A daemon that kills itself at the step."""
        with self.running(**{END_AT: step}) as daemon:
            yield daemon

    @property
    def database(self) -> Path:
        return self.folder / "referee.db"

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """What a SELECT finds in the database."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql)]

    def turns(self, game: int = 1) -> list[Turn]:
        """All turns of a game as they were adjudicated."""
        with Store.open(self.database, create=False) as store:
            before = games.opening(store, game)
            found = []
            for each in turns.records(store, game):
                assert before is not None
                found.append(Turn(turn=each.turn, part=each.part, events=each.events, before=before, after=each.after))
                before = each.after
        return found


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """A referee with a post office to himself."""
    with PostOffice.open(PASSWORDS) as office:
        yield House(folder, office)


def answer_what_came(left: Script, players: Sequence[Player]) -> None:
    """Each player answers each new mail that asks, with what is left for him to say next on that turn."""
    for player in players:
        for mail in player.new_mails():
            if asks(mail) and (orders := left.get((player.name, seat_and_turn(mail)[2]))):
                player.answer(mail, orders.pop(0))


def play(script: Script, players: Sequence[Player], *, daemon: Daemon | None = None) -> None:
    """Let the players answer what comes until all is said, which empties the script.

    The script has a list of orders for each (player, turn): one for the turn, and one for each extra turn after it."""

    def all_said() -> bool:
        answer_what_came(script, players)
        return not any(script.values())

    try:
        players[0].office.wait_until(all_said)
    except TimeoutError:
        raise AssertionError(f"still to say: {script}; {daemon.story() if daemon else ''}") from None


def by_transcript(text: str) -> list[Turn]:
    """The turns that the engine makes of a transcript."""
    return [played.turn for played in play_transcript(text)[1]]
