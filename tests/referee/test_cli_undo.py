"""What the director's last change was, and how all stands once it is taken back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.at_the_desk import Table
from tests.referee.director import WHY, office, refused, says


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann, Bob and Cyd."""
    with office(tmp_path, monkeypatch) as laid:
        laid.start("Ann", "Bob", "Cyd")
        laid.post()
        yield laid


@pytest.mark.parametrize("look", [("game", "orders", "1", "--reveal"), ("mail", "show", "1"), ("db", "vacuum")])
def test_what_changes_nothing_is_no_last_change(table: Table, look: tuple[str, ...]) -> None:
    table.answer("Ann", "LH: W, RH: P")
    says("game", "extend", "1", "5d", *WHY)
    says(*look)
    assert "Taken back: extend of game 1" in says("undo", *WHY)
    says(*look)
    assert "it was taken back already" in refused("undo", *WHY)
