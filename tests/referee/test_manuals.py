"""The README's table of commands and the operator's manual say what `help` says; `python -m tests.referee.test_manuals`
writes them anew."""

import re
import textwrap
from pathlib import Path

import pytest

from referee.commands import COMMANDS
from referee.commands.help import options, overview, page
from referee.mail.answers import Piece

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
OPERATING = ROOT / "referee" / "OPERATING.md"
HEAD = "## What players can write"


def table() -> str:
    """The README's section: each command with a line on what it does."""
    rows = [f"| {', '.join(f'`{form}`' for form in each.usage)} | {each.summary} |" for each in COMMANDS.values()]
    return "\n".join(
        [
            HEAD,
            "",
            "Beside orders, in any mail to the referee, each on a line of its own; in a reply to a report GAME may be",
            "left out. `help challenge` is answered with the page on that word; `referee/OPERATING.md` has them all.",
            "",
            "| to write | what it does |",
            "|---|---|",
            *rows,
            "",
            "",
        ]
    )


def manual() -> str:
    """The operator's section: every page of `help`, and the options of a game."""
    parts = [HEAD, _text(overview()[:1])]
    parts += [f"### {name}\n\n{_text(page(command))}" for name, command in COMMANDS.items()]
    parts.append(f"### The options of a game\n\n{_text(options())}")
    return "\n\n".join(parts) + "\n"


def _text(pieces: tuple[Piece, ...]) -> str:
    """Paragraphs as they are, tables as code."""
    told = (_prose(each) if isinstance(each, str) else "\n".join(f"    {row}" for row in each) for each in pieces)
    return "\n\n".join(told)


def _prose(words: str) -> str:
    return textwrap.fill(words, 120, break_long_words=False, break_on_hyphens=False)


def with_section(text: str, section: str) -> str:
    """A manual with that section in place of the one of the same head; at the end where there is none."""
    found = re.search(rf"^{re.escape(HEAD)}\n.*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    if found is None:
        return f"{text.rstrip()}\n\n{section}"
    return text[: found.start()] + section + text[found.end() :]


@pytest.mark.parametrize(("file", "section"), [(README, table()), (OPERATING, manual())], ids=["readme", "operating"])
def test_the_manuals_say_what_help_says(file: Path, section: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert with_section(text, section).rstrip() == text.rstrip(), "put it right: python -m tests.referee.test_manuals"


if __name__ == "__main__":
    for file, section in ((README, table()), (OPERATING, manual())):
        text = file.read_text(encoding="utf-8") if file.exists() else "# Operating the referee\n"
        file.write_text(f"{with_section(text, section).rstrip()}\n", encoding="utf-8")
