"""Spells by name: full names, short forms, initials and prefixes of their words."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.language.lexicon import SHORT_FORMS
from engine.spellbook import SPELLBOOK

SPELL_WORDS_MAX: Final = 4  # words that a spell's name is looked for in
PREFIX_LETTERS_MIN: Final = 2
PLAIN_LETTERS_MIN: Final = 4  # of a prefix that is taken for a spell although nothing else says so


def _words(name: str) -> tuple[str, ...]:
    return tuple(name.lower().replace("-", " ").split())


_ORDER: Final = {name: place for place, name in enumerate(SPELLBOOK)}
_WORDS: Final = {name: _words(name) for name in SPELLBOOK}
_JOINED: Final = {"".join(words): name for name, words in _WORDS.items()}
_STARTS: Final = frozenset(
    word[:PREFIX_LETTERS_MIN] for words in (*_WORDS.values(), *map(str.split, SHORT_FORMS)) for word in words
)


def _initials() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, words in _WORDS.items():
        if len(words) > 1:
            key = "".join(word[0] for word in words)
            found[key] = (*found.get(key, ()), name)
    return found


_INITIALS: Final = _initials()
_SHORT: Final = {key.replace(" ", ""): names for key, names in SHORT_FORMS.items()}


@lru_cache(maxsize=8192)
def by_name(words: tuple[str, ...]) -> tuple[str, ...]:
    """The spells that these words name outright: a full name, a short form, or initials of three letters or more."""
    joined = "".join(words)
    if joined in _JOINED:
        return (_JOINED[joined],)
    if joined in _SHORT:
        return _sorted(_SHORT[joined])
    if len(words) == 1 and len(joined) > 2:
        return _sorted(_INITIALS.get(joined, ()))
    return ()


@lru_cache(maxsize=8192)
def by_prefix(words: tuple[str, ...]) -> tuple[str, ...]:
    """The spells that these words may stand for: each the beginning of one of the spell's words, in their order."""
    if any(len(word) < PREFIX_LETTERS_MIN or word[:PREFIX_LETTERS_MIN] not in _STARTS for word in words):
        return ()
    joined = "".join(words)
    found = {name for name, own in _WORDS.items() if _abbreviates(words, own)}
    found |= {name for whole, name in _JOINED.items() if whole.startswith(joined)}
    return _sorted(tuple(found))


@lru_cache(maxsize=1024)
def by_initials(word: str) -> tuple[str, ...]:
    """The spells of these initials, two letters included."""
    return _sorted(_INITIALS.get(word, ()))


def begins(word: str, spell: str) -> bool:
    """Whether one word is plainly the beginning of a spell's name."""
    return len(word) >= PLAIN_LETTERS_MIN and "".join(_WORDS[spell]).startswith(word)


def _abbreviates(words: tuple[str, ...], own: tuple[str, ...]) -> bool:
    rest = iter(own)
    return all(any(whole.startswith(word) for whole in rest) for word in words)


def _sorted(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(names), key=_ORDER.__getitem__))
