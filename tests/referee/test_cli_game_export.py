"""`referee game export`: games of the database, written down and played again."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from engine.clauses import SayClause
from engine.language import canonical_text
from engine.model import new_duel
from referee import play
from referee.__main__ import main
from referee.store import games, turns
from referee.store.database import Store
from tests.referee.store_samples import NOW, start_game
from tests.simulation.seekers import Seeker

SETTINGS = """init --address referee@duel.example.org --director director@example.org --imap-host imap.example.org
--smtp-host smtp.example.org --password secret"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    assert call(*SETTINGS.split()).exit_code == 0
    return Store.open(tmp_path / "referee.db", create=False)


def call(*words: str) -> Result:
    return CliRunner().invoke(main, words, catch_exceptions=False)


def play_on(store: Store, number: int, *, turns_max: int, seed: int = 3) -> None:
    """Seekers send their orders in words, as letters would bring them, until the game ends or has gone far enough."""
    rng = Random(seed)
    for _ in range(turns_max):
        game = games.load(store, number)
        assert game is not None
        if game.duel.result is not None:
            return
        with store.transaction():
            for seat in game.seats:
                if seat.wizard in game.duel.acting:
                    clauses = Seeker(seat.wizard, rng, game.duel.rules).clauses(game.duel, rng.choice(game.duel.living))
                    words = SayClause(words=f"turn {game.duel.next_turn}: well, well # and; so, on.")
                    lines = canonical_text((words, *clauses)).split("\n")
                    play.take_orders(store, game, seat, lines, letter=None, now=NOW)
            turn, orders = play.next_turn(store, game)
            turns.append(store, number, turn, orders=orders, now=NOW)


def events_of(record: str) -> list[object]:
    return [turn["events"] for turn in json.loads(record)["turns"]]


def stored_events(store: Store, number: int) -> list[object]:
    return [msgspec.json.decode(msgspec.json.encode(r.events)) for r in turns.records(store, number)]


@pytest.mark.parametrize("wizards", [("Ann", "Bob"), ("Ann", "Bob", "Cyd", "Dice")])
def test_a_game_is_exported_to_a_file_that_adjudicates_to_the_same_events(
    store: Store, tmp_path: Path, wizards: tuple[str, ...]
) -> None:
    with store:
        number = start_game(store, duel=new_duel(wizards, salt="a1b2c3"))
        play_on(store, number, turns_max=60)
        told = call("game", "export", str(number), "--to", "game.duel")
        assert (told.exit_code, told.stdout) == (0, f"Game {number} is written to game.duel.\n")
        adjudicated = call("adjudicate", "--json", "game.duel")
        assert adjudicated.exit_code == 0, adjudicated.output
        assert len(events_of(adjudicated.stdout)) > 5
        assert events_of(adjudicated.stdout) == stored_events(store, number)
        assert "well, well # and; so, on." in (tmp_path / "game.duel").read_text(encoding="utf-8")


def test_the_export_of_a_running_game_says_that_it_gives_all_away(store: Store) -> None:
    with store:
        number = start_game(store)
        play_on(store, number, turns_max=3)
        told = call("game", "export", str(number))
        assert told.exit_code == 0
        assert told.stdout.startswith(f"# game {number}, running: the orders and the salt below are secret")
        assert "this gives away all orders and the salt" in told.stderr


def test_an_export_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with store:
        number = start_game(store)
    told = call("game", "export", str(number), "--to", "mine.txt")
    assert (told.exit_code, (tmp_path / "mine.txt").read_text()) == (1, "mine")
    assert "mine.txt cannot be written: File exists" in told.stderr


def test_a_game_whose_events_its_orders_do_not_give_is_exported_with_a_warning(store: Store) -> None:
    with store:
        number = start_game(store)
        play_on(store, number, turns_max=2)
        with store.transaction():
            store.change("UPDATE turns SET events = '[]' WHERE turn = 2")
    told = call("game", "export", str(number))
    assert told.exit_code == 0
    assert "the transcript does not play as the game went: turn 2 (normal) goes otherwise" in told.stderr


def test_a_salt_that_no_line_can_hold_is_said_so(store: Store) -> None:
    with store:
        number = start_game(store, duel=replace(new_duel(("Ann", "Bob")), salt=" a # salt "))
    told = call("game", "export", str(number))
    assert (told.exit_code, told.stdout) == (1, "")
    assert "cannot hold the salt ' a # salt '" in told.stderr
