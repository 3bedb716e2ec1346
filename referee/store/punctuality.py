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


def of(store: Store, player: int) -> Reliability:
    """A player's reliability."""
    sql = (
        "SELECT came, count(*) AS turns FROM punctuality JOIN turns ON turns.id = punctuality.turn"
        " WHERE player = ? AND turns.voided_at IS NULL GROUP BY came"
    )
    found = {Came(row["came"]): int(row["turns"]) for row in store.rows(sql, [player])}
    return Reliability(
        in_time=found.get(Came.IN_TIME, 0), late=found.get(Came.LATE, 0), missed=found.get(Came.MISSED, 0)
    )
