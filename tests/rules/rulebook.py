"""The made parts of the rule books, from spellbook and tests: `python -m tests.rules.rulebook` puts them right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from engine.explaining import spell_clause
from engine.spellbook import SPELLBOOK, Default, Spell
from engine.variants import BARTLE, DISPUTED, RULE_SETS, RuleSet
from referee.rulebook import Book, Clause, read_book
from tests.rules.clauses import shown

ENGINE: Final = Path(__file__).parents[2] / "engine"
GESTURES: Final = "Gestures: "
SHOWN_BY: Final = "Shown by: "
DEFAULTS: Final = {
    Default.SELF: "yourself",
    Default.OPPONENT: "your only opponent",
    Default.HOSTILE_MONSTER: "the one hostile ordinary monster",
    Default.NONE: "nobody",
}


def spell_line(spell: Spell) -> str:
    """The first paragraph of a spell's clause."""
    formulas = [f"{formula} (once in a duel)" if formula in spell.once else formula for formula in spell.formulas]
    at = f" Without a subject: {DEFAULTS[spell.default]}." if spell.aimed else ""
    return f"{GESTURES}{' or '.join(formulas)}.{at}"


def listed(rows: Iterable[tuple[str, str]], width: int = 10) -> str:
    return "\n".join(["```", *(f"{formula:{width}}{name}" for formula, name in rows), "```"])


def formulas() -> list[tuple[str, str]]:
    return [(formula, spell.name) for spell in SPELLBOOK.values() for formula in spell.formulas]


def forward() -> str:
    """All formulas by their letters."""
    return listed(sorted(formulas(), key=lambda row: (row[0].upper(), row[0])))


def reverse() -> str:
    """All formulas by their letters from the end."""
    return listed(sorted(formulas(), key=lambda row: (row[0].upper()[::-1], row[0])))


MADE: Final[dict[str, Callable[[], str]]] = {"7.1": forward, "7.2": reverse}


def body_of(clause: Clause) -> str:
    """What a clause's body should be: written paragraphs as they are, made ones anew."""
    paragraphs = list(clause.paragraphs)
    spell = SPELLBOOK.get(clause.title)
    if spell is not None and clause.number == spell_clause(spell):
        return "\n\n".join([spell_line(spell), *(p for p in paragraphs if not p.startswith(GESTURES))])
    if clause.number.startswith("A"):
        tests = ", ".join(shown()[clause.number])
        return "\n\n".join([*(p for p in paragraphs if not p.startswith(SHOWN_BY)), f"{SHOWN_BY}{tests}"])
    if clause.number in MADE:
        return "\n\n".join([*(p for p in paragraphs if not p.startswith("```")), MADE[clause.number]()])
    return "\n\n".join(paragraphs)


def rule_sets() -> list[str]:
    """The sections of chapter 8: a heading and paragraphs for each rule set."""
    parts = []
    for place, each in enumerate(RULE_SETS.values(), start=1):
        parts += [f"### 8.{place} {each.name}", each.summary, *differences(each)]
    return parts


def differences(each: RuleSet) -> list[str]:
    """What a rule set has otherwise than the first: its spells, then its answers to disputed points."""
    changed = [spell for spell in each.spellbook.values() if BARTLE.spellbook.get(spell.name) != spell]
    gone = [name for name in BARTLE.spellbook if name not in each.spellbook]
    parts = []
    if changed or gone:
        without = f" There is no {', no '.join(gone)}." if gone else ""
        parts.append(f"Spells that are new or other than in {BARTLE.name}:{without}")
        rows = ((" or ".join(s.formulas), f"{s.name:24}{DEFAULTS[s.default]}") for s in changed)
        parts.append(listed(rows, width=16))
    for field, point in DISPUTED.items():
        if getattr(each, field) != getattr(BARTLE, field):
            parts.append(f"{point.row}. {point.question} {point.yes if getattr(each, field) else point.no}")
    return parts


def text_of(book: Book) -> str:
    """The book as a file, its made parts made anew."""
    parts = [f"# {book.title}", *([book.introduction] if book.introduction else [])]
    for clause in book.clauses:
        if clause.number.startswith("8."):
            continue
        number = clause.number.removesuffix(f" {clause.title}") if clause.level > 2 else clause.number
        parts.append(f"{'#' * clause.level} {number} {clause.title}")
        body = body_of(clause)
        parts += [body] if body else []
        parts += rule_sets() if clause.number == "8" else []
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for name in ("RULES.md", "RULINGS.md"):
        file = ENGINE / name
        file.write_text(text_of(read_book(file.read_text(encoding="utf-8"))), encoding="utf-8")
