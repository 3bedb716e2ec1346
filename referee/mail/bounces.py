"""Bounces: whose mail came back, why, and whether it is worth while to try again."""

import logging
import re
from email.message import Message

from flufl.bounce import all_failures
from msgspec import Struct
from msgspec.structs import replace

from referee.mail.charsets import text_of
from referee.mail.delivery import (
    DELAYED,
    FAILED,
    FAILURES,
    DeliveryStatus,
    address_in,
    delivery_statuses,
    status_in,
)
from referee.mail.head import Head, identifiers
from referee.mail.html_text import lines_of_html
from referee.mail.mime import undecoded

NOTICE_CHARS_MAX = 8_000
SCANNED_CHARS_MAX = 16_384
SCANNED_LINES_MAX = 300
SCANNED_PARTS_MAX = 20
IDENTIFIER_CHARS_MAX = 1000
SCANNED_FIELD_CHARS_MAX = 1000

# It logs a traceback wherever one of its readers stumbles, which any mail could make happen.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)

# Below such a line the mail that came back begins; its addresses and numbers are nobody's fault.
_COPY = re.compile(
    r"^[ \t>]*(?:-{2,}.{0,80}(?:copy|original|returned|message|nachricht|headers?).{0,80}$|"
    r"(?:return-path|received|from|date|message-id): )",
    re.IGNORECASE | re.MULTILINE,
)
_BACK_LATER = re.compile(
    r"(?:delayed|delay(?:ed)? (?:in )?deliver|not yet been delivered|could not (?:yet )?be delivered (?:yet|so far)|"
    r"(?:will|still|being|be) (?:be )?(?:re-?tri|retry)|warning only|"
    r"(?:do not|don't|no) need to (?:re-?send|retry)|temporar(?:y|ily)|deferred|try again later|verzögert)",
    re.IGNORECASE,
)
# What a mail system says that still tries, or that has only something to tell.
_STILL_TRYING = re.compile(
    r"(?:not yet been delivered|could not (?:yet )?be delivered (?:yet|so far)|warning only|attempts will continue|"
    r"(?:will|still|being|be) (?:be )?(?:re-?tri|retry)|(?:do not|don't|no) need to (?:re-?send|retry)|"
    r"delay reason|delivery is delayed|\(delayed\)|verzögert)",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"(?:unable to|could ?n[o']t|cannot|can't|was not|were not|did not|not be|has not been) (?:be )?"
    r"(?:deliver|arrive|sent)|undeliver|fail(?:ed|ure)|returned (?:mail|to sender)|rejected|unknown|no such|"
    r"unzustellbar|unbekannt",
    re.IGNORECASE,
)
_FOR_GOOD = re.compile(
    r"(?:failed (?:for good|permanently)|permanent (?:error|failure|fatal)|given up|giving up|gave up|"
    r"could not be delivered to one or more)",
    re.IGNORECASE,
)
_FULL = re.compile(
    r"(?:mailbox|inbox|quota|postfach|storage|account).{0,40}(?:full|exceed|exhaust|over|voll|limit)|over ?quota|"
    r"(?:exceed|full|over).{0,30}(?:quota|mailbox|storage)",
    re.IGNORECASE,
)
_REPLY_CODE = re.compile(r"(?<![\w.])([45])[0-9]{2}(?=[ -](?!\d{1,3}\.\d))|(?<![\w.])([45])[0-9]{2}(?=[ -])")
_FULL_STATUS = re.compile(r"[45]\.2\.2")
_SENDERS_FAULT = ("5.1.7", "5.1.8")
_NO_SUCH_MAILBOX = (550, 551, 553)
_VAGUE = ("5.0.0", "4.0.0", "")
_MESSAGE_ID = re.compile(
    r"^[ \t>|]*(?:x-)?(?:original-)?message-id:\s{0,4}(<[^<>\s]{1,248}>)", re.IGNORECASE | re.MULTILINE
)


class Bounce(Struct, frozen=True, kw_only=True):
    """Whose mail came back: his address ("" where nobody can tell), the status as `5.1.1` ("" where none is given), and
    whether it is `hard`: no later mail will arrive either. `given_up`: it says that the mail at hand will not arrive;
    a notice of a delay, or one that reports no failure, does not. `returned`: the Message-ID of the mail that came
    back, "" where it is not told. Nothing of it is proved; a token in the address that it came to (a mark with
    `bounce`) proves whose mail it was."""

    recipient: str
    status: str
    hard: bool
    given_up: bool = True
    returned: str = ""


def bounce(head: Head, tree: Message) -> Bounce:
    """What a bounce says: in its delivery report if it has one, else in X-Failed-Recipients and its words, else as
    flufl.bounce knows the formats of old. Bounded in time, whatever the mail."""
    notice = _notice(tree)
    said = sorted(
        (status for status in delivery_statuses(tree) if status.action in FAILURES),
        key=lambda status: status.action != FAILED,
    )
    found = _reported(said[0], head, notice) if said else _told(head, tree, notice)
    return replace(found, returned=_returned(tree))


