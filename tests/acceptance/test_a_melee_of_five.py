"""A melee of five in which one falls silent: somebody on standby plays his wizard on, and all of it is told."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.inbox import Filing
from referee.store import games
from referee.store.games import GameState
from tests.acceptance.at_the_desk import Table, address_of
from tests.acceptance.by_mail import asks, by_transcript, reply, text_of
from tests.referee.hall import Hall, hall_of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FIVE = ("Ann", "Bob", "Cid", "Dee", "Eve")
OTHERS = ("Ann", "Cid", "Dee", "Eve")
OPTIONS = "2d, no grace, no orders: standby after 2"
REST = "LH: nothing, RH: nothing"
# Whoever takes the seat over finishes a missile: enough to see that these orders are those that count.
BY_BOB = ("LH: S, RH: W", "LH: D, RH: F, cast Missile with LH at Ann", "LH: S, RH: P")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with hall_of(tmp_path, *FIVE, "Fay", "Gus") as made:
        yield made


def told(table: Table, name: str) -> list[str]:
    """The texts of all mails to a player, each on one line."""
    return [" ".join(text_of(mail).replace("| ", "").split()) for mail in table.mails_to(name)]


def order(table: Table, **words: str) -> None:
    """These wizards' players answer their last report."""
    table.post()
    for name, said in words.items():
        assert table.answer(name, said) is Filing.PROCESSED, name


def begin(hall: Hall) -> None:
    """Ann challenges four, and all say yes."""
    hall.ask("Ann", f"challenge Bob, Cid, Dee, Eve {OPTIONS}")
    for name in FIVE[1:]:
        (asked,) = [mail for mail in hall.table.mails_to(name) if "challenges you" in str(mail["Subject"])]
        hall.table.receive(reply(asked, address_of(name), "yes"))


def test_a_melee_of_five_in_which_a_player_on_standby_replaces_a_silent_one(hall: Hall) -> None:
    table = hall.table
    begin(hall)
    assert [seat.wizard for seat in table.game().seats] == list(FIVE)
    assert all("is offered to" in " ".join(told(table, name)) for name in FIVE), "told in advance"
    hall.ask("Fay", "standby on")

    # Two silent turns: in the first both hands rest, at the end of the second the seat is on offer.
    order(table, **dict.fromkeys(OTHERS, REST))
    assert table.game().duel.turn == 0
    table.wait(2 * DAY + HOUR)
    assert table.game().duel.turn == 1
    for name in OTHERS:
        assert "No orders came from Bob: both hands did nothing." in told(table, name)[-1]
        assert "After 1 more silent turn in a row the seat is offered to another player." in told(table, name)[-1]
    order(table, **dict.fromkeys(OTHERS, REST))
    table.wait(2 * DAY + HOUR)
    assert any("Without orders your seat is offered to another player." in each for each in told(table, "Bob"))
    assert table.game().duel.turn == 1, "the turn waits for somebody on standby"
    old = table.asked("Bob")

    # Fay takes it.
    offer = next(mail for mail in reversed(table.mails_to("Fay")) if "A seat in game 1" in str(mail["Subject"]))
    assert table.receive(reply(offer, address_of("Fay"), "yes")) is Filing.PROCESSED
    seat = table.game().seats[1]
    assert (seat.wizard, seat.address, seat.holder) == ("Bob", address_of("Fay"), 1)
    welcome = table.asked("Fay")
    assert asks(welcome)
    assert any("YOU HAVE TAKEN THE SEAT of Bob" in each for each in told(table, "Fay"))
    assert any("What happened on turn 1:" in each for each in told(table, "Fay")), "the history comes with the seat"
    assert any("YOUR SEAT IS TAKEN." in each for each in told(table, "Bob"))
    for name in OTHERS:
        assert any("ANOTHER PLAYER, Fay, plays Bob from now on" in each for each in told(table, name))

    check_tokens(table, old)
    check_end(table)


def check_tokens(table: Table, old: EmailMessage) -> None:
    """The old token is worth nothing, the new one is."""
    assert table.receive(reply(old, address_of("Bob"), "LH: P, RH: P\nsurrender")) is Filing.REJECTED
    assert table.held(2) == set()
    assert "another player plays Bob there now" in told(table, "Bob")[-1]
    order(table, Fay=BY_BOB[0])
    assert table.game().duel.turn == 2, "the others' orders had stayed"
    for words in BY_BOB[1:]:
        order(table, Fay=words, **dict.fromkeys(OTHERS, REST))
    bob = table.game().duel.wizard("Bob")
    ann = table.game().duel.wizard("Ann")
    assert bob is not None
    assert ann is not None
    assert (len(bob.history), ann.hit_points) == (4, 14)


def check_end(table: Table) -> None:
    """All but one give up."""
    before = len(table.mails_to("Bob"))
    order(table, Fay=REST, **dict.fromkeys(("Ann", "Cid", "Dee", "Eve"), "surrender"))
    game = table.game()
    assert game.state is GameState.FINISHED
    assert len(table.mails_to("Bob")) == before, "who lost his seat hears no more of the game"
    for name in (*OTHERS, "Fay"):
        over = table.mails_to(name)[-1]
        (transcript,) = over.iter_attachments()
        text = transcript.get_content()
        played = by_transcript(text.decode() if isinstance(text, bytes) else text)
        assert played[-1].after.result is not None
        assert played[-1].after.result.winner == "Bob"
        assert not any(address_of(other) in over.as_string() for other in (*FIVE, "Fay") if other != name)
    assert "you won" in told(table, "Fay")[-1]
    assert len(games.listing(table.store)) == 1
