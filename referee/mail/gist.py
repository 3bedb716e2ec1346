"""The gist of a text: what it would order in a duel that nobody has told us about."""

import re

from engine.clauses import AnyClause, GameGuardClause, HandClause, TurnGuardClause
from engine.language import Field, Reading, canonical, name_fault, read
from engine.model import Hand, Kind, Monster, State

SELF = "self"
OPPONENT = "opponent"
GUARDS = (TurnGuardClause, GameGuardClause)
NAMES_MAX = 300
MONSTERS_MAX = 20
NAME_WORDS_MAX = 3
GIST_LINES_MAX = 200
GIST_CHARS_MAX = 16_384

_WORD = re.compile(r"[^\W\d_][\w'’-]{0,19}")
_NUMBERED = re.compile(r"\b(goblin|ogre|troll|giant|(?:fire|ice) elemental)[ \t]{1,3}([0-9]{1,3})\b", re.IGNORECASE)

Slot = tuple[str, str, int]
"""What a clause decides: its sort, the hand (or monster, or spell), the half of a hasted turn."""


class AnyField(Field):
    """A field where any name that the text mentions may be somebody, and there is any monster that it speaks of.

    Read against it, orders come out with the names as they were written: who is in the duel is for the desk to say."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__(dict.fromkeys((SELF, OPPONENT, *_names(lines)), State.ALIVE), _numbered(lines))

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(self.wizards)

    def gone(self, name: str) -> str | None:
        """Anybody may have died, so that his corpse may be spoken of."""
        return "may have died"

    def of_kind(self, kinds: tuple[Kind, ...], *, owner: str | None = None, dead: bool = False) -> tuple[str, ...]:
        name = kinds[0].value if len(kinds) == 1 else "elemental"
        whose = f"{owner}'s " if owner not in (None, SELF) else ""
        return (f"{whose}{name}'s corpse" if dead else f"{whose}{name}",)

    def opponents(self, wizard: str) -> tuple[str, ...]:
        return (OPPONENT,)


def reading(lines: tuple[str, ...]) -> Reading:
    """The clauses and complaints of lines of orders, without a duel. Only their first GIST_LINES_MAX are read."""
    kept: list[str] = []
    room = GIST_CHARS_MAX
    for line in lines[:GIST_LINES_MAX]:
        room -= len(line)
        if room < 0:
            break
        kept.append(line)
    return read("\n".join(kept), AnyField(tuple(kept)), SELF)


def has_orders(lines: tuple[str, ...]) -> bool:
    """Whether there is anything in them that would be carried out; a guard alone orders nothing."""
    return bool(lines) and any(not isinstance(each, GUARDS) for each in reading(lines).clauses)


def is_order(line: str) -> bool:
    """Whether a line is an order from its first word to its last."""
    found = reading((line,))
    return bool(found.clauses) and not found.complaints


def differences(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Where two readings of one mail order different things: pairs of canonical texts, "" for nothing.

    What one of them leaves out counts only for gestures: half a quotation that slipped into one of them is no order."""
    first, second = _slots(reading(ours).clauses), _slots(reading(theirs).clauses)
    found = []
    for slot in dict.fromkeys((*first, *second)):
        one, other = first.get(slot, {}), second.get(slot, {})
        both = bool(one) and bool(other)
        if (both and not one.keys() & other.keys()) or (not both and slot[0] == HandClause.__name__):
            found.append((", ".join(one), ", ".join(other)))
    return tuple(found)


def _slots(clauses: tuple[AnyClause, ...]) -> dict[Slot, dict[str, None]]:
    found: dict[Slot, dict[str, None]] = {}
    for clause in clauses:
        hand = getattr(clause, "hand", None)
        what = str(hand.value) if isinstance(hand, Hand) else str(getattr(clause, "monster", ""))
        slot = (type(clause).__name__, what, clause.half or 0)
        found.setdefault(slot, {}).setdefault(canonical(clause))
    return found


def _names(lines: tuple[str, ...]) -> list[str]:
    """What may be names: words that mean nothing in the language, and runs of them that are written large."""
    found: dict[str, None] = {}
    for line in lines:
        large: list[str] = []
        for match in _WORD.finditer(line):
            word = match[0].replace("’", "'")
            name = word[:-2] if word.lower().endswith("'s") else word.rstrip("'")
            if name_fault(name) is not None:
                large = []
                continue
            found.setdefault(name)
            large = [*large[1 - NAME_WORDS_MAX :], name] if name[:1].isupper() else []
            for size in range(2, len(large) + 1):
                run = " ".join(large[-size:])
                if line.find(run) >= 0 and name_fault(run) is None:
                    found.setdefault(run)
        if len(found) >= NAMES_MAX:
            break
    return list(found)[:NAMES_MAX]


def _numbered(lines: tuple[str, ...]) -> list[Monster]:
    """Monsters that are spoken of by their full names: `goblin 1`."""
    named = dict.fromkeys(f"{kind.lower()} {number}" for line in lines for kind, number in _NUMBERED.findall(line))
    kinds = {kind.value: kind for kind in Kind}
    return [
        Monster(name=name, kind=kinds[name.rpartition(" ")[0]], hit_points=1) for name in list(named)[:MONSTERS_MAX]
    ]
