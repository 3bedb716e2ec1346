"""What a simulated year is made of: people and their habits, the referee's outages, the games that are offered."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final, NamedTuple

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)

ZONES: Final = (
    *("UTC", "Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles"),
    *("Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "America/Sao_Paulo"),
)
OPTIONS: Final = (
    "3d",
    "2d at 20:00 Europe/Berlin, grace 6h, no orders: rest",
    "2d weekdays only, zone America/New_York, bank 5d, no orders: same again",
    "36h, rated, no orders: surrender after 2",
    "2d, no grace, no orders: standby after 2",
    "3d, rated, no orders: wait",
    "48h, cool-off 1h, grey press, bank 2d",
    "4d at 9:00 Australia/Sydney, no press, spectators 1 turn later",
    "1d, grace 3h, no orders: standby after 1",
)
OPEN_OPTIONS: Final = (
    *OPTIONS,
    "36h anonymous, no orders: surrender after 2",
    "for 3 2d, no orders: standby after 2",
    "for 4 2d anonymous, grace 6h, no orders: rest",
    "for 5 3d, no orders: surrender after 2",
)
_FIRST: Final = ("Al", "Bo", "Cas", "Dor", "El", "Fen", "Gal", "Hed", "Il", "Jor")
_LAST: Final = (
    *("ric", "nda", "thea", "gar", "wyn", "bel", "kas", "mund", "zora", "tik"),
    *("lofa", "vex", "pina", "quen", "sted", "hild", "dax", "yra", "oth", "jun"),
)


class Habits(NamedTuple):
    """How somebody plays. `delay`: hours after a report within which the orders come; `reads`: the chance that one is
    answered at all before a reminder comes; `games`: how many are wanted at once; `whims`: commands a week.

    `leaves`: the day on which mails are answered no more; `gone`: the days of an absence without a word; `lost`: the
    days on which mails do not arrive, and how (`how`)."""

    delay: tuple[float, float]
    reads: float
    games: int
    whims: float
    leaves: float | None = None
    gone: tuple[float, float] | None = None
    lost: tuple[float, float] | None = None
    how: str = "full"


class Outage(NamedTuple):
    """The referee's machine is down for a while."""

    start: datetime
    length: timedelta


class Plan(NamedTuple):
    """One run. `eager`: the chance that somebody who could play another game looks for one on a day."""

    seed: int
    players: int
    eager: float
    start: datetime
    days: int
    outages: tuple[Outage, ...]

    @property
    def end(self) -> datetime:
        return self.start + self.days * DAY


# Over the autumn's changes of the clocks in Europe (25 October) and in America (1 November), the first of them while
# the referee was down.
SIX_WEEKS: Final = Plan(
    seed=21,
    players=12,
    eager=0.5,
    start=datetime(2026, 10, 1, 6, tzinfo=UTC),
    days=42,
    outages=(Outage(datetime(2026, 10, 24, 20, 10, tzinfo=UTC), 16 * HOUR),),
)
# Over both changes in four parts of the world; the last outage is so long that the director has to be asked.
YEAR: Final = Plan(
    seed=7,
    players=200,
    eager=0.06,
    start=datetime(2026, 9, 1, 6, tzinfo=UTC),
    days=365,
    outages=(
        Outage(datetime(2026, 10, 24, 20, 10, tzinfo=UTC), 16 * HOUR),
        Outage(datetime(2027, 1, 12, 3, 33, tzinfo=UTC), 3 * HOUR),
        Outage(datetime(2027, 3, 27, 9, 0, tzinfo=UTC), 60 * HOUR),
    ),
)


def names(count: int) -> list[str]:
    """So many names, no two alike."""
    return [first + last for last in _LAST for first in _FIRST][:count]


def habits(rng: Random, days: int) -> Habits:
    """Somebody's habits."""
    delay, reads = rng.choice((((0.2, 6.0), 0.98), ((1.0, 20.0), 0.95), ((4.0, 40.0), 0.9), ((20.0, 60.0), 0.6)))
    found = Habits(delay=delay, reads=reads, games=rng.choice((1, 1, 2)), whims=rng.choice((0.5, 1.0, 3.0)))
    at, lot = rng.uniform(0.2, 0.8) * days, rng.random()
    if lot < 0.15:
        return found._replace(leaves=at)
    if lot < 0.35:
        return found._replace(gone=(at, at + rng.uniform(5, 20)))
    if lot < 0.55:
        how = rng.choice(("full", "unknown", "refused", "slow"))
        return found._replace(lost=(at, at + rng.uniform(2, 12)), how=how)
    return found
