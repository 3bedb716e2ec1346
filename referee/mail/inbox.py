"""IMAP -> bytes: two connections watch a folder, one as a doorbell and one that reads, hands over and files."""

import asyncio
import contextlib
import ssl
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

import aioimaplib
from msgspec import Struct

from referee.config import Imap
from referee.journal import Journal
from referee.mail import imap_answers
from referee.mail.letter import MAIL_BYTES_MAX
from referee.mail.servers import Outage, Pace, WrongPassword, until
from referee.steps import At, Step, pass_by

BATCH_MAILS = 20  # more lines in one answer than some hundreds overrun the library's recursion
COMMAND_SECONDS = 60.0
IDLE_SECONDS = 300.0  # shorter than the half hour, or less, after which servers drop an idle client
FETCH_ATTEMPTS_MAX = 5
T = TypeVar("T")


class Filing(StrEnum):
    """What is to become of a mail once it was handled. LEAVE: it stays, unread, and comes again with the next look."""

    PROCESSED = "processed"
    REJECTED = "rejected"
    LEAVE = "leave"


class Incoming(Struct, frozen=True, kw_only=True):
    """One mail from the folder. `raw`: its bytes, at most MAIL_BYTES_MAX; `size`: how many it has in all."""

    mailbox: str
    uidvalidity: int
    uid: int
    arrived: datetime
    raw: bytes
    size: int


Handle = Callable[[Sequence[Incoming]], Awaitable[Sequence[Filing]]]


class FolderMissing(Exception):
    """A folder that the configuration names is not there and cannot be made; waiting will not help."""


class _Lost(Exception):
    """This connection cannot be used any more."""


async def watch(  # noqa: PLR0913 -- all but the first two are the surroundings that the daemon gives to each of its loops
    settings: Imap,
    handle: Handle,
    *,
    bell: asyncio.Event,
    stop: asyncio.Event,
    journal: Journal,
    at: At = pass_by,
    pace: Callable[[], Pace] = Pace,
    command_seconds: float = COMMAND_SECONDS,
) -> None:
    """Hand every mail of the inbox to `handle` and file it as it says, until `stop` is set.

    Mails come in batches, the oldest first. `handle` may see a mail again (after a lost connection or a crash) and
    must then have no second effect; only after it returns are the mails flagged and moved. `bell` may be rung from
    outside for a look at once. A lost server is waited for with the pauses of `pace`. Raises WrongPassword or
    FolderMissing when that is what the first connection meets, and whatever `handle` raises."""
    watcher = _Watcher(
        settings=settings, handle=handle, bell=bell, stop=stop, journal=journal, at=at, command_seconds=command_seconds
    )
    reader = asyncio.create_task(watcher.keep(watcher.read_and_file, Outage(journal, "imap"), pace()))
    doorbell = asyncio.create_task(watcher.keep(watcher.listen, None, pace()))
    try:
        await asyncio.wait({reader, doorbell}, return_when=asyncio.FIRST_COMPLETED)
        if doorbell.done():
            doorbell.result()
        await reader
    finally:
        reader.cancel()
        doorbell.cancel()
        await asyncio.gather(reader, doorbell, return_exceptions=True)


