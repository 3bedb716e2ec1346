"""What is new in a mail: its lines without the report that it answers, attributions, signatures and phone footers."""

import re

from mailparser_reply import EmailReplyParser
from mailparser_reply.constants import MAIL_LANGUAGES
from msgspec import Struct

from referee.mail.trimmings import without_armour, without_banners, without_ending

CUT_LINE = "=== write your orders above this line ==="
FORM_END = "<< end of orders <<"

# What the reply parser may see: its time grows with the square of blank lines and of some words, and this bounds it.
PARSED_LINES_MAX = 300
PARSED_CHARS_MAX = 16_384
PARSED_LINE_CHARS_MAX = 200
MARKED_LINE_CHARS_MAX = 400
FORM_LINES_MAX = 60
FORMS_MAX = 20
INTRODUCTION_LINES_MAX = 4
WRAPPED_CHARS_MIN = 60

_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_BAR = re.compile(r"[ \t]{0,3}\|")
_CUT = re.compile(r"=+ ?write your orders above this line ?=+", re.IGNORECASE)
_FORM = re.compile(
    r"([> \t]*?)>> ?orders for game ([0-9]{1,9}),? turn ([0-9]{1,4}),? token ([a-z0-9-]{1,40}) ?>>", re.IGNORECASE
)
_FORM_END = re.compile(r"<< ?end of orders ?<<", re.IGNORECASE)
_THEN = re.compile(r"then[:.,;]?", re.IGNORECASE)  # stands in the form of a hasted turn, between its two pairs
_SLOT = re.compile(r"[^:]{1,40}:")
# "---- Original message ----" in any language; such a line introduces a quote all by itself.
_SEPARATOR = re.compile(r"[-_\u2014]{3,}[^-_\u2014].{1,200}[-_\u2014]{2,}:?")
_RULE = re.compile(r"[_=*\u2500\u2014-]{5,}")
_PARSER = EmailReplyParser(languages=list(MAIL_LANGUAGES))


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
        ignored.append("what stands below the line that you were to write above")
        if not _is_quoted(
            rest[cut]
        ):  # else he quotes with marks and may answer below too; the marks tell whose words are whose
            rest = rest[: _introduction(rest, cut)]
    rest = _without_quotes(rest, ignored)
    rest = without_ending(without_banners(rest, ignored), ignored)
    kept = [line.strip() for line in rest if line.strip() and not _RULE.fullmatch(line.strip())]
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


def _is_quoted(line: str) -> bool:
    return _QUOTE.match(line) is not None or _BAR.match(line) is not None


def _without_quotes(lines: list[str], ignored: list[str]) -> list[str]:
    start, length = _attribution(lines)
    if start is not None:
        ignored.append("the quoted report")
        after = next((line for line in lines[start + length :] if line.strip()), "")
        # Without marks nobody can tell a quote's end, so such a quote goes on to the end of the mail.
        lines = lines[:start] + (lines[start + length :] if _is_quoted(after) else [])
    kept = [line for line in lines if not _is_quoted(line)]
    if len(kept) < len(lines):
        ignored.append("the quoted report")
    return kept


def _attribution(lines: list[str]) -> tuple[int | None, int]:
    """Where the words that introduce a quote stand ("On Monday Ann wrote:"), over how many lines; else (None, 0)."""
    found = _parsed_attribution(lines)
    separator = next((index for index, line in enumerate(lines) if _is_separator(line)), None)
    if separator is not None and (found[0] is None or separator < found[0]):
        return separator, max(1, (found[0] or separator) + found[1] - separator)
    first_quote = next((index for index, line in enumerate(lines) if _is_quoted(line)), None)
    if first_quote is not None and (found[0] is None or found[0] > first_quote):
        start = _introduction(lines, first_quote)
        if start < first_quote:
            return start, first_quote - start
    return found


def _is_separator(line: str) -> bool:
    return _SEPARATOR.fullmatch(line.strip()[:MARKED_LINE_CHARS_MAX]) is not None


def _introduction(lines: list[str], quote: int) -> int:
    """Where the words that introduce the quote at line `quote` begin, in any language: a line that ends with a colon
    right above it, and what was wrapped into it. `quote` itself when there are none."""
    last = quote - 1
    while last >= 0 and not lines[last].strip():
        last -= 1
    # A long introduction may be broken right before its last bracket, which then looks like a quote mark.
    broken = lines[quote].strip() == ">:"
    if last < 0 or not (broken or lines[last].rstrip().endswith((":", "："))):
        return quote
    start = last
    while start > 0 and last - start < INTRODUCTION_LINES_MAX - 1:
        above = lines[start - 1].strip()
        if len(above) < WRAPPED_CHARS_MIN and not (above and lines[start].lstrip().startswith("<")):
            break
        start -= 1
    return start


def _parsed_attribution(lines: list[str]) -> tuple[int | None, int]:
    """The reply parser's opinion, from a bounded copy whose lines can be counted back to ours."""
    copy: list[str] = []
    origins: list[int] = []
    room = PARSED_CHARS_MAX
    for index, line in enumerate(lines):
        # The parser takes a rule together with the blank lines before it, which would spoil the counting.
        short = "" if _RULE.fullmatch(line.strip()) else line.strip()[:PARSED_LINE_CHARS_MAX]
        if not short and (not copy or not copy[-1]):
            continue
        room -= len(short) + 1
        if len(copy) >= PARSED_LINES_MAX or room < 0:
            break
        copy.append(short)
        origins.append(index)
    replies = _PARSER.read("\n".join(copy)).replies
    header_of = next((reply for reply in replies if reply.headers), None)
    if header_of is None or not header_of.headers:
        return None, 0
    before = replies[0].content if header_of is not replies[0] else ""
    start = len(before.split("\n")) if before else 0
    while start < len(copy) and not copy[start]:
        start += 1
    if start >= len(copy):
        return None, 0
    last = min(start + header_of.headers.count("\n"), len(copy) - 1)
    return origins[start], origins[last] - origins[start] + 1
