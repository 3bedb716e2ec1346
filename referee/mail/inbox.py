"""IMAP -> bytes: two connections watch a folder, one as a doorbell and one that reads, hands over and files."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from referee import clock
from referee.config import Imap
from referee.journal import Journal
from referee.mail import imap_answers
from referee.mail.imap_line import FolderMissing, Incoming, Line, Lost
from referee.mail.servers import Outage, Pace, WrongPassword, until
from referee.steps import At, Step, pass_by

BATCH_MAILS = 20  # more lines in one answer than some hundreds overrun the library's recursion
COMMAND_SECONDS = 60.0
FETCH_ATTEMPTS_MAX = 5
LOOKS_BETWEEN_TRIES = 60


class Filing(StrEnum):
    """What is to become of a mail once it was handled. LEAVE: it stays, unread, and comes again with the next look."""

    PROCESSED = "processed"
    REJECTED = "rejected"
    LEAVE = "leave"


Handle = Callable[[Sequence[Incoming]], Awaitable[Sequence[Filing]]]


async def watch(
    settings: Imap,
    handle: Handle,
    *,
    bell: asyncio.Event,
    stop: asyncio.Event,
    journal: Journal,
    at: At = pass_by,
    pace: Callable[[], Pace] = Pace,
    command_seconds: float = COMMAND_SECONDS,
    emptied: Callable[[datetime], Awaitable[None]] | None = None,
) -> None:
    """Hand every mail of the inbox to `handle` and file it as it says, until `stop` is set.

    Mails come in batches, the oldest first. `handle` may see a mail again (after a lost connection or a crash) and
    must then have no second effect; only after it returns are the mails flagged and moved. `bell` may be rung from
    outside for a look at once. `emptied` is told the moment of each look after which nothing was left unread. A lost
    server is waited for with the pauses of `pace`. Raises WrongPassword or FolderMissing when that is what the first
    connection meets, and whatever `handle` raises."""
    watcher = _Watcher(
        settings=settings,
        handle=handle,
        bell=bell,
        stop=stop,
        journal=journal,
        at=at,
        command_seconds=command_seconds,
        outage=Outage(journal, "imap"),
        emptied=emptied,
    )
    reader = asyncio.create_task(watcher.keep(watcher.read_and_file, watcher.outage, pace()))
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
    outage: Outage
    emptied: Callable[[datetime], Awaitable[None]] | None
    was_in: bool = False
    failed: dict[int, int] = field(default_factory=dict)
    looks: int = 0

    async def keep(self, work: Callable[[Line], Awaitable[None]], outage: Outage | None, pace: Pace) -> None:
        """Connect, work, and connect again after each loss, until the end."""
        while not self.stop.is_set():
            line = Line(self.settings, self.command_seconds)
            try:
                await line.open()
                await work(line)
                pace.succeeded()
            except (WrongPassword, FolderMissing) as error:
                if not self.was_in:
                    raise
                # It worked before, so the server is more likely to be wrong than the configuration.
                await self._lost(str(error), outage, pace)
            except Lost as error:
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

    async def listen(self, line: Line) -> None:
        """The doorbell: ring at each push. It also rings as soon as it hears: what came before that is not pushed."""
        if not line.can("IDLE"):
            self.journal.note("imap-no-idle", poll_seconds=self.settings.poll_seconds)
            await self.stop.wait()
        while not self.stop.is_set():
            await line.idle(self.bell)

    async def read_and_file(self, line: Line) -> None:
        """The reader: look at the folder when the bell rings or the poll comes round."""
        await line.need_folder(self.settings.processed)
        await line.need_folder(self.settings.rejected)
        self.was_in = True
        self.outage.back()
        self.bell.set()
        while not self.stop.is_set():
            await until(self.bell, self.stop, line.lost, seconds=self.settings.poll_seconds)
            self.bell.clear()
            self.looks += 1
            looked = clock.now()
            uids = [uid for uid in await line.search() if self._worth_a_try(uid)]
            # After a batch that could not be fetched they come one by one: a bad mail must not keep the others.
            several = 1 if self.failed.keys() & set(uids) else BATCH_MAILS
            for start in range(0, len(uids), several):
                if self.stop.is_set():
                    return
                await self._batch(line, uids[start : start + several])
            if self.emptied is not None and not any(count < FETCH_ATTEMPTS_MAX for count in self.failed.values()):
                await self.emptied(looked)

    def _worth_a_try(self, uid: int) -> bool:
        """A mail that could not be fetched time and again is left for a while, not for ever."""
        return self.failed.get(uid, 0) < FETCH_ATTEMPTS_MAX or self.looks % LOOKS_BETWEEN_TRIES == 0

    def _count_failed(self, uids: Sequence[int]) -> None:
        for uid in uids:
            self.failed[uid] = self.failed.get(uid, 0) + 1
            if self.failed[uid] == FETCH_ATTEMPTS_MAX:
                self.journal.trouble("mail-cannot-be-fetched", uid=uid, attempts=FETCH_ATTEMPTS_MAX)
            elif self.failed[uid] < FETCH_ATTEMPTS_MAX:
                self.bell.set()

    async def _batch(self, line: Line, uids: list[int]) -> None:
        try:
            mails = await line.fetch(uids)
        except Lost:
            self._count_failed(uids)
            raise
        came = {mail.uid for mail in mails}
        for uid in came:
            self.failed.pop(uid, None)
        if len(came) < len(uids):  # somebody took it away, or the answer was not understood: look again to know
            self._count_failed([uid for uid in uids if uid not in came])
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
