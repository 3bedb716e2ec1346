"""The frozen values of a duel: gestures, wizards, monsters, enchantments and the duel itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

NOBODY: Final = "nobody"
FULL_HIT_POINTS: Final = 15  # of a wizard (canon 1.1)
WIZARDS_MIN: Final = 2
WIZARDS_MAX: Final = 12


class Gesture(StrEnum):
    """What one hand does in one half-turn (canon 1.5)."""

    FINGERS = "F"
    PALM = "P"
    SNAP = "S"
    WAVE = "W"
    DIGIT = "D"
    CLAP = "C"
    STAB = ">"
    NOTHING = "-"
    UNSEEN = "?"  # only in what `views.observe` gives; never made by a hand


Pair = tuple[Gesture, Gesture]


class Hand(StrEnum):
    """Where a spell comes from; BANK is a spell released by Delayed effect."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"
    BANK = "bank"
    UNSEEN = "?"  # only in what `views.observe` gives


class Part(StrEnum):
    """An ordinary turn, or the extra turn that Time stop gives after it (canon 5.11)."""

    NORMAL = "normal"
    TIME_STOP = "time stop"


class Kind(StrEnum):
    """The kinds of monsters (canon 4.1)."""

    GOBLIN = "goblin"
    OGRE = "ogre"
    TROLL = "troll"
    GIANT = "giant"
    FIRE_ELEMENTAL = "fire elemental"
    ICE_ELEMENTAL = "ice elemental"


class State(StrEnum):
    """What has become of a wizard."""

    ALIVE = "alive"
    DEAD = "dead"
    SURRENDERED = "surrendered"


class Value(msgspec.Struct, frozen=True, gc=False):
    """Base of all state: immutable, compared by value, encoded as JSON by msgspec.

    A value never holds itself, so the search for cycles may pass it over (`gc`).
    """


class Made(Value, frozen=True, kw_only=True):
    """One pair of gestures in a wizard's history, and who could not see it (canon 5.6: never shown later).

    `held` is the hand that Paralysis held.
    """

    turn: int
    part: Part = Part.NORMAL
    half: int = 0
    left: Gesture
    right: Gesture
    held: Hand | None = None
    hidden_from: tuple[str, ...] = ()


class Enchantment(Value, frozen=True, kw_only=True):
    """An enchantment on a being.

    `until` is the last ordinary turn on which it binds, None for one that stays until removed. The other fields are
    those of the spells that hold the mind: `by` decides for Charm person, `hand`, `half` and `gesture` are what
    Paralysis, Charm person or Confusion hold (fixed where permanent), `pairs` what Amnesia repeats, `victims` whom a
    monster attacks under Amnesia or a permanent Confusion, `subject` whom a permanently charmed stab goes to.
    """

    name: str
    laid: int
    until: int | None = None
    permanent: bool = False
    by: str | None = None
    hand: Hand | None = None
    half: int | None = None
    gesture: Gesture | None = None
    pairs: tuple[Pair, ...] = ()
    victims: tuple[str, ...] = ()
    subject: str | None = None

    def turns_left(self, turn: int) -> int | None:
        """How many turns it will still bind after `turn`; None when it does not run out."""
        return None if self.until is None else self.until - turn


class Wizard(Value, frozen=True, kw_only=True):
    """A figure in the duel. `cut` is how many entries of the history Anti-spell has made useless.

    `banked_at` is the subject of the banked spell where that is chosen when it is banked (A92).
    """

    name: str
    hit_points: int = FULL_HIT_POINTS
    state: State = State.ALIVE
    enchantments: tuple[Enchantment, ...] = ()
    banked: str | None = None
    banked_at: str | None = None
    history: tuple[Made, ...] = ()
    cut: int = 0
    short_bolt_used: bool = False

    @property
    def alive(self) -> bool:
        return self.state is State.ALIVE


class Monster(Value, frozen=True, kw_only=True):
    """A monster, living or dead, under the name it keeps for ever (`goblin 1`).

    `standing` is the order that stands until changed (NOBODY: to rest; None: no order), `last` the victims it was set
    on in the last ordinary turn, `meant` those it was ordered or defaulted to, whatever bound it (A89).
    """

    name: str
    kind: Kind
    hit_points: int
    controller: str | None = None
    alive: bool = True
    enchantments: tuple[Enchantment, ...] = ()
    standing: str | None = None
    last: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    merged: bool = False