def _reported(said: DeliveryStatus, head: Head, notice: str) -> Bounce:
    status = said.status or status_in(said.words)
    recipient = said.recipient or address_in(head.first("x-failed-recipients")) or _named(notice)
    given_up = said.action != DELAYED
    hard = given_up and is_hard(status, said.words or notice, said.words)
    return Bounce(recipient=recipient, status=status, hard=hard, given_up=given_up)


def _told(head: Head, tree: Message, notice: str) -> Bounce:
    """A bounce without a delivery report."""
    status = status_in(notice)
    failed, named = address_in(head.first("x-failed-recipients")), _named(notice)
    known = "" if failed or (named and status) else _known_format(head, tree)
    found = _REPLY_CODE.search(notice)
    code = found[0] if found else ""
    evidence = bool(status or code or failed or known or _FAILURE.search(f"{head.first('subject')[:200]}\n{notice}"))
    return Bounce(
        recipient=failed or named or known,
        status=status,
        hard=is_hard(status, notice, code),
        given_up=evidence and not status.startswith("2") and not _tries_on(notice),
    )


def _tries_on(notice: str) -> bool:
    return _STILL_TRYING.search(notice) is not None and _FOR_GOOD.search(notice) is None


def is_about_recipient(code: int, words: str, *, at_recipient: bool) -> bool:
    """Whether a server's refusal (its reply code and words) is about the recipient, not about us or the mail.

    `at_recipient`: it was the answer to RCPT; there a plain 550 without a status is taken for such, unless it speaks of
    relaying."""
    status = status_in(words)
    if status:
        return status.startswith(("5.1.", "5.2.")) and status not in _SENDERS_FAULT
    return at_recipient and code in _NO_SUCH_MAILBOX and "relay" not in words.lower()


def is_hard(status: str, words: str, code: str) -> bool:
    """As the status says; but a full mailbox will be emptied one day, whatever its class."""
    if _FULL_STATUS.fullmatch(status) or (status in _VAGUE and _FULL.search(words)):
        return False
    if status:
        return status.startswith("5")
    if _FOR_GOOD.search(words):
        return True
    if _BACK_LATER.search(words):
        return False
    return not code.startswith("4")


def _notice(tree: Message) -> str:
    """The notice's own words: its first text, without the copy of the mail that came back."""
    for part in tree.walk():
        if part.get_content_maintype() == "message":
            break
        if part.get_content_type() in ("text/plain", "text/html"):
            text = text_of(part)[:NOTICE_CHARS_MAX]
            if part.get_content_type() == "text/html":
                text = "\n".join(lines_of_html(text).lines)
            if text.strip():
                copy = _COPY.search(text)
                return text[: copy.start()] if copy and copy.start() else text
    return ""


def _returned(tree: Message) -> str:
    """The Message-ID of the mail that came back: from the copy that is enclosed whole, by its head, or as text, or from
    the report on it."""
    for count, part in enumerate(tree.walk()):
        if count > SCANNED_PARTS_MAX:
            break
        if count and part.get_content_maintype() != "multipart" and "message-id" in part:
            return "".join(identifiers(str(part["message-id"])[:IDENTIFIER_CHARS_MAX])[:1])
        words = "".join(f"{name}: {value}\n" for name, value in part.items()) if count else ""
        if not part.is_multipart():
            words += text_of(part)[:SCANNED_CHARS_MAX]
        if found := _MESSAGE_ID.search(words):
            return found[1]
    return ""


def _named(notice: str) -> str:
    """The address that a notice is about: the first one on a line that begins with it, else the first of all."""
    for line in notice.splitlines():
        bare = line.strip(" \t<>:*-'\"")
        address = address_in(bare)
        if address and bare.startswith(address):
            return address
    return address_in(notice)


def _known_format(head: Head, tree: Message) -> str:
    """The address by flufl.bounce. It searches line by line with many patterns: only a small mail is shown to it."""
    if not _is_small(tree) or not head.people("from"):
        return ""
    for part in tree.walk():
        for name, value in part.items():
            if not isinstance(value, str):  # bytes outside ASCII, which the readers of formats do not expect
                del part[name]
    for name in ("from", "to", "subject"):
        if name not in tree:  # the tree holds what MIME needs of the head; the formats are told by these as well
            tree[name] = head.first(name)
    try:
        temporary, permanent = all_failures(tree)
    except Exception:  # noqa: BLE001 -- whatever a format's reader stumbles over, it does not know the mail
        return ""
    found = sorted(permanent or temporary)
    return address_in(found[0].decode("ascii", "replace")) if found else ""


def _is_small(tree: Message) -> bool:
    size = lines = 0
    for count, part in enumerate(tree.walk()):
        text = undecoded(part)
        fields = [len(str(value)) for value in part.values()]
        size, lines = size + len(text) + sum(fields), lines + text.count("\n") + len(fields)
        if (
            size > SCANNED_CHARS_MAX
            or lines > SCANNED_LINES_MAX
            or count > SCANNED_PARTS_MAX
            or max(fields, default=0) > SCANNED_FIELD_CHARS_MAX
        ):
            return False
    return True
