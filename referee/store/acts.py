"""Acts: what a human in charge did, when and why. Kept for ever."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from referee.store import codec
from referee.store.database import Store
from referee.store.digests import renewed, sealed


class Act(Struct, frozen=True, kw_only=True):
    """One act, as `abort`. `facts`: what else there is to know, as plain JSON values."""

    id: int
    at: datetime
    who: str
    act: str
    game: int | None
    reason: str | None
    facts: dict[str, Any]


def note(
    store: Store,
    act: str,
    *,
    who: str,
    now: datetime,
    game: int | None = None,
    reason: str | None = None,
    facts: Mapping[str, Any] | None = None,
) -> int:
    """Write down an act, in the transaction of what it did; its number."""
    row = {
        "at": codec.stamp(now),
        "who": who,
        "act": act,
        "game": game,
        "reason": reason,
        "facts": codec.encode(dict(facts or {})),
    }
    return store.insert("acts", sealed("acts", row))


def came_by(store: Store, letter: int, *, after: int) -> None:
    """The acts with a number above `after` were done by that letter, in the transaction that they were noted in."""
    for row in store.rows("SELECT * FROM acts WHERE id > ?", [after]):
        _rewrite(store, row, codec.encode(codec.facts(row["facts"]) | {"by mail": letter}))


def listing(store: Store, *, game: int | None = None, after: int = 0) -> list[Act]:
    """All acts (with a number above `after`), or those on one game, the oldest first."""
    where = "WHERE id > ?" if game is None else "WHERE id > ? AND game = ?"
    rows = store.rows(f"SELECT * FROM acts {where} ORDER BY id", [after] if game is None else [after, game])
    return [
        Act(
            id=row["id"],
            at=codec.moment(row["at"]),
            who=row["who"],
            act=row["act"],
            game=row["game"],
            reason=row["reason"],
            facts=codec.facts(row["facts"]),
        )
        for row in rows
    ]


def addresses(store: Store, player: int) -> list[str]:
    """Where a director had the player written to, and before that."""
    sql = (
        "SELECT json_extract(facts, '$.before') AS old, json_extract(facts, '$.after') AS new FROM acts"
        " WHERE act = 'player address' AND json_extract(facts, '$.player') = ?"
    )
    return [address for row in store.rows(sql, [player]) for address in (row["old"], row["new"]) if address]


def erase_address(store: Store, address: str) -> int:
    """Erase an address from what there is to know of acts, which stay; in how many."""
    quoted = codec.encode(address)
    rows = store.rows("SELECT * FROM acts WHERE instr(facts, ?)", [quoted])
    for row in rows:
        _rewrite(store, row, row["facts"].replace(quoted, '""'))
    return len(rows)


def _rewrite(store: Store, row: dict[str, Any], facts: str) -> None:
    changed = renewed("acts", row, facts=facts)
    store.change("UPDATE acts SET facts = :facts, digest = :digest WHERE id = :id", changed)


def last(store: Store) -> int:
    """The number of the last act, 0 where there is none."""
    return int(store.rows("SELECT coalesce(max(id), 0) AS last FROM acts")[0]["last"])
