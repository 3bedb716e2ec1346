"""From nothing but an address to the end of a duel: the daemon as installed, real IMAP and SMTP servers."""

from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path

import pytest

from tests.acceptance.by_mail import (
    Daemon,
    Player,
    Script,
    asks,
    by_transcript,
    open_house,
    play,
    seat_and_turn,
    text_of,
)
from tests.acceptance.test_a_duel_by_mail import DUEL, check_thread, ended_well
from tests.post_office import DOMAIN

pytestmark = pytest.mark.needs_dovecot


def first_mail(player: Player, words: str) -> EmailMessage:
    """A mail to the referee's plain address, from somebody who has had none of his."""
    mail = EmailMessage()
    mail["From"], mail["To"] = f"{player.name.capitalize()} <{player.address}>", f"referee@{DOMAIN}"
    mail["Subject"], mail["Date"] = "A game?", formatdate(localtime=True)
    mail["Message-ID"] = make_msgid(domain="example.org")
    mail.set_content(words)
    return mail


def came(player: Player, *words: str) -> EmailMessage:
    """The mail that says all this, once it is there."""
    return player.wait_for(lambda mail: all(word in " ".join(text_of(mail).split()) for word in words))


def register(player: Player, daemon: Daemon) -> EmailMessage:
    """Two mails, and the referee knows the newcomer; the mail that welcomes him."""
    name = player.name.capitalize()
    player.send(first_mail(player, f"register {name}"))
    question = player.wait_for(lambda mail: "confirm" in str(mail["Subject"]).lower())
    player.answer(question, "yes")
    welcome = came(player, f"Welcome, {name}!")
    assert daemon.process.status() is None, daemon.story()
    return welcome


def test_a_newcomer_registers_challenges_plays_a_duel_and_sees_its_end(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.init()
        ann, bob = Player("ann", house.office), Player("bob", house.office)
        script: Script = {}
        for turn, (hers, his) in DUEL.items():
            script |= {("ann", turn): [hers], ("bob", turn): [his]}
        with house.running() as daemon:
            welcome = register(ann, daemon)
            register(bob, daemon)
            ann.answer(welcome, "zone Europe/Berlin\nchallenge Bob 2d, unrated")
            challenged = bob.wait_for(lambda mail: "Ann challenges you" in str(mail["Subject"]))
            bob.answer(challenged, "Yes, with pleasure!")
            invited = ann.wait_for(asks)
            assert "in Berlin" in text_of(invited)
            play(script, [ann, bob], daemon=daemon)
            last = [player.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[2] == 6) for player in (ann, bob)]
            ended_well(daemon)

        for player, over, told in zip((ann, bob), last, ("you won", "Ann won"), strict=True):
            asking = [mail for mail in player.mails() if asks(mail)]
            assert [seat_and_turn(mail)[2] for mail in asking] == [1, 2, 3, 4, 5, 6]
            check_thread(asking)
            assert told in " ".join(text_of(over).split())
            (transcript,) = over.iter_attachments()
            assert isinstance(transcript, EmailMessage)
            assert transcript.get_filename() == "game-1.duel"
            text = transcript.get_content()
            text = text.decode() if isinstance(text, bytes) else text
            assert [turn.events for turn in by_transcript(text)] == [turn.events for turn in house.turns()]
            other = bob if player is ann else ann
            assert not any(other.address in mail.as_string() for mail in player.mails())
        assert house.office.folder("referee", "Rejected") == []
        assert house.office.folder("director") == []
        assert "every turn replays" in house.command("db", "verify")
