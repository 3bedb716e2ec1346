"""Verification: a sound database is found sound, and whatever is changed behind its back is found and named."""

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.model import Part, new_duel
from referee.store import games, players, snapshots, turns, verification
from referee.store.database import Store
from referee.store.digests import COVERED
from referee.store.games import Ending
from referee.store.verification import Verified, verify
from tests.referee.dump_database import fill
from tests.referee.store_samples import NOW, Play, start_game, store_letter

SOAK = bool(os.environ.get("SOAK"))
GAMES = 10_000 if SOAK else 200
DIFFERENT = 200 if SOAK else 20  # duels that are played; the games have them in turn
TURNS = 8
FLIPPED = [("turns", "orders"), ("turns", "events"), ("turns", "after"), ("orders", "clauses")]
# How a row is named of which something has changed.
NAMED = {
    "orders": "game {game}, turn {turn}: Ann's orders for turn {turn} are not",
    "orders_before": "game {game}, turn {turn}: Ann's orders for turn {turn} as they were before their last change are",
    "outgoing": "outgoing mail {id}: it is not",
    "acts": "act {id}: it is not",
    "takebacks": "what there was before act {act}: it is not",
    "games": "game {id}: its terms",
    "challenges": "challenge {id}: it is not",
}
# What is decoded with its game, and named with it.
OF_GAMES = {("games", each) for each in ("opening", "duel", "terms")} | {
    ("turns", each) for each in ("orders", "events", "after")
}


def verified(store: Store) -> Verified:
    found = verify(store)
    assert found is not None
    return found


def played(store: Store, game: int, *, count: int = TURNS, seed: int = 5) -> None:
    """So many turns of a game, each with its salt's own dice."""
    play = Play(seed)
    for _ in range(count):
        found = games.load(store, game)
        assert found is not None
        if found.duel.result is not None:
            return
        orders, turn = play.turn(found.duel)
        with store.transaction():
            turns.append(store, game, turn, orders=orders.values(), now=NOW)


def behind_its_back(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql, values)


def test_a_database_with_something_in_every_table_is_sound(store: Store) -> None:
    fill(store)
    found = verified(store)
    assert found.faults == ()
    assert (found.games, found.turns, found.letters) == (2, 7, 7)


def test_every_column_that_holds_json_is_looked_at(store: Store) -> None:
    fill(store)
    found = set()
    for table in (row["name"] for row in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")):
        for column in (row["name"] for row in store.rows(f"PRAGMA table_info({table}) ")):
            rows = store.rows(f"SELECT {column} AS value FROM {table} WHERE {column} IS NOT NULL")
            if rows and all(str(row["value"])[0:1] in ("{", "[") for row in rows):
                found.add((table, column))
    assert found - OF_GAMES <= set(verification._JSON)


def test_it_can_be_told_to_stop(store: Store) -> None:
    fill(store)
    answers = iter([True, True, False])
    assert verify(store, going=lambda: next(answers)) is None
    with store.transaction():
        pass


@pytest.mark.parametrize("ending", [Ending.AGREED, Ending.DECIDED])
def test_a_game_that_ended_between_two_turns_is_sound(store: Store, ending: Ending) -> None:
    game = start_game(store)
    played(store, game, count=1)
    with store.transaction():
        assert games.finish(store, game, ending, now=NOW)
    assert verified(store).faults == ()


def test_an_empty_database_is_sound(store: Store) -> None:
    assert verified(store) == Verified(games=0, turns=0, letters=0, faults=())


@pytest.mark.parametrize(
    ("sql", "where", "what"),
    [
        (
            "UPDATE turns SET after = replace(after, '\"hit_points\":15', '\"hit_points\":14') WHERE turn = 3",
            "game 1, turn 3",
            "does not lead to",
        ),
        ("UPDATE turns SET events = '[]' WHERE turn = 3", "game 1, turn 3", "does not lead to"),
        ("UPDATE turns SET events = substr(events, 2) WHERE turn = 3", "game 1, turn 3", "cannot be read"),
        (
            "UPDATE turns SET orders = replace(orders, 'as I please', 'as I pleaze') WHERE turn = 3",
            "game 1, turn 3",
            "check value",
        ),
        (
            "UPDATE turns SET adjudicated_at = '2026-03-02T12:30:15.123456+00:00' WHERE turn = 3",
            "game 1, turn 3",
            "check value",
        ),
        ("UPDATE turns SET digest = NULL WHERE turn = 3", "game 1, turn 3", "check value"),
        ("UPDATE turns SET part = 'timestop' WHERE turn = 3", "game 1, turn 3 (timestop)", "check value"),
        ("UPDATE games SET duel = opening", "game 1", "where its last turn left it"),
        ("UPDATE games SET salt = 'salty'", "game 1", "salt"),
        ("UPDATE games SET state = 'finished'", "game 1", "has no end"),
        ("UPDATE games SET state = 'flying'", "game 1", "cannot be read"),
        ("UPDATE games SET clock = '{'", "table games", "cannot be read as JSON"),
        ("UPDATE games SET created_at = '2026-03-0x'", "game 1", "cannot be read"),
        ("UPDATE letters SET raw = x'00'", "letter 1", "its bytes"),
        ("UPDATE letters SET arrived_at = '2026-03-0x'", "table letters", "read as a moment"),
        ("UPDATE seats SET player = 77 WHERE number = 2", "table seats", "players that is not there"),
    ],
)
def test_what_is_changed_behind_its_back_is_named(
    store: Store, database: Path, sql: str, where: str, what: str
) -> None:
    start_game(store, duel=new_duel(("Ann", "Bob"), salt="pepper"))
    played(store, 1)
    store_letter(store, b"From: ann@example.org\r\n\r\nLH F", uid=1)
    assert verified(store).faults == ()
    behind_its_back(database, sql)
    faults = verified(store).faults
    assert any(fault.where.startswith(where) and what in fault.what for fault in faults), faults
    assert all("referee db restore" in fault.to_do for fault in faults)


def test_a_missing_index_row_is_a_fault_of_the_file(store: Store, database: Path) -> None:
    fill(store)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'turns (game, turn, part) WHERE voided_at IS NULL',"
            " 'turns (game, turn, part) WHERE voided_at IS NOT NULL') WHERE name = 'turns_standing'"
        )
    with Store.open_to_read(database) as again:
        assert any(fault.where == "the file" for fault in verified(again).faults)