@dataclass(slots=True, kw_only=True)
class _Watcher:
    settings: Imap
    handle: Handle
    bell: asyncio.Event
    stop: asyncio.Event
    journal: Journal
    at: At
    command_seconds: float
    was_in: bool = False
    failed: dict[int, int] = field(default_factory=dict)

    async def keep(self, work: Callable[["_Line"], Awaitable[None]], outage: Outage | None, pace: Pace) -> None:
        """Connect, work, and connect again after each loss, until the end."""
        while not self.stop.is_set():
            line = _Line(self.settings, self.command_seconds)
            try:
                await line.open()
                self.was_in = True
                if outage is not None:
                    outage.back()
                await work(line)
                pace.succeeded()
            except (WrongPassword, FolderMissing) as error:
                if not self.was_in:
                    raise
                # It worked before, so the server is more likely to be wrong than the configuration.
                await self._lost(str(error), outage, pace)
            except _Lost as error:
                if line.worked:
                    pace.succeeded()
                await self._lost(str(error), outage, pace)
            finally:
                line.drop()

    async def _lost(self, reason: str, outage: Outage | None, pace: Pace) -> None:
        if outage is not None:
            outage.lost(reason)
        else:
            self.journal.detail("imap-doorbell-lost", reason=reason)
        await until(self.stop, seconds=pace.pause())

    async def listen(self, line: "_Line") -> None:
        """The doorbell: ring at each push. It also rings as soon as it hears: what came before that is not pushed."""
        if not line.can("IDLE"):
            self.journal.note("imap-no-idle", poll_seconds=self.settings.poll_seconds)
            await self.stop.wait()
        while not self.stop.is_set():
            await line.idle(self.bell)

    async def read_and_file(self, line: "_Line") -> None:
        """The reader: look at the folder when the bell rings or the poll comes round."""
        await line.need_folder(self.settings.processed)
        await line.need_folder(self.settings.rejected)
        self.bell.set()
        while not self.stop.is_set():
            await until(self.bell, self.stop, line.lost, seconds=self.settings.poll_seconds)
            self.bell.clear()
            uids = [uid for uid in await line.search() if self.failed.get(uid, 0) < FETCH_ATTEMPTS_MAX]
            # After a batch that could not be fetched they come one by one: a bad mail must not keep the others.
            several = 1 if self.failed.keys() & set(uids) else BATCH_MAILS
            for start in range(0, len(uids), several):
                if self.stop.is_set():
                    return
                await self._batch(line, uids[start : start + several])

    async def _batch(self, line: "_Line", uids: list[int]) -> None:
        try:
            mails = await line.fetch(uids)
        except _Lost:
            for uid in uids:
                self.failed[uid] = self.failed.get(uid, 0) + 1
                if self.failed[uid] == FETCH_ATTEMPTS_MAX:
                    self.journal.trouble("mail-cannot-be-fetched", uid=uid, attempts=FETCH_ATTEMPTS_MAX)
            raise
        for uid in uids:
            self.failed.pop(uid, None)
        if not mails:
            return
        self.at(Step.FETCHED)
        filings = await self.handle(mails)
        if len(filings) != len(mails):
            raise RuntimeError(f"{len(mails)} mails were handed over, {len(filings)} answers came back")
        self.at(Step.BEFORE_FILING)
        for filing, folder in ((Filing.PROCESSED, self.settings.processed), (Filing.REJECTED, self.settings.rejected)):
            done = [mail.uid for mail, said in zip(mails, filings, strict=True) if said is filing]
            if done:
                await line.file(done, folder)
                self.journal.note("mail-filed", folder=folder, uids=imap_answers.uid_set(done))


class _Line:
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
            raise _Lost(f"the server refuses the login for now: {said}")
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
            answer = await self._bounded(self._client.status(_quoted(name), "(MESSAGES)"))
            if answer.result != "OK":
                answer = await self._bounded(self._client.create(_quoted(name)))
            if answer.result != "OK":
                raise FolderMissing(f"the folder {name} is not there, and the server will not make it")

    async def search(self) -> list[int]:
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
                        mailbox=self.settings.inbox,
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
                    raise _Lost("the server will not idle")
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
        client = self._client
        if client is None:
            return
        if client.protocol.transport is not None:
            client.protocol.transport.abort()
        for task in list(client.protocol.tasks):
            task.cancel()
        self._client = None

    async def _fetch(self, uids: list[int], items: str) -> dict[int, imap_answers.Fetched]:
        answer = await self._ask(lambda: self._client.uid("fetch", imap_answers.uid_set(uids), items))
        found = imap_answers.fetched(answer.lines)
        return {uid: found[uid] for uid in uids if uid in found}

    async def _ask(self, command: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        async with self._lock:
            answer = await self._bounded(command())
        if answer.result != "OK":
            said = answer.lines[-1] if answer.lines else b""
            raise _Lost(f"the server answers {answer.result} {bytes(said).decode('utf-8', 'replace')[:200]}")
        return answer

    async def _bounded(self, work: Coroutine[Any, Any, T], seconds: float | None = None, *, quiet: bool = False) -> T:
        """The result of `work`, unless the connection is lost first or the time runs out. `quiet`: time running out
        is no fault and raises _Quiet; anything else raises _Lost, and the connection must not be used again."""
        task = asyncio.ensure_future(work)
        loss = asyncio.ensure_future(self.lost.wait())
        try:
            await asyncio.wait({task, loss}, timeout=seconds or self.seconds, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            if self.lost.is_set():
                raise _Lost("the connection was lost")
            if quiet:
                raise _Quiet
            raise _Lost(f"no answer within {seconds or self.seconds:g} seconds")
        except (_Quiet, _Lost):
            raise
        except Exception as error:
            raise _Lost(_reason(error)) from error
        finally:
            task.cancel()
            loss.cancel()
            await asyncio.gather(task, loss, return_exceptions=True)


class _Quiet(Exception):
    """Nothing was pushed for a while, which is no fault."""


async def _first_of(*tasks: "asyncio.Future[Any]") -> None:
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError) and not str(error):
        return "no greeting in time (is that the port for this kind of security?)"
    return str(error) or type(error).__name__
