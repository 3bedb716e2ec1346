"""A second opinion on one turn: the fate of every cast and the settling of the elements, as plain set rules.

Written from the rules alone, for comparison with the engine. It takes as given what was cast at whom, what was banked
and what was let go, and works out the rest with sets of names: who was reached, countered, mirrored, shielded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.events import ElementalsMerged, Fate, MonsterMade, SpellBanked, SpellCast, Turn
from engine.model import Duel, Monster, Part, State, Wizard
from engine.variants import rules_of

COUNTER: Final = "Counter-spell"
DISPEL: Final = "Dispel magic"
MIRROR: Final = "Magic mirror"
REMOVE: Final = "Remove enchantment"
RAISE: Final = "Raise dead"
FINGER: Final = "Finger of death"
WILD: Final = ("Summon elemental", "Summon fire elemental", "Summon ice elemental")
STORMS: Final = ("Fire storm", "Ice storm")
SUMMONS: Final = {"Summon goblin", "Summon ogre", "Summon troll", "Summon giant"}
CONTROL: Final = {"Amnesia", "Confusion", "Charm person", "Charm monster", "Paralysis", "Fear"}
NEVER_THROWN_BACK: Final = {COUNTER, DISPEL, MIRROR, *STORMS}
ELEMENTALS: Final = ("fire elemental", "ice elemental")
VOID: Final = {Fate.NO_SUBJECT, Fate.MISSED, Fate.DISPELLED, Fate.COUNTERED}
UNBORN: Final = {"left": "LH", "right": "RH", "both": "BH", "bank": "bank"}


@dataclass
class Opinion:
    """What the second opinion holds of a turn; beings by name, the unborn as `LH:Ann`.

    `fates` are the fates of each cast, by its number (empty: it works); `subject` on whom it landed in the end.
    """

    fates: dict[int, set[Fate]] = field(default_factory=dict)
    subject: dict[int, str | None] = field(default_factory=dict)
    countered: set[str] = field(default_factory=set)
    mirrored: set[str] = field(default_factory=set)
    removed: set[str] = field(default_factory=set)
    shielded: set[str] = field(default_factory=set)
    protected: set[str] = field(default_factory=set)  # by a Protection from evil of an earlier turn
    raised: set[str] = field(default_factory=set)
    unsure: set[int] = field(default_factory=set)  # casts on which the rules are silent


def casts_of(turn: Turn) -> list[SpellCast]:
    return [event for event in turn.events if isinstance(event, SpellCast)]


def banked_in(turn: Turn) -> set[int]:
    return {event.cast for event in turn.events if isinstance(event, SpellBanked)}


def opinion_of(turn: Turn, *, banked: Iterable[int] | None = None) -> Opinion:
    """The opinion on a turn; `banked` are the casts that Delayed effect takes away (by default those it took)."""
    taken = banked_in(turn) if banked is None else set(banked)
    there = [c for c in casts_of(turn) if not c.discharged and c.cast not in taken]
    return _Judge(turn.before, there, stopped=turn.part is Part.TIME_STOP, turn=turn.turn, same=same_as(turn)).judge()


def same_as(turn: Turn) -> dict[str, str]:
    """Names of elementals that merged this turn: what is aimed at any of them is at the one (A106)."""
    unborn: dict[str, str] = {}
    for event in turn.events:
        if isinstance(event, MonsterMade):
            unborn.setdefault(event.name, f"{UNBORN[event.hand.value]}:{event.maker}")
    found: dict[str, str] = {}
    for event in turn.events:
        if isinstance(event, ElementalsMerged):
            one = unborn.get(event.into, event.into)
            found |= {event.gone: one} | ({unborn[event.gone]: one} if event.gone in unborn else {})
    return found


class _Judge:
    def __init__(self, duel: Duel, casts: list[SpellCast], *, stopped: bool, turn: int, same: dict[str, str]) -> None:
        self.duel = duel
        self.rules = rules_of(duel)
        self.same = same
        self.casts = casts
        self.stopped = stopped
        self.turn = turn
        self.found = Opinion(fates={c.cast: set() for c in casts})
        self.dispelled = any(c.spell == DISPEL for c in casts)
        self.mirrors = not stopped or not self.rules.time_stop_beats_mirror_and_sight
        self.blind = {w.name for w in duel.wizards if self.rules.blind_miss and self.has(w, "Blindness")}
        unseen = {w.name for w in duel.wizards if w.alive and self.has(w, "Invisibility")}
        self.invisible = unseen if self.mirrors else set()
        self.by_spell: dict[str, list[SpellCast]] = {}
        for cast in casts:
            self.by_spell.setdefault(cast.spell, []).append(cast)
            self.found.subject[cast.cast] = self.aimed_at(cast)

    def has(self, being: Wizard | Monster, name: str) -> bool:
        return any(e.name == name and (e.until is None or e.until >= self.turn) for e in being.enchantments)

    def of(self, *names: str) -> Iterator[SpellCast]:
        for name in names:
            yield from self.by_spell.get(name, ())

    def on(self, cast: SpellCast) -> str | None:
        return self.found.subject[cast.cast]

    def reaches(self, cast: SpellCast) -> bool:
        """Whether nothing has voided the cast so far."""
        return not self.found.fates[cast.cast] & VOID

    def fate(self, cast: SpellCast, fate: Fate) -> None:
        self.found.fates[cast.cast].add(fate)

    def judge(self) -> Opinion:
        self.raise_corpses()
        self.lose_subjects()
        self.miss()
        if self.dispelled:
            self.dispel()
        else:
            self.lose_the_unborn()
            self.counter_and_mirror()
            self.throw_back()
            self.void()
            self.lose_the_unborn()
            self.clash()
            self.cancel_deaths()
        self.ward()
        return self.found

    # -- subjects ------------------------------------------------------------------------------------------------

    def aimed_at(self, cast: SpellCast) -> str | None:
        """Summon elemental comes to its caster where its subject is no living wizard (2.7, A125)."""
        wizard = self.duel.wizard(cast.subject) if cast.subject else None
        if cast.spell in WILD and (wizard is None or not wizard.alive):
            if wizard is not None and wizard.state is State.DEAD:
                self.found.unsure.add(cast.cast)  # he may be raised on this very turn
            return cast.caster
        return self.same.get(cast.subject or "", cast.subject)

    def corpse(self, name: str | None) -> bool:
        """Dead at the start of the turn, and something is left of it (1.7, A74)."""
        being = self.duel.being(name) if name else None
        if isinstance(being, Wizard):
            return being.state is State.DEAD
        if being is None or being.alive or being.merged:
            return False
        return being.kind not in ELEMENTALS or self.rules.elementals_rise

    def raise_corpses(self) -> None:
        """A corpse rises unless all is dispelled or a Finger of death points at it (3.1, A119)."""
        at = {self.on(c) for c in self.of(RAISE) if self.corpse(self.on(c))}
        pointed = {self.on(c) for c in self.of(FINGER)}
        if not self.dispelled:
            self.found.raised = {name for name in at if name is not None and self.rises(name, pointed)}

    def rises(self, name: str, pointed: set[str | None]) -> bool:
        """Whether one Raise dead is left over when a Finger of death has taken its due (A77)."""
        if name not in pointed:
            return True
        several = sum(self.on(c) == name for c in self.of(RAISE)) > 1
        return several and not self.rules.every_raise_is_spent_on_death

    def lose_subjects(self) -> None:
        """No subject: nobody, one who left, a corpse that stays one, an elemental as the master of a monster."""
        for cast in self.casts:
            if cast.spell in STORMS or cast.spell == DISPEL or self.unborn(self.on(cast)):
                continue
            name = self.on(cast)
            being = self.duel.being(name) if name else None
            alive = being is not None and being.alive
            if isinstance(being, Monster) and being.merged:
                self.found.unsure.add(cast.cast)
            if alive and not (cast.spell in SUMMONS and isinstance(being, Monster) and being.kind in ELEMENTALS):
                continue
            if name in self.found.raised or (cast.spell in (RAISE, FINGER) and self.corpse(name) and self.met(name)):
                continue
            if cast.spell == RAISE and self.corpse(name):
                continue  # dispelled, if not risen
            self.fate(cast, Fate.NO_SUBJECT)

    def met(self, name: str | None) -> bool:
        """Raise dead and Finger of death on one corpse."""
        return all(any(self.on(c) == name for c in self.of(spell)) for spell in (RAISE, FINGER))

    @staticmethod
    def unborn(name: str | None) -> bool:
        return name is not None and ":" in name

    def born(self) -> set[str]:
        """The names before birth of the monsters that are made this turn."""
        makers = [] if self.dispelled else [c for c in self.of(*SUMMONS, *WILD) if self.reaches(c)]
        born: set[str] = set()
        for _ in makers:  # a summons may be aimed at what another one makes
            born |= {
                f"{UNBORN[c.hand.value]}:{c.caster}" for c in makers if not self.unborn(c.subject) or c.subject in born
            }
        return born

    def lose_the_unborn(self) -> None:
        """Spells aimed at the unborn have a subject now, or are lost (4.2)."""
        born = self.born()
        for cast in self.casts:
            if not self.unborn(cast.subject) or cast.spell in (DISPEL, *WILD):
                continue
            if cast.subject not in born:
                self.found.fates[cast.cast] = {Fate.NO_SUBJECT}
                self.found.subject[cast.cast] = None
            elif cast.spell in SUMMONS:
                self.found.unsure.add(cast.cast)  # it has no master at the start of step 9 (A64)

    # -- steps 5 to 8 --------------------------------------------------------------------------------------------

    def miss(self) -> None:
        """Sight: what others aim at the invisible is lost, unless that is ended (step 5, A43, A128)."""
        seen = self.revealed()
        for cast in self.casts:
            name = self.on(cast)
            if cast.caster in self.blind and name not in (None, cast.caster) and cast.spell not in (DISPEL, *STORMS):
                self.fate(cast, Fate.MISSED)
            if name not in self.invisible or name == cast.caster or cast.spell == DISPEL or cast.spell in STORMS:
                continue
            if name not in seen or cast.spell == COUNTER:
                self.fate(cast, Fate.MISSED)

    def revealed(self) -> set[str]:
        """Whose invisibility Dispel magic ends, or a Remove enchantment of their own, or one thrown back at them."""
        if self.dispelled:
            return set(self.invisible)
        seen: set[str] = set()
        while True:
            more = {name for name in self.invisible - seen if self.shows_himself(name, seen)}
            if not more:
                return seen
            seen |= more

    def shows_himself(self, name: str, seen: set[str]) -> bool:
        if name in self.counters_on(self.invisible):
            return False
        return any(
            c.caster == name and (self.on(c) == name or self.mirror_on(self.on(c), seen)) for c in self.of(REMOVE)
        )

    def counters_on(self, unseen: set[str]) -> set[str | None]:
        return {self.on(c) for c in self.of(COUNTER) if self.on(c) not in unseen or self.on(c) == c.caster}

    def mirror_on(self, name: str | None, seen: set[str]) -> bool:
        """Whether a spell of somebody else at this being would be thrown back."""
        hidden = self.invisible - seen
        if name in hidden or name in self.counters_on(self.invisible):
            return False
        return any(self.on(c) == name for c in self.of(MIRROR))

    def dispel(self) -> None:
        """Every other spell of the turn is void (step 6)."""
        for cast in self.casts:
            if cast.spell == DISPEL or not self.reaches(cast):
                continue
            lost = self.unborn(self.on(cast))
            self.fate(cast, Fate.NO_SUBJECT if lost else Fate.DISPELLED)

    def counter_and_mirror(self) -> None:
        """Counter-spell marks its subjects; Magic mirror too, unless countered (step 7)."""
        self.found.countered = {name for c in self.of(COUNTER) if self.reaches(c) and (name := self.on(c)) is not None}
        mirrors = {name for c in self.of(MIRROR) if self.reaches(c) and (name := self.on(c)) is not None}
        self.found.mirrored = mirrors - self.found.countered if self.mirrors else set()

    def throw_back(self) -> None:
        """Spells of others at the mirrored turn on their casters, once (step 8, A15, A16)."""
        for cast in self.casts:
            name = self.on(cast)
            if cast.spell in NEVER_THROWN_BACK or not self.reaches(cast):
                continue
            if name in self.found.mirrored and name != cast.caster and not self.wakes(cast):
                self.fate(cast, Fate.REFLECTED)
                self.found.subject[cast.cast] = cast.caster
                if cast.spell in ("Paralysis", "Charm person") and self.duel.wizard(name or "") is None:
                    self.found.unsure.add(cast.cast)  # nobody may be there to choose (A19)

    def wakes(self, cast: SpellCast) -> bool:
        """Whether it is a Raise dead that a corpse is out of reach with: of two, the other heals (A119)."""
        if cast.spell != RAISE or not self.corpse(self.on(cast)):
            return False
        seats = [w.name for w in self.duel.wizards]
        same = [c for c in self.of(RAISE) if self.on(c) == self.on(cast)]
        return cast is min(same, key=lambda c: (seats.index(c.caster), c.cast))

    def void(self) -> None:
        """Spells whose subject is countered are void (step 8); in a Time stop turn only one's own (5.11)."""
        for cast in self.casts:
            exempt = cast.spell in (COUNTER, FINGER, *STORMS) or self.wakes(cast)
            if exempt or not self.reaches(cast) or self.on(cast) not in self.found.countered:
                continue
            if not self.stopped or self.on(cast) == cast.caster:
                self.fate(cast, Fate.COUNTERED)

    # -- afterwards ----------------------------------------------------------------------------------------------

    def clash(self) -> None:
        """Different spells that hold the mind fail together; equal ones as 5.1 says (A25)."""
        arrived: dict[str, list[SpellCast]] = {}
        for cast in self.of(*CONTROL):
            if self.reaches(cast):
                arrived.setdefault(self.on(cast) or "", []).append(cast)
        for all_casts in arrived.values():
            casts = all_casts
            if self.rules.paralysis_yields and {c.spell for c in casts} > {"Paralysis"}:
                for cast in casts:
                    if cast.spell == "Paralysis":
                        self.fate(cast, Fate.CLASHED)
                casts = [c for c in casts if c.spell != "Paralysis"]
            names = {c.spell for c in casts}
            doubtful = [c for c in casts if c.cast in self.found.unsure]
            if doubtful:
                self.found.unsure |= {c.cast for c in casts}
            if len(names) > 1 or self.fails_twice(casts):
                for cast in casts:
                    self.fate(cast, Fate.CLASHED)

    def fails_twice(self, casts: list[SpellCast]) -> bool:
        if len(casts) == 1 or self.rules.doubles_clash:
            return len(casts) > 1
        spell = casts[0].spell
        if spell == "Paralysis" and self.duel.wizard(self.on(casts[0]) or "") is not None:
            self.found.unsure |= {c.cast for c in casts}  # it depends on the hands that were ordered
        return spell == "Charm person" or (spell == "Charm monster" and len({self.caster(c) for c in casts}) > 1)

    def caster(self, cast: SpellCast) -> str | None:
        """Who decides for it: the mirror's subject where it was thrown back."""
        return cast.subject if Fate.REFLECTED in self.found.fates[cast.cast] else cast.caster

    def cancel_deaths(self) -> None:
        """Raise dead and Finger of death on one subject cancel (A77)."""
        raises = [c for c in self.of(RAISE) if self.reaches(c)]
        fingers = [c for c in self.of(FINGER) if self.reaches(c)]
        both = {self.on(c) for c in raises} & {self.on(c) for c in fingers}
        spent: set[str | None] = set()
        for cast in (*raises, *fingers):
            left_over = cast.spell == RAISE and self.on(cast) in spent and not self.rules.every_raise_is_spent_on_death
            if self.on(cast) in both and not left_over:
                self.fate(cast, Fate.NEUTRALISED)
            spent.add(self.on(cast))

    def ward(self) -> None:
        """Who is shielded this turn, and from whom all enchantments were taken (step 11)."""
        found = self.found
        found.removed = {name for c in self.of(REMOVE) if self.reaches(c) and (name := self.on(c)) is not None}
        if self.dispelled:
            aimed = [c for c in self.of(DISPEL) if c.caster not in self.blind or c.subject == c.caster]
            found.shielded = {c.subject for c in aimed if c.subject is not None}
            return
        found.shielded = {n for c in self.of("Shield") if self.reaches(c) and (n := self.on(c)) is not None}
        found.shielded |= found.countered
        lasting = {n for c in self.of("Protection from evil") if self.reaches(c) and (n := self.on(c)) is not None}
        found.shielded |= lasting - found.removed
        running = {b.name for b in self.duel.beings if b.alive and self.has(b, "Protection from evil")}
        found.protected = running - found.removed
