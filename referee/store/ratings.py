"""Ratings, kept by player and period: what is read is always what the whole log of results gives."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from itertools import groupby
from math import isclose
from typing import Any, Final

from engine.tournament.glicko import Strength
from engine.tournament.melee_skill import Skill
from engine.tournament.ratings import DUEL_SEATS, Rated, RatedGame, Seat, after_period
from referee.store import results
from referee.store.database import Store
from referee.store.results import RatedResult, SeatResult

MONTHS: Final = 12
_SAME: Final = 1e-9  # how far the last digits of two machines' logarithms may lead apart, as a part of the number


def period_of(moment: datetime) -> int:
    """The rating period that a moment is in: months, counted from the year 0."""
    return moment.year * MONTHS + moment.month - 1


def of(store: Store, people: Iterable[int], now: datetime) -> dict[int, Rated]:
    """The ratings of those of these players who ever played a rated game to its end, by number of player.

    Whoever has several seats in a game counts for none of them: such games are left out."""
    _settle(store)
    return _lines(store, people, period_of(now))


def of_all(store: Store, now: datetime) -> dict[int, Rated]:
    """The same of everybody: at a cost that grows with the number of players."""
    _settle(store)
    return _all_lines(store, period_of(now))


def after_game(store: Store, seats: Sequence[SeatResult], now: datetime) -> dict[int, Rated]:
    """The ratings of those who sat in a game that ends now, with it, though it is not among the results yet."""
    _settle(store)
    log = [RatedResult(game=each.game, player=each.player, place=each.place, ended_at=now) for each in seats]
    known, _ = _after(store, [each.player for each in seats], period_of(now), more=log)
    return {int(name): line for name, line in known.items()}


def work_out_anew(store: Store) -> None:
    """Forget all that is kept, and make it again from the results. Within a transaction of the caller's."""
    store.change("DELETE FROM unrated")
    _renew_since(store, 0)


def differing(store: Store) -> list[tuple[int, int]]:
    """Which kept lines, told as period and player, are not what the log of results gives, or are missing or too many.
    Those that wait to be worked out again, and those that rest on them, are not looked at."""
    waiting = {(row["period"], row["player"]) for row in store.rows("SELECT period, player FROM unrated")}
    end = min((period for period, _ in waiting), default=None)
    kept = {(row["period"], row["player"]): _line(row) for row in store.rows("SELECT * FROM ratings")}
    true = {(period, int(line.player)): line for period, played in _course(store, {}, 0) for line in played}
    looked_at = {place for place in kept.keys() | true.keys() if end is None or place[0] <= end} - waiting
    return sorted(place for place in looked_at if not _same(kept.get(place), true.get(place)))


# -- reading ---------------------------------------------------------------------------------------------------------


def _lines(store: Store, people: Iterable[int], through: int) -> dict[int, Rated]:
    sql = "SELECT * FROM ratings WHERE player = ? AND period <= ? ORDER BY period DESC LIMIT 1"
    rows = (store.row(sql, [player, through]) for player in people)
    return {row["player"]: _later(row, through) for row in rows if row is not None}


def _all_lines(store: Store, through: int) -> dict[int, Rated]:
    # SQLite takes the other columns from the row with the maximum.
    rows = store.rows("SELECT *, max(period) FROM ratings WHERE period <= ? GROUP BY player", [through])
    return {row["player"]: _later(row, through) for row in rows}


def _later(row: dict[str, Any], through: int) -> Rated:
    """The line of a row as it is when nothing was played since."""
    line = _line(row)
    for _ in range(row["period"], through):
        line = after_period({line.player: line}, ())[line.player]
    return line


def _line(row: dict[str, Any]) -> Rated:
    return Rated(
        player=str(row["player"]),
        strength=Strength(rating=row["rating"], deviation=row["deviation"], volatility=row["volatility"]),
        duels=row["duels"],
        skill=Skill(mu=row["mu"], sigma=row["sigma"]),
        melees=row["melees"],
    )


# -- keeping ---------------------------------------------------------------------------------------------------------


