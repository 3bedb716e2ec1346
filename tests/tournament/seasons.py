"""Whole events played at random: results, drop-outs, late entries, and rounds cut that cannot be paired."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from msgspec.structs import replace

from engine.tournament.entering import Refused, admit, withdraw
from engine.tournament.faults import faults
from engine.tournament.games import is_open
from engine.tournament.model import (
    Challenge,
    Entrant,
    Event,
    Game,
    Impossible,
    Outcome,
    Over,
    Result,
    Score,
    Start,
    Wait,
    Withdrawals,
)
from engine.tournament.running import next_games
from engine.tournament.terms import Ladder, Melees, Swiss, Terms

NAMES = tuple(
    f"{first}{number}" for number in ("", " 2", " 3", " 4") for first in ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
)
STEPS_MAX = 5000
CHALLENGES_MAX = 15


def event(terms: Terms, players: int, *, seed: str = "salt", **more: object) -> Event:
    """An event of so many, some of whom play one game at a time and some three."""
    entrants = tuple(Entrant(name=name, games_at_once=1 + 2 * (n % 2)) for n, name in enumerate(NAMES[:players]))
    return replace(Event(name="Spring", seed=seed, terms=terms, entrants=entrants), **more)


def settle(game: Game, dice: random.Random) -> Game:
    """The game with a result: mostly somebody won."""
    players = list(game.pairing.players)
    dice.shuffle(players)
    if len(players) > 2:
        places = [1 + n - (n % 2 == 1 and dice.random() < 0.2) for n in range(len(players))]
        ways = [_in_melee(place, places) for place in places]
    else:
        places = [1, 2]
        ways = [[Outcome.WIN, Outcome.LOSS], [Outcome.DRAW] * 2, [Outcome.WALKOVER, Outcome.FORFEIT]][
            dice.choices((0, 1, 2), (8, 2, 1))[0]
        ]
    scores = tuple(
        Score(player=player, outcome=way, place=place, hit_points=dice.randint(0, 15) if way is Outcome.WIN else 0)
        for player, way, place in zip(players, ways, places, strict=True)
    )
    return replace(game, result=Result(scores=scores, turns=dice.randint(4, 40)))


def _in_melee(place: int, places: list[int]) -> Outcome:
    if place > 1:
        return Outcome.LOSS
    return Outcome.WIN if places.count(1) == 1 else Outcome.DRAW


@dataclass
class Season:
    """An event under way. `starts` are the games begun at each step, `before` the same
    with the event and its games as they stood then."""

    event: Event
    dice: random.Random
    restless: bool = False  # whether players come and go
    games: list[Game] = field(default_factory=list)
    starts: list[tuple[Game, ...]] = field(default_factory=list)
    before: list[tuple[Event, tuple[Game, ...], tuple[Game, ...]]] = field(default_factory=list)
    asked: int = 0  # how often the director had to cut a round

    def play(self) -> Season:
        """To the end; fails if it does not end."""
        for _ in range(STEPS_MAX):
            match next_games(self.event, self.dice.sample(self.games, len(self.games))):
                case Over():
                    return self
                case Start(games=started):
                    assert started
                    self.before.append((self.event, tuple(self.games), started))
                    self.starts.append(started)
                    self.games += started
                    self._nobody_plays_too_much()
                case Impossible(round=number):
                    self.asked += 1
                    self._cut(number)
                case Wait(reason=reason):
                    assert reason
                    self._go_on()
        raise AssertionError("it does not end")

    def _nobody_plays_too_much(self) -> None:
        busy = Counter(player for game in self.games if is_open(game) for player in game.pairing.players)
        for name, entrant in self.event.by_name.items():
            assert busy[name] <= entrant.games_at_once

    def _cut(self, number: int) -> None:
        assert isinstance(self.event.terms, Swiss | Melees)
        self.event = replace(self.event, terms=replace(self.event.terms, rounds=number - 1))

    def _go_on(self) -> None:
        if self.restless and self.dice.random() < 0.1:
            self._come_or_go()
        still = [n for n, game in enumerate(self.games) if is_open(game)]
        if isinstance(self.event.terms, Ladder) and (not still or self.dice.random() < 0.5):
            self._challenge()
        if still:
            n = self.dice.choice(still)
            if is_open(self.games[n]):
                self.games[n] = settle(self.games[n], self.dice)

    def _come_or_go(self) -> None:
        there = [each.name for each in self.event.entrants if each.last is None]
        if self.dice.random() < 0.5 and len(self.event.entrants) < len(NAMES):
            name = NAMES[len(self.event.entrants)]
            changed = admit(self.event, self.games, Entrant(name=name, games_at_once=2))
            if not isinstance(changed, Refused):
                self.event = changed
        elif there:
            self.event, games = withdraw(self.event, self.games, self.dice.choice(there))
            self.games = list(games)

    def _challenge(self) -> None:
        number = len(self.event.challenges) + 1
        if number > CHALLENGES_MAX:
            self.event = replace(self.event, closed=True)
            return
        challenger, challenged = self.dice.sample([each.name for each in self.event.entrants], 2)
        challenge = Challenge(number=number, challenger=challenger, challenged=challenged)
        self.event = replace(self.event, challenges=(*self.event.challenges, challenge))


def season(terms: Terms, number: int, *, players: int | None = None, restless: bool = False, **more: object) -> Season:
    """A season whose size (as large at least as the terms ask for), seed and results follow from its number."""
    dice = random.Random(number)
    size = dice.randint(3, 14) if players is None else players
    more = {"withdrawals": dice.choice(list(Withdrawals)), **more}
    while faults(event(terms, size, **more)):
        size += 1
    return Season(event(terms, size, seed=str(number), **more), dice, restless=restless).play()
