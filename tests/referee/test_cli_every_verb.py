"""Every verb of the command line over a real database: done, refused and called wrongly, with its exit status; what
lists has JSON with the keys that the manual tells; what changes has a dry run and a reason, both kept in the log."""

import json
import logging
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from referee import clock, journal
from referee.__main__ import main
from referee.mail import letter as letters
from referee.mail.inbox import Filing
from referee.mail.letter import Letter
from referee.store import games, looks, outgoing, reachability
from tests.acceptance.at_the_desk import SETTINGS, Table, address_of, laid_table
from tests.acceptance.by_mail import reply
from tests.acceptance.test_trust import new_mail
from tests.referee.test_cli_help import VERBS, WRITE

HEAD = "| command | keys |\n|---|---|\n"
MANUAL = Path(__file__).parents[2] / "referee" / "OPERATING.md"
WHY = ("--reason", "so it is")
SECRETS = ("swordfish", "a secret of some length")
ORDERS = {"Ann": "LH: S, RH: W", "Bob": "LH: P, RH: F"}
PLAYERS = "name,address,rating\n" + "".join(
    f"{name},{address_of(name)},{2000 - number}\n" for number, name in enumerate(("Ann", "Bob", "Cyd", "Dee"))
)
SCRIPT = "duel: begun\nwizards: Cyd, Dee\nsalt: pepper\n\nturn 1\nCyd: LH: S, RH: W\n"
INIT = "--address a@example.org --director d@example.org --imap-host imap.example.org --smtp-host smtp.example.org"


CUP = '[mailboxes.cup]\naddress = "cup@duel.example.org"\n[mailboxes.cup.imap]\ninbox = "Cup"\n'


@dataclass(frozen=True)
class Verb:
    """What it is called with: `done` ends with 0, `refused` with 1 and the words `why`, `wrong` with 2. None where that
    cannot be, or where a test elsewhere shows it."""

    done: str | None
    refused: str | None
    why: str = ""
    wrong: str | None = "--nonsense"


NO_GAME, NO_PLAYER, NO_EVENT = "there is no game 99", "there is no player Zed", "there is no event 99"
NO_MAIL, NO_DATABASE = "there is no mail 99", "there is no database nowhere.db"
ELSEWHERE = "--config elsewhere.toml"  # where there is no database

