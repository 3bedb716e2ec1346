"""Mail that means harm: it is read or refused, and what is cut away of it takes work in proportion to it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.mail.letter import MAIL_BYTES_MAX, UnreadableMail, read
from referee.mail.quotes import fresh
from referee.mail.trimmings import without_armour, without_banners, without_ending
from tests.steps import in_proportion

HOME = "referee@duel.example.org"
BODY_BYTES = 250_000
DAEMON = "From: MAILER-DAEMON@mx.example.net\nSubject: failure\n"
REPORT = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n"
MIXED = "Content-Type: multipart/mixed; boundary=b\n"


def mail(body: str, *, head: str = "") -> bytes:
    return (head + ("" if "From:" in head else "From: ann@example.net\n") + "\n" + body).encode()[: MAIL_BYTES_MAX * 2]


def filled(unit: str) -> str:
    return unit * (BODY_BYTES // len(unit.encode()) + 1)


def part(content: str, text: str) -> str:
    return f"--b\nContent-Type: {content}\n\n{text}\n"


HOSTILE = {
    "many orders": mail(filled("LH: F\n")),
    "one order of many words": mail(filled("shield ")),
    "names": mail(filled("Abel Bert Cyd ")),
    "banners": mail(filled("CAUTION: external mail\n\n")),
    "one banner": mail(filled("CAUTION ")),
    "disclaimers": mail(filled("Disclaimer\n")),
    "almost disclaimers": mail(filled("this message \n")),
    "almost heads": mail(filled("Word: x@example.net 2026\n\n")),
    "heads": mail(filled("Word: x@example.net 2026\n")),
    "almost introductions": mail(filled("x@example.net:\n")),
    "armour": mail(filled("-----BEGIN PGP SIGNED MESSAGE-----\n")),
    "signatures": mail(filled("-----BEGIN PGP SIGNATURE-----\n")),
    "games": mail(filled("game 1\ngame 2\n")),
    "ends": mail(filled("END\ngame 3\n")),
    "soft breaks": mail(filled("=\n=20")),
    "base64 by looks": mail(filled("QUJD\n")),
    "page in plain": mail("<html></" + filled("<div>")),
    "page": mail(filled("<p>x"), head="Content-Type: text/html\n"),
    "delivery groups": mail(
        part("message/delivery-status", filled("Action: failed\nFinal-Recipient: rfc822;a@b.example\n\n")),
        head=DAEMON + REPORT,
    ),
    "delivery reports": mail(filled(part("message/delivery-status", "Action: failed\n")), head=DAEMON + REPORT),
    "dots for a status": mail(filled("5.1."), head=DAEMON),
    "addresses in a bounce": mail(filled("<a@b.example> "), head=DAEMON),
    "half addresses in a bounce": mail(filled("a@"), head=DAEMON),
    "dashes in a bounce": mail(filled("-"), head=DAEMON),
    "a small bounce of blank lines": mail("\n" * 290, head=DAEMON),
    "a small bounce of blanks": mail(" " * 16_000, head=DAEMON),
    "a bounce in HTML": mail(filled("<p>a@"), head=DAEMON + "Content-Type: text/html\n"),
    "texts": mail(filled(part("text/plain", "On " * 500)), head=MIXED),
    "attachments": mail(
        filled(part("text/plain\nContent-Disposition: attachment", "On " * 5000)), head=MIXED
    ),
    "no boundary": mail(filled("--x\nContent-Type: multipart/mixed\n\n"), head="Content-Type: multipart/mixed\n"),
    "results": mail("LH: F", head="".join(f"Authentication-Results: m{n}.example.org; none\n" for n in range(4000))),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_mail_is_read_or_refused(name: str) -> None:
    try:
        read(HOSTILE[name], ours=(HOME,))
    except UnreadableMail as error:
        assert str(error)


Trimming = Callable[[list[str]], object]
TRIMMINGS: dict[str, Trimming] = {
    "armour": lambda lines: without_armour(lines, []),
    "banners": lambda lines: without_banners(lines, []),
    "endings": lambda lines: without_ending(lines, []),
    "all": lambda lines: fresh(tuple(lines)),
}
UNITS = [
    "x@example.net:",
    "Word: 2026 [",
    "this message may",
    "CAUTION",
    ">> orders for",
    "> ",
    "--",
    "--- a ---",
    "game 1",
]


@pytest.mark.parametrize("name", TRIMMINGS)
@pytest.mark.parametrize("unit", UNITS)
def test_twice_the_lines_take_less_than_three_times_the_steps(name: str, unit: str) -> None:
    trimming = TRIMMINGS[name]
    assert in_proportion(lambda: trimming([unit] * 1000), lambda: trimming([unit] * 2000))


@pytest.mark.parametrize("name", TRIMMINGS)
@pytest.mark.parametrize("unit", UNITS)
def test_a_line_twice_as_long_takes_less_than_three_times_the_steps(name: str, unit: str) -> None:
    trimming = TRIMMINGS[name]
    assert in_proportion(lambda: trimming([unit * 4000]), lambda: trimming([unit * 8000]))


@pytest.mark.parametrize("file", sorted((Path(__file__).parent / "corpus").glob("*.eml")), ids=lambda file: file.stem)
def test_an_ordinary_mail_cut_anywhere_is_still_a_letter(file: Path) -> None:
    raw = file.read_bytes()
    for end in range(0, len(raw), max(1, len(raw) // 12)):
        assert read(raw[:end], size=len(raw), ours=(HOME,)).lines is not None
