"""A director who plays does nothing to those who play with him that decides on their games."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.store import acts, players
from tests.acceptance.at_the_desk import DIRECTOR, SETTINGS, Table, address_of, laid_table
from tests.acceptance.test_director_by_mail import answer, write

WHY = ("--reason", "so it is")
ROWS = "".join(f"{name},{address_of(name)}\n" for name in ("Ann", "Bob"))


def says(*words: str) -> Result:
    return CliRunner().invoke(main, words, catch_exceptions=False)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Ann, Bob and Eve, the director, play all against all; Dan and Cyd are registered."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    (tmp_path / "players.csv").write_text(f"name,address\n{ROWS}Eve,{DIRECTOR}\n")
    with laid_table(tmp_path) as laid:
        laid.now = clock.now()
        begun = (
            "tournament create --name Cup --format knockout",
            "tournament import 1 players.csv",
            "tournament open 1",
            "player add cyd@example.org --name Cyd",
            "player add dan@example.org --name Dan",
        )
        for words in begun:
            assert says(*words.split()).exit_code == 0, words
        yield laid


def begin(table: Table) -> None:
    for words in ("tournament withdraw 1 Bob --reason gone", "tournament start 1"):
        assert says(*words.split()).exit_code == 0, words
    table.restart()


@pytest.mark.parametrize(
    "words",
    [
        "tournament withdraw 1 Ann",
        "tournament replace 1 Ann Dan",
        "player ban Ann",
        "player address Ann ann@example.com",
        "player merge Ann Dan",
        "player merge Dan Ann",
        "player export Ann",
    ],
)
def test_what_is_done_to_his_opponent_is_done_by_somebody_else(table: Table, words: str) -> None:
    begin(table)
    table.answer("Ann", "LH: S\nRH: W")
    why = () if words.startswith("player export") else WHY
    before = len(acts.listing(table.store))
    said = says(*words.split(), *why)
    assert said.exit_code == 1, said.output
    assert "the director plays in it himself, as Eve: somebody else must decide" in said.stderr
    assert not said.stdout
    assert "Eve plays in it himself" in says(*words.split(), *why, "--by", "Eve").stderr
    assert len(acts.listing(table.store)) == before
    by_another = says(*words.split(), *why, "--by", "Cyd")
    assert by_another.exit_code == 0, by_another.output


def test_nor_does_his_mail_take_out_his_opponent(table: Table) -> None:
    begin(table)
    write(table, "remove event 1 Ann: she is away")
    assert "the director plays in it himself, as Eve: somebody else must decide" in answer(table)
    assert players.by_name(table.store, "ann") is not None


@pytest.mark.parametrize(
    "words", ["player address Eve eve@example.com", "player ban Cyd", "player address Bob bob@example.com"]
)
def test_what_he_does_to_himself_and_to_others_is_his_to_do(table: Table, words: str) -> None:
    begin(table)
    said = says(*words.split(), *WHY)
    assert said.exit_code == 0, said.output


def test_what_another_has_done_to_his_opponent_is_not_taken_back_by_him(table: Table) -> None:
    begin(table)
    assert says("player", "address", "Ann", "ann@example.com", "--by", "Cyd", *WHY).exit_code == 0
    assert "somebody else must decide" in says("undo", *WHY).stderr
    assert says("undo", *WHY, "--by", "Cyd").exit_code == 0
