"""Clocks of games: where the clock of the coming turn stands, and when somebody has to look at a game next."""

from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from referee.deadlines.state import Extension, Pause
from referee.store import codec
from referee.store.database import Store
from referee.store.faults import Damaged

LOOKS_AT_ONCE: Final = 50


class TurnClock(Struct, frozen=True, kw_only=True):
    """What is written down of the clock of one turn (`extra`: of the part that Time stop gives after it); all else
    follows from orders, mails, vacations and outages. The keys of `banks`, `reminded`, `offered` and `taken` are
    numbers of seats. `told`: the deadline that the players were told last."""

    turn: int
    extra: bool
    began: datetime
    told: datetime | None = None
    banks: dict[int, timedelta] = {}
    reminded: dict[int, datetime] = {}
    offered: dict[int, datetime] = {}
    taken: dict[int, datetime] = {}
    extensions: tuple[Extension, ...] = ()
    pauses: tuple[Pause, ...] = ()


_DECODER: Final = msgspec.json.Decoder(TurnClock)


def load(store: Store, game: int) -> TurnClock | None:
    """The clock of a game as it was saved last, which may be that of a turn that is over; None where it has none."""
    row = store.row("SELECT clock FROM games WHERE id = ?", [game])
    if row is None or row["clock"] is None:
        return None
    try:
        return _DECODER.decode(row["clock"])
    except msgspec.DecodeError as error:
        raise Damaged(f"the clock of game {game} cannot be read: {error}; restore a backup") from error


def save(store: Store, game: int, clock: TurnClock, *, look_at: datetime | None) -> None:
    """Write down a game's clock, and when the game must be looked at next if nothing comes in before."""
    sql = "UPDATE games SET clock = ?, look_at = ? WHERE id = ?"
    store.change(sql, [codec.encode(clock), codec.stamp_or_none(look_at), game])


def stop(store: Store, game: int) -> None:
    """Nobody has to look at the game: it is over or held."""
    store.change("UPDATE games SET look_at = NULL WHERE id = ?", [game])


def put_off(store: Store, game: int, until: datetime) -> None:
    """Nobody has to look at the game before that moment."""
    store.change("UPDATE games SET look_at = ? WHERE id = ?", [codec.stamp(until), game])


def due(store: Store, now: datetime, *, limit: int = LOOKS_AT_ONCE) -> list[int]:
    """The running games that must be looked at by now, those that wait longest first."""
    sql = "SELECT id FROM games WHERE look_at <= ? AND +state = 'running' ORDER BY look_at, id LIMIT ?"
    return [row["id"] for row in store.rows(sql, [codec.stamp(now), limit])]


def next_look(store: Store) -> datetime | None:
    """When the next game must be looked at. Raises Damaged where that of the first cannot be read."""
    # The plus keeps SQLite from going through all running games: this index has their order.
    sql = "SELECT look_at FROM games WHERE look_at IS NOT NULL AND +state = 'running' ORDER BY look_at LIMIT 1"
    row = store.row(sql)
    return None if row is None else codec.moment(row["look_at"])


def look_at_unread(store: Store, now: datetime) -> list[int]:
    """Running games whose next look stands at no moment that could be read must be looked at now, which writes it anew;
    their numbers. Goes through all of them."""
    sql = f"SELECT id FROM games WHERE look_at IS NOT NULL AND state = 'running' AND {codec.no_stamp('look_at')}"
    numbers = [row["id"] for row in store.rows(sql)]
    for number in numbers:
        put_off(store, number, now)
    return numbers


def look_at_all(store: Store, mailbox: str, now: datetime) -> int:
    """Something happened that may move every clock of the mailbox's games; how many games."""
    sql = "UPDATE games SET look_at = ? WHERE state = 'running' AND clock IS NOT NULL AND mailbox = ?"
    return store.change(sql, [codec.stamp(now), mailbox])
