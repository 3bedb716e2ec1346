"""What happens to a wizard whose time is over without orders."""

from enum import StrEnum
from typing import assert_never

from referee.deadlines.state import ClockState, SeatClock
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


def fate(state: ClockState, seat: SeatClock) -> Consequence:
    """What happens to a seat that owes orders when the time of this turn is up. A seat that was offered for the time of
    a turn and that nobody took rests, so that the game goes on, and is offered again when the next turn is silent."""
    result = consequence(state.terms.silence, silent_turns=seat.silent_turns + 1)
    if result is Consequence.OFFER_SEAT and seat.offered_at is not None:
        return Consequence.REST
    return result


def warning(silence: Silence, *, silent_turns: int) -> str:
    """For a reminder: what happens to a wizard who is silent this turn too, after so many silent turns in a row."""
    match consequence(silence, silent_turns=silent_turns + 1):
        case Consequence.WAIT:
            return "The game waits for your orders."
        case Consequence.REST:
            return "Without orders both hands of your wizard do nothing in this turn." + _count_down(
                silence, silent_turns + 1
            )
        case Consequence.SAME:
            return "Without orders your wizard makes the gestures of his last turn once more."
        case Consequence.SURRENDER:
            return "Without orders your wizard gives up the game with this turn."
        case Consequence.OFFER_SEAT:
            return "Without orders your seat is offered to another player."


def verdict(silence: Silence, *, wizard: str, silent_turns: int, offered: bool = False) -> str:
    """For a report: what became of a wizard who was silent, this turn counted. `offered`: nobody took his seat."""
    if offered:
        return f"Nobody took the seat of {wizard}, whose orders did not come: both hands did nothing."
    match consequence(silence, silent_turns=silent_turns):
        case Consequence.WAIT:
            return f"The game waits for the orders of {wizard}."
        case Consequence.REST:
            return f"No orders came from {wizard}: both hands did nothing." + _count_down(silence, silent_turns)
        case Consequence.SAME:
            return f"No orders came from {wizard}, who made the gestures of the last turn once more."
        case Consequence.SURRENDER:
            return f"No orders came from {wizard}, who thereby gives up the game."
        case Consequence.OFFER_SEAT:
            return f"No orders came from {wizard}, whose seat is now offered to another player."


def _count_down(silence: Silence, silent_turns: int) -> str:
    """How many more silent turns there may be, where they are counted."""
    if not silence.after:
        return ""
    more = silence.after - silent_turns
    end = "the wizard gives up" if silence.kind is SilenceKind.SURRENDER else "the seat is offered to another player"
    return f" After {more} more silent turn{'' if more == 1 else 's'} in a row {end}."
