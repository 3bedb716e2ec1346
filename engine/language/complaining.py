"""What is said about words that were not understood, and about clauses that name those who are gone."""

from __future__ import annotations

from typing import Final

from engine.clauses import (
    AnyClause,
    CastClause,
    Complaint,
    ComplaintKind,
    ForcedClause,
    HandClause,
    MakeClause,
    MonsterClause,
    ReleaseClause,
    StabClause,
)
from engine.language.field import Field
from engine.language.lexicon import TELLING
from engine.language.nearest import nearest
from engine.language.segments import Item
from engine.language.view import Fault, View
from engine.model import NOBODY, is_unborn

RAISE: Final = "Raise dead"
_ALIKE_MIN: Final = 80.0
_OPENERS: Final = (
    "cast",
    "stab",
    "both",
    "target",
    "paralyse",
    "charm",
    "make",
    "element",
    "bank",
    "release",
    "permanent",
    "surrender",
    "same again",
    "wait",
    "ready",
    "withdraw",
)


def looks_like_orders(view: View, items: list[Item]) -> bool:
    """Whether a line was meant as orders: it has a clause, a telling word, or nearly a clause's first words."""
    if any(token.word in TELLING for token in view.tokens):
        return True
    for item in items:
        if item.parsed is not None:
            if item.parsed.clauses or not item.parsed.weak:
                return True
        elif not item.turns and _opener(view, item) is not None:
            return True
    return bool(items) and all(item.turns for item in items)


def not_understood(view: View, item: Item) -> Fault:
    """The complaint about junk, with the opening words of a clause that it resembles."""
    near = _opener(view, item)
    if near is None:
        return Fault("this is not understood")
    words, meant = near
    return Fault(f"this is not understood; did you mean {meant}?", (item.start, item.start + words, meant))


def _opener(view: View, item: Item) -> tuple[int, str] | None:
    """How many of the first words resemble the opening of a clause, and which."""
    for size in (2, 1):
        if item.start + size > item.end:
            continue
        said = view.text_of(item.start, item.start + size)
        near = nearest(said, (*view.field.rules.spellbook, *_OPENERS), alike_min=_ALIKE_MIN)
        if near is not None and near.casefold() != said.casefold():
            return size, near
    return None


def suggested(view: View, item: Item, fault: Fault, line: str) -> str | None:
    """The clause as it was written, with the faulty words replaced by what would have worked."""
    if fault.swap is None:
        return fault.suggestion
    start, end, instead = fault.swap
    head = line[view.tokens[item.start].start : view.tokens[start].start] if start > item.start else ""
    tail = line[view.tokens[end - 1].end : view.tokens[item.end - 1].end] if end < item.end else ""
    return f"{head}{instead}{tail}"


def losses(clauses: tuple[AnyClause, ...], field: Field) -> tuple[Complaint, ...]:
    """Warnings about clauses whose spell, stab or attack is lost because its subject has died or left (canon A124)."""
    raised = {c.subject for c in clauses if isinstance(c, CastClause | ReleaseClause | ForcedClause) and _raises(c)}
    found: list[Complaint] = []
    for clause in clauses:
        for name, what in _named_by(clause):
            if is_unborn(name) or name == NOBODY or name in raised:
                continue
            fate = field.gone(name)
            if fate is not None:
                reason = f"{name} {fate}: {what} is lost"
                found.append(Complaint(kind=ComplaintKind.WARNING, line=clause.line, text=clause.text, reason=reason))
    return tuple(found)


def _raises(clause: CastClause | ReleaseClause | ForcedClause) -> bool:
    """Whether the clause may bring its subject back; a release without a name may."""
    unnamed = clause.spell is None and not clause.candidates and not isinstance(clause, CastClause)
    return clause.spell == RAISE or RAISE in clause.candidates or unnamed


def _named_by(clause: AnyClause) -> list[tuple[str, str]]:
    """The beings that a clause goes at, each with what would be lost. An aim may be Raise dead's: it is not judged."""
    if isinstance(clause, HandClause | StabClause | MakeClause):
        return [(clause.subject, "the stab")] if clause.subject is not None else []
    if isinstance(clause, CastClause | ReleaseClause | ForcedClause):
        return [(clause.subject, "the spell")] if clause.subject is not None and not _raises(clause) else []
    if isinstance(clause, MonsterClause):
        return [(clause.monster, "its attack"), *((victim, "the attack") for victim in clause.victims)]
    return []
