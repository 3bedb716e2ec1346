"""From bytes to a Letter: who, what is new, what sort of mail; and that no bytes at all stop the reader for long."""

import base64
import quopri
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.mail.identity import Keys, Place, Seat, message_id, reply_address
from referee.mail.kinds import Kind
from referee.mail.letter import MAIL_BYTES_MAX, Letter, UnreadableMail, read
from referee.mail.quotes import CUT_LINE, FORM_END, form_start

HOME = "referee@duel.example.org"
KEYS = Keys("a secret of some length")
SEAT = Seat(game=17, seat=1, turn=3)
TOKEN = KEYS.token(SEAT)
FORM = ["or fill in the form:", "", form_start(17, 3, "k7f3-92ab"), "LH:", "RH:", "cast:", FORM_END]
REPORT = [
    CUT_LINE,
    "",
    "ANN v BOB",
    "",
    "Ann waves, Bob snaps.",
    "| Ann  LH: W F P",
    "",
    *FORM,
    "",
    "-- ",
    "The referee",
]
INTRO = f"On Thu, Nov 26, 2026 at 6:02 PM Referee <{HOME}> wrote:"
ORDERS = ("LH: F", "RH: P")


def mail(
    body: str | bytes, *headers: str, content: str = 'text/plain; charset="utf-8"', encoding: str = "8bit"
) -> bytes:
    head = [
        "From: Ann <ann@example.net>",
        f"To: Referee <{HOME}>",
        "Subject: Re: [WH 17.3] Ann v Bob",
        "Date: Thu, 26 Nov 2026 20:14:05 +0100",
        "Message-ID: <one@example.net>",
        "MIME-Version: 1.0",
        f"Content-Type: {content}",
        f"Content-Transfer-Encoding: {encoding}",
        *headers,
    ]
    raw = body.encode() if isinstance(body, str) else body
    return "\n".join(head).encode() + b"\n\n" + raw


def new(*lines: str, **options: str) -> Letter:
    return read(mail("\n".join(lines), **options), ours=(HOME,))


def quoted(lines: list[str], mark: str = "> ") -> list[str]:
    return [(mark + line).rstrip() for line in lines]


def test_the_head_says_who_wrote_what_to_whom_and_when() -> None:
    letter = read(
        mail(
            "LH: F\n",
            "Cc: bob@example.net",
            "In-Reply-To: <r1@duel.example.org>",
            "References: <r0@duel.example.org>",
            "\t<r1@duel.example.org>",
        )
    )
    assert (letter.sender, letter.sender_name) == ("ann@example.net", "Ann")
    assert letter.recipients == (HOME, "bob@example.net")
    assert letter.subject == "Re: [WH 17.3] Ann v Bob"
    assert (letter.message_id, letter.in_reply_to) == ("<one@example.net>", "<r1@duel.example.org>")
    assert letter.references == ("<r0@duel.example.org>", "<r1@duel.example.org>")
    assert letter.date == datetime(2026, 11, 26, 19, 14, 5, tzinfo=UTC)
    assert letter.kind is Kind.MESSAGE
    assert not letter.null_sender


def test_a_reply_to_a_report_proves_its_seat_by_address_thread_or_subject() -> None:
    ways = [
        f"Delivered-To: {reply_address(HOME, SEAT, TOKEN)}",
        f"In-Reply-To: {message_id(HOME, SEAT, TOKEN, 'report')}",
        f"X-Original-To: {reply_address(HOME, SEAT, TOKEN)}",
    ]
    for way in ways:
        letter = read(mail("LH: F", way))
        assert [KEYS.seat_of(mark) for mark in letter.marks if mark.token] == [SEAT]
    letter = read(mail("LH: F"))
    assert [(mark.place, mark.game, mark.turn) for mark in letter.marks] == [(Place.SUBJECT, 17, 3)]


@pytest.mark.parametrize(
    "lines",
    [
        [*ORDERS],
        ["", *ORDERS, "", "-- ", "Ann", "LH: never"],
        [*ORDERS, "", INTRO, *quoted(REPORT)],
        [*ORDERS, "", INTRO, "", *quoted(REPORT, ">")],
        [INTRO, *quoted(REPORT), "", *ORDERS],
        [*ORDERS, "", "Am 26.11.26 um 19:02 schrieb Referee:", *quoted(REPORT)],
        [*ORDERS, "", "Kirjoitti Referee 26. marraskuuta:", *quoted(REPORT)],
        [*ORDERS, "", "-----Original Message-----", f"From: Referee <{HOME}>", "Sent: today", "", *REPORT],
        [*ORDERS, "", "-----Ursprüngliche Nachricht-----", *REPORT],
        [*ORDERS, "", *REPORT],
        [*ORDERS, "Kirjoitti Referee 26. marraskuuta:", "", *REPORT],
        [*ORDERS, "Kirjoitti 26. marraskuuta 2026 kello 18.02 Referee", f"<{HOME}>:", *quoted(REPORT)],
        [*ORDERS, "Sent from my iPhone", "", f"> {INTRO}", ">", *quoted(REPORT)],
        ["LH: F", "> LH: S", "> RH: S", "RH: P"],
    ],
    ids=[
        "alone", "signature", "on top", "no blank after the mark", "below", "German", "Finnish", "Outlook", "dashes",
        "no introduction", "Finnish, no marks", "wrapped", "phone", "between quotes",
    ],
)  # fmt: skip
def test_only_what_is_new_is_read(lines: list[str]) -> None:
    letter = new(*lines)
    assert letter.lines == ORDERS
    assert (letter.kind, letter.read_from) == (Kind.MESSAGE, "text/plain")
    assert letter.forms == ()


