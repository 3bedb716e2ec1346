"""Offers: seats that players left by silence, and the players on standby to whom they are offered in turn."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from referee.store import codec
from referee.store.database import Store

VALID: Final = timedelta(hours=48)


class OfferState(StrEnum):
    """OPEN: the player has not answered yet. WITHDRAWN: the seat was not free any more."""

    OPEN = "open"
    TAKEN = "taken"
    DECLINED = "declined"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"


class Offer(Struct, frozen=True, kw_only=True):
    """A seat offered to `player`. `holder` and `leaver`: who held the seat when it was offered."""

    id: int
    game: int
    seat: int
    holder: int
    leaver: int
    player: int
    state: OfferState
    offered_at: datetime
    expires_at: datetime


def make(store: Store, *, game: int, seat: int, holder: int, leaver: int, player: int, now: datetime) -> Offer:
    """Offer the seat to the player."""
    number = store.insert(
        "offers",
        {
            "game": game,
            "seat": seat,
            "holder": holder,
            "leaver": leaver,
            "player": player,
            "state": OfferState.OPEN,
            "offered_at": codec.stamp(now),
            "expires_at": codec.stamp(now + VALID),
        },
    )
    found = load(store, number)
    assert found is not None
    return found


def load(store: Store, number: int) -> Offer | None:
    """The offer of that number."""
    row = store.row("SELECT * FROM offers WHERE id = ?", [number])
    return None if row is None else _offer(row)


def of_game(store: Store, game: int) -> list[Offer]:
    """All offers of seats in a game, the oldest first."""
    return [_offer(row) for row in store.rows("SELECT * FROM offers WHERE game = ? ORDER BY id", [game])]


def busy(store: Store, players: Sequence[int], now: datetime) -> set[int]:
    """Those of the players who have an offer that they can still answer."""
    marks = ", ".join("?" * len(players))
    sql = f"SELECT player FROM offers WHERE player IN ({marks}) AND state = 'open' AND expires_at > ?"
    return {row["player"] for row in store.rows(sql, [*players, codec.stamp(now)])}


def settle(store: Store, number: int, state: OfferState) -> bool:
    """An open offer comes to its end; False where it was at one."""
    return bool(store.change("UPDATE offers SET state = ? WHERE id = ? AND state = 'open'", [state, number]))


def _offer(row: dict[str, Any]) -> Offer:
    return Offer(
        id=row["id"],
        game=row["game"],
        seat=row["seat"],
        holder=row["holder"],
        leaver=row["leaver"],
        player=row["player"],
        state=OfferState(row["state"]),
        offered_at=codec.moment(row["offered_at"]),
        expires_at=codec.moment(row["expires_at"]),
    )
