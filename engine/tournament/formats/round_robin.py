"""Round robin: everybody meets everybody, once or twice, in one group or in sections whose best play a final."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Final

from msgspec.structs import replace

from engine.tournament.cards import cards
from engine.tournament.games import Pair, is_open, meetings
from engine.tournament.lots import dealt, seeding
from engine.tournament.model import Event, Game, Over, Pairing, Plan, Standing, Start, Wait
from engine.tournament.schedule import all_pairings, to_start
from engine.tournament.standings import ranked, table
from engine.tournament.terms import RoundRobin
from engine.tournament.tiebreaks import Field
from engine.tournament.wording import being_played

FINAL: Final = "final"
SECTIONS_MAX: Final = len(ascii_uppercase)

Sections = Mapping[str, Sequence[str]]


def next_games(event: Event, terms: RoundRobin, games: Sequence[Game]) -> Plan:
    """As many games as the players have room for, in the order of the schedule; then those of the final."""
    groups = sections(event, terms)
    early = _early(games)
    started = to_start(event, games, _section_pairings(terms, groups), meetings(early))
    if started:
        return Start(games=started)
    if any(is_open(game) for game in early):
        return _wait(games)
    if terms.sections > 1:
        started = to_start(event, games, _final_pairings(event, terms, groups, games), meetings(games))
        if started:
            return Start(games=started)
    return _wait(games) if any(is_open(game) for game in games) else Over()


def standings(event: Event, terms: RoundRobin, games: Sequence[Game]) -> list[Standing]:
    """The table; with sections, those of the final first, and then all who were second, third... in theirs."""
    groups = sections(event, terms)
    if terms.sections == 1:
        return table(event, _field(event, games), [each.name for each in event.entrants])
    finalists = _finalists(event, terms, groups, games) if _sections_over(event, terms, groups, games) else []
    among = [game for game in games if set(game.pairing.players) <= set(finalists)]  # those of the sections too
    parts = [table(event, _field(event, among), finalists, note=FINAL)]
    tables, of_sections = _section_tables(event, groups, games), _field(event, _early(games))
    for place in range(max(map(len, tables.values()))):
        level = {rows[place].player: stage for stage, rows in tables.items() if place < len(rows)}
        rest = [name for name in level if name not in finalists]
        parts += [
            [replace(row, note=f"{level[row.player]} {row.note}".strip())] for row in table(event, of_sections, rest)
        ]
    return ranked(parts)


def sections(event: Event, terms: RoundRobin) -> dict[str, list[str]]:
    """The names in each section; seeds are dealt there and back, so that sections are about as strong."""
    names = [each.name for each in seeding(event)]
    if terms.sections == 1:
        return {"": names}
    return {
        f"section {letter}": part for letter, part in zip(ascii_uppercase, dealt(names, terms.sections), strict=False)
    }


def final_pairs(event: Event, terms: RoundRobin, games: Sequence[Game]) -> set[Pair]:
    """Who is to meet in the final, as the sections stand; nobody while they are not over."""
    groups = sections(event, terms)
    if not _sections_over(event, terms, groups, games):
        return set()
    return {frozenset(pairing.players) for pairing in _final_pairings(event, terms, groups, games)}


def _wait(games: Sequence[Game]) -> Wait:
    return Wait(reason=f"{being_played(sum(map(is_open, games)))}.")


def _section_pairings(terms: RoundRobin, groups: Sections) -> list[Pairing]:
    """All games before the final, round by round."""
    pairings = [
        pairing
        for stage, names in groups.items()
        for pairing in all_pairings(
            names,
            legs=terms.legs,
            stage=stage,
            reason=f"{{first}} meets {{second}}: in {stage or 'this event'} everybody meets everybody.",
        )
    ]
    return sorted(pairings, key=lambda pairing: pairing.round)


def _final_pairings(event: Event, terms: RoundRobin, groups: Sections, games: Sequence[Game]) -> list[Pairing]:
    last = max((pairing.round for pairing in _section_pairings(terms, groups)), default=0)
    return all_pairings(
        _finalists(event, terms, groups, games),
        legs=terms.legs,
        stage=FINAL,
        reason="{first} meets {second}: both reached the final from different sections.",
        after=last,
    )


def _sections_over(event: Event, terms: RoundRobin, groups: Sections, games: Sequence[Game]) -> bool:
    early = _early(games)
    idle = not to_start(event, early, _section_pairings(terms, groups), meetings(early))
    return idle and not any(is_open(game) for game in early)


def _finalists(event: Event, terms: RoundRobin, groups: Sections, games: Sequence[Game]) -> list[str]:
    """The best of each section, without those who left before the final."""
    last = max((pairing.round for pairing in _section_pairings(terms, groups)), default=0)
    found = []
    for rows in _section_tables(event, groups, games).values():
        there = [row.player for row in rows if event.by_name[row.player].plays(last + 1)]
        found += there[: terms.advance]
    return found


def _section_tables(event: Event, groups: Sections, games: Sequence[Game]) -> dict[str, list[Standing]]:
    field = _field(event, _early(games))
    return {stage: table(event, field, names) for stage, names in groups.items()}


def _early(games: Sequence[Game]) -> list[Game]:
    """The games of the sections."""
    return [game for game in games if game.pairing.stage != FINAL]


def _field(event: Event, games: Sequence[Game]) -> Field:
    struck = frozenset(each.name for each in event.entrants if each.struck_from is not None)
    return Field(cards=cards(event, games), scoring=event.scoring, fixed=True, struck=struck)
