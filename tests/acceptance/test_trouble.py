"""Servers, passwords, folders, disks: one clear line and an end, or waiting where waiting helps."""

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from referee import daemon, office
from referee.config import load
from referee.desk import Desk
from referee.mail.inbox import Filing, Incoming
from tests.acceptance.by_mail import (
    ENDS_WITHIN_SECONDS,
    PASSWORD_VARIABLE,
    PASSWORDS,
    House,
    Player,
    Script,
    asks,
    is_receipt,
    open_house,
    play,
    seat_and_turn,
    text_of,
)
from tests.ear import Ear
from tests.post_office import CutLine, free_port

pytestmark = pytest.mark.needs_dovecot

ORDERS = "LH: S, RH: W"
# An administrator may write whatever is read-only, unless he gives that power away.
POWERLESS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.getuid() == 0 else ()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


def refusal(house: House, *, by: Sequence[str] = (), **environment: str) -> str:
    """The one line with which `referee run` ends; it must end by itself, and without a traceback."""
    done = house.called("run", status=1, by=by, **environment)
    said = [line for line in done.stderr.splitlines() if line.startswith("referee: ")]
    assert len(said) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return said[0]


def edit(house: House, section: str, line: str, *, instead_of: str = "") -> None:
    """Put a line into a section of the config.toml, perhaps instead of the one that begins with the same word."""
    file = house.folder / "config.toml"
    before, head, after = file.read_text().partition(f"[{section}]\n")
    assert head
    kept = [each for each in after.splitlines() if not instead_of or not each.startswith(instead_of)]
    file.write_text(before + head + "\n".join([line, *kept]) + "\n")


def invited(*players: Player) -> None:
    for player in players:
        player.wait_for(asks)


# -- an end ------------------------------------------------------------------------------------------------------------


def test_a_wrong_password_ends_it_with_a_line_that_names_the_setting(house: House) -> None:
    house.init()
    assert "imap.password" in refusal(house, **{PASSWORD_VARIABLE: "wrong"})


def test_a_password_that_is_not_there_is_named(house: House) -> None:
    house.init()
    del house.environment[PASSWORD_VARIABLE]
    with house.running() as process:
        assert process.wait() == 2
        assert process.lines == [
            f"referee: config.toml: {section}.password_env: the environment has no {PASSWORD_VARIABLE}"
            for section in ("imap", "smtp")
        ]


def test_a_wrong_password_for_sending_ends_it_once_there_is_something_to_send(house: House) -> None:
    house.init()
    edit(house, "smtp", 'password = "wrong"', instead_of="password")
    house.start_game(Player("ann", house.office), Player("bob", house.office))
    assert "smtp.password" in refusal(house)
    assert len(house.rows("SELECT id FROM outgoing WHERE state = 'queued' AND attempts = 0")) == 2


def test_a_missing_inbox_ends_it(house: House) -> None:
    house.init()
    edit(house, "imap", 'inbox = "Nowhere"')
    assert "Nowhere" in refusal(house)


def test_a_folder_that_the_server_will_not_make_ends_it(house: House) -> None:
    house.init()
    edit(house, "imap", 'processed = "bad//name"')
    assert "bad//name" in refusal(house)


def test_a_database_that_is_not_there_or_is_another_program_s_ends_it(house: House) -> None:
    house.init()
    house.database.unlink()
    assert "referee init" in refusal(house)
    house.database.write_bytes(b"some other file " * 1000)
    assert "is not a database" in refusal(house)


@pytest.mark.skipif(bool(POWERLESS) and shutil.which("setpriv") is None, reason="root writes read-only files")
def test_a_read_only_database_ends_it(house: House) -> None:
    house.init()
    house.database.chmod(0o400)
    assert "cannot be written" in refusal(house, by=POWERLESS)
    house.database.chmod(0o600)
    house.folder.chmod(0o500)
    try:
        assert str(house.database.name) in refusal(house, by=POWERLESS)
    finally:
        house.folder.chmod(0o700)


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="there is no prlimit here")
def test_a_database_that_may_not_grow_ends_it_and_nothing_is_lost(house: House) -> None:
    house.init()
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    with house.running() as process:
        invited(ann, bob)
        process.hear("mail-sent", count=2)
        process.end()
    mail = ann.mails()[0]
    ann.answer(mail, ORDERS + "\n" + "# a long remark\n" * 15_000)
    # Less than the letter, which goes into the write-ahead log first, however large the database is itself.
    assert "disk" in refusal(house, by=("prlimit", "--fsize=150000"))
    assert house.rows("SELECT id FROM letters") == []
    with house.running():
        ann.wait_for(is_receipt)


def test_a_second_daemon_on_the_same_database_ends_at_once(house: House) -> None:
    house.init()
    with house.running() as first:
        first.hear("daemon-started")
        assert str(house.database.name) in refusal(house)
        assert first.end()[0] == 0


# -- waiting -----------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.init()
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    full = threading.Event()
    full.set()

    class Cramped(Desk):
        def receive(self, mails: Sequence[Incoming], now: datetime, *, mailbox: str = "main") -> list[Filing]:
            self.store.db.execute(f"PRAGMA max_page_count = {1 if full.is_set() else 1_000_000}")
            return super().receive(mails, now, mailbox=mailbox)

    async def story() -> None:
        stop, ear = asyncio.Event(), Ear()
        serving = asyncio.create_task(daemon.run(config, stop=stop, journal=ear))
        await asyncio.to_thread(invited, ann, bob)
        mail = ann.mails()[0]
        await asyncio.to_thread(ann.answer, mail, ORDERS + "\n" + "# a long remark\n" * 5_000)
        await ear.until("store-trouble")
        assert not any(is_receipt(mail) for mail in ann.mails())
        full.clear()
        await ear.until("store-well-again")
        await asyncio.to_thread(ann.wait_for, is_receipt)
        stop.set()
        await serving
        assert ear.events.count("store-trouble") == 1

    monkeypatch.setattr(office, "Desk", Cramped)
    config = load(house.folder / "config.toml", {PASSWORD_VARIABLE: PASSWORDS["referee"]})
    asyncio.run(story())
    assert house.office.folder("referee") == []


