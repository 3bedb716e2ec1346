"""Confirmations: what waits for a person's word from an address, and is done once at most."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from referee.store import codec
from referee.store.database import Store

VALID: Final = timedelta(days=7)


class Purpose(StrEnum):
    """What is done once the word comes."""

    REGISTER = "register"
    LEAVE_ADDRESS = "leave address"  # from the old one: the player wants to be written to elsewhere
    TAKE_ADDRESS = "take address"  # from the new one
    FORGET = "forget"
    RESIGN = "resign"
    CHALLENGE = "challenge"
    TAKE_SEAT = "take seat"  # from a player on standby
    LETTER = "letter"  # the words of a mail whose sender nobody vouched for


class Confirmation(Struct, frozen=True, kw_only=True):
    """One of them. `address`: from where the word must come, or rather: to where the token went. `facts`: what will
    be done, as plain JSON values."""

    id: int
    kind: Purpose
    address: str
    player: int | None
    facts: dict[str, Any]
    created_at: datetime
    expires_at: datetime
    done_at: datetime | None

    def fault(self, now: datetime) -> str | None:
        """Why it cannot be done any more, None where it can."""
        if self.done_at is not None:
            return "that was confirmed already"
        days = (self.expires_at - self.created_at).days
        return f"that came too late: it had to be confirmed within {days} days" if now > self.expires_at else None


def ask(
    store: Store,
    kind: Purpose,
    address: str,
    *,
    now: datetime,
    player: int | None = None,
    facts: Mapping[str, Any],
    valid: timedelta = VALID,
) -> int:
    """Let something wait for a word from `address`; its number."""
    return store.insert(
        "confirmations",
        {
            "kind": kind,
            "address": address,
            "player": player,
            "facts": codec.encode(dict(facts)),
            "created_at": codec.stamp(now),
            "expires_at": codec.stamp(now + valid),
        },
    )


def load(store: Store, number: int) -> Confirmation | None:
    """The confirmation of that number."""
    row = store.row("SELECT * FROM confirmations WHERE id = ?", [number])
    return None if row is None else _confirmation(row)


def latest(store: Store, kind: Purpose, *, player: int) -> Confirmation | None:
    """The latest of a player's of that kind, whatever became of it."""
    row = store.row(
        "SELECT * FROM confirmations WHERE player = ? AND kind = ? ORDER BY id DESC LIMIT 1", [player, kind]
    )
    return None if row is None else _confirmation(row)


def of_letter(store: Store, letter: int, *, player: int) -> Confirmation | None:
    """What the player was asked about that letter."""
    sql = "SELECT * FROM confirmations WHERE player = ? AND kind = ? AND json_extract(facts, '$.letter') = ?"
    row = store.row(sql, [player, Purpose.LETTER, letter])
    return None if row is None else _confirmation(row)


def of_offer(store: Store, offer: int) -> Confirmation | None:
    """What a player on standby was asked about that offer of a seat."""
    sql = "SELECT * FROM confirmations WHERE kind = ? AND json_extract(facts, '$.offer') = ?"
    row = store.row(sql, [Purpose.TAKE_SEAT, offer])
    return None if row is None else _confirmation(row)


def addresses(store: Store, player: int) -> list[str]:
    """Where the player was asked, at addresses that were his then."""
    sql = "SELECT DISTINCT address FROM confirmations WHERE player = ? AND kind != ? AND address != ''"
    return [row["address"] for row in store.rows(sql, [player, Purpose.TAKE_ADDRESS])]


def erase_at(store: Store, address: str, *, now: datetime) -> int:
    """Erase an address, and what was asked there about a name or an address; nothing of it can be confirmed any more.
    How many they were."""
    return store.change(f"{_ERASE} WHERE address = ? COLLATE NOCASE", [codec.stamp(now), address])


def erase_of(store: Store, player: int, *, now: datetime) -> int:
    """The same for all that a player was asked, or others on his behalf."""
    return store.change(f"{_ERASE} WHERE player = ?", [codec.stamp(now), player])


_ERASE: Final = (
    "UPDATE confirmations SET address = '', done_at = coalesce(done_at, ?),"
    f" facts = iif(kind IN ('{Purpose.REGISTER}', '{Purpose.LEAVE_ADDRESS}', '{Purpose.TAKE_ADDRESS}'), '{{}}', facts)"
)


def done(store: Store, number: int, *, now: datetime) -> bool:
    """It is confirmed. False where it was already: what it stands for must not be done twice."""
    sql = "UPDATE confirmations SET done_at = ? WHERE id = ? AND done_at IS NULL"
    return bool(store.change(sql, [codec.stamp(now), number]))


def _confirmation(row: dict[str, Any]) -> Confirmation:
    return Confirmation(
        id=row["id"],
        kind=Purpose(row["kind"]),
        address=row["address"],
        player=row["player"],
        facts=codec.facts(row["facts"]),
        created_at=codec.moment(row["created_at"]),
        expires_at=codec.moment(row["expires_at"]),
        done_at=codec.moment_or_none(row["done_at"]),
    )
