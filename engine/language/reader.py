"""Reading orders: any text to clauses and complaints, line by line, never an exception."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from engine.clauses import (
    AnyClause,
    Complaint,
    ComplaintKind,
    GameGuardClause,
    HoldClause,
    SameAgainClause,
    SayClause,
    TurnGuardClause,
    WithdrawClause,
)
from engine.language.complaining import looks_like_orders, not_understood, suggested
from engine.language.field import Field
from engine.language.folding import clean
from engine.language.lexicon import ROLES, Role
from engine.language.segments import Item, items_of
from engine.language.tokens import Sort, Token, tokenise
from engine.language.view import Fault, View
from engine.model import Hand, Value

ORDER_LINES_MAX: Final = 500
ORDER_WORDS_MAX: Final = 4_000
LINE_CHARS_MAX: Final = 10_000
QUOTED_CHARS_MAX: Final = 200  # of a line in a complaint
HALVES: Final = 2

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_QUOTED: Final = re.compile(r"\s*(?:\||>(?!\s*/))")
_NO_HALF: Final = (SayClause, TurnGuardClause, GameGuardClause, HoldClause, SameAgainClause, WithdrawClause)


class Reading(Value, frozen=True, kw_only=True):
    """What was read: clauses, complaints, whether END was met; line numbers of orders and of mere chatter.

    A line of `order_lines` gave a clause or looked like an attempt at one; a line of `chatter` did not, and the
    complaint about it may be left out where people write letters. `spoiled` are the (half, hand) whose gesture was
    refused here: at the deadline such a hand does nothing. Those who are gone may be named: `losses` warns of them.
    """

    clauses: tuple[AnyClause, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    ended: bool = False
    order_lines: tuple[int, ...] = ()
    chatter: tuple[int, ...] = ()
    spoiled: tuple[tuple[int, Hand], ...] = ()


def read(text: str, field: Field, wizard: str, *, first_line: int = 1) -> Reading:
    """Read a wizard's orders: any text whatever gives a Reading, in time linear in its length.

    `field` is the duel's after the last turn, `wizard` the one who writes; lines count from `first_line`.
    """
    reader = _Reader(field, wizard)
    for number, raw in enumerate(_LINE_END.split(text), first_line):
        if reader.full(number, raw) or reader.line(number, raw):
            break
    return reader.reading()


class _Reader:
    """The state of reading one text."""

    def __init__(self, field: Field, wizard: str) -> None:
        self.field = field
        self.wizard = wizard
        self.found: list[tuple[AnyClause, int]] = []  # with the half it stands in
        self.complaints: list[Complaint] = []
        self.order_lines: list[int] = []
        self.chatter: list[int] = []
        self.spoiled: list[tuple[int, Hand]] = []
        self.half = 0
        self.halved = False
        self.ended = False
        self.lines = 0
        self.words = 0

    def full(self, number: int, raw: str) -> bool:
        """Whether a limit is reached, so that this line and all after it stay unread; said in a complaint."""
        if not raw.strip():
            return False
        if self.lines >= ORDER_LINES_MAX or self.words >= ORDER_WORDS_MAX:
            reason = f"only the first {ORDER_LINES_MAX} lines or {ORDER_WORDS_MAX} words are read; the rest is not"
            self.refuse(number, raw.strip(), Fault(reason))
            return True
        return False

    def line(self, number: int, raw: str) -> bool:
        """Read one line; True if it ended the reading."""
        text = clean(raw)
        if not text.strip():
            return False
        self.lines += 1
        if len(text) > LINE_CHARS_MAX:
            self.refuse(
                number, text.strip(), Fault(f"a line is read up to {LINE_CHARS_MAX} characters; this one is not")
            )
            return False
        if _QUOTED.match(text):
            self.refuse(number, text.strip(), Fault("a line that begins with > or | is taken for a quotation"))
            self.chatter.append(number)
            return False
        tokens = tokenise(text)
        self.words += len(tokens)
        if _is_end(tokens):
            self.ended = True
            return True
        self.take(number, text, View(tokens, self.field, self.wizard))
        return False

    def take(self, number: int, text: str, view: View) -> None:
        """The clauses and complaints of one line."""
        items = items_of(view)
        orderly = looks_like_orders(view, items)
        if items:
            (self.order_lines if orderly else self.chatter).append(number)
        for item in items:
            if item.turns:
                if orderly:
                    self.half += 1
                    self.halved = True
                continue
            self.take_item(number, text, view, item)

    def take_item(self, number: int, text: str, view: View, item: Item) -> None:
        words = view.text(item.start, item.end, text)
        if item.parsed is None:
            fault = not_understood(view, item)
            self.refuse(number, words, fault, suggested(view, item, fault, text))
            return
        for fault in item.parsed.faults:
            self.refuse(number, words, fault, suggested(view, item, fault, text))
        self.spoiled += [(min(self.half, HALVES - 1), hand) for hand in item.parsed.spoils]
        for clause in item.parsed.clauses:
            half = self.half if clause.half is None else self.half + clause.half
            self.halved = self.halved or clause.half is not None
            if half >= HALVES and not isinstance(clause, _NO_HALF):
                self.refuse(number, words, Fault("a hasted turn has two halves: only the first `then` parts them"))
                continue
            self.found.append((_placed(clause, number, words), half))

    def refuse(self, line: int, text: str, fault: Fault, suggestion: str | None = None) -> None:
        if len(text) > QUOTED_CHARS_MAX:
            text = text[: QUOTED_CHARS_MAX - 3] + "..."
        complaint = Complaint(
            kind=ComplaintKind.REFUSED,
            line=line,
            text=text,
            reason=fault.reason,
            suggestion=suggestion or fault.suggestion,
        )
        self.complaints.append(complaint)

    def reading(self) -> Reading:
        clauses = tuple(_halved(clause, half) if self.halved else clause for clause, half in self.found)
        return Reading(
            clauses=clauses,
            complaints=tuple(self.complaints),
            ended=self.ended,
            order_lines=tuple(self.order_lines),
            chatter=tuple(self.chatter),
            spoiled=tuple(dict.fromkeys(self.spoiled)),
        )


def _placed(clause: AnyClause, line: int, text: str) -> AnyClause:
    return msgspec.structs.replace(clause, line=line, text=text)


def _halved(clause: AnyClause, half: int) -> AnyClause:
    return clause if isinstance(clause, _NO_HALF) else msgspec.structs.replace(clause, half=half)


def _is_end(tokens: tuple[Token, ...]) -> bool:
    words = [
        t.word
        for t in tokens
        if t.sort in (Sort.WORD, Sort.SIGN, Sort.SAY) and Role.POLITE not in ROLES.get(t.word, ())
    ]
    return len(words) == 1 and Role.END in ROLES.get(words[0], ())
