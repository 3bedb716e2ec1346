"""A duel that was played, written as a transcript that adjudicates to the same events (the archive's format).

Orders stand as they were accepted: `same again` spelled out, stabs in the hand they went to, spells with their hand and
subject, dice as they fell. What the rules filled in for a wizard stays unwritten, because an order for it would be
another event, but is told in a comment. What was refused, forgotten or never came to pass is absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.casting import hands_of
from engine.clauses import (
    AimClause,
    AnyClause,
    BankClause,
    CastClause,
    ForcedClause,
    HandClause,
    Orders,
    PermanentClause,
    SayClause,
    SurrenderClause,
)
from engine.enchantments import CONFUSION, PARALYSIS
from engine.events import Attacked, Compelled, EnchantmentLaid, Event, Gestured, SpellCast
from engine.language import canonical
from engine.model import NOBODY, Duel, Gesture, Hand, Part, Value
from engine.script import COMMENT, fold
from engine.setup_writing import Untellable, setup_lines
from engine.variants import rules_of

_COLUMNS: Final = 100
_INDENT: Final = "    "
_IN_EITHER_HALF: Final = (AimClause, ForcedClause, BankClause, PermanentClause)  # those that, halfless, speak of both


class Told(Value, frozen=True, kw_only=True):
    """What is needed of an adjudicated turn or Time stop part: the orders as the engine had them, and its events."""

    turn: int
    part: Part
    orders: tuple[Orders, ...]
    events: tuple[Event, ...]


def write_transcript(opening: Duel, turns: Iterable[Told], *, title: str) -> str:
    """The transcript of a duel from its `opening`, turn 0, through all of `turns`. Raises Untellable.

    A title is made one line, and a `#` in it that would begin a comment becomes `no.`. Where a Time stop turn is owed
    at the end, adjudicating the transcript adds it, without orders.
    """
    lines = [
        f"duel: {_title(title) or 'untitled'}",
        f"wizards: {', '.join(wizard.name for wizard in opening.wizards)}",
        f"rules: {opening.rules}",
        f"salt: {_salt(opening.salt)}",
        *(f"setup: {line}" for line in setup_lines(opening)),
    ]
    for told in turns:
        lines += ["", f"turn {told.turn}{' time stop' if told.part is Part.TIME_STOP else ''}"]
        lines += _section(opening, told)
    return "\n".join(lines) + "\n"


def _title(title: str) -> str:
    return re.sub(r"(^|\s)#+\s*", r"\1no. ", " ".join(title.split())).strip()


def _salt(salt: str) -> str:
    if COMMENT.sub("", salt).strip() != salt or not salt or not salt.isprintable():
        raise Untellable(
            f"a transcript cannot hold the salt {salt!r}: it has blanks at an end, a comment or a line end"
        )
    return salt


# -- a turn ------------------------------------------------------------------------------------------------------


def _section(opening: Duel, told: Told) -> Iterator[str]:
    names = [wizard.name for wizard in opening.wizards]
    called_dice = any(fold(name) == "dice" for name in names)  # to whom `dice: goblin 1 attacks Ann` would be an order
    yield from (f"dice: {die}" for die in _dice(told.events, wizards_only=called_dice))
    if rules_of(opening).unnamed_paralysis_is_rolled and not called_dice:
        yield from (f"dice: {die}" for die in _paralysed(told.events))
    given = {orders.wizard: orders.clauses for orders in told.orders}
    for name in names:
        casts = [e for e in told.events if isinstance(e, SpellCast) and e.caster == name and e.hand is not Hand.BANK]
        hands = _Hands.of(told.events, name)
        lines = list(_lines(tuple(_explicit(given.get(name, ()), casts, hands)), hands))
        if lines:
            yield f"{name}: {lines[0]}"
            yield from (_INDENT + line for line in lines[1:])
        first, second = (_filled(casts, half) for half in (0, 1))
        if first or second:
            filled = f"{first} then {second}".strip() if second else first
            yield f"# filled in for {name}: {filled}"


def _filled(casts: list[SpellCast], half: int) -> str:
    """The casts of one half of which the rules filled in the spell or the subject."""
    mine = [cast for cast in casts if cast.half == half and (cast.by_fallback or cast.by_default)]
    return ", ".join(canonical(_in_full(cast)) for cast in mine)


class _Hands(Value, frozen=True, kw_only=True):
    """One wizard's hands in a turn: how many pairs they made, and the gestures that spells forced on them."""

    halves: int
    compelled: dict[tuple[int, Hand], Gesture]

    @classmethod
    def of(cls, events: Iterable[Event], name: str) -> _Hands:
        mine = [e for e in events if isinstance(e, Gestured | Compelled) and e.wizard == name]
        return cls(
            halves=max((len(e.pairs) for e in mine if isinstance(e, Gestured)), default=1),
            compelled={(e.half, e.hand): e.made for e in mine if isinstance(e, Compelled)},
        )

    def parted(self, clauses: Iterable[AnyClause]) -> bool:
        """Whether `then` must stand among these clauses."""
        if self.halves == 1:
            return any(clause.half == 1 for clause in clauses)
        return any(clause.half == 1 or (clause.half == 0 and not _in_first(clause)) for clause in clauses)

    def forced(self, clause: ForcedClause, cast: SpellCast) -> bool:
        """Whether it was this clause, written for a compelled hand, that chose this cast."""
        if clause.spell != cast.spell or clause.hand not in hands_of(cast.hand) or clause.half not in (None, cast.half):
            return False
        return self.compelled.get((cast.half, clause.hand)) is clause.gesture


