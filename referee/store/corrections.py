"""Games that are set back: which turns are void, where the game stands then, and what there was before."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec

from engine.clauses import HoldClause, SurrenderClause
from engine.model import Duel, Part
from referee.store import codec, turns
from referee.store.database import Store
from referee.store.digests import completed, fits, sealed
from referee.store.faults import Damaged
from referee.store.games import GameState
from referee.store.misfits import DIFFERS
from referee.store.turns import Before

_GAME: Final = "state, reason, ended_at, ending, clock"


class TakeBack(msgspec.Struct, frozen=True, kw_only=True):
    """What there was before an act of the director's; `facts` as plain JSON values."""

    act: int
    facts: dict[str, Any]
    undone_at: datetime | None


def standing(store: Store, game: int, *, since: int) -> dict[str, Any]:
    """All that a correction changes beside the turns, as JSON values: the game's row, its seats, and the orders that
    are held for turns from `since` on."""
    return {
        "game": store.rows(f"SELECT {_GAME} FROM games WHERE id = ?", [game])[0],
        "seats": store.rows("SELECT number, missed, resigned_at FROM seats WHERE game = ?", [game]),
        "orders": store.rows("SELECT * FROM orders WHERE game = ? AND turn >= ?", [game, since]),
        "since": since,
    }


def restore(store: Store, game: int, facts: Mapping[str, Any], duel: Duel, *, now: datetime) -> None:
    """Let all stand again as `standing` found it, with the duel as its turns have it; in a new epoch."""
    row = facts["game"]
    _put(store, game, duel, now)
    store.change(
        "UPDATE games SET state = ?, reason = ?, ended_at = ?, ending = ?, clock = ? WHERE id = ?",
        [row["state"], row["reason"], row["ended_at"], row["ending"], row["clock"], game],
    )
    for seat in facts["seats"]:
        sql = "UPDATE seats SET missed = ?, resigned_at = ? WHERE game = ? AND number = ?"
        store.change(sql, [seat["missed"], seat["resigned_at"], game, seat["number"]])
    forget_orders(store, game, since=facts["since"])
    for orders in facts["orders"]:
        store.insert("orders", completed("orders", orders))


def set_back(store: Store, game: int, duel: Duel, *, now: datetime) -> None:
    """The game goes on from `duel`, in a new epoch: whatever asked for orders before is worth nothing."""
    _put(store, game, duel, now)
    sql = "UPDATE games SET state = ?, reason = NULL, ended_at = NULL, ending = NULL WHERE id = ?"
    store.change(sql, [GameState.RUNNING, game])


def corrected_since(store: Store, game: int, moment: datetime) -> bool:
    """Whether the game was corrected after that moment."""
    sql = "SELECT 1 FROM games WHERE id = ? AND corrected_at > ?"
    return store.row(sql, [game, codec.stamp(moment)]) is not None


def _put(store: Store, game: int, duel: Duel, now: datetime) -> None:
    store.change(
        "UPDATE games SET duel = ?, turn = ?, part = ?, epoch = epoch + 1, corrected_at = ? WHERE id = ?",
        [codec.encode(duel), duel.turn, duel.part, codec.stamp(now), game],
    )
    store.change("DELETE FROM orders_before WHERE game = ?", [game])


def void_turns(store: Store, game: int, *, since: int, now: datetime) -> int:
    """The turns from `since` on are void; they can still be read. How many rows."""
    sql = "UPDATE turns SET voided_at = ? WHERE game = ? AND turn >= ? AND voided_at IS NULL"
    return store.change(sql, [codec.stamp(now), game, since])


def reinstate_turns(store: Store, game: int, voided_at: datetime) -> int:
    """The turns that were made void at that moment stand again."""
    sql = "UPDATE turns SET voided_at = NULL WHERE game = ? AND voided_at = ?"
    return store.change(sql, [game, codec.stamp(voided_at)])


def void_last(store: Store, game: int, *, now: datetime) -> int:
    """The last turn, or extra turn, that stands is void; the number of its row."""
    last = store.rows("SELECT max(id) AS id FROM turns WHERE game = ? AND voided_at IS NULL", [game])[0]["id"]
    store.change("UPDATE turns SET voided_at = ? WHERE id = ?", [codec.stamp(now), last])
    return int(last)


def void_made(store: Store, game: int, *, made_at: datetime, now: datetime) -> int:
    """The turn that a correction made at that moment put in another's place is void."""
    sql = "UPDATE turns SET voided_at = ? WHERE game = ? AND adjudicated_at = ? AND voided_at IS NULL"
    return store.change(sql, [codec.stamp(now), game, codec.stamp(made_at)])


