"""Questions about the rules: a topic to lines of a page, the same for the command line and for mail."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from rapidfuzz import fuzz, process

from engine.language.spell_names import names_of
from engine.variants import BARTLE
from referee.rulebook import Book, Clause, clauses, rules, rulings, words_of

COLUMNS: Final = 72
WHOLE_MAX: Final = 3  # clauses told in full; of more only the headings
NAMED_MAX: Final = 30  # headings in an answer
NEAREST_MAX: Final = 5
ALIKE_MIN: Final = 60.0  # of 100
CHAPTER: Final = 2  # the level of chapters and of rulings
TOPIC_CHARS_MAX: Final = 60
MARGIN: Final = "| "  # a line that begins so is never read as an order, also where a mail is sent back


class Answer(Struct, frozen=True, kw_only=True):
    """Lines of 72 columns at most, all with MARGIN so that none reads as an order; whether the topic was found."""

    lines: tuple[str, ...]
    found: bool = True

    @property
    def bare(self) -> tuple[str, ...]:
        """The lines without their margin, for where nothing is read back."""
        return tuple(line.removeprefix(MARGIN.rstrip()).removeprefix(" ") for line in self.lines)


def answer(lines: Iterable[str], *, found: bool = True) -> Answer:
    """An answer of these lines, each prose, a row that fits, or empty."""
    return Answer(lines=tuple(each for line in lines for each in _margined(line)), found=found)


def about(topic: str) -> Answer:
    """What the rules say about a topic: a number, a ruling, a heading, a spell or words; without one, the contents."""
    asked = " ".join(topic.split())[:TOPIC_CHARS_MAX]
    if not asked:
        return answer(_contents())
    number = rules().clause(asked) or rulings().clause(asked)
    if number is not None:
        return answer(_whole((number,)))
    found = _titled(asked) or _mentioning(asked)
    if not found:
        return answer(_unknown(asked), found=False)
    if len(found) > WHOLE_MAX:
        return answer(_named(found, asked))
    return answer((*_whole(found), *_rulings_about(found)))


def told(clause: Clause) -> Iterator[str]:
    """One clause: its heading, then its text."""
    yield clause.heading
    for paragraph in clause.paragraphs:
        yield ""
        if paragraph.startswith("```"):
            yield from (f"  {line}" for line in paragraph.split("\n")[1:-1])
        else:
            yield paragraph.replace("`", "")


def _margined(text: str) -> list[str]:
    """A line with its margin; prose that is too long for it goes on in the next."""
    lines = textwrap.wrap(
        text, COLUMNS - len(MARGIN), break_on_hyphens=False, drop_whitespace=True, replace_whitespace=False
    )
    return [f"{MARGIN}{line}" for line in lines] or [MARGIN.rstrip()]


def _whole(found: Iterable[Clause]) -> Iterator[str]:
    """Clauses in full, with what stands under them; of a chapter the headings."""
    for place, clause in enumerate(found):
        if place:
            yield ""
        yield from told(clause)
        below = _book_of(clause).below(clause)
        if clause.level == CHAPTER and below:
            yield ""
            yield from (each.heading for each in below if each.level == CHAPTER + 1)
            continue
        for part in below:
            yield ""
            yield from told(part)


def _book_of(clause: Clause) -> Book:
    return rules() if clause in rules().clauses else rulings()


def _contents() -> Iterator[str]:
    for clause in rules().clauses:
        if clause.level <= CHAPTER + 1:
            yield f"{'  ' * (clause.level - CHAPTER)}{clause.heading}"
    yield ""
    yield (
        f"The rulings on disputed points are A1 to {rulings().clauses[-1].number}. Ask for any of these numbers, for "
        "the name of a spell, or for a word."
    )


def _folded(text: str) -> str:
    return " ".join(words_of(text))


def _titled(asked: str) -> tuple[Clause, ...]:
    """Clauses whose title is what was asked, or a spell that it means; else those whose title holds all its words."""
    names = {_folded(name) for name in (asked, *names_of(BARTLE.name).by_name(words_of(asked)))}
    exact = tuple(each for each in clauses() if _folded(each.title) in names)
    return exact or _holding(asked, ((each, each.title) for each in clauses()))


def _mentioning(asked: str) -> tuple[Clause, ...]:
    return _holding(asked, ((each, each.body) for each in clauses()))


def _holding(asked: str, texts: Iterable[tuple[Clause, str]]) -> tuple[Clause, ...]:
    """Those of whose text each word that was asked begins a word."""
    wanted = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words_of(asked)]
    return tuple(clause for clause, text in texts if wanted and all(each.search(text) for each in wanted))


def _named(found: tuple[Clause, ...], asked: str) -> Iterator[str]:
    more = len(found) - NAMED_MAX
    some = f"These are the first {NAMED_MAX} of {len(found)}" if more > 0 else "There are several"
    yield f"{some} paragraphs about {asked!r}. Ask for one of them by its number."
    yield ""
    yield from (each.heading for each in found[:NAMED_MAX])


def _rulings_about(found: tuple[Clause, ...]) -> Iterator[str]:
    """The numbers of the rulings that speak of what has just been told."""
    titles = {each.title.casefold() for each in found}
    speak = [
        each.number
        for each in rulings().clauses
        if each not in found and any(title in f"{each.title} {each.body}".casefold() for title in titles)
    ]
    if speak:
        yield ""
        yield f"Rulings that speak of it: {', '.join(speak)}."


def _unknown(asked: str) -> Iterator[str]:
    titles = {each.title.casefold(): each for each in reversed(clauses())}
    alike = process.extract(
        asked.casefold(), list(titles), scorer=fuzz.WRatio, limit=NEAREST_MAX, score_cutoff=ALIKE_MIN
    )
    yield f"The rules have nothing under {asked!r}."
    if alike:
        yield ""
        yield "The nearest topics are:"
        yield from (titles[title].heading for title, _, _ in alike)
