"""Two mailboxes, two games, an event and one daemon on a real post office: kills, and a mailbox out of reach."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from signal import SIGHUP

import pytest

from referee.steps import Step
from tests.acceptance.by_mail import (
    PASSWORDS,
    House,
    Player,
    asks,
    is_receipt,
    seat_and_turn,
)
from tests.acceptance.test_killed_at_every_step import KILLED
from tests.post_office import DOMAIN, CutLine, PostOffice

pytestmark = pytest.mark.needs_dovecot

CUP = f"cup@{DOMAIN}"
ORDERS = "LH: S, RH: W"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A referee with a second account at his office."""
    with PostOffice.open(PASSWORDS | {"cup": "cup-password"}) as office:
        yield House(tmp_path, office)


def add_mailbox(house: House, imap: int) -> None:
    with (house.folder / "config.toml").open("a", encoding="utf-8") as config:
        config.write(
            f'\n[mailboxes.cup]\nname = "The Cup"\naddress = "{CUP}"\n'
            f'[mailboxes.cup.imap]\nport = {imap}\nuser = "cup"\npassword = "cup-password"\n'
            '[mailboxes.cup.smtp]\nuser = "cup"\npassword = "cup-password"\n'
        )


def start(house: House, *players: Player, mailbox: str) -> None:
    seats = [f"--wizard={player.name.capitalize()}={player.address}" for player in players]
    house.command("game", "start", *seats, "--salt", "7", "--mailbox", mailbox)


def asked(player: Player, game: int, turn: int) -> EmailMessage:
    """The mail that asks the player for that turn's orders in that game, once it is there."""
    return player.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[::2] == (game, turn))


def say(game: int, turn: int, *players: Player) -> None:
    for player in players:
        player.answer(asked(player, game, turn), ORDERS)


def receipts(player: Player, count: int) -> None:
    """Until so many of his mails were answered."""
    player.office.wait_until(lambda: sum(map(is_receipt, player.mails())) >= count)


def check_every_mail_once(house: House, *players: Player) -> None:
    """Each mail came once, in the name of the mailbox where its game is played, and each letter was handled there."""
    for player in players:
        copies = Counter(str(mail["Message-ID"]) for mail in player.mails())
        assert set(copies.values()) == {1}, copies
        for mail in player.mails():
            cup = seat_and_turn(mail)[0] == 2
            assert str(mail["From"]) == (f"The Cup <{CUP}>" if cup else f"Referee <referee@{DOMAIN}>")
            assert str(mail["Reply-To"]).startswith("cup+" if cup else "referee+")
    for folder in ("INBOX", "Rejected"):
        assert [house.office.folder(account, folder) for account in ("referee", "cup")] == [[], []]
    letters = house.rows("SELECT mailbox, state, game FROM letters ORDER BY id")
    assert {letter["state"] for letter in letters} == {"handled"}
    assert {letter["mailbox"] for letter in letters} == {"main", "cup"}


async def test_two_games_at_two_mailboxes_outlive_kills_and_the_outage_of_one(house: House) -> None:
    ann, bob, cyd = (Player(name, house.office) for name in ("ann", "bob", "cyd"))
    async with CutLine(house.office.imap) as line:
        await asyncio.to_thread(_two_games, house, line, ann, bob, cyd)
    check_every_mail_once(house, ann, bob, cyd)
    assert (len(house.turns(1)), len(house.turns(2))) == (3, 2)


def _two_games(house: House, line: CutLine, ann: Player, bob: Player, cyd: Player) -> None:
    house.init()
    add_mailbox(house, line.port)
    start(house, ann, bob, mailbox="main")
    start(house, ann, cyd, mailbox="cup")
    with house.running() as daemon:
        say(1, 1, ann, bob)
        asked(bob, 1, 2)
        # The reply to the cup's game goes to the referee's other address: its token decides.
        mail = asked(ann, 2, 1)
        ann.answer(mail, ORDERS, To=str(mail["Reply-To"]).replace("cup+", "referee+"))
        say(2, 1, cyd)
        asked(cyd, 2, 2)
        daemon.kill()
    say(1, 2, ann, bob)
    say(2, 2, ann, cyd)
    with house.ending_at(Step.BEFORE_COMMIT) as daemon:
        assert daemon.wait() == KILLED
    line.refusing = True
    with house.running() as daemon:
        asked(bob, 1, 3)
        say(1, 3, ann, bob)
        asked(bob, 1, 4)  # the other plays on
        assert len(house.turns(2)) == 1
        assert any("imap-lost" in said and "mailbox=cup" in said for said in daemon.lines), daemon.story()
        assert "The inbox of cup" not in house.command("status")  # not for so short a time
        line.refusing = False
        asked(cyd, 2, 3)
        for player, count in ((ann, 5), (bob, 3), (cyd, 2)):
            receipts(player, count)
        assert daemon.end()[0] == 0


def test_an_account_that_is_not_let_in_does_not_keep_the_other_from_playing(house: House) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.init()
    add_mailbox(house, house.office.imap)
    config = house.folder / "config.toml"
    config.write_text(config.read_text().replace('"cup-password"', '"wrong"'))
    start(house, ann, bob, mailbox="main")
    start(house, ann, bob, mailbox="cup")
    with house.running() as daemon:
        daemon.hear("mailbox-refused", count=2)  # inbox and outbox
        say(1, 1, ann, bob)
        asked(ann, 1, 2)
        config.write_text(config.read_text().replace('"wrong"', '"cup-password"'))
        daemon.process.signal(SIGHUP)
        daemon.hear("settings-changed")
        say(2, 1, ann, bob)
        asked(bob, 2, 2)
        assert daemon.end()[0] == 0


def test_a_mailbox_that_is_taken_out_of_the_settings_while_a_game_is_played_there_is_missed(house: House) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.init()
    config = house.folder / "config.toml"
    alone = config.read_text()
    add_mailbox(house, house.office.imap)
    whole = config.read_text()
    start(house, ann, bob, mailbox="cup")
    config.write_text(alone)
    with house.running() as daemon:
        assert daemon.wait() == 2
        assert "mailboxes.cup: is missing, but still has one game; put it back" in daemon.story()
    config.write_text(whole)
    with house.running() as daemon:
        asked(ann, 1, 1)
        config.write_text(alone)
        daemon.process.signal(SIGHUP)
        daemon.hear("settings-refused")
        say(1, 1, ann, bob)
        asked(bob, 1, 2)
        assert daemon.end()[0] == 0


def test_the_doctor_looks_at_every_mailbox(house: House) -> None:
    house.init()
    add_mailbox(house, house.office.imap)
    said = house.command("check", status=0)
    for about in ("imap of main", "smtp of main", "imap of cup", "smtp of cup", "round trip of cup"):
        assert f"ok     {about}: " in said, said