def _dice(events: Iterable[Event], *, wizards_only: bool) -> Iterator[str]:
    """The dice as they fell; the salt gives the same ones."""
    events = tuple(events)
    halves = {e.wizard: len(e.pairs) for e in events if isinstance(e, Gestured)}
    rolled: set[str] = set()
    for event in events:
        if isinstance(event, Compelled) and event.rolled:
            half = f" {('first', 'second')[event.half]} half" if halves[event.wizard] > 1 else ""
            yield f"{event.wizard}{half} {event.hand} {event.made}"
        elif isinstance(event, Attacked) and event.spell == CONFUSION and event.victim and not wizards_only:
            if event.monster not in rolled:
                yield f"{event.monster} attacks {event.victim}"
            rolled.add(event.monster)


def _paralysed(events: Iterable[Event]) -> Iterator[str]:
    """The hands that Paralysis took, as dice (A30): where the hand was named they change nothing."""
    for event in events:
        if isinstance(event, EnchantmentLaid) and event.enchantment.name == PARALYSIS and event.enchantment.hand:
            yield f"{event.being} paralysed {event.enchantment.hand}"


def _explicit(clauses: Iterable[AnyClause], casts: list[SpellCast], hands: _Hands) -> Iterator[AnyClause]:
    """The accepted clauses, but each spell that was chosen with its hand and half, its subject if one was written."""
    stands = tuple(clauses)
    forced = [c for c in stands if isinstance(c, ForcedClause)]
    chosen = [c for c in casts if not c.by_fallback and not any(hands.forced(clause, c) for clause in forced)]
    yield from (c for c in stands if isinstance(c, HandClause))
    yield from (_in_full(cast, chosen=True) for cast in chosen)
    for clause in stands:
        if isinstance(clause, HandClause | SurrenderClause):
            continue  # both palms stand as such
        if isinstance(clause, CastClause) and clause.spell in (None, *(cast.spell for cast in chosen)):
            continue  # the cast stands already, or there was nothing to let go
        if (
            isinstance(clause, _IN_EITHER_HALF)
            and clause.half is None
            and hands.parted((*stands, *map(_in_full, chosen)))
        ):
            each: list[AnyClause] = [replace(clause, half=half) for half in range(hands.halves)]
        else:
            each = [clause]
        yield from (c for c in each if not any(_overruled(c, cast) for cast in chosen))


def _in_first(clause: AnyClause) -> bool:
    """Whether a clause of half 0 says no more than one without a half."""
    return isinstance(clause, HandClause) or (isinstance(clause, CastClause) and clause.hand is not None)


def _overruled(clause: AnyClause, cast: SpellCast) -> bool:
    """Whether an aim is of a hand whose spell was chosen at another subject."""
    if not isinstance(clause, AimClause) or clause.hand is not cast.hand or clause.half not in (None, cast.half):
        return False
    return cast.discharged or cast.subject != clause.subject


def _in_full(cast: SpellCast, *, chosen: bool = False) -> CastClause:
    """A cast as a clause; one that was `chosen` without the subject that the rules filled in."""
    subject = NOBODY if cast.discharged else None if chosen and cast.by_default else cast.subject
    return CastClause(spell=cast.spell, hand=cast.hand, half=cast.half, subject=subject)


def _lines(clauses: tuple[AnyClause, ...], hands: _Hands) -> Iterator[str]:
    """Clauses in lines of some length; words of a `say` end their line, `then` begins one."""
    later = tuple(clause for clause in clauses if clause.half == 1)
    yield from _joined("", (clause for clause in clauses if clause.half != 1))
    if hands.parted(clauses):
        yield from _joined("then", later)


def _joined(line: str, clauses: Iterable[AnyClause]) -> Iterator[str]:
    for clause in clauses:
        words = canonical(clause)
        if line and len(line) + len(words) > _COLUMNS:
            yield line
            line = ""
        line += ("" if not line else " " if line == "then" else ", ") + words
        if isinstance(clause, SayClause):
            yield line
            line = ""
    if line:
        yield line
