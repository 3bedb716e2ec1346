"""Which names wizards may have: none in which a word is a word of the language."""

from __future__ import annotations

import unicodedata
from typing import Final

from engine.language.lexicon import WORDS
from engine.language.tokens import name_key

NAME_CHARS_MAX: Final = 20


def name_fault(name: str) -> str | None:
    """Why a wizard may not be called so, None if he may."""
    if not 1 <= len(name) <= NAME_CHARS_MAX:
        return f"a name has 1 to {NAME_CHARS_MAX} characters"
    name = unicodedata.normalize("NFC", name).replace("\u2019", "'")
    if not name[0].isalpha():
        return "a name begins with a letter"
    wrong = next((c for c in name if not (c.isalnum() or c in " -'")), None)
    if wrong is not None:
        return f'a name holds letters, digits, blanks, hyphens and apostrophes, no "{wrong}"'
    if not name[-1].isalnum():
        return "a name ends with a letter or a digit"
    taken = next((word for word in name_key(name) if word in WORDS and word != "-"), None)
    if taken is not None:
        return f'"{taken}" is a word of the order language, so it cannot be part of a name'
    return None
