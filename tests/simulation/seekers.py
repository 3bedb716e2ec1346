"""Players who seek spells: duels played from a seed, by wizards who know what they want to finish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.clauses import (
    AnyClause,
    HandClause,
    Orders,
    SameAgainClause,
    SayClause,
    StabClause,
    SurrenderClause,
)
from engine.enchantments import FEAR, HASTE
from engine.events import Turn
from engine.gestures import codes, usable
from engine.language import canonical_text
from engine.model import Duel, Gesture, Hand, Pair, Part, Wizard
from engine.orders import Checked, check
from engine.resolver import adjudicate
from engine.variants import RULE_SETS, RuleSet
from tests.simulation.openings import FORMULAS, Opening, opening
from tests.simulation.wishes import Wishes

HANDS: Final = (Hand.LEFT, Hand.RIGHT)
TURNS_MAX: Final = 25
PALMS: Final = (Gesture.PALM, Gesture.PALM)
FEARLESS: Final = (Gesture.PALM, Gesture.WAVE, Gesture.NOTHING)


class Played(NamedTuple):
    """One adjudicated part of a turn, what was ordered for it, and the words of those orders."""

    turn: Turn
    checked: Mapping[str, Checked]
    clauses: Mapping[str, tuple[AnyClause, ...]]

    @property
    def orders(self) -> dict[str, Orders]:
        return {name: checked.orders for name, checked in self.checked.items()}


def rules_of_game(seed: int) -> RuleSet:
    """The rule sets take turns."""
    return tuple(RULE_SETS.values())[seed % len(RULE_SETS)]


class Game:
    """A duel that seekers play, from a seed; `duel` is the duel so far."""

    def __init__(self, seed: int, *, start: Opening | None = None) -> None:
        self.rng = Random(seed)
        self.opening = opening(self.rng, rules_of_game(seed)) if start is None else start
        self.duel = self.opening.duel
        self.seekers = {w.name: Seeker(w.name, self.rng, self.duel.rules) for w in self.duel.wizards}
        self.previous: dict[str, tuple[AnyClause, ...]] = {}

    def turn(self) -> Played:
        """Everybody orders, and the turn is adjudicated."""
        normal = self.duel.next_part is Part.NORMAL
        focus = self.rng.choice([*self.duel.living, *self.corpses()])
        keen = self.opening.keen and self.duel.turn == 0 and self.rng.random() < 0.8
        clauses = {name: self.seekers[name].clauses(self.duel, focus, keen=keen) for name in self.duel.acting}
        checked = {
            name: check(self.duel, name, wanted, previous=self.previous.get(name, ()) if normal else ())
            for name, wanted in clauses.items()
        }
        if normal:
            self.previous = {name: each.written for name, each in checked.items()}
        turn = adjudicate(self.duel, {name: each.orders for name, each in checked.items()})
        self.duel = turn.after
        return Played(turn=turn, checked=checked, clauses=clauses)

    def corpses(self) -> list[str]:
        return [b.name for b in self.duel.beings if not b.alive and self.rng.random() < 0.3]

    def play(self, turns_max: int = TURNS_MAX) -> Iterator[Played]:
        """All turns until the duel ends."""
        for _ in range(turns_max):
            if self.duel.result is not None or not self.duel.acting:
                return
            yield self.turn()


def played(seed: int, turns_max: int = TURNS_MAX) -> Iterator[Played]:
    """The turns of the game of that seed."""
    return Game(seed).play(turns_max)


def transcript(opening: Opening, turns: list[Played]) -> str:
    """The game as a transcript (of an opening that can be told in words)."""
    text = opening.header
    for each in turns:
        part = " time stop" if each.turn.part is Part.TIME_STOP else ""
        text += f"\nturn {each.turn.turn}{part}\n"
        for name, clauses in each.clauses.items():
            text += "\n  ".join([f"{name}:", *canonical_text(clauses).split("\n")]) + "\n"
    return text


class Seeker:
    """One wizard's mind: a formula for each hand that he works towards, now and then another."""

    def __init__(self, name: str, rng: Random, rules: str) -> None:
        self.name = name
        self.formulas = FORMULAS[rules]
        self.rng = rng
        self.goals: dict[Hand, str] = {}
        self.keen = False

    def clauses(self, duel: Duel, focus: str, *, keen: bool = False) -> tuple[AnyClause, ...]:
        """His orders for the next part of the duel; `focus` is a being that many aim at this turn, most if `keen`."""
        wizard = duel.wizard(self.name)
        assert wizard is not None
        self.keen = keen
        rng = self.rng
        chance = rng.random()
        if chance < (0.03 if keen else 0.004):
            return (SurrenderClause(),)
        if 0.03 < chance < 0.04 and duel.turn:
            return (SameAgainClause(),)
        normal = duel.next_part is Part.NORMAL
        hasted = normal and any(e.name == HASTE for e in wizard.enchantments)
        halves = 2 if hasted and rng.random() < 0.95 else 1
        pairs = self._pairs(wizard, halves)
        wishes = Wishes(duel, wizard, rng, focus, pairs, keen=keen)
        clauses: list[AnyClause] = []
        for half, pair in enumerate(pairs):
            clauses += self._gestures(wishes, pair, half if halves > 1 else None)
        clauses += wishes.clauses(halves)
        if rng.random() < 0.01:
            clauses.append(SayClause(words="well met, and mind the goblin"))
        if halves > 1:  # what is written before `then` stands in the first half
            clauses = [c if c.half == 1 or isinstance(c, SayClause) else replace(c, half=0) for c in clauses]
        return tuple(c for c in clauses if c.half != 1) + tuple(c for c in clauses if c.half == 1)

    def _gestures(self, wishes: Wishes, pair: Pair, half: int | None) -> list[AnyClause]:
        if Gesture.STAB in pair and self.rng.random() < 0.1:
            other = HANDS[pair.index(Gesture.NOTHING)] if Gesture.NOTHING in pair else None
            if other is not None:
                free = HandClause(hand=other, gesture=Gesture.NOTHING, half=half)
                return [free, StabClause(subject=wishes.stabbed(self.name), half=half)]
        return [
            HandClause(
                hand=hand,
                gesture=gesture,
                half=half,
                subject=wishes.stabbed(self.name) if gesture is Gesture.STAB else None,
            )
            for hand, gesture in zip(HANDS, pair, strict=True)
            if self.rng.random() > 0.005  # and sometimes a hand is forgotten
        ]

    def _pairs(self, wizard: Wizard, halves: int) -> list[Pair]:
        """The pairs of gestures that bring his goals nearer."""
        past = usable(wizard)
        afraid = any(e.name == FEAR for e in wizard.enchantments)
        pairs: list[Pair] = []
        for _ in range(halves):
            pair = self._pair([*past, *pairs])
            if afraid and self.rng.random() < 0.9:
                pair = (self._bold(pair[0]), self._bold(pair[1]))
            pairs.append(pair)
        return pairs

    def _bold(self, gesture: Gesture) -> Gesture:
        return gesture if gesture in FEARLESS else self.rng.choice(FEARLESS)

    def _pair(self, past: list[Pair]) -> Pair:
        rng = self.rng
        made = dict.fromkeys(HANDS, Gesture.NOTHING)
        for hand, code in sorted(zip(HANDS, codes(past), strict=True), key=lambda _: rng.random()):
            letter = self._next(hand, code)
            if letter.islower():
                made = dict.fromkeys(HANDS, Gesture(letter.upper()))
                break
            made[hand] = Gesture(letter)
        if rng.random() < 0.12:
            hand = rng.choice(HANDS)
            made[hand] = Gesture(rng.choice(">>>>--FPSWDC"))
        pair = (made[Hand.LEFT], made[Hand.RIGHT])
        if pair == PALMS and rng.random() < 0.97:
            return (Gesture.PALM, rng.choice((Gesture.WAVE, Gesture.NOTHING)))
        return pair

    def _next(self, hand: Hand, code: str) -> str:
        """The next letter of this hand's goal; a new goal when it is reached, or on a whim."""
        goal = self.goals.get(hand)
        if goal is None or self.rng.random() < 0.05:
            goal = self._new_goal(code)
        done = begun(goal, code)
        self.goals[hand] = goal
        if done + 1 == len(goal):
            del self.goals[hand]
        return goal[done]

    def _new_goal(self, code: str) -> str:
        """Of a few formulas, or of all, the one that has been begun best."""
        knows = self.keen or self.rng.random() < 0.25
        some = self.formulas if knows else self.rng.sample(self.formulas, 8)
        return max(some, key=lambda f: (begun(f, code) / len(f), self.rng.random()))


def begun(formula: str, code: str) -> int:
    """How many gestures of a formula a hand's history (as of `codes`) ends on, never all of them."""
    for length in range(min(len(formula) - 1, len(code)), 0, -1):
        if all(f in (c, c.upper()) for f, c in zip(formula[:length], code[-length:], strict=True)):
            return length
    return 0
