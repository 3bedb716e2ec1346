"""What players do in a game beside their orders: press, offers of a draw, and those who watch."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from referee.store import codec
from referee.store.database import Store
from referee.store.games import GOES_ON


class Press(Struct, frozen=True, kw_only=True):
    """A message from one seat to others, by number of seat."""

    id: int
    game: int
    turn: int
    seat: int
    recipients: tuple[int, ...]
    words: str
    sent_at: datetime


def send(
    store: Store,
    game: int,
    *,
    turn: int,
    seat: int,
    recipients: Sequence[int],
    words: str,
    letter: int | None,
    now: datetime,
) -> int:
    """Keep a message; its number."""
    return store.insert(
        "press",
        {
            "game": game,
            "turn": turn,
            "seat": seat,
            "recipients": codec.encode(list(recipients)),
            "words": words,
            "sent_at": codec.stamp(now),
            "letter": letter,
        },
    )


def press(store: Store, game: int) -> list[Press]:
    """All messages of a game, the oldest first."""
    rows = store.rows("SELECT * FROM press WHERE game = ? ORDER BY id", [game])
    return [
        Press(
            id=row["id"],
            game=row["game"],
            turn=row["turn"],
            seat=row["seat"],
            recipients=msgspec.json.decode(row["recipients"], type=tuple[int, ...]),
            words=row["words"],
            sent_at=codec.moment(row["sent_at"]),
        )
        for row in rows
    ]


def press_since(store: Store, game: int, seat: int, since: datetime) -> int:
    """How many messages a seat has sent since then."""
    sql = "SELECT count(*) AS n FROM press WHERE game = ? AND seat = ? AND sent_at > ?"
    row = store.row(sql, [game, seat, codec.stamp(since)])
    return row["n"] if row is not None else 0


def offer_draw(store: Store, game: int, *, turn: int, seat: int, now: datetime) -> bool:
    """A seat offers a draw on that turn; False where it had already."""
    sql = "INSERT INTO draws (game, turn, seat, offered_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    return bool(store.change(sql, [game, turn, seat, codec.stamp(now)]))


def take_back_draw(store: Store, game: int, *, turn: int, seat: int) -> bool:
    """A seat does not offer a draw any more; False where it did not."""
    sql = "DELETE FROM draws WHERE game = ? AND turn = ? AND seat = ?"
    return bool(store.change(sql, [game, turn, seat]))


def draws_offered(store: Store, game: int, *, turn: int) -> frozenset[int]:
    """The seats that offer a draw on that turn."""
    rows = store.rows("SELECT seat FROM draws WHERE game = ? AND turn = ?", [game, turn])
    return frozenset(row["seat"] for row in rows)


def watch(store: Store, game: int, player: int, *, now: datetime) -> bool:
    """A player watches a game; False where he does already."""
    sql = "INSERT INTO watchers (game, player, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    return bool(store.change(sql, [game, player, codec.stamp(now)]))


def unwatch(store: Store, game: int, player: int) -> bool:
    """A player watches no more; False where he did not."""
    return bool(store.change("DELETE FROM watchers WHERE game = ? AND player = ?", [game, player]))


def watchers(store: Store, game: int) -> tuple[int, ...]:
    """The players who watch a game, the longest first."""
    rows = store.rows("SELECT player FROM watchers WHERE game = ? ORDER BY since, player", [game])
    return tuple(row["player"] for row in rows)


def watched(store: Store, player: int) -> tuple[int, ...]:
    """The games that a player watches, those that are over left out."""
    rows = store.rows(
        "SELECT watchers.game FROM watchers JOIN games ON games.id = watchers.game"
        f" WHERE watchers.player = ? AND {GOES_ON} ORDER BY watchers.game",
        [player],
    )
    return tuple(row["game"] for row in rows)
