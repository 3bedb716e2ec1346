"""The options of a game as players write them: what each looks like, what it changes, and its line of help."""

import re
from datetime import timedelta
from functools import partial
from typing import Any, Final

from engine.model import Value
from engine.variants import RULE_SETS
from referee.misreading import Misreading
from referee.terms import hours
from referee.terms.matching import NO, SET, SPAN_BEFORE, YES_NO, Match, any_of, when
from referee.terms.model import Press, Silence, SilenceKind
from referee.times.durations import NUMBER_PATTERN, PART_PATTERN, PATTERN, read_duration, read_number

SURRENDER_AFTER: Final = 3
STANDBY_AFTER: Final = 2


class Option(Value, frozen=True, kw_only=True):
    """`key`: how the full form begins, as in a table. `forms`: examples that are read, the best first."""

    key: str
    forms: tuple[str, ...]
    help: str
    match: Match


_RULE_SETS: Final = "|".join(RULE_SETS)
_SILENCES: Final = {
    SilenceKind.WAIT: r"wait(?:\s+and\s+remind)?",
    SilenceKind.REST: r"(?:both\s+hands?\s+|hands?\s+)?rest|nothing",
    SilenceKind.SAME: r"(?:the\s+)?same(?:\s+gestures?)?(?:\s+again)?|repeat",
    SilenceKind.SURRENDER: r"surrender|resign",
    SilenceKind.STANDBY: r"(?:offer\s+(?:the\s+)?seat(?:\s+to\s+(?:a\s+)?standby)?|stand-?by|replace)",
}
_AFTER: Final = rf"(?:\s+after\s+({NUMBER_PATTERN})(?:\s+(?:silent\s+)?turns?)?(?:\s+in\s+a\s+row)?)?"


def _span(key: str, name: str, word: str, example: str, told: str) -> Option:
    pattern = (
        rf"{word}{SET}(?:({PATTERN})|{NO})|({PART_PATTERN})\s+(?:of\s+)?{word}{SPAN_BEFORE}|(?:no|without)\s+{word}"
    )

    def read(found: re.Match[str]) -> dict[str, Any]:
        said = found[1] or found[2]
        return {name: timedelta() if said is None else read_duration(said)}

    return Option(key=key, forms=(f"{key} {example}", f"no {key}"), help=told, match=when(pattern, read))


def _flag(name: str, pattern: str, opposite: str, told: str, *, off: str = "named") -> Option:
    def read(found: re.Match[str]) -> dict[str, Any]:
        denied = found[1] is not None or found[2] in ("no", "off", "false") or found[3] is not None
        return {name: not denied}

    match = when(rf"{pattern}{YES_NO}|({off})(?:\s+game)?", read)
    return Option(key=name, forms=(name, opposite), help=told, match=match)


# -- the rest ----------------------------------------------------------------------------------------------------

_WIZARDS: Final = (
    rf"(?:(?:for|melee\s+of|duel\s+of)\s+)?({NUMBER_PATTERN})\s?-?\s?(?:wizards?|players?|seats?)"
    rf"|(?:for\s+|melee\s+of\s+|(?:wizards|players){SET})({NUMBER_PATTERN})(?![\s-]*(?:[dhwm]|of|grace))|(duel)|(melee)"
)
_PRESS_KINDS: Final = {
    **dict.fromkeys(("none", "no", "off", "zero"), Press.NONE),
    **dict.fromkeys(("open", "signed", "named", "yes", "on"), Press.SIGNED),
    **dict.fromkeys(("grey", "gray", "anonymous", "unsigned"), Press.GREY),
}
_PRESS_WORDS: Final = "|".join(word for word in _PRESS_KINDS if word != "no")
_PRESS: Final = (
    rf"press{SET}({_PRESS_WORDS}|{NO})|({_PRESS_WORDS}|no)\s+press(?!{SET}(?:{_PRESS_WORDS})\b)"
    r"|(?:no|without)\s+(?:letters|messages|chat|talk)"
)
_BEFORE_SILENCE: Final = (
    r"(?:(?:if\s+(?:there\s+are\s+)?no|with\s+no|without|no|missing)\s+(?:orders|moves)(?:\s+come)?|nmr|silence)"
    rf"{SET}(?:then\s+)?"
)
_SILENT: Final = {
    kind: rf"(?:{_BEFORE_SILENCE}(?:{words})"
    + (rf"|(?:{words}))" if "surrender" in words or "replace" in words else ")")
    for kind, words in _SILENCES.items()
}
_WATCHERS: Final = (
    rf"(?:spectators?|watchers?)(?:\s+delay)?{SET}(?:(at\s+once|now|0|none|no\s+delay)"
    r"|((?:1|one|a)(?:\s+turn)?|later))(?:\s+turns?)?(?:\s+(?:later|late|behind|delay))?"
)


