"""The page on options: one source for the mail command `help`, the command line and the manuals."""

import textwrap
from typing import Final

from referee.mail.wrapping import COLUMNS
from referee.terms.options import OPTIONS

ROW_CHARS: Final = COLUMNS - 2  # an edge stands before each


def option_rows() -> tuple[str, ...]:
    """For each option a row on what it is for, and rows on how it may be written; with an edge before them they fit the
    page."""
    wide = max(len(option.key) for option in OPTIONS) + 2
    rows: list[str] = []
    for option in OPTIONS:
        rows.append(f"{option.key:{wide}}{option.help}")
        forms = " | ".join(form.replace(" ", "\x1f") for form in option.forms)
        lines = textwrap.wrap(f"such as {forms}", ROW_CHARS - wide, break_long_words=False, break_on_hyphens=False)
        rows += [" " * wide + line.replace("\x1f", " ") for line in lines]
    return tuple(rows)
