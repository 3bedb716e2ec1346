"""The main job on real parts: the daemon as installed, a real IMAP server, SMTP, players with mail programs."""

import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.acceptance.by_mail import (
    ENDS_WITHIN_SECONDS,
    Daemon,
    House,
    Player,
    Script,
    asks,
    by_transcript,
    is_receipt,
    open_house,
    play,
    seat_and_turn,
    text_of,
)

pytestmark = pytest.mark.needs_dovecot

DUEL = {
    1: ("LH: S, RH: W", "lh p rh f shield self"),
    2: ("LH: D, RH: F, cast Missile with LH at Bob", "LH: S\nRH: S"),
    3: ("LH: S\nRH: P\ncast Shield on self", "Left hand: fingers. Right hand: fingers."),
    4: ("LH: D, RH: S, Missile at Bob", "L=W; R=W"),
    5: ("F/F\nsay: give up, Bob", "surrender"),
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        opened.init()
        yield opened


def ended_well(daemon: Daemon) -> None:
    status, seconds = daemon.end()
    assert status == 0, daemon.story()
    assert seconds < ENDS_WITHIN_SECONDS, daemon.story()
    assert " error " not in daemon.story()
    assert "Traceback" not in daemon.story()


def check_thread(mails: list[EmailMessage]) -> None:
    """Every mail after the first answers one before it, and names the first: one conversation in a mail program."""
    known = [str(mails[0]["Message-ID"])]
    for mail in mails[1:]:
        references = str(mail["References"]).split()
        assert references[0] == known[0]
        assert str(mail["In-Reply-To"]) == references[-1]
        known.append(str(mail["Message-ID"]))
    assert len(set(known)) == len(known)


def check_secrets(mails: list[EmailMessage]) -> None:
    """The token stands in a mail's head only; a bounce of an answer goes nowhere, one of a report finds its way."""
    for mail in mails:
        token = str(mail["Reply-To"]).partition("@")[0][-16:]
        assert token not in text_of(mail)
        envelope = str(mail["Return-Path"])
        if is_receipt(mail):
            assert envelope == "<>"
            assert token not in str(mail["Subject"])
        else:
            assert envelope.startswith("<referee+b.")
            assert token not in envelope


def test_two_players_who_answer_each_report_play_a_duel_to_its_end(house: House) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    script: Script = {}
    for turn, (hers, his) in DUEL.items():
        script |= {("ann", turn): [hers], ("bob", turn): [his]}
    house.start_game(ann, bob)
    with house.running() as daemon:
        play(script, [ann, bob], daemon=daemon)
        last = [player.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[2] == 6) for player in (ann, bob)]
        ended_well(daemon)

    for player, over, told in zip((ann, bob), last, ("you won", "Ann won"), strict=True):
        mails = player.mails()
        asking = [mail for mail in mails if asks(mail)]
        assert [seat_and_turn(mail)[2] for mail in asking] == [1, 2, 3, 4, 5, 6]
        assert len([mail for mail in mails if is_receipt(mail)]) == len(player.sent) == 5
        assert len(mails) == 11
        check_thread(mails)
        check_secrets(mails)
        assert told in " ".join(text_of(over).split())
        assert told in str(over["Subject"])
    shown = json.loads(house.command("game", "show", "1", "--json"))
    assert (shown["state"], shown["turn"], shown["owing"]) == ("finished", 5, [])
    assert "Ann won on turn 5" in shown["result"]
    assert json.loads(house.command("mail", "queue", "--json")) == []
    assert house.office.folder("referee") == []
    assert house.office.folder("referee", "Rejected") == []
    assert len(house.office.folder("referee", "Processed")) == 10
    assert house.office.folder("director") == []
    text = "duel: by mail\nwizards: Ann, Bob\nsalt: 7\n"
    for turn, orders in DUEL.items():
        text += f"\nturn {turn}\n" + "".join(
            f"{name}: " + "\n    ".join(said.splitlines()) + "\n"
            for name, said in zip(("Ann", "Bob"), orders, strict=True)
        )
    assert house.turns() == by_transcript(text)


def test_three_wizards_play_a_melee_in_which_one_has_an_extra_turn(house: House) -> None:
    ann, bob, cyd = (Player(name, house.office) for name in ("ann", "bob", "cyd"))
    gestures = {
        1: ("LH: S, RH: -", "LH: P, RH: -", "LH: F, RH: F"),
        2: ("LH: P, RH: -", "LH: W, RH: -", "LH: F, RH: F"),
        3: ("LH: P, RH: -", "LH: P, RH: -", "LH: S, RH: F"),
        4: ("both: C, cast Time stop on self", "LH: S, RH: -", "LH: W, RH: S"),
        5: ("LH: F, RH: -", "surrender", "surrender"),
    }
    extra = "LH: stab Bob, RH: -"
    script: Script = {}
    for turn, orders in gestures.items():
        script |= {(name, turn): [said] for name, said in zip(("ann", "bob", "cyd"), orders, strict=True)}
    script["ann", 4] = [gestures[4][0], extra]
    house.start_game(ann, bob, cyd)
    with house.running() as daemon:
        play(script, [ann, bob, cyd], daemon=daemon)
        for player in (ann, bob, cyd):
            player.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[2] == 6)
        ended_well(daemon)

    for player in (ann, bob, cyd):
        asking = [mail for mail in player.mails() if asks(mail)]
        assert [seat_and_turn(mail)[2] for mail in asking] == [1, 2, 3, 4, 4, 5, 6]
        check_thread(asking)
    shown = json.loads(house.command("game", "show", "1", "--json"))
    assert (shown["state"], shown["turns"]) == ("finished", 6)
    text = "duel: by mail\nwizards: Ann, Bob, Cyd\nsalt: 7\n"
    for turn, orders in gestures.items():
        text += f"\nturn {turn}\n" + "".join(
            f"{name}: {said}\n" for name, said in zip(("Ann", "Bob", "Cyd"), orders, strict=True)
        )
        if turn == 4:
            text += f"\nturn 4 time stop\nAnn: {extra}\n"
    assert house.turns() == by_transcript(text)


def test_an_empty_house_ends_at_once(house: House) -> None:
    with house.running() as daemon:
        daemon.hear("daemon-started")
        ended_well(daemon)
