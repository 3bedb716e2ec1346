"""One IMAP connection: commands in turn, an end to every wait, and no second chance after any doubt."""

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, TypeVar

import aioimaplib
from msgspec import Struct

from referee.config import Imap
from referee.mail import imap_answers
from referee.mail.letter import MAIL_BYTES_MAX
from referee.mail.servers import WrongPassword

IDLE_SECONDS = 300.0  # shorter than the half hour, or less, after which servers drop an idle client
T = TypeVar("T")


class Incoming(Struct, frozen=True, kw_only=True):
    """One mail from the folder. `raw`: its bytes, at most MAIL_BYTES_MAX; `size`: how many it has in all."""

    folder: str
    uidvalidity: int
    uid: int
    arrived: datetime
    raw: bytes
    size: int


class FolderMissing(Exception):
    """A folder that the configuration names is not there and cannot be made; waiting will not help."""


class Lost(Exception):
    """This connection cannot be used any more."""


class _Quiet(Exception):
    """Nothing was pushed for a while, which is no fault."""


class Line:
    """One connection. Commands go one after the other, each wait has an end, and after any doubt the connection is
    dropped: the library cannot find its way back into a conversation that went wrong."""

    def __init__(self, settings: Imap, seconds: float) -> None:
        self.settings, self.seconds = settings, seconds
        self.lost = asyncio.Event()
        self.worked = False
        self._lock = asyncio.Lock()
        self._uidvalidity = 0
        self._client: Any = None

    async def open(self) -> None:
        """Connect, log in, select the inbox."""
        settings = self.settings
        if settings.security == "tls":
            context = ssl.create_default_context()
            self._client = aioimaplib.IMAP4_SSL(settings.host, settings.port, timeout=self.seconds, ssl_context=context)
        else:
            self._client = aioimaplib.IMAP4(settings.host, settings.port, timeout=self.seconds)
        # The library takes this callback at construction for plain connections only.
        self._client.protocol.conn_lost_cb = lambda _: self.lost.set()
        await self._bounded(self._client.wait_hello_from_server())
        name, password = _quoted(settings.user), settings.password.reveal()
        answer = await self._bounded(self._client.login(name, password))
        if answer.result != "OK":
            said = b" ".join(answer.lines).decode("utf-8", "replace")
            if imap_answers.is_refusal_for_good(answer.lines):
                raise WrongPassword(
                    f"{settings.host} does not accept imap.user {settings.user} with its imap.password: {said}"
                )
            raise Lost(f"the server refuses the login for now: {said}")
        await self._bounded(self._client.protocol.capability())  # it may offer more to those who are in
        answer = await self._bounded(self._client.select(_quoted(settings.inbox)))
        if answer.result != "OK":
            raise FolderMissing(f"imap.inbox: the server has no folder {settings.inbox}")
        self._uidvalidity = imap_answers.uidvalidity(answer.lines)

    def can(self, capability: str) -> bool:
        return bool(self._client.has_capability(capability))

    async def need_folder(self, name: str) -> None:
        """Make the folder if it is not there. Raises FolderMissing."""
        async with self._lock:
            if await self._has_folder(name):
                return
            made = await self._bounded(self._client.create(_quoted(name)))
            # A refusal may also mean that somebody else, as our predecessor who was cut off, has made it this moment.
            if made.result != "OK" and not await self._has_folder(name):
                raise FolderMissing(f"the folder {name} is not there, and the server will not make it")

    async def _has_folder(self, name: str) -> bool:
        answer = await self._bounded(self._client.status(_quoted(name), "(MESSAGES)"))
        return bool(answer.result == "OK")

    async def search(self) -> list[int]:
        # Servers may answer a search from what they last told us; only after this are they sure to know of new mail.
        await self._ask(self._client.noop)
        # Without a charset: some servers refuse the one that the library would name.
        answer = await self._ask(lambda: self._client.uid_search("ALL", charset=None))
        self.worked = True
        return imap_answers.uids(answer.lines)

    async def fetch(self, uids: list[int]) -> list[Incoming]:
        """The mails, oldest first; those that somebody else took away meanwhile are left out. Of a mail over the
        limit only its beginning is fetched. Nothing is flagged by it."""
        about = await self._fetch(uids, "(UID RFC822.SIZE INTERNALDATE)")
        small = [uid for uid, one in about.items() if (one.size or 0) <= MAIL_BYTES_MAX]
        found = await self._fetch(small, "(UID BODY.PEEK[])") if small else {}
        for uid in about.keys() - set(small):
            found |= await self._fetch([uid], f"(UID BODY.PEEK[]<0.{MAIL_BYTES_MAX}>)")
        mails = []
        for uid in sorted(about.keys() & found.keys()):
            raw, arrived, size = found[uid].raw, about[uid].arrived, about[uid].size
            if raw is not None and arrived is not None:
                mails.append(
                    Incoming(
                        folder=self.settings.inbox,
                        uidvalidity=self._uidvalidity,
                        uid=uid,
                        arrived=arrived,
                        raw=raw,
                        size=max(size or 0, len(raw)),
                    )
                )
        return mails

    async def file(self, uids: list[int], folder: str) -> None:
        """Flag the mails as seen and move them."""
        these = imap_answers.uid_set(uids)
        await self._ask(lambda: self._client.uid("store", these, "+FLAGS.SILENT", r"(\Seen)"))
        if self.can("MOVE"):
            await self._ask(lambda: self._client.uid("move", these, _quoted(folder)))
            return
        await self._ask(lambda: self._client.uid("copy", these, _quoted(folder)))
        await self._ask(lambda: self._client.uid("store", these, "+FLAGS.SILENT", r"(\Deleted)"))
        if self.can("UIDPLUS"):
            await self._ask(lambda: self._client.uid("expunge", these))
        else:
            await self._ask(self._client.expunge)

    async def idle(self, bell: asyncio.Event) -> None:
        """Listen until the server pushes something or it is time to show that we are still here."""
        protocol = self._client.protocol
        async with self._lock:
            idling = asyncio.ensure_future(protocol.idle())
            hearing = asyncio.ensure_future(protocol.wait_for_idle_response())
            try:
                await self._bounded(_first_of(idling, hearing))
                if idling.done():
                    raise Lost("the server will not idle")
                self.worked = True
                bell.set()
                with contextlib.suppress(_Quiet):
                    await self._bounded(protocol.idle_queue.get(), IDLE_SECONDS, quiet=True)
                    bell.set()
                protocol.idle_done()
                await self._bounded(_first_of(idling))
            finally:
                idling.cancel()
                hearing.cancel()
                await asyncio.gather(idling, hearing, return_exceptions=True)
            while not protocol.idle_queue.empty():
                protocol.idle_queue.get_nowait()
                bell.set()

    def drop(self) -> None:
        """End the connection at once, without a farewell."""
        if self._client is not None:
            self._cut()
            self._client = None

    def _cut(self) -> None:
        protocol = self._client.protocol
        if protocol.transport is not None:
            protocol.transport.abort()
        for task in list(protocol.tasks):
            task.cancel()

    async def _fetch(self, uids: list[int], items: str) -> dict[int, imap_answers.Fetched]:
        answer = await self._ask(lambda: self._client.uid("fetch", imap_answers.uid_set(uids), items))
        found = imap_answers.fetched(answer.lines)
        return {uid: found[uid] for uid in uids if uid in found}

    async def _ask(self, command: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        async with self._lock:
            answer = await self._bounded(command())
        if answer.result != "OK":
            said = answer.lines[-1] if answer.lines else b""
            raise Lost(f"the server answers {answer.result} {bytes(said).decode('utf-8', 'replace')[:200]}")
        return answer

    async def _bounded(self, work: Coroutine[Any, Any, T], seconds: float | None = None, *, quiet: bool = False) -> T:
        """The result of `work`, unless the connection is lost first or the time runs out. `quiet`: time running out
        is no fault and raises _Quiet; anything else raises Lost, and the connection must not be used again."""
        task = asyncio.ensure_future(work)
        loss = asyncio.ensure_future(self.lost.wait())
        try:
            await asyncio.wait({task, loss}, timeout=seconds or self.seconds, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            if self.lost.is_set():
                raise Lost("the connection was lost")
            if quiet:
                raise _Quiet
            raise Lost(f"no answer within {seconds or self.seconds:g} seconds")
        except (_Quiet, Lost):
            raise
        except Exception as error:
            raise Lost(_reason(error)) from error
        finally:
            if not task.done() and not quiet:
                # The library's own tasks hold a lock while they wait, as for what a server can do after its greeting:
                # whoever is cancelled while he waits for that lock would wait on.
                self._cut()
            task.cancel()
            loss.cancel()
            await asyncio.gather(task, loss, return_exceptions=True)


async def _first_of(*tasks: "asyncio.Future[Any]") -> None:
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError) and not str(error):
        return "no greeting in time (is that the port for this kind of security?)"
    return str(error) or type(error).__name__
