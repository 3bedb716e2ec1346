"""The page on options: one source for the mail command `help`, the command line and the manuals."""

import textwrap

from referee.mail.wrapping import COLUMNS
from referee.terms.options import OPTIONS


def option_rows() -> tuple[str, ...]:
    """For each option a row on what it is for, and rows on how it may be written; 72 columns at most."""
    wide = max(len(option.key) for option in OPTIONS) + 2
    rows: list[str] = []
    for option in OPTIONS:
        rows.append(f"{option.key:{wide}}{option.help}")
        forms = " | ".join(form.replace(" ", "\x1f") for form in option.forms)
        lines = textwrap.wrap(f"such as {forms}", COLUMNS - wide, break_long_words=False, break_on_hyphens=False)
        rows += [" " * wide + line.replace("\x1f", " ") for line in lines]
    return tuple(rows)