@pytest.mark.parametrize(
    "lines",
    [
        REPORT,
        quoted(REPORT),
        [INTRO, *quoted(REPORT)],
        ["", INTRO, "", *quoted(quoted(REPORT))],
        FORM[2:],
        quoted(FORM),
    ],
)
def test_a_report_that_comes_back_with_nothing_added_says_nothing(lines: list[str]) -> None:
    letter = new(*lines)
    assert letter.lines == ()
    assert letter.forms == ()


@pytest.mark.parametrize("mark", ["", "> ", ">", "> > "])
def test_a_form_counts_when_it_is_filled_in_quoted_or_not(mark: str) -> None:
    filled = [line + {"LH:": " F", "RH:": " P"}.get(line, "") for line in REPORT]
    letter = new(INTRO, *[(mark + line).rstrip() for line in filled])
    assert letter.lines == ORDERS
    assert letter.read_from == "form"
    (form,) = letter.forms
    assert (form.game, form.turn, form.code, form.lines) == (17, 3, "k7f3-92ab", ORDERS)


def test_words_typed_between_the_lines_of_a_quoted_form_are_new_words() -> None:
    letter = new(INTRO, *quoted(FORM[:4]), "LH: F", *quoted(FORM[4:5]), "RH: P", *quoted(FORM[5:]))
    assert letter.lines == ORDERS
    assert letter.read_from == "text/plain"


def test_an_older_form_deeper_in_the_history_does_not_count() -> None:
    old = [form_start(17, 2, "aaaa-bbbb"), "LH: W", "RH: W", FORM_END]
    assert new(*ORDERS, INTRO, *quoted([*FORM, *quoted(old)])).lines == ORDERS


def test_forms_of_two_games_stand_each_under_its_game() -> None:
    other = [form_start(21, 5, "aaaa-bbbb"), "LH: W", FORM_END]
    letter = new(form_start(17, 3, "k7f3-92ab"), "LH: F", FORM_END, *other)
    assert letter.lines == ("game 17", "LH: F", "game 21", "LH: W")


def test_the_same_orders_on_top_and_in_the_form_are_given_once_and_different_ones_both() -> None:
    form = [form_start(17, 3, "k7f3-92ab"), "LH: F", "RH: S", FORM_END]
    assert new(*ORDERS, INTRO, *quoted(form)).lines == ("LH: F", "RH: P", "RH: S")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\r\n"])
def test_any_line_ends_will_do(ends: str) -> None:
    assert read(mail("\n".join(ORDERS) + "\n").replace(b"\n", ends.encode())).lines == ORDERS


SPOKEN = "say: grüß dich – café"


