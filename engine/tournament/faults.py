"""What is wrong with an event before it starts: each fault as a sentence that says what would work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, assert_never

from engine.tournament.formats.melees import SEATS_MAX, SEATS_MIN
from engine.tournament.formats.round_robin import SECTIONS_MAX
from engine.tournament.formats.swiss import rounds_allowed
from engine.tournament.model import Event, TieBreak
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss

COUNT_MAX: Final = 1000  # of rounds, places and the like, where nothing else sets a limit
POINTS_MAX: Final = 1000
LIVES_MAX: Final = 2
LEGS_MAX: Final = 2
DIVISION_MIN: Final = 3
BUCHHOLZ: Final = frozenset(each for each in TieBreak if each.name.startswith("BUCHHOLZ"))
MELEE_TIEBREAKS: Final = frozenset({TieBreak.WINS, TieBreak.HIT_POINTS, TieBreak.TURNS, TieBreak.LOT})


def faults(event: Event) -> tuple[str, ...]:
    """All that must be mended before the first round, in a fixed order; none means that the event can start."""
    return (*_of_entrants(event), *_of_scoring(event), *_of_terms(event), *_of_forbidden(event))


def _of_entrants(event: Event) -> Iterator[str]:
    least = SEATS_MIN if isinstance(event.terms, Melees) else 2
    if len(event.entrants) < least:
        yield f"{least} players are needed at least, and so many have entered: {len(event.entrants)}."
    for name, times in Counter(each.name for each in event.entrants).items():
        if times > 1:
            yield f"{name} has entered {times} times; once will do."
    for each in event.entrants:
        if each.games_at_once < 1:
            yield f"{each.name} can play no game at a time; it must be 1 at least."


def _of_scoring(event: Event) -> Iterator[str]:
    """Points and tie-breaks. (That Buchholz is not for a round robin: FIDE C.07, the note to article 8.)"""
    for name in type(event.scoring).__struct_fields__:
        points = getattr(event.scoring, name)
        if not 0 <= points <= POINTS_MAX or points * 4 % 1:
            yield f"{points} points for {name}: points are 0 to {POINTS_MAX}, in quarters."
    if not event.scoring.win > event.scoring.draw >= event.scoring.loss:
        yield "A win must give more points than a draw, and a draw no fewer than a loss."
    for tiebreak, times in Counter(event.tiebreaks).items():
        if times > 1:
            yield f"The tie-break {tiebreak.value} is named {times} times; once will do."
        if isinstance(event.terms, Melees) and tiebreak not in MELEE_TIEBREAKS:
            known = ", ".join(sorted(each.value for each in MELEE_TIEBREAKS))
            yield f"The tie-break {tiebreak.value} is for duels; for melees there are {known}."
        if isinstance(event.terms, RoundRobin | League) and tiebreak in BUCHHOLZ:
            yield f"The tie-break {tiebreak.value} tells nobody apart where all meet the same opponents."
    if event.tiebreaks and isinstance(event.terms, Knockout | Ladder):
        yield "Tie-breaks are for tables by points, and here the table goes by who beat whom: name none."


def _of_terms(event: Event) -> Iterator[str]:
    match event.terms:
        case RoundRobin() as terms:
            yield from _of_round_robin(terms, len(event.entrants))
        case Swiss() as terms:
            yield from _of_swiss(event, terms)
        case Knockout() as terms:
            yield from _outside("lives", terms.lives, 1, LIVES_MAX)
            yield from _outside("replays of a drawn game", terms.replays, 0, 9)
        case Ladder() as terms:
            yield from _outside("places that a challenge may go up", terms.reach, 1)
            yield from _outside("games before meeting again", terms.rest, 0)
        case League() as terms:
            yield from _outside("seasons", terms.seasons, 1)
            yield from _outside("wizards in a division", terms.size, DIVISION_MIN)
            yield from _outside("movers", terms.movers, 0, terms.size // 2)
            yield from _outside("legs", terms.legs, 1, LEGS_MAX)
        case Melees() as terms:
            yield from _outside("rounds", terms.rounds, 1)
            yield from _outside("wizards at a table", terms.table, SEATS_MIN, SEATS_MAX)
            worth = terms.places
            if not worth or any(a < b for a, b in pairwise(worth)) or not all(0 <= a <= POINTS_MAX for a in worth):
                yield f"The points for places are 0 to {POINTS_MAX}, and must not grow from the first place down."
        case unknown:
            assert_never(unknown)


def _of_round_robin(terms: RoundRobin, entrants: int) -> Iterator[str]:
    yield from _outside("legs", terms.legs, 1, LEGS_MAX)
    yield from _outside("sections", terms.sections, 1, min(SECTIONS_MAX, max(1, entrants // 2)))
    if terms.sections > 1:
        yield from _outside("finalists of a section", terms.advance, 1, max(1, entrants // terms.sections))
    elif terms.advance:
        yield "One section has no final; name more sections, or nobody to advance."


def _of_swiss(event: Event, terms: Swiss) -> Iterator[str]:
    started = sum(each.first == 1 for each in event.entrants)
    banned = Counter(name for pair in event.forbidden for name in pair)
    allowed = rounds_allowed(started, max(banned.values(), default=0))
    yield from _outside("rounds", terms.rounds, 1)
    if terms.rounds > allowed and started > 1:  # else it is told that too few have entered
        because = " with these pairs not to meet" if event.forbidden else ""
        yield (
            f"{terms.rounds} rounds are too many for {started} players{because}: up to {allowed} can always be paired "
            "without anybody meeting twice. A round robin may be what you want."
        )
    yield from _outside("percent of a round's games that are over before the next", terms.settled_percent, 1, 100)


def _of_forbidden(event: Event) -> Iterator[str]:
    if event.forbidden and not isinstance(event.terms, Swiss):
        yield "Pairs who are not to meet can be kept apart in a Swiss only."
    for pair in event.forbidden:
        for name in pair:
            if name not in event.by_name:
                yield f"{name} is not to meet somebody, and has not entered."


def _outside(what: str, number: int, least: int, most: int = COUNT_MAX) -> Iterator[str]:
    if not least <= number <= most:
        yield f"{number} {what}: it must be {least} to {most}."
