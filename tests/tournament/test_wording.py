"""Points and numbers in words."""

import pytest

from engine.tournament.wording import being_played, columns, listed, points_said, points_text, shortened


@pytest.mark.parametrize(
    ("points", "text", "said"),
    [
        (0.0, "0", "0 points"),
        (0.5, "½", "½ point"),
        (1.0, "1", "1 point"),
        (1.25, "1¼", "1¼ points"),
        (2.75, "2¾", "2¾ points"),
        (10.0, "10", "10 points"),
        (10 / 3, "3.33", "3.33 points"),
    ],
)
def test_points_are_written_with_fractions(points: float, text: str, said: str) -> None:
    assert points_text(points) == text
    assert points_said(points) == said


def test_names_and_counts_are_said_as_one_would() -> None:
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob"]) == "Ann and Bob"
    assert listed(["Ann", "Bob", "Cid"]) == "Ann, Bob and Cid"
    assert being_played(1) == "1 game is being played"
    assert being_played(2) == "2 games are being played"


def test_text_is_cut_by_the_columns_it_takes() -> None:
    assert columns("Ann") == 3
    assert columns("王重阳") == 6
    assert columns("o\u0327") == 1
    assert shortened("Bartholomew", 11) == "Bartholomew"
    assert shortened("Bartholomew", 10) == "Bartholom…"
    assert shortened("王重阳王重阳", 8) == "王重阳…"
