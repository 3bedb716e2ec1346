"""A mail of ours once more: word for word, and yet one that no server takes for the first come twice."""

import re
from datetime import datetime
from email.utils import format_datetime
from typing import Final

_PURPOSE_CHARS_MAX: Final = 60  # of what stands before the @ after the last full stop
_END: Final = b"\r\n\r\n"


def another_id(message_id: str, number: int) -> str:
    """The Message-ID of the copy of that number: what the first one proves, in it or in a reply to it, so does this."""
    local, _, host = message_id.rpartition("@")
    head, dot, purpose = local.rpartition(".")
    mark = f"-again{number}"
    return f"{head}{dot}{purpose[: _PURPOSE_CHARS_MAX - len(mark)]}{mark}@{host}"


def once_more(raw: bytes, message_id: str, *, now: datetime) -> bytes:
    """The mail with that Message-ID and date. ValueError where it is none that we made."""
    head, end, body = raw.partition(_END)
    for name, value in ((b"Message-ID", message_id), (b"Date", format_datetime(now))):
        line = name + b": " + value.encode("ascii")
        field = rb"^" + name + rb":[^\r]*(?:\r\n[ \t][^\r]*)*"
        head, found = re.subn(field, line.replace(b"\\", rb"\\"), head, flags=re.MULTILINE)
        if found != 1:
            raise ValueError(f"a mail of ours without one {name.decode()}")
    return head + end + body
