"""What one more gesture of a wizard could finish, in words, as far as the reader has seen his hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.gestures import MAGICAL, Begun, Reach, within_reach
from engine.model import Duel, Gesture, Hand, Value
from referee.mail.wording import GESTURE_NOUNS, HAND_WORDS

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
    reach = within_reach(duel, viewer, who)
    if reach is None:
        return ()
    if reach.unseen:
        return (Prospect(label="", text=_UNSEEN),)
    rows = [Prospect(label=HAND_WORDS[hand], text=_one_hand(reach, viewer, hand)) for hand in _OTHER]
    together = _told(_next(reach, Hand.BOTH))
    if together:
        rows.append(Prospect(label=HAND_WORDS[Hand.BOTH], text=together))
    if reach.halves > 1:
        rows.append(Prospect(label="", text=_FIRST_PAIR))
    return tuple(rows)


def _next(reach: Reach, hand: Hand) -> Mapping[Gesture, list[Begun]]:
    """What each gesture of a hand, or of both, finishes at once."""
    found: dict[str, list[Begun]] = {letter: [] for letter in MAGICAL}
    for way in reach.spells:
        letter = way.missing.upper()
        if way.finishing is hand and letter in found:
            found[letter].append(way)
    return {Gesture(letter): ways for letter, ways in found.items() if ways}


def _one_hand(reach: Reach, viewer: str, hand: Hand) -> str:
    """The spells of one hand: `F Paralysis, P Shield`."""
    found = _next(reach, hand)
    forced = reach.fixed.get((0, hand))
    if forced is not None:
        will = "do nothing" if forced is Gesture.NOTHING else f"make {GESTURE_NOUNS[forced]}"
        return f"(will {will}) {_spells(found.get(forced, ()))}".rstrip()
    words = _told(found, palms=reach.fixed.get((0, _OTHER[hand])) is Gesture.PALM) or "nothing"
    charmer = reach.charmers.get(hand)
    if charmer is None:
        return words
    return f"({'you say' if charmer == viewer else f'{charmer} says'} what it does) {words}"


def _told(found: Mapping[Gesture, list[Begun]], *, palms: bool = False) -> str:
    """Each gesture with its spells, the longest formulas first; `palms`: the other hand is a palm already."""
    useful = sorted(found, key=lambda g: -len(found[g][0].formula))
    return ", ".join(f"{g} {_spells(found[g])}{_SURRENDER if palms and g is Gesture.PALM else ''}" for g in useful)


def _spells(ways: Sequence[Begun]) -> str:
    return " or ".join(dict.fromkeys(way.spell for way in ways))
