"""Outgoing mail: the one door for header values, and a mail's bytes as a pure function of what it says."""

import hashlib
import quopri
import re
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from typing import Literal

from msgspec import Struct

VALUE_CHARS_MAX = 200
LINE_CHARS_MAX = 76
REFERENCES_MAX = 12
LOCAL_CHARS_MAX = 64
ADDRESS_CHARS_MAX = 254
# "+b.", a game of nine digits, a seat of two, a turn of four, a token of sixteen, and the dots between them.
SUB_ADDRESS_CHARS_MAX = 37
_CRLF = b"\r\n"

# Control characters, line and paragraph separators, and the marks that turn the direction of text around.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*"
)
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,248}>")
_FILE_NAME = re.compile(r"[A-Za-z0-9._-]{1,60}")
_ATOMS = re.compile(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]+")


class Mailbox(Struct, frozen=True):
    """An address, with the name of the person behind it ("" for none)."""

    address: str
    name: str = ""


class Attachment(Struct, frozen=True):
    """A text that is sent along as a file of that name (ASCII, without blanks or quotes)."""

    name: str
    text: str


class Outgoing(Struct, frozen=True, kw_only=True):
    """All that a mail says. `references` are the Message-IDs of the conversation, oldest first; `date` is aware;
    `unsubscribe` is the address for those who want no more of its kind."""

    sender: Mailbox
    to: Mailbox
    subject: str
    text: str
    html: str | None = None
    attachments: tuple[Attachment, ...] = ()
    date: datetime
    message_id: str
    reply_to: str | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    auto_submitted: Literal["auto-generated", "auto-replied"]
    bulk: bool = False
    unsubscribe: str | None = None


def clean(value: str, limit: int = VALUE_CHARS_MAX) -> str:
    """`value` as it may stand in a header: one line, no control or direction marks, no encoded words, clipped."""
    text = _UNSAFE.sub(" ", value[: 4 * limit])
    while "=?" in text:
        text = text.replace("=?", "= ?")
    return " ".join(text.split())[:limit].rstrip()


def is_address(text: str) -> bool:
    """Whether `text` is a plain address that can be written to: ASCII, no comments, no quotes, of a sane length."""
    fits = len(text) <= ADDRESS_CHARS_MAX and len(text.partition("@")[0]) <= LOCAL_CHARS_MAX
    return fits and _ADDRESS.fullmatch(text) is not None


def base_address(address: str) -> str:
    """The address without what follows a plus, in small letters: a+b@c -> a@c."""
    local, _, host = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"


def sub_address_room(address: str) -> int:
    """How many characters the local part of `address` may still grow beside the longest sub-address."""
    return LOCAL_CHARS_MAX - SUB_ADDRESS_CHARS_MAX - len(address.partition("@")[0])


def build(mail: Outgoing) -> bytes:
    """The mail in 7-bit bytes with CRLF, the same for the same `Outgoing`. Raises ValueError for bad addresses."""
    said = _part("plain", mail.text)
    if mail.html is not None:
        said = _parts("alternative", said, _part("html", mail.html))
    if mail.attachments:
        said = _parts("mixed", said, *map(_attached, mail.attachments))
    return b"".join([*_fields(mail), said])


def _fields(mail: Outgoing) -> list[bytes]:
    fields = [
        _field("From", _mailbox("From", mail.sender)),
        _field("To", _mailbox("To", mail.to)),
        _field("Subject", _words("Subject", clean(mail.subject))),
        _field("Date", format_datetime(mail.date)),
        _field("Message-ID", _identifier(mail.message_id)),
    ]
    if mail.reply_to is not None:
        _require_address(mail.reply_to)
        fields.append(_field("Reply-To", mail.reply_to))
    if mail.in_reply_to is not None and _MESSAGE_ID.fullmatch(mail.in_reply_to):
        fields.append(_field("In-Reply-To", mail.in_reply_to))
    known = [one for one in mail.references if _MESSAGE_ID.fullmatch(one)]
    if known:
        fields.append(_field("References", "\r\n ".join(_thinned(known))))
    fields += [_field("Auto-Submitted", mail.auto_submitted), _field("X-Auto-Response-Suppress", "All")]
    if mail.bulk:
        fields.append(_field("Precedence", "bulk"))
    if mail.unsubscribe is not None:
        _require_address(mail.unsubscribe)
        # Never with List-Unsubscribe-Post: that asks for one click, and such clicks are made by scanners as well.
        fields.append(_field("List-Unsubscribe", f"<mailto:{mail.unsubscribe}>"))
    return [*fields, _field("X-Loop", mail.sender.address), _field("MIME-Version", "1.0")]


def _field(name: str, value: str) -> bytes:
    return f"{name}: {value}\r\n".encode("ascii")


def _part(subtype: str, text: str, more: str = "") -> bytes:
    body = quopri.encodestring(text.replace("\r\n", "\n").encode("utf-8", "replace")).rstrip(b"\n") + b"\n"
    head = f'Content-Type: text/{subtype}; charset="utf-8"\r\n{more}Content-Transfer-Encoding: quoted-printable\r\n\r\n'
    return head.encode("ascii") + body.replace(b"\n", _CRLF)


def _attached(file: Attachment) -> bytes:
    if not _FILE_NAME.fullmatch(file.name):
        raise ValueError(f"not a name for an attached file: {file.name!r}")
    return _part("plain", file.text, f'Content-Disposition: attachment; filename="{file.name}"\r\n')


def _parts(subtype: str, *parts: bytes) -> bytes:
    # In quoted-printable a bare "=_" cannot occur, and parts within parts have boundaries made of what is in them:
    # so this can be no line of any part.
    boundary = b"=_" + hashlib.sha256(b"".join(parts)).hexdigest()[:32].encode()
    rule = b"--" + boundary
    head = f'Content-Type: multipart/{subtype};\r\n boundary="'.encode() + boundary + b'"\r\n'
    pieces = [piece for part in parts for piece in (rule, _CRLF, part, _CRLF)]
    return b"".join([head, _CRLF, *pieces, rule, b"--", _CRLF])


def _words(name: str, value: str) -> str:
    """`value` (already clean) folded, and as encoded words where it is not ASCII."""
    charset = "us-ascii" if value.isascii() else "utf-8"
    return Header(value, charset, maxlinelen=LINE_CHARS_MAX, header_name=name).encode(linesep="\r\n")


def _mailbox(name: str, box: Mailbox) -> str:
    _require_address(box.address)
    display = clean(box.name, 80)
    if not display:
        return box.address
    if not display.isascii():
        shown = _words(name, display)
    elif _ATOMS.fullmatch(display):
        shown = display
    else:
        shown = '"' + display.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{shown}\r\n <{box.address}>"


def _require_address(address: str) -> None:
    if not is_address(address):
        raise ValueError(f"not an address that can be written to: {address!r}")


def _identifier(message_id: str) -> str:
    if not _MESSAGE_ID.fullmatch(message_id):
        raise ValueError(f"not a Message-ID: {message_id!r}")
    return message_id


def _thinned(identifiers: list[str]) -> list[str]:
    """The first Message-ID of a conversation (it holds the thread together) and the latest ones."""
    if len(identifiers) <= REFERENCES_MAX:
        return identifiers
    return [identifiers[0], *identifiers[1 - REFERENCES_MAX :]]
