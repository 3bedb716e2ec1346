"""Terms from a player's words or a table's: every option in any order, commas or none, and complaints that help."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from msgspec.structs import replace
from rapidfuzz import fuzz, process

from engine.language.folding import clean, fold
from referee.misreading import Misreading, heard
from referee.terms.model import Terms, faults
from referee.terms.options import OPTIONS
from referee.times.durations import short

CHARS_MAX: Final = 1000
COMPLAINTS_MAX: Final = 8
ALIKE_MIN: Final = 55.0
SUGGESTED_MAX: Final = 5
_BETWEEN: Final = re.compile(r"(?:[\s,;.&!]|\b(?:and|with|game|an?|the|please)\b)+")
_WORD: Final = re.compile(r"[^\s,;]+")
# What words that are no option are about, and the option by its key.
_ABOUT: Final = (
    (r"silen|missing|absent|no-?show|late|forfeit|idle|replac", "no orders"),
    (r"slow|fast|quick|speed|pace|clock|daily|hour|day|week|month", "turn"),
    (r"secret|hidden|unknown", "anonymous"),
    (r"letter|messag|chat|talk", "press"),
    (r"watch|public|private", "spectators"),
    (r"rank|rating|ladder|league", "rated"),
)


def read_terms(said: str, *, base: Terms | None = None) -> Terms | tuple[Misreading, ...]:
    """The terms that the words come to; what they leave out is as in `base`. Complaints where a word is not understood,
    an option is given in two ways, or no game can be played so."""
    if len(said) > CHARS_MAX:
        return (Misreading(said=heard(said), reason=f"options are at most {CHARS_MAX} characters"),)
    text = _folded(said)
    given: dict[str, tuple[Any, str]] = {}
    complaints: list[Misreading] = []
    place, unknown = 0, ""
    while place < len(text):
        found = _longest(text, place)
        if found is None and (between := _BETWEEN.match(text, place)):
            if re.search("[,;\n]", between[0]):
                unknown = _complain(unknown, complaints)
            place = between.end()
            continue
        if found is None:
            word = _WORD.match(text, place)
            assert word is not None
            unknown, place = f"{unknown} {word[0]}".strip(), word.end()
            continue
        unknown = _complain(unknown, complaints)
        end, changes = found
        _take(changes, text[place:end].strip(), given, complaints)
        place = end
    _complain(unknown, complaints)
    terms = replace(base or Terms(), **{name: value for name, (value, _) in given.items()})
    if "grace" not in given and terms.grace > terms.turn:
        terms = replace(terms, grace=max(terms.turn, timedelta()))
    complaints += faults(terms)
    return tuple(complaints[:COMPLAINTS_MAX]) or terms


def read_table(given: Mapping[str, object], *, base: Terms | None = None) -> Terms | tuple[Misreading, ...]:
    """The terms in a table such as a TOML file holds: `turn = "3d"`, `rated = true`, `no_orders = "rest"`."""
    keys = [option.key for option in OPTIONS]
    lines, complaints = [], []
    for key, value in given.items():
        words = {each.replace("-", " "): each for each in keys}
        known = words.get(key.lower().replace("_", " ").replace("-", " "))
        if known is None:
            near = process.extractOne(key, keys, scorer=fuzz.ratio, score_cutoff=ALIKE_MIN)
            shown = tuple(each.replace(" ", "_").replace("-", "_") for each in ((near[0],) if near else keys))
            complaints.append(Misreading(said=key, reason=f'no option is called "{heard(key)}"', nearest=shown))
        elif not isinstance(value, str | int):
            complaints.append(Misreading(said=key, reason=f"{heard(key)} must be a text, a number, true or false"))
        else:
            said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            lines.append(f"{known}: {said}")
    if complaints:
        return tuple(complaints)
    return read_terms("\n".join(lines), base=base)


def options_begin(said: str) -> int:
    """Where the first option begins in `Bob, Cid 3d rated`; the length where there is none. Before it stand names. No
    blank may follow another in what is said."""
    text = _folded(said, every=True)
    starts = (word.start() for word in _WORD.finditer(text) if _longest(text, word.start()) is not None)
    return next(starts, len(said))


def _folded(said: str, *, every: bool = False) -> str:
    """In small letters and plain signs, without blanks that follow others. `every`: each character stands where it
    stood."""
    if every:
        return "".join(folded if len(folded := fold(c)[0].lower()) == 1 else "?" for c in said)
    lines = (" ".join(fold(clean(line))[0].lower().split()) for line in said.splitlines())
    return "\n".join(line for line in lines if line)


def _longest(text: str, place: int) -> tuple[int, dict[str, Any] | Misreading] | None:
    found = [each for option in OPTIONS if (each := option.match(text, place)) is not None]
    return max(found, key=lambda each: each[0], default=None)


def _take(
    changes: dict[str, Any] | Misreading, said: str, given: dict[str, tuple[Any, str]], complaints: list[Misreading]
) -> None:
    if isinstance(changes, Misreading):
        complaints.append(changes)
        return
    for name, value in changes.items():
        before = given.setdefault(name, (value, said))
        if before[0] != value:
            reason = f'"{heard(before[1])}" and "{heard(said)}" do not go together'
            complaints.append(Misreading(said=said, reason=reason, nearest=(before[1], said)))


def _complain(unknown: str, complaints: list[Misreading]) -> str:
    if unknown:
        complaints.append(
            Misreading(said=unknown, reason=f'"{heard(unknown)}" is no option of a game', nearest=_nearest(unknown))
        )
    return ""


def _nearest(unknown: str) -> tuple[str, ...]:
    """The forms of the option that was meant by its first words, or the form most like what was said."""
    if re.fullmatch(r"[0-9]{1,3}", unknown):
        return (f"{unknown}d", f"{unknown}h", f"{unknown} wizards")
    by_key = {option.key: option.forms for option in OPTIONS} | {
        "nmr": OPTIONS[-2].forms,
        "watchers": OPTIONS[-1].forms,
    }
    first = unknown.split(maxsplit=1)[0].rstrip(":=")
    for key in by_key:
        if fuzz.ratio(first, key) >= 80.0 or (len(unknown) > len(key) and unknown.startswith(key)):
            return by_key[key]
    about = next((key for pattern, key in _ABOUT if re.search(rf"\b(?:{pattern})", unknown)), None)
    if about is not None:
        return by_key[about][:SUGGESTED_MAX]
    forms = [form for option in OPTIONS for form in option.forms]
    scored = process.extract(unknown, forms, scorer=fuzz.WRatio, limit=2, score_cutoff=ALIKE_MIN)
    return tuple(form for form, _, _ in scored) or (short(Terms().turn), "rated", "grace 12h")
