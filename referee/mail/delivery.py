"""Delivery reports (RFC 3464): what became of a mail, recipient by recipient."""

import re
from collections.abc import Iterator
from email.message import Message

from msgspec import Struct

from referee.mail.mime import children

FAILED = "failed"
DELAYED = "delayed"
FAILURES = frozenset({FAILED, DELAYED})
ARRIVED = frozenset({"delivered", "relayed", "expanded"})
RECIPIENTS_MAX = 100
FIELD_CHARS_MAX = 1000

_TYPES = ("message/delivery-status", "message/global-delivery-status")
_STATUS = re.compile(r"[245]\.[0-9]{1,3}\.[0-9]{1,3}")
_ADDRESS = re.compile(r"[^\s<>@;,\"()]{1,64}@[^\s<>@;,\"()]{1,255}")


class DeliveryStatus(Struct, frozen=True, kw_only=True):
    """What is said of one recipient: `action` in lower case ("failed", "delayed", "delivered", ...), his address and
    the status ("" where they are missing), and the other server's own words."""

    action: str
    recipient: str
    status: str
    words: str


def delivery_statuses(tree: Message) -> tuple[DeliveryStatus, ...]:
    """What a delivery report says, none for other mail."""
    found: list[DeliveryStatus] = []
    for part in _reports(tree):
        for group in children(part)[: RECIPIENTS_MAX + 1]:
            if action := _field(group, "action").lower().split(maxsplit=1):
                found.append(
                    DeliveryStatus(
                        action=_action(action[0]),
                        # The address that we wrote to, not the one that his server sends his mail on to.
                        recipient=_address(group, "original-recipient", "final-recipient", "x-actual-recipient"),
                        status=status_in(_field(group, "status")),
                        words=_field(group, "diagnostic-code"),
                    )
                )
    return tuple(found[:RECIPIENTS_MAX])


def address_in(text: str) -> str:
    """The first mail address in a text, or ""."""
    found = _ADDRESS.search(text[:FIELD_CHARS_MAX])
    return found[0].strip(".:'`") if found else ""


def status_in(text: str) -> str:
    """The first enhanced status (5.1.1) in a text, or ""."""
    found = re.search(rf"(?<![\w.]){_STATUS.pattern}(?![\w.]*\.\d)", text[:FIELD_CHARS_MAX])
    return found[0] if found else ""


def _reports(tree: Message) -> Iterator[Message]:
    """The parts of this mail that report; not those of a mail enclosed in it."""
    if tree.get_content_type() in _TYPES:
        yield tree
    if tree.get_content_maintype() == "multipart":
        yield from (part for part in children(tree) if part.get_content_type() in _TYPES)


def _action(word: str) -> str:
    """The action that a word stands for: some mail systems have words of their own, like `error`."""
    if word.startswith(("fail", "error")):
        return FAILED
    return DELAYED if word.startswith("delay") else word


def _address(group: Message, *names: str) -> str:
    for name in names:
        value = _field(group, name)
        address = address_in(value.partition(";")[2] or value)
        if address:
            return address
    return ""


def _field(group: Message, name: str) -> str:
    return " ".join(str(group.get(name, ""))[:FIELD_CHARS_MAX].split())
