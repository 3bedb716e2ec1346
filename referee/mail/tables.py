"""The tables of a report as lines of text: who stands how, the gestures, what one more could finish."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from referee.mail.board_histories import Cell, Histories
from referee.mail.board_prospects import Prospect
from referee.mail.board_standing import Standing
from referee.mail.outlook import HandLine

COLUMNS: Final = 72
_EDGE: Final = "| "  # what the order language takes for a quotation, so that no row is ever an order
_LABEL_CHARS: Final = 16


def standing_lines(rows: Sequence[Standing], *, when: str = "") -> tuple[str, ...]:
    """The standings as text; `when` (`after turn 3`) stands at the head."""
    labels = [_label(row) for row in rows]
    points = [_points(row) for row in rows]
    wide = max(map(len, [when, *labels]), default=0) + 2
    wide_points = max(map(len, ["hit points", *points]), default=0) + 2
    lines = [f"{_EDGE}{when:{wide}}hit points"]
    for row, label, cell in zip(rows, labels, points, strict=True):
        lines += beside(f"{_EDGE}{label:{wide}}{cell:{wide_points}}", row.notes)
    return tuple(lines)


def history_lines(shown: Histories) -> tuple[str, ...]:
    """The gestures as text; none before the first turn.

    What the marked places of the newest turn are stands at the end of its row, or below where there is no room.
    """
    if not shown.columns:
        return ()
    head = f"{_EDGE}{'':{shown.head_chars - len(_EDGE)}}"
    lines = [(head + "".join(f"{c.label:{shown.cell_chars}}" for c in shown.columns)).rstrip()]
    legends = max((len(row.legend) for row in shown.rows), default=0)
    inline = shown.head_chars + len(shown.columns) * shown.cell_chars + legends <= shown.width
    names = shown.head_chars - len(_EDGE) - len("LH   ")
    for row in shown.rows:
        name = row.wizard if row.hand == "LH" else ""
        cells = "".join(f"{_cell(cell):{shown.cell_chars}}" for cell in row.cells)
        line = f"{_EDGE}{name:{names}}{row.hand}   {cells}"
        lines.append((line + row.legend if inline else line).rstrip())
        if row.legend and not inline:
            lines += beside(head, [row.legend], columns=shown.width)
    if shown.left_out:
        columns = "column is" if shown.left_out == 1 else "columns are"
        lines.append(f"{_EDGE}{shown.left_out} earlier {columns} not shown")
    return tuple(lines)


def prospect_lines(rows: Sequence[Prospect]) -> tuple[str, ...]:
    """What one more gesture could finish, as text."""
    lines: list[str] = []
    for row in rows:
        lines += beside(f"{_EDGE}{row.label:{_LABEL_CHARS}}" if row.label else _EDGE, [row.text])
    return tuple(lines)


def outlook_lines(rows: Sequence[HandLine]) -> tuple[str, ...]:
    """What the hands come to, as text."""
    wide = max((len(row.label) for row in rows), default=0) + 2
    heads = (f"{_EDGE}{row.label:{wide}}{row.gesture or ' ':3}" for row in rows)
    return tuple(line for head, row in zip(heads, rows, strict=True) for line in beside(head, [row.told]))


def _label(row: Standing) -> str:
    return f"{row.name} (you)" if row.is_you else row.name


def _points(row: Standing) -> str:
    return f"{row.hit_points:>2}  {row.change}".rstrip()


def _cell(cell: Cell) -> str:
    return f"{cell.gesture or ' '}{'*' if cell.spells else ''}{'/' if cell.cut_after else ''}"


def beside(head: str, texts: Sequence[str], *, columns: int = COLUMNS) -> list[str]:
    """Rows that begin with `head`, the texts below each other at its right, wrapped."""
    wide = columns - len(head)
    wrapped = [
        line for text in texts for line in textwrap.wrap(text, wide, subsequent_indent="  ", break_on_hyphens=False)
    ]
    blank = f"{_EDGE:{len(head)}}"
    return [f"{head if k == 0 else blank}{line}".rstrip() for k, line in enumerate(wrapped or [""])]