# Games: 1 runs, 2 is over, 3 is paused, 4 is set back, at the mailbox cup.
# Events: 1 is planned, 2 open, 3 played, 4 paused, 5 empty.
# Mail 5 waits for a yes, 6 was set aside.
TABLE: dict[str, Verb] = {
    "demo": Verb(None, None, wrong="--play --serve"),
    "init": Verb(f"{INIT} --password x --config new.toml --database new.db", INIT, "config.toml is there already"),
    "run": Verb(None, ELSEWHERE, NO_DATABASE, wrong="--config none.toml"),
    "status": Verb("", ELSEWHERE, NO_DATABASE, wrong="--watch --json"),
    "check": Verb("--local", f"--local {ELSEWHERE}", "", wrong="--wait long"),
    "log": Verb("", ELSEWHERE, NO_DATABASE, wrong="--game x"),
    "undo": Verb("", ELSEWHERE, NO_DATABASE),
    "adjudicate": Verb("begun.duel", None, wrong="missing.duel"),
    "preview": Verb("begun.duel", None, wrong="missing.duel"),
    "rules": Verb("paralysis", "xyzzy", "xyzzy"),
    "spells": Verb("DWF", "xyzzy", "xyzzy"),
    "config show": Verb("", None, wrong="--config none.toml"),
    "config check": Verb("", None, wrong="--config none.toml"),
    "game start": Verb(
        "--wizard Cyd=cyd@example.org --wizard Dee=dee@example.org",
        "--wizard Cyd=cyd@example.org",
        "2 to 12",
        "--wizard Cyd",
    ),
    "game list": Verb("", ELSEWHERE, NO_DATABASE),
    "game show": Verb("1", "99", NO_GAME, "one"),
    "game abort": Verb("1", "2", "aborted already", "one"),
    "game export": Verb("2", "99", NO_GAME, ""),
    "game orders": Verb("1 --reveal", "99", NO_GAME, ""),
    "game adjudicate": Verb("1", "3", "stands still", ""),
    "game rollback": Verb("1 --to 1", "1 --to 9", "its turns are 1 to 2", "1"),
    "game forward": Verb("4", "1", "nothing of game 1 was taken back", "4 --to soon"),
    "game verify": Verb("1", "99", NO_GAME, ""),
    "game extend": Verb("1 2d", "2 2d", "is over", "1 soon"),
    "game pause": Verb("1", "3", "stands still already", ""),
    "game resume": Verb("3", "1", "its clock runs", ""),
    "game resume-after-outage": Verb("", ELSEWHERE, NO_DATABASE),
    "game replace": Verb(
        "1 Bob eve@example.org", "1 Zed eve@example.org", "no wizard of game 1 is called Zed", "1 Bob"
    ),
    "game set": Verb("1 Ann --hit-points 9", "1 Ann --hit-points 99", "hit points are 1 to 15", "1 Ann --state tired"),
    "game import": Verb(
        "begun.duel --seat Cyd=cyd@example.org --seat Dee=dee@example.org",
        "begun.duel --seat Cyd=cyd@example.org",
        "who plays Dee?",
        "begun.duel --seat Cyd",
    ),
    "player list": Verb("", ELSEWHERE, NO_DATABASE),
    "player show": Verb("Ann", "Zed", NO_PLAYER, ""),
    "player ratings": Verb("", ELSEWHERE, NO_DATABASE),
    "player add": Verb("fay@example.org --name Fay", address_of("Ann"), "has that address", ""),
    "player rename": Verb("Ann Morgana", "Zed Merlyn", NO_PLAYER, "Ann"),
    "player address": Verb("Ann ann@example.net", "Ann nowhere", "is not an address", "Ann"),
    "player ban": Verb("Bob", "Bob --lift", "is not banned", ""),
    "player merge": Verb("Cyd Eve", "Ann Bob", "both play in game", "Ann"),
    "player erase": Verb("Eve", "Ann", "still plays in Open, ", ""),
    "player export": Verb("Ann", "Zed", NO_PLAYER, ""),
    "mail inspect": Verb("1.eml", None, wrong="missing.eml"),
    "mail queue": Verb("", ELSEWHERE, NO_DATABASE),
    "mail drop": Verb("1", "2", "only one that was set aside", ""),
    "mail resend": Verb("--game 1 --to Ann", "9999", "no mail 9999 that went out", "--game 1"),
    "mail list": Verb("", ELSEWHERE, NO_DATABASE),
    "mail show": Verb("5", "99", NO_MAIL, "x"),
    "mail retry": Verb("6", "99", NO_MAIL, "x"),
    "mail reject": Verb("5", "99", NO_MAIL, "x"),
    "mail move": Verb("cup main", "none main", "nothing goes on at the mailbox none that could move to main", "cup"),
    "mail bounces": Verb("", ELSEWHERE, NO_DATABASE),
    "db backup": Verb("--to copy.db", "--to backup.db", "it is there already"),
    "db restore": Verb("backup.db", "missing.db", "there is no backup missing.db", ""),
    "db verify": Verb("", ELSEWHERE, NO_DATABASE, "missing.db"),
    "db migrate": Verb("", ELSEWHERE, NO_DATABASE),
    "db archive": Verb("", ELSEWHERE, NO_DATABASE, "--before soon"),
    "db vacuum": Verb("", ELSEWHERE, NO_DATABASE),
    "tournament create": Verb(
        "--name Spring --format ladder", "--name Planned --format ladder", "another event is called", "--name Spring"
    ),
    "tournament list": Verb("", ELSEWHERE, NO_DATABASE),
    "tournament open": Verb("1", "99", NO_EVENT, "x"),
    "tournament close": Verb("2", "99", NO_EVENT, "x"),
    "tournament start": Verb("2", "1", "only while it is open or closed", "x"),
    "tournament pause": Verb("3", "99", NO_EVENT, "x"),
    "tournament resume": Verb("4", "99", NO_EVENT, "x"),
    "tournament end": Verb("5", "99", NO_EVENT, "x"),
    "tournament abort": Verb("3", "99", NO_EVENT, "x"),
    "tournament status": Verb("3", "99", NO_EVENT, "x"),
    "tournament import": Verb("1 players.csv", "99 players.csv", NO_EVENT, "1 missing.csv"),
    "tournament withdraw": Verb("3 Bob", "3 Zed", "Zed", "3"),
    "tournament replace": Verb("3 Bob Eve", "3 Bob Zed", "Zed", "3 Bob"),
    "tournament allow": Verb("1 Ann Bob", "3 Ann Bob", "are not kept apart", "3 Ann"),
    "tournament pairings": Verb("3", "99", NO_EVENT, "x"),
    "tournament standings": Verb("3", "99", NO_EVENT, "x"),
    "tournament export": Verb("3", "99", NO_EVENT, "3 --format xml"),
    "tournament adjudicate": Verb("5", "1", "", "x"),
    "tournament forfeit": Verb("5 Ann", "5 Zed", "Zed", "5"),
    "tournament void": Verb("5", "1", "", "x"),
    "tournament swap": Verb("3 Ann Bob", "3 Ann Zed", "Zed", "3 Ann"),
}


