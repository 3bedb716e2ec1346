"""How players write the clock of a game: how long a turn is, which days count, at which hour it ends and where."""

import re
from datetime import time, timedelta
from typing import Any, Final

from referee.misreading import Misreading
from referee.terms.matching import END, NO, SET, SPAN_BEFORE, YES_NO, Found
from referee.times.durations import DAY, NUMBER_PATTERN, PATTERN, read_duration, read_number
from referee.times.zones import read_zone

_NOT_ANOTHER: Final = rf"(?!\s+(?:of\s+)?(?:grace|(?:time\s*-?)?bank|cool(?:ing)?[\s-]*(?:off|down)){SPAN_BEFORE})"
_ZONE_WORDS: Final = re.compile(r"[a-z0-9_/+:\u2212-]+(?:[ ]+[a-z_]+){0,2}")
# An hour needs no `at` before it where nothing else is written so: 8pm, 20:00.
_HOUR_AHEAD: Final = r"(?=[0-9]{1,2}(?:[:.h][0-9]{2}|\s*[ap]\.?m))"
_FOLDED_A: Final = r"a(?=\s[0-9]{1,2}h[0-9]{2}\b)"  # à 20h30
_CLOCK: Final = re.compile(
    rf"(?:(?:due\s+)?(?:at|by|{_FOLDED_A}){SET}|{_HOUR_AHEAD})(?:([0-9]{{1,2}})(?:[:.h]([0-9]{{2}}))?\s*(am|pm|a\.m\.|p\.m\.|h|o'clock)?|(noon|midnight)){END}"
)
_ANY_HOUR: Final = re.compile(rf"(?:(?:at{SET})?any\s+(?:hour|time)|no\s+fixed\s+(?:hour|time)|at{SET}{NO}){END}")
_BARE_ZONE: Final = re.compile(r"[a-z]+/[a-z_/-]+|utc(?:[+-][0-9:]+)?")
_RHYTHMS: Final = {"dai": DAY, "day": DAY, "wee": 7 * DAY, "for": 14 * DAY}
_TIME: Final = re.compile(r"\s+time\b(?!\s*-?\s*bank)")
_NAMED_ZONE: Final = re.compile(rf"(?:(?:time\s*)?zone{SET}|in\s+)")
TURN: Final = (
    rf"(?:(?:turns?(?:\s+(?:time|length|take|last))?{SET}(?:every\s+)?|every\s+)?({PATTERN}){_NOT_ANOTHER}"
    rf"(?:\s+(?:per|a|each|for\s+each)\s+turn|\s+turns?|\s+each)?)"
)
RHYTHM: Final = (
    rf"(?:turns?{SET})?(?:(daily|weekly|fortnightly)(?:\s+turns?)?"
    r"|(?:once|(?:one|a)\s+turn)\s+(?:a|per|each|every)\s+(day|week|fortnight))"
)
WEEKDAY_TURN: Final = (
    rf"(?:turns?{SET}|every\s+)?({NUMBER_PATTERN})\s*(?:week|working|business)[\s-]?days?(?:\s+(?:per|a|each)\s+turn)?"
)
WEEKDAYS: Final = (
    rf"(?:on\s+)?(?:week-?days?|(?:working|business)\s+days|workdays)(?:\s+only)?{YES_NO}|mon(?:day)?\s*(?:-|to)\s*fri(?:day)?"
    r"|(?:no|not\s+(?:at|on)|without|except)\s+(?:the\s+)?weekends?|(weekends?\s+(?:too|count)|all\s+days|seven\s+days\s+a\s+week)"
)


def turn(found: re.Match[str]) -> dict[str, Any]:
    return {"turn": read_duration(found[1])}


def rhythm(found: re.Match[str]) -> dict[str, Any]:
    return {"turn": _RHYTHMS[(found[1] or found[2])[:3]]}


def weekday_turn(found: re.Match[str]) -> dict[str, Any]:
    return {"turn": timedelta(days=read_number(found[1]) or 0), "weekdays": True}


def weekdays(found: re.Match[str]) -> dict[str, Any]:
    return {"weekdays": found[1] not in ("no", "off", "false") and found[2] is None}


def hour(text: str, place: int) -> Found | None:
    if (free := _ANY_HOUR.match(text, place)) is not None:
        return free.end(), {"at": None}
    found = _CLOCK.match(text, place)
    if found is None:
        return None
    changes = _clock(found)
    rest = re.compile(r"\s*(?:in\s+)?").match(text, found.end())
    zoned = _zone_from(text, rest.end()) if rest is not None else None
    if isinstance(changes, Misreading):
        return found.end(), changes
    if zoned is None:
        return found.end(), _doubt(found) or changes
    return zoned[0], {**changes, "zone": zoned[1]}


def _doubt(found: re.Match[str]) -> Misreading | None:
    """`2h30` and `2.30`, where nothing else says that an hour of the day is meant."""
    bare = re.match(r"[0-9]+[.h]", found[0])
    if bare is None or found[2] is None or (found[3] or "h") != "h":
        return None
    reason = f'"{found[0]}" may be an hour of the day, or how long a turn is'
    nearest = (f"at {found[1]}:{found[2]}", f"{found[1]}h {found[2]}m")
    return Misreading(said=found[0], reason=reason, nearest=nearest)


def _clock(found: re.Match[str]) -> dict[str, Any] | Misreading:
    if found[4] is not None:
        return {"at": time(12 if found[4] == "noon" else 0)}
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "")[:1]
    if half in ("a", "p") and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    elif half in ("a", "p"):
        hour = 99
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59:
        return Misreading(said=found[0], reason=f'"{found[0]}" is no hour of the day', nearest=("at 20:00", "at 8pm"))
    return {"at": time(hour, minute)}


def zone(text: str, place: int) -> Found | None:
    named = _NAMED_ZONE.match(text, place)
    if named is None:
        found = _BARE_ZONE.match(text, place)
        if found is None:
            return None
        zone = read_zone(found[0])
        return found.end(), zone if isinstance(zone, Misreading) else {"zone": zone}
    zoned = _zone_from(text, named.end())
    if zoned is not None:
        return zoned[0], {"zone": zoned[1]}
    said = re.compile(r"[^,;\s]*").match(text, named.end())
    if said is None or not said[0] or text[place:].startswith("in "):
        return None
    zone = read_zone(said[0])
    return (said.end(), zone) if isinstance(zone, Misreading) else None


def _zone_from(text: str, place: int) -> tuple[int, str] | None:
    """The zone named by one to three words from there on, the most words that name one."""
    found = _ZONE_WORDS.match(text, place)
    if found is None:
        return None
    words = found[0].split(" ")
    for count in range(len(words), 0, -1):
        said = " ".join(words[:count])
        zone = read_zone(said) if words[count - 1] else None
        if isinstance(zone, str):
            end = place + len(said)
            time_said = _TIME.match(text, end)  # London time
            return time_said.end() if time_said else end, zone
    return None
