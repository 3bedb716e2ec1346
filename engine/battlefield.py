"""The field of one turn: the working duel, the orders, and what has been decided so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from engine.clauses import AnyClause, Orders
from engine.dice import Roll
from engine.enchantments import BLINDNESS, HASTE, INVISIBILITY, PROTECTION
from engine.events import Died, Event, Fate, Left, SpellCast
from engine.evolve import apply
from engine.model import Being, Duel, Enchantment, Gesture, Hand, Monster, Pair, Part, Value
from engine.noting import note
from engine.spellbook import Effect, Spell
from engine.variants import rules_of

SHIELDS: Final = frozenset({"Shield", "Counter-spell", "Dispel magic", PROTECTION})  # canon 1.4.11

Wanted = TypeVar("Wanted", bound=AnyClause)


class Cast(Value, frozen=True, kw_only=True):
    """A spell in flight: `aimed` is the name written or filled in, None for storms and where there is none."""

    number: int
    caster: str
    spell: Spell
    kind: type[Effect]  # of the spell's effect
    formula: str
    hand: Hand
    half: int
    aimed: str | None
    discharged: bool

    @property
    def effect(self) -> Effect:
        return self.spell.effect


class Landing(Value, frozen=True, kw_only=True):
    """Where a cast ends: `fate` None where it arrives at `subject`; `mirror` threw it back; `decider` decides."""

    fate: Fate | None
    subject: str | None
    decider: str | None
    mirror: str | None = None

    @property
    def arrives(self) -> bool:
        return self.fate is None


class Plan(Value, frozen=True, kw_only=True):
    """The fate of all casts after steps 5 to 8 (see `phases/fate.py`), by number of cast.

    `born` are the unborn that will come to be and the corpses that will rise.
    """

    landings: Mapping[int, Landing]
    dispelled: bool
    revealed: frozenset[str]
    countered: frozenset[str]
    mirrored: frozenset[str]
    born: frozenset[str] = frozenset()


NOTHING_PLANNED: Final = Plan(
    landings={}, dispelled=False, revealed=frozenset(), countered=frozenset(), mirrored=frozenset()
)


class Battlefield:
    """All that the phases read. It changes only through `record`, which also applies events to the working duel."""

    def __init__(self, duel: Duel, orders: Mapping[str, Orders], dice: Sequence[Roll]) -> None:
        self.before = duel
        self.duel = duel
        self.rules = rules_of(duel)
        self.turn = duel.next_turn
        self.part = duel.next_part
        self.orders = orders
        self._said: dict[tuple[str, type], list[Any]] = defaultdict(list)
        for wizard, said in orders.items():
            for clause in said.clauses:
                self._said[wizard, type(clause)].append(clause)
        self.dice = tuple(dice)
        self.acting = duel.acting
        self.events: list[Event] = []
        self.there: set[type] = {Monster} if duel.monsters else set()  # what phases may find to work on
        self.casts: list[Cast] = []
        self.plan = NOTHING_PLANNED
        self._arrived: list[tuple[Cast, str]] | None = None
        self.performed: dict[str, tuple[Pair, ...]] = {}
        self.compelled: dict[str, dict[tuple[int, Hand], Gesture]] = defaultdict(dict)
        self.palms: dict[str, set[int]] = defaultdict(set)
        self.spoiled: set[int] = set()
        self.banked: set[int] = set()
        self.permanent: set[int] = set()
        self.spent: set[int | None] = set()
        self.wards: dict[str, set[str]] = defaultdict(set)
        self.revealed: set[str] = set()
        self.born: dict[str, str] = {}
        self.lands_on: dict[str, str | None] = {}
        self.merged: dict[str, str] = {}
        self.raisers: set[int] = set()
        self.charmed: set[str] = set()
        self.harm: dict[str, int] = defaultdict(int)
        self.healing: dict[str, int] = defaultdict(int)
        self.harmed_by: dict[str, set[int]] = defaultdict(set)
        self.departed: list[Died | Left] = []

    # -- recording -----------------------------------------------------------------------------------------------

    def record(self, events: Iterable[Event]) -> None:
        """Apply these events to the working duel and note what they say about the turn."""
        for event in events:
            self.events.append(event)
            self.duel = apply(self.duel, event)
            note(self, event)

    def let_fly(self, event: SpellCast) -> None:
        """A spell is cast: from now on phases find it among the casts."""
        spell = self.rules.spellbook[event.spell]
        self.casts.append(_cast(event, spell))
        self.there |= {Cast, type(spell.effect)}

    def follow(self, plan: Plan) -> None:
        """The fates of the casts are worked out."""
        self.plan = plan
        self.divert()

    def divert(self) -> None:
        """Something has happened that may change what arrives where."""
        self._arrived = None

    # -- reading -------------------------------------------------------------------------------------------------

    def clauses(self, wizard: str, kind: type[Wanted]) -> list[Wanted]:
        """A wizard's accepted clauses of one kind, in the order written."""
        return self._said.get((wizard, kind), [])

    def name(self, written: str | None) -> str | None:
        """The being that a written name means now: newborn monsters by their new names, merged ones by the one."""
        if written is None:
            return None
        known = self.born.get(written, written)
        return self.merged.get(known, known)

    def living(self, name: str | None) -> Being | None:
        """The living being of that name on the field now, else None."""
        being = None if name is None else self.duel.being(name)
        return being if being is not None and being.alive else None

    def running(self, name: str, enchantment: str) -> Enchantment | None:
        """An enchantment that `name` had at the start of the turn and that no Dispel magic ends."""
        return None if self.plan.dispelled else enchanted(self.before, name, enchantment)

    def halves(self, wizard: str) -> int:
        """How many pairs of gestures a wizard makes: two when hasted, one in a Time stop turn (A90)."""
        hasted = self.part is Part.NORMAL and enchanted(self.before, wizard, HASTE) is not None
        return 2 if hasted else 1

    def invisible(self, name: str) -> bool:
        """Invisible at the start of the turn; in a Time stop turn that may be no defence (canon 5.11, A87)."""
        return self.mirrors_count and enchanted(self.before, name, INVISIBILITY) is not None

    @property
    def mirrors_count(self) -> bool:
        """Whether mirrors and invisibility keep others off, as they may in a Time stop turn too (A87)."""
        return self.part is Part.NORMAL or not self.rules.time_stop_beats_mirror_and_sight

    def unreachable(self, name: str) -> bool:
        """Whether blows and stabs miss this being (canon 1.4.5)."""
        return self.invisible(name) and name not in self.revealed

    def blind(self, name: str) -> bool:
        """Blind at the start of the turn."""
        return enchanted(self.before, name, BLINDNESS) is not None

    def gropes(self, name: str, target: str) -> bool:
        """Whether what this wizard aims at another goes astray because he is blind (A39)."""
        return self.rules.blind_miss and name != target and self.blind(name)

    def arrivals(self, *effects: type[Effect]) -> list[tuple[Cast, str]]:
        """Casts with these effects that arrive and are still in force, with the being they arrive at."""
        if self._arrived is None:
            self._arrived = self._all_arrivals()
        return [arrival for arrival in self._arrived if arrival[0].kind in effects]

    def _all_arrivals(self) -> list[tuple[Cast, str]]:
        found: list[tuple[Cast, str]] = []
        for cast in self.casts:
            landing = self.plan.landings.get(cast.number)
            if landing is not None and landing.fate is None and cast.number not in self.spoiled:
                subject = self.name(landing.subject)
                if subject is not None:
                    found.append((cast, subject))
        return found

    def counts(self, being: str, by: str | None) -> bool:
        """Whether a defence of `being` counts against an act of `by` (a wizard, None for a monster).

        Always in an ordinary turn; in a Time stop turn only against his own spells on himself (canon 5.11, A118).
        """
        return self.part is Part.NORMAL or being == by

    def shielded(self, being: str, *, by: str | None) -> bool:
        """Whether a shield of any kind covers `being` this turn against an act of `by`."""
        return self.counts(being, by) and not SHIELDS.isdisjoint(self.wards[being])

    def resists(self, being: str, resistance: str | None, *, by: str | None) -> bool:
        """Whether `being` has that resistance this turn against an act of `by`."""
        return self.counts(being, by) and resistance in self.wards[being]

    def rolled(self, being: str) -> Roll | None:
        """A die of Confusion for this being that was rolled before and given."""
        return next((roll for roll in self.dice if roll.being == being and roll.paralysed is None), None)


def enchanted(duel: Duel, name: str, enchantment: str) -> Enchantment | None:
    """The enchantment of that name on that being, None where there is none."""
    being = duel.being(name)
    for held in being.enchantments if being is not None else ():
        if held.name == enchantment:
            return held
    return None


def _cast(event: SpellCast, spell: Spell) -> Cast:
    return Cast(
        number=event.cast,
        caster=event.caster,
        spell=spell,
        kind=type(spell.effect),
        formula=event.formula,
        hand=event.hand,
        half=event.half,
        aimed=event.subject,
        discharged=event.discharged,
    )
