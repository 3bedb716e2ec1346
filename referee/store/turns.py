"""Turns: the orders that are held for the coming one, and what was adjudicated, with all that happened."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from engine.clauses import AnyClause, Orders
from engine.events import Event, Turn
from engine.model import Duel, Part
from referee.store import archived, codec, games
from referee.store.database import Store
from referee.store.digests import fits, sealed, turn_digest
from referee.store.faults import Damaged
from referee.store.games import Ending, GameState
from referee.store.misfits import DIFFERS, misfits

_PLACE: Final = "WHERE game = :game AND turn = :turn AND part = :part AND seat = :seat"


class OutOfStep(Exception):
    """A turn was to be appended to a game that does not stand where the turn began, or does not run."""


class HeldOrders(Struct, frozen=True, kw_only=True):
    """One wizard's orders for a turn as they stand, not adjudicated yet. `letter` None: they came another way."""

    seat: int
    clauses: tuple[AnyClause, ...]
    complete: bool
    letter: int | None
    received_at: datetime


class Before(Struct, frozen=True, kw_only=True):
    """What stood beside the duel before a turn, by number of seat: what was left in the banks, and how many turns in a
    row had passed without orders."""

    banks: dict[int, timedelta] = {}
    missed: dict[int, int] = {}


class TurnRecord(Struct, frozen=True, kw_only=True):
    """What is kept of an adjudicated turn or Time stop part: `orders` as the engine was given them. `voided_at`: it was
    taken back."""

    game: int
    turn: int
    part: Part
    orders: tuple[Orders, ...]
    events: tuple[Event, ...]
    after: Duel
    adjudicated_at: datetime
    voided_at: datetime | None = None


def save_orders(
    store: Store,
    game: int,
    *,
    turn: int,
    part: Part,
    seat: int,
    clauses: Sequence[AnyClause],
    complete: bool,
    now: datetime,
    letter: int | None = None,
) -> None:
    """Hold these orders; they take the place of those that were held for that seat and turn.

    sqlite3.IntegrityError where there is no such seat."""
    row = {"game": game, "turn": turn, "part": part, "seat": seat}
    orders = {"clauses": codec.encode(tuple(clauses)), "complete": int(complete)}
    write_orders(store, row | orders | {"letter": letter, "received_at": codec.stamp(now)})


def write_orders(store: Store, row: Mapping[str, Any]) -> None:
    """Put a whole row in the place of the one that was there: all writing of orders comes by here."""
    store.change(
        "INSERT OR REPLACE INTO orders (game, turn, part, seat, clauses, complete, letter, received_at, digest)"
        " VALUES (:game, :turn, :part, :seat, :clauses, :complete, :letter, :received_at, :digest)",
        sealed("orders", row),
    )


def drop_orders(store: Store, game: int, *, turn: int, part: Part, seat: int) -> bool:
    """Forget what is held for that seat and turn; whether there was anything."""
    sql = "DELETE FROM orders WHERE game = ? AND turn = ? AND part = ? AND seat = ?"
    return bool(store.change(sql, [game, turn, part, seat]))


def drop_all_orders(store: Store, game: int, seat: int, *, since: int) -> int:
    """Forget what is held for that seat from that turn on, drafts too; how many sets."""
    return store.change("DELETE FROM orders WHERE game = ? AND seat = ? AND turn >= ?", [game, seat, since])


def held_orders(store: Store, game: int, *, turn: int, part: Part) -> dict[int, HeldOrders]:
    """What is held for that turn, by number of seat. Raises Damaged where some of it is not what was stored."""
    return {
        row["seat"]: HeldOrders(
            seat=row["seat"],
            clauses=codec.clauses(row["clauses"]),
            complete=bool(row["complete"]),
            letter=row["letter"],
            received_at=codec.moment(row["received_at"]),
        )
        for row in order_rows(store, game, "turn = ? AND part = ?", turn, part)
    }


def order_rows(store: Store, game: int, where: str, *values: object) -> list[dict[str, Any]]:
    """Rows of a game's orders: all reading of them comes by here. Raises Damaged, which says whose they are."""
    archived.at_hand(store, game)
    with suppress(Damaged):  # text that is none any more
        rows = store.rows(f"SELECT * FROM orders WHERE game = ? AND {where}", [game, *values])
        if all(fits("orders", row) for row in rows):
            return rows
    row = misfits(store, "orders", f"game = ? AND {where}", game, *values)[0]
    raise Damaged(f"{whose(store, row)} of game {game} are {DIFFERS}; `referee game resume {game}` has them sent anew")