Being = Wizard | Monster


class Result(Value, frozen=True, kw_only=True):
    """How the duel ended: winner None for a draw; reason is surrender, death, or surrender and death."""

    state: str
    winner: str | None
    turn: int
    reason: str


class Duel(Value, frozen=True, kw_only=True):
    """One duel after `part` of `turn` (turn 0: before the first). Wizards in order of seats."""

    rules: str = "bartle"
    salt: str = "0"
    turn: int = 0
    part: Part = Part.NORMAL
    wizards: tuple[Wizard, ...]
    monsters: tuple[Monster, ...] = ()
    numbers: tuple[tuple[Kind, int], ...] = ()
    stopped: tuple[str, ...] = ()
    result: Result | None = None

    def wizard(self, name: str) -> Wizard | None:
        """The wizard of that exact name, alive or not."""
        for wizard in self.wizards:
            if wizard.name == name:
                return wizard
        return None

    def monster(self, name: str) -> Monster | None:
        """The monster of that exact name, alive or not."""
        for monster in self.monsters:
            if monster.name == name:
                return monster
        return None

    def being(self, name: str) -> Being | None:
        """The wizard or monster of that exact name, alive or not."""
        return self.wizard(name) or self.monster(name)

    @property
    def beings(self) -> tuple[Being, ...]:
        """All wizards in order of seats, then all monsters in order of appearance, the dead included."""
        return (*self.wizards, *self.monsters)

    @property
    def living(self) -> tuple[str, ...]:
        """Names of all living wizards (in order of seats), then monsters (in order of appearance)."""
        wizards = [w.name for w in self.wizards if w.alive]
        return (*wizards, *(m.name for m in self.monsters if m.alive))

    @property
    def next_part(self) -> Part:
        """What is adjudicated next: the Time stop turn where somebody is stopped, else an ordinary turn."""
        return Part.TIME_STOP if self.stopped else Part.NORMAL

    @property
    def next_turn(self) -> int:
        """The number of the turn that orders are owed for."""
        return self.turn if self.stopped else self.turn + 1

    @property
    def acting(self) -> tuple[str, ...]:
        """The wizards who make gestures next: all living ones, or in a Time stop turn the stopped ones."""
        if self.result is not None:
            return ()
        return tuple(w.name for w in self.wizards if w.alive and (not self.stopped or w.name in self.stopped))

    def opponents(self, name: str) -> tuple[str, ...]:
        """The other living wizards."""
        return tuple(w.name for w in self.wizards if w.alive and w.name != name)

    def sole_opponent(self, name: str | None) -> str | None:
        """The one other living wizard, None where there are none or several (canon 2.6)."""
        others = [w.name for w in self.wizards if w.alive and w.name != name]
        return others[0] if len(others) == 1 else None


def unborn(hand: Hand, maker: str) -> str:
    """The name of the monster that `maker` makes this turn with `hand`: `LH:Ann`, `bank:Ann` (canon 4.2)."""
    return f"{_UNBORN[hand]}:{maker}"


def is_unborn(name: str) -> bool:
    """Whether a name is of the form made by `unborn` (names of wizards never hold a colon)."""
    return ":" in name


_UNBORN: Final = {Hand.LEFT: "LH", Hand.RIGHT: "RH", Hand.BOTH: "BH", Hand.BANK: "bank"}


def new_duel(names: tuple[str, ...], *, salt: str = "0", rules: str = "bartle") -> Duel:
    """A duel before its first turn, seats in the order of `names` (2 to 12 of them; ValueError otherwise)."""
    if not WIZARDS_MIN <= len(names) <= WIZARDS_MAX or len(set(names)) != len(names):
        raise ValueError(f"a duel takes {WIZARDS_MIN} to {WIZARDS_MAX} wizards of different names, not {names!r}")
    return Duel(rules=rules, salt=salt, wizards=tuple(Wizard(name=name) for name in names))
