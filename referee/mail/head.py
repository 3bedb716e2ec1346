"""The head of an incoming mail: its header fields, bounded in number and length, and decoded."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime

from msgspec import Struct

FIELD_BYTES_MAX = 4096
FIELDS_MAX = 400
ADDRESSES_MAX = 50
ENCODED_WORDS_MAX = 100

# The fields that anything here looks at. Others may be of any length; they are stepped over and never parsed.
KNOWN = frozenset(
    b"from sender to cc reply-to subject date message-id in-reply-to references return-path delivered-to "
    b"x-original-to envelope-to received authentication-results auto-submitted precedence x-loop "
    b"x-auto-response-suppress x-autoreply x-autorespond x-autorespond-from x-failed-recipients list-id "
    b"list-post list-unsubscribe list-help mime-version content-type content-transfer-encoding "
    b"content-disposition content-class content-id x-mailer".split()
)
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:")
_LINE = re.compile(rb"[^\r\n]*(?:\r{0,3}\n|\r|\Z)")
_BROKEN = re.compile(r"[\x00-\x1f\x7f]+")
_IDENTIFIER = re.compile(r"<[^<>\s]{1,400}>")


class Head(Struct, frozen=True, kw_only=True):
    """The known fields in the mail's order, by lower-case name and on one line each: `fields` decoded, `undecoded`
    as they stood (addresses must be told apart before their names are decoded). `mime` is what a MIME parser needs,
    in bytes."""

    fields: tuple[tuple[str, str], ...]
    undecoded: tuple[tuple[str, str], ...]
    mime: bytes

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.fields if key == name]

    def first(self, name: str) -> str:
        return next((value for key, value in self.fields if key == name), "")

    def people(self, *names: str) -> list["Person"]:
        """The addresses in the fields of these names; what cannot be read as an address is left out."""
        return _people([value for key, value in self.undecoded if key in names])

    def has(self, name: str) -> bool:
        return any(key == name for key, _ in self.fields)


class Person(Struct, frozen=True):
    """An address in a mail, and the name written with it ("" for none)."""

    address: str
    name: str = ""


def split(raw: bytes) -> tuple[Head, bytes]:
    """The head and the body of a mail. Any bytes will do; lines in the head that are no fields are skipped."""
    fields: list[tuple[bytes, bytearray]] = []
    body_at = len(raw)
    current: bytearray | None = None
    for line, start, end in _lines(raw):
        bare = line.rstrip(b"\r\n")
        if not bare:
            body_at = end
            break
        match = _FIELD.match(bare)
        if bare[:1] in (b" ", b"\t"):
            if current is not None:
                current += b" " + bare.strip()
        elif match is None:
            current = None
            if start and not fields:  # neither a field nor the mbox line that some stores put first: there is no head
                body_at = 0
                break
        else:
            current = bytearray(bare[match.end() :].strip())
            fields.append((match[1].lower(), current))
    kept = [(name, bytes(value[:FIELD_BYTES_MAX])) for name, value in fields if name in KNOWN][:FIELDS_MAX]
    undecoded = tuple((name.decode("ascii"), _one_line(value)) for name, value in kept)
    decoded = tuple((name, decode(value)) for name, value in undecoded)
    mime = b"".join(name + b": " + value + b"\n" for name, value in kept if name.startswith((b"content-", b"mime-")))
    return Head(fields=decoded, undecoded=undecoded, mime=mime), raw[body_at:]


def decode(text: str) -> str:
    """A header's value with its encoded words read; unknown charsets are replaced, everything stands on one line."""
    if "=?" in text and text.count("=?") <= ENCODED_WORDS_MAX:
        text = _words(text)
    return _BROKEN.sub(" ", text).strip()


def _one_line(value: bytes) -> str:
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        text = value.decode("cp1252", "replace")
    return _BROKEN.sub(" ", text).strip()


def _people(values: list[str]) -> list[Person]:
    try:
        pairs = getaddresses(values[:ADDRESSES_MAX])
    except (RecursionError, ValueError, IndexError):  # thousands of nested comments, and the like
        return []
    return [Person(address, decode(name)) for name, address in pairs if "@" in address][:ADDRESSES_MAX]


def identifiers(value: str) -> tuple[str, ...]:
    """The Message-IDs in a field."""
    return tuple(_IDENTIFIER.findall(value))


def moment(value: str) -> datetime | None:
    """The date in a Date field, aware, or None where it has none that can be read."""
    try:
        found = parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return found if found.tzinfo is not None else None


def _words(text: str) -> str:
    try:
        pieces = decode_header(text)
    except HeaderParseError:
        return text
    shown = []
    for piece, charset in pieces:
        if isinstance(piece, str):
            shown.append(piece)
            continue
        try:
            shown.append(piece.decode(charset or "latin-1", "replace"))
        except (LookupError, UnicodeError):
            shown.append(piece.decode("utf-8", "replace"))
    return "".join(shown)


def _lines(raw: bytes) -> Iterator[tuple[bytes, int, int]]:
    position = 0
    while position < len(raw):
        match = _LINE.match(raw, position)
        if match is None or match.end() == position:
            return
        yield match[0], position, match.end()
        position = match.end()
