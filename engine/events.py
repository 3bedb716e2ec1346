"""The events of a turn: one frozen record for each kind of thing that can happen, in the order it was decided.

Events that change the duel are applied by `evolve.apply`; the others are there for reports and for the record.
`cast` fields are the number of a cast within its turn and part, from 0, as numbered by `SpellCast`.
"""

from __future__ import annotations

from enum import StrEnum

from engine.model import Duel, Enchantment, Gesture, Hand, Kind, Monster, Pair, Part, Result, State, Value, Wizard


class Fate(StrEnum):
    """What becomes of a cast, worst first; the record's `outcome` is the first that holds (transcript.md)."""

    DISCHARGED = "discharged"
    BANKED = "banked"
    NO_SUBJECT = "no subject"
    MISSED = "missed"
    DISPELLED = "dispelled"
    REFLECTED = "reflected"
    COUNTERED = "countered"
    CLASHED = "clashed"
    NEUTRALISED = "neutralised"
    SHIELDED = "shielded"
    RESISTED = "resisted"
    WORKS = "works"


class Blow(StrEnum):
    """How an attack or a stab ended."""

    HIT = "hit"
    SHIELDED = "shielded"
    RESISTED = "resisted"  # an elemental's, by the matching resistance
    MISSED = "missed"  # at an invisible being
    LOST = "lost"  # the victim is dead, gone or was never born
    IDLE = "idle"  # no victim


class Ended(StrEnum):
    """Why an enchantment or a bank ended."""

    WORN_OFF = "worn off"
    REMOVED = "removed"  # Remove enchantment
    DISPELLED = "dispelled"
    CURED = "cured"
    SPENT = "spent"  # Delayed effect or Permanency has taken its spell
    DISPLACED = "displaced"  # by a new casting
    DEPARTED = "departed"  # its subject died or left


class Doom(StrEnum):
    """Why a being died or was destroyed."""

    HARM = "harm"
    FINGER_OF_DEATH = "Finger of death"
    DISEASE = "Disease"
    POISON = "Poison"
    REMOVED = "Remove enchantment"
    DISPELLED = "Dispel magic"
    BLINDNESS = "Blindness"
    INVISIBILITY = "Invisibility"
    ELEMENT = "element"  # met its opposite, a storm, a Fireball or a resistance


class Said(Value, frozen=True, kw_only=True, tag="said"):
    """A wizard's words for everyone."""

    wizard: str
    words: str


class Compelled(Value, frozen=True, kw_only=True, tag="compelled"):
    """A spell that holds the mind bent one hand of one half; `rolled` where dice decided (Confusion)."""

    wizard: str
    half: int
    hand: Hand
    spell: str
    ordered: Gesture
    made: Gesture
    rolled: bool = False


class CompulsionFixed(Value, frozen=True, kw_only=True, tag="compulsion fixed"):
    """A permanent control enchantment takes its final shape on the first turn it binds (canon 5.10)."""

    being: str
    before: Enchantment
    after: Enchantment


class Gestured(Value, frozen=True, kw_only=True, tag="gestured"):
    """What a wizard's hands really did: one pair, two when hasted. `hidden_from` did not see it.

    `held` is the hand that Paralysis held.
    """

    wizard: str
    turn: int
    part: Part
    pairs: tuple[Pair, ...]
    held: Hand | None = None
    hidden_from: tuple[str, ...] = ()


class PalmsShown(Value, frozen=True, kw_only=True, tag="palms shown"):
    """Both palms in one half: a surrender, settled at the end of the turn (canon 1.6)."""

    wizard: str
    half: int


class SpellCast(Value, frozen=True, kw_only=True, tag="spell cast"):
    """A finished gesture was spent. `subject` as aimed, defaults filled in; None for storms and unaimed spells."""

    cast: int
    caster: str
    spell: str
    formula: str
    hand: Hand
    half: int
    subject: str | None
    by_default: bool = False  # the subject was filled in
    by_fallback: bool = False  # the spell was filled in
    discharged: bool = False
    once: bool = False  # the short Lightning bolt


class SpellBanked(Value, frozen=True, kw_only=True, tag="spell banked"):
    """Delayed effect stores this cast; `displaced` is the spell that was stored before (A93).

    `taker` is the cast of the Delayed effect where that was finished this very turn; `subject` is kept with the spell
    where the rules fix it now (A92).
    """

    cast: int
    wizard: str
    spell: str
    displaced: str | None = None
    taker: int | None = None
    subject: str | None = None


class SpellReleased(Value, frozen=True, kw_only=True, tag="spell released"):
    """A stored spell was let loose; its cast follows as a SpellCast with hand BANK."""

    wizard: str
    spell: str


class SpellMadePermanent(Value, frozen=True, kw_only=True, tag="spell made permanent"):
    """Permanency took this cast, and is spent whatever becomes of it (A96); `taker` as in SpellBanked."""

    cast: int
    wizard: str
    spell: str
    taker: int | None = None


class CastFated(Value, frozen=True, kw_only=True, tag="cast fated"):
    """A turn in a cast's fate. `being` is where it happened (for REFLECTED: the mirror), `onto` its new subject."""

    cast: int
    fate: Fate
    being: str | None = None
    onto: str | None = None


class BeingRevealed(Value, frozen=True, kw_only=True, tag="being revealed"):
    """An invisible being can be reached this turn after all (canon 1.4.5, A128)."""

    being: str


class Warded(Value, frozen=True, kw_only=True, tag="warded"):
    """A protection of this turn on a being: Shield, Counter-spell, Magic mirror, Dispel magic, Protection, Resist."""

    being: str
    spell: str
    cast: int | None = None


