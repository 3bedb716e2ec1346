"""One line as items: the longest clause that fits, word by word from the left; what fits nothing is junk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.clauses import HandClause
from engine.language import casts, deeds, handless, hands, minds, notices
from engine.language.lexicon import Role
from engine.language.tokens import Sort
from engine.language.view import Fault, Parsed, View

MATCHERS: Final[tuple[Callable[[View, int], Parsed | None], ...]] = (
    hands.hand_clause,
    handless.pair,
    handless.clap,
    handless.stab,
    casts.cast,
    casts.let_go,
    handless.target,
    deeds.monster,
    minds.paralyse,
    minds.charm,
    minds.make,
    deeds.element,
    deeds.bank,
    deeds.permanent,
    deeds.release,
    deeds.forced,
    deeds.surrender,
    deeds.same_again,
    notices.say,
    notices.guard,
    notices.hold,
    notices.withdraw,
    handless.lone_gesture,
)

# What follows such a word and is not understood must not be read as a clause of its own: `make Zed's LH: P`.
_WHOLE: Final = frozenset(
    {
        Role.MAKE,
        Role.PARALYSE,
        Role.CHARM,
        Role.ELEMENT,
        Role.IF,
        Role.BANK,
        Role.PERMANENT,
        Role.RELEASE,
    }
)
_NOT_SURE: Final = Fault("this may be prose: an order like this stands on a line or between commas of its own")
_DOUBTERS: Final = frozenset(["?", "or", "not", "instead", "unless", "if", "maybe"])
_DOERS: Final = frozenset(
    {
        Role.CAST,
        Role.STAB,
        Role.SURRENDER,
        Role.RELEASE,
        Role.BANK,
        Role.PARALYSE,
        Role.CHARM,
        Role.MAKE,
        Role.LET,
        Role.TARGET,
    }
)


class Item(NamedTuple):
    """Tokens `start` to `end` of a line: clauses and faults (`parsed`), `then` (`turns`), or junk (neither)."""

    start: int
    end: int
    parsed: Parsed | None = None
    turns: bool = False
    prose: bool = False  # so that weak clauses beside it are doubtful


def items_of(view: View) -> list[Item]:
    """The items of a line, weak clauses beside prose refused."""
    items = _scan(view)
    clauses = sum(1 for item in items if item.parsed is not None and item.parsed.clauses)
    if clauses > 1 and not any(t.sort is Sort.BREAK or view.has(k, Role.AND) for k, t in enumerate(view.tokens)):
        items = _scan(view._replace(letters_min=3))
    if any(item.prose for item in items):
        items = [_doubted(item) if item.parsed is not None and item.parsed.weak else item for item in items]
    return items


def _scan(view: View) -> list[Item]:
    items: list[Item] = []
    i, opening = 0, True  # opening: no clause yet in this segment
    while view.tokens[i].sort is not Sort.END:
        skipped = _skip(view, i, opening=opening)
        if skipped:
            opening = opening or view.tokens[i].sort is Sort.BREAK
            i = skipped
            continue
        if view.has(i, Role.THEN):
            items.append(Item(i, i + 1, turns=True))
            i, opening = i + 1, True
            continue
        parsed = best(view, i)
        if parsed is not None:
            end = max(parsed.end, i + 1)
            items.append(Item(i, end, parsed))
        else:
            end = _junk_end(view, i, opening=opening)
            _add_junk(view, items, i, end, opening=opening)
        i, opening = end, False
    return items


def best(view: View, i: int) -> Parsed | None:
    """The longest clause that fits at `i`; without one, the fault that reaches furthest."""
    found: Parsed | None = None
    for matcher in MATCHERS:
        parsed = matcher(view, i)
        if parsed is not None and (found is None or _rank(parsed) > _rank(found)):
            found = parsed
    if found is not None and not found.clauses and found.faults and view.roles(i) & _WHOLE:
        return found._replace(end=max(found.end, view.stop(i)))
    return found


def _rank(parsed: Parsed) -> tuple[bool, int]:
    return bool(parsed.clauses) or not parsed.faults, parsed.end


def _skip(view: View, i: int, *, opening: bool) -> int:
    """Where to go on if the token at `i` says nothing here; 0 if it says something."""
    if view.tokens[i].sort is Sort.BREAK or view.has(i, Role.POLITE) or view.has(i, Role.AND):
        return i + 1
    if view.word(i) == ":" and view.stops(i + 1):
        return i + 1
    if view.word(i) == "-" and view.gesture(i + 1) is None and view.word(i + 1) != "/" and not view.stops(i + 1):
        return i + 1  # a bullet, or a dash between two clauses
    if not opening:
        return 0
    if view.has(i, Role.LEAD_IN) and not view.stops(i + 1):
        return i + 1
    if view.has(i, Role.FIRST_PERSON) and view.roles(i + 1) & _DOERS:
        return i + 1
    j = i + 1 if view.has(i, Role.MY) else i
    if view.has(j, Role.ORDERS) and (view.word(j + 1) in (":", "for") or view.stops(j + 1)):
        return j + 2 if view.word(j + 1) == ":" else j + 1
    return 0


def _junk_end(view: View, i: int, *, opening: bool) -> int:
    """Where junk ends: at a separator; junk behind a clause also at `then` or `say:`."""
    end = i + 1
    while view.tokens[end].sort not in (Sort.BREAK, Sort.END) and (opening or not view.stops(end)):
        end += 1
    return end


def _add_junk(view: View, items: list[Item], i: int, end: int, *, opening: bool) -> None:
    """Junk right behind a clause takes the clause with it, unless that is a plain gesture and nothing casts doubt."""
    last = items[-1] if items and not opening else None
    if last is None or last.parsed is None:
        items.append(Item(i, end, prose=True))
        return
    plain = bool(last.parsed.clauses) and all(isinstance(clause, HandClause) for clause in last.parsed.clauses)
    if plain and not last.parsed.weak and view.word(i) not in _DOUBTERS:
        items.append(Item(i, end))
    elif last.parsed.faults:
        items[-1] = last._replace(end=end)
    else:
        fault = Fault(f'"{view.text_of(i, min(end, i + 6))}" is not understood here')
        weak = last.parsed.weak
        items[-1] = Item(last.start, end, Parsed(end, (), (fault,), weak=weak), prose=weak)


def _doubted(item: Item) -> Item:
    if item.parsed is None or not item.parsed.clauses:
        return item
    return item._replace(parsed=Parsed(item.end, (), (_NOT_SURE,), weak=True))
