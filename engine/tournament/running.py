"""The two questions to any event: what to do next, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.tournament.formats import knockout, ladder, league, melees, round_robin, swiss
from engine.tournament.games import in_order
from engine.tournament.model import Event, Game, Plan, Standing
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss


def next_games(event: Event, games: Iterable[Game]) -> Plan:
    """What to start now, given all games so far in whatever order: the same event and games give the same plan.

    Ask again when a result came in, when somebody joined or left, and until the answer is no `Start` any more.
    """
    known = in_order(games)
    match event.terms:
        case RoundRobin() as terms:
            return round_robin.next_games(event, terms, known)
        case Swiss() as terms:
            return swiss.next_games(event, terms, known)
        case Knockout() as terms:
            return knockout.next_games(event, terms, known)
        case Ladder() as terms:
            return ladder.next_games(event, terms, known)
        case League() as terms:
            return league.next_games(event, terms, known)
        case Melees() as terms:
            return melees.next_games(event, terms, known)
        case unknown:
            assert_never(unknown)


def standings(event: Event, games: Iterable[Game]) -> list[Standing]:
    """The table as it stands: every entrant once, in a total order."""
    known = in_order(games)
    match event.terms:
        case RoundRobin() as terms:
            return round_robin.standings(event, terms, known)
        case Swiss():
            return swiss.standings(event, known)
        case Knockout() as terms:
            return knockout.standings(event, terms, known)
        case Ladder():
            return ladder.standings(event, known)
        case League() as terms:
            return league.standings(event, terms, known)
        case Melees() as terms:
            return melees.standings(event, terms, known)
        case unknown:
            assert_never(unknown)
