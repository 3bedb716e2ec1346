"""What an IMAP server's answers say: pure reading of the lines that aioimaplib hands over."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec import Struct

# Answers to LOGIN (RFC 5530) that say "not now" rather than "not with this password".
_NOT_NOW = re.compile(rb"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN)\b", re.IGNORECASE)
_UIDVALIDITY = re.compile(rb"\[UIDVALIDITY ([0-9]{1,10})\]", re.IGNORECASE)
_UIDS = re.compile(rb"[0-9]+(?: [0-9]+)*")
_FETCH = re.compile(rb"[0-9]+ FETCH \(", re.IGNORECASE)
_UID = re.compile(rb"(?:^|[ (])UID ([0-9]{1,10})", re.IGNORECASE)
_SIZE = re.compile(rb"RFC822\.SIZE ([0-9]{1,12})", re.IGNORECASE)
_ARRIVED = re.compile(rb'INTERNALDATE "([^"]{1,40})"', re.IGNORECASE)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r" ?([0-9]{1,2})-([A-Za-z]{3})-([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) ([+-][0-9]{4})")


class Fetched(Struct, frozen=True, kw_only=True):
    """One message of a FETCH answer: what was asked for and answered, None for the rest. `size` in bytes."""

    uid: int
    size: int | None = None
    arrived: datetime | None = None
    raw: bytes | None = None


def is_refusal_for_good(lines: Sequence[bytes]) -> bool:
    """Whether a refused LOGIN speaks of the name or password, not of the server's present state."""
    return not any(_NOT_NOW.search(line) for line in lines)


def uidvalidity(lines: Iterable[bytes]) -> int:
    """The UIDVALIDITY in a SELECT answer; 0 for a server that has none to give."""
    found = next((match for line in lines if (match := _UIDVALIDITY.search(line))), None)
    return int(found[1]) if found else 0


def uids(lines: Sequence[bytes]) -> list[int]:
    """The UIDs in a SEARCH answer, which may come over several lines; the last line is the server's "completed"."""
    return sorted({int(number) for line in lines[:-1] if _UIDS.fullmatch(line.strip()) for number in line.split()})


def fetched(lines: Sequence[bytes | bytearray]) -> dict[int, Fetched]:
    """The messages of a FETCH answer by UID. Answers without a UID (news of changed flags) are passed over."""
    found: dict[int, Fetched] = {}
    words, literal = b"", None
    for line in [*lines[:-1], b"0 FETCH ("]:
        if isinstance(line, bytearray):
            literal = bytes(line)
        elif _FETCH.match(line):
            one = _one(words, literal)
            if one is not None:
                found[one.uid] = one
            words, literal = line, None
        else:
            words += b" " + line
    return found


def uid_set(numbers: Iterable[int]) -> str:
    """UIDs as IMAP writes them, runs drawn together: 3:5,9."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}:{last}" for first, last in runs)


def _one(words: bytes, literal: bytes | None) -> Fetched | None:
    uid, size, arrived = _UID.search(words), _SIZE.search(words), _ARRIVED.search(words)
    if uid is None:
        return None
    return Fetched(
        uid=int(uid[1]),
        size=int(size[1]) if size else None,
        arrived=_moment(arrived[1].decode("ascii", "replace")) if arrived else None,
        raw=literal,
    )


def _moment(text: str) -> datetime:
    """An INTERNALDATE, whose month names know no locale. What cannot be read is the beginning of time."""
    match = _DATE.fullmatch(text)
    if match is None or match[2].lower() not in _MONTHS:
        return _EPOCH
    month = _MONTHS.index(match[2].lower()) + 1
    try:
        return datetime.strptime(
            f"{match[3]}-{month}-{match[1]} {match[4]} {match[5]}", "%Y-%m-%d %H:%M:%S %z"
        ).astimezone(UTC)
    except ValueError:
        return _EPOCH
