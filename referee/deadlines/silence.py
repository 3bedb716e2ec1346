"""What happens to a wizard whose time is over without orders."""

from enum import StrEnum
from typing import assert_never

from referee.terms.model import Silence, SilenceKind


class Consequence(StrEnum):
    """What a silent turn comes to for one wizard."""

    WAIT = "the game waits"
    REST = "both hands do nothing"
    SAME = "the gestures of the last turn once more"
    SURRENDER = "the wizard surrenders"
    OFFER_SEAT = "the seat is offered to a standby player"


def consequence(silence: Silence, *, silent_turns: int) -> Consequence:
    """For a wizard who was silent so many turns in a row, this one among them (1 or more)."""
    match silence.kind:
        case SilenceKind.WAIT:
            return Consequence.WAIT
        case SilenceKind.REST:
            return Consequence.REST
        case SilenceKind.SAME:
            return Consequence.SAME
        case SilenceKind.SURRENDER:
            return Consequence.SURRENDER if silent_turns >= silence.after else Consequence.REST
        case SilenceKind.STANDBY:
            return Consequence.OFFER_SEAT if silent_turns >= silence.after else Consequence.REST
    assert_never(silence.kind)
