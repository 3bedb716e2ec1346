"""Who writes, in mails that belong to no seat: signs of a player, and of something that waits to be confirmed."""

import hmac
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from msgspec import Struct

from referee.mail.identity import SCANNED_CHARS_MAX, TOKEN_CHARS, Keys

WEEKS_VALID: Final = 26  # a player's sign in an old mail still speaks for him for half a year
SIGNS_MAX: Final = 20
DIRECTOR: Final = 0  # no player has this number
CODE_CHARS: Final = 8
_SECONDS_OF_WEEK: Final = 7 * 24 * 3600

_TOKEN: Final = rf"([a-z2-7]{{{TOKEN_CHARS}}})"
_IN_ADDRESS: Final = re.compile(rf"\+([pc])\.([0-9]{{1,9}})(?:\.([0-9]{{1,5}}))?\.{_TOKEN}@", re.IGNORECASE)
_IN_MESSAGE_ID: Final = re.compile(
    rf"<([pc])\.([0-9]{{1,9}})(?:\.([0-9]{{1,5}}))?\.{_TOKEN}\.[a-z0-9-]{{1,60}}@", re.IGNORECASE
)
_CODE: Final = re.compile(r"\b([0-9]{1,9})-([a-z2-7]{4})-?([a-z2-7]{4})\b", re.IGNORECASE)
_ADDRESS_FIELDS: Final = frozenset(("delivered-to", "x-original-to", "envelope-to", "to", "cc"))


class Sort(StrEnum):
    """What a sign stands for."""

    PERSON = "p"
    CONFIRMATION = "c"


class Sign(Struct, frozen=True, kw_only=True):
    """What a mail says of its writer, not proved: a player's number and the week that the sign was given in, or the
    number of a confirmation (`week` None)."""

    sort: Sort
    number: int
    week: int | None
    token: str


def week_of(moment: datetime) -> int:
    """The number of a moment's week, counted from the beginning of 1970."""
    return int(moment.astimezone(UTC).timestamp()) // _SECONDS_OF_WEEK


def signs(headers: Iterable[tuple[str, str]]) -> tuple[Sign, ...]:
    """Every sign in a mail's header fields (name, decoded value), each once, the surest first: in the address that it
    goes to, in the mail that it answers, then in the thread, the latest first. Linear, and bounded."""
    found: list[tuple[int, Sign]] = []
    for name, value in headers:
        found += _signs_in(name.lower(), value[:SCANNED_CHARS_MAX])
    return tuple(dict.fromkeys(sign for _, sign in sorted(found, key=lambda each: each[0])))[:SIGNS_MAX]


def _signs_in(name: str, value: str) -> list[tuple[int, Sign]]:
    """The signs in a field, each with a rank."""
    if name in _ADDRESS_FIELDS:
        return [(0, sign) for sign in _found(_IN_ADDRESS, value)]
    if name == "in-reply-to":
        return [(1, sign) for sign in _found(_IN_MESSAGE_ID, value)]
    if name == "references":
        return [(2, sign) for sign in reversed(list(_found(_IN_MESSAGE_ID, value)))]
    return []


def _found(pattern: re.Pattern[str], value: str) -> Iterator[Sign]:
    for sort, number, week, token in pattern.findall(value):
        yield Sign(sort=Sort(sort.lower()), number=int(number), week=int(week) if week else None, token=token.lower())


def person_of(keys: Keys, sign: Sign, now: datetime) -> int | None:
    """The number of the player whom the sign proves, None where it proves nobody, or is too old."""
    if sign.sort is not Sort.PERSON or sign.week is None or not 0 <= week_of(now) - sign.week <= WEEKS_VALID:
        return None
    word = keys.person_token(sign.number, sign.week)
    return sign.number if hmac.compare_digest(word, sign.token) else None


def confirmed_by(keys: Keys, sign: Sign) -> int | None:
    """The number of the confirmation that the sign proves, or None."""
    if sign.sort is not Sort.CONFIRMATION:
        return None
    return sign.number if hmac.compare_digest(keys.confirmation_token(sign.number), sign.token) else None


def code_of(keys: Keys, number: int) -> str:
    """What is typed to confirm, where an answer's address cannot carry it: `17-k7f3-92ab`."""
    word = keys.confirmation_token(number)
    return f"{number}-{word[: CODE_CHARS // 2]}-{word[CODE_CHARS // 2 : CODE_CHARS]}"


def confirmation_of(keys: Keys, code: str) -> int | None:
    """The number of the confirmation that a typed code proves, or None."""
    found = _CODE.search(code.lower())
    if found is None:
        return None
    number = int(found[1])
    right = code_of(keys, number)
    return number if hmac.compare_digest(right, f"{number}-{found[2]}-{found[3]}") else None


def person_address(address: str, keys: Keys, player: int, now: datetime) -> str:
    """The referee's `address` with a player's sign in it."""
    local, _, host = address.rpartition("@")
    return f"{local}+{_person_words(keys, player, now)}@{host}"


def person_message_id(address: str, keys: Keys, player: int, now: datetime, purpose: str) -> str:
    """A Message-ID with a player's sign in it, for providers that drop what follows a plus."""
    return f"<{_person_words(keys, player, now)}.{purpose}@{address.rpartition('@')[2]}>"


def confirmation_address(address: str, keys: Keys, number: int) -> str:
    """The referee's `address`, for a reply that confirms what waits under that number."""
    local, _, host = address.rpartition("@")
    return f"{local}+c.{number}.{keys.confirmation_token(number)}@{host}"


def confirmation_message_id(address: str, keys: Keys, number: int, purpose: str) -> str:
    """A Message-ID that confirms, as the address does."""
    return f"<c.{number}.{keys.confirmation_token(number)}.{purpose}@{address.rpartition('@')[2]}>"


def _person_words(keys: Keys, player: int, now: datetime) -> str:
    week = week_of(now)
    return f"p.{player}.{week}.{keys.person_token(player, week)}"
