"""Ratings as players read them: worked out from the log of rated games each time that they are asked for."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from engine.tournament.ratings import DUEL_SEATS, Rated, RatedGame, ratings
from engine.tournament.ratings import Seat as RatedSeat
from referee.store import players, results
from referee.store.database import Store
from referee.store.results import RatedResult, SeatResult

MONTHS: Final = 12
NEW: Final = "new"


def period_of(moment: datetime) -> int:
    """The rating period that a moment is in: months, counted from the year 0."""
    return moment.year * MONTHS + moment.month - 1


def rated(store: Store, now: datetime, *, more: Sequence[RatedResult] = ()) -> dict[int, Rated]:
    """The ratings of all who ever played a rated game to its end, by number of player. `more`: a game that ends now.

    Whoever has several seats in a game counts for none of them: such games are left out."""
    log = [*results.rated(store), *more]
    found = ratings(_games(log), through=period_of(now))
    return {int(name): line for name, line in found.items()}


def _games(log: Iterable[RatedResult]) -> Iterable[RatedGame]:
    for _, group in groupby(log, key=lambda each: each.game):
        seats = tuple(group)
        if len({each.player for each in seats}) == len(seats):
            yield RatedGame(
                period=period_of(seats[0].ended_at),
                seats=tuple(RatedSeat(player=str(each.player), place=each.place) for each in seats),
            )


def strength(line: Rated | None, *, seats: int) -> str:
    """A rating in a word, `1523±80`, for games of so many seats; `new` of one who never played such."""
    if seats == DUEL_SEATS:
        if line is None or not line.duels:
            return NEW
        return f"{line.strength.rating:.0f}±{line.strength.deviation:.0f}"
    if line is None or not line.melees:
        return NEW
    return f"{line.skill.mu:.1f}±{line.skill.sigma:.1f}"


def told(store: Store, people: Sequence[int], *, seats: int, now: datetime) -> str:
    """What is said of a rated game in a challenge: `The ratings: Ann 1523±80, Bob new.`"""
    known = rated(store, now)
    each = (f"{_name(store, player)} {strength(known.get(player), seats=seats)}" for player in people)
    return f"The ratings: {', '.join(each)}."


def rows(store: Store, found: Sequence[SeatResult], now: datetime) -> tuple[str, ...]:
    """How a game that ends now changes the ratings of those who played it, a row for each; it is not logged yet."""
    before = rated(store, now)
    ending = [RatedResult(game=each.game, player=each.player, place=each.place, ended_at=now) for each in found]
    after = rated(store, now, more=ending)
    return tuple(_row(store, each.player, before, after, seats=len(found)) for each in found)


def _row(store: Store, player: int, before: Mapping[int, Rated], after: Mapping[int, Rated], *, seats: int) -> str:
    was, now = (strength(each.get(player), seats=seats) for each in (before, after))
    return f"{_name(store, player):20}  {was} → {now}"


def of_player(store: Store, player: int, now: datetime) -> str:
    """A player's own ratings, as he reads them: `duels 1523±80 (12 games), melees new`."""
    line = rated(store, now).get(player)
    if line is None:
        return "none yet: no rated game of yours has ended"
    parts = (("duels", line.duels, DUEL_SEATS), ("melees", line.melees, DUEL_SEATS + 1))
    told = (
        f"{sort} {strength(line, seats=seats)} ({count} {'game' if count == 1 else 'games'})"
        for sort, count, seats in parts
        if count
    )
    return ", ".join(told)


def _name(store: Store, player: int) -> str:
    found = players.load(store, player)
    return found.name if found is not None and found.name else "somebody"
