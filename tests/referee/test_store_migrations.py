"""A database of every release opens, with all that was in it, and has then the tables of a new one."""

import sqlite3
from pathlib import Path

import pytest

from engine.evolve import replay
from referee.store import acts, archived, faults, games, mailbag, migrations, outgoing, players, table_talk, turns
from referee.store.database import Store

DATABASES = Path(__file__).parent / "databases"
RELEASES = sorted(DATABASES.glob("*.sql"), key=lambda dump: [int(part) for part in dump.stem.split(".")])


def schema(store: Store) -> set[tuple[str, str, str | None]]:
    rows = store.rows("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    return {(row["type"], row["name"], row["sql"]) for row in rows}


def restored(dump: Path, path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(dump.read_text())
    connection.close()


def test_there_is_a_database_of_every_release() -> None:
    last_changes = [dump.read_text().rpartition("'referee','")[2].partition("'")[0] for dump in RELEASES]
    assert last_changes == sorted(last_changes)
    assert last_changes[-1] == list(migrations.CHANGES)[-1], "keep a dump of this release's database, see its README"


@pytest.mark.parametrize("dump", RELEASES, ids=lambda dump: dump.stem)
def test_a_database_of_that_release_becomes_one_of_this(dump: Path, database: Path, tmp_path: Path) -> None:
    restored(dump, database)
    with Store.open(database, create=False) as old, Store.open(tmp_path / "new.db") as new:
        assert schema(old) == schema(new)
        assert old.rows("PRAGMA foreign_key_check") == []


@pytest.mark.parametrize("dump", RELEASES, ids=lambda dump: dump.stem)
def test_all_that_was_in_a_database_of_that_release_is_read(dump: Path, database: Path) -> None:
    restored(dump, database)
    with Store.open(database, create=False) as store:
        assert [player.address for player in players.everyone(store)][:2] == ["ann@example.org", "bob@example.org"]
        game, *more = games.listing(store)
        duel = games.opening(store, game.id)
        assert duel is not None
        for record in turns.records(store, game.id):
            duel = replay(duel, record.events)
            assert duel == record.after
        assert duel == game.duel
        assert turns.held_orders(store, game.id, turn=duel.next_turn, part=duel.next_part)[1].complete
        known = {letter.state for letter in mailbag.letters(store, mailbag.LetterState)}
        assert known == set(mailbag.LetterState) or (dump != RELEASES[-1] and {"stored", "set aside"} <= known)
        states = {mail.state for mail in outgoing.listing(store, outgoing.MailState)}
        assert states == set(outgoing.MailState) or (dump != RELEASES[-1] and {"queued", "sent", "set aside"} <= states)
        assert acts.listing(store, game=game.id)[0].act == "start"
        for each in more:
            comes_back(store, each)


def comes_back(store: Store, game: games.Game) -> None:
    """A game that was put into the archive by that release."""
    with store.transaction():
        assert archived.is_archived(store, game.id)
        (turn,) = turns.records(store, game.id)
        assert not archived.is_archived(store, game.id)
        assert turn.after == game.duel
        assert turns.held_orders(store, game.id, turn=2, part=game.duel.next_part)[1].complete
        assert [press.words for press in table_talk.press(store, game.id)] == ["Rest?"]
        assert [mail.message_id for mail in outgoing.to_seat(store, game.id, 1)] == ["<gone@example.org>"]
        assert mailbag.letters(store, mailbag.LetterState)[-1].game == game.id


def test_a_database_of_a_later_release_is_refused_untouched(store: Store, database: Path) -> None:
    with store.transaction():
        store.insert(migrations.TABLE, {"migration_set": "referee", "name": "0999 later", "applied_at": "2030-01-01"})
    store.close()
    with pytest.raises(faults.NewerSchema, match=r"later release \(0999 later\); install that one"):
        Store.open(database)


def test_opening_twice_changes_nothing(store: Store, database: Path) -> None:
    before = store.rows(f"SELECT * FROM {migrations.TABLE}")
    with Store.open(database) as again:
        assert again.rows(f"SELECT * FROM {migrations.TABLE}") == before


def test_a_migration_that_fails_leaves_the_database_as_it_was(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "_FIRST", (*migrations._FIRST, "CREATE TABLE games (again TEXT)"))
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        Store.open(database)
    connection = sqlite3.connect(database)
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()
    monkeypatch.undo()
    Store.open(database).close()
