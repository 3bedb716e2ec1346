"""A real daemon in operation: settings that change, backups, the service manager, and secrets that stay secret."""

import imaplib
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.config import load
from referee.store.database import Store
from referee.store.verification import verify
from tests.acceptance.by_mail import (
    PASSWORD_VARIABLE,
    PASSWORDS,
    House,
    Player,
    Script,
    asks,
    is_receipt,
    open_house,
    play,
)
from tests.acceptance.test_trouble import edit, invited
from tests.post_office import HOST, PostOffice, free_port

pytestmark = pytest.mark.needs_dovecot

ORDERS = "LH: S, RH: W"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


def test_new_settings_are_taken_up_without_a_restart_and_faulty_ones_are_not(house: House) -> None:
    house.init()
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    good = (house.folder / "config.toml").read_text()
    with house.running() as process:
        invited(ann, bob)
        edit(house, "referee", 'nmae = "Graven Circle"')
        process.process.signal(signal.SIGHUP)
        process.hear("referee.nmae: no such setting; did you mean name?")
        (house.folder / "config.toml").write_text(good)
        edit(house, "store", 'path = "other.db"', instead_of="path")
        process.process.signal(signal.SIGHUP)
        process.hear("store.path and metrics.port change with a restart only")
        wrong = good.replace(f'password_env = "{PASSWORD_VARIABLE}"', 'password = "wr0ng-w0rd"', 1)
        (house.folder / "config.toml").write_text(wrong)
        process.process.signal(signal.SIGHUP)
        process.hear("settings-refused", count=3)
        (house.folder / "config.toml").write_text(good)
        edit(house, "referee", 'name = "Graven Circle"', instead_of="name")
        process.process.signal(signal.SIGHUP)
        process.hear("settings-changed", count=2)  # those with the wrong password were taken up, and given back
        ann.answer(ann.mails()[0], ORDERS)
        assert "Graven Circle" in str(ann.wait_for(is_receipt)["From"])
        assert process.end()[0] == 0, process.story()
    assert "wr0ng-w0rd" not in process.story()


def test_a_daemon_takes_a_verified_backup_soon_after_it_starts(house: House) -> None:
    house.init()
    house.start_game(Player("ann", house.office), Player("bob", house.office))
    with house.running() as process:
        process.hear("backup-taken")
        assert process.end()[0] == 0, process.story()
    (path,) = (house.folder / "backups").glob("*.db")
    with Store.open_to_read(path) as store:
        found = verify(store)
    assert found is not None
    assert (found.games, found.faults) == (1, ())


def test_the_service_manager_is_told_when_it_serves_lives_and_ends(house: House, tmp_path: Path) -> None:
    house.init()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(20)
        manager.bind(str(tmp_path / "notify"))
        with house.running(NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="300000") as process:
            said = {manager.recv(1000).decode().partition("\n")[0] for _ in range(4)}
            assert said == {"READY=1", "WATCHDOG=1"}
            assert process.end()[0] == 0, process.story()
        manager.setblocking(False)
        while (last := manager.recv(1000)) != b"STOPPING=1":
            assert last == b"WATCHDOG=1"


def test_counters_are_served_while_it_runs(house: House) -> None:
    house.init()
    port = free_port()
    with (house.folder / "config.toml").open("a") as file:
        file.write(f"\n[metrics]\nport = {port}\n")
    with house.running() as process:
        process.hear("daemon-started")
        with socket.create_connection(("127.0.0.1", port), 10) as line:
            line.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert b"referee_turns_adjudicated_total 0.0" in answer
        assert process.end()[0] == 0, process.story()


def test_no_secret_and_no_token_is_ever_told_even_to_those_who_look_for_faults(house: House) -> None:
    house.init()
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    with house.running("--debug", PYTHONASYNCIODEBUG="1") as process:
        invited(ann, bob)
        for player in (ann, bob):
            player.answer(player.mails()[0], ORDERS)
        ann.wait_for(lambda mail: asks(mail) and mail is not ann.mails()[0] and "turn 1" in str(mail["Subject"]))
        house.office.send(b"\r\n", to=ann.mails()[0]["Reply-To"], sender="eve@example.net")
        process.hear("letter-handled", count=3)
        process.process.signal(signal.SIGHUP)
        process.hear("settings-changed")
        assert process.end()[0] == 0, process.story()
    config = load(house.folder / "config.toml", {PASSWORD_VARIABLE: PASSWORDS["referee"]})
    tokens = {token for mail in (*ann.mails(), *bob.mails()) for token in re.findall(r"\.([a-z2-7]{16})\b", str(mail))}
    assert len(tokens) >= 4
    for secret in (config.tokens.secret.reveal(), PASSWORDS["referee"], *tokens):
        assert secret not in process.story()
    for kept in house.folder.glob("*.troubles"):
        assert not any(secret in kept.read_text() for secret in tokens)


def move_back(office: PostOffice, user: str) -> int:
    """Put all mails that were processed back into the inbox, as the director does with a mail program; how many."""
    with imaplib.IMAP4(HOST, office.imap, timeout=10) as client:
        client.login(user, office.users[user])
        found = client.select("Processed")[1][0]
        client.copy("1:*", "INBOX")
        client.store("1:*", "+FLAGS", r"(\Deleted)")
        client.expunge()
    return int(found or 0)


def test_after_a_restore_the_mails_that_came_since_are_handled_again_and_lead_to_the_same_turns(house: House) -> None:
    house.init()
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)

    def orders(*turns: int) -> Script:
        return {(name, turn): ["LH: S, RH: W"] for name in ("ann", "bob") for turn in turns}

    with house.running() as process:
        play(orders(1), [ann, bob], daemon=process)
        process.hear("turn-adjudicated")
        house.command("db", "backup", "--to", "before.db")
        play(orders(2, 3), [ann, bob], daemon=process)
        process.hear("turn-adjudicated", count=3)
        assert "another referee serves" in house.command("db", "restore", "before.db", status=1)
        assert process.end()[0] == 0, process.story()
    went = house.turns()
    house.command("db", "restore", "before.db", "--reason", "the disk was broken")
    assert len(house.turns()) == 1
    assert move_back(house.office, "referee") == 6
    with house.running() as process:
        process.hear("turn-adjudicated", count=2)
        process.hear("mail-filed")
        assert process.end()[0] == 0, process.story()
    assert house.turns() == went
    assert "all of them sound" in house.command("db", "verify")
