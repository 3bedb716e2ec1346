"""The table of those who play for points: ordered by points, then by each tie-break in turn, at last by lot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from engine.tournament.cards import points
from engine.tournament.lots import lot
from engine.tournament.model import Event, Standing, TieBreak
from engine.tournament.tiebreaks import FEWER_IS_BETTER, RECKONED, Field, direct_encounter

Values = dict[str, list[tuple[TieBreak, float]]]


def table(event: Event, field: Field, players: Sequence[str], *, note: str = "") -> list[Standing]:
    """These players' standings by the event's tie-breaks; a total order, the same however the players are given.

    Who was struck comes last. A tie-break is asked only of those who are level by then, and shown only for them.
    """
    values: Values = {name: [] for name in players}
    ordered = _order(event, field, sorted(players), values)
    return [
        Standing(
            rank=rank,
            player=name,
            points=points(field.cards[name]),
            games=sum(line.opponent is not None or line.played or line.points > 0 for line in field.cards[name]),
            tiebreaks=tuple(values[name]),
            note="; ".join(part for part in (note, gone(event, name)) if part),
        )
        for rank, name in enumerate(ordered, start=1)
    ]


def ranked(parts: Iterable[Iterable[Standing]]) -> list[Standing]:
    """Tables one below the other as one, with ranks of its own."""
    rows = [row for part in parts for row in part]
    return [replace(row, rank=rank) for rank, row in enumerate(rows, start=1)]


def gone(event: Event, name: str) -> str:
    """A note on who has left, or nothing."""
    entrant = event.by_name[name]
    if entrant.struck_from is not None:
        return "withdrew, does not count"
    return "withdrew" if entrant.last is not None else ""


def _order(event: Event, field: Field, players: list[str], values: Values) -> list[str]:
    counted = [name for name in players if name not in field.struck]
    struck = [name for name in players if name in field.struck]
    by_points = _by_number(counted, {name: points(field.cards[name]) for name in counted})
    ordered = [group for group in (*by_points, struck) if group]
    for tiebreak in (*event.tiebreaks, TieBreak.LOT):
        ordered = [part for group in ordered for part in _split(event, field, group, tiebreak=tiebreak, values=values)]
    return [name for group in ordered for name in group]


def _split(event: Event, field: Field, group: list[str], *, tiebreak: TieBreak, values: Values) -> list[list[str]]:
    """Those who are level, told apart by one tie-break as far as it goes."""
    if len(group) == 1:
        return [group]
    if tiebreak is TieBreak.LOT:
        return [[name] for name in sorted(group, key=lambda name: lot(event, "standings", name))]
    if tiebreak is TieBreak.DIRECT:
        parts = direct_encounter(field, group)
        for place, part in enumerate(parts, start=1):
            for name in part:
                values[name].append((tiebreak, float(place)))
        return parts
    numbers = {name: RECKONED[tiebreak](field, name) for name in group}
    for name, number in numbers.items():
        values[name].append((tiebreak, number))
    return _by_number(group, numbers, fewer=tiebreak in FEWER_IS_BETTER)


def _by_number(group: Sequence[str], numbers: Mapping[str, float], *, fewer: bool = False) -> list[list[str]]:
    ordered = sorted(set(numbers.values()), reverse=not fewer)
    return [[name for name in group if numbers[name] == number] for number in ordered]