def whose(store: Store, row: Mapping[str, Any]) -> str:
    """As "Ann's orders for turn 3"."""
    seat = store.row("SELECT wizard FROM seats WHERE game = ? AND number = ?", [row["game"], row["seat"]])
    return f"{seat['wizard']}'s orders for turn {row['turn']}" if seat else f"orders for turn {row['turn']}"


def drop_damaged(store: Store, game: int) -> set[int]:
    """Forget what is held, and what was held before, where it is not what was stored; the seats whose orders went."""
    for row in misfits(store, "orders_before", "game = ?", game):
        store.change(f"DELETE FROM orders_before {_PLACE}", row)
    damaged = misfits(store, "orders", "game = ?", game)
    for row in damaged:
        store.change(f"DELETE FROM orders {_PLACE}", row)
    return {int(row["seat"]) for row in damaged}


def remember_orders(store: Store, game: int, *, turn: int, part: Part, seat: int) -> None:
    """Keep what is held for that seat and turn, or that nothing is, as what stood before the next change."""
    place = {"game": game, "turn": turn, "part": part, "seat": seat}
    rows = order_rows(store, game, "turn = ? AND part = ? AND seat = ?", turn, part, seat)
    orders = {column: rows[0][column] if rows else None for column in ("clauses", "complete")}
    store.change(
        "INSERT OR REPLACE INTO orders_before (game, turn, part, seat, clauses, complete, digest)"
        " VALUES (:game, :turn, :part, :seat, :clauses, :complete, :digest)",
        sealed("orders_before", place | orders),
    )


def take_back_orders(
    store: Store, game: int, *, turn: int, part: Part, seat: int, letter: int | None, now: datetime
) -> bool:
    """Let what stood before the last change stand again; False where there is nothing to go back to."""
    place = {"game": game, "turn": turn, "part": part, "seat": seat}
    row = store.row(f"SELECT * FROM orders_before {_PLACE}", place)
    if row is None or not fits("orders_before", row):
        return False
    if row["clauses"] is None:
        drop_orders(store, game, turn=turn, part=part, seat=seat)
    else:
        clauses, complete = codec.clauses(row["clauses"]), bool(row["complete"])
        save_orders(
            store,
            game,
            turn=turn,
            part=part,
            seat=seat,
            clauses=clauses,
            complete=complete,
            now=now,
            letter=letter,
        )
    store.change(f"DELETE FROM orders_before {_PLACE}", place)
    return True


def append(
    store: Store, game: int, turn: Turn, *, orders: Iterable[Orders], now: datetime, before: Before | None = None
) -> int:
    """Add an adjudicated turn to a running game, which then stands at `turn.after`, and is finished if that is the end.
    `before`: what stood beside the duel, in case that the turn is taken back. The number of its row.

    OutOfStep where the game does not run, or does not stand where the turn began."""
    after = turn.after
    over = after.result is not None
    changed = store.change(
        "UPDATE games SET duel = ?, turn = ?, part = ?, state = ?, ended_at = ?, ending = ?"
        " WHERE id = ? AND state = ? AND turn = ? AND part = ?",
        [
            codec.encode(after),
            after.turn,
            after.part,
            GameState.FINISHED if over else GameState.RUNNING,
            codec.stamp(now) if over else None,
            _ending(after),
            game,
            GameState.RUNNING,
            turn.before.turn,
            turn.before.part,
        ],
    )
    if not changed:
        raise OutOfStep(f"game {game} does not run, or does not stand before turn {turn.turn} ({turn.part})")
    store.change("DELETE FROM orders_before WHERE game = ?", [game])
    row = {
        "game": game,
        "turn": turn.turn,
        "part": turn.part,
        "orders": codec.encode(tuple(orders)),
        "events": codec.encode(turn.events),
        "after": codec.encode(after),
        "adjudicated_at": codec.stamp(now),
    }
    beside = codec.encode(before) if before is not None else None
    return store.insert("turns", row | {"digest": turn_digest(row), "voided_at": None, "beside": beside})


