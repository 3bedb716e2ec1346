"""Whether all that is stored still is what was stored: the file, each record, and each turn of each game."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from msgspec import Struct

from engine.evolve import replay
from engine.model import Duel, Part
from referee.store import archived, clocks, codec, games, ratings, turns
from referee.store.database import Store
from referee.store.digests import turn_digest
from referee.store.faults import StoreError
from referee.store.games import Ending, Game, GameState
from referee.store.misfits import DIFFERS, misfits

RESTORE: Final = "stop the referee and `referee db restore` the newest backup from before it"
_OF_ONE_GAME: Final = RESTORE + "; or, to lose this game only, `referee game abort {0}`"
_OF_ONE_TURN: Final = RESTORE + "; or let it be played again: `referee game rollback {0} --to {1}`"
_OF_ORDERS: Final = RESTORE + "; or, while the game runs, `referee game resume {0}`, which has them sent anew"
_OF_RATINGS: Final = "`referee db vacuum`, which works all ratings out anew"
_VOID: Final = "nothing: the turn was taken back, and nothing rests on it"
_JSON: Final = (
    ("acts", "facts"),
    ("challenges", "terms"),
    ("confirmations", "facts"),
    ("games", "clock"),
    ("orders", "clauses"),
    ("orders_before", "clauses"),
    ("pairings", "players"),
    ("press", "recipients"),
    ("rulings", "result"),
    ("takebacks", "facts"),
    ("tournaments", "definition"),
    ("turns", "beside"),
)
_FAULTS_OF_FILE_MAX: Final = 20

Place = tuple[dict[str, Any], Callable[[], dict[str, Any]]]  # which turn, and how its row is read


class Fault(Struct, frozen=True, kw_only=True):
    """Something that is not as it was stored. `where`: as "game 7, turn 3"; `to_do`: what helps. `void`: it is of a
    turn that was taken back, on which nothing rests any more."""

    where: str
    what: str
    to_do: str = RESTORE
    game: int | None = None
    turn: int | None = None
    void: bool = False


class Verified(Struct, frozen=True, kw_only=True):
    """What was looked at, and all that is wrong with it."""

    games: int
    turns: int
    letters: int
    faults: tuple[Fault, ...]

    @property
    def grave(self) -> tuple[Fault, ...]:
        """The faults that matter to what is to come."""
        return tuple(each for each in self.faults if not each.void)


def verify(store: Store, *, going: Callable[[], bool] = lambda: True) -> Verified | None:
    """Look at everything; None where `going` said no meanwhile, which is asked between two games or tables.

    Reads in a transaction of its own, so that what others write meanwhile does not disturb it."""
    check = _Check(store)
    store.db.execute("BEGIN")
    try:
        for step in check.steps():
            step()
            if not going():
                return None
    finally:
        if store.in_transaction:
            store.db.execute("ROLLBACK")
    return Verified(games=check.games, turns=check.turns, letters=check.letters, faults=tuple(check.faults))


def file_faults(store: Store) -> tuple[Fault, ...]:
    """What is wrong with the file as a database, whatever it holds: much faster than `verify`."""
    check = _Check(store)
    check.file()
    check.references()
    return tuple(check.faults)


def verify_game(store: Store, number: int) -> Verified:
    """Replay one game's turns and compare them with what is stored."""
    check = _Check(store)
    check.game(number)
    return Verified(games=check.games, turns=check.turns, letters=0, faults=tuple(check.faults))


class _Amiss(Exception):
    """It can be read, and is not what it should be."""


