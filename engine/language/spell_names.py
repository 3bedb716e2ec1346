"""Spells by name: full names, short forms, initials and prefixes of their words."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from engine.language.lexicon import SHORT_FORMS
from engine.variants import RULE_SETS

SPELL_WORDS_MAX: Final = 4  # words that a spell's name is looked for in
PREFIX_LETTERS_MIN: Final = 2
PLAIN_LETTERS_MIN: Final = 4  # of a prefix that is taken for a spell although nothing else says so


def _words(name: str) -> tuple[str, ...]:
    return tuple(name.lower().replace("-", " ").split())


class SpellNames:
    """The ways to name the spells of one book, in its order."""

    def __init__(self, spells: tuple[str, ...]) -> None:
        self._place = {name: place for place, name in enumerate(spells)}
        self._words = {name: _words(name) for name in spells}
        self._joined = {"".join(words): name for name, words in self._words.items()}
        self._starts = frozenset(
            word[:PREFIX_LETTERS_MIN]
            for words in (*self._words.values(), *map(str.split, SHORT_FORMS))
            for word in words
        )
        self._initials: dict[str, tuple[str, ...]] = {}
        for name, words in self._words.items():
            if len(words) > 1:
                key = "".join(word[0] for word in words)
                self._initials[key] = (*self._initials.get(key, ()), name)
        self.by_prefix = lru_cache(maxsize=8192)(self._by_prefix)

    def by_name(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The spells that these words name outright: a full name, a short form, or initials of three letters."""
        joined = "".join(words)
        if joined in self._joined:
            return (self._joined[joined],)
        if joined in _SHORT:
            return self._sorted(_SHORT[joined])
        if len(words) == 1 and len(joined) > 2:
            return self._sorted(self._initials.get(joined, ()))
        return ()

    def _by_prefix(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The spells that these words may stand for: each the beginning of one of the spell's words, in their order."""
        if any(len(word) < PREFIX_LETTERS_MIN or word[:PREFIX_LETTERS_MIN] not in self._starts for word in words):
            return ()
        joined = "".join(words)
        found = {name for name, own in self._words.items() if _abbreviates(words, own)}
        found |= {name for whole, name in self._joined.items() if whole.startswith(joined)}
        return self._sorted(tuple(found))

    def by_initials(self, word: str) -> tuple[str, ...]:
        """The spells of these initials, two letters included."""
        return self._sorted(self._initials.get(word, ()))

    def begins(self, word: str, spell: str) -> bool:
        """Whether one word is plainly the beginning of a spell's name."""
        return len(word) >= PLAIN_LETTERS_MIN and "".join(self._words[spell]).startswith(word)

    def _sorted(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted({name for name in names if name in self._place}, key=self._place.__getitem__))


@cache
def names_of(rules: str) -> SpellNames:
    """The names of the spells of a rule set."""
    return SpellNames(tuple(RULE_SETS[rules].spellbook))


def _abbreviates(words: tuple[str, ...], own: tuple[str, ...]) -> bool:
    rest = iter(own)
    return all(any(whole.startswith(word) for whole in rest) for word in words)


_SHORT: Final = {key.replace(" ", ""): names for key, names in SHORT_FORMS.items()}
