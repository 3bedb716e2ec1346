"""From MIME to words: which part of a mail its writer typed, and in which characters."""

import codecs
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

from msgspec import Struct

PARTS_MAX = 2000
BRANCHES_MAX = 100
TEXT_CHARS_MAX = 65_536
LINES_MAX = 2000

# Containers and enclosed mails; each of them can make a parser descend one level further.
_BRANCHES = re.compile(rb"boundary[ \t]*=|message/rfc822", re.IGNORECASE)
# Codecs that are no charsets of mail, or slow on hostile input.
_NO_CHARSETS = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})
_INVISIBLE = re.compile("[\x00\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffc]")
_LINE_ENDS = re.compile("\r{0,3}\n|\r|\u2028|\u2029|\x0b|\x0c|\x85")
_QUOTE_MARKS = re.compile(r">+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class TooDeep(Exception):
    """The mail has more containers than any mail that a person sends."""


class Text(Struct, frozen=True, kw_only=True):
    """The chosen part: its media type and its lines. `whole`: it ended before the mail's bytes did. `clipped`: it
    was longer than what is read of any mail."""

    media_type: str
    lines: tuple[str, ...]
    whole: bool
    clipped: bool
    attached: bool


def parse(mime: bytes, body: bytes) -> Message:
    """The mail as a MIME tree. Raises TooDeep."""
    if len(_BRANCHES.findall(body)) > BRANCHES_MAX:
        raise TooDeep
    return message_from_bytes(mime + b"\n" + body)


def choose(tree: Message, *, truncated: bool) -> Text | None:
    """The text that counts: the first plain part with something in it, else a text attachment; None when there is none.

    `truncated` says that the mail went on after the bytes that were parsed."""
    leaves = list(_leaves(tree))
    for attached in (False, True):
        for leaf in leaves:
            if leaf.get_content_type() != "text/plain" or _is_attachment(leaf) is not attached:
                continue
            text = _text_of(leaf)
            if text.strip():
                whole = not truncated or leaf is not leaves[-1]
                return _lines_of(leaf, text, whole=whole, attached=attached)
    return None


def media_types(tree: Message) -> list[str]:
    """The media types of the mail's parts, for saying what there is when there is no text."""
    return [leaf.get_content_type() for leaf in _leaves(tree)]


def decode(data: bytes, charset: str | None) -> str:
    """`data` as text: by its byte order mark, as claimed, as UTF-8, or else as Windows-1252, which reads anything."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    for name in (charset or "utf-8", "utf-8"):
        if _is_charset(name):
            try:
                return data.decode(name)
            except (UnicodeError, ValueError):
                continue
    claimed = charset if charset is not None and _is_charset(charset) else ""
    if claimed and codecs.lookup(claimed).name not in ("utf-8", "ascii"):
        return data.decode(claimed, "replace")
    return data.decode("cp1252", "replace")


def lines_of(text: str) -> list[str]:
    """Text as lines: any line end, nothing invisible in them."""
    return _LINE_ENDS.split(_INVISIBLE.sub("", text))


def unflow(lines: list[str], *, delete_blank: bool) -> list[str]:
    """Lines of format=flowed (RFC 3676) joined where their writer's program broke them."""
    joined: list[str] = []
    open_depth: int | None = None
    for line in lines:
        marks = _QUOTE_MARKS.match(line)
        depth = marks.end() if marks else 0
        content = line[depth:].removeprefix(" ")
        if open_depth == depth and joined and content != "-- ":
            before = joined.pop()
            joined.append((before[:-1] if delete_blank else before) + content)
        else:
            joined.append(">" * depth + (" " if depth and content else "") + content)
        open_depth = depth if content.endswith(" ") and content != "-- " else None
    return joined


def _leaves(tree: Message) -> Iterator[Message]:
    """The parts that hold data, in order. What stands inside an enclosed mail is that mail's, not this one's."""
    waiting = [tree]
    seen = 0
    while waiting and seen < PARTS_MAX:
        part = waiting.pop()
        seen += 1
        children = part.get_payload() if part.get_content_maintype() == "multipart" else None
        if isinstance(children, list):
            waiting += [child for child in reversed(children) if isinstance(child, Message)]
        elif part.get_content_maintype() != "message":
            yield part


def _is_attachment(part: Message) -> bool:
    return part.get_content_disposition() == "attachment"


def _text_of(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = part.get_param("charset")
    name = charset[2] if isinstance(charset, tuple) else charset
    return _INVISIBLE.sub("", decode(data, name.strip(" \"'") or None if isinstance(name, str) else None))


def _lines_of(part: Message, text: str, *, whole: bool, attached: bool) -> Text:
    lines = lines_of(text[:TEXT_CHARS_MAX])
    if str(part.get_param("format", "")).lower() == "flowed":
        lines = unflow(lines, delete_blank=str(part.get_param("delsp", "")).lower() == "yes")
    clipped = len(text) > TEXT_CHARS_MAX or len(lines) > LINES_MAX
    return Text(
        media_type="text/plain", lines=tuple(lines[:LINES_MAX]), whole=whole, clipped=clipped, attached=attached
    )


def _is_charset(name: str) -> bool:
    try:
        found = codecs.lookup(name)
    except (LookupError, ValueError, UnicodeError):
        return False
    return found._is_text_encoding and found.name.replace("_", "-") not in _NO_CHARSETS