def _ending(after: Duel) -> Ending | None:
    if after.result is None:
        return None
    return Ending.DRAW if after.result.winner is None else Ending.VICTORY


def records(store: Store, game: int) -> list[TurnRecord]:
    """All turns of a game that stand, the first first."""
    rows = _rows(store, game, "SELECT * FROM turns WHERE game = ? AND voided_at IS NULL ORDER BY id", [game])
    return [_record(row) for row in rows]


def line(store: Store, game: int) -> list[TurnRecord]:
    """All turns of a game that ever were adjudicated, the void ones too, in that order."""
    return [_record(row) for row in _rows(store, game, "SELECT * FROM turns WHERE game = ? ORDER BY id", [game])]


def numbers(store: Store, game: int, *, since: int) -> list[int]:
    """The numbers of the turns from `since` on that stand, without reading them."""
    sql = "SELECT DISTINCT turn FROM turns WHERE game = ? AND turn >= ? AND voided_at IS NULL ORDER BY turn"
    return [row["turn"] for row in _rows(store, game, sql, [game, since])]


def last_before(store: Store, game: int, turn: int) -> TurnRecord | None:
    """The last turn, or extra turn, before that one; none of those after it is read."""
    sql = "SELECT * FROM turns WHERE game = ? AND turn < ? AND voided_at IS NULL ORDER BY id DESC LIMIT 1"
    rows = _rows(store, game, sql, [game, turn])
    return _record(rows[0]) if rows else None


def record(store: Store, game: int, *, turn: int, part: Part = Part.NORMAL) -> TurnRecord | None:
    """That turn of the game, None where it was not adjudicated yet."""
    sql = "SELECT * FROM turns WHERE game = ? AND turn = ? AND part = ? AND voided_at IS NULL"
    rows = _rows(store, game, sql, [game, turn, part])
    return _record(rows[0]) if rows else None


def latest(store: Store, game: int) -> Turn | None:
    """The last turn of the game with the duel before and after it, None before the first."""
    sql = "SELECT * FROM turns WHERE game = ? AND voided_at IS NULL ORDER BY id DESC LIMIT 2"
    rows = _rows(store, game, sql, [game])
    if not rows:
        return None
    last = _record(rows[0])
    before = codec.duel(rows[1]["after"]) if len(rows) == 2 else games.opening(store, game)
    assert before is not None
    return Turn(turn=last.turn, part=last.part, events=last.events, before=before, after=last.after)


def played(store: Store, game: int, turn: int) -> list[Turn]:
    """That turn of the game, and the extra turn after it where there was one, with the duel before and after each."""
    found = []
    before = games.opening(store, game)
    for each in records(store, game):
        assert before is not None, game
        if each.turn == turn:
            found.append(Turn(turn=each.turn, part=each.part, events=each.events, before=before, after=each.after))
        before = each.after
    return found


def moved_since(store: Store, game: int, moment: datetime) -> bool:
    """Whether a turn of the game was adjudicated, or the game corrected, after that moment."""
    sql = (
        "SELECT id FROM turns WHERE game = ? AND voided_at IS NULL AND adjudicated_at > ?"
        " UNION ALL SELECT id FROM games WHERE id = ? AND corrected_at > ? LIMIT 1"
    )
    return bool(_rows(store, game, sql, [game, codec.stamp(moment), game, codec.stamp(moment)]))


def adjudicated_since(store: Store, game: int, moment: datetime) -> bool:
    """Whether a turn of the game that stands was adjudicated after that moment."""
    sql = "SELECT id FROM turns WHERE game = ? AND voided_at IS NULL AND adjudicated_at > ? LIMIT 1"
    return bool(_rows(store, game, sql, [game, codec.stamp(moment)]))


def _rows(store: Store, game: int, sql: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    """Rows of a game, which is brought back where it is archived: all reading of turns and orders comes by here."""
    archived.at_hand(store, game)
    return store.rows(sql, values)


def _record(row: dict[str, Any]) -> TurnRecord:
    return TurnRecord(
        game=row["game"],
        turn=row["turn"],
        part=Part(row["part"]),
        orders=codec.orders(row["orders"]),
        events=codec.events(row["events"]),
        after=codec.duel(row["after"]),
        adjudicated_at=codec.moment(row["adjudicated_at"]),
        voided_at=codec.moment_or_none(row["voided_at"]),
    )
