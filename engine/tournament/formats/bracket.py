"""The bracket of a knockout: who stands where, and how a tie of two is decided."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import Value
from engine.tournament.games import decided
from engine.tournament.lots import lot
from engine.tournament.model import Event, Game, Outcome, Pairing

ADVANCES = frozenset({Outcome.WIN, Outcome.WALKOVER, Outcome.BYE})


class Tie(Value, frozen=True, kw_only=True):
    """Two who play for one place, better seed first; or one who has it without play."""

    stage: str
    round: int
    players: tuple[str, ...]
    reason: str


class Settled(Value, frozen=True, kw_only=True):
    """Who goes on and who has lost (nobody, where there was no opponent)."""

    winner: str
    loser: str | None


def seeded(names: Sequence[str]) -> list[str | None]:
    """The names, best first, in the order of the bracket, with None for byes; neighbours meet.

    The best two can meet in the final only, the best four in the semifinals, and the byes go to the best.
    """
    order = [1]
    while len(order) < len(names):
        order = [place for seed in order for place in (seed, 2 * len(order) + 1 - seed)]
    return [names[seed - 1] if seed <= len(names) else None for seed in order]


def outcome(event: Event, tie: Tie, games: Sequence[Game], replays: int) -> Settled | Game | None:
    """How a tie stands: settled; or the game to add now; or None while one is being played.

    A void game is played again as well, as often as it may be. Where both have left the lot decides, as after too many
    draws, and the next opponent has a walkover.
    """
    if len(tie.players) == 1:
        return Settled(winner=tie.players[0], loser=None) if _had(tie, games) else _alone(tie)
    had = _had(tie, games)
    first, second = tie.players
    drawn = 0
    for game in had:
        if game.result is None:
            return None
        drawn += any(score.outcome is Outcome.DRAW for score in game.result.scores)
        ahead = [score.player for score in game.result.scores if score.outcome in ADVANCES]
        if len(ahead) == 1:
            return Settled(winner=ahead[0], loser=second if ahead[0] == first else first)
    left = [event.by_name[name].last is not None for name in tie.players]
    if drawn <= replays and any(left) and not all(left):
        outcomes = [Outcome.FORFEIT if gone else Outcome.WALKOVER for gone in left]
        return decided(_pairing(tie, had), outcomes)
    if drawn > replays or all(left):
        by_lot = lot(event, tie.stage, first) < lot(event, tie.stage, second)
        return Settled(winner=first if by_lot else second, loser=second if by_lot else first)
    return Game(pairing=_pairing(tie, had))


def _had(tie: Tie, games: Sequence[Game]) -> list[Game]:
    return [game for game in games if game.pairing.round == tie.round and set(game.pairing.players) == set(tie.players)]


def _alone(tie: Tie) -> Game:
    pairing = Pairing(round=tie.round, players=tie.players, stage=tie.stage, reason=tie.reason)
    return decided(pairing, (Outcome.BYE,))


def _pairing(tie: Tie, had: Sequence[Game]) -> Pairing:
    """The tie's next game; a replay is told from the one before by its stage."""
    again = f", replay {len(had)}" if had else ""
    reason = f"{tie.reason} The game before decided nothing." if had else tie.reason
    return Pairing(round=tie.round, players=tie.players, stage=f"{tie.stage}{again}", reason=reason)
