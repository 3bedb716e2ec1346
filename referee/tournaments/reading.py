"""An event's definition from a TOML file or options, with every fault at once; and an example of such a file."""

import tomllib
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

import msgspec

from engine.language import Field, read
from engine.language.nearest import nearest
from engine.model import new_duel
from engine.tournament.faults import faults
from engine.tournament.model import Entrant, Event, Scoring, TieBreak, Withdrawals
from engine.tournament.terms import Swiss
from engine.tournament.terms import Terms as Format
from referee.names import look_alike_key, refuse_name, tidy_name
from referee.terms import Terms, read_table, read_terms
from referee.terms.event import ENTRANTS_MAX, FORMATS, GAMES_AT_ONCE_MAX, TIEBREAKS, Definition
from referee.terms.model import SilenceKind
from referee.times.durations import DAY, read_duration

NAME_CHARS_MAX: Final = 40
ABOUT_CHARS_MAX: Final = 2000
GAME_TIME_MIN: Final = DAY
ENTRANTS_SUPPOSED: Final = 1000  # where no limit is set: rounds too many for the real number are refused at the start
_KEYS: Final = [
    "name",
    "format",
    "about",
    "mailbox",
    "terms",
    "scoring",
    "tiebreaks",
    "withdrawals",
    "forbidden",
    "games_at_once",
    "entrants_max",
    "late_entries",
    "game_time",
    "appeal",
]

# What a format cannot do without, as somebody might set it.
_AS_IN: Final = {"rounds": "5", "seasons": "3", "size": "6", "movers": "1", "table": "4", "places": "[5, 3, 2, 1]"}
_NAMES: Final = ("Ann", "Bob")  # of a duel in which words could be orders

EXAMPLE: Final = """\
# An event for `referee tournament create FILE`. A name and a format are needed; all else may be left out, and is
# then as it stands here. Nothing of it can be changed once the event is open.

name = "Winter Cup"
about = ""                  # what players should know of it, in a sentence or two

mailbox = "main"            # the mailbox of the settings that its games and mails belong to

# What every game of it is played by; the wizards are as many as the format says.
terms = "3d weekdays, rated, no orders: surrender after 3"

# How many games at a time somebody plays who does not say; a game counts over all events that he is in.
games_at_once = 2
late_entries = false        # whether one can join after the start
# entrants_max = 64         # no more than these
# forbidden = [["Ann", "Bob"]]  # who are not to meet, in a Swiss

game_time = "60d"           # a game that still goes on then is adjudicated as it stands
appeal = "5d"               # and so long its players can appeal to the director

# Who leaves where all play all: "keep" what he played, "half": only where he played half of it, "void": nothing.
withdrawals = "half"

# What tells those apart who have as many points, in this order; left out: what is usual for the format. There are
# direct encounter, Sonneborn-Berger, Sonneborn-Berger cut 1, wins, hit points kept, turns needed and lot; in a Swiss
# Buchholz, Buchholz cut 1, Buchholz cut 2 and Buchholz median as well. Knockouts and ladders have none.
tiebreaks = ["Buchholz cut 1", "Buchholz", "Sonneborn-Berger", "wins"]

[scoring]
win = 1.0
draw = 0.5
loss = 0.0
bye = 1.0
walkover = 1.0
forfeit = 0.0
absent = 0.0                # a round before a late entry

# One of these formats, with what is fixed for it:
#   type = "round robin", legs = 1 (or 2), sections = 1, advance = 0 (so many of each section play a final)
#   type = "swiss", rounds = 5, settled_percent = 100 (of games over before the next), accelerated = false
#   type = "knockout", lives = 1 (2: double elimination), replays = 1 (of a drawn game)
#   type = "ladder", reach = 3 (places up), rest = 1 (games with others before the same two meet again)
#   type = "league", seasons = 3, size = 6 (of a division), movers = 1 (up and down), legs = 1
#   type = "melees", rounds = 4, table = 4 (wizards), places = [5, 3, 2, 1] (points)
[format]
type = "swiss"
rounds = 5
"""


