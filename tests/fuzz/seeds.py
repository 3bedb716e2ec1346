"""What fuzzing starts from: mails, pages and orders, the words to mix in, and a mixer that a number decides."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.language.lexicon import WORDS
from engine.spellbook import SPELLBOOK
from referee.mail.head import KNOWN
from referee.mail.quotes import CUT_LINE, FORM_END, form_start

MAIL = Path(__file__).parents[1] / "mail"
MIXED_BYTES_MAX = 20_000
ORDERS = (
    "LH: F, RH: P, cast Shield on self",
    "lh f rh p shield self",
    'L=F; R=P; Cast "Shield" with RH at myself',
    "both: W\nsay: well met, Bob & all; then; done.",
    "game 17\nturn 3\nLH: stab Bob\nRH: S\nend",
    "F/P then S/W, cast Missile at Bob with LH",
    "goblin attacks Bob, Ann's goblin 2 rests, monsters attack Mary Ann",
    "paralyse Bob's LH\nparalyze Bob by frozen: F D - P\ncharm Bob's RH\nmake Bob's RH: P",
    "element: ice if Bob casts Fire storm\nbank Fear\nrelease Fear at Bob\nmake Fear permanent",
    "if RH=D cast Missile at Bob\nsame again\nsurrender\nwithdraw orders\nwait\nready",
)
_PHRASES = (
    *("Ann", "Bob", "Mary Ann", "goblin 1", "Ann's goblin", "LH:", "RH:", "F/P", "say: ", "then", "# "),
    *("\n> ", "\n>> ", "\n-- \n", "On Thursday Ann wrote:\n", "-----Original Message-----\n", "{{ 7*7 }}", "{% for %}"),
    *("=?utf-8?q?=0A?=", "=?utf-8?b?Cg==?=", "=?unknown?q?x?=", 'boundary="b"', "\n--b\n", "\n--b--\n", "\n\n"),
    *("multipart/mixed; boundary=b", "multipart/report; report-type=delivery-status", "multipart/alternative"),
    *("message/rfc822", "message/delivery-status", "text/plain", "text/html", "text/calendar", "application/ms-tnef"),
    *("charset=utf-16", "charset=utf-7", "charset=x-unknown", "format=flowed; delsp=yes", "base64", "quoted-printable"),
    *("<div>", "</div>", "<blockquote>", "<table><tr><td>", "<pre>", "<!--", "-->", "<script>", 'style="display:none"'),
    *("Action: failed", "Final-Recipient: rfc822;ann@example.net", "Status: 5.1.1", "Diagnostic-Code: smtp; 550"),
    *("Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.example.org>", "Return-Path: <>", "=\n", "=20"),
    *(CUT_LINE, FORM_END, form_start(17, 3, "k7f3-92ab"), "\x00", "\ufeff", "\u2028", "\u202e", "é", "🖐️", "ﬁ", "Ａ"),
    *("-----BEGIN PGP SIGNED MESSAGE-----\n", "-----BEGIN PGP SIGNATURE-----\n", "-----END PGP SIGNATURE-----\n"),
)


def words() -> list[bytes]:
    """What to mix in: the words of the order language, and what means something to mail and its programs."""
    fields = sorted(name.decode().title() + ": " for name in KNOWN)
    return [word.encode() for word in (*_PHRASES, *sorted(WORDS), *SPELLBOOK, *fields)]


def seeds(target: str, *, further: Sequence[Path] = ()) -> list[bytes]:
    """The beginnings for a target of that name; mails from `further` folders besides our own."""
    mails = [file for folder in (MAIL / "corpus", *further) for file in sorted(folder.glob("*.eml"))]
    if target == "page":
        ours = [file.read_bytes() for file in sorted((MAIL / "golden").glob("*.html"))]
        return ours + [page for file in mails if (page := file.read_bytes().partition(b"text/html")[2])]
    if target in ("language", "quoting"):
        found = [order.encode() for order in ORDERS]
        for file in mails:
            expected = json.loads(file.with_suffix(".expect.json").read_text(encoding="utf-8"))
            found.append("\n".join(expected.get("lines", ())).encode())
        return [b"\x00" + text for text in found] if target == "quoting" else found
    return [file.read_bytes() for file in mails]


def mixed(target: str, count: int, *, number: int = 0) -> Iterator[bytes]:
    """So many inputs made of the seeds by chance; the same for the same `number`."""
    dice = random.Random(f"{target} {number}")
    begin, pieces = seeds(target), words()
    for _ in range(count):
        data = bytearray(dice.choice(begin)[:MIXED_BYTES_MAX])
        for _ in range(dice.randint(1, 8)):
            _change(data, dice, begin, pieces)
        yield bytes(data[: 2 * MIXED_BYTES_MAX])


def _change(data: bytearray, dice: random.Random, begin: Sequence[bytes], pieces: Sequence[bytes]) -> None:
    at = dice.randint(0, len(data))
    end = min(len(data), at + dice.choice((1, 4, 40, 400)))
    match dice.randrange(7):
        case 0:
            data[at:end] = bytes(dice.randrange(256) for _ in range(min(4, end - at)))
        case 1:
            del data[at:end]
        case 2:
            data[at:at] = data[at:end] * dice.choice((1, 2, 30))
        case 3:
            other = dice.choice(begin)
            start = dice.randint(0, len(other))
            data[at:at] = other[start : start + 400]
        case 4:
            del data[at:]
        case _:
            data[at:at] = dice.choice(pieces) * dice.choice((1, 1, 1, 2, 50))
