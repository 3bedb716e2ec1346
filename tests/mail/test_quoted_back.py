"""Every mail of ours, sent back in the ways in which programs quote, with nothing added: it orders nothing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.mail.gist import has_orders
from referee.mail.letter import read

HOME = "referee@duel.example.org"
GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(file.stem for file in GOLDEN.glob("*.txt"))
HEAD = f"From: Referee <{HOME}>\nSent: 26 November 2026 18:02\nTo: Ann <ann@example.net>\nSubject: [WH 17.3]\n\n"
Style = Callable[[str], str]


def marked(text: str, mark: str = "> ") -> str:
    return "\n".join((mark + line).rstrip() for line in text.splitlines()) + "\n"


PLAIN: dict[str, Style] = {
    "bare": lambda text: text,
    "Gmail": lambda text: f"\n\nOn Thu, Nov 26, 2026 at 6:02 PM Referee <{HOME}>\nwrote:\n\n{marked(text)}",
    "Thunderbird": lambda text: f"On 26.11.26 19:02, Referee wrote:\n{marked(text)}",
    "without a blank": lambda text: f"Am 26.11.26 um 19:02 schrieb Referee:\n{marked(text, '>')}",
    "Outlook": lambda text: f"\n\n{HEAD}{text}",
    "Outlook 2010": lambda text: f"\n-----Original Message-----\n{HEAD}{text}",
    "Outlook on the web": lambda text: f"\n{'_' * 32}\n{HEAD}{text}",
    "Yahoo": lambda text: f"\n    On Thursday, November 26, 2026, Referee <{HOME}> wrote:\n \n{marked(text, ' ')}",
    "iPhone": lambda text: f"\nSent from my iPhone\n\n> On 26 Nov 2026, at 18:02, Referee wrote:\n>\n{marked(text)}",
    "forwarded": lambda text: f"\n---------- Forwarded message ---------\n{HEAD}{text}",
    "a quotation of a quotation": lambda text: (
        f"On Friday Bob wrote:\n> On Thursday Ann wrote:\n{marked(text, '> > ')}"
    ),
}
HTML: dict[str, Style] = {
    "bare": lambda page: page,
    "Gmail": lambda page: (
        f'<div dir="ltr"><br></div><div class="gmail_quote"><div class="gmail_attr">On Thu, Referee wrote:<br></div>'
        f'<blockquote class="gmail_quote">{page}</blockquote></div>'
    ),
    "Apple": lambda page: (
        f'<br><blockquote type="cite">On Thu, Referee wrote:</blockquote><blockquote>{page}</blockquote>'
    ),
    "Outlook": lambda page: (
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt">'
        f"{HEAD.replace('<', '&lt;').replace(chr(10), '<br>')}</div>{page}"
    ),
    "Outlook on the web": lambda page: (
        f'<div id="appendonsend"></div><div id="divRplyFwdMsg">From: Referee</div>{page}'
    ),
    "Yahoo": lambda page: (
        f'<div id="yahoo_quoted_1" class="yahoo_quoted">On Thu, Referee wrote:<div>{page}</div></div>'
    ),
    "GMX": lambda page: f'<div name="quote"><div>Von: Referee</div><div name="quoted-content">{page}</div></div>',
}


def ordered(body: str, content: str) -> bool:
    raw = f"From: ann@example.net\nSubject: Re: x\nContent-Type: {content}; charset=utf-8\n\n{body}".encode()
    letter = read(raw, referee=HOME)
    return bool(letter.forms) or has_orders(letter.lines)


@pytest.mark.parametrize("style", PLAIN)
@pytest.mark.parametrize("name", NAMES)
def test_a_text_sent_back_orders_nothing(name: str, style: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")[2]
    assert not ordered(PLAIN[style](text), "text/plain")


@pytest.mark.parametrize("style", HTML)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_sent_back_orders_nothing(name: str, style: str) -> None:
    page = (GOLDEN / f"{name}.html").read_text(encoding="utf-8")
    inner = re.search(r"<body[^>]*>(.*)</body>", page, re.DOTALL)
    assert inner is not None
    assert not ordered(HTML[style](page if style == "bare" else inner[1]), "text/html")
