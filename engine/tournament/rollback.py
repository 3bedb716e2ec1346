"""After a result was taken back or changed: which games rest on what is no longer so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import assert_never

from engine.tournament.formats import knockout, league, round_robin
from engine.tournament.games import Pair, in_order
from engine.tournament.model import Event, Game
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss


def unfounded(event: Event, games: Iterable[Game]) -> tuple[Game, ...]:
    """Games that would not be played as the results stand now; the director must void them before the event goes on.

    They are those of a knockout's later stages, of a final and of a later season, where others should meet or nobody
    yet. In a Swiss and in melees a round stays as it was paired, whatever becomes of the results before it.
    """
    known = in_order(games)
    match event.terms:
        case Knockout() as terms:
            return _without(known, knockout.pairs_by_stage(event, terms, known))
        case RoundRobin() as terms:
            final = tuple(game for game in known if game.pairing.stage == round_robin.FINAL)
            return _without(final, dict.fromkeys(_rounds(final), round_robin.final_pairs(event, terms, known)))
        case League() as terms:
            return _without(known, {n: league.pairs(event, terms, known, n) for n in _rounds(known)})
        case Swiss() | Ladder() | Melees():
            return ()
        case unknown:
            assert_never(unknown)


def _rounds(games: Iterable[Game]) -> list[int]:
    return sorted({game.pairing.round for game in games})


def _without(games: Iterable[Game], founded: Mapping[int, Collection[Pair]]) -> tuple[Game, ...]:
    """The games whose players do not belong together in that round."""
    return tuple(game for game in games if frozenset(game.pairing.players) not in founded.get(game.pairing.round, ()))