def read_event(text: str, *, base: Terms) -> Definition | tuple[str, ...]:
    """The definition in a TOML text, or all that is wrong with it; `base`: terms where it says nothing else."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (f"this is no TOML: {error}",)
    return from_table(table, base=base)


def from_table(table: Mapping[str, Any], *, base: Terms) -> Definition | tuple[str, ...]:
    """The same from a table that was read already."""
    found: list[str] = list(_unknown(table, _KEYS))
    defined = _format(table.get("format"), found)
    games = _games(table.get("terms"), base, found)
    values: dict[str, Any] = {
        key: _value(key, table[key], kind, found)
        for key, kind in (
            ("about", str),
            ("mailbox", str),
            ("withdrawals", Withdrawals),
            ("forbidden", tuple[tuple[str, str], ...]),
            ("games_at_once", int),
            ("entrants_max", int),
            ("late_entries", bool),
            ("tiebreaks", tuple[TieBreak, ...]),
            ("scoring", Scoring),
        )
        if key in table
    }
    values |= {key: _span(key, table[key], found) for key in ("game_time", "appeal") if key in table}
    found += _unknown(table.get("scoring", {}), Scoring.__struct_fields__, "scoring.")
    name = _name(table.get("name"), found)
    if found or defined is None or games is None:
        return tuple(found)
    whole = Definition(
        **({"name": name, "format": defined, "games": games, "tiebreaks": TIEBREAKS[type(defined)]} | values)
    )
    return tuple(_of_whole(whole)) or whole


def _unknown(table: Any, known: Any, before: str = "") -> Iterator[str]:
    for key in table if isinstance(table, Mapping) else ():
        if key not in known:
            near = nearest(key, known)
            yield f"{before}{key}: there is no such setting" + (f"; did you mean {near}?" if near else "")


def _name(said: Any, found: list[str]) -> str:
    if not isinstance(said, str) or not said.strip():
        found.append('name: say what the event is called, as in name = "Winter Cup"')
        return ""
    name = tidy_name(said)
    if len(name) > NAME_CHARS_MAX:
        found.append(f"name: {NAME_CHARS_MAX} characters at most")
    elif read(name, Field.of(new_duel(_NAMES)), _NAMES[0]).clauses:
        found.append("name: that reads as an order of a wizard, and would be taken for one in answers to its mails")
    elif name.isdigit() or not look_alike_key(name):
        found.append("name: a name has letters in it")
    return name


def _format(table: Any, found: list[str]) -> Format | None:
    sort = table.get("type") if isinstance(table, Mapping) else None
    if not isinstance(sort, str) or sort not in FORMATS:
        near = nearest(str(sort), FORMATS) if sort else None
        there = f"did you mean {near}?" if near else f"there are {', '.join(FORMATS)}"
        found.append(f"format.type: say what is played; {there}")
        return None
    kind = FORMATS[sort]
    wrong = list(_unknown(table, ("type", *kind.__struct_fields__), "format."))
    required = [each.name for each in msgspec.structs.fields(kind) if each.required]
    wrong += [f"format.{each}: is missing, as in {each} = {_AS_IN[each]}" for each in required if each not in table]
    found += wrong
    try:
        return None if wrong else msgspec.convert(dict(table), kind, strict=True)
    except msgspec.ValidationError as error:
        found.append(f"format: {error}")
        return None


def _games(said: Any, base: Terms, found: list[str]) -> Terms | None:
    terms = base if said is None else read_table(said, base=base) if isinstance(said, Mapping) else None
    if terms is None:
        terms = read_terms(str(said), base=base)
    if isinstance(terms, tuple):
        found += [f"terms: {each.brief()}" for each in terms]
        return None
    if terms.anonymous:
        found.append("terms: games of an event cannot be anonymous, as pairings are told to all")
    if terms.silence.kind is SilenceKind.STANDBY:
        found.append("terms: seats of an event are not offered to players on standby; try no orders: surrender after 3")
    if terms.silence.kind is SilenceKind.WAIT:
        found.append("terms: games of an event cannot wait for orders without end; try no orders: surrender after 3")
    return terms


def _value(key: str, said: Any, kind: Any, found: list[str]) -> Any:
    try:
        return msgspec.convert(said, kind, strict=True)
    except msgspec.ValidationError as error:
        found.append(f"{key}: {error}")
        return None


def _span(key: str, said: Any, found: list[str]) -> timedelta:
    span = read_duration(said) if isinstance(said, str) else None
    if span is None:
        found.append(f'{key}: {said!r} is no span of time such as "60d"')
        return timedelta()
    return span


def _of_whole(defined: Definition) -> Iterator[str]:
    """What does not go together, as far as it shows before anybody has joined."""
    if defined.game_time < GAME_TIME_MIN:
        yield "game_time: a game takes a day at the least"
    if not 1 <= defined.games_at_once <= GAMES_AT_ONCE_MAX:
        yield f"games_at_once: 1 to {GAMES_AT_ONCE_MAX}"
    if len(defined.about) > ABOUT_CHARS_MAX:
        yield f"about: {ABOUT_CHARS_MAX} characters at most"
    if defined.entrants_max is not None and not 2 <= defined.entrants_max <= ENTRANTS_MAX:
        yield f"entrants_max: 2 to {ENTRANTS_MAX}"
        return
    full = (Entrant(name=str(n), games_at_once=1) for n in range(defined.entrants_max or ENTRANTS_SUPPOSED))
    yield from faults(
        Event(
            name=defined.name,
            seed="",
            terms=defined.format,
            entrants=tuple(full),
            scoring=defined.scoring,
            tiebreaks=defined.tiebreaks,
        )
    )
    if defined.forbidden and not isinstance(defined.format, Swiss):
        yield "forbidden: pairs who are not to meet can be kept apart in a Swiss only"


def wizard_fault(name: str) -> str | None:
    """Why nobody can play under that name."""
    fault = refuse_name(name)
    return None if fault is None else fault.reason
