"""Everybody against everybody: the order of a round robin's pairs, and which of its games can start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.tournament.games import Pair, room, unplayed
from engine.tournament.model import Event, Game, Pairing


def circle(names: Sequence[str]) -> list[list[tuple[str, str]]]:
    """The rounds in which each two meet once, by the circle method: one stays, the others go round.

    FIDE's Berger tables (C.05, annex 1) come from it too, with the rounds in an order of their own for the sake of
    colours, which there are none of here. With an odd number somebody is free each round, everybody once.
    """
    seats: list[str | None] = [*names] if len(names) % 2 == 0 else [*names, None]
    rounds = []
    for _ in range(len(seats) - 1):
        facing = zip(seats[: len(seats) // 2], reversed(seats[len(seats) // 2 :]), strict=True)
        rounds.append([(a, b) for a, b in facing if a is not None and b is not None])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


def all_pairings(names: Sequence[str], *, legs: int, stage: str, reason: str, after: int = 0) -> list[Pairing]:
    """All games of a round robin in the order in which they should start; second legs are told by the turned pair.

    Rounds are numbered from `after` + 1. `reason` may name both players with {first} and {second}.
    """
    rounds = circle(names)
    return [
        Pairing(
            round=after + leg * len(rounds) + n,
            players=(first, second) if leg % 2 == 0 else (second, first),
            stage=stage,
            reason=reason.format(first=first, second=second),
        )
        for leg in range(legs)
        for n, pairs in enumerate(rounds, start=1)
        for first, second in pairs
    ]


def to_start(event: Event, games: Sequence[Game], pairings: Sequence[Pairing], had: Counter[Pair]) -> tuple[Game, ...]:
    """Of the pairings beyond those `had`, in order, those for which both have room; walkovers against who has left.

    Nothing is made of the games of somebody who was struck.
    """
    space, over = room(event, games), Counter(had)
    struck = {each.name for each in event.entrants if each.struck_from is not None}
    left = {each.name for each in event.entrants if each.last is not None}
    started = []
    for pairing in pairings:
        pair = frozenset(pairing.players)
        if over[pair] > 0:
            over[pair] -= 1
            continue
        if not struck.isdisjoint(pairing.players):
            continue
        decided = unplayed(left, pairing)
        if decided is not None:
            started.append(decided)
        elif all(space[player] > 0 for player in pairing.players):
            space.subtract(pairing.players)
            started.append(Game(pairing=pairing))
    return tuple(started)
