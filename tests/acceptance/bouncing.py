"""Bounces of the mails of a desk, in the shapes in which mail systems write them."""

from email.message import EmailMessage

from referee.store import outgoing
from referee.store.outgoing import MailState, QueuedMail
from tests.acceptance.at_the_desk import REFEREE, Table, address_of

_NOTICE = "Return-Path: <>\nDelivered-To: {to}\nFrom: MAILER-DAEMON@mx.example.net\nTo: {to}\nSubject: failure notice\n"


def sent(table: Table) -> None:
    """The outbox sends all that is due."""
    with table.store.transaction():
        for mail in outgoing.due(table.store, table.now):
            outgoing.sent(table.store, mail.id, now=table.now)


def states(table: Table, name: str) -> list[tuple[str, str]]:
    """Kind and state of each mail to the wizard's player, the oldest first."""
    return [
        (m.kind, m.state.value) for m in outgoing.listing(table.store, MailState) if m.recipient == address_of(name)
    ]


def last_report(table: Table, name: str, *, game: int = 1) -> QueuedMail:
    """The last mail to the wizard's player that asks for orders in that game."""
    listed = [m for m in outgoing.listing(table.store, MailState) if m.recipient == address_of(name)]
    number = [m.id for m in listed if m.kind in ("invitation", "report") and m.game == game][-1]
    found = outgoing.mail(table.store, number)
    assert found is not None
    return found


def report(mail: QueuedMail, *, status: str = "5.1.1", action: str = "failed", to: str | None = None) -> bytes:
    """A delivery report on a mail of the desk's."""
    return delivery_report(
        mail.raw, recipient=mail.recipient, to=to or mail.envelope_from, status=status, action=action
    )


def delivery_report(raw: bytes, *, recipient: str, to: str, status: str, action: str) -> bytes:
    """A delivery report (RFC 3464) with the mail's head, as most systems write it."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].decode()
    return (
        _NOTICE.format(to=to)
        + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        + "--b\nContent-Type: text/plain\n\nIt could not be delivered.\n"
        + "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n"
        + f"Final-Recipient: rfc822; {recipient}\nAction: {action}\nStatus: {status}\n\n"
        + f"--b\nContent-Type: text/rfc822-headers\n\n{head}\n\n--b--\n"
    ).encode()


def words(mail: QueuedMail, text: str, *, to: str | None = None) -> bytes:
    """A bounce in plain words without any copy."""
    return f"{_NOTICE.format(to=to or mail.envelope_from)}\n<{mail.recipient}>:\n{text}\n".encode()


def corpus(raw: bytes, mail: QueuedMail) -> bytes:
    """A bounce of the collection as if it were one of this mail: its addresses and the Message-ID are put in."""
    for line in raw.splitlines():
        if line.lower().startswith(b"message-id:") and b"@duel.example.org" in line:
            raw = raw.replace(line.partition(b":")[2].strip(), mail.message_id.encode())
    raw = raw.replace(b"<17.3.report@duel.example.org>", mail.message_id.encode())
    raw = raw.replace(b"zed@example.net", mail.recipient.encode())
    head, blank, body = raw.partition(b"\n\n")
    return head.replace(REFEREE.encode(), mail.envelope_from.encode()) + blank + body


def plain(sender: str, to: str, text: str, **fields: str) -> EmailMessage:
    """A mail that is no answer."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, fields.get("subject", "hello")
    mail.set_content(text)
    return mail
