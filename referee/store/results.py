"""What came of games that were played to an end: the place of each seat, and how it was left."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from referee.store import codec
from referee.store.database import Store

_RATED: Final = "SELECT game, player, place, ended_at FROM results WHERE rated = 1 AND voided_at IS NULL"
_IN_ORDER: Final = " ORDER BY ended_at, game, seat"


class Way(StrEnum):
    """How a wizard left the duel, or that he was still there at its end."""

    STAYED = "stayed"
    DIED = "died"
    SURRENDERED = "surrendered"
    RESIGNED = "resigned"
    ABANDONED = "abandoned"


class SeatResult(Struct, frozen=True, kw_only=True):
    """What came of a seat. `place` counts from 1, equal ones are ties; `turn`: when he left; `player`: whose result it
    is."""

    game: int
    seat: int
    player: int
    place: int
    way: Way
    turn: int | None


class RatedResult(Struct, frozen=True, kw_only=True):
    """A seat of a rated game, with when that ended."""

    game: int
    player: int
    place: int
    ended_at: datetime


def note(store: Store, results: Iterable[SeatResult], *, rated: bool, now: datetime) -> None:
    """Keep what came of a game. sqlite3.IntegrityError where that was noted before."""
    for each in results:
        store.insert(
            "results",
            {
                "game": each.game,
                "seat": each.seat,
                "player": each.player,
                "place": each.place,
                "way": each.way,
                "turn": each.turn,
                "rated": int(rated),
                "ended_at": codec.stamp(now),
            },
        )


def void(store: Store, game: int, *, now: datetime) -> int:
    """What came of a game counts no longer; how many seats."""
    sql = "UPDATE results SET voided_at = ? WHERE game = ? AND voided_at IS NULL"
    return store.change(sql, [codec.stamp(now), game])


def reinstate(store: Store, game: int, voided_at: datetime) -> int:
    """What was made void at that moment counts again."""
    sql = "UPDATE results SET voided_at = NULL WHERE game = ? AND voided_at = ?"
    return store.change(sql, [game, codec.stamp(voided_at)])


def of_game(store: Store, game: int) -> list[SeatResult]:
    """What came of the seats of a game, in their order; empty where it has not been played to an end."""
    return [
        _result(row)
        for row in store.rows("SELECT * FROM results WHERE game = ? AND voided_at IS NULL ORDER BY seat", [game])
    ]


def rated(store: Store, *, since: str = "") -> list[RatedResult]:
    """The log that ratings are worked out from: all seats of rated games, game by game, in the order of their ends.
    `since`: a stamp, or the begin of one."""
    return [_rated(row) for row in store.rows(f"{_RATED} AND ended_at >= ?{_IN_ORDER}", [since])]


def rated_of(store: Store, people: Iterable[int], *, since: str, before: str) -> list[RatedResult]:
    """The same of those games which these players ended from then until before then."""
    sql = f"SELECT game FROM ({_RATED} AND player = ? AND ended_at >= ? AND ended_at < ?)"
    found = {row["game"] for player in people for row in store.rows(sql, [player, since, before])}
    return [_rated(row) for game in sorted(found) for row in store.rows(f"{_RATED} AND game = ?{_IN_ORDER}", [game])]


def any_rated(store: Store, *, since: str) -> bool:
    """Whether any rated game has ended since."""
    return store.row(f"{_RATED} AND ended_at >= ? LIMIT 1", [since]) is not None


def _rated(row: dict[str, Any]) -> RatedResult:
    return RatedResult(
        game=row["game"], player=row["player"], place=row["place"], ended_at=codec.moment(row["ended_at"])
    )


def _result(row: dict[str, Any]) -> SeatResult:
    return SeatResult(
        game=row["game"],
        seat=row["seat"],
        player=row["player"],
        place=row["place"],
        way=Way(row["way"]),
        turn=row["turn"],
    )
