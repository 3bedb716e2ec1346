"""The order form at the desk: filled in within the quotation it counts, where it is ours and its turn is not over."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.inbox import Filing
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.by_mail import is_receipt, reply, seat_and_turn, text_of

FILLED = {"LH:": "F", "RH:": "W"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A desk with a game of Ann and Bob, which has had one turn, and another that has had none."""
    with laid_table(tmp_path) as laid:
        laid.start("Ann", "Bob")
        laid.start("Ann", "Bob")
        laid.turn(ann="LH: F, RH: -", bob="LH: W, RH: -")
        yield laid


def filled(mail: EmailMessage, *, words: str = "", code: str | None = None, form_of: EmailMessage | None = None) -> str:
    """The text of a reply to `mail` whose quoted form (or that of another mail) is filled in, maybe with its code
    changed."""
    text = text_of(form_of or mail)
    for slot, word in FILLED.items():
        text = text.replace(f"\n{slot}\n", f"\n{slot} {word}\n")
    if code is not None:
        before, _, after = text.partition(", token ")
        text = f"{before}, token {code}{after[9:]}"
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    return f"{words}\n\nOn {mail['Date']}, Referee wrote:\n{quoted}"


def send(table: Table, mail: EmailMessage, text: str) -> EmailMessage:
    """Ann answers `mail` with exactly that text; what the referee says to it."""
    answer = reply(mail, address_of("Ann"), "")
    answer.set_content(text)
    assert table.receive(answer) is Filing.PROCESSED
    said = table.mails_to("Ann")[-1]
    assert is_receipt(said)
    return said


def test_a_form_filled_in_within_the_quotation_is_taken_and_the_answer_says_so(table: Table) -> None:
    asked = table.asked("Ann")
    said = send(table, asked, filled(asked))
    assert table.held(1) == {"LH: F", "RH: W"}
    assert str(said["Subject"]) == "[WH 1.2] Orders for turn 2: complete"
    assert "Read from the order form that you filled in." in text_of(said)


def test_the_form_of_an_answer_to_incomplete_orders_counts_as_well(table: Table) -> None:
    said = send(table, table.asked("Ann"), "RH: W")
    assert str(said["Subject"]) == "[WH 1.2] Orders for turn 2: incomplete"
    send(table, said, filled(said))
    assert table.held(1) == {"LH: F", "RH: W"}


def test_a_form_with_a_code_that_we_did_not_give_out_is_not_taken(table: Table) -> None:
    asked = table.asked("Ann")
    said = send(table, asked, filled(asked, code="aaaa-2222"))
    assert table.held(1) == set()
    assert "aaaa-2222" in text_of(said)
    assert ">> orders for game 1 turn 2, token " in text_of(said)  # the right form comes with the answer


def test_what_stands_above_a_form_that_is_not_ours_is_taken(table: Table) -> None:
    asked = table.asked("Ann")
    said = send(table, asked, filled(asked, words="LH: P", code="aaaa-2222"))
    assert table.held(1) == {"LH: P"}
    assert "aaaa-2222" in text_of(said)


def test_the_code_of_another_turn_opens_no_form_of_this_one(table: Table) -> None:
    asked = table.asked("Ann")
    old = text_of(table.asked("Ann", turn=1)).partition(", token ")[2][:9]
    send(table, asked, filled(asked, code=old))
    assert table.held(1) == set()


def test_the_form_of_another_game_gives_no_orders_in_either(table: Table) -> None:
    said = send(table, table.asked("Ann"), filled(table.asked("Ann"), form_of=table.asked("Ann", 2)))
    assert (table.held(1), table.held(1, game=2)) == (set(), set())
    assert "game 2" in text_of(said)


def test_the_form_of_a_turn_that_is_over_is_answered_with_the_present_report_and_its_form(table: Table) -> None:
    old = table.asked("Ann", turn=1)
    for mail in (old, table.asked("Ann")):  # by the old mail itself, or pasted into an answer to the new one
        said = send(table, mail, filled(mail, form_of=old))
        assert table.held(1) == set()
        assert seat_and_turn(said) == (1, 1, 2)
        assert "turn that is over" in text_of(said)
        assert ">> orders for game 1 turn 2, token " in text_of(said)
    send(table, said, filled(said))
    assert table.held(1) == {"LH: F", "RH: W"}


def test_a_form_that_is_left_empty_orders_nothing(table: Table) -> None:
    asked = table.asked("Ann")
    answer = reply(asked, address_of("Ann"), "")
    table.receive(answer)
    assert table.held(1) == set()
