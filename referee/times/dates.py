"""Days and spans of days as players write them. What may mean two days is asked back; what is past is refused."""

import re
import unicodedata
from datetime import date, timedelta
from functools import partial
from typing import Final

from msgspec.structs import replace

from engine.language.nearest import nearest
from engine.model import Value
from referee.misreading import Misreading, heard
from referee.times import durations
from referee.times.showing import MONTHS, WEEKDAYS

AHEAD_MAX: Final = timedelta(days=550)
# A day without a year that has just gone by was hardly meant for next year.
JUST_PAST: Final = timedelta(days=90)
_SAID_MAX: Final = 120
_PASSED: Final = "has passed"

# What is read is folded: no blank follows another.
_YEAR: Final = r"(?:,? ?([0-9]{4}))?"
_NTH: Final = r"([0-9]{1,2})(?:st|nd|rd|th)?"
_WEEKDAY: Final = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]? )?"
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DAY_MONTH: Final = re.compile(rf"{_WEEKDAY}(?:the )?{_NTH}\.? ?(?:of )?([a-z]{{3,}})\.?{_YEAR}")
_MONTH_DAY: Final = re.compile(rf"{_WEEKDAY}([a-z]{{3,}})\.? ?(?:the )?{_NTH}{_YEAR}")
_DOTTED: Final = re.compile(r"([0-9]{1,2})\. ?([0-9]{1,2})\.?(?: ?([0-9]{4}|[0-9]{2}))?")
_FIGURES: Final = re.compile(
    r"(?<![0-9/-])([0-9]{1,2})(?:/([0-9]{1,2})(?:/([0-9]{4}|[0-9]{2}))?|-([0-9]{1,2})-([0-9]{4}))(?![0-9/-])"
)
_BARE: Final = re.compile(rf"(?:the )?{_NTH}")
_BETWEEN: Final = re.compile(r" (?:to|until|till|up to|through|thru|and) | -+ | ?\.\.+ ?| / ")
_FOR: Final = re.compile(rf"\bfor ({durations.PATTERN})\Z")


class Days(Value, frozen=True, kw_only=True):
    """Whole days, the first and the last both meant."""

    first: date
    last: date

    def count(self) -> int:
        return (self.last - self.first).days + 1


def read_days(said: str, *, today: date) -> Days | Misreading:
    """`3 Dec to 10 Dec`, `from 2026-12-03 until 2026-12-10`, `3-10 Dec`, `tomorrow for a week`, `Dec 3`."""
    text = re.sub(r"^(?:from|on|between) ", "", _folded(said))
    readings = _in_words(text)
    if len(readings) > 1:
        return _asked(said, tuple(read_days(each, today=today) for each in readings), today)
    text = re.sub(r"^(?:until|till|up to|to) ", "today to ", readings[0])
    if text in ("this week", "next week"):
        return _week(today, next_one=text == "next week")
    lasting = _FOR.search(text)
    if lasting is not None:
        return _lasting(said, text[: lasting.start()].rstrip() or "today", lasting[1], today)
    for first, last in _halves(text):
        if last is None:
            only = read_day(first, today=today)
            return only if isinstance(only, Misreading) else Days(first=only, last=only)
        return _span(said, first, last, today)
    return Misreading(said=heard(said), reason="no days are given", nearest=_examples(today))


def _week(today: date, *, next_one: bool) -> Days:
    """The rest of this week, or Monday to Sunday of the next."""
    sunday = today + timedelta(days=6 - today.weekday())
    if not next_one:
        return Days(first=today, last=sunday)
    return Days(first=sunday + timedelta(days=1), last=sunday + timedelta(days=7))


def read_day(said: str, *, today: date) -> date | Misreading:
    """One day, today or later."""
    readings = _in_words(_folded(said))
    if len(readings) > 1:
        days = tuple(read_days(each, today=today) for each in readings)
        return _asked(said, days, today)
    return _read_day(said, readings[0], today)


def _read_day(said: str, text: str, today: date) -> date | Misreading:
    if text in ("today", "now"):
        return today
    if text == "tomorrow":
        return today + timedelta(days=1)
    weekday = next(
        (n for n, name in enumerate(WEEKDAYS) if text.removeprefix("next ") in (name.lower(), name[:3].lower())), None
    )
    if weekday is not None:
        return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    return _dated(said, text, today)


def _dated(said: str, text: str, today: date) -> date | Misreading:
    made = _by_form(said, text, today)
    named = next((n for n, name in enumerate(WEEKDAYS) if text.startswith(name[:3].lower())), None)
    if isinstance(made, date) and named is not None and named != made.weekday():
        reason = f"{_plain(made)} is a {WEEKDAYS[made.weekday()]}"
        return Misreading(said=heard(said), reason=reason, nearest=(f"{WEEKDAYS[made.weekday()]} {_plain(made)}",))
    return made


def _by_form(said: str, text: str, today: date) -> date | Misreading:
    if found := _ISO.fullmatch(text):
        return _made(said, int(found[3]), int(found[2]), int(found[1]), today)
    if found := _DAY_MONTH.fullmatch(text):
        return _with_month(said, found[1], found[2], found[3], today)
    if found := _MONTH_DAY.fullmatch(text):
        return _with_month(said, found[2], found[1], found[3], today)
    if found := _DOTTED.fullmatch(text):
        return _made(said, int(found[1]), int(found[2]), _year(found[3]), today)
    return Misreading(said=heard(said), reason=f'"{heard(said)}" is no day', nearest=_examples(today))


