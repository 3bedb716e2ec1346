"""A silent player's seat at the desk: offered to those on standby, taken by one, and lost to the one before."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.mail.inbox import Filing
from referee.store import offers, outgoing, players
from referee.store.offers import Offer, OfferState
from referee.store.outgoing import MailState
from tests.acceptance.at_the_desk import REFEREE, Table, address_of, laid_table
from tests.acceptance.bouncing import plain
from tests.acceptance.by_mail import asks, reply, text_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BOTH = "LH: F, RH: P"
TERMS = "3d, no grace, no orders: standby after 2"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        yield laid


def stand_by(table: Table, *names: str) -> None:
    """Players of these names wait for seats, the first of them longest."""
    with table.store.transaction():
        for name in names:
            table.now += timedelta(minutes=1)
            added = players.add(table.store, address_of(name), now=table.now, name=name, confirmed=True)
            players.set_standby(table.store, added.id, table.now)


def silence(table: Table, *, terms: str = TERMS) -> None:
    """A game of three in which Bob sends nothing until his seat is on offer."""
    table.start("Ann", "Bob", "Cid", terms=terms)
    for _ in range(2):
        table.post()
        table.turn(ann=BOTH, cid=BOTH)
        table.wait(3 * DAY + HOUR)


def open_offers(table: Table) -> list[Offer]:
    return [each for each in offers.of_game(table.store, 1) if each.state is OfferState.OPEN]


def subjects(table: Table, name: str) -> list[str]:
    return [str(mail["Subject"]) for mail in table.mails_to(name)]


def words(table: Table, name: str) -> str:
    return " ".join(text_of(table.mails_to(name)[-1]).replace("| ", "").split())


def say(table: Table, name: str, word: str) -> Filing:
    """Answer the offer."""
    offered = [mail for mail in table.mails_to(name) if "A seat in game" in str(mail["Subject"])][-1]
    return table.receive(reply(offered, address_of(name), word))


def test_the_seat_is_offered_to_the_longest_waiting_who_is_not_in_the_game(table: Table) -> None:
    stand_by(table, "Ann", "Dee", "Eve")
    silence(table)
    (offer,) = open_offers(table)
    assert [m.recipient for m in outgoing.listing(table.store, MailState) if m.kind == "confirm"] == [address_of("Dee")]
    assert "Would you play on for that wizard?" in words(table, "Dee")
    until = "The turn waits for one of them, or for the orders, until Saturday 5 December, 18:03 UTC"
    assert "No orders have come for Bob, so, as the terms of the game say, that seat is offered" in words(table, "Ann")
    assert until in words(table, "Ann")
    assert "If your orders come before somebody takes it, the seat stays yours" in words(table, "Bob")
    assert offer.expires_at - offer.offered_at == timedelta(hours=48)
    assert table.game().duel.next_turn == 2  # the turn waits for an answer


def test_an_offer_lapses_after_two_days_and_goes_to_the_next_and_then_the_seat_rests(table: Table) -> None:
    stand_by(table, "Dee", "Eve")
    silence(table, terms="9d, no grace, no orders: standby after 1")
    table.wait(20 * DAY)
    states = [(each.player, each.state) for each in offers.of_game(table.store, 1)]
    assert [state for _, state in states][:2] == [OfferState.LAPSED, OfferState.LAPSED]
    assert len({player for player, _ in states[:2]}) == 2
    assert table.game().duel.next_turn >= 3
    told = " ".join(" ".join(text_of(mail).split()) for mail in table.mails_to("Ann"))
    assert "Nobody took the seat of Bob, whose orders did not come: both hands did nothing." in told


def test_without_anybody_on_standby_the_turn_closes_at_once(table: Table) -> None:
    silence(table)
    assert table.game().duel.next_turn == 3
    assert offers.of_game(table.store, 1) == []


def test_who_accepts_gets_the_history_a_fresh_clock_and_the_seat(table: Table) -> None:
    stand_by(table, "Dee")
    silence(table)
    assert say(table, "Dee", "yes") is Filing.PROCESSED
    game = table.game()
    assert game.seats[1].address == address_of("Dee")
    assert (game.seats[1].holder, game.seats[1].missed) == (1, 0)
    welcome = next(mail for mail in reversed(table.mails_to("Dee")) if asks(mail))
    told = " ".join(text_of(welcome).split())
    assert "YOU HAVE TAKEN THE SEAT of Bob" in told
    assert "What happened on turn 1:" in told
    assert "in 2 days 23 hours" in told or "in 3 days" in told
    assert "ANOTHER PLAYER, Dee, plays Bob from now on" in words(table, "Ann")
    assert "YOUR SEAT IS TAKEN." in words(table, "Bob")
    table.wait(3 * DAY - HOUR)
    assert table.game().duel.next_turn == 2
    table.answer("Dee", BOTH)
    assert table.game().duel.next_turn == 3


def test_the_tokens_of_the_one_before_order_nothing_and_are_answered_politely(table: Table) -> None:
    stand_by(table, "Dee")
    silence(table)
    say(table, "Dee", "yes")
    count = len(table.mails_to("Bob"))
    assert table.answer("Bob", "LH: W, RH: W") is Filing.REJECTED
    assert table.held(2) == set()
    assert len(table.mails_to("Bob")) == count + 1
    assert "another player plays Bob there now" in words(table, "Bob")


def test_in_an_anonymous_game_nobody_learns_who_took_over(table: Table) -> None:
    stand_by(table, "Dee")
    silence(table, terms=f"{TERMS}, anonymous")
    say(table, "Dee", "yes")
    for name in ("Ann", "Bob", "Cid"):
        assert all("Dee" not in mail.as_string() for mail in table.mails_to(name))


def test_a_no_lets_the_next_be_asked_at_once(table: Table) -> None:
    stand_by(table, "Dee", "Eve")
    silence(table)
    say(table, "Dee", "no")
    table.wait(HOUR)
    assert [each.state for each in offers.of_game(table.store, 1)] == [OfferState.DECLINED, OfferState.OPEN]
    assert any("A seat in game 1 is free" in subject for subject in subjects(table, "Eve"))


def test_orders_of_the_one_who_was_silent_keep_his_seat(table: Table) -> None:
    stand_by(table, "Dee")
    silence(table)
    table.answer("Bob", BOTH)
    assert table.game().duel.next_turn == 3
    assert [each.state for each in offers.of_game(table.store, 1)] == [OfferState.WITHDRAWN]
    assert "is not free any more" in words(table, "Dee")
    say(table, "Dee", "yes")
    assert table.game().seats[1].address == address_of("Bob")


def test_a_melee_of_five_in_which_a_newcomer_replaces_a_silent_player_is_played_to_its_end(table: Table) -> None:
    table.receive(plain(address_of("Eve"), REFEREE, "register Evelyn"))
    table.receive(reply(table.mails_to("Eve")[-1], address_of("Eve"), "yes"))
    table.receive(reply(table.mails_to("Eve")[-1], address_of("Eve"), "standby on"))
    names = ("Ann", "Bob", "Cid", "Dee", "Fay")
    table.start(*names, terms="2d, grace 6h, no orders: standby after 2")
    for _ in range(2):
        table.post()
        table.turn(**{name.lower(): BOTH for name in names if name != "Cid"})
        table.wait(2 * DAY + 7 * HOUR)
    assert say(table, "Eve", "yes") is Filing.PROCESSED
    assert "ANOTHER PLAYER, Evelyn, plays Cid from now on" in words(table, "Ann")
    table.post()
    table.answer("Eve", "LH: W, RH: D")
    assert table.game().duel.next_turn == 3
    table.turn(ann="surrender", bob="surrender", dee="surrender", fay=BOTH, eve=BOTH)
    table.turn(fay="surrender", eve=BOTH)
    game = table.game()
    assert game.duel.result is not None and game.duel.result.winner == "Cid"
    assert any("won" in subject or "over" in subject for subject in subjects(table, "Eve"))
    assert not any(asks(mail) for mail in table.mails_to("Cid")[-1:])
