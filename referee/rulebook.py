"""The rule books of the engine, read once: RULES.md and RULINGS.md as clauses with numbers."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

_WORD: Final = re.compile(r"[^\W_]+")
_HEADING: Final = re.compile(r"(?P<marks>#{2,4}) (?P<number>A?\d+(?:\.\d+)*) (?P<title>.+)")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, in small letters."""
    return tuple(_WORD.findall(text.casefold()))


class Clause(Struct, frozen=True, kw_only=True):
    """One numbered heading and the text up to the next. `level` is 2 for a chapter or a ruling, 3 and 4 below it.

    `number` is what other texts call it: `5.1`, `A25`; parts that share a number have the title in it, `3.1 Shield`.
    """

    number: str
    title: str
    level: int
    body: str

    @property
    def heading(self) -> str:
        """The number and the title, each once."""
        return self.number if self.number.endswith(f" {self.title}") else f"{self.number} {self.title}"

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text of its body, paragraph by paragraph; a block of examples is one, with its fences."""
        return tuple(self.body.strip().split("\n\n")) if self.body.strip() else ()


class Book(Struct, frozen=True, kw_only=True):
    """A title, an introduction, and the clauses in order."""

    title: str
    introduction: str
    clauses: tuple[Clause, ...]

    def clause(self, number: str) -> Clause | None:
        """The clause of that number, however it is written."""
        return next((each for each in self.clauses if each.number.casefold() == number.casefold()), None)

    def below(self, clause: Clause) -> tuple[Clause, ...]:
        """The clauses that stand under another."""
        found: list[Clause] = []
        for each in self.clauses[self.clauses.index(clause) + 1 :]:
            if each.level <= clause.level:
                break
            found.append(each)
        return tuple(found)


def read_book(text: str) -> Book:
    """A book from its text. A number that comes again is that of a part, and is called by its title too."""
    clauses: list[Clause] = []
    head: list[str] = []
    seen: set[str] = set()
    for piece in re.split(r"^(?=#{2,4} )", text, flags=re.MULTILINE):
        first, _, body = piece.partition("\n")
        found = _HEADING.fullmatch(first)
        if found is None:
            head.append(piece)
            continue
        number, title = found["number"], found["title"]
        clauses.append(
            Clause(
                number=f"{number} {title}" if number in seen else number,
                title=title,
                level=len(found["marks"]),
                body=body.strip("\n"),
            )
        )
        seen.add(number)
    title, _, introduction = "".join(head).partition("\n")
    return Book(title=title.removeprefix("# "), introduction=introduction.strip(), clauses=tuple(clauses))


@cache
def rules() -> Book:
    """The rules for players."""
    return _book("RULES.md")


@cache
def rulings() -> Book:
    """The disputed points."""
    return _book("RULINGS.md")


def _book(name: str) -> Book:
    return read_book(files("engine").joinpath(name).read_text(encoding="utf-8"))


def clauses() -> tuple[Clause, ...]:
    """All clauses of both books."""
    return (*rules().clauses, *rulings().clauses)
