"""The events of one view, sorted by what they are about, for the rooms that tell them."""

from __future__ import annotations

from typing import TypeVar

from engine.enchantments import BLINDNESS, PROTECTION
from engine.events import (
    Attacked,
    CastFated,
    Died,
    DuelEnded,
    EnchantmentEnded,
    EnchantmentLaid,
    Event,
    Fate,
    Gestured,
    HitPointsChanged,
    Left,
    MonsterMade,
    Raised,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    TimeStopped,
    Warded,
)
from engine.model import NOBODY, Gesture, Part, unborn
from engine.spellbook import Remove
from engine.variants import rules_of
from engine.views import View
from referee.mail.wording import Voice

Told = TypeVar("Told", bound=Event)


class Scroll:
    """Everything that one viewer is told of a turn, by kind; casts by their numbers, beings by name."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = rules_of(view.duel)
        self.book = self.rules.spellbook
        self.voice = Voice(view.viewer)
        for made in self.of(MonsterMade):
            self.voice.born.setdefault(unborn(made.hand, made.maker), made.name)
        self.gestured = {event.wizard: event for event in self.of(Gestured)}
        self.casts = {event.cast: event for event in self.of(SpellCast)}
        self.banked = {event.cast: event for event in self.of(SpellBanked)}
        self.permanent = {event.cast for event in self.of(SpellMadePermanent)}
        self.made = {event.cast: event for event in self.of(MonsterMade)}
        self.raised = {event.cast: event for event in self.of(Raised)}
        self.stopped = [being for event in self.of(TimeStopped) for being in event.beings]
        self.left = [event.wizard for event in self.of(Left)]
        self.died = self.of(Died)
        self.ended = self.of(EnchantmentEnded)
        self.laid = self.of(EnchantmentLaid)
        self.result = next((event.result for event in self.of(DuelEnded)), None)

    def of(self, kind: type[Told]) -> list[Told]:
        """All events of one kind, in order."""
        return [event for event in self.view.events if isinstance(event, kind)]

    def fates(self, cast: int) -> list[CastFated]:
        """What became of a cast, in order."""
        return [event for event in self.of(CastFated) if event.cast == cast]

    def total(self, being: str) -> HitPointsChanged | None:
        """What the turn came to for one being, where it was hurt or healed."""
        return next((change for change in self.of(HitPointsChanged) if change.being == being), None)

    def attacks(self) -> dict[str, list[Attacked]]:
        """The blows of the turn by monster."""
        found: dict[str, list[Attacked]] = {}
        for event in self.of(Attacked):
            found.setdefault(event.monster, []).append(event)
        return found

    @property
    def wizards(self) -> tuple[str, ...]:
        """All wizards in order of seats, the reader first."""
        names = [wizard.name for wizard in self.view.duel.wizards]
        return tuple(sorted(names, key=lambda name: name != self.view.viewer))

    @property
    def outside(self) -> bool:
        """Whether it was the extra turn of others, which the reader did not share."""
        return self.view.part is Part.TIME_STOP and self.view.viewer not in (NOBODY, *self.gestured)

    def unseen(self, wizard: str) -> bool:
        """Whether the reader did not see this wizard's hands."""
        event = self.gestured.get(wizard)
        return event is not None and any(Gesture.UNSEEN in pair for pair in event.pairs)

    def had(self, being: str, enchantment: str) -> bool:
        """Whether a being is seen to have had this enchantment before the turn."""
        now = self.view.duel.being(being)
        held = [
            *(now.enchantments if now is not None else ()),
            *(e.enchantment for e in self.ended if e.being == being),
        ]
        return any(e.name == enchantment and e.laid < self.view.turn for e in held)

    def groped(self, wizard: str) -> bool:
        """Whether what this wizard aimed at others went astray as he was blind (A39)."""
        return self.rules.blind_miss and self.had(wizard, BLINDNESS)

    def is_wizard(self, name: str) -> bool:
        return self.view.duel.wizard(name) is not None

    def casts_of(self, wizard: str) -> list[SpellCast]:
        """The spells a wizard cast, in order."""
        return sorted((cast for cast in self.casts.values() if cast.caster == wizard), key=lambda cast: cast.cast)

    def ward(self, being: str, spells: frozenset[str]) -> str | None:
        """The first protection on a being that is one of `spells`, as `Bob's Shield`."""
        for ward in self.of(Warded):
            if ward.being == being and ward.spell in spells:
                new = "new " if ward.cast is not None and ward.spell == PROTECTION else ""
                return f"{self.voice.whose(being)} {new}{ward.spell}"
        return None

    def landed(self, cast: SpellCast) -> str | None:
        """Whom a cast reached as far as the viewer knows: the one aimed at, or whom a mirror threw it at; else None."""
        fates = self.fates(cast.cast)
        if cast.discharged or cast.cast in self.banked or any(fate.fate is not Fate.REFLECTED for fate in fates):
            return None
        at = fates[-1].onto if fates else cast.subject
        return None if at is None else self.voice.born.get(at, at)

    @property
    def removed(self) -> frozenset[str]:
        """The beings that a Remove enchantment reached."""
        found = {self.landed(cast) for cast in self.casts.values() if isinstance(self.book[cast.spell].effect, Remove)}
        return frozenset(at for at in found if at is not None)