@pytest.mark.parametrize(
    ("claimed", "real"),
    [
        ("utf-8", "utf-8"),
        ("iso-8859-15", "iso-8859-15"),
        ("windows-1252", "cp1252"),
        ("us-ascii", "utf-8"),
        ("x-nobody-knows", "utf-8"),
        ("", "utf-8"),
        ("us-ascii", "cp1252"),
        ("utf-8", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-8", "utf-16"),
        ("gb18030", "gb18030"),
        ("idna", "utf-8"),
        ("unicode_escape", "utf-8"),
        ("base64", "utf-8"),
    ],
)
def test_charsets_are_read_as_claimed_or_as_they_are(claimed: str, real: str) -> None:
    spoken = SPOKEN.replace("–", "-") if real == "iso-8859-15" else SPOKEN
    content = f"text/plain; charset={claimed}" if claimed else "text/plain"
    raw = base64.encodebytes(f"LH: F\n{spoken}\n".encode(real))
    assert read(mail(raw, content=content, encoding="base64")).lines == ("LH: F", spoken)


def test_quoted_printable_and_base64_are_undone() -> None:
    text = f"LH: F\n{SPOKEN} {'long ' * 30}\n".encode()
    for encoding, raw in [("quoted-printable", quopri.encodestring(text)), ("base64", base64.encodebytes(text))]:
        assert read(mail(raw, encoding=encoding)).lines == ("LH: F", f"{SPOKEN} {'long ' * 30}".strip())


def test_of_two_alternatives_the_plain_one_is_read() -> None:
    body = (
        "preamble\n--b\nContent-Type: text/plain; charset=utf-8\n\nLH: F\n--b\n"
        "Content-Type: text/html\n\n<p>LH: S</p>\n--b--\nepilogue\n"
    )
    letter = read(mail(body, content="multipart/alternative; boundary=b"))
    assert (letter.lines, letter.read_from) == (("LH: F",), "text/plain")


def test_a_text_attachment_is_read_when_there_is_nothing_else() -> None:
    body = (
        "--b\nContent-Type: image/png\n\nx\n--b\nContent-Type: text/plain\n"
        "Content-Disposition: attachment; filename=orders.txt\n\nLH: F\n--b--\n"
    )
    letter = read(mail(body, content="multipart/mixed; boundary=b"))
    assert letter.lines == ("LH: F",)
    assert "attachment" in " ".join(letter.why)


def test_a_mail_enclosed_in_the_mail_is_not_read_as_its_text() -> None:
    body = "--b\nContent-Type: message/rfc822\n\nFrom: bob@example.net\n\nLH: F\n--b--\n"
    assert read(mail(body, content="multipart/mixed; boundary=b")).kind is Kind.NO_TEXT


def test_flowed_lines_are_joined_and_their_stuffing_taken_away() -> None:
    letter = new("say: one long ", "line ", "in three", " LH: F", "-- ", "Ann", content="text/plain; format=flowed")
    assert letter.lines == ("say: one long line in three", "LH: F")


@pytest.mark.parametrize("body", ["", "\n\n \n", "\u200b\n", "________________\n"])
def test_a_mail_without_words_has_no_text(body: str) -> None:
    letter = read(mail(body))
    assert (letter.kind, letter.lines, letter.read_from) == (Kind.NO_TEXT, (), None)


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        (["Auto-Submitted: auto-replied"], Kind.AUTO_REPLY),
        (["Auto-Submitted: no"], Kind.MESSAGE),
        (["X-Autoreply: yes"], Kind.AUTO_REPLY),
        (["Precedence: junk"], Kind.AUTO_REPLY),
        (["Precedence: bulk"], Kind.LOOP),
        (["List-Id: <wizards.example.org>"], Kind.LOOP),
        ([f"X-Loop: {HOME}"], Kind.LOOP),
        (["X-Failed-Recipients: bob@example.net"], Kind.BOUNCE),
        (["Return-Path: <>"], Kind.MESSAGE),
    ],
)
def test_automatic_mail_is_told_by_its_head_and_gives_no_orders(headers: list[str], kind: Kind) -> None:
    letter = read(mail("LH: F", *headers), ours=(HOME,))
    assert letter.kind is kind
    assert letter.lines == (("LH: F",) if kind is Kind.MESSAGE else ())
    assert letter.why


def test_a_null_sender_is_noted_so_that_nobody_answers() -> None:
    assert read(mail("LH: F", "Return-Path: <>")).null_sender


def delivery_report(action: str) -> bytes:
    body = (
        "--b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; bob@example.net\nAction: {action}\nStatus: 5.1.1\n--b--\n"
    )
    return mail(body, content="multipart/report; report-type=delivery-status; boundary=b")


@pytest.mark.parametrize(
    ("action", "kind"), [("failed", Kind.BOUNCE), ("delayed", Kind.BOUNCE), ("delivered", Kind.AUTO_REPLY)]
)
def test_a_delivery_report_is_a_bounce_unless_the_mail_arrived(action: str, kind: Kind) -> None:
    assert read(delivery_report(action)).kind is kind


@pytest.mark.parametrize("extra", ["From: bob@example.net", "Sender: x"])
def test_two_writers_are_no_writer(extra: str) -> None:
    letter = read(mail("LH: F", extra))
    assert letter.sender == ("" if extra.startswith("From") else "ann@example.net")


def test_a_writers_name_cannot_pretend_to_be_another_address() -> None:
    raw = mail("LH: F").replace(b"From: Ann", b"From: =?utf-8?q?Bob_=3Cbob=40example=2Enet=3E=2C?=")
    letter = read(raw)
    assert letter.sender == "ann@example.net"
    assert letter.sender_name == "Bob <bob@example.net>,"


def test_line_ends_smuggled_into_the_subject_are_blanks() -> None:
    raw = mail("LH: F").replace(b"Subject: ", b"Subject: =?utf-8?q?a=0D=0ABcc=3A_x?= ")
    assert "\n" not in read(raw).subject
    assert "\r" not in read(raw).subject


