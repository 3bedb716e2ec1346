"""Whole readers on hostile text: twice as much takes less than three times the steps.

Steps are lines of Python that run, which no busy machine disturbs. What runs in C alone is not among them: each
expression is held to the same by itself, and the benchmarks show what whole mails cost."""

from collections.abc import Callable

import pytest

from engine.language import read as read_orders
from referee.mail import head as heads
from referee.mail import text_part
from referee.mail.bounces import bounce
from referee.mail.html_text import lines_of_html
from referee.mail.letter import UnreadableMail, read
from referee.mail.text_part import TooDeep
from referee.mail.trust import judge
from tests.fuzz.targets import FIELD
from tests.steps import in_proportion

HOME = "referee@duel.example.org"
SERVER = "mx.example.org"
SIZE = 30_000
FROM = "From: Ann <ann@example.net>\n"
DAEMON = "From: MAILER-DAEMON@mx.example.net\nSubject: failure\n"
HTML = "Content-Type: text/html\n"
MIXED = "Content-Type: multipart/mixed; boundary=b\n"
STATUS = "\n--b\nContent-Type: message/delivery-status\n"
REPORT = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n"


def letter(text: str) -> object:
    try:
        return read(text.encode("utf-8", "surrogateescape"), ours=(HOME,))
    except UnreadableMail as error:
        return error


def bounced(text: str) -> object:
    head, body = heads.split(text.encode())
    try:
        return bounce(head, text_part.parse(head.mime, body))
    except TooDeep as error:
        return error


def page(text: str) -> object:
    return lines_of_html(text)


def judged(text: str) -> object:
    origin = [("from", "ann@example.net"), ("authentication-results", f"{SERVER}; {text}")]
    origin += [("received", text), ("authentication-results", text)]
    return judge(tuple(origin), sender="ann@example.net", server=SERVER)


def ordered(text: str) -> object:
    return read_orders(text, FIELD, "Ann")


# What is read, what stands before the repeated unit, and the unit.
HOSTILE: dict[str, tuple[Callable[[str], object], str, str]] = {
    "a From of quotes": (letter, "From: ", '"'),
    "a From of comments": (letter, "From: ", "("),
    "addresses": (letter, "From: ann@example.net\nCc: ", "a@example.com, "),
    "encoded words": (letter, FROM + "Subject: ", "=?utf-8?q?a?= "),
    "half encoded words": (letter, FROM + "Subject: ", "=?"),
    "parameters": (letter, FROM + "Content-Type: text/plain", "; a=b"),
    "parameters in pieces": (letter, FROM + "Content-Type: text/plain", "; a*0*=utf-8''b"),
    "folded lines": (letter, FROM + "Subject: x", "\n x"),
    "fields": (letter, FROM, "References: <a@example.com>\n"),
    "tokens": (letter, FROM + "Subject: ", "[WH 1.1.aaaaaaaaaaaaaaaa] "),
    "parts": (letter, FROM + MIXED + "\n", "--b\n\n"),
    "texts": (letter, FROM + MIXED + "\n", "--b\nContent-Type: text/plain\n\nLH: F\n"),
    "enclosed mails": (letter, FROM + MIXED + "\n", "--b\nContent-Type: message/rfc822\n\nA: b\n\nx\n"),
    "blank lines": (letter, FROM + "\n", "\n"),
    "blank lines in base64": (letter, FROM + "\nA", "\n"),
    "blanks": (letter, FROM + "\n", " "),
    "introductions": (letter, FROM + "\n", "On Monday Ann wrote:\n"),
    "half introductions": (letter, FROM + "\n", "On "),
    "quotes": (letter, FROM + "\n", "> "),
    "lines of quotes": (letter, FROM + "\n", "> a\n>> b\n"),
    "forms": (letter, FROM + "\n", ">> orders for game 1 turn 1, token aaaa-aaaa >>\n"),
    "heads": (letter, FROM + "\n", "From: a@example.net 2026\n"),
    "orders": (letter, FROM + "\n", "LH: F, RH: P\n"),
    "soft breaks": (letter, FROM + "Content-Transfer-Encoding: quoted-printable\n\n", "=\n"),
    "flowed lines": (letter, FROM + "Content-Type: text/plain; format=flowed\n\n", "a \n"),
    "a page of blocks": (letter, FROM + HTML + "\n", "<div>a"),
    "a page of quotes": (letter, FROM + HTML + "\n", "<blockquote>a</blockquote>"),
    "failed recipients": (letter, DAEMON + REPORT + STATUS, "\nAction: failed\n"),
    "bounced addresses": (bounced, DAEMON + "\n", "<a@example.com>: "),
    "bounced codes": (bounced, DAEMON + "\n", "550 5.1."),
    "bounced words": (bounced, DAEMON + "\n", "mailbox quota delivery delayed\n"),
    "bounced copies": (bounced, DAEMON + "\n", "--- copy of the message "),
    "bounced parts": (bounced, DAEMON + MIXED + "\n", "--b\nMessage-ID: x\n\nmessage-id: \n"),
    "a bounced field": (bounced, DAEMON + REPORT + STATUS + "\nAction: error ", "("),
    "tags": (page, "", "<p>"),
    "ends of tags": (page, "", "</p>"),
    "open tags": (page, "", "<a "),
    "attributes": (page, "<p ", "a=b "),
    "comments": (page, "", "<!--"),
    "scripts": (page, "", "<script>"),
    "data": (page, "<img src='", "data:"),
    "rows": (page, "<table>", "<tr><td>a<td>b"),
    "tables in tables": (page, "", "<table><tr><td>"),
    "formatting": (page, "", "<b><p>"),
    "rules": (page, "", '<div style="border-top:solid">@' + "\n" * 60 + "</div>"),
    "styles": (page, '<p style="', "border-top:"),
    "classes": (page, '<p class="', "gmail_quote "),
    "quotes of Gmail": (page, "", '<div class="gmail_quote">'),
    "results": (judged, "", "dkim=pass header.d=a.example; "),
    "comments in results": (judged, "", "(a) "),
    "nested comments in results": (judged, "", "("),
    "half results": (judged, "", "dkim="),
    "words": (ordered, "", "cast Shield on self "),
    "names": (ordered, "", "Mary "),
    "separators": (ordered, "", ",;"),
    "hands": (ordered, "", "lh rh "),
    "marks": (ordered, "", "é́"),
    "typing errors": (ordered, "", "Sheild\n"),
}  # fmt: skip


def text(name: str, size: int) -> str:
    _, before, unit = HOSTILE[name]
    return before + unit * (size // len(unit))


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_text_takes_less_than_three_times_the_steps(name: str) -> None:
    reads = HOSTILE[name][0]
    once, twice = text(name, SIZE), text(name, 2 * SIZE)
    assert in_proportion(lambda: reads(once), lambda: reads(twice))
