"""Games in the archive: nothing is lost there, whatever needs one finds it, and who is forgotten is so there too."""

import asyncio
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee import clock
from referee.commands import forget
from referee.commands.doors import Doors
from referee.config import parse
from referee.deeds import archiving, rollback
from referee.desk import ATTEMPTS_MAX
from referee.mail.inbox import Filing
from referee.office import Office
from referee.operation import keeper
from referee.steps import pass_by
from referee.store import archived, players, snapshots
from referee.store.games import GameState
from referee.store.verification import verify
from tests.acceptance.at_the_desk import DIRECTOR, SETTINGS, Table, address_of, laid_table
from tests.acceptance.bouncing import plain
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.test_trust import vouched
from tests.ear import Ear
from tests.referee.director import WHY, call, facts, says
from tests.referee.growth import grow

DAY = timedelta(days=1)
OVER = "LH: P\nRH: P"
LETTERS = "[mail]\nanswers_per_hour = 100\n"


def play(table: Table) -> None:
    """A game with all that a game can have, which is over: turns that are void, press, drafts, a report sent again."""
    table.start("Ann", "Bob", terms="3d, rated, press signed")
    table.post()
    table.turn(Ann="LH: S\nRH: W", Bob="LH: P\nRH: F\npress to Ann: Shall we rest?")
    table.turn(Ann="LH: F\nRH: W", Bob="LH: W\nRH: P")
    table.post()
    table.direct(rollback.roll_back, 1, 2, keep=True, reason="a slip", now=table.later())
    table.answer("Ann", "resend")
    table.answer("Ann", "draw")
    table.turn(Ann="LH: F\nRH: W", Bob="LH: D\nRH: D")
    table.turn(Ann="LH: -\nRH: -", Bob=OVER)
    table.answer("Bob", "history 1")
    table.receive(vouched("Cyd", "watch 1"))
    table.post()
    assert table.game().state is GameState.FINISHED


