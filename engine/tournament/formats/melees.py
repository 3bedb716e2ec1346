"""Melee series: tables of three to eight, points by place, and other opponents each round as far as that can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, fsum
from typing import Final

from engine.tournament.cards import Line, counting
from engine.tournament.games import Pair, is_open, meetings, room
from engine.tournament.lots import dealt, lot, seeding
from engine.tournament.model import (
    Event,
    Game,
    Impossible,
    Outcome,
    Over,
    Pairing,
    Plan,
    Result,
    Score,
    Standing,
    Start,
    Wait,
)
from engine.tournament.standings import table
from engine.tournament.terms import Melees
from engine.tournament.tiebreaks import Field
from engine.tournament.wording import being_played, listed

SEATS_MIN: Final = 3
SEATS_MAX: Final = 8


def next_games(event: Event, terms: Melees, games: Sequence[Game]) -> Plan:
    """The tables of the next round, once all of the last are over and everybody has room."""
    newest = max((game.pairing.round for game in games), default=0)
    still = sum(map(is_open, games))
    if still:
        return Wait(reason=f"Round {newest}: {being_played(still)}.")
    if newest >= terms.rounds:
        return Over()
    there = [each.name for each in event.entrants if each.plays(newest + 1)]
    if len(there) < SEATS_MIN:
        return Impossible(
            round=newest + 1,
            reason=f"A melee takes {SEATS_MIN} wizards; so many are left: {len(there)}.",
            remedies=("end the event after the last round", "let somebody in"),
        )
    space = room(event, games)
    full = sorted(name for name in there if space[name] < 1)
    if full:
        return Wait(reason=f"Round {newest + 1} waits for {listed(full)}, who cannot play more games at a time.")
    return Start(
        games=tuple(_game(seats, meetings(games), newest + 1) for seats in _tables(event, terms, games, there))
    )


def standings(event: Event, terms: Melees, games: Sequence[Game]) -> list[Standing]:
    """The table by points and tie-breaks; rounds missed give nothing."""
    lines: dict[str, list[Line]] = {each.name: [] for each in event.entrants}
    for game, result in counting(event, games):
        for score in result.scores:
            lines[score.player].append(_line(terms, game, result, score))
    field = Field(cards={name: tuple(own) for name, own in lines.items()}, scoring=event.scoring)
    return table(event, field, list(lines))


def points_for(terms: Melees, result: Result, score: Score) -> float:
    """The points of a place; shared by those who share it, together with the places that they leave empty."""
    if score.outcome is Outcome.FORFEIT:
        return 0.0
    level = sum(each.place == score.place for each in result.scores)
    shared = terms.places[score.place - 1 : score.place - 1 + level]
    return fsum(shared) / level


def sizes(players: int, table_size: int) -> list[int]:
    """How many sit at each table: as near to the size as can be, no two tables differing by more than one."""
    count = min(ceil(players / table_size), players // SEATS_MIN)
    size, larger = divmod(players, count)
    return [size + (n < larger) for n in range(count)]


def _line(terms: Melees, game: Game, result: Result, score: Score) -> Line:
    return Line(
        round=game.pairing.round,
        outcome=score.outcome,
        points=points_for(terms, result, score),
        place=score.place,
        hit_points=score.hit_points,
        turns=result.turns,
    )


def _tables(event: Event, terms: Melees, games: Sequence[Game], there: Sequence[str]) -> list[list[str]]:
    """First the seeds are dealt there and back to the tables; later seats are dealt by lot, and two players change
    tables for as long as fewer then meet again.
    """
    round_ = max((game.pairing.round for game in games), default=0) + 1
    if round_ == 1:
        seeds = [each.name for each in seeding(event) if each.name in there]
        return [sorted(table_) for table_ in dealt(seeds, len(sizes(len(seeds), terms.table)))]
    met = meetings(games)
    names = sorted(there, key=lambda name: lot(event, f"tables {round_}", name))
    seats: list[list[str]] = []
    for size in sizes(len(names), terms.table):
        seats.append(names[:size])
        names = names[size:]
    while _sweep(seats, met):  # it ends: every change lowers the cost
        continue
    return [sorted(table_) for table_ in seats]


def _sweep(seats: list[list[str]], met: Counter[Pair]) -> bool:
    """Let all who meet somebody again change with the first at another table that lessens the cost; whether any did."""
    changed = False
    for one in seats:
        for i in range(len(one)):
            if _cost(one[i], [name for name in one if name != one[i]], met):
                changed = _change(seats, one, i, met) or changed
    return changed


def _change(seats: list[list[str]], one: list[str], i: int, met: Counter[Pair]) -> bool:
    for other in seats:
        for j in range(len(other)):
            if other is not one and _gain(one, i, other, j, met) > 0:
                one[i], other[j] = other[j], one[i]
                return True
    return False


def _gain(one: Sequence[str], i: int, other: Sequence[str], j: int, met: Counter[Pair]) -> int:
    """How much is won if those two change tables; a second meeting costs 1, a third 3 more, a fourth 5 more."""
    stay, go = [name for name in one if name != one[i]], [name for name in other if name != other[j]]
    before = _cost(one[i], stay, met) + _cost(other[j], go, met)
    return before - _cost(one[i], go, met) - _cost(other[j], stay, met)


def _cost(name: str, company: Sequence[str], met: Counter[Pair]) -> int:
    return sum(2 * met[frozenset((name, each))] - 1 for each in company if met[frozenset((name, each))])


def _game(seats: Sequence[str], met: Counter[Pair], round_: int) -> Game:
    again = [f"{a} with {b}" for n, a in enumerate(seats) for b in seats[n + 1 :] if met[frozenset((a, b))]]
    if round_ == 1:
        why = "the seeds are dealt to the tables there and back, so that all are about as strong"
    elif not again:
        why = "nobody at this table has met another before"
    else:
        why = f"{listed(again)} not for the first time, which could not be helped"
    return Game(
        pairing=Pairing(round=round_, players=tuple(seats), reason=f"{listed(list(seats))} share a table: {why}.")
    )
