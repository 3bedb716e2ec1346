"""What options are read with: patterns that are tried from a place in the text on."""

import re
from collections.abc import Callable
from typing import Any, Final

from referee.misreading import Misreading
from referee.times.durations import PATTERN

# What an option makes of the text from a place on: where it ends, and the fields that it sets or why not.
Found = tuple[int, dict[str, Any] | Misreading]
Match = Callable[[str, int], Found | None]

SET: Final = r"(?:\s*[:=]\s*|\s+(?:of|is)\s+|\s+|(?=[0-9]))"
END: Final = r"(?![a-z0-9])"
_NO_ALONE: Final = r"no(?=\s*(?:[,;.\n]|$))"  # `grace no press` is about press
NO: Final = rf"(?:none|off|zero|{_NO_ALONE})"
# After the name of a span: that the span does not follow, so that it was the one before.
SPAN_BEFORE: Final = rf"(?!{SET}(?:{PATTERN}|none))"
YES_NO: Final = rf"(?:{SET}(yes|{_NO_ALONE}|off|true|false))?"


def when(pattern: str, read: Callable[[re.Match[str]], dict[str, Any] | Misreading]) -> Match:
    compiled = re.compile(rf"(?:{pattern}){END}")

    def match(text: str, place: int) -> Found | None:
        found = compiled.match(text, place)
        return None if found is None else (found.end(), read(found))

    return match


def any_of(*matches: Match) -> Match:
    def match(text: str, place: int) -> Found | None:
        return max(
            (found for each in matches if (found := each(text, place))), key=lambda found: found[0], default=None
        )

    return match
