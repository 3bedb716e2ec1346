"""Events: what they are played by, where they stand, who plays in them, and what was told of them."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder

from engine.tournament.model import Challenge, Entrant
from referee.store import codec
from referee.store.database import Store
from referee.terms.event import Definition

_DEFINITION: Final = Decoder(Definition)
_LOOKED_AT: Final = "state IN ('running', 'held')"


class TournamentState(StrEnum):
    """HELD: something went wrong, and the director must look. OVER and ABORTED are ends."""

    PLANNED = "planned"
    OPEN = "open"
    CLOSED = "closed"
    RUNNING = "running"
    PAUSED = "paused"
    HELD = "held"
    OVER = "over"
    ABORTED = "aborted"


BEFORE: Final = (TournamentState.PLANNED, TournamentState.OPEN, TournamentState.CLOSED)
GOING_ON: Final = tuple(each for each in TournamentState if each not in (TournamentState.OVER, TournamentState.ABORTED))
BEGUN: Final = (TournamentState.RUNNING, TournamentState.PAUSED, TournamentState.HELD)


class Tournament(Struct, frozen=True, kw_only=True):
    """An event. `reason`: why it is paused, held or ended, or while it is played what its director is asked;
    `stopped_at`: since when it is paused or held; `closed_at`: nobody comes in any more, and a ladder takes no
    challenges; `digest_at`: when its players are told next how it stands."""

    id: int
    state: TournamentState
    reason: str | None
    definition: Definition
    seed: str
    created_at: datetime
    closed_at: datetime | None
    started_at: datetime | None
    stopped_at: datetime | None
    ended_at: datetime | None
    digest_at: datetime | None

    @property
    def name(self) -> str:
        return self.definition.name


class Entry(Struct, frozen=True, kw_only=True):
    """A player in an event, and what the event knows of him; `id` counts in the order in which they came."""

    id: int
    player: int
    entrant: Entrant


def create(store: Store, definition: Definition, *, name_key: str, seed: str, now: datetime) -> int:
    """Note an event that is planned; its number. sqlite3.IntegrityError where another is called so."""
    return store.insert(
        "tournaments",
        {
            "name_key": name_key,
            "state": TournamentState.PLANNED,
            "definition": codec.encode(definition),
            "seed": seed,
            "created_at": codec.stamp(now),
        },
    )


def load(store: Store, number: int) -> Tournament | None:
    """The event of that number."""
    row = store.row("SELECT * FROM tournaments WHERE id = ?", [number])
    return None if row is None else _tournament(row)


def by_name(store: Store, name_key: str) -> Tournament | None:
    """The event of that folded name."""
    row = store.row("SELECT * FROM tournaments WHERE name_key = ?", [name_key])
    return None if row is None else _tournament(row)


def listing(store: Store, states: Iterable[TournamentState] = tuple(TournamentState)) -> list[Tournament]:
    """All events in one of these states, the oldest first."""
    wanted = list(states)
    marks = ", ".join("?" * len(wanted))
    rows = store.rows(f"SELECT * FROM tournaments WHERE state IN ({marks}) ORDER BY id", wanted)
    return [_tournament(row) for row in rows]


def of_player(store: Store, player: int) -> list[Tournament]:
    """The events that a player has entered and not left, which are not at their end."""
    sql = (
        "SELECT * FROM tournaments WHERE state NOT IN ('over', 'aborted') AND id IN (SELECT tournament FROM entrants"
        " WHERE player = ? AND last_round IS NULL) ORDER BY id"
    )
    return [_tournament(row) for row in store.rows(sql, [player])]


def change(store: Store, number: int, **columns: TournamentState | datetime | str | None) -> None:
    """Write down another state, reason or moment, each under the name of its column."""
    values = {name: codec.stamp(value) if isinstance(value, datetime) else value for name, value in columns.items()}
    wanted = ", ".join(f"{name} = :{name}" for name in values)
    store.change(f"UPDATE tournaments SET {wanted} WHERE id = :id", {**values, "id": number})


def redefine(store: Store, number: int, definition: Definition) -> None:
    """Something of what it is played by is different now."""
    store.change("UPDATE tournaments SET definition = ? WHERE id = ?", [codec.encode(definition), number])


# -- who plays -------------------------------------------------------------------------------------------------------


def enter(store: Store, number: int, player: int, entrant: Entrant, *, now: datetime) -> int:
    """A player comes in; the number of his entry. sqlite3.IntegrityError where the name is taken there."""
    record = {"tournament": number, "player": player, "joined_at": codec.stamp(now)}
    return store.insert("entrants", record | _columns(entrant))


def entries(store: Store, number: int) -> list[Entry]:
    """Who is or was in an event, in the order in which they came."""
    return [_entry(row) for row in store.rows("SELECT * FROM entrants WHERE tournament = ? ORDER BY id", [number])]


def save_entry(store: Store, entry: Entry) -> None:
    """Something about an entry is different now, perhaps whose it is."""
    columns = {"player": entry.player} | _columns(entry.entrant)
    wanted = ", ".join(f"{name} = :{name}" for name in columns)
    store.change(f"UPDATE entrants SET {wanted} WHERE id = :id", columns | {"id": entry.id})


def remove(store: Store, entry: int) -> None:
    """Somebody leaves before the first round: nothing is left of his entry."""
    store.change("DELETE FROM entrants WHERE id = ?", [entry])


# -- challenges of a ladder ------------------------------------------------------------------------------------------


def climb(store: Store, number: int, challenger: str, challenged: str, *, now: datetime) -> int:
    """A challenge; its number in that ladder."""
    row = store.row("SELECT max(number) AS newest FROM climbs WHERE tournament = ?", [number])
    count = 1 + ((row["newest"] or 0) if row is not None else 0)
    record = {"tournament": number, "number": count, "challenger": challenger, "challenged": challenged}
    store.insert("climbs", record | {"made_at": codec.stamp(now)})
    return count


def forget_climb(store: Store, number: int, challenge: int) -> None:
    """Nothing comes of a challenge."""
    store.change("DELETE FROM climbs WHERE tournament = ? AND number = ?", [number, challenge])


def climbs(store: Store, number: int) -> tuple[Challenge, ...]:
    """All challenges of a ladder, in their order."""
    rows = store.rows("SELECT * FROM climbs WHERE tournament = ? ORDER BY number", [number])
    return tuple(
        Challenge(number=row["number"], challenger=row["challenger"], challenged=row["challenged"]) for row in rows
    )


def rename_in_climbs(store: Store, number: int, name: str, other: str) -> None:
    """Somebody took over a place on the ladder."""
    for column in ("challenger", "challenged"):
        store.change(f"UPDATE climbs SET {column} = ? WHERE tournament = ? AND {column} = ?", [other, number, name])


# -- when to look, and what was told ---------------------------------------------------------------------------------


def due(store: Store, now: datetime) -> list[int]:
    """The events that must be looked at by now."""
    sql = f"SELECT id FROM tournaments WHERE look_at <= ? AND {_LOOKED_AT} ORDER BY look_at, id"
    return [row["id"] for row in store.rows(sql, [codec.stamp(now)])]


def next_look(store: Store) -> datetime | None:
    """When the next event must be looked at."""
    sql = f"SELECT look_at FROM tournaments WHERE look_at IS NOT NULL AND {_LOOKED_AT} ORDER BY look_at LIMIT 1"
    row = store.row(sql)
    return None if row is None else codec.moment(row["look_at"])


def look_at(store: Store, number: int) -> datetime | None:
    """When an event must be looked at next."""
    row = store.row("SELECT look_at FROM tournaments WHERE id = ?", [number])
    return None if row is None else codec.moment_or_none(row["look_at"])


def look_soon(store: Store, game: int, now: datetime) -> None:
    """Something became of a game: whatever its players play in may go on."""
    sql = (
        "UPDATE tournaments SET look_at = ? WHERE state = 'running' AND (id IN (SELECT tournament FROM pairings"
        " WHERE game = ?) OR id IN (SELECT tournament FROM entrants WHERE player IN"
        " (SELECT player FROM seats WHERE game = ?)))"
    )
    store.change(sql, [codec.stamp(now), game, game])


def announce(store: Store, number: int, kind: str, mark: str, *, now: datetime) -> bool:
    """Note that something is told; False where it was before."""
    if announced(store, number, kind, mark):
        return False
    record = {"tournament": number, "kind": kind, "mark": mark, "sent_at": codec.stamp(now)}
    store.insert("announcements", record)
    return True


def announced(store: Store, number: int, kind: str, mark: str) -> bool:
    """Whether that was told already."""
    sql = "SELECT 1 FROM announcements WHERE tournament = ? AND kind = ? AND mark = ?"
    return store.row(sql, [number, kind, mark]) is not None


def _columns(entrant: Entrant) -> dict[str, Any]:
    return {
        "name": entrant.name,
        "games_at_once": entrant.games_at_once,
        "rating": entrant.rating,
        "first_round": entrant.first,
        "last_round": entrant.last,
        "struck_from": entrant.struck_from,
        "drawn_as": entrant.drawn_as,
    }


def _entry(row: dict[str, Any]) -> Entry:
    return Entry(
        id=row["id"],
        player=row["player"],
        entrant=Entrant(
            name=row["name"],
            games_at_once=row["games_at_once"],
            rating=row["rating"],
            first=row["first_round"],
            last=row["last_round"],
            struck_from=row["struck_from"],
            drawn_as=row["drawn_as"],
        ),
    )


def _tournament(row: dict[str, Any]) -> Tournament:
    return Tournament(
        id=row["id"],
        state=TournamentState(row["state"]),
        reason=row["reason"],
        definition=codec.read(_DEFINITION, row["definition"], "an event"),
        seed=row["seed"],
        created_at=codec.moment(row["created_at"]),
        closed_at=codec.moment_or_none(row["closed_at"]),
        started_at=codec.moment_or_none(row["started_at"]),
        stopped_at=codec.moment_or_none(row["stopped_at"]),
        ended_at=codec.moment_or_none(row["ended_at"]),
        digest_at=codec.moment_or_none(row["digest_at"]),
    )
