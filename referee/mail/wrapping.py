"""Prose in lines of a page, broken where no line can be taken for an order."""

import textwrap
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.language.lexicon import WORDS

COLUMNS: Final = 72
FRAGMENT_WORDS_MAX: Final = 6
GLUED_CHARS_MAX: Final = 50
_STOPS: Final = ".,;:!?)"
_GLUE: Final = "\x1f"  # a blank at which no line is broken
_REMEMBERED: Final = 512  # paragraphs: much of what a mail says stands in most of them


@lru_cache(maxsize=_REMEMBERED)
def wrapped(text: str, prefix: str = "") -> str:
    """`text` in lines of COLUMNS at most, each after `prefix`.

    No line begins with words that would read as an order when the mail is sent back: a spell's name or a gesture, say,
    that stands alone between the line's start and a stop. Such words stay with the one before them.
    """
    words = text.split()
    glued = ""
    for index, word in enumerate(words):
        together = len(glued) - glued.rfind(" ") + len(word)
        blank = _GLUE if together < GLUED_CHARS_MAX and _like_an_order(words[index:]) else " "
        glued += (blank if glued else "") + word
    lines = textwrap.wrap(
        glued,
        COLUMNS,
        initial_indent=prefix,
        subsequent_indent=prefix,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace(_GLUE, " ")


def _like_an_order(words: Sequence[str]) -> bool:
    """Whether all words before the next stop are words of the order language, numbers or names."""
    for word in words[:FRAGMENT_WORDS_MAX]:
        bare = word.strip(_STOPS + '("').removesuffix("'s")
        if not (bare[:1].isupper() or bare.isdigit() or bare.lower() in WORDS):
            return False
        if word[-1] in _STOPS:
            return True
    return len(words) <= FRAGMENT_WORDS_MAX
