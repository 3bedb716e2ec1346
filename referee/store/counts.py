"""How much there is of what somebody may have to look at: games, mails and letters by state. All from indexes."""

from datetime import datetime

from msgspec import Struct

from referee.store import codec, looks
from referee.store.database import Store
from referee.store.games import GameState
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState

_UNSENT = (MailState.QUEUED, MailState.WAITING, MailState.SET_ASIDE, MailState.RETURNED)
_DONE = (("letters", "stored_at"), ("acts", "at"), ("turns", "adjudicated_at"))
_WAITING = (LetterState.STORED, LetterState.SET_ASIDE, LetterState.UNCONFIRMED)


class Counts(Struct, frozen=True, kw_only=True):
    """Numbers by state; each state is there, with 0 too. `looked_at`: when each mailbox was last seen empty."""

    games: dict[str, int]
    mails: dict[str, int]
    letters: dict[str, int]
    looked_at: dict[str, datetime]


def counted(store: Store) -> Counts:
    """What there is now."""
    return Counts(
        games=_by_state(store, "games", tuple(GameState)),
        mails=_by_state(store, "outgoing", _UNSENT),
        letters=_by_state(store, "letters", _WAITING),
        looked_at=looks.last_looks(store),
    )


def newest(store: Store) -> datetime | None:
    """The latest moment of anything that was done, by the clock of that time."""
    last = [f"SELECT max({at}) AS at FROM (SELECT {at} FROM {table} ORDER BY id DESC LIMIT 1)" for table, at in _DONE]
    row = store.rows(f"SELECT max(at) AS at FROM ({' UNION ALL '.join(last)})")
    return codec.moment_or_none(row[0]["at"])


def _by_state(store: Store, table: str, states: tuple[str, ...]) -> dict[str, int]:
    marks = ", ".join("?" * len(states))
    sql = f"SELECT state, count(*) AS count FROM {table} WHERE state IN ({marks}) GROUP BY state"
    found = {row["state"]: row["count"] for row in store.rows(sql, list(states))}
    return {str(state): found.get(state, 0) for state in states}