class MonsterMade(Value, frozen=True, kw_only=True, tag="monster made"):
    """A summons worked for the wizard `lands_on`. `maker` and `hand` give the name it had before it was born."""

    name: str
    kind: Kind
    controller: str | None
    lands_on: str | None
    hit_points: int
    maker: str
    hand: Hand
    cast: int


class ElementalsMerged(Value, frozen=True, kw_only=True, tag="elementals merged"):
    """Two of one kind became one (A106): `gone` lives on in `into`, at full strength."""

    into: str
    gone: str
    hit_points: int


class Raised(Value, frozen=True, kw_only=True, tag="raised"):
    """A corpse lives again at full hit points; `controller` for a monster."""

    being: str
    hit_points: int
    controller: str | None
    cast: int


class StormRaged(Value, frozen=True, kw_only=True, tag="storm raged"):
    """A storm that was not cancelled; `casts` are all that made it."""

    spell: str
    casts: tuple[int, ...]


class ControlChanged(Value, frozen=True, kw_only=True, tag="control changed"):
    """A monster obeys somebody else, or nobody (its master is gone). Forgets its standing order if charmed."""

    monster: str
    controller: str | None
    charmed: bool
    cast: int | None = None


class Attacked(Value, frozen=True, kw_only=True, tag="attacked"):
    """One blow of one monster; victim None where it had none. `harm` is what it does."""

    monster: str
    victim: str | None
    blow: Blow
    harm: int = 0
    spell: str | None = None  # what bound it: Paralysis, Amnesia, Confusion


class MonsterSet(Value, frozen=True, kw_only=True, tag="monster set"):
    """Whom a monster was set on (`last`), was meant for (`meant`), and its order that stands."""

    monster: str
    standing: str | None
    last: tuple[str, ...]
    meant: tuple[str, ...]


class Stabbed(Value, frozen=True, kw_only=True, tag="stabbed"):
    """One stab; victim None where it had none; `harm` is what it does."""

    wizard: str
    half: int
    hand: Hand
    victim: str | None
    blow: Blow
    harm: int = 0


class Harmed(Value, frozen=True, kw_only=True, tag="harmed"):
    """Harm done by one cast: `harm` hit points, before healing is counted."""

    being: str
    harm: int
    cast: int


class Healed(Value, frozen=True, kw_only=True, tag="healed"):
    """Healing given by one cast, before harm is counted."""

    being: str
    healing: int
    cast: int


class HitPointsChanged(Value, frozen=True, kw_only=True, tag="hit points changed"):
    """The sum of the turn for one being (canon 1.4.13): hit points after it, never below 0 or above full."""

    being: str
    before: int
    after: int
    harm: int
    healing: int


class Died(Value, frozen=True, kw_only=True, tag="died"):
    """A wizard died, or a monster was killed or destroyed."""

    being: str
    doom: Doom


class EnchantmentLaid(Value, frozen=True, kw_only=True, tag="enchantment laid"):
    """An enchantment takes hold; `replaces` is the running one whose place it takes."""

    being: str
    enchantment: Enchantment
    replaces: Enchantment | None = None
    cast: int | None = None


class EnchantmentEnded(Value, frozen=True, kw_only=True, tag="enchantment ended"):
    """An enchantment ended on a being."""

    being: str
    enchantment: Enchantment
    why: Ended


class BankLost(Value, frozen=True, kw_only=True, tag="bank lost"):
    """A stored spell is gone (canon 5.9)."""

    wizard: str
    spell: str
    why: Ended


class HistoryCut(Value, frozen=True, kw_only=True, tag="history cut"):
    """Anti-spell: none of the first `entries` of the history may be part of a spell from now on."""

    wizard: str
    entries: int


class Left(Value, frozen=True, kw_only=True, tag="left"):
    """A wizard who surrendered leaves the duel."""

    wizard: str
    state: State = State.SURRENDERED


class TimeStopped(Value, frozen=True, kw_only=True, tag="time stopped"):
    """These beings have an extra turn straight after this one (canon 5.11)."""

    beings: tuple[str, ...]


class TurnClosed(Value, frozen=True, kw_only=True, tag="turn closed"):
    """The turn, or its Time stop part, is over."""

    turn: int
    part: Part


class DuelEnded(Value, frozen=True, kw_only=True, tag="duel ended"):
    """The end (canon 1.6)."""

    result: Result


class Corrected(Value, frozen=True, kw_only=True, tag="corrected"):
    """A director put a mistake right after the turn: the being is this one now, as `told` says in a few words each. No
    rule leads to it. Nobody is shown the being itself, of which not all is known to everyone."""

    being: str
    told: tuple[str, ...]
    wizard: Wizard | None = None
    monster: Monster | None = None


Event = (
    Said
    | Compelled
    | CompulsionFixed
    | Gestured
    | PalmsShown
    | SpellCast
    | SpellBanked
    | SpellReleased
    | SpellMadePermanent
    | CastFated
    | BeingRevealed
    | Warded
    | MonsterMade
    | ElementalsMerged
    | Raised
    | StormRaged
    | ControlChanged
    | Attacked
    | MonsterSet
    | Stabbed
    | Harmed
    | Healed
    | HitPointsChanged
    | Died
    | EnchantmentLaid
    | EnchantmentEnded
    | BankLost
    | HistoryCut
    | Left
    | TimeStopped
    | TurnClosed
    | DuelEnded
    | Corrected
)


class Turn(Value, frozen=True, kw_only=True):
    """One adjudicated turn or Time stop part: the duel before and after, and all that happened between."""

    turn: int
    part: Part
    events: tuple[Event, ...]
    before: Duel
    after: Duel
