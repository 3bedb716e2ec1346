"""Spans of time in words, both ways: `3d`, `72 hours`, `a week`, `1d 12h`."""

import re
from datetime import timedelta
from typing import Final

from referee.times.numerals import IN_WORDS

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=3660)

_UNITS: Final = {"w": 7 * DAY, "d": DAY, "h": HOUR, "m": MINUTE}
_NUMBERS: Final = {word: number for number, word in enumerate(IN_WORDS)} | {"zero": 0, "a": 1, "an": 1}
_NUMBER: Final = rf"(?:[0-9]{{1,5}}(?:[.][0-9]{{1,2}})?|\b(?:{'|'.join(n for n in _NUMBERS if n != 'no')})\b)"
_UNITS_SAID: Final = ("weeks?|wks?|w", "days?|d", "hours?|hrs?|h", "minutes?|mins?|m")  # the longest first
_UNIT: Final = rf"(?:{'|'.join(_UNITS_SAID)})(?![a-z])"
_PART: Final = rf"({_NUMBER})\s?-?\s?({_UNIT})"


def _from(first: int) -> str:
    """A span that begins with this unit and goes on with shorter ones, each once: `3d 5d` is no span, but two."""
    begins, *more = (rf"{_NUMBER}\s?-?\s?(?:{said})(?![a-z])" for said in _UNITS_SAID[first:])
    return begins + "".join(rf"(?:(?:\sand)?\s?{each})?" for each in more)


# To be put into other patterns, for texts in which no blank follows another; groups in them do not capture.
NUMBER_PATTERN: Final = _NUMBER
PART_PATTERN: Final = rf"(?:{_NUMBER}\s?-?\s?{_UNIT})"
PATTERN: Final = rf"(?:{'|'.join(map(_from, range(len(_UNITS_SAID))))})"


def read_number(word: str) -> int | None:
    """A number from 0 to 99999 in figures, or from nought to twelve in words."""
    word = word.strip().lower()
    if word.isascii() and word.isdigit() and len(word) <= 5:
        return int(word)
    return _NUMBERS.get(word)


def read_duration(said: str) -> timedelta | None:
    """The span that the words name, None where they name none. Whole minutes."""
    text = " ".join(said.lower().split())
    if re.fullmatch(PATTERN, text) is None:
        return None
    total = timedelta()
    for number, unit in re.findall(_PART, text):
        count = float(number) if number[0].isdigit() else float(_NUMBERS[number])
        total += count * _UNITS[unit[0]]
        if total > LONGEST:
            return LONGEST
    return timedelta(minutes=round(total / MINUTE))


def short(span: timedelta) -> str:
    """`3d`, `36h`, `2d 12h`, `90m` become what `read_duration` reads as the same span. Whole minutes."""
    minutes = round(span / MINUTE)
    days, rest = divmod(minutes, 24 * 60)
    if rest and days < 3:
        days, rest = 0, minutes
    hours, minutes = divmod(rest, 60)
    parts = [f"{count}{unit}" for count, unit in ((days, "d"), (hours, "h"), (minutes, "m")) if count]
    return " ".join(parts) or "0h"


def long(span: timedelta, *, units: int = 3) -> str:
    """`2 days 23 hours`: the largest `units` kinds of unit, what is below them cut off; `less than a minute`."""
    minutes = span // MINUTE
    counts = (minutes // 1440, minutes // 60 % 24, minutes % 60)
    first = next((index for index, count in enumerate(counts) if count), None)
    if first is None:
        return "less than a minute"
    named = zip(counts, ("day", "hour", "minute"), strict=True)
    parts = [
        f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in list(named)[first : first + units] if count
    ]
    return " ".join(parts)
