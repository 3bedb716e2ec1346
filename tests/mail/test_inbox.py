"""The inbox against a real Dovecot, on good days and bad ones."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from referee.config import Imap, Secret
from referee.journal import Journal
from referee.mail.imap_line import Incoming, Line
from referee.mail.inbox import Filing, watch
from referee.mail.letter import MAIL_BYTES_MAX
from referee.mail.servers import Pace, WrongPassword
from referee.steps import Step
from tests.ear import PATIENCE_SECONDS, Ear
from tests.post_office import DOMAIN, HOST, CutLine, PostOffice

pytestmark = pytest.mark.needs_dovecot
TO = f"referee+17.1.3.abcdefghijklmnop@{DOMAIN}"


@dataclass
class Reader:
    """A handler that remembers what it was given and files as it is told."""

    filing: Callable[[Incoming], Filing] = lambda _: Filing.PROCESSED
    seen: list[Incoming] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def __call__(self, mails: Sequence[Incoming]) -> list[Filing]:
        async with self.changed:
            self.seen += mails
            self.batches.append(len(mails))
            self.changed.notify_all()
        return [self.filing(mail) for mail in mails]

    async def until(self, done: Callable[[], bool]) -> None:
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(done), PATIENCE_SECONDS)

    def bodies(self) -> set[bytes]:
        return {mail.raw.rpartition(b"\r\n\r\n")[2].strip() for mail in self.seen}


def mail(body: str) -> bytes:
    return f"From: ann@example.net\r\nTo: {TO}\r\nSubject: orders\r\n\r\n{body}\r\n".encode()


def settings(port: int, password: str = "rot13") -> Imap:
    return Imap(host=HOST, port=port, security="none", user="referee", password=Secret(password), poll_seconds=3600)


@pytest.fixture
def office(post_office: PostOffice) -> PostOffice:
    post_office.empty("referee")
    return post_office


@contextlib.asynccontextmanager
async def watching(
    reader: Reader,
    port: int,
    *,
    at: Callable[[Step], None] = lambda _: None,
    command_seconds: float = 20.0,
    journal: Journal | None = None,
    emptied: Callable[[datetime], Awaitable[None]] | None = None,
) -> AsyncIterator[asyncio.Event]:
    bell, stop = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(
        watch(
            settings(port),
            reader,
            bell=bell,
            stop=stop,
            journal=journal or Journal(),
            at=at,
            pace=lambda: Pace(first=0.02, longest=0.2),
            command_seconds=command_seconds,
            emptied=emptied,
        )
    )
    try:
        yield bell
        stop.set()
        await asyncio.wait_for(task, PATIENCE_SECONDS)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_mail_is_handed_over_with_its_bytes_and_then_flagged_and_moved(office: PostOffice) -> None:
    reader = Reader()
    async with watching(reader, office.imap):
        await asyncio.to_thread(office.send, mail("LH: F"), to=TO)
        await reader.until(lambda: len(reader.seen) == 1)
    one = reader.seen[0]
    assert (one.folder, one.size) == ("INBOX", len(one.raw))
    assert one.uidvalidity > 0
    assert one.arrived.utcoffset() is not None
    assert b"Delivered-To: referee+17.1.3.abcdefghijklmnop@" in one.raw
    assert one.raw.endswith(b"LH: F\r\n")
    assert office.folder("referee") == []
    assert office.folder("referee", "Processed") == [one.raw]
    assert [b"\\Seen" in flags for flags in office.flags("referee", "Processed")] == [True]


async def test_each_look_after_which_nothing_is_left_is_told_with_its_moment(office: PostOffice) -> None:
    looks: list[tuple[datetime, int]] = []
    reader = Reader()

    async def emptied(looked: datetime) -> None:
        async with reader.changed:
            looks.append((looked, len(reader.seen)))
            reader.changed.notify_all()

    before = datetime.now(UTC)
    await asyncio.to_thread(office.send, mail("LH: F"), to=TO)
    async with watching(reader, office.imap, emptied=emptied):
        await reader.until(lambda: bool(looks))
    assert looks[0][1] == 1  # after the mail was handled, not before
    assert before <= looks[0][0] <= datetime.now(UTC)


async def test_a_mail_that_was_waiting_before_the_start_is_found(office: PostOffice) -> None:
    office.send(mail("LH: W"), to=TO)
    reader = Reader()
    async with watching(reader, office.imap):
        await reader.until(lambda: len(reader.seen) == 1)


async def test_rejected_mails_go_to_their_own_folder_and_left_ones_stay_unseen(office: PostOffice) -> None:
    for body in ("good", "bad", "later"):
        office.send(mail(body), to=TO)
    says = {b"good": Filing.PROCESSED, b"bad": Filing.REJECTED, b"later": Filing.LEAVE}
    reader = Reader(filing=lambda one: says[one.raw.rpartition(b"\r\n\r\n")[2].strip()])
    async with watching(reader, office.imap):
        await reader.until(lambda: len(reader.seen) >= 3)
    assert [len(office.folder("referee", name)) for name in ("INBOX", "Processed", "Rejected")] == [1, 1, 1]
    assert [b"\\Seen" in flags for flags in office.flags("referee", "INBOX")] == [False]


async def test_many_mails_come_in_batches_of_twenty(office: PostOffice) -> None:
    for number in range(45):
        office.send(mail(f"number {number}"), to=TO)
    reader = Reader()
    async with watching(reader, office.imap):
        await reader.until(lambda: len(reader.seen) >= 45)
    assert reader.batches == [20, 20, 5]
    assert [one.uid for one in reader.seen] == sorted(one.uid for one in reader.seen)
    assert len(office.folder("referee", "Processed")) == 45


async def test_of_a_mail_of_five_megabytes_only_the_beginning_is_fetched(office: PostOffice) -> None:
    office.send(mail("LH: F") + b"x" * 70 + b"\r\n" + (b"y" * 70 + b"\r\n") * 70_000, to=TO)
    office.send(mail("small"), to=TO)
    reader = Reader()
    async with watching(reader, office.imap):
        await reader.until(lambda: len(reader.seen) == 2)
    big, small = reader.seen
    assert len(big.raw) == MAIL_BYTES_MAX
    assert big.size > 5_000_000
    assert small.raw.endswith(b"small\r\n")


async def test_a_wrong_password_is_said_in_one_line(office: PostOffice) -> None:
    with pytest.raises(WrongPassword) as caught:
        await asyncio.wait_for(
            watch(
                settings(office.imap, password="swordfish"),
                Reader(),
                bell=asyncio.Event(),
                stop=asyncio.Event(),
                journal=Journal(),
            ),
            PATIENCE_SECONDS,
        )
    said = str(caught.value)
    assert "imap.password" in said
    assert "\n" not in said
    assert "swordfish" not in said


async def test_what_the_handler_raises_ends_the_watch_and_leaves_the_mail_alone(office: PostOffice) -> None:
    office.send(mail("LH: F"), to=TO)

    async def full_disk(_: Sequence[Incoming]) -> list[Filing]:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        await asyncio.wait_for(
            watch(settings(office.imap), full_disk, bell=asyncio.Event(), stop=asyncio.Event(), journal=Journal()),
            PATIENCE_SECONDS,
        )
    assert len(office.folder("referee")) == 1


async def test_no_mail_is_lost_when_the_line_is_cut_or_refused(office: PostOffice) -> None:
    reader, ear = Reader(), Ear()
    async with CutLine(office.imap) as line, watching(reader, line.port, journal=ear):
        for number in range(60):
            await asyncio.to_thread(office.send, mail(f"number {number}"), to=TO)
            if number % 7 == 0:
                line.cut()
            if number % 14 == 0 and not line.refusing:
                await reader.until(lambda: len(reader.bodies()) == number + 1)  # noqa: B023 -- awaited within this round
            if number in (30, 50):
                line.refusing = number == 30
                line.cut()
                if line.refusing:
                    before = ear.events.count("imap-still-lost")
                    await ear.until("imap-still-lost", before + 2)
        await reader.until(lambda: len(reader.bodies()) == 60)
        assert line.connections > 10
    assert reader.bodies() == {f"number {number}".encode() for number in range(60)}
    assert len(office.folder("referee")) + len(office.folder("referee", "Processed")) == 60


async def test_a_line_that_swallows_everything_is_given_up_after_a_while(office: PostOffice) -> None:
    reader, ear = Reader(), Ear()
    async with CutLine(office.imap) as line, watching(reader, line.port, journal=ear, command_seconds=0.3) as bell:
        await asyncio.to_thread(office.send, mail("first"), to=TO)
        await reader.until(lambda: len(reader.seen) >= 1)
        line.swallow(True)
        await asyncio.to_thread(office.send, mail("second"), to=TO)
        bell.set()
        await ear.until("imap-lost")
        line.swallow(False)
        await reader.until(lambda: b"second" in reader.bodies())


@pytest.mark.parametrize("closes", [True, False], ids=["closes the line", "says no more"])
async def test_a_server_that_greets_and_then_does_not_answer_is_given_up_and_tried_again(closes: bool) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"* OK here I am\r\n")
        await reader.readline()
        if not closes:
            await reader.read()
        writer.close()

    ear = Ear()
    async with await asyncio.start_server(greet, HOST, 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with watching(Reader(), port, journal=ear, command_seconds=0.2):
            await ear.until("imap-still-lost", 2)


async def test_an_outage_is_logged_once_and_its_end_once(office: PostOffice) -> None:
    reader, ear = Reader(), Ear()
    async with CutLine(office.imap) as line, watching(reader, line.port, journal=ear):
        await asyncio.to_thread(office.send, mail("first"), to=TO)
        await reader.until(lambda: len(reader.seen) >= 1)
        line.refusing = True
        line.cut()
        await ear.until("imap-still-lost", 4)
        line.refusing = False
        await asyncio.to_thread(office.send, mail("second"), to=TO)
        await reader.until(lambda: b"second" in reader.bodies())
    assert ear.events.count("imap-lost") == 1
    assert ear.events.count("imap-back") == 1


async def test_the_steps_of_the_way_are_passed_in_order(office: PostOffice) -> None:
    office.send(mail("LH: F"), to=TO)
    steps: list[Step] = []
    reader = Reader()
    async with watching(reader, office.imap, at=steps.append):
        await reader.until(lambda: len(reader.seen) == 1)
    assert steps == [Step.FETCHED, Step.BEFORE_FILING]


async def test_the_bell_brings_a_mail_again_that_was_left(office: PostOffice) -> None:
    office.send(mail("LH: F"), to=TO)
    reader = Reader(filing=lambda _: Filing.LEAVE)
    async with watching(reader, office.imap) as bell:
        await reader.until(lambda: len(reader.seen) >= 1)
        reader.filing = lambda _: Filing.PROCESSED
        count = len(reader.seen)
        bell.set()
        await reader.until(lambda: len(reader.seen) > count)
    assert len({one.uid for one in reader.seen}) == 1
    assert office.folder("referee") == []


@pytest.mark.parametrize("lacking", [("MOVE",), ("MOVE", "UIDPLUS"), ("IDLE",)])
async def test_a_server_without_the_newer_commands_is_served_with_the_older_ones(
    office: PostOffice, lacking: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = Line.can
    monkeypatch.setattr(Line, "can", lambda line, name: name not in lacking and offered(line, name))
    office.send(mail("LH: F"), to=TO)
    office.send(mail("RH: F"), to=TO)
    reader = Reader(filing=lambda one: Filing.PROCESSED if one.raw.endswith(b"LH: F\r\n") else Filing.LEAVE)
    async with watching(reader, office.imap) as bell:
        await reader.until(lambda: len(reader.seen) == 2)
        bell.set()
        await reader.until(lambda: len(reader.seen) == 3)
    assert [len(office.folder("referee", name)) for name in ("INBOX", "Processed")] == [1, 1]


async def test_a_folder_that_somebody_else_makes_at_the_same_moment_is_no_fault(office: PostOffice) -> None:
    lines = [Line(settings(office.imap), 20.0) for _ in range(8)]
    try:
        await asyncio.gather(*(line.open() for line in lines))
        for name in (f"Made at once {number}" for number in range(10)):
            await asyncio.gather(*(line.need_folder(name) for line in lines))
    finally:
        for line in lines:
            line.drop()
