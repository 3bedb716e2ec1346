"""Whole events at the desk: rounds begin by themselves, somebody leaves, nobody looks for a while, and it ends."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.tournament.model import Outcome
from referee.store.tournaments import TournamentState
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.events import DAY, NAMES, Hosted

SWISS = """
name = "Winter Cup"
terms = "2d, no grace, rated, no orders: surrender after 2"
games_at_once = 1
game_time = "40d"
[format]
type = "swiss"
rounds = 3
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 1000000\n") as laid:
        yield laid


def test_a_swiss_is_played_to_its_end_with_one_who_leaves_and_an_outage(table: Table) -> None:
    event = Hosted(table, SWISS)
    event.begin()
    assert event.mails("you can join") == sorted(map(address_of, NAMES))
    assert event.mails("round 1, you play") == sorted(map(address_of, NAMES))
    event.play(until=2)
    event.step()
    table.wait(3 * DAY, deaf=True)
    table.wait(timedelta(hours=1))
    event.writes("Hal", f"leave {event.number}")
    event.play()
    assert event.found.state is TournamentState.OVER
    rounds = Counter(each.pairing.round for each in event.book.paired)
    assert rounds == {1: 4, 2: 4, 3: 4}  # the third with a bye
    assert not event.open_games()
    byes = [each for each in event.book.paired if len(each.pairing.players) == 1]
    assert len(byes) == 1
    left = [s.outcome for each in event.book.paired for s in each.result.scores if s.player == "Hal"]  # type: ignore[union-attr]
    assert left[1] is Outcome.FORFEIT
    assert event.mails("has won") == sorted(map(address_of, NAMES))