def last_voided(store: Store, game: int) -> tuple[int, Part] | None:
    """The last turn, or extra turn, that was made void when the game was corrected last; None for none."""
    sql = (
        "SELECT turns.turn, turns.part FROM turns JOIN games ON games.id = turns.game"
        " WHERE turns.game = ? AND turns.voided_at = games.corrected_at ORDER BY turns.id DESC LIMIT 1"
    )
    row = store.row(sql, [game])
    return None if row is None else (row["turn"], Part(row["part"]))


def before_turn(store: Store, game: int, turn: int) -> Before | None:
    """What stood beside the duel before that turn, None where it was not written down."""
    sql = "SELECT beside FROM turns WHERE game = ? AND turn >= ? AND voided_at IS NULL ORDER BY id LIMIT 1"
    row = store.row(sql, [game, turn])
    return None if row is None or row["beside"] is None else msgspec.json.decode(row["beside"], type=Before)


def recount(store: Store, game: int, missed: Mapping[int, int]) -> None:
    """The seats' silent turns as they were."""
    for seat, count in missed.items():
        store.change("UPDATE seats SET missed = ? WHERE game = ? AND number = ?", [count, game, seat])


def stay(store: Store, game: int, *, since: datetime) -> None:
    """Who resigned after that moment has not resigned."""
    sql = "UPDATE seats SET resigned_at = NULL WHERE game = ? AND resigned_at > ?"
    store.change(sql, [game, codec.stamp(since)])


def forget_orders(store: Store, game: int, *, since: int) -> int:
    """Nothing is held any more for turns from `since` on; how many sets there were."""
    return store.change("DELETE FROM orders WHERE game = ? AND turn >= ?", [game, since])


def forget_draws(store: Store, game: int, *, since: int) -> None:
    """Nobody offers a draw on the turns from `since` on."""
    store.change("DELETE FROM draws WHERE game = ? AND turn >= ?", [game, since])


def keep_orders(store: Store, game: int, *, since: int) -> int:
    """What players sent for the turns from `since` on becomes their draft for these; how many sets.

    What the referee ordered for want of orders goes, but for the surrender of one who resigned."""
    kept = 0
    for row in turns.order_rows(store, game, "turn >= ?", since):
        clauses = codec.clauses(row["clauses"])
        if row["letter"] is None and not (_resigned(store, row) and isinstance(clauses[0], SurrenderClause)):
            turns.drop_orders(store, game, turn=row["turn"], part=row["part"], seat=row["seat"])
            continue
        draft = (*(each for each in clauses if not isinstance(each, HoldClause)), HoldClause(ready=False))
        turns.write_orders(store, row | {"clauses": codec.encode(draft), "complete": 0})
        kept += 1
    return kept


def _resigned(store: Store, orders: Mapping[str, Any]) -> bool:
    sql = "SELECT 1 FROM seats WHERE game = ? AND number = ? AND resigned_at IS NOT NULL"
    return store.row(sql, [orders["game"], orders["seat"]]) is not None


def make_ready(store: Store, game: int, *, turn: int, part: str) -> int:
    """Drafts for that turn count, as if their writers had said so; how many."""
    drafts = turns.order_rows(store, game, "turn = ? AND part = ? AND complete = 0", turn, part)
    for row in drafts:
        clauses = tuple(each for each in codec.clauses(row["clauses"]) if not isinstance(each, HoldClause))
        turns.write_orders(store, row | {"clauses": codec.encode(clauses), "complete": 1})
    return len(drafts)


def remember(store: Store, act: int, facts: Mapping[str, Any]) -> None:
    """Keep what there was before an act."""
    store.insert("takebacks", sealed("takebacks", {"act": act, "facts": codec.encode(dict(facts))}))


def take_back(store: Store, act: int) -> TakeBack | None:
    """What there was before an act, None where that is not known. Raises Damaged."""
    row = store.row("SELECT * FROM takebacks WHERE act = ?", [act])
    if row is None:
        return None
    if not fits("takebacks", row):
        raise Damaged(f"what there was before act {act} is {DIFFERS}; restore a backup")
    return TakeBack(act=act, facts=codec.facts(row["facts"]), undone_at=codec.moment_or_none(row["undone_at"]))


def undone(store: Store, act: int, *, now: datetime) -> None:
    """An act is taken back."""
    store.change("UPDATE takebacks SET undone_at = ? WHERE act = ?", [codec.stamp(now), act])
