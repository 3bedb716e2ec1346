"""Ratings as players read them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from engine.tournament.ratings import DUEL_SEATS, Rated
from referee import reliability
from referee.store import players, punctuality, ratings
from referee.store.database import Store
from referee.store.punctuality import Reliability
from referee.store.results import SeatResult

NEW: Final = "new"


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
    """What is said of a rated game in a challenge: `The ratings: Ann 1523±80 (97% of orders in time), Bob new.`"""
    known = ratings.of(store, people, now)
    each = (
        f"{_name(store, player)} {strength(known.get(player), seats=seats)}{_in_time(store, player)}"
        for player in people
    )
    return f"The ratings: {', '.join(each)}."


def _in_time(store: Store, player: int) -> str:
    found = punctuality.of(store, player)
    return f" ({reliability.percent(found)} of orders in time)" if found.owed else ""


def rows(store: Store, found: Sequence[SeatResult], now: datetime) -> tuple[str, ...]:
    """How a game that ends now changes the ratings of those who played it, a row for each; it is not logged yet."""
    before = ratings.of(store, [each.player for each in found], now)
    after = ratings.after_game(store, found, now)
    return tuple(_row(store, each.player, before, after, seats=len(found)) for each in found)


def _row(store: Store, player: int, before: Mapping[int, Rated], after: Mapping[int, Rated], *, seats: int) -> str:
    was, now = (strength(each.get(player), seats=seats) for each in (before, after))
    return f"{_name(store, player):20}  {was} → {now}"


class Line(Struct, frozen=True, kw_only=True):
    """A line of the rating list: the strength give or take its deviation, in how many games, and orders in time."""

    name: str
    strength: str
    games: int
    orders: Reliability


class Ranked(Struct, frozen=True, kw_only=True):
    """A place in the rating list: the number of the player, his name and all his ratings."""

    player: int
    name: str
    rated: Rated


def known(store: Store, now: datetime) -> list[Ranked]:
    """All with a name who ever played a rated game to its end, in no order."""
    found = ratings.of_all(store, now)
    return [
        Ranked(player=each.id, name=each.name, rated=found[each.id])
        for each in players.everyone(store)
        if each.id in found and each.name is not None
    ]


def ranked(found: Sequence[Ranked], *, melees: bool) -> list[Ranked]:
    """Those of them who ever ended a rated duel (or melee), by the rating that they surely have: in duels two, in
    melees three deviations below the guess; who is level, by name."""

    def place(each: Ranked) -> tuple[float, str]:
        surely = each.rated.strength.rating - 2 * each.rated.strength.deviation
        return -(each.rated.skill.ordinal if melees else surely), each.name

    return sorted((each for each in found if _games(each, melees=melees)), key=place)


def lines(store: Store, found: Sequence[Ranked], *, melees: bool) -> list[Line]:
    """What the list says of these: the orders of each are counted."""
    return [
        Line(
            name=each.name,
            strength=strength(each.rated, seats=DUEL_SEATS + melees),
            games=_games(each, melees=melees),
            orders=punctuality.of(store, each.player),
        )
        for each in found
    ]


def _games(each: Ranked, *, melees: bool) -> int:
    return each.rated.melees if melees else each.rated.duels


def of_player(store: Store, player: int, now: datetime) -> str:
    """A player's own ratings, as he reads them: `duels 1523±80 (12 games), melees new`."""
    line = ratings.of(store, [player], now).get(player)
    if line is None:
        return "none yet: no rated game has ended"
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
