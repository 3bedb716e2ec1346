"""The rating list: strength in duels and skill in melees, worked out from a log of rated games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
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

    Worked out from nothing at each call; the order of the log changes nothing, only the periods count. A period in
    which somebody does not play makes his rating less certain, from the one after his first game of that kind.
    """
    games = tuple(log)
    last = max((game.period for game in games), default=0) if through is None else through
    counted = [game for game in games if game.period <= last]
    duels = [game for game in counted if len(game.seats) == DUEL_SEATS]
    melees = [game for game in counted if len(game.seats) > DUEL_SEATS]
    strengths, skills = _strengths(duels, last), _skills(melees, last)
    fought, brawled = _games(duels), _games(melees)
    return {
        name: Rated(
            player=name,
            strength=strengths.get(name, glicko.Strength()),
            duels=fought[name],
            skill=skills.get(name, melee_skill.Skill()),
            melees=brawled[name],
        )
        for name in sorted({*fought, *brawled})
    }


def _periods(games: Sequence[RatedGame], last: int) -> Iterator[list[RatedGame]]:
    by_period: defaultdict[int, list[RatedGame]] = defaultdict(list)
    for game in games:
        by_period[game.period].append(game)
    for period in range(min(by_period, default=last + 1), last + 1):
        yield by_period[period]


def _strengths(duels: Sequence[RatedGame], last: int) -> dict[str, glicko.Strength]:
    strengths: dict[str, glicko.Strength] = {}
    for games in _periods(duels, last):
        outcomes: dict[str, list[glicko.Outcome]] = {name: [] for name in strengths}
        for game in games:
            for own, other in (game.seats, game.seats[::-1]):
                opponent = strengths.get(other.player, glicko.Strength())
                points = 0.5 + 0.5 * ((own.place < other.place) - (own.place > other.place))
                outcomes.setdefault(own.player, []).append(glicko.Outcome(opponent=opponent, points=points))
        strengths = {
            name: glicko.after_period(strengths.get(name, glicko.Strength()), had) for name, had in outcomes.items()
        }
    return strengths


def _skills(melees: Sequence[RatedGame], last: int) -> dict[str, melee_skill.Skill]:
    skills: dict[str, melee_skill.Skill] = {}
    for games in _periods(melees, last):
        for name in sorted({seat.player for game in games for seat in game.seats}):
            skills.setdefault(name, melee_skill.Skill())
        skills = melee_skill.after_period(skills, [{seat.player: seat.place for seat in game.seats} for game in games])
    return skills


def _games(games: Sequence[RatedGame]) -> Counter[str]:
    return Counter(seat.player for game in games for seat in game.seats)
