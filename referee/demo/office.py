"""An embedded post office: IMAP by pymap and SMTP by aiosmtpd, in this process, on free ports of the loopback."""

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from proxyprotocol.sock import SocketInfo
from pymap.backend.dict import DictBackend, Identity
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.parsing.specials import ExtensionOptions
from pymap.user import Passwords, UserMetadata

from referee import clock

HOST: Final = "127.0.0.1"
DOMAIN: Final = "office.example.org"
MAIL_BYTES_MAX: Final = 1_000_000
FOLDERS: Final = ("Sent", "Drafts", "Trash")  # what mail programs look for

Watch = Callable[[bytes, str], None]

# What pymap's own command line would have read; mails are kept in memory only.
_PYMAP_OPTIONS: Final = {
    "debug": False,
    "tls": False,
    "cert": None,
    "key": None,
    "host": [HOST],
    "port": "0",
    "inherited_sockets": None,
    "proxy_protocol": None,
    "passlib_cfg": None,
    "skip_services": [],
    "demo_data": False,
    "demo_user": "nobody",
    "demo_password": "",
}


class Office:
    """Mailboxes for a few people at DOMAIN; `name+anything@` is delivered to `name`. `imap` and `smtp` are its ports.

    `watch` is told of each delivered mail: its bytes and its recipient's address."""

    def __init__(self, passwords: Mapping[str, str], watch: Watch) -> None:
        self.passwords = dict(passwords)
        self.imap = 0
        self.smtp = 0
        self._watch = watch
        self._backend: Any = None
        self._config: Any = None
        self._talks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Office"]:
        """Serve for as long as the block lasts."""
        async with AsyncExitStack() as stack:
            self._backend, self._config = await DictBackend.init(Namespace(**_PYMAP_OPTIONS))
            self._config.apply_context()
            for name, password in self.passwords.items():
                await self._furnish(name, password)
            await self._backend.start(stack)
            stack.push_async_callback(self._hang_up)
            self.imap = await self._listen_imap(stack)
            self.smtp = await self._listen_smtp(stack)
            yield self

    def address(self, name: str) -> str:
        """The mail address of one of the accounts."""
        return f"{name}@{DOMAIN}"

    async def _furnish(self, name: str, password: str) -> None:
        hashed = await Passwords(self._config).hash_password(password)
        account = self._account(name)
        await account.set(UserMetadata(self._config, name, password=hashed))
        async with account.new_session() as session:
            for folder in FOLDERS:
                await session.create_mailbox(folder)

    def _account(self, name: str) -> Identity:
        return Identity(name, self._backend.login, None, frozenset({"admin"}))

    # -- IMAP ----------------------------------------------------------------------------------------------------

    async def _listen_imap(self, stack: AsyncExitStack) -> int:
        serve = IMAPServer(self._backend.login, self._config)

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            # From Python 3.13 on nothing else holds a connection's task, and one that only idles would be collected.
            self._talks.add(task)
            task.add_done_callback(self._talks.discard)
            await serve(reader, writer, SocketInfo.get(writer, None))

        server = await asyncio.start_server(talk, HOST, 0)
        stack.callback(server.close)
        return int(server.sockets[0].getsockname()[1])

    async def _hang_up(self) -> None:
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)

    # -- SMTP ----------------------------------------------------------------------------------------------------

    async def _listen_smtp(self, stack: AsyncExitStack) -> int:
        loop = asyncio.get_running_loop()

        def conversation() -> SMTP:
            return SMTP(
                self,
                hostname=DOMAIN,
                authenticator=self._authenticate,
                auth_require_tls=False,
                enable_SMTPUTF8=True,
                data_size_limit=MAIL_BYTES_MAX,
                loop=loop,
            )

        server = await loop.create_server(conversation, HOST, 0)
        stack.callback(server.close)
        return int(server.sockets[0].getsockname()[1])

    def _authenticate(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        known = isinstance(data, LoginPassword) and self.passwords.get(data.login.decode()) == data.password.decode()
        return AuthResult(success=known, handled=False)

    # aiosmtpd can demand a login by itself, but then it warns on every connection that there is no TLS.
    async def handle_MAIL(self, _server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:  # noqa: N802 -- aiosmtpd's name
        """Take a sender, of those who have logged in."""
        if not session.authenticated:
            return "530 5.7.0 log in first"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]) -> str:  # noqa: N802
        """Take a recipient who has a mailbox here."""
        if _owner(address) not in self.passwords:
            return "550 5.1.1 nobody of that name has a mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Put a mail into its recipients' mailboxes."""
        when = clock.now()
        sender = (envelope.mail_from or "").strip("<>")
        for recipient in envelope.rcpt_tos:
            head = (
                f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n"
                f"Received: from {session.host_name} by {DOMAIN}; {when:%a, %d %b %Y %H:%M:%S +0000}\r\n"
            )
            raw = head.encode() + envelope.original_content
            mail = AppendMessage(raw, when, frozenset(), ExtensionOptions.empty())
            async with self._account(_owner(recipient)).new_session() as session_of_owner:
                await session_of_owner.append_messages("INBOX", [mail])
            self._watch(envelope.original_content, recipient)
        return "250 2.0.0 delivered"


def _owner(address: str) -> str:
    """The account that an address belongs to, "" for one of another post office."""
    local, _, domain = address.lower().rpartition("@")
    return local.partition("+")[0] if domain == DOMAIN else ""
