"""Every mail of ours, sent back in the ways in which programs quote, with nothing added: it orders nothing."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.gist import has_orders
from referee.mail.html_text import lines_of_html
from referee.mail.letter import Letter, read
from tests.acceptance.by_mail import text_of
from tests.mail.client_styles import HOME, PAGES, PLAIN, body_of
from tests.mail.whole_game import KINDS, html_of, mails_of_a_whole_game

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, EmailMessage]]:
    """Every mail of a whole game, with its kind."""
    return mails_of_a_whole_game(tmp_path_factory.mktemp("game"))


def letter_of(body: str, content: str) -> Letter:
    raw = f"From: ann@example.net\nSubject: Re: x\nContent-Type: {content}; charset=utf-8\n\n{body}".encode()
    return read(raw, referee=HOME)


def ordered(body: str, content: str) -> bool:
    letter = letter_of(body, content)
    return bool(letter.forms) or has_orders(letter.lines)


def test_the_game_has_every_kind_of_mail(mails: list[tuple[str, EmailMessage]]) -> None:
    assert {kind for kind, _ in mails} == KINDS


@pytest.mark.parametrize("style", PLAIN)
def test_no_text_sent_back_orders_anything(mails: list[tuple[str, EmailMessage]], style: str) -> None:
    for _, mail in mails:
        text = text_of(mail)
        assert not ordered(PLAIN[style](text), "text/plain"), text


@pytest.mark.parametrize("style", PAGES)
def test_no_page_sent_back_orders_anything(mails: list[tuple[str, EmailMessage]], style: str) -> None:
    for _, mail in mails:
        page = html_of(mail)
        sent = page if style == "nobody's" else PAGES[style](body_of(page))
        assert not ordered(sent, "text/html"), sent


def test_no_line_of_a_page_is_an_order_whatever_is_cut_off_above_it(mails: list[tuple[str, EmailMessage]]) -> None:
    for _, mail in mails:
        for line in lines_of_html(html_of(mail)).lines:
            assert line.strip() == "then" or not has_orders((line,)), line


# -- the order form ------------------------------------------------------------------------------------------------


def forms_of(style: str, sort: str, words: dict[str, str]) -> list[tuple[int, int, str, tuple[str, ...]]]:
    """What is read of a report that comes back with these words in its form's slots."""
    body = (GOLDEN / f"report.{'txt' if sort == 'text/plain' else 'html'}").read_text(encoding="utf-8")
    body = body.partition("\n\n")[2] if sort == "text/plain" else body_of(body)
    for slot, word in words.items():
        assert f"\n{slot}\n" in body
        body = body.replace(f"\n{slot}\n", f"\n{slot} {word}\n")
    letter = letter_of((PLAIN if sort == "text/plain" else PAGES)[style](body), sort)
    assert not has_orders(tuple(line for line in letter.lines if line not in words_in(letter)))
    return [(form.game, form.turn, form.code, form.lines) for form in letter.forms]


def words_in(letter: Letter) -> list[str]:
    return [line for form in letter.forms for line in form.lines]


# The initials that mutt can mark a quotation with would have to be guessed at, as a form's lines have colons.
CASES = [("text/plain", style) for style in PLAIN if style != "mutt with initials"] + [
    ("text/html", style) for style in PAGES
]


@pytest.mark.parametrize(("sort", "style"), CASES)
def test_a_form_filled_in_within_the_quotation_counts(sort: str, style: str) -> None:
    found = forms_of(style, sort, {"LH:": "F", "cast:": "Missile at Bob"})
    assert found == [(17, 2, "k7f3-92ab", ("LH: F", "cast: Missile at Bob"))]


@pytest.mark.parametrize(("sort", "style"), CASES)
def test_a_form_that_is_left_empty_says_nothing(sort: str, style: str) -> None:
    assert forms_of(style, sort, {}) == []
