"""Tie-breaks: a number for each player from everybody's score cards, and the direct encounter of those who are level.

Sources: FIDE Handbook C.07, Play-Off and Tie-Break Regulations (effective from 1 March 2026), by article.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import fsum
from typing import Final

from engine.model import Value
from engine.tournament.cards import Cards, Line, points
from engine.tournament.model import Outcome, Scoring, TieBreak


class Field(Value, frozen=True, kw_only=True):
    """All that a tie-break may look at. `fixed`: everybody is to meet everybody; `struck`: whose games do not count."""

    cards: Cards
    scoring: Scoring
    fixed: bool = False
    struck: frozenset[str] = frozenset()

    def adjusted(self, player: str) -> float:
        """The points of an opponent as they count for others.

        FIDE C.07, 16.3: as they are, but rounds missed by choice after the last one that he was there for count as
        draws (16.3.2), so that who leaves does not pull his opponents down. In a round robin nothing is adjusted.
        """
        card = self.cards[player]
        if self.fixed:
            return points(card)
        there = [n for n, line in enumerate(card) if not line.by_choice]
        stayed = max(there, default=-1) + 1
        left = [self.scoring.draw if line.opponent is None else line.points for line in card[stayed:]]
        return fsum([points(card[:stayed]), *left])


class Contribution(Value, frozen=True, kw_only=True):
    """What one round gives: the opponent's points, what it adds to the sum, and whether it was missed by choice."""

    strength: float
    worth: float
    missed: bool


def contributions(field: Field, player: str, *, by_share: bool) -> list[Contribution]:
    """A player's rounds as Buchholz counts them, or `by_share`, which is Sonneborn-Berger.

    FIDE C.07, 16.4: a round that was not played counts as one against a dummy with the player's own points, but no
    more than the opponent he was paired with has (16.4.1), or than a draw in each round would give (16.4.2). In a round
    robin games that were not played count as if they had been (15.2); without an opponent there is nothing to count.
    """
    card = field.cards[player]
    own = points(card)
    found = []
    for line in card:
        if line.opponent is not None and (line.played or field.fixed):
            strength, dummy = field.adjusted(line.opponent), False
        elif field.fixed:
            continue
        elif line.opponent is not None:
            strength, dummy = min(own, field.adjusted(line.opponent)), True
        else:
            strength, dummy = min(own, field.scoring.draw * len(card)), True
        worth = strength * _share(line, field.scoring) if by_share else strength
        found.append(Contribution(strength=strength, worth=worth, missed=dummy and line.by_choice))
    return found


def _share(line: Line, scoring: Scoring) -> float:
    """What was won of a game's one point, whatever the event gives for a win (C.07: "standard points")."""
    played = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}
    return played[line.outcome] if line.outcome in played else min(1.0, line.points / scoring.win)


def _cut(found: Sequence[Contribution], *, low: int, high: int = 0) -> float:
    """The sum without the contributions of the weakest opponents and the strongest (FIDE C.07, article 14).

    In place of the weakest goes the least contribution of a round missed by choice, unless that is lower (16.5).
    """
    left = sorted(found, key=lambda each: (each.strength, each.worth))
    for _ in range(min(low, len(left))):
        missed = min((each for each in left if each.missed), key=lambda each: each.worth, default=None)
        left.remove(left[0] if missed is None or missed.worth < left[0].worth else missed)
    return fsum(each.worth for each in left[: max(0, len(left) - high)])


def buchholz(field: Field, player: str, *, low: int = 0, high: int = 0) -> float:
    """The sum of the opponents' points (FIDE C.07, article 8), without the `low` weakest and the `high` strongest."""
    return _cut(contributions(field, player, by_share=False), low=low, high=high)


def sonneborn_berger(field: Field, player: str, *, low: int = 0) -> float:
    """The points of those he beat and half of those he drew with (FIDE C.07, article 9), without the `low` weakest."""
    return _cut(contributions(field, player, by_share=True), low=low)


def wins(field: Field, player: str) -> float:
    """Rounds that gave as much as a win, played or not (FIDE C.07, 7.1)."""
    given = {Outcome.BYE, Outcome.WALKOVER}
    return float(
        sum(
            line.outcome is Outcome.WIN or (line.outcome in given and line.points >= field.scoring.win)
            for line in field.cards[player]
        )
    )


def hit_points(field: Field, player: str) -> float:
    """Hit points left at the end of the games that were played, in all. (Ours: the margin of victory.)"""
    return float(sum(line.hit_points for line in field.cards[player] if line.played))


def turns(field: Field, player: str) -> float:
    """Turns that a game he won took, on average; fewer are better, and without a win there is no limit. (Ours.)"""
    won = [line.turns for line in field.cards[player] if line.outcome is Outcome.WIN]
    return sum(won) / len(won) if won else float("inf")


def direct_encounter(field: Field, level: Sequence[str]) -> list[list[str]]:
    """Those who are level, in groups, the best first, by the games among them alone (FIDE C.07, article 6).

    Several games of two count as their average (6.1.2). Where all have met, their points decide, and again among those
    who are level still (6.2). Where some have not, only who could not be caught, were the missing games won by the
    others, is placed, and then the next in the same way (6.3). In a round robin all count as having met.
    """
    scores = {name: _against(field, name, level) for name in level}
    gained = {name: fsum(fsum(had) / len(had) for had in own.values()) for name, own in scores.items()}
    missing = {name: 0 if field.fixed else len(level) - 1 - len(own) for name, own in scores.items()}
    if not any(missing.values()):
        groups = [[name for name in level if gained[name] == had] for had in sorted(set(gained.values()), reverse=True)]
        return groups if len(groups) == 1 else [part for each in groups for part in direct_encounter(field, each)]
    best = max(level, key=lambda name: gained[name])
    others = [name for name in level if name != best]
    if all(gained[best] > gained[name] + missing[name] * field.scoring.win for name in others):
        return [[best], *direct_encounter(field, others)]
    return [list(level)]


def _against(field: Field, player: str, level: Sequence[str]) -> Mapping[str, list[float]]:
    found: dict[str, list[float]] = {}
    for line in field.cards[player]:
        if line.opponent in level and line.opponent is not None and (line.played or field.fixed):
            found.setdefault(line.opponent, []).append(line.points)
    return found


Reckoned = Callable[[Field, str], float]

RECKONED: Final[Mapping[TieBreak, Reckoned]] = {
    TieBreak.BUCHHOLZ: buchholz,
    TieBreak.BUCHHOLZ_CUT_1: partial(buchholz, low=1),
    TieBreak.BUCHHOLZ_CUT_2: partial(buchholz, low=2),
    TieBreak.BUCHHOLZ_MEDIAN: partial(buchholz, low=1, high=1),
    TieBreak.SONNEBORN_BERGER: sonneborn_berger,
    TieBreak.SONNEBORN_BERGER_CUT_1: partial(sonneborn_berger, low=1),
    TieBreak.WINS: wins,
    TieBreak.HIT_POINTS: hit_points,
    TieBreak.TURNS: turns,
}
FEWER_IS_BETTER: Final = frozenset({TieBreak.TURNS})