def verbs(*options: str) -> list[str]:
    """The verbs that have all of these options."""
    found = []
    for words, command in VERBS:
        known = {option for each in command.params for option in each.opts}
        if not isinstance(command, click.Group) and known.issuperset(options):
            found.append(" ".join(words))
    return found


LISTINGS, CHANGES = verbs("--json"), verbs("--dry-run", "--reason")
# Neither lists nor changes: what serves, shows, explains, or writes a file that was not there.
OTHERS = {"demo", "init", "run", "rules", "spells", "config check", "game export", "player export", "db backup"}
OTHERS |= {"tournament export"}


def call(*words: str) -> Result:
    """No secret of the settings is ever told, whatever is called."""
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert not [secret for secret in SECRETS if secret in result.output]
    return result


def does(*words: str) -> Result:
    result = call(*words)
    assert result.exit_code == 0, (words, result.output)
    return result


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a referee in whose database every verb can be done once."""
    folder = tmp_path_factory.mktemp("scene")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.delenv("REFEREE_CONFIG", raising=False)
        furnish(folder)
    yield folder


def furnish(folder: Path) -> None:
    settings = SETTINGS.replace('password = "not used"', f'password = "{SECRETS[0]}"')
    assert all(secret in settings for secret in SECRETS)
    write(folder / "config.toml", settings + CUP)
    write(folder / "elsewhere.toml", settings + '[store]\npath = "nowhere.db"\n')
    write(folder / "players.csv", PLAYERS)
    write(folder / "begun.duel", SCRIPT)
    (folder / "1.eml").write_bytes(new_mail("Ann", "LH: S\nRH: W").as_bytes())
    with laid_table(folder, CUP) as table:
        table.now = clock.now()
        for _ in range(4):
            table.start("Ann", "Bob")
        for game in (1, 4):
            for name, words in ORDERS.items():
                table.answer(name, words, game=game)
        for name in ("Ann", "Bob"):
            does("player", "rename", address_of(name), name)
        for name in ("Cyd", "Dee", "Eve"):
            does("player", "add", address_of(name), "--name", name)
        does("game", "abort", "2", *WHY)
        does("game", "pause", "3", *WHY)
        does("game", "rollback", "4", "--to", "1", *WHY)
        with table.store.transaction():
            games.move(table.store, 4, "cup")
        table.receive(new_mail("Ann", "game 1\nLH: S\nRH: W"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(letters, "read", fragile)
            incoming = table.come(reply(table.asked("Bob", 3), address_of("Bob"), "LH: S, RH: W"))
            assert [table.receive_again(incoming) for _ in range(3)][-1] is Filing.REJECTED
        events(table)
        rated = table.start("Cyd", "Dee", terms="3d, rated")
        table.answer("Cyd", "LH: S, RH: W", game=rated)
        table.answer("Dee", "surrender", game=rated)
        does("game", "extend", "1", "1h", *WHY)
    does("db", "backup", "--to", "backup.db")


def fragile(raw: bytes, **more: Any) -> Letter:
    raise RuntimeError("nobody thought of this")


def write(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o600)


def events(table: Table) -> None:
    """1 is planned, 2 is open, 3 is played, 4 is paused, 5 is a ladder on which nobody plays."""
    for name, sort in (("Planned", "swiss"), ("Open", "swiss"), ("Played", "swiss"), ("Paused", "swiss")):
        more = ("--set", 'forbidden=[["Ann", "Bob"]]') if name == "Planned" else ()
        does("tournament", "create", "--name", name, "--format", sort, "--set", "format.rounds=2", *more)
    does("tournament", "create", "--name", "Ladder", "--format", "ladder")
    for number in ("2", "3", "4", "5"):
        does("tournament", "open", number)
        does("tournament", "import", number, "players.csv")
    for number in ("3", "4", "5"):
        does("tournament", "start", number)
    does("tournament", "pause", "4", *WHY)
    with table.store.transaction():
        looks.note(table.store, "main", table.now - timedelta(days=3))
        looks.note(table.store, "main", table.now)
        looks.note(table.store, "cup", table.now)
        outgoing.set_aside(table.store, 1, "550 no such user")
        reachability.count(table.store, 2, 1.0, status="5.1.1", now=table.now)


@pytest.fixture
def folder(scene: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the scene, to change. A daemon that was begun in it leaves no ear behind for other tests."""
    logger = logging.getLogger(journal.LOGGER)
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logger, "propagate", logger.propagate)
    copy = tmp_path / "copy"
    shutil.copytree(scene, copy)
    monkeypatch.chdir(copy)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    return copy


