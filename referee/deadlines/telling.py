"""When a reader's orders are due and what happens without them, as each mail says it that asks for orders."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from referee.deadlines.due import closing, deadline
from referee.deadlines.machine import all_in_at
from referee.deadlines.state import ClockState, SeatClock
from referee.deadlines.wording import Reader, tell_moves
from referee.terms.prose import silence_sentence
from referee.times.durations import long
from referee.times.showing import far, show


def tell_due(state: ClockState, reader: Reader, names: Mapping[int, str]) -> str:
    """`Orders are due Thursday 3 December, 20:00 in Berlin (19:00 UTC), in 2 days. ...`, with how long late ones
    are taken, what moved the deadline and what happens without orders; "" for one who is asked for nothing. `names`:
    the wizard of each seat."""
    seat = next((each for each in state.seats if each.seat == reader.seat), None)
    if seat is None:
        return ""
    if state.paused:
        return "The clock of this game stands still; whatever you send is kept."
    ends = all_in_at(state)
    if ends is not None:
        return (
            f"Orders can still be changed until {show(ends, reader.zone, now=reader.now)}." if ends > reader.now else ""
        )
    due, closes = deadline(state), last_moment(state, seat)
    if reader.now < due:
        told = f"Orders are due {show(due, reader.zone, now=reader.now)}."
        late = _late(due, closes)
    else:
        told = f"Orders were due {far(due, now=reader.now)}."
        late = _still(closes, reader)
    moved = "".join(f" {each}" for each in tell_moves(state, reader, names))
    return f"{told}{late}{moved} {silence_sentence(state.terms.silence)}"


def tell_all_in(state: ClockState) -> str:
    """What happens once nobody owes orders, "" where nobody does."""
    terms = state.terms
    if not state.owing:
        return ""
    if not terms.cool_off:
        return "The turn is adjudicated as soon as all orders are in."
    return f"Once all orders are in they can be changed for {long(terms.cool_off)} more; then the turn is adjudicated."


def last_moment(state: ClockState, seat: SeatClock) -> datetime | None:
    """Until when the orders of this seat are taken for certain; None where the game waits for them. Whoever else owes
    orders has no say in it: it would tell on him."""
    return closing(state, owing=(replace(seat, owes=True),))


def _still(closes: datetime | None, reader: Reader) -> str:
    """What is said of late orders once they are late. A turn may go on beyond its time, as all mail that came before
    has to be read first."""
    if closes is None:
        return ""
    if closes <= reader.now:
        return " They are still taken, as the turn is not over yet."
    return f" They are still taken until {show(closes, reader.zone, now=reader.now)}."


def _late(due: datetime, closes: datetime | None) -> str:
    if closes is None or closes - due < timedelta(minutes=1):
        return ""
    return f" Late ones are taken for {far(closes, now=due).removeprefix('in ')} more."
