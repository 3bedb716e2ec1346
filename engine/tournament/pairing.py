"""Who meets whom in a Swiss round: a matching of greatest weight over the pairs that may meet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Final

from engine.model import Value
from engine.tournament.games import Pair

WINDOW: Final = 16  # places to either side of the ideal opponent that are looked at first
WIDER: Final = 4  # times the window, where those were not enough
QUARTERS: Final = 4  # points are counted in quarters, so that costs are whole numbers


class Candidate(Value, frozen=True, kw_only=True):
    """Somebody to be paired. `floated`: 1 if he met more points than his own in the last round, -1 if fewer, else 0."""

    name: str
    points: float
    rank: int  # among all, 0 is the first; orders those of the same points
    byes: int = 0
    walkovers: int = 0
    floated: int = 0


class Paired(Value, frozen=True, kw_only=True):
    """A round: pairs with the higher ranked first, the highest pair first, and who has the bye."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


def pair(candidates: Sequence[Candidate], barred: Collection[Pair]) -> Paired | None:
    """The best round in which no barred pair meets; None if there is none. The order of the arguments changes nothing.

    Best is, first, the smallest differences of points (squared, summed); then the fewest who meet more, or fewer,
    points twice running; then, among equals of points, the upper half against the lower half. (In a field of more than
    WINDOW the best of the pairs looked at.) With an odd number the bye goes to the lowest of those with the fewest byes
    whose absence leaves the others a round, and to none who had a walkover while there is another (FIDE C.04.1, rules 3
    and 4 as of July 2025).
    """
    order = sorted(candidates, key=lambda each: (-each.points, each.rank))
    if len(order) % 2 == 0:
        pairs = _matched(order, barred)
        return None if pairs is None else Paired(pairs=pairs)
    fewest = min(each.byes for each in order)
    lowest_first = [each for each in reversed(order) if each.byes == fewest]
    for idle in sorted(lowest_first, key=lambda each: each.walkovers > 0):
        pairs = _matched([each for each in order if each is not idle], barred)
        if pairs is not None:
            return Paired(pairs=pairs, bye=idle.name)
    return None


def _matched(order: Sequence[Candidate], barred: Collection[Pair]) -> tuple[tuple[str, str], ...] | None:
    """All of an even number in pairs, by ever more candidates for each until that can be done."""
    width = WINDOW
    while True:
        found = _best(order, barred, width)
        if len(found) * 2 == len(order):
            return tuple((order[i].name, order[j].name) for i, j in sorted(found))
        if width >= len(order):
            return None
        width *= WIDER


def _best(order: Sequence[Candidate], barred: Collection[Pair], width: int) -> list[tuple[int, int]]:
    import networkx as nx  # noqa: PLC0415 -- it takes a tenth of the time in which a command starts

    costs = {
        (i, j): cost
        for (i, j), cost in _costs(order, width).items()
        if frozenset((order[i].name, order[j].name)) not in barred
    }
    dearest = max(costs.values(), default=0)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, 1 + dearest - cost) for (i, j), cost in sorted(costs.items()))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return [(min(edge), max(edge)) for edge in matching]


def _costs(order: Sequence[Candidate], width: int) -> dict[tuple[int, int], int]:
    """The pairs looked at, as places in the order, and what each costs.

    Points weigh more than repeated floats, floats more than all places together; to change halves weighs more than to
    move within one.
    """
    farthest = (2 * width) ** 2
    step = 1 + 2 * farthest * len(order)
    costs = {}
    for start, size in _groups(order):
        half = size // 2
        for i in range(start, start + size):
            for j in range(max(i + 1, i + half - width), min(start + size, i + half + width + 1)):
                across = i < start + half <= j
                costs[i, j] = min((j - i - half) ** 2, farthest) + (0 if across else farthest)
            for j in range(max(start + size, i + 1), min(len(order), i + width + 1)):
                costs[i, j] = min((j - i) ** 2, farthest) + step * _apart(order[i], order[j], len(order))
    return costs


def _groups(order: Sequence[Candidate]) -> list[tuple[int, int]]:
    """Where each group of equal points begins, and how many are in it."""
    groups, start = [], 0
    for _, members in groupby(order, key=lambda each: each.points):
        size = len(list(members))
        groups.append((start, size))
        start += size
    return groups


def _apart(upper: Candidate, lower: Candidate, players: int) -> int:
    """How bad it is that two of different points meet; the smallest difference is worse than all repeated floats."""
    repeated = (upper.floated < 0) + (lower.floated > 0)
    return (players + 1) * round(QUARTERS * (upper.points - lower.points)) ** 2 + repeated
