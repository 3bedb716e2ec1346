"""What sort of mail it is: a person's, or one that a program sent by itself (RFC 3834), a bounce or a loop."""

import re
from email.message import Message
from enum import StrEnum

from msgspec import Struct

from referee.mail.head import Head

MARKED_CHARS_MAX = 200


class Kind(StrEnum):
    """What a mail is. Only a `message` gives orders; besides it only `no text` and `too big` may be answered."""

    MESSAGE = "message"
    AUTO_REPLY = "auto-reply"
    BOUNCE = "bounce"
    LOOP = "loop"
    NO_TEXT = "no text"
    TOO_BIG = "too big"


class Verdict(Struct, frozen=True):
    """The kind, and why in a sentence ("" for a person's mail)."""

    kind: Kind
    why: str = ""


_ROBOTS = re.compile(r"(mailer-daemon|postmaster|mail-daemon|mdaemon)(\+.*)?@.*", re.IGNORECASE)
_LIST_FIELDS = ("list-id", "list-post", "list-unsubscribe", "list-help")
_AUTO_FIELDS = ("x-autoreply", "x-autorespond", "x-autorespond-from")
_AUTO_SUBJECT = re.compile(
    r"(?:auto(?:matic|matische|matisch)?[ -]?(?:reply|response|antwort)|automatische (?:antwort|abwesenheits)|"
    r"out of (?:the )?office|autoreply|abwesenheits(?:notiz|nachricht|meldung|assistent)"
    r"|r[ée]ponse automatique|respuesta autom[áa]tica"
    r"|risposta automatica|resposta autom[áa]tica|autosvar|automatisch antwoord|odpowied[źz] automatyczna)\b",
    re.IGNORECASE,
)


def classify(head: Head, tree: Message, *, referee: str) -> Verdict:
    """What the mail is by its head and its MIME tree; `referee` is our own address ("" when it is not known).

    Whether there is text in it is not decided here: a person's mail comes out as `message`."""
    for rule in (_own_mail, _report, _robot, _calendar, _automatic, _listed):
        verdict = rule(head, tree, referee.lower())
        if verdict is not None:
            return verdict
    return Verdict(Kind.MESSAGE)


def _own_mail(head: Head, tree: Message, referee: str) -> Verdict | None:
    if not referee:
        return None
    if any(referee in value.lower().split() for value in head.all("x-loop")):
        return Verdict(Kind.LOOP, "It passed through the referee before (X-Loop).")
    if any(_base(person.address) == referee for person in head.people("from", "sender")):
        return Verdict(Kind.LOOP, "It says that the referee wrote it.")
    return None


def _report(head: Head, tree: Message, referee: str) -> Verdict | None:
    """Delivery reports, of which only failures and delays are bounces, and receipts that it was read."""
    content = tree.get_content_type()
    sort = str(tree.get_param("report-type", "")).lower()
    if content == "multipart/report" and sort == "disposition-notification":
        return Verdict(Kind.AUTO_REPLY, "It is a receipt that a mail was read.")
    actions = _actions(tree)
    if actions and not actions & {"failed", "delayed"}:
        return Verdict(Kind.AUTO_REPLY, "It reports that a mail arrived.")
    if (
        actions
        or (content == "multipart/report" and sort in ("", "delivery-status"))
        or head.has("x-failed-recipients")
    ):
        return Verdict(Kind.BOUNCE, "It reports that a mail could not be delivered.")
    return None


def _actions(tree: Message) -> set[str]:
    """What a delivery report says was done (RFC 3464), for all its recipients."""
    if tree.get_content_type() == "multipart/report" and isinstance(parts := tree.get_payload(), list):
        for part in parts:
            if isinstance(part, Message) and part.get_content_type() == "message/delivery-status":
                groups = part.get_payload()
                if isinstance(groups, list):
                    said = [str(group.get("action", "")) for group in groups if isinstance(group, Message)]
                    return {action.strip().lower() for action in said if action}
    return set()


def _robot(head: Head, tree: Message, referee: str) -> Verdict | None:
    if any(_ROBOTS.fullmatch(person.address[:MARKED_CHARS_MAX]) for person in head.people("from")):
        return Verdict(Kind.BOUNCE, "A mail system wrote it, not a person.")
    return None


def _calendar(head: Head, tree: Message, referee: str) -> Verdict | None:
    types = {part.get_content_type() for part in tree.walk()} if tree.is_multipart() else {tree.get_content_type()}
    if "text/calendar" in types:
        return Verdict(Kind.AUTO_REPLY, "It is a calendar's answer.")
    if "text/vnd.google.email-reaction+json" in types:
        return Verdict(Kind.AUTO_REPLY, "It is a reaction, not a letter.")
    return None


def _listed(head: Head, tree: Message, referee: str) -> Verdict | None:
    field = next((name for name in _LIST_FIELDS if head.has(name)), None)
    if field is not None:
        return Verdict(Kind.LOOP, f"It came through a mailing list ({field}).")
    if head.first("precedence").lower() in ("bulk", "list"):
        return Verdict(Kind.LOOP, f"It is mail for many (Precedence: {head.first('precedence')[:20]}).")
    return None


def _automatic(head: Head, tree: Message, referee: str) -> Verdict | None:
    submitted = head.first("auto-submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return Verdict(Kind.AUTO_REPLY, f"A program sent it by itself (Auto-Submitted: {submitted[:40]}).")
    field = next((name for name in _AUTO_FIELDS if head.has(name)), None)
    if field is not None or head.first("precedence").lower() in ("junk", "auto_reply"):
        return Verdict(Kind.AUTO_REPLY, f"A program sent it by itself ({field or 'Precedence'}).")
    if _AUTO_SUBJECT.match(head.first("subject")[:MARKED_CHARS_MAX]):
        return Verdict(Kind.AUTO_REPLY, "Its subject is that of an automatic answer.")
    return None


def _base(address: str) -> str:
    """The address without its detail, in lower case: a+b@c -> a@c."""
    local, _, host = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"