def test_a_big_mail_with_its_whole_text_in_front_is_read_and_one_that_is_cut_in_the_text_is_too_big() -> None:
    picture = "--b\nContent-Type: image/jpeg\n\n" + "x" * 70 * 5000
    first = "--b\nContent-Type: text/plain\n\nLH: F\n"
    whole = mail(first + picture, content="multipart/mixed; boundary=b")
    assert len(whole) > MAIL_BYTES_MAX
    assert read(whole[:MAIL_BYTES_MAX], size=len(whole)).lines == ("LH: F",)
    assert read(whole).lines == ("LH: F",)
    cut = mail("LH: F\n" + "words " * 100_000)
    letter = read(cut[:MAIL_BYTES_MAX], size=len(cut))
    assert (letter.kind, letter.lines) == (Kind.TOO_BIG, ())


DEEP = "".join(f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(3000))
HOSTILE = {
    "quotes in From": mail("x").replace(b"From: Ann", b"From: " + b'"' * 20_000),
    "comments in From": mail("x").replace(b"From: Ann", b"From: " + b"(" * 20_000),
    "parameters": mail("x", content="text/plain" + "; a=b" * 20_000),
    "parameters of a part": mail(
        "--b\nContent-Type: text/plain" + "; a=b" * 20_000 + "\n\nx\n--b--", content="multipart/mixed; boundary=b"
    ),
    "encoded words": mail("x").replace(b"Subject: ", b"Subject: " + b"=?utf-8?q?a?= " * 20_000),
    "addresses": mail("x").replace(b"To: ", b"To: " + b"a@b.example.net, " * 15_000),
    "headers": mail("x", *["X-Nothing: y"] * 18_000),
    "known headers": mail("x", *["To: a@example.net"] * 12_000),
    "nested parts": mail(DEEP, content="multipart/mixed; boundary=b0"),
    "enclosed mails": mail("Content-Type: message/rfc822\n\n" * 2000, content="message/rfc822"),
    "On On On": mail("On " * 80_000),
    "On, a line each": mail("On \n" * 60_000),
    "newlines": mail("\n" * 250_000),
    "carriage returns": mail("\r" * 250_000),
    "From lines": mail("From: x\n" * 30_000),
    "quote marks": mail("> " * 120_000),
    "quote marks, a line each": mail(">\n" * 120_000),
    "form starts": mail((form_start(1, 1, "a") + "\n") * 6000),
    "almost form starts": mail(">> " * 80_000),
    "rules": mail(("_" * 40 + "\n") * 6000),
    "dashes and words": mail(("--- " + "a-" * 90 + "x\n") * 1300),
    "cut lines": mail((CUT_LINE + "\n") * 6000),
    "equals signs": mail("=" * 250_000),
    "one line": mail("a" * 250_000),
    "blanks": mail(" " * 250_000 + "x"),
    "boundaries": mail("--b\n" * 60_000, content="multipart/mixed; boundary=b"),
    "base64 noise": mail("=" * 200_000, encoding="base64"),
    "uuencode": mail("begin 644 x\n" + "M" * 200_000, encoding="x-uuencode"),
    "charset bomb": mail("xn--" * 50_000, content="text/plain; charset=punycode"),
    "only a head": b"From: x\n" * 30_000,
    "nothing": b"",
    "zeros": b"\0" * 250_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_mail_is_read_within_bounds_or_refused(name: str) -> None:
    try:
        letter = read(HOSTILE[name], ours=(HOME,))
    except UnreadableMail as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert len(letter.lines) <= 2000
        assert sum(map(len, letter.lines)) <= 70_000
        assert len(letter.why) < 10


def test_a_mail_of_parts_within_parts_without_end_is_unreadable() -> None:
    with pytest.raises(UnreadableMail, match="parts within parts"):
        read(HOSTILE["nested parts"])


HEADS = st.sampled_from(
    [
        b"From: a@example.net\n",
        b"Content-Type: multipart/mixed; boundary=b\n",
        b"Subject: =?utf-8?b?//?=\n",
        b"\n",
        b"--b\n",
    ]
)


@settings(max_examples=150)
@given(st.lists(st.one_of(HEADS, st.binary(max_size=60)), max_size=30).map(b"".join))
@example(b"Content-Type: text/plain; charset*=utf-8''x\n\nLH: F")
@example(b"Content-Type: text/plain; charset=\xff\n\nLH: F")
@example(b"Date: Thu, 99 Nov 99999 25:00:00 +9999\nMessage-ID: <\n\nLH: F")
@example(b"From MAILER Thu Nov 26\nFrom: a@example.net\n\nLH: F")
def test_any_bytes_give_a_letter_or_are_refused(raw: bytes) -> None:
    try:
        letter = read(raw, ours=(HOME,))
    except UnreadableMail:
        return
    assert letter.kind in Kind
    assert all(line == line.strip() and line for line in letter.lines)
