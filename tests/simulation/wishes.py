"""What a seeker wishes beside his gestures: spells and subjects, monsters' victims, hands to hold, spells to keep."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from engine.clauses import (
    ALL_MONSTERS,
    AimClause,
    AnyClause,
    BankClause,
    CastClause,
    CharmClause,
    Element,
    ElementClause,
    ForcedClause,
    MakeClause,
    MonsterClause,
    ParalysisClause,
    PermanentClause,
    ReleaseClause,
)
from engine.enchantments import CHARM_MONSTER, CHARM_PERSON, DELAYED_EFFECT, ENCHANTMENTS, PARALYSIS, PERMANENCY
from engine.gestures import finished_by, usable
from engine.model import NOBODY, Duel, Gesture, Hand, Pair, Part, Wizard, unborn
from engine.monsters import ELEMENTALS
from engine.spellbook import Raise, Summon
from engine.variants import rules_of

SIDES: Final = (Hand.LEFT, Hand.RIGHT)
MADE: Final = tuple(g for g in Gesture if g is not Gesture.UNSEEN)


class Wishes:
    """One wizard's wishes for one part of a turn, given the pairs he means to make."""

    def __init__(
        self, duel: Duel, wizard: Wizard, rng: Random, focus: str, pairs: list[Pair], *, keen: bool = False
    ) -> None:
        self.keen = keen
        self.duel = duel
        self.rules = rules_of(duel)
        self.book = self.rules.spellbook
        self.wizard = wizard
        self.me = wizard.name
        self.rng = rng
        self.focus = focus
        past, short = usable(wizard), not wizard.short_bolt_used
        self.finished: list[tuple[int, str, Hand]] = []
        for half, pair in enumerate(pairs):
            past.append(pair)
            self.finished += [(half, f.spell, f.hand) for f in finished_by(past, rules=self.rules, short_bolt=short)]
        self.others = duel.opponents(self.me)
        self.unborn = [unborn(hand, name) for name in duel.acting for hand in (*SIDES, Hand.BOTH, Hand.BANK)]

    def clauses(self, halves: int) -> Iterator[AnyClause]:
        """All the clauses but those of his hands; with a half where there are two."""
        two = halves > 1
        yield from self._casts(two)
        yield from self._holds()
        yield from self._keeping()
        yield from self._monsters(two)
        yield from self._needless(two)

    # -- whom ----------------------------------------------------------------------------------------------------

    def subject(self, spell: str) -> str | None:
        """Whom a spell goes at: the default, the focus of the turn, or anybody, the dead and the unborn included."""
        rng = self.rng
        corpses = [m.name for m in self.duel.monsters if not m.alive and m.kind not in ELEMENTALS]
        corpses += [w.name for w in self.duel.wizards if not w.alive]
        if isinstance(self.book[spell].effect, Raise) and corpses and rng.random() < 0.75:
            return rng.choice(corpses)
        monsters = [m.name for m in self.duel.monsters if m.alive]
        if spell == CHARM_MONSTER and monsters and rng.random() < 0.6:
            return rng.choice(monsters)
        if self.keen and rng.random() < 0.7:
            return self.focus
        chance = rng.random()
        if chance < 0.2:
            return None
        if chance < 0.55:
            return self.focus
        if chance < 0.65:
            return self.me
        if chance < 0.74 and self.others:
            return rng.choice(self.others)
        if chance < 0.88:
            return rng.choice(self.duel.living)
        if chance < 0.94:
            return rng.choice(self.unborn)
        if chance < 0.98:
            return rng.choice([being.name for being in self.duel.beings])
        return NOBODY

    def victim(self) -> str | None:
        """Whom a stab or a monster goes at."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.15:
            return None
        if chance < 0.5:
            return self.focus
        if chance < 0.85:
            return rng.choice(self.duel.living)
        return rng.choice((*self.unborn, *(being.name for being in self.duel.beings)))

    def stabbed(self, wizard: str) -> str | None:
        """Whom this wizard is to stab: anybody but himself."""
        victim = self.victim()
        return victim if victim != wizard else self.rng.choice(self.duel.opponents(wizard) or (None,))

    # -- spells --------------------------------------------------------------------------------------------------

    def _casts(self, two: bool) -> Iterator[AnyClause]:
        rng = self.rng
        spent: set[tuple[int, Hand]] = set()
        for half, spell, hand in sorted(self.finished, key=lambda _: rng.random()):
            hands = {(half, each) for each in (SIDES if hand is Hand.BOTH else (hand,))}
            if hands & spent:
                continue
            spent |= hands
            placed = half if two else None
            chance = rng.random()
            if chance < 0.12:
                continue
            if chance < 0.17:
                yield CastClause(spell=None, hand=rng.choice((None, hand)), half=placed)
            elif chance < 0.25:
                yield AimClause(hand=hand, subject=self.subject(spell) or self.focus, half=placed)
            else:
                aimed = self.book[spell].aimed
                named = hand if rng.random() < 0.85 else None
                yield CastClause(spell=spell, hand=named, subject=self.subject(spell) if aimed else None, half=placed)
        if self.wizard.banked is not None and rng.random() < 0.35:
            banked = self.wizard.banked
            yield ReleaseClause(
                spell=rng.choice((None, banked)), subject=self.subject(banked) if self.book[banked].aimed else None
            )

    def _holds(self) -> Iterator[AnyClause]:
        """Which hands Paralysis and Charm person take, and what a charmed hand does."""
        rng = self.rng
        spells = {spell for _, spell, _ in self.finished} | {self.wizard.banked}
        mirrored = "Magic mirror" in spells
        wizards = [w.name for w in self.duel.wizards if w.alive]
        if (PARALYSIS in spells or mirrored) and rng.random() < 0.7:
            for victim in dict.fromkeys((rng.choice(wizards), rng.choice(self.others or wizards))):
                if rng.random() < 0.4:
                    frozen = tuple(rng.sample(MADE, rng.randint(1, 4)))
                    yield ParalysisClause(victim=victim, by_frozen=frozen)
                else:
                    yield ParalysisClause(victim=victim, hand=rng.choice(SIDES))
        if (CHARM_PERSON in spells or mirrored) and rng.random() < 0.8:
            for victim in dict.fromkeys((rng.choice(wizards), rng.choice(self.others or wizards))):
                yield CharmClause(victim=victim, hand=rng.choice(SIDES))
        if self.duel.next_part is Part.TIME_STOP:
            return
        for other in self.duel.wizards:
            for held in other.enchantments:
                mine = held.name == CHARM_PERSON and held.by == self.me and held.hand and held.gesture is None
                if mine and held.hand and rng.random() < 0.85:
                    gesture = Gesture(rng.choice("FPSWDC>>-"))
                    stabbed = self.stabbed(other.name) if gesture is Gesture.STAB else None
                    yield MakeClause(victim=other.name, hand=held.hand, gesture=gesture, subject=stabbed)

    def _keeping(self) -> Iterator[AnyClause]:
        """What Delayed effect and Permanency take, and of which element an elemental is."""
        rng = self.rng
        spells = [(spell, hand) for _, spell, hand in self.finished]
        pending = {e.name for e in self.wizard.enchantments} | {spell for spell, _ in spells}
        if spells and (DELAYED_EFFECT in pending or rng.random() < 0.02) and rng.random() < 0.5:
            spell, hand = rng.choice(spells)
            yield BankClause(spell=spell) if rng.random() < 0.6 else BankClause(hand=hand)
        lasting = [
            (spell, hand) for spell, hand in spells if spell in ENCHANTMENTS and ENCHANTMENTS[spell].may_be_permanent
        ]
        if lasting and (PERMANENCY in pending or rng.random() < 0.02) and rng.random() < 0.5:
            spell, hand = rng.choice(lasting)
            yield PermanentClause(spell=spell) if rng.random() < 0.6 else PermanentClause(hand=hand)
        if rng.random() < 0.15:
            if rng.random() < 0.5 and self.others:
                yield ElementClause(
                    element=rng.choice(tuple(Element)),
                    caster=rng.choice(self.others),
                    spell=rng.choice(("Fire storm", "Ice storm", "Fireball", "Resist heat", "Shield")),
                )
            yield ElementClause(element=rng.choice(tuple(Element)))

    # -- monsters ------------------------------------------------------------------------------------------------

    def _monsters(self, two: bool) -> Iterator[AnyClause]:
        rng = self.rng
        mine = [m.name for m in self.duel.monsters if m.alive and m.controller == self.me]
        coming = [
            unborn(hand, self.me)
            for _, spell, hand in self.finished
            if isinstance(effect := self.book[spell].effect, Summon) and not effect.elemental
        ]
        if any(spell in (CHARM_MONSTER, "Raise dead") for _, spell, _ in self.finished):
            coming += [m.name for m in self.duel.monsters if m.controller != self.me and m.kind not in ELEMENTALS]
        if rng.random() < 0.03:
            coming.append(rng.choice(self.unborn))
        if mine and rng.random() < 0.1:
            yield MonsterClause(monster=ALL_MONSTERS, victims=(self.victim() or NOBODY,))
        for monster in dict.fromkeys((*mine, *coming)):
            if rng.random() < 0.5:
                half = rng.choice((None, 0, 1)) if two and rng.random() < 0.3 else None
                yield MonsterClause(monster=monster, victims=self._victims(monster), half=half)

    def _victims(self, monster: str) -> tuple[str, ...]:
        rng = self.rng
        if rng.random() < 0.08:
            return (NOBODY,)
        wanted = [self.victim() or self.focus for _ in range(2 if rng.random() < 0.15 else 1)]
        others = [name for name in self.duel.living if name != monster]
        return tuple(rng.choice(others) if name == monster else name for name in wanted)

    def _needless(self, two: bool) -> Iterator[AnyClause]:
        """Conditional casts, most often of those whose hands are held; and clauses that fit nothing."""
        rng = self.rng
        held = [e for e in self.wizard.enchantments if ENCHANTMENTS[e.name].mind]
        if rng.random() < (0.5 if held else 0.02):
            hand = rng.choice(SIDES)
            gesture = Gesture(rng.choice("FPSWDC>-"))
            past = [*usable(self.wizard), (gesture, gesture)]
            spells = [f.spell for f in finished_by(past, rules=self.rules) if f.hand in (hand, Hand.BOTH)]
            named = rng.choice(spells) if spells and rng.random() < 0.8 else None
            half = rng.choice((0, 1)) if two else None
            whom = self.subject(named or "Missile") or (None if named else self.focus)
            yield ForcedClause(hand=hand, gesture=gesture, spell=named, subject=whom, half=half)
        if rng.random() < 0.02:
            yield CastClause(spell=rng.choice(tuple(self.book)), subject=self.subject("Missile"))
        if rng.random() < 0.01:
            yield ReleaseClause(subject=self.focus)
