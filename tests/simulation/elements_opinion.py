"""A second opinion on the elements: what vanishes, what rages, and whom a storm or an elemental harms (4.6, A106).

It builds on the second opinion on casts, and names beings as the engine does after their birth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.events import ElementalsMerged, MonsterMade, Raised, SpellCast, Turn
from engine.variants import rules_of
from tests.simulation.second_opinion import STORMS, VOID, Opinion, casts_of, opinion_of

FIRE: Final = "fire"
ICE: Final = "ice"
OPPOSITE: Final = {FIRE: ICE, ICE: FIRE}
STORM_OF: Final = {"Fire storm": FIRE, "Ice storm": ICE}
RESIST: Final = {FIRE: "Resist heat", ICE: "Resist cold"}


@dataclass
class Elements:
    """`gone`: the elements whose elemental vanished before it could attack; `rages`, `cancelled`: the storms'.

    `resists` whom an element does not harm, `spared` whom Counter-spell or a Fireball saves from a storm.
    """

    there: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    rages: set[str] = field(default_factory=set)
    cancelled: set[str] = field(default_factory=set)
    resists: dict[str, set[str]] = field(default_factory=dict)
    spared: dict[str, set[str]] = field(default_factory=dict)
    shielded: set[str] = field(default_factory=set)
    named: dict[str, str] = field(default_factory=dict)


def elements_of(turn: Turn) -> Elements:
    """What becomes of the elements in a turn."""
    return _Scales(turn, opinion_of(turn)).weigh()


class _Scales:
    def __init__(self, turn: Turn, opinion: Opinion) -> None:
        self.turn = turn
        self.opinion = opinion
        self.found = Elements()
        self.dispelled = any(c.spell == "Dispel magic" and not c.discharged for c in self.casts())
        self.born = self.births()
        self.merged = {e.gone: e.into for e in turn.events if isinstance(e, ElementalsMerged)}
        self.elementals = self.elementals_there()

    def casts(self) -> list[SpellCast]:
        return [c for c in casts_of(self.turn) if c.cast in self.opinion.fates]

    def births(self) -> dict[str, str]:
        """The unborn by the names they are given."""
        signs = {"left": "LH", "right": "RH", "both": "BH", "bank": "bank"}
        born: dict[str, str] = {}
        for event in self.turn.events:
            if isinstance(event, MonsterMade):
                born.setdefault(f"{signs[event.hand.value]}:{event.maker}", event.name)
        return born

    def elementals_there(self) -> dict[str, set[str]]:
        """The names of all elementals of each element, before they merge."""
        there: dict[str, set[str]] = {FIRE: set(), ICE: set()}
        for monster in self.turn.before.monsters:
            word = monster.kind.value.split()[0]
            if monster.alive and word in there:
                there[word].add(monster.name)
        for event in self.turn.events:
            if isinstance(event, MonsterMade) and event.kind.value.split()[0] in there:
                there[event.kind.value.split()[0]].add(event.name)
            elif isinstance(event, Raised) and event.being.split()[0] in there:
                there[event.being.split()[0]].add(event.being)
        return there

    def landed(self, spell: str) -> set[str]:
        """On whom this spell landed."""
        return {
            self.name(subject)
            for c in self.casts()
            if c.spell == spell
            and not self.opinion.fates[c.cast] & VOID
            and (subject := self.opinion.subject[c.cast]) is not None
        }

    def name(self, subject: str) -> str:
        """What is aimed at any of several elementals that merge is at the one (A106)."""
        name = self.born.get(subject, subject)
        return self.merged.get(name, name)

    def weigh(self) -> Elements:
        found = self.found
        found.named = {name: self.name(name) for name in (*self.born, *self.merged)}
        found.there = {element for element, names in self.elementals.items() if names}
        countered = {self.name(n) for n in self.opinion.countered}
        passes = rules_of(self.turn.before).counter_lets_storms_pass
        shy = {e for e in found.there if passes and self.elementals[e] & countered}
        storms = set()
        if not self.dispelled:
            storms = {STORM_OF[c.spell] for c in self.casts() if c.spell in STORMS}
            self.settle(storms, shy)
            self.touch(countered)
        self.save(countered)
        return found

    def settle(self, storms: set[str], shy: set[str]) -> None:
        """All opposites meet at once; a storm that meets none rages and takes its own kind's elemental."""
        found = self.found
        for element in found.there:
            other = OPPOSITE[element]
            if other in found.there or (other in storms and element not in shy):
                found.gone.add(element)
        for element in storms:
            other = OPPOSITE[element]
            if other in storms or (other in found.there and other not in shy):
                found.cancelled.add(element)
            else:
                found.rages.add(element)
                if element in found.there and element not in shy:
                    found.gone.add(element)

    def touch(self, countered: set[str]) -> None:
        """A Fireball, or the Resist of its own element, is the end of an elemental."""
        if self.elementals[ICE] & self.landed("Fireball"):
            self.found.gone.add(ICE)
        for element in (FIRE, ICE):
            if self.elementals[element] & self.landed(RESIST[element]):
                self.found.gone.add(element)

    def save(self, countered: set[str]) -> None:
        """Who resists, who is shielded, and whom a raging storm spares besides."""
        found = self.found
        removed = {self.name(n) for n in self.opinion.removed}
        for element in (FIRE, ICE):
            running: set[str] = set()
            if not self.dispelled:
                running = {
                    b.name
                    for b in self.turn.before.beings
                    if b.alive and any(e.name == RESIST[element] for e in b.enchantments)
                }
                running |= self.landed(RESIST[element])
            found.resists[element] = running - removed
            found.spared[element] = set(countered)
        found.spared[ICE] |= self.landed("Fireball")
        found.shielded = {self.name(n) for n in self.opinion.shielded} | (self.opinion.protected - removed)
