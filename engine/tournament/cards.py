"""Score cards: an event's games from each player's side, a line for each round; what tie-breaks are worked out from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum

from engine.model import Value
from engine.tournament.games import in_order
from engine.tournament.model import PLAYED, Entrant, Event, Game, Outcome, Result

Cards = Mapping[str, tuple["Line", ...]]


class Line(Value, frozen=True, kw_only=True):
    """What one round, or one game of it, was for a player. `opponent` is None in melees and without a pairing."""

    round: int
    outcome: Outcome
    points: float
    opponent: str | None = None
    place: int = 1
    hit_points: int = 0
    turns: int = 0

    @property
    def played(self) -> bool:
        return self.outcome in PLAYED

    @property
    def by_choice(self) -> bool:
        """A round missed by the player's own doing (FIDE C.07, 16.1.2: "voluntary unplayed round")."""
        return self.outcome in {Outcome.FORFEIT, Outcome.ABSENT}


def points(lines: Iterable[Line]) -> float:
    """The sum of the points of these lines."""
    return fsum(line.points for line in lines)


def counting(event: Event, games: Iterable[Game]) -> list[tuple[Game, Result]]:
    """The games whose result counts, in order: not void, and none of the players struck by then."""
    struck = {each.name: each.struck_from for each in event.entrants if each.struck_from is not None}
    return [
        (game, game.result)
        for game in in_order(games)
        if game.result is not None
        and not any(score.outcome is Outcome.VOID for score in game.result.scores)
        and not any(struck.get(player, game.pairing.round + 1) <= game.pairing.round for player in game.pairing.players)
    ]


def cards(event: Event, games: Iterable[Game]) -> dict[str, tuple[Line, ...]]:
    """A card for each entrant, with a line for each duel, bye and walkover that counts."""
    lines: dict[str, list[Line]] = {each.name: [] for each in event.entrants}
    for game, result in counting(event, games):
        for score in result.scores:
            others = [player for player in game.pairing.players if player != score.player]
            line = Line(
                round=game.pairing.round,
                outcome=score.outcome,
                points=event.scoring.points(score.outcome),
                opponent=others[0] if others else None,
                hit_points=score.hit_points,
                turns=result.turns,
            )
            lines[score.player].append(line)
    return {name: tuple(own) for name, own in lines.items()}


def cards_by_round(event: Event, games: Iterable[Game]) -> dict[str, tuple[Line, ...]]:
    """The same, with a line for each round that somebody was not paired in, as the Swiss tie-breaks need them."""
    games = in_order(games)
    rounds = range(1, max((game.pairing.round for game in games), default=0) + 1)
    paired = {(game.pairing.round, player) for game in games for player in game.pairing.players}
    known = cards(event, games)
    return {
        each.name: tuple(
            sorted(
                (*known[each.name], *(_absent(event, each, n) for n in rounds if (n, each.name) not in paired)),
                key=lambda line: line.round,
            )
        )
        for each in event.entrants
    }


def _absent(event: Event, entrant: Entrant, round_: int) -> Line:
    """A round missed: before a late entry it may be worth something, after that nothing."""
    given = event.scoring.points(Outcome.ABSENT) if round_ < entrant.first else 0.0
    return Line(round=round_, outcome=Outcome.ABSENT, points=given)
