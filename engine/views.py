"""observe(turn, viewer): the events of a turn and the duel after it, as that viewer may know them (canon 5.6, 5.11).

Rulings where the canon is silent: what another wizard ordered and a spell did not let him make, which defaults were
filled in for him, whom his monsters are told to attack and what he has banked are his own affair; a blind wizard is
shown no monsters but those that touched him, and hears of the deaths of wizards, not of their causes; who does not
share a Time stop turn sees of it what touches him and its outcome. Where the spells of the invisible are hidden (A41),
what comes of them on the field is seen: a monster, hit points, an enchantment in the list; Dispel magic and storms
that rage touch everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.enchantments import BLINDNESS, CHARM_PERSON, CONFUSION
from engine.events import (
    Attacked,
    BankLost,
    BeingRevealed,
    CastFated,
    Compelled,
    CompulsionFixed,
    Corrected,
    Died,
    Doom,
    DuelEnded,
    EnchantmentEnded,
    EnchantmentLaid,
    Event,
    Fate,
    Gestured,
    Harmed,
    Healed,
    HistoryCut,
    HitPointsChanged,
    Left,
    MonsterSet,
    PalmsShown,
    Raised,
    Said,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    SpellReleased,
    Stabbed,
    StormRaged,
    TimeStopped,
    Turn,
    TurnClosed,
    Warded,
)
from engine.model import NOBODY, Duel, Enchantment, Gesture, Hand, Made, Monster, Part, Value, Wizard
from engine.spellbook import Dispel
from engine.variants import rules_of

UNSEEN_PAIR = (Gesture.UNSEEN, Gesture.UNSEEN)
UNKNOWN = "?"  # a banked spell that the viewer cannot know
_UNTOUCHING = (Fate.NO_SUBJECT, Fate.MISSED, Fate.DISPELLED)  # what such a cast reached nobody by
SECRET = ""  # the salt, which no view holds: all dice to come would be known by it


class View(Value, frozen=True, kw_only=True):
    """A turn through the eyes of `viewer`.

    `duel` is the duel after the turn with gestures, banks and standing orders blanked that he may not know;
    `unknown_beings` are those whose hit points and enchantments he does not see (blanked to 0 and none; a monster
    among them is shown alive, whether it is or not);
    `unknown_casts` those of his own casts whose success he does not see. `blind`: he saw nothing of this turn.
    `dim`: it is what everyone knows, and somebody saw less than the others.
    """

    viewer: str
    turn: int
    part: Part
    events: tuple[Event, ...]
    duel: Duel
    blind: bool = False
    unknown_beings: frozenset[str] = frozenset()
    unknown_casts: frozenset[int] = frozenset()
    dim: bool = False


def observe(turn: Turn, viewer: str) -> View:
    """What `viewer`, a wizard of the duel, may know of a turn."""
    eyes = _Eyes(turn, viewer)
    seen = tuple(eyes.events())
    duel, unknown = observe_duel(turn.after, viewer, blind=eyes.blind, touched=eyes.touched_by)
    return View(
        viewer=viewer,
        turn=turn.turn,
        part=turn.part,
        events=seen,
        duel=duel,
        blind=eyes.blind,
        unknown_beings=unknown,
        unknown_casts=frozenset(eyes.unknown_casts),
    )


def everything(turn: Turn) -> View:
    """All of a turn, as nobody in it could know it: for duels adjudicated at a table. The viewer is NOBODY."""
    return View(viewer=NOBODY, turn=turn.turn, part=turn.part, events=turn.events, duel=turn.after)


def public(turn: Turn) -> View:
    """What everyone may know of a turn, for those who watch. The viewer is NOBODY.

    A fact is public where no wizard who lived when the turn began lacks it: what one of them cannot see or feel is not
    told, so that no spectator can tell him. Gestures that one did not see stay hidden for good, as they do for him.
    Where several see nothing, only what reaches everybody alike: none of them can tell what the others feel.
    """
    eyes = [_Eyes(turn, wizard.name) for wizard in turn.before.wizards if wizard.alive]
    if sum(each.narrow for each in eyes) > 1:
        untouched = _Eyes(turn, NOBODY)
        untouched.narrow = True
        eyes.append(untouched)
    duel, unknown = turn.after, frozenset[str]()
    for each in eyes:
        duel, unseen = observe_duel(duel, each.viewer, blind=each.blind, touched=each.touched_by)
        unknown |= unseen
    events = tuple(shown for event in turn.events if (shown := _seen_by_all(eyes, event)) is not None)
    told = {event.cast for event in events if isinstance(event, SpellCast)}
    return View(
        viewer=NOBODY,
        turn=turn.turn,
        part=turn.part,
        events=events,
        duel=duel,
        unknown_beings=unknown,
        unknown_casts=frozenset(cast for cast in told if any(cast in each.unknown_casts for each in eyes)),
        dim=any(each.narrow or each.hidden for each in eyes),
    )


def _seen_by_all(eyes: Iterable[_Eyes], event: Event) -> Event | None:
    """The event without what one of them may not know; None where one knows nothing of it."""
    shown: Event | None = event
    for each in eyes:
        shown = each.shown(event, shown) if shown is not None else None
    return shown


def observe_duel(
    duel: Duel, viewer: str, *, blind: bool | None = None, touched: frozenset[str] = frozenset()
) -> tuple[Duel, frozenset[str]]:
    """The duel as `viewer` may know it, and the beings whose hit points he does not see.

    `blind` is whether he saw nothing of the turn that led here; None: as his enchantments say.
    """
    if blind is None:
        blind = _is_blind(duel, viewer)
    wizards = tuple(w if w.name == viewer else _other_wizard(w, viewer, blind=blind) for w in duel.wizards)
    monsters = tuple(
        m if m.controller == viewer and not blind else _other_monster(m, blind=blind)
        for m in duel.monsters
        if not blind or m.name in touched
    )
    unknown = {w.name for w in wizards if blind and w.name != viewer} | {m.name for m in monsters if blind}
    numbers = () if blind else duel.numbers
    return replace(duel, salt=SECRET, wizards=wizards, monsters=monsters, numbers=numbers), frozenset(unknown)


def _is_blind(duel: Duel, name: str) -> bool:
    wizard = duel.wizard(name)
    return wizard is not None and any(e.name == BLINDNESS for e in wizard.enchantments)


def _other_wizard(wizard: Wizard, viewer: str, *, blind: bool) -> Wizard:
    return replace(
        wizard,
        hit_points=0 if blind else wizard.hit_points,
        enchantments=() if blind else tuple(_veil(e, wizard.history, viewer) for e in wizard.enchantments),
        banked=None if wizard.banked is None or blind else UNKNOWN,
        banked_at=None,
        history=tuple(_veil_made(m, viewer) for m in wizard.history),
    )


def _veil_made(made: Made, viewer: str) -> Made:
    if viewer not in made.hidden_from:
        return made
    return replace(made, left=Gesture.UNSEEN, right=Gesture.UNSEEN, held=None)


def _veil(enchantment: Enchantment, history: tuple[Made, ...], viewer: str) -> Enchantment:
    """Another's enchantment without what hangs on unseen gestures or unspoken orders.

    Paralysis and Amnesia hold what was shown when they were laid; a permanent Confusion or Charm person settles on a
    later turn, and is known once a turn after that was seen.
    """
    laid_unseen = any(m.turn == enchantment.laid and viewer in m.hidden_from for m in history)
    settles = enchantment.name in (CONFUSION, CHARM_PERSON)
    later_seen = any(
        m.turn > enchantment.laid and m.part is Part.NORMAL and viewer not in m.hidden_from for m in history
    )
    unseen = enchantment.gesture is not None and (not later_seen if settles else laid_unseen)
    shown = replace(enchantment, pairs=() if laid_unseen else enchantment.pairs, subject=None)
    if not unseen or (enchantment.by == viewer and enchantment.name == CHARM_PERSON):
        return shown
    if enchantment.name == CONFUSION:
        return replace(shown, hand=None, half=None, gesture=None)
    return replace(shown, gesture=Gesture.UNSEEN)


def _other_monster(monster: Monster, *, blind: bool) -> Monster:
    shown = replace(monster, standing=None, last=(), meant=())
    return replace(shown, hit_points=0, enchantments=(), alive=True) if blind else shown


class _Eyes:
    """Goes through the events of one turn for one viewer."""

    def __init__(self, turn: Turn, viewer: str) -> None:
        self.turn = turn
        self.viewer = viewer
        self.blind = _is_blind(turn.before, viewer)
        outside = turn.part is Part.TIME_STOP and viewer not in turn.before.acting
        self.narrow = self.blind or outside  # sees only what touches him
        self.hidden = {
            e.wizard for e in turn.events if isinstance(e, Gestured) and viewer in e.hidden_from
        }  # whose hands he does not see
        self.casters = {e.cast: e.caster for e in turn.events if isinstance(e, SpellCast)}
        self.banked = {e.cast for e in turn.events if isinstance(e, SpellBanked) and e.wizard != viewer}
        self.unheard = self._unheard()
        self.touching = {cast for e in turn.events for cast in self._touches(e)}
        self.touched_by = frozenset(e.monster for e in turn.events if isinstance(e, Attacked) and e.victim == viewer)
        self.unknown_casts = {
            cast
            for cast, caster in self.casters.items()
            if self.narrow and caster == viewer and cast not in self.touching
        }

    def _unheard(self) -> frozenset[int]:
        """The casts of the invisible that are not told, as they touched nobody who can be seen (A41)."""
        rules = rules_of(self.turn.before)
        if self.narrow or rules.unseen_spells_are_named or not self.hidden:
            return frozenset()
        lost = {e.cast for e in self.turn.events if isinstance(e, CastFated) and e.fate in _UNTOUCHING}
        mine = [e for e in self.turn.events if isinstance(e, SpellCast) and e.caster in self.hidden]
        return frozenset(
            e.cast
            for e in mine
            if e.discharged
            or e.cast in lost
            or (e.subject in self.hidden and not isinstance(rules.spellbook[e.spell].effect, Dispel))
        )

    def _hushed(self, event: Event) -> bool:
        """Whether an event tells of such a cast, and not of what came of it on the field."""
        match event:
            case SpellCast() | CastFated() | Warded() | Healed() | SpellMadePermanent():
                return event.cast in self.unheard
            case SpellReleased():
                return any(
                    isinstance(e, SpellCast)
                    and e.caster == event.wizard
                    and e.hand is Hand.BANK
                    and e.cast in self.unheard
                    for e in self.turn.events
                )
            case _:
                return False

    def _touches(self, event: Event) -> tuple[int, ...]:
        """The casts by which an event touches the viewer."""
        match event:
            case StormRaged():
                return event.casts
            case Harmed() | Healed() if event.being == self.viewer:
                return (event.cast,)
            case EnchantmentLaid() | Warded() if event.being == self.viewer and event.cast is not None:
                return (event.cast,)
            case CastFated() if self.viewer in (event.being, event.onto) and event.fate not in (
                Fate.MISSED,
                Fate.DISPELLED,
            ):
                return (event.cast,)
            case _:
                return ()

    def events(self) -> Iterator[Event]:
        """The events he may know, redacted."""
        for event in self.turn.events:
            shown = self.shown(event, event)
            if shown is not None:
                yield shown

    def shown(self, event: Event, told: Event) -> Event | None:
        """Of an event, and what is `told` of it already, what he may know; None where nothing is left."""
        if isinstance(event, MonsterSet) or getattr(event, "cast", None) in self.banked:
            return None
        if self._hushed(event) or (self.narrow and not self._felt(event)):
            return None
        return self._veiled(told)

    def _felt(self, event: Event) -> bool:
        """What reaches a wizard who sees nothing of the turn."""
        me = self.viewer
        match event:
            case Said() | Gestured() | StormRaged() | TurnClosed() | TimeStopped() | DuelEnded() | Left() | Corrected():
                return True
            case Compelled() | PalmsShown() | SpellBanked() | SpellReleased() | SpellMadePermanent() | HistoryCut():
                return event.wizard == me
            case BankLost():
                return event.wizard == me
            case SpellCast():
                return event.caster == me or event.cast in self.touching
            case CastFated():
                return event.cast in self.touching and me in (event.being, event.onto)
            case Attacked() | Stabbed():
                return event.victim == me
            case Died() | Raised():
                return self.turn.before.wizard(event.being) is not None
            case (
                BeingRevealed()
                | Warded()
                | Harmed()
                | Healed()
                | HitPointsChanged()
                | EnchantmentLaid()
                | EnchantmentEnded()
                | CompulsionFixed()
            ):
                return event.being == me
            case _:
                return False

    def _veiled(self, event: Event) -> Event | None:
        """The event without what he may not know of others; None where nothing is left."""
        match event:
            case Corrected():
                return replace(event, wizard=None, monster=None)
            case Gestured() if event.wizard in self.hidden:
                return replace(event, pairs=(UNSEEN_PAIR,) * len(event.pairs), held=None)
            case Compelled() if event.wizard != self.viewer:
                made = Gesture.UNSEEN if event.wizard in self.hidden else event.made
                return replace(event, ordered=Gesture.UNSEEN, made=made)
            case PalmsShown() if event.wizard in self.hidden:
                return None
            case SpellCast() if event.caster != self.viewer:
                shown = replace(event, by_default=False, by_fallback=False)
                if event.caster in self.hidden and event.hand is not Hand.BANK:
                    shown = replace(shown, formula="", hand=Hand.UNSEEN, half=0)
                return shown
            case CompulsionFixed() if event.being != self.viewer:
                return None
            case EnchantmentLaid() if event.being != self.viewer:
                return replace(event, enchantment=self._veil_enchantment(event.being, event.enchantment), replaces=None)
            case EnchantmentEnded() if event.being != self.viewer:
                return replace(event, enchantment=self._veil_enchantment(event.being, event.enchantment))
            case BankLost() if event.wizard != self.viewer:
                return replace(event, spell=UNKNOWN)
            case Died() if self.narrow and event.being != self.viewer:
                return replace(event, doom=Doom.HARM)
            case _:
                return event

    def _veil_enchantment(self, being: str, enchantment: Enchantment) -> Enchantment:
        wizard = self.turn.after.wizard(being)
        history = wizard.history if wizard is not None else ()
        return _veil(enchantment, history, self.viewer)
