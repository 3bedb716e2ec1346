"""Which part of a mail is read, what two versions disagree about, and each game's words by themselves."""

import pytest

from referee.mail.blocks import Block, blocks, until_end
from referee.mail.gist import differences, has_orders, is_order, reading
from referee.mail.kinds import Kind
from referee.mail.letter import Letter, read
from referee.mail.quotes import FORM_END, form_start

PLAIN = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
FILE = 'text/plain; charset=utf-8\nContent-Disposition: attachment; filename="orders.txt"'


def letter_of(*parts: tuple[str, str], kind: str = "alternative", subject: str = "x") -> Letter:
    body = "".join(f"--b\nContent-Type: {content}\n\n{text}\n" for content, text in parts)
    head = f"From: Ann <ann@example.net>\nSubject: {subject}\nContent-Type: multipart/{kind}; boundary=b\n"
    return read(f"{head}\n{body}--b--\n".encode())


@pytest.mark.parametrize(
    "plain",
    [
        "",
        "Sent from my iPhone",
        "This is an HTML message. Your program cannot display HTML.",
        "[cid:part1.example.net]",
        "> LH: S",
    ],
)
def test_html_is_read_where_the_plain_part_says_nothing(plain: str) -> None:
    letter = letter_of((PLAIN, plain), (HTML, "<p>LH: F</p>"))
    assert (letter.lines, letter.read_from, letter.doubts) == (("LH: F",), "text/html", ())


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("LH: F\nRH: P", "<p>LH: F</p><p>RH: P</p>"),
        ("left hand: fingers\nRH: P", "<p>LH: F</p><p>RH: P</p>"),
        ("LH: F", "<p>LH: F</p><p>thank you</p>"),
        ("cast Shield on self\nLH: F", "<p>LH: F</p>"),
        ("help", "<p>help</p>"),
    ],
)
def test_two_versions_that_order_the_same_raise_no_doubt(plain: str, html: str) -> None:
    assert letter_of((PLAIN, plain), (HTML, html)).doubts == ()


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("LH: F\nRH: P", "<p>LH: S</p><p>RH: P</p>"),
        ("LH: F", "<p>LH: F</p><p>RH: P</p>"),
        ("LH: F\nRH: P", "<p>LH: F</p>"),
        ("LH: F\ncast Shield on self", "<p>LH: F</p><p>cast Missile at Bob</p>"),
        ("thank you", "<p>LH: F</p>"),
    ],
)
def test_two_versions_that_differ_in_an_order_raise_a_doubt(plain: str, html: str) -> None:
    letter = letter_of((PLAIN, plain), (HTML, html))
    assert letter.kind is Kind.MESSAGE
    assert letter.doubts
    assert set(letter.doubts) <= set(letter.why)


def test_a_text_attachment_counts_only_where_the_mail_orders_nothing() -> None:
    assert letter_of((PLAIN, "see the file"), (FILE, "LH: F"), kind="mixed").lines == ("LH: F",)
    assert letter_of((PLAIN, "LH: S"), (FILE, "LH: F"), kind="mixed").lines == ("LH: S",)
    assert letter_of((PLAIN, "help"), (FILE, "no orders here"), kind="mixed").lines == ("help",)


def test_the_subject_is_only_a_hint() -> None:
    letter = letter_of((PLAIN, ""), subject="LH: F, RH: P")
    assert (letter.kind, letter.lines) == (Kind.NO_TEXT, ())
    assert "subject looks like orders" in " ".join(letter.why)
    assert "subject" not in " ".join(letter_of((PLAIN, ""), subject="Re: [WH 17.3] Ann v Bob").why)


def test_what_outlook_packs_away_is_answered_with_advice() -> None:
    tnef = 'application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64'
    letter = letter_of((tnef, "eJ8+Ig=="), kind="mixed")
    assert letter.kind is Kind.NO_TEXT
    assert "winmail.dat" in letter.why[0]
    sealed = letter_of(("application/pgp-encrypted", "Version: 1"), kind="encrypted")
    assert sealed.kind is Kind.NO_TEXT
    assert "encrypted" in sealed.why[0]


def test_each_games_words_stand_by_themselves() -> None:
    lines = ("thanks", "game 17", "LH: F", "Game 21, turn 5", "LH: S")
    assert blocks(lines, ()) == (
        Block(game=None, turn=None, lines=("thanks",)),
        Block(game=17, turn=None, lines=("game 17", "LH: F")),
        Block(game=21, turn=5, lines=("Game 21, turn 5", "LH: S")),
    )


def test_a_form_is_a_block_of_its_own_with_its_code() -> None:
    body = "\n".join(["LH: S", form_start(17, 3, "k7f3-92ab"), "LH: F", FORM_END])
    letter = letter_of((PLAIN, body))
    assert letter.blocks == (
        Block(game=None, turn=None, lines=("LH: S",)),
        Block(game=17, turn=3, lines=("LH: F",), code="k7f3-92ab"),
    )


def test_end_ends_its_own_block_only() -> None:
    assert until_end(("LH: F", "END", "LH: S")) == ("LH: F", "END")
    assert until_end(("game 1", "end.", "LH: S", "game 2", "LH: P")) == ("game 1", "end.", "game 2", "LH: P")
    assert until_end(("say: the end", "LH: S")) == ("say: the end", "LH: S")


def test_orders_are_told_from_talk_without_a_duel() -> None:
    assert has_orders(("stab Bob",))
    assert has_orders(("hello", "goblin 2 attacks Old Zed"))
    assert not has_orders(("Hello referee,", "thank you", "Ann"))
    assert not has_orders(())
    assert is_order("LH: F")
    assert not is_order("CAUTION: This mail came from outside. Do not click links.")


def test_names_are_taken_as_they_were_written() -> None:
    assert not reading(("LH: F", "RH: stab Old Bob", "paralyse Cyd's LH", "my goblin attacks Eve's ogre")).complaints


def test_a_difference_names_what_each_version_says() -> None:
    assert differences(("LH: F",), ("LH: S",)) == (("LH: F", "LH: S"),)
    assert differences(("LH: F",), ()) == (("LH: F", ""),)
    assert differences(("LH: F", "cast Shield on self"), ("LH: F",)) == ()
