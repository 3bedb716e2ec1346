"""The gestures of all hands lined up by turn, with the places where spells were cast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine.events import SpellCast
from engine.gestures import known_cut
from engine.model import Duel, Gesture, Hand, Made, Part, Value, Wizard
from engine.views import View

_HANDS: Final = {Hand.LEFT: "LH", Hand.RIGHT: "RH"}
_CELL_CHARS: Final = 4
_AROUND_NAME: Final = len("|   LH   ")  # what stands before the first cell of a row, the name aside


class Place(NamedTuple):
    """Where in the histories a gesture was made; `hand` may be BOTH."""

    wizard: str
    turn: int
    part: Part
    half: int
    hand: Hand


Marks = Mapping[tuple[str, int, Part, int, Hand], tuple[str, ...]]


class Column(Value, frozen=True, kw_only=True):
    """One half-turn; its label is `7`, `7b` for the second pair of a hasted turn, `7+` for the extra turn after it."""

    turn: int
    part: Part
    half: int

    @property
    def label(self) -> str:
        return f"{self.turn}{'+' if self.part is Part.TIME_STOP else ''}{'b' if self.half else ''}"

    @property
    def key(self) -> tuple[int, bool, int]:
        """Sort key: as time went."""
        return (self.turn, self.part is Part.TIME_STOP, self.half)


class Cell(Value, frozen=True, kw_only=True):
    """One gesture: its letter, `?` where unseen, empty where there was none.

    `spells` are those cast with it; `cut_after`: Anti-spell made this gesture and all before it useless.
    """

    gesture: str = ""
    spells: tuple[str, ...] = ()
    cut_after: bool = False


class HistoryRow(Value, frozen=True, kw_only=True):
    """One hand: `LH` or `RH`, a cell for each column, and what it cast in the newest turn (`* Missile`)."""

    wizard: str
    is_you: bool
    hand: str
    cells: tuple[Cell, ...]
    legend: str = ""


class Histories(Value, frozen=True, kw_only=True):
    """All hands over some columns. `left_out` earlier columns had no room in a text of `width` characters.

    In text a row has `head_chars` characters before its first cell, and `cell_chars` for each cell.
    """

    columns: tuple[Column, ...]
    rows: tuple[HistoryRow, ...]
    left_out: int = 0
    width: int
    head_chars: int
    cell_chars: int


def cast_marks(view: View) -> Marks:
    """The places of this turn in which the viewer saw spells cast, and which."""
    marks: dict[tuple[str, int, Part, int, Hand], tuple[str, ...]] = {}
    for event in view.events:
        if isinstance(event, SpellCast) and event.hand in (*_HANDS, Hand.BOTH):
            place = Place(event.caster, view.turn, view.part, event.half, event.hand)
            marks[place] = (*marks.get(place, ()), event.spell)
    return marks


def histories(duel: Duel, viewer: str, marks: Marks, *, width: int = 72) -> Histories:
    """The newest gestures of all wizards, as many as a text row of `width` characters holds."""
    return _Board(duel, viewer, marks, width).newest()


def histories_in_full(duel: Duel, viewer: str, marks: Marks, *, width: int = 72) -> tuple[Histories, ...]:
    """All gestures of the duel, in as many parts as rows of `width` characters need."""
    return tuple(_Board(duel, viewer, marks, width).all())


class _Board:
    """Lays out the histories of one duel."""

    def __init__(self, duel: Duel, viewer: str, marks: Marks, width: int) -> None:
        self.duel = duel
        self.viewer = viewer
        self.marks = marks
        self.width = width
        columns = {_column(made) for wizard in duel.wizards for made in wizard.history}
        self.columns = tuple(sorted(columns, key=lambda c: c.key))
        self.head_chars = max(len(w.name) for w in duel.wizards) + _AROUND_NAME
        self.cell_chars = max([_CELL_CHARS, *(len(c.label) + 1 for c in self.columns)])
        self.room = max(1, (width - self.head_chars) // self.cell_chars)

    def newest(self) -> Histories:
        first = max(0, len(self.columns) - self.room)
        return self.window(first, len(self.columns), left_out=first)

    def all(self) -> Iterator[Histories]:
        for first in range(0, len(self.columns), self.room):
            yield self.window(first, first + self.room)

    def window(self, first: int, end: int, *, left_out: int = 0) -> Histories:
        columns = self.columns[first:end]
        return Histories(
            columns=columns,
            rows=tuple(row for wizard in self.duel.wizards for row in self.rows(wizard, columns)),
            left_out=left_out,
            width=self.width,
            head_chars=self.head_chars,
            cell_chars=self.cell_chars,
        )

    def rows(self, wizard: Wizard, columns: tuple[Column, ...]) -> Iterator[HistoryRow]:
        """Both hands of a wizard; none of one who made no gesture in these columns."""
        made = {_column(m): m for m in wizard.history}
        cut = known_cut(wizard)
        last_useless = _column(wizard.history[cut - 1]) if cut else None
        if not any(column in made for column in columns):
            return
        for hand, label in _HANDS.items():
            yield HistoryRow(
                wizard=wizard.name,
                is_you=wizard.name == self.viewer,
                hand=label,
                cells=tuple(
                    Cell(
                        gesture=_gesture(made.get(column), hand),
                        spells=self.spells(wizard.name, column, hand),
                        cut_after=column == last_useless,
                    )
                    for column in columns
                ),
                legend=self.legend(wizard.name, hand, columns),
            )

    def spells(self, wizard: str, column: Column, hand: Hand) -> tuple[str, ...]:
        """What was cast at a place, by this hand or by both."""
        where = (wizard, column.turn, column.part, column.half)
        return (*self.marks.get((*where, hand), ()), *self.marks.get((*where, Hand.BOTH), ()))

    def legend(self, wizard: str, hand: Hand, columns: tuple[Column, ...]) -> str:
        """What the marks of the newest turn stand for; a spell of both hands is told in the left hand's row."""
        newest = (self.columns[-1].turn, self.columns[-1].part)
        words: list[str] = []
        for column in columns:
            if (column.turn, column.part) != newest:
                continue
            where = (wizard, column.turn, column.part, column.half)
            words += self.marks.get((*where, hand), ())
            if hand is Hand.LEFT:
                words += (f"{spell} (both hands)" for spell in self.marks.get((*where, Hand.BOTH), ()))
        return f"* {', '.join(words)}" if words else ""


def _column(made: Made) -> Column:
    return Column(turn=made.turn, part=made.part, half=made.half)


def _gesture(made: Made | None, hand: Hand) -> str:
    if made is None:
        return ""
    gesture: Gesture = made.left if hand is Hand.LEFT else made.right
    return gesture.value
