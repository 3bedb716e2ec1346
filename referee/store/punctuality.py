"""How the orders came that each turn asked of its players: what reliability is counted from, at any time anew."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from referee.store.database import Store


class Came(StrEnum):
    """IN_TIME: by the deadline, as it stood when the turn ended. LATE: after it, in the grace or on the time bank."""

    IN_TIME = "in time"
    LATE = "late"
    MISSED = "missed"


class Owed(Struct, frozen=True, kw_only=True):
    """A set of orders that a turn asked of the player at a seat, and how it came."""

    seat: int
    player: int
    came: Came


class Reliability(Struct, frozen=True, kw_only=True):
    """How many sets of orders came how, of turns that stand."""

    in_time: int = 0
    late: int = 0
    missed: int = 0

    @property
    def owed(self) -> int:
        return self.in_time + self.late + self.missed


def note(store: Store, turn: int, owed: Iterable[Owed]) -> None:
    """Keep how the orders of a turn came; `turn` is its row. sqlite3.IntegrityError where that was noted before."""
    for each in owed:
        record = {"turn": turn, "seat": each.seat, "player": each.player, "came": each.came}
        store.insert("punctuality", record)


def carry(store: Store, turn: int, to: int) -> None:
    """The row `to` stands in place of that turn's, and the orders came as they did."""
    sql = "INSERT INTO punctuality (turn, seat, player, came) SELECT ?, seat, player, came FROM punctuality"
    store.change(f"{sql} WHERE turn = ?", [to, turn])


def everyone(store: Store) -> dict[int, Reliability]:
    """The reliability of all of whom orders were ever owed, by number of player."""
    return _counted(store, "", [])


def of(store: Store, player: int) -> Reliability:
    """A player's reliability."""
    return _counted(store, "AND player = ?", [player]).get(player, Reliability())


def _counted(store: Store, more: str, values: list[int]) -> dict[int, Reliability]:
    sql = (
        "SELECT player, sum(came = 'in time') AS in_time, sum(came = 'late') AS late, sum(came = 'missed') AS missed"
        " FROM punctuality JOIN turns ON turns.id = punctuality.turn"
        f" WHERE turns.voided_at IS NULL {more} GROUP BY player"
    )
    return {
        row["player"]: Reliability(in_time=row["in_time"], late=row["late"], missed=row["missed"])
        for row in store.rows(sql, values)
    }
