"""A referee that is killed at each step of an event, and started again, does all of it once."""

import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine.tournament.running import standings
from referee.steps import Step
from referee.store import mailbag, outgoing, pairings, turns
from referee.store.database import Store
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState
from referee.store.tournaments import TournamentState
from tests.acceptance.at_the_desk import Table
from tests.acceptance.by_mail import Player, asks, is_receipt, open_house
from tests.acceptance.killed_event import book

ROOT = Path(__file__).parents[2]
SUBJECTS = {  # of the mails on the event, and how many of each there are
    "you can join": 4,
    "round 1, you play": 4,
    "this week": 4,
    "is to be decided": 2,
    "round 2, you play": 4,
    "Ann has won": 4,
}


def played(folder: Path, how: str) -> int:
    """The event is played in that folder; how many lives it took."""
    folder.mkdir()
    words = [sys.executable, "-m", "tests.acceptance.killed_event", str(folder), how]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def mails(store: Store) -> Counter[tuple[str, str, str]]:
    every = outgoing.listing(store, MailState)
    return Counter((mail.message_id, mail.recipient, mail.subject) for mail in every)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("event")


def test_an_event_whose_referee_is_killed_at_every_step_goes_as_if_he_had_not_been(folder: Path) -> None:
    assert played(folder / "whole", "pass") == 1
    assert played(folder / "killed", "kill") > 30
    killed = (folder / "killed" / "killed").read_text().splitlines()
    assert len(set(killed)) == len(killed)
    by_deed = Counter(line.split()[0] for line in killed)
    assert set(by_deed) == set("01234567"), by_deed
    with Store.open(folder / "whole" / "referee.db") as whole, Store.open(folder / "killed" / "referee.db") as store:
        assert store.row("PRAGMA integrity_check") == {"integrity_check": "ok"}
        assert mails(store) == mails(whole)
        event, other = book(Table(store, folder)), book(Table(whole, folder))
        assert event.tournament.state is TournamentState.OVER
        assert [(each.pairing, each.game, each.result, each.way) for each in event.paired] == [
            (each.pairing, each.game, each.result, each.way) for each in other.paired
        ]
        assert standings(event.event, event.games) == standings(other.event, other.games)
        assert {letter.state for letter in mailbag.letters(store, LetterState)} == {LetterState.HANDLED}
        for number in pairings.states(store, 1):
            assert [turn.after for turn in turns.records(store, number)] != [] or number == 2
        told = [mail.subject for mail in outgoing.listing(store, MailState) if "Winter Cup" in mail.subject]
        assert {words: sum(words in subject for subject in told) for words in SUBJECTS} == SUBJECTS
        rulings = store.rows("SELECT settled_at FROM rulings")
        assert len(rulings) == 1
        assert rulings[0]["settled_at"] is not None


def subjects(player: Player) -> Counter[str]:
    """What came to a player about the event, each mail once, however often it came."""
    mails = {str(mail["Message-ID"]): str(mail["Subject"]) for mail in player.mails()}
    return Counter(subject.partition(": ")[2] for subject in mails.values() if "Winter Cup" in subject)


@pytest.mark.needs_dovecot
@pytest.mark.parametrize("step", [Step.BEFORE_COMMIT, Step.AFTER_SEND])
def test_a_daemon_that_is_killed_as_the_last_game_ends_mails_the_table_once(tmp_path: Path, step: Step) -> None:
    with open_house(tmp_path) as house:
        house.init()
        ann, bob = Player("ann", house.office), Player("bob", house.office)
        (tmp_path / "players.csv").write_text(f"name,address\nAnn,{ann.address}\nBob,{bob.address}\n")
        house.command("tournament", "create", "--name", "Winter Cup", "--format", "knockout", "--terms", "3d")
        house.command("tournament", "import", "1", "players.csv")
        house.command("tournament", "open", "1")
        house.command("tournament", "start", "1")
        with house.running() as daemon:
            ann.answer(ann.wait_for(asks), "LH: S, RH: W")
            ann.wait_for(is_receipt)
            asked = bob.wait_for(asks)
            daemon.end()
        bob.answer(asked, "surrender")
        with house.ending_at(step) as daemon:
            assert daemon.wait() == -signal.SIGKILL, daemon.story()
        with house.running() as daemon:
            for player in (ann, bob):
                player.wait_for(lambda mail: "Ann has won" in str(mail["Subject"]))
            daemon.hear("daemon-started")
            daemon.end()
        for player, other in ((ann, "Bob"), (bob, "Ann")):
            assert subjects(player) == {"you can join": 1, f"round 1, final, you play {other}": 1, "Ann has won": 1}
            copies = Counter(str(mail["Message-ID"]) for mail in player.mails())
            assert copies.total() - len(copies) <= (step is Step.AFTER_SEND)
        assert [row["state"] for row in house.rows("SELECT state FROM tournaments")] == ["over"]
        assert house.rows("SELECT id FROM outgoing WHERE state != 'sent'") == []
        assert house.office.folder("director") == []
