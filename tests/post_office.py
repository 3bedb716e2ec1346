"""A post office to throw away: a real Dovecot, an SMTP server that delivers to it, and a line that can be cut."""

import asyncio
import contextlib
import getpass
import grp
import imaplib
import os
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.ear import PATIENCE_SECONDS

HOST = "127.0.0.1"
DOMAIN = "duel.example.org"
START_SECONDS = 60.0
ANSWER_SECONDS = 60.0
# Debian keeps Dovecot where ordinary accounts do not look.
SYSTEM_PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"])


def has_dovecot() -> bool:
    """Whether this machine can open a post office."""
    return shutil.which("dovecot", path=SYSTEM_PATH) is not None


# Everything runs under one ordinary account: no chroots, none of the packaged ones.
_CONF = """\
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/dovecot.log
instance_name = {name}
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0 secs
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 0
first_valid_gid = 0
mail_uid = {user}
mail_gid = {group}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {home}/users
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={home}/mail/%n
}}
recipient_delimiter = +
auth_username_format = %Ln
lmtp_save_to_detail_mailbox = no
lda_original_recipient_header = X-Original-To
hostname = mx.{domain}
postmaster_address = postmaster@{domain}
mail_location = maildir:~/Maildir
mail_fsync = never
mailbox_idle_check_interval = 1 secs
namespace inbox {{
  inbox = yes
  separator = /
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  chroot =
  user = {user}
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service auth {{
  user = {user}
}}
service auth-worker {{
  user = {user}
}}
service indexer-worker {{
  user = {user}
}}
"""


