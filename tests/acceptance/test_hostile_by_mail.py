"""A mail of each hostile kind through real servers, among the orders of two turns: the daemon's memory is bounded."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from referee.mail.letter import MAIL_BYTES_MAX
from tests.acceptance.by_mail import Daemon, House, Player, asks, is_receipt, open_house, seat_and_turn
from tests.mail.hostile.broken import BROKEN
from tests.mail.hostile.foes import FOES
from tests.mail.hostile.robots import ROBOTS
from tests.mail.hostile.scene import Make, Scene
from tests.post_office import DOMAIN

pytestmark = pytest.mark.needs_dovecot

KINDS: dict[str, Make] = {**ROBOTS, **FOES, **BROKEN}
HOME = f"referee@{DOMAIN}"
ORDERS = ("LH: S, RH: W", "LH: F, RH: D")
GROWTH_KB_MAX = 100_000
STATUS = Path("/proc/self/status")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


def peak_kb(daemon: Daemon) -> int:
    """The most memory that the daemon has had so far."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{daemon.process.pid}/status").read_text())
    assert found is not None
    return int(found[1])


def asking(player: Player, turn: int) -> EmailMessage:
    return player.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[2] == turn)


def attack(house: House, asked: EmailMessage, player: Player, turn: int) -> int:
    """Every second kind comes in a turn; how many mails."""
    kinds = list(KINDS.items())[turn % 2 :: 2]
    for number, (kind, make) in enumerate(kinds):
        scene = Scene(asked=asked, player=player.address, home=HOME, dice=Random(number))
        # Where a mail was delivered proves something too, and foes do not know the address with the token.
        house.office.send(make(scene), to=HOME if kind in FOES else scene.to, sender="dee@example.com")
    return len(kinds)


@pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell how much memory a process has")
def test_each_hostile_kind_is_filed_and_the_game_goes_on(house: House) -> None:
    house.init()
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    with house.running() as daemon:
        asking(ann, 1)
        before = peak_kb(daemon)
        came = 0
        for turn, orders in enumerate(ORDERS, 1):
            for player in (ann, bob):
                came += attack(house, asking(player, turn), player, turn) + 1
                player.answer(asking(player, turn), orders)
        asking(ann, 3)
        asking(bob, 3)
        daemon.hear("letter-handled", count=len(house.rows("SELECT id FROM letters")))
        grown = peak_kb(daemon) - before
        assert daemon.end()[0] == 0, daemon.story()
        assert "Traceback" not in daemon.story()
    assert grown < GROWTH_KB_MAX
    turns = house.turns()
    assert [turn.turn for turn in turns] == [1, 2]
    for wizard in turns[-1].after.wizards:
        assert [f"LH: {made.left}, RH: {made.right}" for made in wizard.history] == list(ORDERS)
    filed = [len(house.office.folder("referee", name)) for name in ("INBOX", "Processed", "Rejected")]
    assert (filed[0], sum(filed)) == (0, came)
    assert not house.rows("SELECT id FROM letters WHERE state = 'set aside'")
    assert max(row["kept"] for row in house.rows("SELECT length(raw) AS kept FROM letters")) <= MAIL_BYTES_MAX
    assert house.office.folder("eve") == []  # whose name stands in many of them
    for player in (ann, bob):
        assert [mail for mail in player.mails() if is_receipt(mail)]
