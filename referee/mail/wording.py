"""Words for the things of a duel: hands, gestures, names as one reader calls them, lists and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.model import Gesture, Hand, Pair, is_unborn
from referee.times.numerals import IN_WORDS

HAND_WORDS: Final = {Hand.LEFT: "left hand", Hand.RIGHT: "right hand", Hand.BOTH: "both hands"}
GESTURE_NOUNS: Final = {
    Gesture.FINGERS: "wiggled fingers",
    Gesture.PALM: "a palm",
    Gesture.SNAP: "a snap",
    Gesture.WAVE: "a wave",
    Gesture.DIGIT: "a levelled forefinger",
    Gesture.CLAP: "a clap",
    Gesture.STAB: "a stab",
    Gesture.NOTHING: "nothing",
    Gesture.UNSEEN: "something unseen",
}
HAND_VERBS: Final = {
    Gesture.FINGERS: "wiggled its fingers",
    Gesture.PALM: "offered a palm",
    Gesture.SNAP: "snapped",
    Gesture.WAVE: "waved",
    Gesture.DIGIT: "levelled a forefinger",
    Gesture.CLAP: "made half a clap",
    Gesture.STAB: "drew the knife",
    Gesture.NOTHING: "lay still",
    Gesture.UNSEEN: "could not be seen",
}
_BOTH_VERBS: Final = {
    Gesture.FINGERS: "wiggled their fingers",
    Gesture.PALM: "offered their palms",
    Gesture.SNAP: "snapped",
    Gesture.WAVE: "waved",
    Gesture.DIGIT: "levelled a forefinger",
    Gesture.CLAP: "clapped",
    Gesture.NOTHING: "lay still",
}
_UNBORN: Final = {"LH": "left hand", "RH": "right hand", "BH": "hands", "bank": "banked summons"}


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def number(count: int) -> str:
    """A small count in words."""
    return IN_WORDS[count] if 0 <= count < len(IN_WORDS) else str(count)


def counted(count: int, noun: str) -> str:
    """`one turn`, `three turns`."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def sentence(text: str) -> str:
    """The text with a capital at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def own(name: str) -> str:
    """`Ann's`, `Silas'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def pair_made(pair: Pair, whose: str) -> str:
    """What two hands did in one half-turn: `your left hand snapped and the right waved`."""
    left, right = pair
    if left == right:
        return f"{whose} hands both {_BOTH_VERBS[left]}"
    return f"{whose} left hand {HAND_VERBS[left]} and the right {HAND_VERBS[right]}"


def pairs_made(pairs: Sequence[Pair], whose: str) -> str:
    """The same for a turn of one pair or more."""
    first, *later = [pair_made(pair, whose if half == 0 else "the") for half, pair in enumerate(pairs)]
    return f"first {first}; then {'; then '.join(later)}" if later else first


class Voice:
    """How one reader is spoken to: he is `you`, everybody else has a name.

    `born` are the monsters of this turn by the names they had before (`LH:Ann`).
    """

    def __init__(self, reader: str, born: Mapping[str, str] | None = None) -> None:
        self.reader = reader
        self.born = dict(born or {})

    def name(self, being: str) -> str:
        """`you`, or what the being is called."""
        known = self.born.get(being, being)
        if known == self.reader:
            return "you"
        if is_unborn(known):
            hand, _, maker = known.partition(":")
            return f"a monster of {self.whose(maker)} {_UNBORN[hand]}"
        return known

    def whose(self, being: str) -> str:
        """`your`, `Ann's`."""
        known = self.name(being)
        return "your" if known == "you" else own(known)

    def was(self, being: str) -> str:
        """`you were`, `Ann was`."""
        return "you were" if self.name(being) == "you" else f"{self.name(being)} was"

    def all_of(self, beings: Iterable[str]) -> str:
        """Several beings, the reader first."""
        names = list(dict.fromkeys(beings))
        return listed(self.name(b) for b in sorted(names, key=lambda b: b != self.reader))
