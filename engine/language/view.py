"""What the matchers look at: the tokens of a line with the field, and what they give back."""

from __future__ import annotations

from typing import NamedTuple

from engine.clauses import AnyClause
from engine.language.field import Field
from engine.language.lexicon import ELEMENTS, GESTURES, HANDS, KINDS, ROLES, WORDS, Role
from engine.language.tokens import Sort, Token
from engine.model import Gesture, Hand

_CLOSING = tuple("\"'”’»")
_NO_ROLES: frozenset[Role] = frozenset()


class Fault(NamedTuple):
    """Why words were not understood. `swap` says which tokens to write otherwise for the nearest valid form."""

    reason: str
    swap: tuple[int, int, str] | None = None
    suggestion: str | None = None


class Parsed(NamedTuple):
    """What a matcher made of the tokens up to `end`.

    A weak clause is one that prose might hold by chance; `spoils` are the hands whose gesture is refused.
    """

    end: int
    clauses: tuple[AnyClause, ...] = ()
    faults: tuple[Fault, ...] = ()
    weak: bool = False
    spoils: tuple[Hand, ...] = ()


class View(NamedTuple):
    """One line as tokens (END last), for the wizard who wrote it; name prefixes need `letters_min` letters."""

    tokens: tuple[Token, ...]
    field: Field
    wizard: str
    letters_min: int = 2

    def word(self, i: int) -> str:
        """The word or sign at `i`; empty for the words after `say:` and beyond the end."""
        token = self.tokens[min(i, len(self.tokens) - 1)]
        return "" if token.sort is Sort.SAY else token.word

    def roles(self, i: int) -> frozenset[Role]:
        return ROLES.get(self.word(i), _NO_ROLES)

    def has(self, i: int, role: Role) -> bool:
        return role in self.roles(i)

    def gesture(self, i: int) -> Gesture | None:
        return GESTURES.get(self.word(i))

    def hand(self, i: int) -> Hand | None:
        return HANDS.get(self.word(i))

    def is_kind(self, i: int) -> bool:
        return self.word(i) in KINDS

    def stops(self, i: int) -> bool:
        """Whether a segment ends at `i`: a separator, `then`, `say:` or the end of the line."""
        token = self.tokens[min(i, len(self.tokens) - 1)]
        return token.sort in (Sort.BREAK, Sort.END, Sort.SAY) or self.has(i, Role.THEN)

    def stop(self, i: int) -> int:
        """Where the segment of the token at `i` ends."""
        while not self.stops(i):
            i += 1
        return i

    def is_word(self, i: int) -> bool:
        """Whether the token is a word of the language."""
        word = self.word(i)
        return word in WORDS or word in KINDS or word in ELEMENTS

    def stranger(self, i: int) -> bool:
        """Whether the token is a word that means nothing in the language: it can only be a name or prose."""
        return self.tokens[min(i, len(self.tokens) - 1)].sort is Sort.WORD and not self.is_word(i)

    def text_of(self, i: int, end: int) -> str:
        """The words from token `i` up to token `end`, a blank between them."""
        return " ".join(token.raw for token in self.tokens[i:end])

    def text(self, i: int, end: int, line: str) -> str:
        """The words from token `i` up to token `end`, as they were written."""
        stop = self.tokens[max(i, end - 1)].end
        while line[stop : stop + 1] in _CLOSING and stop < len(line):
            stop += 1
        return line[self.tokens[i].start : stop]
