"""What a mail says of when orders are due, over the course of a turn."""

import pytest
from msgspec.structs import replace

from referee.deadlines.telling import tell_all_in, tell_due
from referee.deadlines.wording import Reader
from tests.referee.clocks import at, clock

NAMES = {1: "Ann", 2: "Bob"}
TURN = clock("3d, grace 12h, cool-off 1h, no orders: rest", "2026-11-30 10:00")
REST = "If orders are missing then, both hands of that wizard do nothing in that turn."


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (
            "2026-12-01 10:00",
            "Orders are due Thursday 3 December, 10:00 UTC, in 2 days. Late ones are taken for 12 hours",
        ),
        (
            "2026-12-03 12:00",
            "Orders were due 2 hours ago. They are still taken until Thursday 3 December, 22:00 UTC, in",
        ),
        # All mail that came in time has to be read before the turn can close.
        (
            "2026-12-04 09:00",
            f"Orders were due 23 hours ago. They are still taken, as the turn is not over yet. {REST}",
        ),
    ],
)
def test_it_is_told_until_when_orders_are_taken(now: str, told: str) -> None:
    assert tell_due(TURN, Reader(zone="UTC", now=at(now), seat=1), NAMES).startswith(told)


def test_once_all_orders_are_in_only_the_cool_off_is_told() -> None:
    seats = tuple(replace(each, owes=False, orders_at=at("2026-12-01 09:30")) for each in TURN.seats)
    ended, reader = replace(TURN, seats=seats), Reader(zone="Europe/Berlin", now=at("2026-12-01 10:00"), seat=1)
    assert tell_due(ended, reader, NAMES) == (
        "Orders can still be changed until Tuesday 1 December, 11:30 in Berlin (10:30 UTC), in 30 minutes."
    )
    assert tell_all_in(ended) == ""
    assert tell_all_in(TURN).startswith("Once all orders are in they can be changed for 1 hour more")