def away(table: Table, game: int = 1) -> None:
    """The keeper puts the game away."""
    table.now += 31 * DAY
    done = archiving.put_away(table.store, game, before=table.now - 30 * DAY, now=table.now)
    assert done is not None
    assert done.fault is None
    assert archived.is_archived(table.store, game)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which a game is over for a month, in one file that nobody has open."""
    folder = tmp_path_factory.mktemp("played")
    with laid_table(folder, LETTERS) as table:
        play(table)
        snapshots.snapshot(folder / "referee.db", folder / "played.db")
    return folder / "played.db"


@contextmanager
def laid(folder: Path, played: Path, *, archive: bool) -> Iterator[Table]:
    """A table with that game, a month later, in the archive or not."""
    folder.mkdir(exist_ok=True)
    shutil.copy(played, folder / "referee.db")
    with laid_table(folder, LETTERS) as table:
        table._uid = 1_000
        if archive:
            away(table)
        else:
            table.now += 31 * DAY
        yield table


@pytest.fixture
def table(tmp_path: Path, played: Path) -> Iterator[Table]:
    with laid(tmp_path, played, archive=True) as there:
        yield there


def rows(table: Table, *, besides: tuple[str, ...] = ()) -> dict[str, list[dict[str, Any]]]:
    """All that stands in all tables."""
    names = [row["name"] for row in table.store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: table.store.rows(f"SELECT * FROM {name}") for name in names if name not in besides}


# -- nothing is lost ---------------------------------------------------------------------------------------------------


def test_a_game_that_comes_back_from_the_archive_is_in_every_table_as_it_was(tmp_path: Path, played: Path) -> None:
    with laid(tmp_path, played, archive=False) as table:
        before = rows(table)
        assert all(before[name] for name in archived.MOVED if name not in ("draws", "orders_before"))
        away(table)
        assert not any(table.store.rows(f"SELECT 1 FROM {name} WHERE game = 1") for name in archived.MOVED)
        assert not table.store.rows("SELECT 1 FROM turns WHERE length(orders) + length(events) + length(after) > 0")
        assert not table.store.rows("SELECT 1 FROM letters WHERE game = 1 AND length(raw) > 0")
        with table.store.transaction():
            archived.bring_back(table.store, 1)
        assert rows(table) == before
        away(table)
        with table.store.transaction():
            archived.bring_back(table.store, 1)
        assert rows(table) == before


def test_a_game_takes_a_tenth_of_its_room_in_the_archive(tmp_path: Path, played: Path) -> None:
    with laid(tmp_path, played, archive=False) as table:
        done = archiving.put_away(table.store, 1, before=table.now, now=table.now)
        assert done is not None
        assert done.packed * 10 < done.plain


def test_what_is_archived_is_verified_with_the_rest(tmp_path: Path, played: Path) -> None:
    with laid(tmp_path, played, archive=False) as table:
        before = verify(table.store)
        away(table)
        after = verify(table.store)
    assert after == before
    assert after is not None
    assert after.faults == ()


@pytest.mark.parametrize("column", ["record", "digest"])
@pytest.mark.parametrize("place", [0.0, 0.3, 0.99])
def test_a_flipped_bit_in_the_archive_is_found_and_its_game_is_named(table: Table, column: str, place: float) -> None:
    row = bytearray(table.store.rows(f"SELECT {column} AS bytes FROM archive")[0]["bytes"])
    row[int(len(row) * place)] ^= 4
    with table.store.transaction():
        table.store.change(f"UPDATE archive SET {column} = ?", [bytes(row)])
    found = verify(table.store)
    assert found is not None
    (fault,) = found.grave
    assert fault.where == "game 1, in the archive"
    assert "is not what was put there" in fault.what
    assert "referee db restore" in fault.to_do


@pytest.mark.parametrize("words", ["history 1 1", "LH: P\nRH: D"])
def test_a_letter_that_needs_what_is_damaged_is_set_aside_and_others_are_handled(
    tmp_path: Path, played: Path, words: str
) -> None:
    with laid(tmp_path, played, archive=False) as table:
        late = table.come(reply(table.asked("Ann"), address_of("Ann"), words))
        away(table)
        with table.store.transaction():
            table.store.change("UPDATE archive SET record = x'00'")
        filings = [table.receive_again(late) for _ in range(ATTEMPTS_MAX)]
        assert filings == [Filing.LEAVE, Filing.LEAVE, Filing.REJECTED]
        told = " ".join(text_of(table.mails_at(DIRECTOR)[-1]).split())
        assert "game 1 in the archive is not what was put there" in told
        assert table.receive(vouched("Ann", "games")) is Filing.PROCESSED


def test_who_asks_for_no_more_mails_again_is_told_nothing_more_though_the_game_is_in_the_archive(
    tmp_path: Path, played: Path
) -> None:
    with laid(tmp_path, played, archive=False) as table:
        address = str(table.asked("Bob")["List-Unsubscribe"]).removeprefix("<mailto:").removesuffix(">")
        for words in ("unsubscribe", "once more: unsubscribe"):
            mail = plain(address_of("Bob"), address, words)
            assert table.receive(mail) is Filing.PROCESSED
            told = table.store.rows("SELECT 1 FROM outgoing WHERE kind = 'unsubscribe'")
            assert len(told) == 1
            table.post()
            away(table)


def test_a_letter_that_comes_again_is_known_though_its_game_is_in_the_archive(table: Table) -> None:
    with table.store.transaction():
        archived.bring_back(table.store, 1)
    raw = table.store.rows("SELECT raw FROM letters ORDER BY id")[0]["raw"]
    away(table)
    before = table.count()
    table.receive(raw)
    assert table.count() == before
    assert archived.is_archived(table.store, 1)


# -- whatever needs it finds it ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "history 1",
        "history 1 1",
        "history 1 2",
        "resend 1",
        "resend 1 1",
        "status 1",
        "orders 1",
        "draw 1",
        "resign 1",
        "preview 1: LH: P, RH: D",
        "press 1 to Bob: That was good.",
        "undo 1",
        "appeal 1: why?",
        "games",
        "whoami",
        "LH: P\nRH: D",
        "withdraw orders",
    ],
)
def test_a_player_is_answered_on_a_game_in_the_archive_as_on_any_other(
    tmp_path: Path, played: Path, words: str
) -> None:
    with laid(tmp_path / "one", played, archive=False) as one, laid(tmp_path / "two", played, archive=True) as two:
        mails = [reply(one.asked("Ann"), address_of("Ann"), words), vouched("Ann", words), vouched("Cyd", words)]
        before = one.count()
        for mail in mails:
            one.receive(mail)
        answers = [row["raw"] for row in one.store.rows("SELECT raw FROM outgoing WHERE id > ?", [before])]
        for mail in mails:
            two.receive(mail)
        same = [row["raw"] for row in two.store.rows("SELECT raw FROM outgoing WHERE id > ?", [before])]
    assert answers
    assert answers == same


@pytest.mark.parametrize(
    "words",
    [
        ("game", "show", "1"),
        ("game", "show", "1", "--turns"),
        ("game", "list", "--all"),
        ("game", "orders", "1"),
        ("game", "orders", "1", "--reveal", *WHY),
        ("game", "export", "1"),
        ("game", "verify", "1"),
        ("game", "rollback", "1", "--to", "2", *WHY),
        ("game", "rollback", "1", "--to", "2", "--drop-orders", *WHY),
        ("game", "rollback", "1", "--to", "9", *WHY),
        ("game", "forward", "1", *WHY),
        ("game", "adjudicate", "1", *WHY),
        ("game", "extend", "1", "2d", *WHY),
        ("game", "pause", "1", *WHY),
        ("game", "resume", "1", *WHY),
        ("game", "abort", "1", *WHY),
        ("game", "set", "1", "Ann", "--hit-points", "9", *WHY),
        ("game", "replace", "1", "Bob", "eve@example.org", *WHY),
        ("undo", *WHY),
        ("mail", "show", "2"),
        ("mail", "show", "2", "--raw"),
        ("mail", "retry", "1", *WHY),
        ("mail", "reject", "1", *WHY),
        ("player", "export", address_of("Ann")),
        ("player", "merge", address_of("Ann"), address_of("Bob"), *WHY),
        ("db", "verify"),
        ("log",),
    ],
    ids=" ".join,
)
def test_a_director_finds_a_game_in_the_archive_as_any_other(
    tmp_path: Path, played: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name, archive in (("one", False), ("two", True)):
        with laid(tmp_path / name, played, archive=archive) as table:
            (tmp_path / name / "config.toml").write_text(SETTINGS)
            monkeypatch.chdir(tmp_path / name)
            monkeypatch.setattr(clock, "now", lambda table=table: table.now)
            status = 1 if words in _REFUSED else 0
            result = call(*words, status=status)
            with table.store.transaction():
                archived.at_hand(table.store, 1)
            found.append((result.stdout, result.stderr, rows(table, besides=("acts",))))
    assert found[0] == found[1]


_REFUSED = (
    {
        ("game", verb, "1", *rest, *WHY)
        for verb, *rest in (
            ("rollback", "--to", "9"),
            ("forward",),
            ("adjudicate",),
            ("extend", "2d"),
            ("pause",),
            ("resume",),
            ("abort",),
            ("set", "Ann", "--hit-points", "9"),
            ("replace", "Bob", "eve@example.org"),
        )
    }
    | {("undo", *WHY)}
    | {("mail", verb, "1", *WHY) for verb in ("retry", "reject")}
)


def test_looking_at_a_game_leaves_it_in_the_archive_and_a_rollback_takes_it_out(
    tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with laid(tmp_path, played, archive=True) as table:
        (tmp_path / "config.toml").write_text(SETTINGS)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(clock, "now", table.later)
        says("game", "show", "1", "--turns")
        says("game", "export", "1")
        says("game", "rollback", "1", "--to", "2", "--dry-run", *WHY)
        assert archived.is_archived(table.store, 1)
        says("game", "rollback", "1", "--to", "2", *WHY)
        assert not archived.is_archived(table.store, 1)
        assert table.game().state is GameState.RUNNING
        assert says("undo", *WHY).startswith("Taken back: rollback")
        assert table.game().state is GameState.FINISHED


# -- who is forgotten --------------------------------------------------------------------------------------------------


def _everywhere(table: Table) -> str:
    """All that stands in the database, the archive unpacked."""
    text = str(rows(table, besides=("archive",)))
    packed = table.store.rows("SELECT record FROM archive")
    return text + "".join(zlib.decompress(row["record"]).decode("utf-8", "replace") for row in packed)


def test_who_is_forgotten_is_forgotten_in_the_archive_too(table: Table) -> None:
    address = address_of("Bob")
    assert address in _everywhere(table)
    bob = players.by_address(table.store, address)
    assert bob is not None
    table.direct(forget.erase, bob.id, table.now)
    assert address not in _everywhere(table)
    away(table)
    assert address not in _everywhere(table)
    assert address_of("Ann") in _everywhere(table)


def test_who_is_forgotten_under_two_addresses_is_so_under_both(table: Table) -> None:
    ann, bob = (players.by_address(table.store, address_of(name)) for name in ("Ann", "Bob"))
    assert ann is not None
    assert bob is not None
    with table.store.transaction():
        players.merge(table.store, ann.id, bob.id)
    table.direct(forget.erase, ann.id, table.now)
    away(table)
    assert address_of("Ann") not in _everywhere(table)
    assert address_of("Bob") not in _everywhere(table)


# -- when it moves -----------------------------------------------------------------------------------------------------


def test_a_game_stays_as_long_as_something_is_waited_for(tmp_path: Path, played: Path) -> None:
    def is_due() -> bool:
        return archived.due(table.store, before=table.now - archiving.RESTS) == [1]

    with laid(tmp_path, played, archive=False) as table:
        assert is_due()
        assert archived.due(table.store, before=table.now - 32 * DAY) == []
        for change, back in (
            ("UPDATE games SET ended_at = NULL, state = 'running'", "UPDATE games SET ended_at = created_at"),
            *(
                (f"UPDATE outgoing SET state = '{state}' WHERE id = 2", "UPDATE outgoing SET state = 'sent'")
                for state in ("queued", "waiting", "set aside", "returned")
            ),
            *(
                (f"UPDATE letters SET state = '{state}' WHERE id = 2", "UPDATE letters SET state = 'handled'")
                for state in ("stored", "set aside", "unconfirmed")
            ),
        ):
            with table.store.transaction():
                table.store.change(change)
            assert not is_due(), change
            with table.store.transaction():
                table.store.change(back)
            assert is_due(), back


def test_a_game_whose_turns_do_not_replay_stays_and_is_told_of(tmp_path: Path, played: Path) -> None:
    with laid(tmp_path, played, archive=False) as table:
        with table.store.transaction():
            table.store.change("UPDATE turns SET events = '[]' WHERE turn = 3")
        done = archiving.put_away(table.store, 1, before=table.now, now=table.now)
        assert done is not None
        assert done.fault is not None
        assert done.fault.startswith("game 1, turn 3: ")
        assert not archived.is_archived(table.store, 1)


async def test_the_keeper_puts_away_what_is_due_and_tells_of_what_cannot_be(
    tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with laid(tmp_path, played, archive=False) as table:
        grow(table.store, 1, count=2, state=GameState.FINISHED)
        with table.store.transaction():
            table.store.change("UPDATE turns SET events = '[]' WHERE turn = 3 AND game = 2")
        now = table.now
    monkeypatch.setattr(clock, "now", lambda: now)
    ear, stop = Ear(), asyncio.Event()
    office = Office(parse(SETTINGS, folder=tmp_path, environment={}), ear, pass_by)
    await office.open()
    keeping = asyncio.create_task(keeper.keep_archive(office, stop=stop, journal=ear))
    await ear.until("games-archived")
    stop.set()
    await keeping
    assert await office.ask(lambda desk: [archived.is_archived(desk.store, each) for each in (1, 2, 3)]) == [
        True,
        False,
        True,
    ]
    assert ear.events == ["game-not-archived", "games-archived"]
    await office.close()


def test_a_director_puts_games_away_by_hand(tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with laid(tmp_path, played, archive=False) as table:
        (tmp_path / "config.toml").write_text(SETTINGS)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(clock, "now", table.later)
        assert says("db", "archive", "--before", "2026-11-20").startswith("Games put into the archive: 0")
        told = says("db", "archive", "--dry-run", *WHY)
        assert told.startswith("Dry run, nothing is changed: Games put into the archive: 1; their ")
        assert not archived.is_archived(table.store, 1)
        assert says("db", "archive", *WHY).startswith("Games put into the archive: 1; their ")
        assert archived.is_archived(table.store, 1)
        assert says("db", "archive").startswith("Games put into the archive: 0")
        assert facts("log")[-2]["facts"]["games"] == 1
        assert "still to come" in call("db", "archive", "--before", "2099-01-01", status=2).stderr
        table.direct(archived_back)
        with table.store.transaction():
            table.store.change("UPDATE turns SET events = '[]' WHERE turn = 3")
        result = call("db", "archive", status=1)
        assert "game 1 stays: game 1, turn 3" in result.stderr


def archived_back(doors: Doors) -> None:
    archived.bring_back(doors.store, 1)


def _everywhere(table: Table) -> str:
    """All that stands in the database, the archive unpacked."""
    text = str(rows(table, besides=("archive",)))
    packed = table.store.rows("SELECT record FROM archive")
    return text + "".join(zlib.decompress(row["record"]).decode("utf-8", "replace") for row in packed)