def free_port() -> int:
    """A port of the loopback that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@dataclass
class PostOffice:
    """`imap`, `smtp` and `lmtp` are its ports; `users` its accounts with their passwords, all at DOMAIN."""

    home: Path
    users: dict[str, str]
    imap: int = field(default_factory=free_port)
    lmtp: int = field(default_factory=free_port)
    smtp: int = field(default_factory=free_port)
    _dovecot: "subprocess.Popen[bytes] | None" = None
    _delivered: int = 0
    _news: threading.Condition = field(default_factory=threading.Condition)

    @classmethod
    @contextlib.contextmanager
    def open(cls, users: dict[str, str]) -> Iterator["PostOffice"]:
        """An office that is open for as long as the block lasts."""
        home = Path(tempfile.mkdtemp(prefix="post-office-"))
        office = cls(home=home, users=users)
        office._furnish()
        try:
            office.start_dovecot()
            front = Controller(
                _Front(office),
                hostname=HOST,
                port=office.smtp,
                authenticator=office._authenticate,
                auth_require_tls=False,
                data_size_limit=30_000_000,
            )
            front.start()
            try:
                yield office
            finally:
                front.stop()
        finally:
            office.stop_dovecot()
            shutil.rmtree(home, ignore_errors=True)

    def start_dovecot(self) -> None:
        """Start it and wait until it answers."""
        account: dict[str, Any] = {"user": "mail", "group": "mail", "extra_groups": []} if os.getuid() == 0 else {}
        with (self.home / "stderr.log").open("ab") as log:
            self._dovecot = subprocess.Popen(
                [_dovecot(), "-F", "-c", str(self.home / "dovecot.conf")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **account,
            )
        for port in (self.imap, self.lmtp):
            self._wait_for(port)

    def stop_dovecot(self) -> None:
        """End it with all the processes that it started: these would serve on without it."""
        if self._dovecot is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._dovecot.pid, signal.SIGKILL)
            self._dovecot.wait(10)
        self._dovecot = None

    def send(self, raw: bytes, *, to: str, sender: str = "ann@example.net") -> None:
        """Deliver a mail to an address of the office."""
        with smtplib.LMTP(HOST, self.lmtp, timeout=ANSWER_SECONDS) as client:
            client.sendmail(sender, [to], raw)
        with self._news:
            self._delivered += 1
            self._news.notify_all()

    def wait_until(self, holds: Callable[[], bool], *, seconds: float = PATIENCE_SECONDS) -> None:
        """Until `holds`, which is asked again after each delivery to whomever. TimeoutError where it never does."""
        end = time.monotonic() + seconds
        seen = self._delivered
        while not holds():
            with self._news:
                if self._delivered == seen and not self._news.wait(end - time.monotonic()):
                    raise TimeoutError(f"not within {seconds:g} seconds of mail")
                seen = self._delivered

    def folder(self, user: str, name: str = "INBOX") -> list[bytes]:
        """The mails in a user's folder, oldest first, in bytes."""
        with imaplib.IMAP4(HOST, self.imap, timeout=ANSWER_SECONDS) as client:
            client.login(user, self.users[user])
            if client.select(f'"{name}"', readonly=True)[0] != "OK":
                return []
            numbers = client.search(None, "ALL")[1][0].split()
            answers = [client.fetch(number.decode(), "(BODY.PEEK[])")[1][0] for number in numbers]
            return [answer[1] for answer in answers if isinstance(answer, tuple)]

    def flags(self, user: str, name: str) -> list[bytes]:
        """The answer to FETCH FLAGS for each mail in a user's folder."""
        with imaplib.IMAP4(HOST, self.imap, timeout=ANSWER_SECONDS) as client:
            client.login(user, self.users[user])
            client.select(f'"{name}"', readonly=True)
            return [line for line in client.fetch("1:*", "(FLAGS)")[1] if isinstance(line, bytes)]

    def empty(self, user: str) -> None:
        """Throw away everything that a user has."""
        with imaplib.IMAP4(HOST, self.imap, timeout=ANSWER_SECONDS) as client:
            client.login(user, self.users[user])
            for line in client.list()[1]:
                assert isinstance(line, bytes)
                name = line.decode().rpartition(' "/" ')[2].strip('"')
                count = client.select(f'"{name}"')[1][0]
                if count not in (b"0", None):
                    client.store("1:*", "+FLAGS", r"(\Deleted)")
                    client.expunge()

    def _furnish(self) -> None:
        user, group = ("mail", "mail") if os.getuid() == 0 else (getpass.getuser(), grp.getgrgid(os.getgid()).gr_name)
        for name in ("run", "state", "mail"):
            (self.home / name).mkdir()
        (self.home / "users").write_text("".join(f"{name}:{{PLAIN}}{word}\n" for name, word in self.users.items()))
        (self.home / "dovecot.conf").write_text(
            _CONF.format(
                home=self.home,
                name=self.home.name,
                user=user,
                group=group,
                imap=self.imap,
                lmtp=self.lmtp,
                domain=DOMAIN,
            )
        )
        if os.getuid() == 0:
            for path in [self.home, *self.home.rglob("*")]:
                shutil.chown(path, user, group)

    def _wait_for(self, port: int) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1) as line:
                line.settimeout(2)
                if line.recv(16):
                    return
            time.sleep(0.01)
        said = (self.home / "stderr.log").read_text() + (self.home / "dovecot.log").read_text()
        raise TimeoutError(f"Dovecot does not answer: {said[-2000:]}")

    def _authenticate(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        known = isinstance(data, LoginPassword) and self.users.get(data.login.decode()) == data.password.decode()
        return AuthResult(success=known, handled=False)


class _Front:
    """What the SMTP server does with a mail: hand it to Dovecot, one recipient at a time."""

    def __init__(self, office: PostOffice) -> None:
        self._office = office

    # aiosmtpd can ask for a login by itself, but then it warns about the missing TLS.
    async def handle_MAIL(self, _: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:  # noqa: N802
        if not session.authenticated:
            return "530 5.7.0 log in first"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 -- aiosmtpd's name
        sender = "" if envelope.mail_from in (None, "<>") else envelope.mail_from
        try:
            for recipient in envelope.rcpt_tos:
                await asyncio.to_thread(self._office.send, envelope.original_content, to=recipient, sender=sender)
        except smtplib.SMTPRecipientsRefused as refusal:
            code, said = next(iter(refusal.recipients.values()))
            return f"{code} {said.decode('ascii', 'replace').splitlines()[0]}"
        except (OSError, smtplib.SMTPException) as trouble:
            return f"451 4.3.0 not now: {type(trouble).__name__}"
        return "250 2.0.0 delivered"


class CutLine:
    """A proxy in front of a port of the loopback: it can cut connections, refuse new ones, or swallow every byte."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self.refusing = False
        self.port = 0
        self.connections = 0

    async def __aenter__(self) -> "CutLine":
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.swallow(False)
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def swallow(self, on: bool) -> None:
        """Let nothing through, in either direction, without closing anything; or let it flow again."""
        if on:
            self._flowing.clear()
        else:
            self._flowing.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.connections += 1
        if self.refusing:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(HOST, self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._flowing.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


def _dovecot() -> str:
    found = shutil.which("dovecot", path=SYSTEM_PATH)
    assert found is not None
    return found
