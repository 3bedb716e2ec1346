"""The nearest thing that would have worked: for suggestions only, nothing is ever accepted by it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rapidfuzz import fuzz, process

ALIKE_MIN: Final = 70.0  # of 100: below it a suggestion misleads more than it helps
_LETTERS_MAX: Final = 60


def nearest(said: str, choices: Iterable[str], *, alike_min: float = ALIKE_MIN) -> str | None:
    """The choice most like what was said, None where none is alike enough."""
    found = process.extractOne(
        said[:_LETTERS_MAX], tuple(choices), scorer=fuzz.ratio, processor=str.lower, score_cutoff=alike_min
    )
    return None if found is None else found[0]
