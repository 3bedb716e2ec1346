"""All that is known of one person, to be handed out."""

from typing import Any, Final

from referee.store import archived, players
from referee.store.database import Store

_TABLES: Final = (
    ("seats", "SELECT game, number, wizard, missed, resigned_at FROM seats WHERE player = ? ORDER BY game"),
    ("results", "SELECT game, seat, place, way, turn, rated, ended_at, voided_at FROM results WHERE player = ?"),
    ("challenges", "SELECT id, terms, size, state, created_at, expires_at, game FROM challenges WHERE player = ?"),
    ("invitations", "SELECT challenge, answer, answered_at FROM invited WHERE player = ?"),
    (
        "punctuality",
        "SELECT turns.game, turns.turn, turns.part, seat, came, voided_at FROM punctuality JOIN turns"
        " ON turns.id = punctuality.turn WHERE player = ? ORDER BY turns.id",
    ),
    ("vacations", "SELECT begins_at, ends_at, taken_at, cancelled_at FROM vacations WHERE player = ?"),
    ("watched", "SELECT game, since FROM watchers WHERE player = ?"),
    (
        "confirmations",
        "SELECT kind, address, facts, created_at, expires_at, done_at FROM confirmations WHERE player = ?",
    ),
    ("offers", "SELECT game, seat, state, offered_at, expires_at FROM offers WHERE player = ?"),
    ("deliverability", "SELECT points, status, since, last_at, paused_at FROM reachability WHERE player = ?"),
)
_PRESS: Final = (
    "SELECT press.game, press.turn, press.words, press.sent_at FROM press JOIN seats"
    " ON seats.game = press.game AND seats.number = press.seat WHERE seats.player = ? ORDER BY press.id"
)


def everything(store: Store, player: int) -> dict[str, Any]:
    """All rows about a player, as plain JSON values; his mails as text, in both directions. Within a transaction, as
    games of his are brought back from the archive."""
    others = players.others_of(store, player)
    addresses = [row["address"] for row in store.rows("SELECT address FROM players WHERE id = ?", [player])]
    addresses += [other.address for other in others]
    for game in archived.of_person(store, player, addresses):
        archived.bring_back(store, game)
    found: dict[str, Any] = {"player": store.rows("SELECT * FROM players WHERE id = ?", [player])[0]}
    found["other addresses"] = [other.address for other in others]
    found |= {name: store.rows(sql, [player]) for name, sql in _TABLES}
    found["press"] = store.rows(_PRESS, [player])
    found["mails from him"] = [mail for address in addresses for mail in _letters(store, address)]
    found["mails to him"] = [mail for address in addresses for mail in _outgoing(store, address)]
    return found


def _letters(store: Store, address: str) -> list[dict[str, Any]]:
    sql = "SELECT id, arrived_at, subject, state, raw FROM letters WHERE sender = ? COLLATE NOCASE ORDER BY id"
    return [_readable(row) for row in store.rows(sql, [address])]


def _outgoing(store: Store, address: str) -> list[dict[str, Any]]:
    columns = "id, created_at, sent_at, subject, state, raw"
    sql = f"SELECT {columns} FROM outgoing WHERE recipient = ? COLLATE NOCASE ORDER BY id"
    return [_readable(row) for row in store.rows(sql, [address])]


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"raw": bytes(row["raw"]).decode("utf-8", "replace")}
