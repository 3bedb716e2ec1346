"""Where every cast lands: sight, Dispel magic, Counter-spell and Magic mirror, redirection (canon 1.4.5 to 1.4.8, A43).

`settle` is a plain computation over all casts of the turn, so that step 4 can ask it too. Spells at the unborn and at
corpses have a subject only if the summons or the Raise dead comes through, which other spells decide; so the
computation is repeated from "nothing is born" until nothing more is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.battlefield import Battlefield, Cast, Landing, Plan
from engine.events import Fate
from engine.model import Duel, Hand, Monster, Wizard, is_unborn, unborn
from engine.monsters import ELEMENTALS
from engine.spellbook import Counter, Death, Dispel, Mirror, Raise, Remove, Storm, Summon
from engine.variants import rules_of


def settle(field: Battlefield, casts: Sequence[Cast], aliases: Mapping[str, str] | None = None) -> Plan:
    """The landing of every cast. `aliases` say which elementals are one (A106)."""
    discharged = [c for c in casts if c.discharged]
    plan = _Settling(field, [c for c in casts if not c.discharged], aliases or {}).run()
    if not discharged:
        return plan
    lost = {c.number: Landing(fate=Fate.DISCHARGED, subject=None, decider=c.caster) for c in discharged}
    return replace(plan, landings={**plan.landings, **lost})


class _Settling:
    """One computation of fates."""

    def __init__(self, field: Battlefield, casts: Sequence[Cast], aliases: Mapping[str, str]) -> None:
        self.field = field
        self.duel: Duel = field.before
        self.casts = casts
        self.aliases = aliases
        self.dispelled = any(c.kind is Dispel for c in casts)
        self.shaped = any(c.kind in (Counter, Mirror, Remove) for c in casts)
        self.born: set[str] = set()
        self.revealed: frozenset[str] = frozenset()
        self.countered: frozenset[str] = frozenset()
        self.mirrored: frozenset[str] = frozenset()

    def run(self) -> Plan:
        """Repeat until nothing more is born, raised or revealed."""
        for _ in range(2 * len(self.casts) + 2):
            self.revealed = frozenset()
            self._reveal()
            landings = {c.number: self._land(c) for c in self.casts}
            born = self._born(landings)
            if born == self.born:
                break
            self.born = born
        return Plan(
            landings=landings,
            dispelled=self.dispelled,
            revealed=self.revealed,
            countered=self.countered,
            mirrored=self.mirrored,
            born=frozenset(self.born),
        )

    # -- who is there, and who can be reached ---------------------------------------------------------------------

    def _target(self, cast: Cast) -> str | None:
        """The being aimed at, if it is there: living, born or raised this turn; a corpse for Raise dead."""
        if cast.aimed is None:
            return None
        name = cast.aimed if self._at_corpse(cast, cast.aimed) else self.aliases.get(cast.aimed, cast.aimed)
        if is_unborn(name):
            return name if name in self.born and not self._barred(cast, self._newborn(name)) else None
        being = self.duel.being(name)
        if being is None or (isinstance(being, Wizard) and being.state == "surrendered"):
            return None
        if isinstance(being, Monster) and self._barred(cast, being.kind in ELEMENTALS):
            return None
        if being.alive or name in self.born:
            return name
        return name if cast.kind is Raise and raisable(self.duel, name) else None

    def _barred(self, cast: Cast, elemental: bool) -> bool:
        """An elemental is no subject of the ordinary summons (A125)."""
        return elemental and cast.kind is Summon

    def _newborn(self, name: str) -> bool:
        """Whether the monster of that unborn name is an elemental."""
        maker = next(c for c in self.casts if _makes(c) == name)
        return isinstance(maker.effect, Summon) and maker.effect.elemental

    def _misses(self, cast: Cast, target: str) -> bool:
        """Step 5: the invisible are missed by others, unless revealed; another's Counter-spell even then (A43)."""
        if self.field.gropes(cast.caster, target):
            return True
        if cast.caster == target or not self.field.invisible(target):
            return False
        return target not in self.revealed or cast.kind is Counter

    def _reveal(self) -> None:
        """Find which invisibilities end this turn, and the marks of Counter-spell and Magic mirror with them."""
        if self.dispelled:
            self.revealed = frozenset(w.name for w in self.duel.wizards if w.alive and self.field.invisible(w.name))
            self.countered = self.mirrored = frozenset()
            return
        while self.shaped:
            self.countered = self._marked(Counter)
            self.mirrored = self._marked(Mirror) - self.countered
            revealed = frozenset(self._removing(c) for c in self.casts if c.kind is Remove) - {None}
            shown = frozenset(name for name in revealed if name is not None)
            if shown == self.revealed:
                return
            self.revealed = shown

    def _marked(self, effect: type[Counter] | type[Mirror]) -> frozenset[str]:
        found = set()
        for cast in self.casts:
            if cast.kind is effect:
                target = self._target(cast)
                if target is not None and not self._misses(cast, target):
                    found.add(target)
        return frozenset(found)

    def _removing(self, cast: Cast) -> str | None:
        """The invisible wizard whose own Remove enchantment reaches him, at once or off a mirror."""
        target = self._target(cast)
        if target is None or not self.field.invisible(cast.caster) or self._misses(cast, target):
            return None
        if target != cast.caster and not self._reflects(cast, target):
            return None
        return None if self._counters(cast, cast.caster) else cast.caster

    # -- where a cast lands ---------------------------------------------------------------------------------------

    def _reflects(self, cast: Cast, target: str) -> bool:
        if target not in self.mirrored or target == cast.caster or not self.field.mirrors_count:
            return False
        return not (cast.kind in (Counter, Dispel, Mirror) or self._at_corpse(cast, target))

    def _counters(self, cast: Cast, subject: str) -> bool:
        if subject not in self.countered or not self.field.counts(subject, cast.caster):
            return False
        return not (cast.kind in (Counter, Dispel, Death) or self._at_corpse(cast, subject))

    def _at_corpse(self, cast: Cast, target: str) -> bool:
        being = self.duel.being(target) if cast.kind is Raise else None
        return being is not None and not being.alive

    def _land(self, cast: Cast) -> Landing:
        if cast.kind is Storm:
            return Landing(fate=Fate.DISPELLED if self.dispelled else None, subject=None, decider=cast.caster)
        target = self._target(cast)
        if cast.kind is Dispel:  # works whatever becomes of its subject (canon 3.1)
            shielded = target if target is not None and not self._misses(cast, target) else None
            return Landing(fate=None, subject=shielded, decider=cast.caster)
        if target is None:
            return Landing(fate=Fate.NO_SUBJECT, subject=None, decider=cast.caster)
        if self._misses(cast, target):
            return Landing(fate=Fate.MISSED, subject=target, decider=cast.caster)
        if self.dispelled:
            return Landing(fate=Fate.DISPELLED, subject=target, decider=cast.caster)
        subject, decider, mirror = target, cast.caster, None
        if self._reflects(cast, target):
            subject, decider, mirror = cast.caster, target, target
        fate = Fate.COUNTERED if self._counters(cast, subject) else None
        return Landing(fate=fate, subject=subject, decider=decider, mirror=mirror)

    def _born(self, landings: Mapping[int, Landing]) -> set[str]:
        """What the summons that come through make, and the corpses that are raised."""
        born: set[str] = set()
        every = self.field.rules.every_raise_is_spent_on_death
        fingered = {
            landing.subject for cast in self.casts if cast.kind is Death and (landing := landings[cast.number]).arrives
        }
        for cast in self.casts:
            landing = landings[cast.number]
            made = _makes(cast)
            if landing.arrives and made is not None:
                born.add(made)
            elif landing.arrives and landing.subject is not None and self._at_corpse(cast, landing.subject):
                if landing.subject not in fingered:
                    born.add(landing.subject)
                elif not every:  # spent on the Finger of death; the next one raises (A77)
                    fingered.remove(landing.subject)
        return {self.aliases.get(name, name) for name in born}


def _makes(cast: Cast) -> str | None:
    """The unborn name of what a summons makes: the first, where a hasted hand makes two."""
    return unborn(cast.hand, cast.caster) if cast.kind is Summon and cast.hand is not Hand.BOTH else None


def raisable(duel: Duel, name: str) -> bool:
    """Whether Raise dead finds a corpse: a dead wizard or monster; elementals may leave none (canon 1.7, A74)."""
    being = duel.being(name)
    if isinstance(being, Wizard):
        return being.state == "dead"
    if being is None or being.alive or being.merged:
        return False
    return being.kind not in ELEMENTALS or rules_of(duel).elementals_rise