def _rules(found: re.Match[str]) -> dict[str, Any] | Misreading:
    said = found[1] or found[2]
    if said in RULE_SETS:
        return {"rules": said}
    near = tuple(f"rules {each}" for each in RULE_SETS)
    return Misreading(said=found[0], reason=f'no rule set is called "{said}"', nearest=near)


def _wizards(found: re.Match[str]) -> dict[str, Any] | Misreading:
    if found[4]:
        return Misreading(said=found[0], reason="say how many wizards the melee has", nearest=("melee of 4",))
    return {"wizards": 2 if found[3] else read_number(found[1] or found[2]) or 0}


def _press(found: re.Match[str]) -> dict[str, Any]:
    return {"press": _PRESS_KINDS[found[1] or found[2] or "none"]}


def _silence(kind: SilenceKind, found: re.Match[str]) -> dict[str, Any]:
    usual = {SilenceKind.SURRENDER: SURRENDER_AFTER, SilenceKind.STANDBY: STANDBY_AFTER}.get(kind, 0)
    return {"silence": Silence(kind, usual if found[1] is None else read_number(found[1]) or 0)}


def _watchers(found: re.Match[str]) -> dict[str, Any]:
    return {"watchers_behind": 0 if found[1] else 1}


# In the order in which terms are written.
OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        key="turn",
        forms=("3d", "72h", "turn 3 days", "2 days per turn", "3 weekdays"),
        help="How long a turn takes, from 1h to 60d.",
        match=any_of(
            when(hours.TURN, hours.turn),
            when(hours.WEEKDAY_TURN, hours.weekday_turn),
            when(hours.RHYTHM, hours.rhythm),
        ),
    ),
    Option(
        key="weekdays",
        forms=("weekdays only", "no weekends", "weekdays: no"),
        help="Whether Saturdays and Sundays do not count.",
        match=when(hours.WEEKDAYS, hours.weekdays),
    ),
    Option(
        key="at",
        forms=("at 20:00 Europe/Berlin", "at 8pm", "at any hour"),
        help="The hour at which turns are due, and in which zone.",
        match=hours.hour,
    ),
    Option(
        key="zone",
        forms=("zone Europe/Berlin", "in Berlin", "UTC+2"),
        help="The zone whose days and hours the game keeps.",
        match=hours.zone,
    ),
    _span("grace", "grace", r"grace(?:\s+(?:period|time))?", "12h", "How long late orders are still taken."),
    _span("bank", "bank", r"(?:time\s*-?)?bank", "5d", "What each wizard has for the whole game beyond the grace."),
    _span("cool-off", "cool_off", r"cool(?:ing)?[\s-]*(?:off|down)", "30m", "How long the last orders can be changed."),
    Option(
        key="rules",
        forms=tuple(f"rules {each}" for each in RULE_SETS),
        help="The rule set.",
        match=when(rf"(?:rules?(?:\s*set)?|variant){SET}([a-z][\w-]*)|({_RULE_SETS})(?:\s+rules?)?", _rules),
    ),
    Option(
        key="wizards",
        forms=("4 wizards", "for 4", "duel"),
        help="How many wizards play, 2 to 12.",
        match=when(_WIZARDS, _wizards),
    ),
    _flag("rated", r"(un|not\s+|non-?)?rated", "unrated", "Whether the result changes ratings.", off="friendly|casual"),
    _flag(
        "anonymous",
        r"(not\s+)?(?:anonymous(?:ly)?(?:\s+(?:game|players))?|(?:hidden|secret)\s+(?:names|players))",
        "not anonymous",
        "Whether it is secret who plays.",
    ),
    Option(
        key="press",
        forms=("press signed", "no press", "grey press"),
        help="Letters between players; grey: nobody learns who wrote.",
        match=when(_PRESS, _press),
    ),
    Option(
        key="no orders",
        forms=tuple(
            f"no orders: {each}" for each in ("wait", "rest", "same again", "surrender after 3", "standby after 2")
        ),
        help="What happens when a wizard's time is over without orders.",
        match=any_of(*(when(pattern + _AFTER, partial(_silence, kind)) for kind, pattern in _SILENT.items())),
    ),
    Option(
        key="spectators",
        forms=("spectators 1 turn later", "spectators at once"),
        help="Whether spectators learn of turns at once or a turn later.",
        match=when(_WATCHERS, _watchers),
    ),
)
