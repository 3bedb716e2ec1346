"""The parts of a MIME tree as they stand, asked for so that nonsense in a header breaks nothing."""

from email.message import Message


def children(part: Message) -> list[Message]:
    """The parts within a part, none where it is no container."""
    held = part.get_payload() if part.is_multipart() else []
    return [child for child in held if isinstance(child, Message)] if isinstance(held, list) else []


def undecoded(part: Message) -> str:
    """What stands in a part, before its transfer encoding is undone; "" for a container."""
    try:
        payload = part.get_payload()
    except (TypeError, ValueError):  # its charset is no name at all, by which the library reads it even so
        payload = None
    return payload if isinstance(payload, str) else ""
