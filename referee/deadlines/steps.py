"""The causes that make a deadline what it is, and the steps by which they do."""

from datetime import datetime
from enum import StrEnum

from engine.model import Value
from referee.deadlines.state import Span


class Cause(StrEnum):
    """Why a moment is what it is."""

    TURN = "turn"
    LATE_REPORT = "late report"
    NEW_PLAYER = "new player"
    WEEKEND = "weekend"
    PAUSE = "pause"
    VACATION = "vacation"
    HOUR = "hour"
    EXTENSION = "extension"
    OUTAGE = "outage"
    TOLD = "told"
    NO_GRACE = "no grace"
    GRACE = "grace"
    BANK = "bank"
    OFFER = "offer"


class Step(Value, frozen=True, kw_only=True):
    """By this cause the moment became `moment`. `seat`: whose vacation, report, bank or seat it is; `span`: the
    vacation, pause or outage itself; `reason`: the director's words."""

    cause: Cause
    moment: datetime
    seat: int | None = None
    span: Span | None = None
    reason: str | None = None
