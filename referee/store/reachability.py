"""Reachability: players whose mails come back, with their points, and whether delivery to them is paused."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from referee.store import codec, players
from referee.store.database import Store

QUIET: Final = timedelta(days=7)  # after so long without a mail that came back, points are forgotten
POINTS_A_DAY_MAX: Final = 1.0


class Reachability(Struct, frozen=True, kw_only=True):
    """A player whose mails came back of late. `points` since `since`; `day_points` of them on `day` (UTC), the last day
    that had any. `status`: what was said last. `paused_at`: since when nothing goes out to him, or None."""

    player: int
    address: str
    points: float
    day: date
    day_points: float
    status: str
    since: datetime
    last_at: datetime
    paused_at: datetime | None


def of(store: Store, player: int, *, now: datetime) -> Reachability | None:
    """How a player can be reached, None where nothing is known against it (any more)."""
    row = store.row(f"{_SELECT} WHERE reachability.player = ?", [player])
    found = None if row is None else _reachability(row)
    return found if found is not None and _counts(found, now) else None


def listing(store: Store, *, now: datetime) -> list[Reachability]:
    """All players who have points or are paused, by number."""
    found = [_reachability(row) for row in store.rows(f"{_SELECT} ORDER BY reachability.player")]
    return [each for each in found if _counts(each, now)]


def is_paused(store: Store, address: str) -> bool:
    """Whether mail to that address waits."""
    sql = (
        "SELECT 1 FROM players JOIN reachability ON reachability.player = players.id"
        " WHERE players.address_key = ? AND reachability.paused_at IS NOT NULL"
    )
    return store.row(sql, [players.address_key(address)]) is not None


def paused(store: Store, numbers: Sequence[int]) -> set[int]:
    """Those of these players whose mail waits."""
    marks = ", ".join("?" * len(numbers))
    rows = store.rows(
        f"SELECT player FROM reachability WHERE player IN ({marks}) AND paused_at IS NOT NULL", list(numbers)
    )
    return {row["player"] for row in rows}


def count(store: Store, player: int, points: float, *, status: str, now: datetime) -> Reachability:
    """A mail to the player came back: a day's points are those of its worst, and never more than POINTS_A_DAY_MAX."""
    before = of(store, player, now=now)
    today = now.date()
    had = before.day_points if before is not None and before.day == today else 0.0
    todays = max(had, min(points, POINTS_A_DAY_MAX))
    store.change(
        "INSERT INTO reachability (player, points, day, day_points, status, since, last_at)"
        " VALUES (:player, :points, :day, :day_points, :status, :since, :last_at)"
        " ON CONFLICT (player) DO UPDATE SET points = :points, day = :day, day_points = :day_points, status = :status,"
        " since = :since, last_at = :last_at",
        {
            "player": player,
            "points": (before.points if before is not None else 0.0) + todays - had,
            "day": today.isoformat(),
            "day_points": todays,
            "status": status,
            "since": codec.stamp(before.since if before is not None else now),
            "last_at": codec.stamp(now),
        },
    )
    found = of(store, player, now=now)
    assert found is not None
    return found


def pause(store: Store, player: int, *, now: datetime) -> bool:
    """From now on mails to the player wait; False where they do already, or nothing is known against him."""
    sql = "UPDATE reachability SET paused_at = ? WHERE player = ? AND paused_at IS NULL"
    return bool(store.change(sql, [codec.stamp(now), player]))


def clear(store: Store, player: int) -> Reachability | None:
    """He can be reached: points and pause are gone; what they were, None where there were none."""
    row = store.row(f"{_SELECT} WHERE reachability.player = ?", [player])
    store.change("DELETE FROM reachability WHERE player = ?", [player])
    return None if row is None else _reachability(row)


_SELECT: Final = (
    "SELECT reachability.*, players.address FROM reachability JOIN players ON players.id = reachability.player"
)


def _counts(found: Reachability, now: datetime) -> bool:
    return found.paused_at is not None or now - found.last_at < QUIET


def _reachability(row: dict[str, Any]) -> Reachability:
    return Reachability(
        player=row["player"],
        address=row["address"],
        points=row["points"],
        day=date.fromisoformat(row["day"]),
        day_points=row["day_points"],
        status=row["status"],
        since=codec.moment(row["since"]),
        last_at=codec.moment(row["last_at"]),
        paused_at=codec.moment_or_none(row["paused_at"]),
    )
