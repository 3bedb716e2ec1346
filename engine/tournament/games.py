"""Games as formats look at them: in one order whatever the log's, who has met, who has room for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from engine.tournament.model import Event, Game, Outcome, Pairing, Result, Score

Pair = frozenset[str]


def in_order(games: Iterable[Game]) -> tuple[Game, ...]:
    """The games by round, stage and players: formats never see the order in which results came."""
    return tuple(sorted(games, key=lambda game: (game.pairing.round, game.pairing.stage, game.pairing.players)))


def is_open(game: Game) -> bool:
    """Whether the game is still being played."""
    return game.result is None


def meetings(games: Iterable[Game]) -> Counter[Pair]:
    """How often each two were paired, played or not."""
    met: Counter[Pair] = Counter()
    for game in games:
        players = game.pairing.players
        met.update(frozenset((a, b)) for n, a in enumerate(players) for b in players[n + 1 :])
    return met


def room(event: Event, games: Iterable[Game]) -> Counter[str]:
    """How many more games each entrant can take on now, by what he said."""
    left = Counter({each.name: each.games_at_once for each in event.entrants})
    left.subtract(player for game in games if is_open(game) for player in game.pairing.players)
    return left


def bye(pairing: Pairing) -> Game:
    """The pairing of one as a game that is over."""
    return decided(pairing, (Outcome.BYE,))


def decided(pairing: Pairing, outcomes: Sequence[Outcome]) -> Game:
    """A game that was settled without play, with an outcome for each of the pairing's players."""
    scores = tuple(
        Score(player=player, outcome=outcome) for player, outcome in zip(pairing.players, outcomes, strict=True)
    )
    return Game(pairing=pairing, result=Result(scores=scores))


def unplayed(left: Collection[str], pairing: Pairing) -> Game | None:
    """The duel as a walkover where one of the two is among those who left, void where both are; else None."""
    away = [player in left for player in pairing.players]
    if all(away):
        return decided(pairing, (Outcome.VOID, Outcome.VOID))
    if any(away):
        return decided(pairing, [Outcome.FORFEIT if gone else Outcome.WALKOVER for gone in away])
    return None
