"""Cutting a folded line into tokens: words, signs, separators, and the words after `say:`."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from typing import Final, NamedTuple

from engine.language.folding import fold
from engine.language.lexicon import GESTURES


class Sort(StrEnum):
    """The sorts of tokens; END stands once, behind the last."""

    WORD = "word"
    SIGN = "sign"
    BREAK = "break"
    SAY = "say"
    END = "end"


class Token(NamedTuple):
    """A token: its folded lower-case text, as it was written, where it stands, and whose possessive it may be."""

    word: str
    raw: str
    sort: Sort
    start: int
    end: int
    owners: tuple[str, ...] = ()


_TOKEN: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*'?|->+|-+|\S")
_SAY: Final = re.compile(r"(?<![\w'-])say[ \t]*:", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#")
_SKIPPED: Final = frozenset("\"'!*_.)(")
_BREAKS: Final = frozenset(",;")


def tokenise(line: str) -> tuple[Token, ...]:
    """The tokens of one cleaned line, comments and remarks in brackets left out; never empty (END)."""
    folded, origins = fold(line)
    comment = _COMMENT.search(folded)
    said = _SAY.search(folded)
    if said and comment and comment.start() < said.start():
        said = None
    stop = said.start() if said else comment.start() if comment else len(folded)
    tokens = _scan(folded, stop, origins)
    if said:
        words = line[origins[said.end()] :].strip()
        tokens.append(Token(words, words, Sort.SAY, origins[said.start()], len(line.rstrip())))
    end = tokens[-1].end if tokens else 0
    tokens.append(Token("", "", Sort.END, end, end))
    return tuple(tokens)


def _scan(folded: str, stop: int, origins: list[int] | range) -> list[Token]:
    tokens: list[Token] = []
    stabbing = False
    skip_to = 0
    closing = -2  # where the next closing bracket stands; -2: not yet looked for
    for found in _TOKEN.finditer(folded, 0, stop):
        at = found.start()
        if at < skip_to:
            continue
        text = found.group()
        if text == "(":
            if closing != -1 and closing < at:
                closing = folded.find(")", at, stop)
            if closing > at and tokens and (stabbing or tokens[-1].word in GESTURES):
                skip_to = closing + 1
            continue
        token = _token(text, origins[at], origins[found.end() - 1] + 1, _ends(folded, found.end(), stop))
        if token is None:
            continue
        if token.sort is Sort.BREAK:
            stabbing = False
        elif token.word in (">", "stab", "knife"):
            stabbing = True
        tokens.append(token)
    return tokens


def _ends(folded: str, place: int, stop: int) -> bool:
    """Whether a blank follows (a full stop at the very end separates nothing)."""
    return place < stop and folded[place].isspace()


def _token(text: str, start: int, end: int, blank_follows: bool) -> Token | None:
    first = text[0]
    if first.isalnum():
        return _word(text, start, end)
    if first in _BREAKS or (first == "." and blank_follows):
        return Token(text, text, Sort.BREAK, start, end)
    if first in _SKIPPED or unicodedata.category(first) in ("So", "Sk", "Mn", "Me", "Cf"):
        return None
    if text.startswith("-"):
        return Token("->" if ">" in text else "-", text, Sort.SIGN, start, end)
    return Token(text, text, Sort.SIGN, start, end)


def _word(raw: str, start: int, end: int) -> Token:
    word = raw.casefold()
    owners: tuple[str, ...] = ()
    if word.endswith("'"):
        word = word[:-1]
        owners = (word, word[:-1]) if word.endswith("s") else ()
    elif word.endswith("'s"):
        owners = (word[:-2],)
    elif word.endswith("s") and len(word) > 1:
        owners = (word[:-1],)
    return Token(word, raw, Sort.WORD, start, end, owners)


def name_key(name: str) -> tuple[str, ...]:
    """How a name looks as tokens, without case and accents: what names are compared by."""
    return tuple(token.word for token in tokenise(name) if token.sort in (Sort.WORD, Sort.SIGN))
