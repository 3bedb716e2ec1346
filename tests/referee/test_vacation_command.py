"""Days on which a player is away, as he asks for them by mail. It is Thursday 26 November 2026."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.hall import Hall, hall_of


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with hall_of(tmp_path, "Ann") as made:
        made.ask("Ann", "zone Berlin")
        yield made


@pytest.mark.parametrize(
    ("said", "told", "left"),
    [
        ("vacation 1 December to 3 December", "from Tuesday 1 December to Thursday 3 December, by the clocks in", 27),
        ("vacation tomorrow", "on Friday 27 November, by the clocks in Berlin.", 29),
        ("vacation from monday until wednesday", "from Monday 30 November to Wednesday 2 December", 27),
        ("vacation until Sunday", "from Thursday 26 November to Sunday 29 November", 26),
        ("vacation next week", "from Monday 30 November to Sunday 6 December", 23),
        ("vacation for 5 days", "from Thursday 26 November to Monday 30 November", 25),
    ],
)
def test_days_may_be_written_as_one_says_them(hall: Hall, said: str, told: str, left: int) -> None:
    answer = hall.ask("Ann", said)
    assert answer.words.startswith(f"You are away {told}"), answer
    assert f"you have {left} left" in answer.words


def test_days_that_are_booked_already_are_not_booked_twice(hall: Hall) -> None:
    hall.ask("Ann", "vacation 1 December to 6 December")
    answer = hall.ask("Ann", "vacation 2 December to 3 December")
    assert answer.words == (
        "You had booked these days already. Of the 30 days of vacation in 2026 you have 24 left. You are away:"
    )
    assert answer.rows == ("1   Tuesday 1 December to Sunday 6 December",)
    assert hall.ask("Ann", "vacation cancel").done
    assert "You have booked none." in hall.ask("Ann", "vacation").words
