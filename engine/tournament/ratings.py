"""The rating list: strength in duels and skill in melees, worked out from a log of rated games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.model import Value
from engine.tournament import glicko, melee_skill

DUEL_SEATS: Final = 2


class Seat(Value, frozen=True, kw_only=True):
    """Who sat in a game and how it ended for him: his place (1 is best, equal places are a draw)."""

    player: str
    place: int


class RatedGame(Value, frozen=True, kw_only=True):
    """A rated game that ended in that period; two seats are a duel, more are a melee. Players are distinct."""

    period: int
    seats: tuple[Seat, ...]


class Rated(Value, frozen=True, kw_only=True):
    """A line of the rating list. Where `duels` or `melees` is 0, the number beside it is that of a newcomer."""

    player: str
    strength: glicko.Strength = glicko.Strength()
    duels: int = 0
    skill: melee_skill.Skill = melee_skill.Skill()
    melees: int = 0


def ratings(log: Iterable[RatedGame], *, through: int | None = None) -> dict[str, Rated]:
    """Everybody who ever played a rated game, by name, after the period `through` (the last of the log if not told).

    Worked out from nothing; the order of the log changes nothing, only the periods count. A period in
    which somebody does not play makes his rating less certain, from the one after his first game of that kind.
    """
    games = tuple(log)
    last = max((game.period for game in games), default=0) if through is None else through
    by_period: defaultdict[int, list[RatedGame]] = defaultdict(list)
    for game in games:
        by_period[game.period].append(game)
    known: dict[str, Rated] = {}
    for period in range(min(by_period, default=last + 1), last + 1):
        known = after_period(known, by_period[period])
    return known


def after_period(before: Mapping[str, Rated], games: Iterable[RatedGame]) -> dict[str, Rated]:
    """Everybody in `before`, and who else played, by name, after one more period with these games.

    A player's own line rests on his games and on the lines before of those whom he met in them, and on nothing else.
    """
    played = tuple(games)
    duels = [game for game in played if len(game.seats) == DUEL_SEATS]
    melees = [game for game in played if len(game.seats) > DUEL_SEATS]
    fought, brawled = _games(duels), _games(melees)
    known = {name: before.get(name, Rated(player=name)) for name in sorted({*before, *fought, *brawled})}
    strengths, skills = _strengths(known, duels), _skills(known, melees)
    return {
        name: Rated(
            player=name,
            strength=strengths[name],
            duels=line.duels + fought[name],
            skill=skills[name],
            melees=line.melees + brawled[name],
        )
        for name, line in known.items()
    }


def _strengths(known: Mapping[str, Rated], duels: Sequence[RatedGame]) -> dict[str, glicko.Strength]:
    outcomes: dict[str, list[glicko.Outcome]] = {name: [] for name in known}
    for game in duels:
        for own, other in (game.seats, game.seats[::-1]):
            points = 0.5 + 0.5 * ((own.place < other.place) - (own.place > other.place))
            outcomes[own.player].append(glicko.Outcome(opponent=known[other.player].strength, points=points))
    return {name: glicko.after_period(known[name].strength, had) for name, had in outcomes.items()}


def _skills(known: Mapping[str, Rated], melees: Sequence[RatedGame]) -> dict[str, melee_skill.Skill]:
    places = [{seat.player: seat.place for seat in game.seats} for game in melees]
    return melee_skill.after_period({name: line.skill for name, line in known.items()}, places)


def _games(games: Sequence[RatedGame]) -> Counter[str]:
    return Counter(seat.player for game in games for seat in game.seats)