class _Check:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.faults: list[Fault] = []
        self.games = self.turns = self.letters = 0

    def steps(self) -> Iterator[Callable[[], None]]:
        yield self.file
        yield self.references
        yield self._texts
        numbers: list[int] = []
        with self._told("the list of games"):
            numbers = [row["id"] for row in self.store.rows("SELECT id FROM games ORDER BY id")]
        for number in numbers:
            yield partial(self.game, number)
        yield self._rows
        yield self._letters
        yield self._ratings

    def _add(self, where: str, what: str) -> None:
        self.faults.append(Fault(where=where, what=what))

    @contextmanager
    def _told(
        self, where: str, *, game: int | None = None, turn: int | None = None, void: bool = False
    ) -> Iterator[None]:
        """Trouble in reading is a fault of the place, and the others are looked at all the same."""
        to_do = RESTORE if game is None else (_OF_ONE_GAME if turn is None else _OF_ONE_TURN).format(game, turn)
        to_do = _VOID if void else to_do
        try:
            yield
        except _Amiss as error:
            self.faults.append(Fault(where=where, what=str(error), to_do=to_do, game=game, turn=turn, void=void))
        except (StoreError, sqlite3.Error, ValueError, LookupError, AssertionError) as error:
            what = f"it cannot be read: {error}".partition("; restore a backup")[0]
            self.faults.append(Fault(where=where, what=what, to_do=to_do, game=game, turn=turn, void=void))

    def file(self) -> None:
        """Its pages, indexes and constraints."""
        with self._told("the file"):
            for row in self.store.rows(f"PRAGMA integrity_check({_FAULTS_OF_FILE_MAX})"):
                said = str(next(iter(row.values())))
                if said != "ok":
                    self._add("the file", said)

    def references(self) -> None:
        """Rows that belong to others."""
        with self._told("the references between tables"):
            for row in self.store.rows("PRAGMA foreign_key_check"):
                what = f"it belongs to a row of {row['parent']} that is not there"
                self._add(f"table {row['table']}, row {row['rowid']}", what)

    def _texts(self) -> None:
        """Moments and JSON that are in no game."""
        tables = [row["name"] for row in self.store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            with self._told(f"table {table}"):
                for row in self.store.rows(f"PRAGMA table_info({table})"):
                    name = row["name"]
                    if name == "at" or name.endswith("_at"):
                        self._count(table, name, f"julianday({name}) IS NULL", "read as a moment")
        for table, column in _JSON:
            with self._told(f"table {table}"):
                self._count(table, column, f"NOT json_valid({column})", "read as JSON")

    def _count(self, table: str, column: str, wrong: str, what: str) -> None:
        rows = self.store.rows(f"SELECT count(*) AS count FROM {table} WHERE {column} IS NOT NULL AND {wrong}")
        if rows[0]["count"]:
            self._add(f"table {table}", f"{rows[0]['count']} of its {column} cannot be {what}")

    def _rows(self) -> None:
        """What has a check value and is in no game. A mail without one was erased on purpose."""
        named = {"outgoing": "outgoing mail {id}", "acts": "act {id}", "challenges": "challenge {id}"}
        for table, where in (named | {"takebacks": "what there was before act {act}"}).items():
            with self._told(f"table {table}"):
                kept = "length(raw) > 0" if table == "outgoing" else "TRUE"
                for row in misfits(self.store, table, kept):
                    self._add(where.format_map(row), f"it is {DIFFERS}")

    def _letters(self) -> None:
        """An empty one was erased on purpose."""
        with self._told("the letters"):
            for row in self.store.db.execute("SELECT id, raw, sha256 FROM letters WHERE length(raw) > 0"):
                number, raw, sha256 = row
                self.letters += 1
                if hashlib.sha256(raw).digest() != sha256:
                    self._add(f"letter {number}", "its bytes are not those that came")

    def _ratings(self) -> None:
        """Those that are kept, against the log of results."""
        with self._told("the ratings"):
            for period, player in ratings.differing(self.store):
                where = f"rating of player {player}, {period // ratings.MONTHS}-{period % ratings.MONTHS + 1:02}"
                what = "it is not what the results give"
                self.faults.append(Fault(where=where, what=what, to_do=_OF_RATINGS))

    def game(self, number: int) -> None:
        self.games += 1
        where = f"game {number}"
        with self._told(where, game=number):
            duel = games.opening(self.store, number)
            if duel is None:
                raise _Amiss("it is not there any more")
            put_away = archived.is_archived(self.store, number)
            last = self._archived(number, duel) if put_away else self._replay(number, duel, self._turns(number))
            found = games.load(self.store, number)
            if found is None:
                raise _Amiss("it is not there any more")
            clocks.load(self.store, number)
            if last is not None:
                self._stands(found, last)
        with self._told(where, game=number):
            if misfits(self.store, "games", "id = ?", number):
                raise _Amiss(f"its terms, salt, rule set or beginning are {DIFFERS}")
        with self._told(where, game=number):
            self._orders(number)

    def _orders(self, number: int) -> None:
        """What is held for turns of a game, or was before its last change."""
        for table, what in (("orders", "are"), ("orders_before", "as they were before their last change are")):
            for row in misfits(self.store, table, "game = ?", number):
                self.faults.append(
                    Fault(
                        where=f"game {number}, turn {row['turn']}",
                        what=f"{turns.whose(self.store, row)} {what} {DIFFERS}",
                        to_do=_OF_ORDERS.format(number),
                        game=number,
                        turn=int(row["turn"]),
                    )
                )

    def _stands(self, game: Game, last: Duel) -> None:
        row = self.store.rows("SELECT turn, part, salt, rules FROM games WHERE id = ?", [game.id])[0]
        if game.duel != last:
            what = "it does not stand where its last turn left it"
        elif (row["turn"], row["part"], row["salt"], row["rules"]) != (last.turn, last.part, last.salt, last.rules):
            what = "its turn, salt or rule set is not that of its duel"
        elif _ends_otherwise(game, last):
            what = f"it is {game.state}, and its duel has {'an' if last.result else 'no'} end"
        else:
            return
        to_do = _OF_ONE_GAME.format(game.id)
        self.faults.append(Fault(where=f"game {game.id}", what=what, to_do=to_do, game=game.id))

    def _archived(self, number: int, duel: Duel) -> Duel | None:
        """The same of a game in the archive, with all else that lies there."""
        with self._told(f"game {number}, in the archive"):
            record = archived.record(self.store, number)
            for row in record.tables["orders"]:
                codec.clauses(row["clauses"])
            for letter, raw in record.letters.items():
                self.letters += 1
                kept = self.store.rows("SELECT sha256 FROM letters WHERE id = ?", [letter])
                if not kept or hashlib.sha256(raw).digest() != kept[0]["sha256"]:
                    self._add(f"letter {letter}", "its bytes are not those that came")
            return self._replay(number, duel, [(row, partial(dict, row)) for row in record.tables["turns"]])
        return None

    def _turns(self, number: int) -> list[Place]:
        """Each row is read by itself, as reading may fail."""
        places = self.store.rows("SELECT id, turn, part, voided_at FROM turns WHERE game = ? ORDER BY id", [number])
        return [(place, partial(self._row, place["id"])) for place in places]

    def _row(self, turn: int) -> dict[str, Any]:
        return self.store.rows("SELECT * FROM turns WHERE id = ?", [turn])[0]

    def _replay(self, number: int, duel: Duel, places: Iterable[Place]) -> Duel | None:
        """The duel after all turns; None where it cannot be told."""
        standing: Duel | None = duel
        for place, read in places:
            self.turns += 1
            stands = place["voided_at"] is None
            after = self._turn(number, place, read, standing if stands else None)
            standing = after if stands else standing
        return standing

    def _turn(
        self, game: int, place: dict[str, Any], read: Callable[[], dict[str, Any]], before: Duel | None
    ) -> Duel | None:
        """The duel after a turn as it is stored, None where something is wrong with it: the next turn is then looked at
        by itself, so that only what is damaged is named."""
        turn, part = place["turn"], place["part"]
        where = f"game {game}, turn {turn}" + ("" if part == Part.NORMAL else f" ({part})")
        with self._told(where, game=game, turn=turn, void=place["voided_at"] is not None):
            row = read()
            after, events = codec.duel(row["after"]), codec.events(row["events"])
            codec.orders(row["orders"])
            if before is not None and replay(before, events) != after:
                raise _Amiss("what happened in it does not lead to what is stored after it")
            if row["digest"] != turn_digest(row):
                raise _Amiss("it is not what was stored when it was adjudicated: its check value differs")
            return after
        return None


def _ends_otherwise(game: Game, last: Duel) -> bool:
    """Whether it is over and its duel is not, or the other way; of ends besides the rules a duel knows nothing."""
    if game.state is GameState.ABORTED or game.ending in (Ending.AGREED, Ending.DECIDED):
        return False
    return (last.result is None) is (game.state is GameState.FINISHED)
