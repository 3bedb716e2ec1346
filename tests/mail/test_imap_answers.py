"""Reading what IMAP servers answer, in the forms that different servers use."""

from datetime import UTC, datetime

import pytest

from referee.mail import imap_answers


def test_messages_are_read_wherever_a_server_puts_the_uid_and_news_of_flags_are_passed_over() -> None:
    lines: list[bytes | bytearray] = [
        b'1 FETCH (UID 5 INTERNALDATE " 6-Nov-2026 20:14:07 +0100" BODY[] {5}',
        bytearray(b"LH: F"),
        b")",
        b"7 FETCH (FLAGS (\\Seen))",
        b"2 FETCH (RFC822.SIZE 3 BODY[]<0> {0}",
        bytearray(),
        b" UID 6)",
        b"3 FETCH (UID 7 BODY[] NIL)",
        b"Fetch completed.",
    ]
    found = imap_answers.fetched(lines)
    assert sorted(found) == [5, 6, 7]
    assert (found[5].raw, found[5].arrived) == (b"LH: F", datetime(2026, 11, 6, 19, 14, 7, tzinfo=UTC))
    assert (found[6].raw, found[6].size) == (b"", 3)
    assert found[7].raw is None


@pytest.mark.parametrize("date", ["31-Foo-2026 20:14:07 +0100", "99-Nov-2026 20:14:07 +0100", "yesterday"])
def test_a_date_that_is_none_is_the_beginning_of_time(date: str) -> None:
    found = imap_answers.fetched([b'1 FETCH (UID 5 INTERNALDATE "' + date.encode() + b'")', b"OK"])
    assert found[5].arrived == datetime(1970, 1, 1, tzinfo=UTC)


def test_uids_come_over_one_line_or_several_and_the_last_line_is_not_one_of_them() -> None:
    assert imap_answers.uids([b"3 1 2", b"9", b"12"]) == [1, 2, 3, 9]
    assert imap_answers.uids([b"", b"SEARCH completed"]) == []
    assert imap_answers.uids([]) == []


def test_uid_sets_draw_runs_together() -> None:
    assert imap_answers.uid_set([9, 3, 5, 4, 7]) == "3:5,7,9"


def test_uidvalidity_is_found_or_zero() -> None:
    assert imap_answers.uidvalidity([b"5 EXISTS", b"OK [UIDVALIDITY 1796019519] UIDs valid"]) == 1796019519
    assert imap_answers.uidvalidity([b"5 EXISTS"]) == 0


@pytest.mark.parametrize(
    ("said", "for_good"),
    [
        (b"[AUTHENTICATIONFAILED] Authentication failed.", True),
        (b"Invalid credentials", True),
        (b"[UNAVAILABLE] Temporary authentication failure.", False),
        (b"[INUSE] too many", False),
    ],
)
def test_a_refused_login_is_for_good_or_for_now(said: bytes, for_good: bool) -> None:
    assert imap_answers.is_refusal_for_good([said]) is for_good