def _span(said: str, first: str, last: str, today: date) -> Days | Misreading:
    end = read_day(last, today=today)
    if isinstance(end, Misreading):
        return end
    if bare := _BARE.fullmatch(_folded(first)):
        first = f"{int(bare[1])} {MONTHS[end.month - 1]} {end.year}"
    start = read_day(first, today=today)
    if isinstance(start, Misreading):
        begun = start.reason.endswith(_PASSED)
        return replace(start, nearest=(_plain_span(Days(first=today, last=end)),)) if begun else start
    if end < start:
        later = read_day(last, today=start)
        if isinstance(later, Misreading) or later < start:
            reason = f"{_plain(end)} is before {_plain(start)}"
            return Misreading(said=heard(said), reason=reason, nearest=(f"{_plain(end)} to {_plain(start)}",))
        end = later
    return Days(first=start, last=end)


def _lasting(said: str, first: str, lasting: str, today: date) -> Days | Misreading:
    start = read_day(first, today=today)
    if isinstance(start, Misreading):
        return start
    length = durations.read_duration(lasting)
    if length is None or not length or length % durations.DAY or length > AHEAD_MAX:
        near = f"{_plain(start)} to {_plain(start + timedelta(days=6))}"
        return Misreading(
            said=heard(said), reason=f"{lasting} is no number of whole days that can be had", nearest=(near,)
        )
    return Days(first=start, last=start + length - durations.DAY)


def _halves(text: str) -> list[tuple[str, str | None]]:
    """The text cut between its two days, or whole."""
    if not text:
        return []
    cut = _BETWEEN.search(text)
    if cut is not None and text[: cut.start()] and text[cut.end() :]:
        return [(text[: cut.start()], text[cut.end() :])]
    if iso := re.fullmatch(rf"({_ISO.pattern})[\s/-]+({_ISO.pattern})", text):
        return [(iso[1], iso[5])]
    if _ISO.fullmatch(text):
        return [(text, None)]
    joined = re.fullmatch(r"([^-]+)-([^-]+)", text)
    if joined is None:
        return [(text, None)]
    first, last = joined[1].strip(), joined[2].strip()
    month = re.match(r"([a-z]{3,})", first)
    if month and _BARE.fullmatch(re.sub(rf"{_YEAR}$", "", last)):
        return [(first, f"{month[1]} {last}")]  # Dec 3-10
    return [(first, last)]


def _with_month(said: str, day: str, word: str, year: str | None, today: date) -> date | Misreading:
    word = "sep" if word == "sept" else word
    month = next((n for n, name in enumerate(MONTHS, 1) if name.lower().startswith(word)), None)
    if month is None:
        alike = nearest(word, MONTHS, alike_min=60.0)
        meant = f"{int(day)} {alike} {year or ''}".strip()
        would_do = alike is not None and isinstance(read_day(meant, today=today), date)
        near = (meant,) if would_do else _examples(today)
        return Misreading(said=heard(said), reason=f'"{word}" is no month', nearest=near)
    return _made(said, int(day), month, _year(year), today)


def _in_words(text: str) -> tuple[str, ...]:
    """The text with its days in figures, like 3/12, written in words; twice where some would put the month first."""
    dates = [(int(each[1]), int(each[2] or each[4])) for each in _FIGURES.finditer(text)]
    orders = [day_first for day_first in (True, False) if all(pair[day_first] <= 12 for pair in dates)]
    if all(day == month for day, month in dates):
        orders = orders[:1]

    def written(found: re.Match[str], *, day_first: bool) -> str:
        pair = (int(found[1]), int(found[2] or found[4]))
        month = MONTHS[pair[day_first] - 1].lower() if 1 <= pair[day_first] <= 12 else "no month"
        return f"{pair[not day_first]} {month} {_year(found[3] or found[5]) or ''}".strip()

    return tuple(_FIGURES.sub(partial(written, day_first=order), text) for order in orders) or (text,)


def _asked(said: str, meanings: tuple[Days | Misreading, ...], today: date) -> Misreading:
    """Some write the day first, some the month."""
    near = tuple(_plain_span(days) for days in meanings if isinstance(days, Days))
    return Misreading(said=heard(said), reason=f"{heard(said)} may mean two days", nearest=near or _examples(today))


def _made(said: str, day: int, month: int, year: int | None, today: date) -> date | Misreading:
    said = heard(said)
    made = _date(year if year is not None else today.year, month, day)
    if year is None and (made is None or made < today):
        passed, made = made, _date(today.year + 1, month, day)
        if passed is not None and made is not None and today - passed <= JUST_PAST:
            reason = f"{passed.day} {MONTHS[passed.month - 1]} {_PASSED}"
            return Misreading(said=heard(said), reason=reason, nearest=(_plain(made),))
    if made is None:
        return Misreading(said=heard(said), reason=f"there is no such day as {said}", nearest=_examples(today))
    if made < today:
        return Misreading(said=heard(said), reason=f"{_plain(made)} {_PASSED}", nearest=_examples(today))
    if made - today > AHEAD_MAX:
        return Misreading(said=heard(said), reason=f"{_plain(made)} is too far ahead", nearest=_examples(today))
    return made


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    return int(text) + 2000 if len(text) == 2 else int(text)


def _plain(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _plain_span(days: Days) -> str:
    return _plain(days.first) if days.first == days.last else f"{_plain(days.first)} to {_plain(days.last)}"


def _examples(today: date) -> tuple[str, ...]:
    return (_plain(today + timedelta(days=7)), (today + timedelta(days=7)).isoformat())


def _folded(said: str) -> str:
    text = unicodedata.normalize("NFKC", said[:_SAID_MAX])
    text = re.sub("[\u2010-\u2015\u2212]", "-", text).casefold()
    return " ".join(text.split()).strip(" ,;!")
