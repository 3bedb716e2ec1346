"""Receipts: the first screen tells whether the player is done, and nothing that was filled in is kept from him."""

import re
from html import unescape

import pytest

from engine.language import Field, canonical_text, read
from engine.model import Duel
from engine.transcript import play
from referee.mail.compose import COMPLAINTS_IN_FULL
from referee.mail.html_text import lines_of_html
from referee.mail.wrapping import COLUMNS
from tests.mail.scenes import receipt_of
from tests.simulation.seekers import played

FIRST_SCREEN_LINES = 9
TURNS = 10


REST = "Ann: LH: -, RH: -\nBob: LH: -, RH: -"


def duel_of(setup: str = "", *, first: str = REST) -> Duel:
    """The duel of Ann and Bob after a first turn with these orders; `setup` is a line of that name."""
    lines = f"setup: {setup}\n" if setup else ""
    _, played = play(f"duel: a receipt\nwizards: Ann, Bob\n{lines}\nturn 1\n{first}\n")
    return played[-1].turn.after


SNAPPED = duel_of(first="Ann: LH: S, RH: -\nBob: LH: -, RH: -")
CLAPPED = duel_of(first="Ann: both: C\nBob: LH: -, RH: -")
PARALYSED = duel_of("Bob history LH FF RH --", first="Bob: LH: F, RH: -, paralyse Ann's LH\nAnn: LH: W, RH: -")


def joined(text: str) -> str:
    return " ".join(text.replace("\n| ", " ").split())


# -- whether he is done ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "state", "begins"),
    [
        ("LH: F, RH: W", "complete", "COMPLETE. Your orders for turn 2 are in"),
        ("LH: F, RH: W\nAnn", "complete", "COMPLETE."),
        ("LH: F", "incomplete", "NOT COMPLETE. A gesture for your right hand is still missing."),
        ("LH: Q\nRH: W\ncast Sheild on self", "incomplete, 2 lines not understood", "NOT COMPLETE."),
        ("LH: F, RH: W, cast Fireball at Bob", "complete, 1 line refused", "COMPLETE."),
        ("surrender", "complete, a surrender", "COMPLETE."),
        ("LH: F, RH: W, wait", "a draft, complete", "A DRAFT. You asked to wait"),
        ("LH: F, wait", "a draft, incomplete", "A DRAFT. You asked to wait"),
        ("withdraw orders", "withdrawn", "WITHDRAWN. Your orders for turn 2 are forgotten"),
        ("turn 9, LH: F, RH: W", "incomplete, meant for another turn or game", "NOT TAKEN. Your mail says"),
        ("what a lovely evening", "incomplete, nothing understood", "NOTHING NEW. Nothing in your mail"),
    ],
)
def test_the_subject_and_the_first_screen_tell_how_things_stand(words: str, state: str, begins: str) -> None:
    mail = receipt_of(duel_of(), words)
    assert mail.subject == f"[WH 17.2] Orders for turn 2: {state}"
    assert begins in joined("\n".join(mail.text.splitlines()[:FIRST_SCREEN_LINES]))
    word = begins.partition(".")[0].capitalize()
    assert f"<b>{word}.</b>" in mail.html


def test_the_first_screen_says_who_is_waited_for() -> None:
    assert "The turn waits for Bob." in joined(receipt_of(duel_of(), "LH: F, RH: W").text)
    assert "The turn waits for you and Bob." in joined(receipt_of(duel_of(), "LH: F").text)


def test_one_who_owes_gestures_gets_the_form_and_others_do_not() -> None:
    for words in ("LH: F", "withdraw orders", "hello", "turn 9, LH: F", "LH: F, wait"):
        assert "\nRH:\n" in receipt_of(duel_of(), words).text, words
    for words in ("LH: F, RH: W", "LH: F, RH: W, wait"):
        assert "\nRH:\n" not in receipt_of(duel_of(), words).text, words


def test_a_surrender_is_said_plainly_however_it_was_ordered() -> None:
    for words in ("surrender", "both: P", "LH: P, RH: P"):
        mail = receipt_of(duel_of(), words)
        assert "| LH: P\n| RH: P\n" in mail.text
        assert "SURRENDER" in mail.text
        assert "surrender" in mail.html
    assert "SURRENDER" in receipt_of(PARALYSED, "LH: F, RH: P").text  # which his own gestures are not


def test_a_wizard_who_is_dead_is_asked_for_nothing() -> None:
    dead = duel_of("Ann has 1 hit points", first="Ann: LH: -, RH: -\nBob: LH: stab Ann, RH: -")
    mail = receipt_of(dead, "LH: F, RH: P")
    assert mail.subject.endswith("none are owed")
    assert "No orders are asked of you now" in joined(mail.text)


# -- the orders as understood, and what they come to -----------------------------------------------------------------


def test_the_orders_stand_in_canonical_form_without_what_was_refused() -> None:
    mail = receipt_of(duel_of(), "lh wave, right hand: fingers (my best)\ncast Fireball on bob; say: well met, Bob")
    assert "| LH: W\n| RH: F\n| say: well met, Bob\n\n" in mail.text


