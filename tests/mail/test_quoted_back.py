"""Every mail of ours, sent back in the ways in which programs quote, with nothing added: it orders nothing."""

from pathlib import Path

import pytest

from referee.mail.gist import has_orders
from referee.mail.html_text import lines_of_html
from referee.mail.letter import Letter, read
from tests.mail.client_styles import HOME, PAGES, PLAIN, body_of
from tests.mail.whole_game import KINDS, Sent, mails_of_a_whole_game
from tests.simulation.measures import SOAK

BARE = ("nobody's", "nobody's, unstyled")  # without a sign of quotation words are left over, but no orders
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    """Every mail of whole games, and one made from each template."""
    approved = [
        Sent(
            kind=file.stem,
            text=file.read_text(encoding="utf-8").partition("\n\n")[2],
            page=file.with_suffix(".html").read_text(encoding="utf-8"),
        )
        for file in sorted(GOLDEN.glob("*.txt"))
    ]
    return mails_of_a_whole_game(tmp_path_factory.mktemp("game")) + approved


def some(mails: list[Sent], number: int) -> list[Sent]:
    """All of them in the long run, else a third, and another third for the next style."""
    return mails if SOAK else mails[number % 3 :: 3]


def letter_of(body: str, content: str) -> Letter:
    raw = f"From: ann@example.net\nSubject: Re: x\nContent-Type: {content}; charset=utf-8\n\n{body}".encode()
    return read(raw, ours=(HOME,))


def test_the_games_have_every_kind_of_mail(mails: list[Sent]) -> None:
    assert {mail.kind for mail in mails} >= KINDS


@pytest.mark.parametrize("style", PLAIN)
def test_a_text_sent_back_says_nothing(mails: list[Sent], style: str) -> None:
    for mail in some(mails, list(PLAIN).index(style)):
        letter = letter_of(PLAIN[style](mail.text), "text/plain")
        says = has_orders(letter.lines) if style in BARE else letter.lines
        assert not says, mail.text
        assert not letter.forms, mail.text


@pytest.mark.parametrize("style", PAGES)
def test_a_page_sent_back_says_nothing(mails: list[Sent], style: str) -> None:
    for mail in some(mails, list(PAGES).index(style)):
        page = mail.page if style == "nobody's" else PAGES[style](body_of(mail.page))
        letter = letter_of(page, "text/html")
        says = has_orders(letter.lines) if style in BARE else letter.lines
        assert not says, page
        assert not letter.forms, page


def test_no_line_is_an_order_whatever_is_cut_off_above_it(mails: list[Sent]) -> None:
    for mail in mails:
        for line in (*lines_of_html(mail.page).lines, *mail.text.splitlines()):
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
