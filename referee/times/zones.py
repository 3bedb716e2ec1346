"""Time zones: from a player's words to a name that is kept, and from that name to the zone itself."""

import re
import unicodedata
from datetime import UTC, timedelta, timezone, tzinfo
from functools import cache
from importlib import resources
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rapidfuzz import fuzz, process

from referee.misreading import Misreading, heard

NEAREST_MAX: Final = 3
ALIKE_MIN: Final = 68.0  # of 100: below it a suggestion misleads more than it helps
OFFSET_MAX: Final = timedelta(hours=14)
_WORDS_MAX: Final = 60

_OFFSET: Final = re.compile(r"(?:utc|gmt|z)?_?([+-])_?([0-9]{1,2})(?::?([0-9]{2}))?")
_ETC: Final = re.compile(r"etc/gmt([+-])([0-9]{1,2})")
_SAME: Final = {
    **dict.fromkeys(("utc", "gmt", "z", "zulu", "uct", "ut", "greenwich", "universal"), "UTC"),
    **dict.fromkeys(("cet", "cest", "mez", "mesz", "met", "mest"), "CET"),
    **dict.fromkeys(("eet", "eest"), "EET"),
    **dict.fromkeys(("wet", "west"), "WET"),
    "jst": "Asia/Tokyo",
    "nzst": "Pacific/Auckland",
    "nzdt": "Pacific/Auckland",
    "nz": "Pacific/Auckland",
    "msk": "Europe/Moscow",
    **dict.fromkeys(("uk", "england", "britain", "scotland", "wales"), "Europe/London"),
    **dict.fromkeys(("etc/utc", "etc/gmt", "etc/zulu", "etc/uct", "etc/universal", "etc/greenwich"), "UTC"),
}
# These mean several zones, or an hour that does not change in summer while the people who say them change it.
_VAGUE: Final = {
    **dict.fromkeys(("est", "edt", "et", "est5edt"), ("America/New_York", "America/Toronto")),
    **dict.fromkeys(("cst", "cdt", "ct", "cst6cdt"), ("America/Chicago", "Asia/Shanghai")),
    **dict.fromkeys(("mst", "mdt", "mt", "mst7mdt"), ("America/Denver", "America/Phoenix")),
    **dict.fromkeys(("pst", "pdt", "pt", "pst8pdt"), ("America/Los_Angeles", "Asia/Manila")),
    **dict.fromkeys(("hst", "hdt"), ("Pacific/Honolulu", "America/Adak")),
    **dict.fromkeys(
        ("usa", "us", "america", "united_states"), ("America/New_York", "America/Chicago", "America/Los_Angeles")
    ),
    "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "bst": ("Europe/London", "Asia/Dhaka"),
    "ast": ("America/Halifax", "Asia/Riyadh"),
    **dict.fromkeys(("aest", "aedt"), ("Australia/Sydney", "Australia/Brisbane")),
    **dict.fromkeys(("acst", "acdt"), ("Australia/Adelaide", "Australia/Darwin")),
}


@cache
def zone(name: str) -> tzinfo:
    """The zone of a name that `read_zone` gave. Raises ValueError where there is no such zone."""
    if name == "UTC":
        return UTC
    found = _OFFSET.fullmatch(name.lower())
    if found is not None:
        return timezone(_offset(*found.groups()))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"there is no time zone {name!r}") from error


def is_zone(name: str) -> bool:
    """Whether `zone` knows the name, spelt exactly so."""
    return read_zone(name) == name


def read_zone(said: str) -> str | Misreading:
    """The name of the zone that a player means: a name of the zone data, a city in it, a country with one zone, a
    distance from UTC, or a short form that leaves no doubt. Names are kept as the zone data spells them."""
    words = _folded(said)
    if not words:
        return Misreading(said=said, reason="no time zone is given", nearest=("Europe/Berlin", "Berlin", "UTC+2"))
    distance = _distance(said, words)
    if distance is not None:
        return distance
    if words in _SAME:
        return _SAME[words]
    if words in _VAGUE:
        return Misreading(
            said=said, reason=f"{heard(said)} means different hours to different people", nearest=_VAGUE[words]
        )
    found = _keys().get(words) or _cities().get(words)
    if found is not None:
        return found
    homes = _countries().get(words, ())
    if len(homes) == 1:
        return homes[0]
    if homes:
        reason = f"{heard(said)} has {len(homes)} time zones"
        return Misreading(said=said, reason=reason, nearest=homes[:NEAREST_MAX])
    return Misreading(said=said, reason=f'no time zone is called "{heard(said)}"', nearest=_nearest(words))


def place(name: str) -> str:
    """The zone in a sentence after an hour: `in Berlin`, `UTC`, `UTC+2`, `CET`."""
    if "/" in name:
        return "in " + name.rsplit("/", 1)[1].replace("_", " ")
    return name


def _distance(said: str, words: str) -> str | Misreading | None:
    found = _OFFSET.fullmatch(words)
    if found is None:
        turned = _ETC.fullmatch(words)  # in these names the sign is the other way round
        if turned is None:
            return None
        sign, hours, minutes = "-" if turned[1] == "+" else "+", turned[2], None
    else:
        sign, hours, minutes = found.groups()
    distance = _offset(sign, hours, minutes)
    if abs(distance) > OFFSET_MAX or int(minutes or 0) % 15 or int(minutes or 0) >= 60:
        return Misreading(said=said, reason="no place is so far from UTC", nearest=("UTC+2", "UTC-5", "UTC+5:30"))
    if not distance:
        return "UTC"
    return f"UTC{sign}{int(hours)}" + (f":{minutes}" if int(minutes or 0) else "")


def _offset(sign: str, hours: str, minutes: str | None) -> timedelta:
    distance = timedelta(hours=int(hours), minutes=int(minutes or 0))
    return -distance if sign == "-" else distance


def _folded(said: str) -> str:
    plain = unicodedata.normalize("NFKD", said[:_WORDS_MAX].replace("\u2212", "-").replace("\u2013", "-"))
    kept = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    words = "_".join(re.sub(r"[\s_]+", " ", kept).strip(" .\"'`").split())
    return re.sub(r"_?/_?", "/", words.removesuffix("_time"))


def _table(name: str) -> list[list[str]]:
    text = (resources.files("tzdata") / "zoneinfo" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


@cache
def _keys() -> dict[str, str]:
    """Every name of the zone data with a region in it, by its folded form."""
    names = (resources.files("tzdata") / "zones").read_text(encoding="utf-8").split()
    return {_folded(name): name for name in names if "/" in name and not name.startswith(("Etc/", "SystemV/"))}


@cache
def _cities() -> dict[str, str]:
    """The last part of a name, where it names one zone; the current names go before those of old."""
    cities = {_folded(name.rsplit("/", 1)[1]): name for name in _keys().values()}
    return cities | {_folded(row[2].rsplit("/", 1)[1]): row[2] for row in _table("zone.tab")}


@cache
def _countries() -> dict[str, tuple[str, ...]]:
    names = {code: _folded(name) for code, name in _table("iso3166.tab")}
    homes: dict[str, tuple[str, ...]] = {}
    for row in _table("zone.tab"):
        country = names[row[0]]
        homes[country] = (*homes.get(country, ()), row[2])
    return homes


def _nearest(words: str) -> tuple[str, ...]:
    choices = _cities() | _keys()
    found = process.extract(words, choices.keys(), scorer=fuzz.ratio, limit=NEAREST_MAX, score_cutoff=ALIKE_MIN)
    return tuple(dict.fromkeys(choices[choice] for choice, _, _ in found)) or ("Europe/Berlin", "UTC+2")
