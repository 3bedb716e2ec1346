"""What listings print: a table for people, JSON for programs."""

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.mail.headers import clean

CELL_CHARS_MAX: Final = 1_000
_ENDLESS: Final = 10_000  # columns where no terminal folds the lines: each row is one line for `grep` and `cut`


def print_json(value: Any) -> None:
    """One line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def print_table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, empty: str) -> None:
    """A table without frames; `empty` where there are no rows. Cells may hold what strangers wrote."""
    cells = [[_cell(value) for value in row] for row in rows]
    click.echo(table_text(heads, cells) if cells else empty)


def table_text(heads: Sequence[str], cells: Sequence[Sequence[Text]]) -> str:
    """The table as text, as wide as the terminal, or with one line for each row where there is none."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in cells:
        table.add_row(*row)
    terminal = sys.stdout.isatty()
    console = Console(
        file=StringIO(),
        force_terminal=terminal,
        width=shutil.get_terminal_size().columns if terminal else _ENDLESS,
    )
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _cell(value: object) -> Text:
    return Text("" if value is None else clean(str(value), CELL_CHARS_MAX))
