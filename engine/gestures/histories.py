"""Histories of gestures: which spells they end on, and which the next gestures would finish."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from engine.model import Gesture, Hand, Pair, Value, Wizard
from engine.variants import RULE_SETS, RuleSet

MAGICAL: Final = "FPSWDC"


class Finished(Value, frozen=True, kw_only=True):
    """A spell that a hand's history ends on; `hand` is BOTH for formulas that end in lower case."""

    spell: str
    formula: str
    hand: Hand

    @property
    def rank(self) -> tuple[int, bool]:
        """Sort key of the fallback: longer first, then the left hand's (canon 2.6, A111)."""
        return (-len(self.formula), self.hand is Hand.RIGHT)


def codes(pairs: tuple[Pair, ...] | list[Pair]) -> tuple[str, str]:
    """The two hands' histories as strings: lower case where both hands made the same magical gesture at once."""
    left, right = [], []
    for a, b in pairs:
        if a == b and a in MAGICAL:
            left.append(a.lower())
            right.append(a.lower())
        else:
            left.append(a.value)
            right.append(b.value)
    return "".join(left), "".join(right)


def usable(wizard: Wizard) -> list[Pair]:
    """The pairs of a wizard's history that may still be part of a spell (canon 2.9)."""
    return [(made.left, made.right) for made in wizard.history[wizard.cut :]]


def finished_by(
    pairs: tuple[Pair, ...] | list[Pair], *, rules: RuleSet, short_bolt: bool = True
) -> tuple[Finished, ...]:
    """All spells finished by the last pair (canon 2.1 to 2.5); `short_bolt` False leaves out the used-up one (2.8).

    A both-hands formula that both histories end on stands once.
    """
    tail = tuple(pairs[-_LONGEST[rules.name] :])
    found = _finished(rules.name, tail)
    if short_bolt:
        return found
    return tuple(f for f in found if f.formula not in rules.spellbook[f.spell].once)


@lru_cache(maxsize=65536)
def _finished(rules: str, tail: tuple[Pair, ...]) -> tuple[Finished, ...]:
    by_code = _BY_CODE[rules]
    left, right = codes(tail)
    found: list[Finished] = []
    for hand, code in ((Hand.LEFT, left), (Hand.RIGHT, right)):
        for length in range(1, len(code) + 1):
            for spell, formula in by_code.get(code[-length:], ()):
                both = formula[-1].islower()
                one = Finished(spell=spell, formula=formula, hand=Hand.BOTH if both else hand)
                if one not in found:
                    found.append(one)
    return tuple(sorted(found, key=lambda f: f.rank))


def _spellings(formula: str) -> list[str]:
    """Every code that satisfies a formula: a capital is also satisfied by a gesture that both hands made."""
    return ["".join(word) for word in product(*((c,) if c.islower() else (c, c.lower()) for c in formula))]


def longest_formula(rules: RuleSet) -> int:
    """How many gestures the longest spell takes."""
    return max(len(formula) for spell in rules.spellbook.values() for formula in spell.formulas)


def _index(rules: RuleSet) -> dict[str, tuple[tuple[str, str], ...]]:
    index: dict[str, tuple[tuple[str, str], ...]] = {}
    for spell in rules.spellbook.values():
        for formula in spell.formulas:
            for code in _spellings(formula):
                index[code] = (*index.get(code, ()), (spell.name, formula))
    return index


_LONGEST: Final = {name: longest_formula(rules) for name, rules in RULE_SETS.items()}
_BY_CODE: Final = {name: _index(rules) for name, rules in RULE_SETS.items()}


def would_finish(wizard: Wizard, left: Gesture, right: Gesture, *, rules: RuleSet) -> tuple[Finished, ...]:
    """What this pair of gestures would finish if it were the wizard's next, all of it to choose from."""
    return finished_by([*usable(wizard), (left, right)], rules=rules, short_bolt=not wizard.short_bolt_used)


def would_finish_each(wizard: Wizard, pairs: Sequence[Pair], *, rules: RuleSet) -> tuple[tuple[Finished, ...], ...]:
    """What each of these pairs would finish if they were the wizard's next: one pair, two when hasted (canon 5.8)."""
    past = usable(wizard)
    found = []
    for pair in pairs:
        past.append(pair)
        found.append(finished_by(past, rules=rules, short_bolt=not wizard.short_bolt_used))
    return tuple(found)
