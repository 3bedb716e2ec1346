"""Looks: when each mailbox was last seen empty, and the outages in which nobody looked."""

from datetime import datetime
from typing import Any

from referee.deadlines import outages
from referee.deadlines.state import Outage
from referee.store import codec, mailbag
from referee.store.database import Store


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
        store.insert("outages", {"begins_at": codec.stamp(outage.start), "ends_at": codec.stamp(outage.end)})
    return outage


def last_look(store: Store, mailbox: str | None = None) -> datetime | None:
    """When that mailbox (or, left out, the one that was not looked at for longest) was last seen empty."""
    where, values = ("", []) if mailbox is None else ("WHERE mailbox = ?", [mailbox])
    row = store.row(f"SELECT min(looked_at) AS looked_at FROM looks {where}", values)
    return codec.moment_or_none(row["looked_at"]) if row is not None else None


def heard_all(store: Store, moment: datetime) -> bool:
    """Whether all that had come in by that moment was read: the mailbox was seen empty since, and no letter waits."""
    last = last_look(store)
    return last is not None and last >= moment and not mailbag.unhandled(store, limit=1)


def since(store: Store, began: datetime) -> tuple[Outage, ...]:
    """The outages that ended after that moment, the first first."""
    rows = store.rows("SELECT * FROM outages WHERE ends_at > ? ORDER BY id", [codec.stamp(began)])
    return tuple(_outage(row) for row in rows)


def asked(store: Store, outage: Outage, now: datetime) -> None:
    """The director was asked about it."""
    sql = "UPDATE outages SET asked_at = ? WHERE begins_at = ? AND asked_at IS NULL"
    store.change(sql, [codec.stamp(now), codec.stamp(outage.start)])


def unconfirmed(store: Store) -> tuple[Outage, ...]:
    """Those after which games wait for a director's word."""
    rows = store.rows("SELECT * FROM outages WHERE confirmed_at IS NULL ORDER BY id")
    return tuple(outage for row in rows if outages.needs_director(outage := _outage(row)))


def confirm(store: Store, outage: Outage, now: datetime) -> None:
    """The director lets the games go on."""
    sql = "UPDATE outages SET confirmed_at = ? WHERE begins_at = ? AND confirmed_at IS NULL"
    store.change(sql, [codec.stamp(now), codec.stamp(outage.start)])


def _outage(row: dict[str, Any]) -> Outage:
    return Outage(
        start=codec.moment(row["begins_at"]),
        end=codec.moment(row["ends_at"]),
        asked_at=codec.moment_or_none(row["asked_at"]),
        confirmed_at=codec.moment_or_none(row["confirmed_at"]),
    )
