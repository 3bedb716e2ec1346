"""What one more gesture of a wizard could finish, as far as the reader has seen his hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.compulsion import BARRED_BY_FEAR, binding
from engine.enchantments import AMNESIA, CHARM_PERSON, FEAR, HASTE, PARALYSIS
from engine.gestures import MAGICAL, Finished, longest_formula, would_finish
from engine.model import Duel, Enchantment, Gesture, Hand, Part, Value, Wizard
from engine.variants import rules_of
from engine.views import visible_history
from referee.mail.board_histories import known_cut
from referee.mail.wording import GESTURE_NOUNS, HAND_WORDS

_GESTURES: Final = tuple(Gesture(letter) for letter in MAGICAL)
_OTHER: Final = {Hand.LEFT: Hand.RIGHT, Hand.RIGHT: Hand.LEFT}
_UNSEEN: Final = "you have not seen enough of their hands"
_FIRST_PAIR: Final = "(hasted: this is for the first of two pairs)"
_SURRENDER: Final = " (but two palms are a surrender)"


class Prospect(Value, frozen=True, kw_only=True):
    """One row: `left hand`, `right hand` or `both hands` and its spells; a remark has no label."""

    label: str
    text: str


def prospects(duel: Duel, viewer: str, who: str) -> tuple[Prospect, ...]:
    """What each hand of `who`, and both together, could finish next; `duel` as `viewer` may know it.

    None for a wizard who is gone, or once the duel is over.
    """
    wizard = duel.wizard(who)
    if wizard is None or not wizard.alive or duel.result is not None:
        return ()
    # What a spell can still use: a gesture that was not seen long ago does no harm.
    recent = replace(wizard, cut=max(known_cut(wizard), len(wizard.history) - longest_formula(rules_of(duel)) + 1))
    if not visible_history(recent):
        return (Prospect(label="", text=_UNSEEN),)
    return _Hands(duel, viewer, wizard).rows()


class _Hands:
    """The next pair of one wizard: `forced` are the hands whose gesture is known, `barred` what Fear forbids."""

    def __init__(self, duel: Duel, viewer: str, wizard: Wizard) -> None:
        self.viewer = viewer
        self.wizard = wizard
        self.rules = rules_of(duel)
        extra = duel.next_part is Part.TIME_STOP and wizard.name in duel.stopped
        self.bound = [] if extra else binding(wizard.enchantments)
        self.hasted = not extra and any(e.name == HASTE for e in wizard.enchantments)
        self.afraid = any(e.name == FEAR for e in self.bound)
        self.forced: dict[Hand, Gesture] = {}
        for enchantment in self.bound:
            self.forced |= _forces(enchantment, hasted=self.hasted)
        if self.afraid:
            self.forced = {h: Gesture.NOTHING if g in BARRED_BY_FEAR else g for h, g in self.forced.items()}

    def rows(self) -> tuple[Prospect, ...]:
        rows = [Prospect(label=HAND_WORDS[hand], text=self.one(hand)) for hand in _OTHER]
        both = self.together()
        if both:
            rows.append(Prospect(label=HAND_WORDS[Hand.BOTH], text=both))
        if self.hasted:
            rows.append(Prospect(label="", text=_FIRST_PAIR))
        return tuple(rows)

    def possible(self, hand: Hand) -> tuple[Gesture, ...]:
        """What a hand may make next."""
        if hand in self.forced:
            return (self.forced[hand],)
        return tuple(g for g in _GESTURES if not (self.afraid and g in BARRED_BY_FEAR))

    def one(self, hand: Hand) -> str:
        """The spells of one hand: `F Paralysis, P Shield`."""
        other = self.forced.get(_OTHER[hand], Gesture.NOTHING)
        found: dict[Gesture, list[Finished]] = {}
        for gesture in self.possible(hand):
            pair = (gesture, other) if hand is Hand.LEFT else (other, gesture)
            found[gesture] = [f for f in would_finish(self.wizard, *pair, rules=self.rules) if f.hand is hand]
        if hand in self.forced:
            return self.forced_words(hand, found[self.forced[hand]])
        words = _told(found, palms=other is Gesture.PALM) or "nothing"
        charmer = next((e.by for e in self.bound if e.name == CHARM_PERSON and e.hand is hand), None)
        if charmer is None:
            return words
        return f"({'you say' if charmer == self.viewer else f'{charmer} says'} what it does) {words}"

    def forced_words(self, hand: Hand, finished: list[Finished]) -> str:
        """`(will make a palm) Shield`."""
        gesture = self.forced[hand]
        will = "do nothing" if gesture is Gesture.NOTHING else f"make {GESTURE_NOUNS[gesture]}"
        return f"(will {will}) {_spells(finished)}".rstrip()

    def together(self) -> str:
        """The spells that both hands finish with one gesture; empty where there are none."""
        found = {
            gesture: [f for f in would_finish(self.wizard, gesture, gesture, rules=self.rules) if f.hand is Hand.BOTH]
            for gesture in self.possible(Hand.LEFT)
            if gesture in self.possible(Hand.RIGHT)
        }
        return _told(found)


def _forces(enchantment: Enchantment, *, hasted: bool) -> Mapping[Hand, Gesture]:
    """What an enchantment will make the hands do in the next pair, as far as it is known."""
    if enchantment.name == AMNESIA and enchantment.pairs:
        left, right = enchantment.pairs[0 if hasted else -1]
        return {Hand.LEFT: left, Hand.RIGHT: right}
    known = enchantment.gesture not in (None, Gesture.UNSEEN)
    if enchantment.name in (PARALYSIS, CHARM_PERSON) and known and enchantment.hand is not None:
        assert enchantment.gesture is not None
        return {enchantment.hand: enchantment.gesture}
    return {}


def _told(found: Mapping[Gesture, list[Finished]], *, palms: bool = False) -> str:
    """Each gesture with its spells, the longest formulas first; `palms`: the other hand is a palm already."""
    useful = sorted((g for g in found if found[g]), key=lambda g: found[g][0].rank)
    return ", ".join(f"{g} {_spells(found[g])}{_SURRENDER if palms and g is Gesture.PALM else ''}" for g in useful)


def _spells(finished: list[Finished]) -> str:
    return " or ".join(dict.fromkeys(f.spell for f in finished))