def _settle(store: Store) -> None:
    """Work out again what results have changed since it was kept."""
    if store.row("SELECT 1 FROM unrated LIMIT 1") is not None:
        with nullcontext() if store.in_transaction else store.transaction():
            _renew(store)


def _renew(store: Store) -> None:
    waiting = store.rows("SELECT period, player FROM unrated ORDER BY period, player")
    periods = {row["period"] for row in waiting}
    if len(periods) == 1 and not results.any_rated(store, since=_begin(max(periods) + 1)):
        # Nothing rests on the lines of the last period: only these few are others now.
        (period,) = periods
        people = [row["player"] for row in waiting]
        store.change("DELETE FROM ratings WHERE (period, player) IN (SELECT period, player FROM unrated)")
        known, played = _after(store, people, period)
        _keep(store, period, (known[name] for name in played))
    elif periods:
        _renew_since(store, min(periods))
    store.change("DELETE FROM unrated")


def _renew_since(store: Store, since: int) -> None:
    store.change("DELETE FROM ratings WHERE period >= ?", [since])
    before = {line.player: line for line in _all_lines(store, since - 1).values()}
    for period, played in _course(store, before, since):
        _keep(store, period, played)


def _keep(store: Store, period: int, lines: Iterable[Rated]) -> None:
    for line in lines:
        store.insert(
            "ratings",
            {
                "player": int(line.player),
                "period": period,
                "rating": line.strength.rating,
                "deviation": line.strength.deviation,
                "volatility": line.strength.volatility,
                "duels": line.duels,
                "mu": line.skill.mu,
                "sigma": line.skill.sigma,
                "melees": line.melees,
            },
        )


# -- working out -----------------------------------------------------------------------------------------------------


def _course(store: Store, before: Mapping[str, Rated], since: int) -> Iterator[tuple[int, list[Rated]]]:
    """Each period from that one to the last with a result, with the lines after it of those who played in it."""
    by_period: defaultdict[int, list[RatedGame]] = defaultdict(list)
    for game in _games(results.rated(store, since=_begin(since))):
        by_period[game.period].append(game)
    known = dict(before)
    for period in range(since if known else min(by_period, default=since), max(by_period, default=since - 1) + 1):
        known = after_period(known, by_period[period])
        yield period, [known[name] for name in _names(by_period[period])]


def _after(
    store: Store, people: Collection[int], period: int, more: Sequence[RatedResult] = ()
) -> tuple[dict[str, Rated], set[str]]:
    """The lines of these people after a period, from their own games in it and `more`, and who of them played in it."""
    log = results.rated_of(store, people, since=_begin(period), before=_begin(period + 1))
    games = _games([*log, *more])
    mine, names = {str(player) for player in people}, _names(games)
    before = {line.player: line for line in _lines(store, map(int, mine | names), period - 1).values()}
    known = after_period(before, games)
    return {name: known[name] for name in mine & known.keys()}, mine & names


def _names(games: Iterable[RatedGame]) -> set[str]:
    return {seat.player for game in games for seat in game.seats}


def _games(log: Iterable[RatedResult]) -> list[RatedGame]:
    found = []
    for _, group in groupby(log, key=lambda each: each.game):
        seats = tuple(group)
        if len({each.player for each in seats}) == len(seats) >= DUEL_SEATS:
            period = period_of(seats[0].ended_at)
            found.append(
                RatedGame(period=period, seats=tuple(Seat(player=str(each.player), place=each.place) for each in seats))
            )
    return found


def _begin(period: int) -> str:
    """What sorts before all stamps of the period, and after all before it."""
    return f"{period // MONTHS:04}-{period % MONTHS + 1:02}"


def _same(one: Rated | None, other: Rated | None) -> bool:
    if one is None or other is None or (one.duels, one.melees) != (other.duels, other.melees):
        return one is other
    return all(isclose(*pair, rel_tol=_SAME) for pair in zip(_numbers(one), _numbers(other), strict=True))


def _numbers(line: Rated) -> tuple[float, ...]:
    strength, skill = line.strength, line.skill
    return strength.rating, strength.deviation, strength.volatility, skill.mu, skill.sigma
