"""Where a quotation is introduced: "On Monday Ann wrote:" in any language, a rule, the head of the mail quoted."""

import re

from mailparser_reply import EmailMessage
from mailparser_reply.constants import MAIL_LANGUAGES

# What the reply parser may see: its time grows with the square of blank lines and of some words, and this bounds it.
PARSED_LINES_MAX = 300
PARSED_CHARS_MAX = 16_384
PARSED_LINE_CHARS_MAX = 200
QUOTE_LINES_PARSED = 3
INTRODUCTION_LINES_MAX = 4
WRAPPED_CHARS_MIN = 60
HEAD_LINES_MIN = 3
HEAD_SIGNS_MIN = 2
APART_LINES_MAX = 3
MARKED_LINE_CHARS_MAX = 400

_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_BAR = re.compile(r"[ \t]{0,3}\|")
# "---- Original message ----" in any language; such a line introduces a quote all by itself.
_SEPARATOR = re.compile(r"[-_\u2014]{3,}[^-_\u2014].{1,200}[-_\u2014]{2,}:?")
_HEAD_LINE = re.compile(r"[*_]{0,2}[^\W\d_][^:：\d\n]{0,28}[:：][*_]{0,2}(?:\s|$)")
_HAND = re.compile(r"(?:lh|rh|bh|left|right|both|say|cast|game|turn|make)\b", re.IGNORECASE)
_MOMENT = re.compile(r"\b(?:19|20)[0-9]{2}|[0-9]{1,2}[:.][0-9]{2}\b|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2}")
_SAME_LINE = re.compile(r"<[^<>@\s]{1,64}@[^<>@\s]{1,190}>[^:：<>]{0,40}[:：]")
RULE = re.compile(r"[_=*\u2500\u2014-]{5,}")
_LANGUAGES = list(MAIL_LANGUAGES)


class _Message(EmailMessage):  # type: ignore[misc]
    """The reply parser, with the expression that it would build for each mail built once. It need not look for
    signatures, which are none of its business here."""

    HEADER_REGEX = EmailMessage(text="", languages=_LANGUAGES).HEADER_REGEX

    def _process_signatures_disclaimers(self, text: str) -> tuple[list[str], str]:
        return [], ""


def is_quoted(line: str) -> bool:
    """Whether a mark of quotation stands before the line."""
    return _QUOTE.match(line) is not None or _BAR.match(line) is not None


def attribution(lines: list[str]) -> tuple[int | None, int]:
    """Where the words that introduce a quote stand ("On Monday Ann wrote:"), over how many lines; else (None, 0)."""
    first_quote = next((index for index, line in enumerate(lines) if is_quoted(line)), None)
    # The parser is slow, and has nothing to add behind the first marks of quotation.
    opening = lines if first_quote is None else lines[: first_quote + QUOTE_LINES_PARSED]
    opinions = (_parsed_attribution(opening), _separator(lines), _head_block(lines), _dated_introduction(lines))
    found = sorted((start, start + length) for start, length in opinions if start is not None)
    if first_quote is not None and (not found or found[0][0] > first_quote):
        start = introduction(lines, first_quote)
        if start < first_quote:
            return start, first_quote - start
    if not found:
        return None, 0
    start, end = found[0]
    for further, its_end in found[1:]:
        if further <= end + APART_LINES_MAX:
            end = max(end, its_end)
    return start, end - start


def _separator(lines: list[str]) -> tuple[int | None, int]:
    return next(((index, 1) for index, line in enumerate(lines) if _is_separator(line)), (None, 0))


def _head_block(lines: list[str]) -> tuple[int | None, int]:
    """Where the head of a quoted mail stands, in any language: lines of a word, a colon and a value, among which are an
    address, a date, a subject. Orders have that shape too, but none of these."""
    run = signs = 0
    for index, line in enumerate([*lines, ""]):
        short = line.strip()[:MARKED_LINE_CHARS_MAX]
        if _HEAD_LINE.match(short) and not _HAND.match(short):
            run += 1
            signs |= 1 * ("@" in short) | 2 * bool(_MOMENT.search(short)) | 4 * ("[" in short)
            continue
        if run >= HEAD_LINES_MIN and signs.bit_count() >= HEAD_SIGNS_MIN:
            start = introduction(lines, index - run)
            return start, index - start
        run = signs = 0
    return None, 0


def _dated_introduction(lines: list[str]) -> tuple[int | None, int]:
    """Where a line stands that names an address and a date and ends in a colon; it may be broken over several, and some
    programs let the quotation follow on the same line."""
    for index, line in enumerate(lines):
        short = line.strip()[:MARKED_LINE_CHARS_MAX]
        if "@" in short and _SAME_LINE.search(short) and _MOMENT.search(short) and not _HAND.match(short):
            return index, 1
        if line.rstrip()[-1:] not in (":", "："):
            continue
        joined = ""
        for start in range(index, max(-1, index - INTRODUCTION_LINES_MAX + 1), -1):
            above = lines[start].strip()[:MARKED_LINE_CHARS_MAX]
            if not above or is_quoted(above):
                break
            joined = f"{above} {joined}"
            if "@" in joined and _MOMENT.search(joined):
                return start, index - start + 1
    return None, 0


def _is_separator(line: str) -> bool:
    return _SEPARATOR.fullmatch(line.strip()[:MARKED_LINE_CHARS_MAX]) is not None


def introduction(lines: list[str], quote: int) -> int:
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
        short = "" if RULE.fullmatch(line.strip()) else line.strip()[:PARSED_LINE_CHARS_MAX]
        if not short and (not copy or not copy[-1]):
            continue
        room -= len(short) + 1
        if len(copy) >= PARSED_LINES_MAX or room < 0:
            break
        copy.append(short)
        origins.append(index)
    replies = _Message(text="\n".join(copy), languages=_LANGUAGES).read().replies
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
