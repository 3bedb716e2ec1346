"""Looks: when each mailbox was last seen empty, and the outages in which nobody looked."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from referee.deadlines import outages
from referee.deadlines.state import Outage
from referee.store import codec, mailbag
from referee.store.database import Store

# What is due at a mailbox that is not read is looked at again then: with time it is all that there is.
DEAF_AGAIN_AFTER: Final = timedelta(minutes=10)


def note(store: Store, mailbox: str, now: datetime) -> Outage | None:
    """The mailbox was seen empty; the outage that this ends, where nobody had looked for long."""
    last = last_look(store, mailbox)
    store.change(
        "INSERT INTO looks (mailbox, looked_at) VALUES (?, ?)"
        " ON CONFLICT (mailbox) DO UPDATE SET looked_at = max(looked_at, excluded.looked_at)",
        [mailbox, codec.stamp(now)],
    )
    outage = outages.gap(last, now=now) if last is not None else None
    if outage is not None:
        record = {"mailbox": mailbox, "begins_at": codec.stamp(outage.start), "ends_at": codec.stamp(outage.end)}
        store.insert("outages", record)
    return outage


def last_looks(store: Store) -> dict[str, datetime]:
    """When each mailbox was last seen empty, by its name; one that never was is missing."""
    return {row["mailbox"]: codec.moment(row["looked_at"]) for row in store.rows("SELECT * FROM looks")}


def last_look(store: Store, mailbox: str) -> datetime | None:
    """When that mailbox was last seen empty, None where it never was."""
    row = store.row("SELECT looked_at FROM looks WHERE mailbox = ?", [mailbox])
    return codec.moment(row["looked_at"]) if row is not None else None


def forget_others(store: Store, mailboxes: Collection[str]) -> None:
    """Only these are looked into from now on: one that comes back later was not away in between."""
    store.change(f"DELETE FROM looks WHERE mailbox NOT IN ({', '.join('?' * len(mailboxes))})", list(mailboxes))


def is_deaf(store: Store, mailbox: str, now: datetime) -> bool:
    """Whether a mailbox was not read for long: what is due there then waits until it is."""
    last = last_look(store, mailbox)
    return last is not None and outages.gap(last, now=now) is not None


def heard_all(store: Store, mailbox: str, moment: datetime) -> bool:
    """Whether all that had come to it by that moment was read: it was seen empty since, and no letter waits."""
    last = last_look(store, mailbox)
    return last is not None and last >= moment and not mailbag.unhandled(store, limit=1)


def since(store: Store, mailbox: str, began: datetime) -> tuple[Outage, ...]:
    """The outages of the mailbox that ended after that moment, the first first."""
    sql = "SELECT * FROM outages WHERE ends_at > ? AND mailbox = ? ORDER BY id"
    return tuple(_outage(row) for row in store.rows(sql, [codec.stamp(began), mailbox]))


def lost(store: Store, mailbox: str, began: datetime, now: datetime) -> timedelta:
    """How much of the time since a moment went by in outages of the mailbox that are over."""
    spans = ((max(each.start, began), min(each.end, now)) for each in since(store, mailbox, began))
    return sum((max(end - start, timedelta()) for start, end in spans), timedelta())


def asked(store: Store, mailbox: str, outage: Outage, now: datetime) -> None:
    """The director was asked about it."""
    sql = "UPDATE outages SET asked_at = ? WHERE mailbox = ? AND begins_at = ? AND asked_at IS NULL"
    store.change(sql, [codec.stamp(now), mailbox, codec.stamp(outage.start)])


def unconfirmed(store: Store) -> tuple[tuple[str, Outage], ...]:
    """Those after which games wait for a director's word, each with its mailbox."""
    rows = store.rows("SELECT * FROM outages WHERE confirmed_at IS NULL ORDER BY id")
    return tuple((row["mailbox"], outage) for row in rows if outages.needs_director(outage := _outage(row)))


def confirm(store: Store, mailbox: str, outage: Outage, now: datetime) -> None:
    """The director lets the mailbox's games go on."""
    sql = "UPDATE outages SET confirmed_at = ? WHERE mailbox = ? AND begins_at = ? AND confirmed_at IS NULL"
    store.change(sql, [codec.stamp(now), mailbox, codec.stamp(outage.start)])


def _outage(row: dict[str, Any]) -> Outage:
    return Outage(
        start=codec.moment(row["begins_at"]),
        end=codec.moment(row["ends_at"]),
        asked_at=codec.moment_or_none(row["asked_at"]),
        confirmed_at=codec.moment_or_none(row["confirmed_at"]),
    )
