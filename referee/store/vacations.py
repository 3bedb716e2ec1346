"""Vacations: when players are away, so that no deadline of theirs falls into it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from referee.store import codec
from referee.store.database import Store

_NEVER: Final = "9999"  # sorts after every stamp


class Vacation(Struct, frozen=True, kw_only=True):
    """A player is away from `begins_at` until just before `ends_at`."""

    id: int
    player: int
    begins_at: datetime
    ends_at: datetime
    taken_at: datetime
    cancelled_at: datetime | None


def take(store: Store, player: int, begins_at: datetime, ends_at: datetime, *, now: datetime) -> int:
    """Write down a vacation; its number."""
    return store.insert(
        "vacations",
        {
            "player": player,
            "begins_at": codec.stamp(begins_at),
            "ends_at": codec.stamp(ends_at),
            "taken_at": codec.stamp(now),
        },
    )


def cancel(store: Store, number: int, *, now: datetime) -> bool:
    """It is not taken after all; False where it was cancelled before."""
    sql = "UPDATE vacations SET cancelled_at = ? WHERE id = ? AND cancelled_at IS NULL"
    return bool(store.change(sql, [codec.stamp(now), number]))


def of_player(store: Store, player: int) -> list[Vacation]:
    """All that stand of one player, past and to come, the first first."""
    return of_players(store, [player])


def of_players(store: Store, players: Sequence[int], *, called_off_after: datetime | None = None) -> list[Vacation]:
    """All that stand of these players, past and to come, the first first; with those called off after that moment."""
    sql = (
        f"SELECT * FROM vacations WHERE player IN ({', '.join('?' * len(players))})"
        " AND (cancelled_at IS NULL OR cancelled_at > ?) ORDER BY begins_at, id"
    )
    since = codec.stamp(called_off_after) if called_off_after is not None else _NEVER
    return [_vacation(row) for row in store.rows(sql, [*players, since])]


def _vacation(row: dict[str, Any]) -> Vacation:
    return Vacation(
        id=row["id"],
        player=row["player"],
        begins_at=codec.moment(row["begins_at"]),
        ends_at=codec.moment(row["ends_at"]),
        taken_at=codec.moment(row["taken_at"]),
        cancelled_at=codec.moment_or_none(row["cancelled_at"]),
    )
