"""What a gap in the referee's looking at his mail does to deadlines.

The rule: a turn that would have been due or closed within a gap of an hour or more is not before some time after the
gap's end: as long as the gap was, and at most half a day. Whatever had reached the mailbox in the gap counts by then.
After a gap of more than a day no turn closes for want of orders until a director has said so, and that time runs from
his word. Orders that are all in close a turn at any time.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from referee.deadlines.state import Outage
from referee.times.durations import DAY, HOUR

OUTAGE_MIN: Final = HOUR
AFTERWARDS_MAX: Final = 12 * HOUR
UNCONFIRMED_MAX: Final = DAY


def gap(last_look: datetime, *, now: datetime) -> Outage | None:
    """The outage that is seen when the referee looks at his mail again; None where he was not away for long."""
    outage = Outage(start=last_look, end=now)
    return outage if matters(outage) else None


def matters(outage: Outage) -> bool:
    return length(outage) >= OUTAGE_MIN


def length(outage: Outage) -> timedelta:
    return outage.end - outage.start


def needs_director(outage: Outage) -> bool:
    """Whether games wait for a director's word after it."""
    return length(outage) > UNCONFIRMED_MAX and outage.confirmed_at is None


def floor(outage: Outage) -> datetime:
    """Before when no turn that the gap struck is due or closed."""
    return max(outage.end, outage.confirmed_at or outage.end) + min(length(outage), AFTERWARDS_MAX)


def confirmed(outage: Outage, *, now: datetime) -> Outage:
    """The outage after the director's word; a second word changes nothing."""
    return outage if outage.confirmed_at is not None else replace(outage, confirmed_at=now)
