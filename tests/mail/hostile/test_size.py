"""Of a big mail the first 256 kB are read: too big is only what has no whole text among them."""

import base64

import pytest

from referee.mail.kinds import Kind
from referee.mail.letter import MAIL_BYTES_MAX, Letter, read

WORDS = "LH: F\nRH: P"
LINES = ("LH: F", "RH: P")
PHOTOGRAPH = base64.encodebytes(bytes(range(256)) * 1500).decode()
HEAD = "From: Ann <ann@example.net>\nTo: referee@duel.example.org\nMIME-Version: 1.0\n"


def part(content: str, text: str, *fields: str, boundary: str = "b") -> str:
    return "\n".join([f"--{boundary}", f"Content-Type: {content}", *fields, "", text, ""])


def mixed(*parts: str) -> bytes:
    return f"{HEAD}Content-Type: multipart/mixed; boundary=b\n\n{''.join(parts)}--b--\n".encode()


def first(raw: bytes) -> Letter:
    """What is read of a mail as the inbox fetches it."""
    assert len(raw) > MAIL_BYTES_MAX
    letter = read(raw[:MAIL_BYTES_MAX], size=len(raw))
    assert letter == read(raw)
    return letter


PHOTO = part("image/jpeg; name=IMG_0001.jpeg", PHOTOGRAPH, "Content-Transfer-Encoding: base64")
ENCODED = base64.encodebytes(WORDS.encode()).decode()
PAGE = f"<html><body><div>{WORDS.replace(chr(10), '<br>')}</div></body></html>"
ALTERNATIVE = part(
    "multipart/alternative; boundary=c",
    part("text/plain", WORDS, boundary="c") + part("text/html", PAGE, boundary="c") + "--c--",
)
RELATED = part("multipart/related; boundary=c", part("text/html", PAGE, boundary="c") + PHOTO.replace("--b", "--c"))
BEHIND = {
    "plain": part("text/plain", WORDS),
    "plain in base64": part("text/plain", ENCODED, "Content-Transfer-Encoding: base64"),
    "a page": part("text/html", PAGE),
    "both": ALTERNATIVE,
    "a page with pictures": RELATED,
    "an empty text before": part("text/plain", "") + part("text/html", PAGE),
    "a small picture before": part("image/png", "iVBORw0KGgo=") + part("text/plain", WORDS),
}


@pytest.mark.parametrize("words", BEHIND)
def test_a_photograph_behind_the_words_does_no_harm(words: str) -> None:
    letter = first(mixed(BEHIND[words], PHOTO, PHOTO))
    assert (letter.kind, letter.lines) == (Kind.MESSAGE, LINES)


def test_the_words_behind_a_photograph_are_too_far_away() -> None:
    letter = first(mixed(PHOTO, part("text/plain", WORDS)))
    assert (letter.kind, letter.lines) == (Kind.TOO_BIG, ())
    assert "too big" in " ".join(letter.why)


@pytest.mark.parametrize("content", ["text/plain", "text/html"])
def test_a_text_that_is_cut_is_not_read(content: str) -> None:
    long = "\n".join([WORDS, *["words and words"] * 20_000])
    for raw in (mixed(part(content, long)), f"{HEAD}Content-Type: {content}\n\n{long}".encode()):
        letter = first(raw)
        assert (letter.kind, letter.lines) == (Kind.TOO_BIG, ())


def test_a_whole_text_before_one_that_is_cut_is_read() -> None:
    letter = first(mixed(part("text/plain", WORDS), part("text/html", PAGE + "<p>x" * 100_000)))
    assert (letter.kind, letter.lines) == (Kind.MESSAGE, LINES)


@pytest.mark.parametrize("room", [-2, -1, 0, 1, 2, 40])
def test_a_text_is_whole_once_the_next_part_has_begun(room: int) -> None:
    start = f"{HEAD}Content-Type: multipart/mixed; boundary=b\n\n{part('text/plain', WORDS)}".encode()
    filling = MAIL_BYTES_MAX - len(start) - len(b"\n--b") - room
    raw = start.replace(WORDS.encode(), WORDS.encode() + b"\n" * filling) + b"\n--b\n" + PHOTO[4:].encode() * 2
    letter = first(raw)
    assert letter.kind is (Kind.MESSAGE if room >= 0 else Kind.TOO_BIG)


def test_a_mail_of_just_the_limit_is_whole() -> None:
    raw = f"{HEAD}\n{WORDS}\n".encode()
    raw += b"\n" * (MAIL_BYTES_MAX - len(raw))
    assert read(raw, size=len(raw)).lines == LINES
    assert read(raw, size=len(raw) + 1).kind is Kind.TOO_BIG


def test_a_big_file_that_only_outlook_opens_is_answered_with_advice() -> None:
    letter = first(mixed(part("application/ms-tnef; name=winmail.dat", PHOTOGRAPH)))
    assert letter.kind is Kind.NO_TEXT
    assert "winmail.dat" in " ".join(letter.why)


@pytest.mark.parametrize("head", ["Auto-Submitted: auto-replied\n", "List-Id: <x.example.org>\n", "Precedence: bulk\n"])
def test_a_robot_s_mail_is_a_robot_s_however_big(head: str) -> None:
    letter = first((head + HEAD + "\n" + "words\n" * 60_000).encode())
    assert letter.kind in (Kind.AUTO_REPLY, Kind.LOOP)