def covered() -> list[tuple[str, str]]:
    return [(table, column) for table, columns in COVERED.items() for column in (*columns, "digest")]


@pytest.mark.parametrize(("table", "column"), covered())
def test_a_flipped_bit_in_any_column_with_a_check_value_is_found_and_its_row_is_named(
    store: Store, database: Path, table: str, column: str
) -> None:
    fill(store)
    dice = random.Random(f"{table} {column}")
    key = [row["name"] for row in store.rows(f"PRAGMA table_info({table})") if row["pk"]]
    place = store.rows(f"SELECT * FROM {table} ORDER BY {column} IS NOT NULL, length({column})")[-1]
    where = " AND ".join(f"{name} = {place[name]!r}" for name in key)
    for _ in range(1 if column in key else 3):
        behind_its_back(database, f"UPDATE {table} SET {column} = {flipped(place[column], dice)} WHERE {where}")
        faults = [f"{fault.where}: {fault.what}" for fault in verified(store).faults]
        assert column in key or any(NAMED[table].format_map(place) in fault for fault in faults), faults
        assert faults


def flipped(value: object, dice: random.Random) -> str:
    """The value with another bit, as SQL."""
    if isinstance(value, int):
        return str(value ^ 1)
    if not value:
        return "1"
    bits = bytearray(value if isinstance(value, bytes) else str(value).encode())
    bits[dice.randrange(len(bits))] ^= 1 << dice.randrange(8)
    return f"CAST(x'{bits.hex()}' AS {'BLOB' if isinstance(value, bytes) else 'TEXT'})"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of GAMES games, in one file that nobody has open."""
    path = tmp_path_factory.mktemp("large") / "large.db"
    with Store.open(path) as store:
        with store.transaction():
            people = [players.add(store, f"{name}@example.org", now=NOW, confirmed=True).id for name in ("ann", "bob")]
        duels = []
        for seed in range(DIFFERENT):
            play, duel, row = Play(seed), new_duel(("Ann", "Bob"), salt=str(seed)), []
            while len(row) < TURNS and duel.result is None:
                orders, turn = play.turn(duel)
                row.append((orders, turn))
                duel = turn.after
            duels.append(row)
        for number in range(GAMES):
            row = duels[number % DIFFERENT]
            with store.transaction():
                game = games.create(store, row[0][1].before, people, now=NOW)
                for orders, turn in row:
                    turns.append(store, game, turn, orders=orders.values(), now=NOW)
                turns.save_orders(
                    store,
                    game,
                    turn=turn.after.next_turn,
                    part=Part.NORMAL,
                    seat=1 + number % 2,
                    clauses=next(iter(orders.values())).clauses,
                    complete=True,
                    now=NOW,
                )
    return path


def test_every_turn_of_many_games_replays_to_the_stored_state(large: Path) -> None:
    with Store.open_to_read(large) as store:
        found = verified(store)
    assert found.faults == ()
    assert found.games == GAMES
    assert found.turns > GAMES * 5


@pytest.mark.parametrize("seed", range(2 if SOAK else 4))
@pytest.mark.parametrize(("table", "column"), FLIPPED)
def test_a_flipped_bit_in_any_turn_or_its_orders_is_found_and_its_game_and_turn_are_named(
    large: Path, tmp_path: Path, table: str, column: str, seed: int
) -> None:
    dice, copy = random.Random(f"{seed} {column}"), tmp_path / "flipped.db"
    snapshots.snapshot(large, copy)
    truth: set[tuple[int, int]] = set()
    while not truth:  # what is found may also be a place that nobody reads any more
        with Store.open_to_read(large) as store:
            text = dice.choice(
                store.rows(f"SELECT {column} AS text FROM {table} WHERE game = ?", [dice.randrange(GAMES) + 1])
            )
        flip(copy, text["text"].encode(), dice)
        truth = changed(large, copy)
    with Store.open_to_read(copy) as store:
        faults = verified(store).faults
    assert {(fault.game, fault.turn) for fault in faults} == truth, faults


def flip(path: Path, text: bytes, dice: random.Random) -> None:
    """Flip a bit of some place of the file where a piece of that text stands."""
    start, file = dice.randrange(max(1, len(text) - 40)), bytearray(path.read_bytes())
    piece = text[start : start + 40]
    places, at = [], -1
    while (at := file.find(piece, at + 1)) >= 0:
        places.append(at)
    if places:
        file[dice.choice(places) + dice.randrange(len(piece))] ^= 1 << dice.randrange(8)
        path.write_bytes(file)


def changed(before: Path, after: Path) -> set[tuple[int, int]]:
    """The games and turns whose bytes differ."""
    found: set[tuple[int, int]] = set()
    with closing(sqlite3.connect(after)) as connection:
        connection.execute("ATTACH ? AS before", [str(before)])
        for table, column in FLIPPED:
            columns = f"game, turn, CAST({column} AS BLOB)"
            differ = f"SELECT {columns} FROM main.{table} EXCEPT SELECT {columns} FROM before.{table}"
            found |= set(connection.execute(f"SELECT game, turn FROM ({differ})"))
    return found