async def test_a_server_that_is_down_at_the_start_is_waited_for_and_told_of_once(house: House) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    async with CutLine(house.office.imap) as imap:
        imap.refusing = True
        await asyncio.to_thread(house.init, imap=imap.port)
        await asyncio.to_thread(house.start_game, ann, bob)
        with house.running() as process:
            await asyncio.to_thread(process.hear, "imap-lost")
            await asyncio.to_thread(invited, ann, bob)  # what can go on does
            imap.refusing = False
            await asyncio.to_thread(ann.answer, ann.mails()[0], ORDERS)
            await asyncio.to_thread(ann.wait_for, is_receipt)
            assert (process.said("imap-lost"), process.said("imap-back")) == (1, 1)
            assert (await asyncio.to_thread(process.end))[0] == 0


def test_a_referee_without_any_server_still_ends_at_once(house: House) -> None:
    house.init(imap=free_port(), smtp=free_port())
    house.start_game(Player("ann", house.office), Player("bob", house.office))
    with house.running() as process:
        process.hear("imap-lost")
        process.hear("smtp-lost")
        status, seconds = process.end()
        assert status == 0, process.story()
        assert seconds < ENDS_WITHIN_SECONDS
    assert len(house.rows("SELECT id FROM outgoing WHERE state = 'queued' AND attempts = 0")) == 2


async def test_servers_that_fall_silent_do_not_keep_it_from_ending(house: House) -> None:
    async with CutLine(house.office.imap) as imap, CutLine(house.office.smtp) as smtp:
        await asyncio.to_thread(house.init, imap=imap.port, smtp=smtp.port)
        await asyncio.to_thread(house.start_game, Player("ann", house.office), Player("bob", house.office))
        smtp.swallow(True)
        with house.running() as process:
            await asyncio.to_thread(process.hear, "daemon-started")
            await asyncio.to_thread(process.lives_for, 0.5)
            imap.swallow(True)
            status, seconds = await asyncio.to_thread(process.end)
            assert status == 0, process.story()
            assert seconds < ENDS_WITHIN_SECONDS, process.story()
    assert len(house.rows("SELECT id FROM outgoing WHERE state = 'queued'")) == 2


async def test_connections_that_are_cut_during_play_cost_nothing(house: House) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    async with CutLine(house.office.imap) as imap, CutLine(house.office.smtp) as smtp:
        await asyncio.to_thread(house.init, imap=imap.port, smtp=smtp.port)
        await asyncio.to_thread(house.start_game, ann, bob)

        def turn(number: int) -> None:
            script: Script = {("ann", number): ["LH: -, RH: -"], ("bob", number): ["LH: -, RH: -"]}
            play(script, [ann, bob])
            for player in (ann, bob):
                player.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[2] == number + 1)

        with house.running() as process:
            for number in range(1, 4):
                await asyncio.to_thread(turn, number)
                imap.cut()
                smtp.cut()
            status, seconds = await asyncio.to_thread(process.end)
            assert status == 0, process.story()
            assert seconds < ENDS_WITHIN_SECONDS
    assert len(house.turns()) == 3
    letters = house.rows("SELECT state FROM letters")
    assert [letter["state"] for letter in letters] == ["handled"] * 6


def test_an_address_that_is_refused_delays_nobody_else_and_is_shown(house: House) -> None:
    house.init()
    ann, zed = Player("ann", house.office), Player("zed", house.office)
    house.start_game(zed, ann)
    with house.running() as process:
        invited(ann)
        process.hear("mail-set-aside")
        assert process.end()[0] == 0
    queue = house.command("mail", "queue")
    assert "set aside" in queue
    assert zed.address in queue
    assert ann.address not in queue


# -- bad mail, by mail -------------------------------------------------------------------------------------------------


def test_mails_of_any_size_and_shape_are_filed_and_the_daemon_goes_on(house: House) -> None:
    house.init()
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    with house.running() as process:
        invited(ann, bob)
        asked = ann.mails()[0]
        to = str(asked["Reply-To"])
        large = f"From: {ann.address}\r\nTo: {to}\r\nSubject: large\r\n\r\n".encode() + b"LH: F\r\n" * 750_000
        deep = f"From: {ann.address}\r\nTo: {to}\r\n".encode() + b"".join(
            b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (depth, depth) for depth in range(3000)
        )
        for raw in (large, deep, b"\r\n"):
            house.office.send(raw, to=to, sender=ann.address)
        ann.answer(asked, ORDERS)
        receipts = [mail for mail in (ann.wait_for(is_receipt), *ann.mails()) if is_receipt(mail)]
        process.hear("kind=message")
        assert process.end()[0] == 0, process.story()
    assert any("too big" in text_of(mail).lower() for mail in ann.mails() if is_receipt(mail)), receipts
    assert house.office.folder("referee") == []
    assert len(house.office.folder("referee", "Rejected")) == 3
    assert len(house.office.folder("referee", "Processed")) == 1
    states = [row["state"] for row in house.rows("SELECT state FROM letters ORDER BY id")]
    assert sorted(states) == ["handled", "handled", "rejected", "rejected"]
    assert max(row["size"] for row in house.rows("SELECT size FROM letters")) > 5_000_000
    assert max(row["kept"] for row in house.rows("SELECT length(raw) AS kept FROM letters")) < 300_000