@pytest.mark.parametrize(
    ("duel", "words", "row"),
    [
        (SNAPPED, "LH: D, RH: -", "left hand D finishes Missile, at Bob (by default)"),
        (SNAPPED, "LH: D, RH: -, LH at me", "finishes Missile, at yourself (default spell)"),
        (SNAPPED, "LH: D, RH: -, cast Missile", "finishes Missile, at Bob (default subject)"),
        (SNAPPED, "LH: D, RH: -, cast Missile at Bob", "left hand D finishes Missile, at Bob right hand"),
        (SNAPPED, "LH: D, RH: -, let go LH", "left hand D finishes Missile, let go at nobody"),
        (CLAPPED, "both: W", "both hands W finish Magic mirror, at yourself (by default)"),
        (duel_of(), "LH: stab, RH: -", "left hand > stabs Bob (default subject) right hand - rests"),
        (duel_of(), "LH: stab Bob, RH: -", "left hand > stabs Bob right hand"),
        (duel_of(), "LH: C, RH: -", "left hand C claps alone, which is worth nothing"),
        (duel_of(), "LH: S, RH: -", "left hand S finishes nothing; next D Missile"),
        (duel_of(), "LH: S", "right hand ? still missing"),
        (duel_of("Ann controls a goblin"), "LH: S, RH: -", "goblin 1 attacks Bob (no new order)"),
        (
            duel_of("Ann has Haste"),
            "LH: S, RH: - then LH: D, RH: -",
            "second pair D finishes Missile, at Bob (by default)",
        ),
        (PARALYSED, "LH: F, RH: W", "left hand P finishes Shield, at yourself (by default) (Paralysis holds it)"),
    ],
)
def test_each_hand_is_told_what_it_comes_to_and_what_was_filled_in(duel: Duel, words: str, row: str) -> None:
    mail = receipt_of(duel, words)
    for shown in (mail.text, unescape(re.sub(r"<[^>]+>", " ", mail.html))):
        assert row in joined(re.sub(r"^ *\|", "", shown, flags=re.MULTILINE))


# -- what was wrong, and how it was read -----------------------------------------------------------------------------


def test_five_complaints_are_told_in_full_and_the_rest_are_counted() -> None:
    mail = receipt_of(duel_of(), "\n".join(f"cast Spell{letter} at Bob" for letter in "abcdefgh") + "\nLH: F")
    assert mail.subject.endswith("incomplete, 8 lines not understood")
    assert mail.text.count("there is no spell") == COMPLAINTS_IN_FULL
    for shown in (mail.text, mail.html):
        assert "and 3 more like these." in shown
    assert "| LH: F\n" in mail.text  # reading goes on


def test_each_complaint_has_its_line_its_reason_and_what_would_work() -> None:
    mail = receipt_of(duel_of(), "LH: F\n\nRH: W\ncast Sheild on self")
    told = 'line 3, “cast Sheild on self”: there is no spell "Sheild"; did you mean Shield? Try: cast Shield on self'
    assert told in joined(mail.text)


def test_talk_is_told_apart_from_orders() -> None:
    mail = receipt_of(duel_of(), "Hello Bob!\nLH: F, RH: W\nAnn")
    assert "What was taken for talk, not for orders:\n| “Hello Bob”\n| “Ann”\n" in mail.text
    assert "not understood" not in mail.text


@pytest.mark.parametrize(
    ("words", "head", "told"),
    [
        ("LH: F, RH: W", "Content-Type: text/plain", None),
        ("<p>LH: F, RH: W</p>", "Content-Type: text/html", "Read from the HTML of your mail, not from plain text."),
        (
            "LH: F, RH: W",
            "Content-Disposition: attachment; filename=orders.txt\nContent-Type: text/plain",
            "Read from the file that was attached to your mail.",
        ),
        (
            "LH: F, RH: W\n\n-- \nAnn of the Circle\n\nOn 26/11/2026 18:02, Referee wrote:\n> LH: D",
            "Content-Type: text/plain",
            "Left out: the quoted report and your signature.",
        ),
    ],
)
def test_it_says_from_which_part_it_was_read_and_what_was_left_out(words: str, head: str, told: str | None) -> None:
    mail = receipt_of(duel_of(), words, head=head)
    assert "| LH: F\n| RH: W\n" in mail.text
    for shown in (mail.text, mail.html):
        assert told in joined(shown) if told else "Left out" not in shown and "Read from" not in shown


@pytest.mark.parametrize(
    "words", ["LH: F", "surrender", "LH: F, RH: W, wait", "nonsense", "LH: Q, cast Sheild on self"]
)
def test_it_fits_the_page(words: str) -> None:
    mail = receipt_of(duel_of(), words)
    assert max(map(len, mail.text.splitlines())) <= COLUMNS
    assert "\n\n\n" not in mail.text


@pytest.mark.parametrize("seed", range(12))
def test_no_line_of_any_receipt_is_an_order_and_each_fits_the_page(seed: int) -> None:
    for each in played(seed, TURNS):
        duel = each.turn.before
        for name, clauses in each.clauses.items():
            mail = receipt_of(duel, canonical_text(clauses), wizard=name)
            assert max(map(len, mail.text.splitlines())) <= COLUMNS, mail.text
            assert "None" not in mail.text + mail.html
            assert "\n\n\n" not in mail.text
            for line in (*mail.text.splitlines(), *lines_of_html(mail.html).lines):
                assert line.strip() == "then" or not read(line, Field.of(duel), name).clauses, line
