"""From MIME to words: the texts in a mail that its writer may have typed, the likeliest first."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

from msgspec import Struct

from referee.mail.charsets import lines_of, text_of
from referee.mail.html_text import has_tags, lines_of_html, looks_like_html
from referee.mail.mime import children, undecoded

PARTS_MAX = 2000
BRANCHES_MAX = 100
TEXT_CHARS_MAX = 65_536
LINES_MAX = 2000
JOINED_MAX = 10
ATTACHMENTS_MAX = 3
REPAIRS_MAX = 4

PLAIN = "text/plain"
HTML = "text/html"

# Containers and enclosed mails; each of them can make a parser descend one level further.
_BRANCHES = re.compile(rb"boundary[ \t]*=|message/rfc822", re.IGNORECASE)
_QUOTE_MARKS = re.compile(r">+")
_BOUNDARY = re.compile(rb"^--([^\r\n]{1,70}?)[ \t]*\r{0,2}\n(?=content-)", re.IGNORECASE | re.MULTILINE)
_UNTYPED = ("application/octet-stream", "application/x-text", "text/x-unknown", "application/text")
_SEALED = {
    "application/ms-tnef": "winmail.dat",
    "application/vnd.ms-tnef": "winmail.dat",
    "multipart/encrypted": "encrypted",
    "application/pgp-encrypted": "encrypted",
    "application/pkcs7-mime": "encrypted",
    "application/x-pkcs7-mime": "encrypted",
}
_CONTENTS = {"image": "a picture", "audio": "a recording", "video": "a film"}
_ADVICE = {
    "winmail.dat": (
        'Your program packed the text into a file "winmail.dat" (Outlook\'s Rich Text), which only Outlook can open. '
        "Set the format of your mail to plain text, or to HTML, and send it again."
    ),
    "encrypted": "It is encrypted, or wrapped in its signature, and there is no key here. Please send it in the open.",
}


class TooDeep(Exception):
    """The mail has more containers than any mail that a person sends."""


class Text(Struct, frozen=True, kw_only=True):
    """A text of the mail: its media type and its lines. `whole`: it ended before the mail's bytes did. `clipped`: it
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
    tree = message_from_bytes(mime + b"\n" + body)
    for _ in range(REPAIRS_MAX):
        broken = next((part for part in _parts(tree) if _is_broken(part)), None)
        if broken is None:
            break
        _repair(broken)
    return tree


def texts(tree: Message, *, truncated: bool) -> tuple[Text, ...]:
    """The texts with something in them: the plain one, the HTML one, then text attachments.

    `truncated` says that the mail went on after the bytes that were parsed."""
    leaves = list(_leaves(tree))
    last = leaves[-1] if truncated and leaves else None
    found: list[Text] = []
    for kind in (PLAIN, HTML):
        own = [leaf for leaf in leaves if leaf.get_content_type() == kind and not _is_attachment(leaf)]
        found += _joined(own[:JOINED_MAX], last, attached=False)
    attached = [leaf for leaf in leaves if _is_attachment(leaf) and _may_be_text(leaf)]
    for leaf in attached[:ATTACHMENTS_MAX]:
        found += _joined([leaf], last, attached=True)
    return tuple(found)


def contents(tree: Message) -> tuple[str, ...]:
    """In words what the mail holds, for saying so where there is no text: `a picture`."""
    return tuple(dict.fromkeys(_CONTENTS.get(part.get_content_maintype(), "a file") for part in _leaves(tree)))


def advice(tree: Message) -> str | None:
    """What a person can do whose words are in a form that cannot be read; None when there is no such form."""
    for part in _parts(tree):
        name = str(part.get_filename(""))[:200].lower()
        sort = "winmail.dat" if name == "winmail.dat" else _SEALED.get(part.get_content_type())
        if sort is not None:
            return _ADVICE[sort]
    return None


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


def _parts(tree: Message) -> Iterator[Message]:
    """All parts, containers first. What stands inside an enclosed mail is that mail's, not this one's."""
    waiting = [tree]
    seen = 0
    while waiting and seen < PARTS_MAX:
        part = waiting.pop()
        seen += 1
        yield part
        if part.get_content_maintype() == "multipart":
            waiting += reversed(children(part))


def _leaves(tree: Message) -> Iterator[Message]:
    for part in _parts(tree):
        if not part.is_multipart() and part.get_content_maintype() != "message":
            yield part


def _is_broken(part: Message) -> bool:
    return part.get_content_maintype() == "multipart" and not part.is_multipart()


def _repair(part: Message) -> None:
    """Find the boundary that the part really has, where its header names none or another; else it is plain text."""
    raw = undecoded(part).encode("utf-8", "surrogateescape")
    boundary = _BOUNDARY.search(raw)
    del part["content-type"]
    if boundary is None:
        part["Content-Type"] = PLAIN
        return
    name = boundary[1].replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    again = message_from_bytes(b'Content-Type: multipart/mixed; boundary="' + name + b'"\n\n' + raw)
    if again.is_multipart():
        part["Content-Type"] = "multipart/mixed"
        part.set_payload(again.get_payload())
    else:
        part["Content-Type"] = PLAIN


def _is_attachment(part: Message) -> bool:
    disposition = part.get_content_disposition()
    return disposition == "attachment" or (disposition == "inline" and bool(part.get_filename()))


def _may_be_text(part: Message) -> bool:
    if part.get_content_type() in (PLAIN, HTML):
        return True
    return part.get_content_type() in _UNTYPED and str(part.get_filename("")).lower().endswith((".txt", ".text"))


def _joined(leaves: list[Message], last: Message | None, *, attached: bool) -> list[Text]:
    """Leaves of one sort as one text: programs cut a person's words in two where he put a picture."""
    said = [(leaf, text) for leaf in leaves if (text := text_of(leaf)[: TEXT_CHARS_MAX * 4]).strip()]
    whole = [pair for pair in said if pair[0] is not last]
    pages = [_lines_of(leaf, text) for leaf, text in whole or said]
    if not pages:
        return []
    lines = [line for page in pages for line in page[1]]
    return [
        Text(
            media_type=pages[0][0],
            lines=tuple(lines[:LINES_MAX]),
            whole=bool(whole),
            clipped=any(page[2] for page in pages) or len(lines) > LINES_MAX,
            attached=attached,
        )
    ]


def _lines_of(part: Message, text: str) -> tuple[str, list[str], bool]:
    """The media type that a text really has, its lines, and whether they are not all of it."""
    claimed = part.get_content_type()
    if (claimed == HTML and has_tags(text)) or (claimed != HTML and looks_like_html(text)):
        page = lines_of_html(text)
        return HTML, [line for one in page.lines for line in lines_of(one)], page.clipped
    lines = lines_of(text[:TEXT_CHARS_MAX].replace("&nbsp;", " "))  # left over where a program made plain text of HTML
    if str(part.get_param("format", "")).lower() == "flowed":
        lines = unflow(lines, delete_blank=str(part.get_param("delsp", "")).lower() == "yes")
    return PLAIN if claimed != HTML else HTML, lines, len(text) > TEXT_CHARS_MAX
