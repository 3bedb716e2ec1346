"""What is new in a mail: its lines without the report that it answers, attributions, signatures and phone footers."""

import re

from msgspec import Struct

from referee.mail.introductions import MARKED_LINE_CHARS_MAX, RULE, attribution, introduction, is_quoted
from referee.mail.trimmings import without_armour, without_banners, without_ending

CUT_LINE = "=== write your orders above this line ==="
FORM_END = "<< end of orders <<"

QUOTED = "the quoted report"
FORM_LINES_MAX = 60
FORMS_MAX = 20

_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_CUT = re.compile(r"= ?write your orders above this line ?=", re.IGNORECASE)
_FORM = re.compile(
    r"([> \t]*?)>> ?orders for game ([0-9]{1,9}),? turn ([0-9]{1,4}),? token ([a-z0-9-]{1,40}) ?>>", re.IGNORECASE
)
_FORM_END = re.compile(r"<< ?end of orders ?<<", re.IGNORECASE)
_THEN = re.compile(r"then[:.,;]?", re.IGNORECASE)  # stands in the form of a hasted turn, between its two pairs
_SLOT = re.compile(r"[^:]{1,40}:")


class Form(Struct, frozen=True, kw_only=True):
    """An order form that was filled in: what it is for, its code, and its lines that say something."""

    game: int
    turn: int
    code: str
    lines: tuple[str, ...]


class Fresh(Struct, frozen=True, kw_only=True):
    """What is new in a text, and the names of what was left out of it."""

    lines: tuple[str, ...]
    forms: tuple[Form, ...]
    ignored: tuple[str, ...]


def form_start(game: int, turn: int, code: str) -> str:
    """The line that opens a report's order form."""
    return f">> orders for game {game} turn {turn}, token {code} >>"


def fresh(lines: tuple[str, ...]) -> Fresh:
    """The new lines of a mail, trimmed, without blank ones. Any lines will do; the time is bounded."""
    ignored: list[str] = []
    forms, rest = _take_forms(without_armour(list(lines), ignored))
    cut = next((index for index, line in enumerate(rest) if _is_cut(line)), None)
    if cut is not None:
        ignored.append(QUOTED)
        if not is_quoted(
            rest[cut]
        ):  # else he quotes with marks and may answer below too; the marks tell whose words are whose
            rest = rest[: introduction(rest, cut)]
    rest = _without_quotes(rest, ignored)
    rest = without_ending(without_banners(rest, ignored), ignored)
    kept = [line.strip() for line in rest if line.strip() and not RULE.fullmatch(line.strip())]
    return Fresh(lines=tuple(kept), forms=tuple(forms), ignored=tuple(dict.fromkeys(ignored)))


def _take_forms(lines: list[str]) -> tuple[list[Form], list[str]]:
    """The forms that count, and the lines outside of any form.

    Of several forms of one game (an old report quoted within a newer one) only the latest turn's counts, filled in
    or not."""
    found: list[Form] = []
    rest: list[str] = []
    position = 0
    while position < len(lines):
        start = _FORM.match(lines[position][:MARKED_LINE_CHARS_MAX])
        if start is None or len(found) >= FORMS_MAX:
            rest.append(lines[position])
            position += 1
            continue
        length = _form_length(lines, position + 1)
        inside = lines[position + 1 : position + 1 + length]
        depth = start[1].count(">")
        # Lines without the form's own quote marks were typed between its lines: they are ordinary new text.
        rest += [line for line in inside if _depth(line) < depth]
        said = [_unquoted(line, depth) for line in inside if _depth(line) >= depth]
        found.append(
            Form(
                game=int(start[2]),
                turn=int(start[3]),
                code=start[4].lower(),
                lines=tuple(line for line in said if line and not _SLOT.fullmatch(line)),
            )
        )
        position += length + 2
    latest: dict[int, Form] = {}
    for form in found:
        if form.game not in latest or form.turn > latest[form.game].turn:
            latest[form.game] = form
    return [form for form in latest.values() if any(_THEN.fullmatch(line) is None for line in form.lines)], rest


def _form_length(lines: list[str], start: int) -> int:
    """How many lines stand before the form's end; where the end was cut off, before the first blank line."""
    inside = lines[start : start + FORM_LINES_MAX]
    for count, line in enumerate(inside):
        if _FORM_END.search(line[:MARKED_LINE_CHARS_MAX]):
            return count
    return next((count for count, line in enumerate(inside) if not line.strip("> \t")), len(inside))


def _depth(line: str) -> int:
    marks = _QUOTE.match(line)
    return marks[0].count(">") if marks else 0


def _unquoted(line: str, depth: int) -> str:
    """The line without its first `depth` quote marks (fewer, where it has fewer)."""
    for _ in range(depth):
        line = line.lstrip(" \t").removeprefix(">")
    return line.strip()


def _is_cut(line: str) -> bool:
    return len(line) <= MARKED_LINE_CHARS_MAX and _CUT.search(line) is not None


def _without_quotes(lines: list[str], ignored: list[str]) -> list[str]:
    start, length = attribution(lines)
    if start is not None:
        ignored.append(QUOTED)
        after = next((line for line in lines[start + length :] if line.strip()), "")
        # Without marks nobody can tell a quote's end, so such a quote goes on to the end of the mail.
        lines = lines[:start] + (lines[start + length :] if is_quoted(after) else [])
    kept = [line for line in lines if not is_quoted(line)]
    if len(kept) < len(lines):
        ignored.append(QUOTED)
    return kept
