"""The terms of a game as one frozen value, and their limits."""

from collections.abc import Iterator
from datetime import time, timedelta
from enum import StrEnum
from typing import Final

from engine.model import Value
from engine.variants import BARTLE, RULE_SETS
from referee.misreading import Misreading
from referee.times.durations import DAY, HOUR, MINUTE, short
from referee.times.zones import is_zone

TURN_MIN: Final = HOUR
TURN_MAX: Final = 60 * DAY
GRACE_MAX: Final = 7 * DAY
BANK_MAX: Final = 90 * DAY
COOL_OFF_MAX: Final = DAY
WIZARDS_MIN: Final = 2
WIZARDS_MAX: Final = 12
SILENT_TURNS_MAX: Final = 20


class Press(StrEnum):
    """What becomes of what players write to each other through the referee."""

    NONE = "none"
    SIGNED = "signed"
    GREY = "grey"  # nobody is told who wrote


class SilenceKind(StrEnum):
    """What happens when a wizard's time is over and there are no orders."""

    WAIT = "wait"
    REST = "rest"
    SAME = "same"
    SURRENDER = "surrender"
    STANDBY = "standby"


class Silence(Value, frozen=True):
    """`after`: the silent turn in a row with which the wizard surrenders or the seat is offered (1 or more; until
    then both hands rest). 0 for the other kinds."""

    kind: SilenceKind
    after: int = 0


class Terms(Value, frozen=True, kw_only=True):
    """The options of a game. Spans are whole minutes; `at` is an hour of the clock in `zone`.

    `grace` follows each deadline. `bank` is what each wizard has for the whole game beyond that. `cool_off`: how long a
    turn whose orders are all in may still be corrected. `watchers_behind`: turns that spectators learn things later.
    """

    turn: timedelta = 3 * DAY
    weekdays: bool = False
    at: time | None = None
    zone: str = "UTC"
    grace: timedelta = 12 * HOUR
    bank: timedelta = timedelta()
    cool_off: timedelta = timedelta()
    rules: str = BARTLE.name
    wizards: int = 2
    rated: bool = False
    anonymous: bool = False
    press: Press = Press.SIGNED
    silence: Silence = Silence(SilenceKind.SURRENDER, 3)
    watchers_behind: int = 0


def faults(terms: Terms) -> tuple[Misreading, ...]:
    """Why no game can be played so; empty where one can."""
    return tuple(Misreading(said=said, reason=reason, nearest=(near,)) for said, reason, near in _faults(terms))


def _faults(terms: Terms) -> Iterator[tuple[str, str, str]]:
    spans = (
        ("turn", terms.turn, TURN_MIN, TURN_MAX),
        ("grace", terms.grace, timedelta(), min(GRACE_MAX, terms.turn)),
        ("bank", terms.bank, timedelta(), BANK_MAX),
        ("cool-off", terms.cool_off, timedelta(), min(COOL_OFF_MAX, terms.turn / 2)),
    )
    for name, span, least, limit in spans:
        said, most = f"{name} {short(span)}", limit - limit % MINUTE
        if span % MINUTE:
            yield said, f"the {name} is in whole minutes", f"{name} {short(max(least, span - span % MINUTE))}"
        elif span < least:
            yield said, f"the shortest {name} is {short(least)}", f"{name} {short(least)}"
        elif span > most:
            yield said, f"the longest {name} here is {short(most)}", f"{name} {short(most)}"
    if terms.at is not None and terms.turn % DAY:
        whole = DAY * max(1, round(terms.turn / DAY))
        yield f"turn {short(terms.turn)}", "a fixed hour goes with turns of whole days", f"turn {short(whole)}"
    if not is_zone(terms.zone):
        yield f"zone {terms.zone}", f"there is no time zone {terms.zone!r}", "zone Europe/Berlin"
    if terms.rules not in RULE_SETS:
        yield f"rules {terms.rules}", f"no rule set is called {terms.rules!r}", f"rules {BARTLE.name}"
    if not WIZARDS_MIN <= terms.wizards <= WIZARDS_MAX:
        near = min(max(terms.wizards, WIZARDS_MIN), WIZARDS_MAX)
        yield f"{terms.wizards} wizards", f"a game takes {WIZARDS_MIN} to {WIZARDS_MAX} wizards", f"{near} wizards"
    yield from _silence_faults(terms.silence)
    if terms.watchers_behind not in (0, 1):
        reason = "spectators are told at once or one turn later"
        yield f"spectators {terms.watchers_behind} turns later", reason, "spectators 1 turn later"


def _silence_faults(silence: Silence) -> Iterator[tuple[str, str, str]]:
    counted = silence.kind in (SilenceKind.SURRENDER, SilenceKind.STANDBY)
    least, most = (1, SILENT_TURNS_MAX) if counted else (0, 0)
    if not least <= silence.after <= most:
        near = f" after {min(max(silence.after, least), most)}" if counted else ""
        said = f"no orders: {silence.kind} after {silence.after}"
        yield said, f"the silent turns counted are {least} to {most}", f"no orders: {silence.kind}{near}"
