"""From bytes to characters: charsets as claimed, as they really are, or as well as can be; and lines of text."""

import binascii
import codecs
import quopri
import re
from email.message import Message

from referee.mail.mime import undecoded

# Codecs that are no charsets of mail, or slow on hostile input.
_NO_CHARSETS = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})
_INVISIBLE = re.compile("[\x00\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]")
_HALVES = re.compile("[\ud800-\udfff]")  # of characters: UTF-7 can hold them, and nobody can store them
_LINE_ENDS = re.compile("\r{0,3}\n|\r|\u2028|\u2029|\x0b|\x0c|\x85")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What programs write where they mean a larger charset, and names that Python does not know.
_MEANT = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
}
_NICKNAMES = {
    "x-sjis": "cp932",
    "x-gbk": "gb18030",
    "x-mac-roman": "mac-roman",
    "macintosh": "mac-roman",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "ks_c_5601-1987": "cp949",
    "unicode": "utf-16",
    "windows-874": "cp874",
    "ansi": "cp1252",
}
_DOUBLE_BYTE = frozenset({"gb18030", "cp932", "big5hkscs", "cp949", "euc_jp", "johab", "hz"})
_META = re.compile(rb"<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}[\"']?\s{0,5}([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_HEAD_BYTES = 4096
_SNIFFED_BYTES = 4096
_NUL_SHARE = 0.3  # of every second byte, in UTF-16 of the Western world
_BASE64_TEXT = re.compile(rb"[A-Za-z0-9+/]{16,}={0,2}")
_SOFT_BREAK = re.compile(rb"=[ \t]{0,3}\r{0,2}\n")
_QUOTED_BYTE = re.compile(rb"=[0-9A-F]{2}")


def decode(data: bytes, charset: str | None) -> str:
    """`data` as text: by its byte order mark, as claimed, as UTF-8, or else as Windows-1252, which reads anything."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    wide = _wide(data)
    if wide is not None:
        return data.decode(wide, "replace")
    claimed = _codec(charset)
    for name in _order(claimed):
        try:
            return data.decode(name)
        except (UnicodeError, ValueError):
            continue
    if claimed is not None and claimed != "utf-8":
        return data.decode(claimed, "replace")
    return data.decode("cp1252", "replace")


def lines_of(text: str) -> list[str]:
    """Text as lines: any line end, nothing invisible in them."""
    return _LINE_ENDS.split(_INVISIBLE.sub("", text))


def text_of(part: Message) -> str:
    """The text of a MIME part, whatever its headers claim; "" where it holds none."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    data = _undone(part, data)
    charset = part.get_param("charset")
    name = charset[2] if isinstance(charset, tuple) else charset
    claimed = name.strip(" \"'") if isinstance(name, str) else ""
    if not claimed and part.get_content_subtype() == "html" and (meta := _META.search(data[:_HEAD_BYTES])):
        claimed = meta[1].decode("ascii")
    return _INVISIBLE.sub("", _HALVES.sub("\ufffd", decode(data, claimed or None)))


def _undone(part: Message, data: bytes) -> bytes:
    """The bytes with the transfer encoding undone that they really have, where the header claims another one."""
    claimed = str(part.get("content-transfer-encoding", "")).strip().lower()
    if claimed == "base64":
        plain = undecoded(part)
        if ":" in plain or " " in plain.strip():  # no base64 has these: it was never encoded
            return plain.encode("utf-8", "surrogateescape")
        return data
    if claimed in ("quoted-printable", "uuencode", "x-uuencode", "uue", "x-uue"):
        return data
    if _SOFT_BREAK.search(data) and _QUOTED_BYTE.search(data):
        return quopri.decodestring(data)
    bare = b"".join(data.split())
    if len(bare) % 4 == 0 and b" " not in data.strip() and _BASE64_TEXT.fullmatch(bare):
        try:
            undone = binascii.a2b_base64(bare)
            undone.decode("utf-8")
        except ValueError:
            return data
        return undone if b"\n" in undone else data
    return data


def _order(claimed: str | None) -> tuple[str, ...]:
    """The charsets to try: UTF-8 first, as text in a one-byte charset is hardly ever UTF-8 by chance."""
    if claimed is None:
        return ("utf-8",)
    if claimed in _DOUBLE_BYTE or not _one_byte(claimed):
        return (claimed, "utf-8")
    return ("utf-8", claimed)


def _one_byte(name: str) -> bool:
    return name.startswith(("cp", "iso8859", "koi8", "mac")) or name in ("tis-620", "ptcp154", "kz1048", "hp-roman8")


def _wide(data: bytes) -> str | None:
    """UTF-16 without a byte order mark, told by its NULs."""
    sample = data[: _SNIFFED_BYTES - _SNIFFED_BYTES % 2]
    half = len(sample) // 2
    if half < 4:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > half * _NUL_SHARE and even < odd / 8:
        return "utf-16-le"
    return "utf-16-be" if even > half * _NUL_SHARE and odd < even / 8 else None


def _codec(charset: str | None) -> str | None:
    """Python's name of the charset that was meant, None where there is none."""
    if charset is None:
        return None
    name = _NICKNAMES.get(charset.strip().lower(), charset)
    try:
        found = codecs.lookup(name)
    except (LookupError, ValueError, UnicodeError):
        return None
    if not found._is_text_encoding or found.name.replace("_", "-") in _NO_CHARSETS:
        return None
    meant = _MEANT.get(found.name, found.name)
    # Wide charsets were told by their mark or their NULs already; what is left was only called so.
    return None if meant.startswith(("utf-16", "utf-32")) else meant
