"""A daemon that is killed on the way of a mail, and started again: nothing is lost, and nothing has two effects."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.model import Part
from referee.steps import Step
from tests.acceptance.by_mail import (
    ENDS_WITHIN_SECONDS,
    Daemon,
    House,
    Player,
    Script,
    answer_what_came,
    asks,
    by_transcript,
    is_receipt,
    open_house,
    play,
    seat_and_turn,
)

pytestmark = pytest.mark.needs_dovecot

KILLED = -9  # exit status
ORDERS = {
    1: ("LH: S, RH: W", "LH: P, RH: F"),
    2: ("LH: D, RH: F, cast Missile with LH at Bob", "LH: S, RH: S"),
    3: ("LH: F, RH: F", "surrender"),
}
TRANSCRIPT = "duel: killed\nwizards: Ann, Bob\nsalt: 7\n" + "".join(
    f"\nturn {turn}\nAnn: {hers}\nBob: {his}\n" for turn, (hers, his) in ORDERS.items()
)
KILLS = 5
RUNS = 40 if os.environ.get("SOAK") == "1" else 1


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        opened.init()
        yield opened


def asked(player: Player, turn: int) -> None:
    """Until the mail that asks the player for the turn's orders is in his mailbox."""
    player.wait_for(lambda mail: asks(mail) and seat_and_turn(mail)[2] == turn)


def say(turn: int, *players: Player) -> None:
    """Each of the players answers the mail that asks for that turn's orders."""
    for player in players:
        mail = next(mail for mail in player.mails() if asks(mail) and seat_and_turn(mail)[2] == turn)
        player.answer(mail, ORDERS[turn][player.name == "bob"])


def ended(daemon: Daemon) -> None:
    daemon.hear("daemon-started")
    status, seconds = daemon.end()
    assert status == 0, daemon.story()
    assert seconds < ENDS_WITHIN_SECONDS, daemon.story()


def check_all_effects(house: House, ann: Player, bob: Player, *, twice: int) -> None:
    """Each order had one effect, each letter one answer, each player has each report; at most so many came `twice`."""
    assert house.turns() == by_transcript(TRANSCRIPT)
    letters = house.rows("SELECT id, state, attempts FROM letters")
    assert [letter["state"] for letter in letters] == ["handled"] * 6
    taken = house.rows("SELECT turn, part, seat, letter FROM orders ORDER BY turn, seat")
    assert [(row["turn"], row["part"], row["seat"]) for row in taken] == [
        (turn, Part.NORMAL, seat) for turn in ORDERS for seat in (1, 2)
    ]
    assert {row["letter"] for row in taken} == {letter["id"] for letter in letters}
    receipts = house.rows("SELECT letter FROM outgoing WHERE kind = 'receipt'")
    assert sorted(row["letter"] for row in receipts) == sorted(letter["id"] for letter in letters)
    assert house.rows("SELECT id FROM outgoing WHERE state != 'sent'") == []

    duplicates = 0
    for player in (ann, bob):
        mails = player.mails()
        copies = Counter(str(mail["Message-ID"]) for mail in mails)
        duplicates += copies.total() - len(copies)
        reports = {(seat_and_turn(mail)[2], str(mail["Message-ID"])) for mail in mails if asks(mail)}
        assert sorted(turn for turn, _ in reports) == [1, 2, 3, 4]
        answered = {str(mail["Message-ID"]) for mail in mails if is_receipt(mail)}
        assert len(answered) == len(player.sent) == 3
    assert duplicates <= twice

    assert house.office.folder("referee") == []
    assert house.office.folder("referee", "Rejected") == []
    assert len(house.office.folder("referee", "Processed")) == 6
    assert house.office.folder("director") == []


@pytest.mark.parametrize("step", list(Step))
def test_a_daemon_killed_at_a_step_goes_on_where_it_was(house: House, step: Step) -> None:
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    house.start_game(ann, bob)
    with house.running() as daemon:
        asked(ann, 1), asked(bob, 1)
        say(1, ann)
        ann.wait_for(is_receipt)
        ended(daemon)
    say(1, bob)
    with house.ending_at(step) as daemon:  # with the letter at hand that completes a turn
        assert daemon.wait() == KILLED, daemon.story()
    with house.running() as daemon:
        asked(ann, 2), asked(bob, 2)
        ended(daemon)
    say(2, ann, bob)
    with house.ending_at(step) as daemon:  # with several letters at hand
        assert daemon.wait() == KILLED, daemon.story()
    with house.running() as daemon:
        play({("ann", 3): [ORDERS[3][0]], ("bob", 3): [ORDERS[3][1]]}, [ann, bob], daemon=daemon)
        asked(ann, 4), asked(bob, 4)
        ended(daemon)
    check_all_effects(house, ann, bob, twice=2 if step is Step.AFTER_SEND else 0)


@pytest.mark.parametrize("seed", range(RUNS))
def test_a_daemon_killed_at_any_moments_plays_the_duel_to_its_end(house: House, seed: int) -> None:
    chance = random.Random(seed)
    ann, bob = Player("ann", house.office), Player("bob", house.office)
    script: Script = {(name, turn): [ORDERS[turn][name == "bob"]] for turn in ORDERS for name in ("ann", "bob")}
    house.start_game(ann, bob)
    for _ in range(KILLS):
        answer_what_came(script, [ann, bob])
        with house.running() as daemon:
            daemon.hear("daemon-started")
            daemon.lives_for(chance.uniform(0.0, 0.5))
            daemon.kill()
    with house.running() as daemon:
        play(script, [ann, bob], daemon=daemon)
        asked(ann, 4), asked(bob, 4)
        ended(daemon)
    check_all_effects(house, ann, bob, twice=KILLS)