def ways(verb: str, said: str) -> list[str]:
    """The words of a call, with a reason where one has to be given."""
    known = verbs("--dry-run", "--reason")
    return [*verb.split(), *said.split(), *(WHY if verb in known else ())]


def everything_but_acts(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "referee.db")) as connection:
        return [line for line in connection.iterdump() if '"acts"' not in line and "sqlite_sequence" not in line]


def acts_done() -> list[dict[str, Any]]:
    return list(json.loads(does("log", "--json").stdout))


def test_each_verb_has_its_row_and_lists_or_changes_or_is_known_to_do_neither() -> None:
    assert set(TABLE) == set(verbs())
    assert set(TABLE) - set(LISTINGS) - set(CHANGES) == OTHERS


@pytest.mark.parametrize("verb", [verb for verb, row in TABLE.items() if row.done is not None])
def test_it_is_done(verb: str, folder: Path) -> None:
    done = TABLE[verb].done
    assert done is not None
    result = does(*ways(verb, done))
    assert result.stdout
    assert "Traceback" not in result.output


@pytest.mark.parametrize("verb", [verb for verb, row in TABLE.items() if row.refused is not None])
def test_it_is_refused_with_status_1_and_says_why(verb: str, folder: Path) -> None:
    row = TABLE[verb]
    assert row.refused is not None
    before = everything_but_acts(folder)
    result = call(*ways(verb, row.refused))
    assert result.exit_code == 1, result.output
    assert row.why in result.stderr
    assert everything_but_acts(folder) == before


@pytest.mark.parametrize("verb", [verb for verb, row in TABLE.items() if row.wrong is not None])
def test_it_is_called_wrongly_with_status_2_and_says_why(verb: str, folder: Path) -> None:
    wrong = TABLE[verb].wrong
    assert wrong is not None
    before = everything_but_acts(folder)
    result = call(*ways(verb, wrong))
    assert result.exit_code == 2, result.output
    assert result.stderr
    assert result.stdout == ""
    assert everything_but_acts(folder) == before


@pytest.mark.parametrize("verb", [verb for verb in CHANGES if TABLE[verb].done is not None])
def test_what_was_done_is_taken_back_or_it_is_told_why_it_cannot_be(verb: str, folder: Path) -> None:
    done = TABLE[verb].done
    assert done is not None
    does(*ways(verb, done))
    undone = call("undo", *WHY)
    if undone.exit_code:
        assert "cannot be taken back: " in undone.stderr
        assert "what there was before is not known" not in undone.stderr


# To look at sealed orders is rehearsed without an act; in place of a database that is replaced or of an older release
# nothing can be written down. Their own tests show what they do.
@pytest.mark.parametrize(
    "verb", [verb for verb in CHANGES if verb not in ("game orders", "mail show", "db restore", "db migrate")]
)
def test_its_dry_run_changes_nothing_and_is_kept_in_the_log_with_its_reason_as_what_it_is(
    verb: str, folder: Path
) -> None:
    done = TABLE[verb].done
    assert done is not None
    words = [*verb.split(), *done.split()]
    before, acts = everything_but_acts(folder), len(acts_done())
    said = does(*words, "--dry-run", "--reason", "just to see").stdout
    assert said.startswith("Dry run, nothing is changed: ")
    assert everything_but_acts(folder) == before
    rehearsed = acts_done()[acts:]
    assert [(act["reason"], act["facts"]["dry_run"]) for act in rehearsed] == [("just to see", True)]
    does(*words, "--reason", "in earnest")
    (act,) = acts_done()[acts + 1 :]
    assert (act["act"], act["reason"], act["facts"].get("dry_run")) == (rehearsed[0]["act"], "in earnest", None)


def keys(verb: str) -> str:
    """The keys of its JSON, or of each value in its list."""
    done = TABLE[verb].done
    assert done is not None
    found = json.loads(does(*verb.split(), *done.split(), "--json").stdout)
    every = found if isinstance(found, list) else [found]
    assert every, f"the scene has nothing for {verb} to list"
    return ("a list: " if isinstance(found, list) else "") + ", ".join(
        dict.fromkeys(key for each in every for key in each)
    )


def test_the_keys_of_json_stand_in_the_manual_and_stay(folder: Path) -> None:
    rows = "".join(f"| `referee {verb} --json` | {keys(verb)} |\n" for verb in sorted(LISTINGS))
    text = MANUAL.read_text(encoding="utf-8")
    if WRITE:
        text = re.sub(f"({re.escape(HEAD)})(?:\\|.*\n)*", lambda found: found[1] + rows, text)
        MANUAL.write_text(text, encoding="utf-8")
    assert HEAD + rows in text, "if it is right so: GOLDEN=write .venv/bin/pytest tests/referee/test_cli_every_verb.py"
