"""Questions about spells: all of them in a table, one by its name, or those that a run of gestures finishes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.explaining import spell_clause
from engine.language.nearest import nearest
from engine.language.spell_names import SpellNames
from engine.spellbook import SPELLBOOK, Default, Spell
from referee.rulebook import rules, words_of
from referee.rulebook_answers import Answer, answer, told

Spells = Mapping[str, Spell]
Row = tuple[str, str]  # a formula and its spell

DEFAULTS: Final = {
    Default.SELF: "yourself",
    Default.OPPONENT: "your only opponent",
    Default.HOSTILE_MONSTER: "the one hostile monster",
    Default.NONE: "nobody, it strikes all",
}
ASKED_CHARS_MAX: Final = 40
_GESTURES: Final = re.compile(r"[FPSWDCfpswdc]+")
_BETWEEN: Final = re.compile(r"[\s\-(,.]+")


def about_spells(asked: str, book: Spells = SPELLBOOK) -> Answer:
    """A table of all spells; or what a name or a run of gestures (small letters: both hands) means."""
    words = " ".join(asked.split())[:ASKED_CHARS_MAX]
    if not words:
        return answer(_table(book))
    named = _named(words, book)
    if len(named) == 1:
        return answer(_entry(book[named[0]], book))
    if named:
        return answer(_row(formula, name) for formula, name in _rows(book) if name in named)
    run = _BETWEEN.sub("", words)
    if _GESTURES.fullmatch(run):
        return answer(_run(run, book))
    near = nearest(words, book)
    hint = f" The nearest is {near}." if near is not None else ""
    return answer([f"There is no spell {words!r}, and these are no gestures.{hint}"], found=False)


def _named(asked: str, book: Spells) -> tuple[str, ...]:
    words, names = words_of(asked), SpellNames(tuple(book))
    return names.by_name(words) or (names.by_initials(words[0]) if len(words) == 1 else ()) or names.by_prefix(words)


def _table(book: Spells) -> Iterator[str]:
    section = None
    for spell in book.values():
        if section not in (None, spell.section):
            yield ""
        section = spell.section
        yield f"{spell.name:22}{', '.join(spell.formulas):15}{DEFAULTS[spell.default]}"
    yield ""
    yield "Small letters are made by both hands at once. The last column is whom a spell goes at if you do not say."


def _entry(spell: Spell, book: Spells) -> Iterator[str]:
    """What the rules say of a spell, and the spells that its gestures lead to."""
    if SPELLBOOK.get(spell.name) != spell:
        yield (
            f"By this rule set {spell.name} is made by {' or '.join(spell.formulas)}, and goes at "
            f"{DEFAULTS[spell.default]} if you do not say. Otherwise:"
        )
        yield ""
    for clause in rules().clauses:
        if clause.number == spell_clause(spell) or clause.title == spell.name:
            yield from told(clause)
            yield ""
    for formula in spell.formulas:
        yield from _related(formula, book)


def _run(run: str, book: Spells) -> Iterator[str]:
    done = sorted((row for row in _rows(book) if _finishes(run, row[0])), key=lambda row: -len(row[0]))
    if done:
        yield f"A hand that has made {run} has finished:"
        yield from (_row(formula, name) for formula, name in done)
    else:
        yield f"A hand that has made {run} has finished no spell."
    yield ""
    yield from _related(run, book)


def _finishes(run: str, formula: str) -> bool:
    """Whether a run of one hand's gestures ends on a spell's; a capital is content with both hands too."""
    tail = run[-len(formula) :]
    return len(tail) == len(formula) and all(f in (made, made.upper()) for f, made in zip(formula, tail, strict=True))


def _rows(book: Spells) -> list[Row]:
    return [(formula, spell.name) for spell in book.values() for formula in spell.formulas]


def _row(formula: str, name: str) -> str:
    return f"  {formula:10}{name}"


def _related(run: str, book: Spells) -> Iterator[str]:
    """The spells that go on from these gestures, and those that end with them."""
    longer = [row for row in _rows(book) if len(row[0]) > len(run)]
    begun = [_row(*row) for row in longer if row[0].casefold().startswith(run.casefold())]
    ending = [_row(*row) for row in longer if row[0].casefold().endswith(run.casefold())]
    for title, found in (("go on from", begun), ("end with", ending)):
        if found:
            yield f"Spells that {title} {run}:"
            yield from found
    if not begun and not ending:
        yield f"No other spell begins or ends with {run}."
