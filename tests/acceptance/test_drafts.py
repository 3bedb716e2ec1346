"""Orders for the present turn and for coming ones in one mail, what `orders` shows of them, and the cool-off."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.acceptance.at_the_desk import Table, laid_table
from tests.acceptance.by_mail import text_of

MINUTE = timedelta(minutes=1)
PRESENT = "LH: P, RH: W"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        laid.start("Ann", "Bob", terms="2d, cool-off 30m")
        yield laid


def told(table: Table, name: str) -> str:
    """The last mail to a player, on one line."""
    return " ".join(text_of(table.mails_to(name)[-1]).replace("\n| ", "\n").split())


def test_one_mail_may_hold_orders_for_this_turn_and_for_coming_ones(table: Table) -> None:
    table.answer("Ann", f"{PRESENT}\n\nfor turn 3:\nLH: D, RH: D\nturn 2: LH: F, RH: S")
    assert table.held(1) == {"LH: P", "RH: W"}
    assert table.owing() == ("Bob",)
    assert str(table.mails_to("Ann")[-1]["Subject"]).endswith("turn 1: complete; turn 2 and turn 3 put by")
    assert "A draft for turn 2, as it was understood: LH: F RH: S" in told(table, "Ann")
    assert "A draft for turn 3, as it was understood: LH: D RH: D" in told(table, "Ann")


def test_each_draft_is_shown_with_the_orders_that_are_held_and_comes_up_with_its_turn(table: Table) -> None:
    table.answer("Ann", "turn 2: LH: F, RH: S\nturn 3: LH: D")
    assert table.owing() == ("Ann", "Bob")
    table.answer("Ann", "orders")
    assert "I hold no orders of yours for turn 1" in told(table, "Ann")
    assert "Your draft for turn 2, which does not count before you confirm it then: LH: F RH: S" in told(table, "Ann")
    assert "Your draft for turn 3, which does not count before you confirm it then: LH: D" in told(table, "Ann")
    table.turn(ann=PRESENT, bob=PRESENT)
    table.wait(31 * MINUTE)
    assert "Your draft for turn 2, which does not count yet: LH: F RH: S" in told(table, "Ann")
    table.answer("Ann", "yes")
    assert table.held(1) == {"LH: F", "RH: S"}
    table.answer("Ann", "turn 3\nwithdraw orders")
    table.answer("Ann", "orders")
    assert "draft" not in told(table, "Ann")


def test_a_turn_that_is_named_below_all_orders_is_meant_for_all_of_them(table: Table) -> None:
    table.answer("Ann", f"{PRESENT}\nfor turn 2")
    assert table.held(1) == set()
    assert "A draft for turn 2, as it was understood: LH: P RH: W" in told(table, "Ann")


def test_mistakes_in_a_draft_are_told_with_the_line_of_the_mail(table: Table) -> None:
    table.answer("Ann", f"{PRESENT}\nturn 2: LH: Q, RH: W")
    assert "line 2, “LH: Q”" in told(table, "Ann")
    assert table.held(1) == {"LH: P", "RH: W"}


def test_whoever_gives_the_last_orders_is_told_until_when_they_can_be_changed_and_nothing_of_deadlines(
    table: Table,
) -> None:
    table.turn(ann=PRESENT, bob=PRESENT)
    assert "Orders can still be changed until Thursday 26 November, 18:3" in told(table, "Bob")
    assert "Orders are due" not in told(table, "Bob")
    table.answer("Ann", "orders")
    assert "All orders are in" in told(table, "Ann")
    table.answer("Bob", "LH: F")
    assert table.held(2) == {"LH: F", "RH: W"}
    table.wait(29 * MINUTE)
    assert table.game().duel.turn == 0
    table.wait(2 * MINUTE)
    assert table.game().duel.turn == 1


def test_without_a_cool_off_the_last_receipt_says_nothing_of_deadlines_either(tmp_path: Path) -> None:
    with laid_table(tmp_path) as table:
        table.start("Ann", "Bob", terms="2d")
        table.turn(ann=PRESENT, bob=PRESENT)
        receipt = " ".join(text_of(table.mails_to("Bob")[-2]).split())
        assert "All orders are in: the report of the turn comes in a mail of its own." in receipt
        assert "due" not in receipt
        assert "is adjudicated" not in receipt
