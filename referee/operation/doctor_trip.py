"""The doctor writes to himself: a mail to our own address and one to it with a plus, there and back."""

import imaplib
import re
import smtplib
import time
from collections.abc import Iterator, Set
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime
from typing import Final

from msgspec import Struct

from referee.config import Box
from referee.operation.doctor_mail import inbox, outbox, quoted, said
from referee.operation.findings import Finding, fault, skipped, warning, well

BETWEEN_LOOKS_SECONDS: Final = 0.5
CLOCKS_APART_MAX: Final = timedelta(minutes=2)
_DELIVERED: Final = ("Delivered-To", "X-Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To")
_DKIM_TAG: Final = re.compile(r"(?:^|;)\s*([ds])\s*=\s*([^;\s]+)")
_ARRIVED: Final = re.compile(rb'INTERNALDATE "([^"]+)"')


class Came(Struct, frozen=True, kw_only=True):
    """A test mail that came back: its head, and when it arrived by the server's clock."""

    head: EmailMessage
    arrived: datetime | None

    @property
    def signed_by(self) -> tuple[str, str] | None:
        """Domain and selector of its DKIM signature."""
        tags = dict(_DKIM_TAG.findall(str(self.head["DKIM-Signature"] or "")))
        return (tags["d"], tags["s"]) if {"d", "s"} <= tags.keys() else None


def round_trip(box: Box, *, mark: str, patience: float, now: datetime, came: dict[str, Came]) -> Iterator[Finding]:
    """Send a mail to our own address and one to it with something after a plus, wait for both to come back and delete
    them. `came` is filled with those that did, as "plain" and "plus"."""
    address = box.referee.address
    local, _, domain = address.partition("@")
    ways = {"plain": address, "plus": f"{local}+check.{mark}@{domain}"}
    refused: dict[str, str] = {}
    try:
        with outbox(box.smtp) as line:
            for way, to in ways.items():
                why = _sent(line, _mail(address, to, way, mark, now), address, to)
                if why is not None:
                    refused[way] = why
    except (smtplib.SMTPException, OSError) as error:
        yield skipped("round trip", f"no test mail could be sent: {said(error)}")
        return
    if "plain" in refused:
        to_do = "see that referee.address is an address that smtp.user may send from"
        yield fault(
            "round trip", f"the server does not take a mail from {address} to itself: {refused['plain']}", to_do
        )
        return
    start = time.monotonic()
    try:
        _wait_for(box, ways.keys() - refused.keys(), mark, came, until=start + patience)
    except (imaplib.IMAP4.error, OSError) as error:
        yield skipped("round trip", f"the test mail could not be looked for: {said(error)}")
        return
    if "plain" not in came:
        yield fault(
            "round trip",
            f"a test mail to {address} did not come back within {patience:g} seconds",
            "look into the provider's spam folder and rules; see that referee.address is the address of this mailbox",
        )
        return
    yield well("round trip", f"a test mail came back within {time.monotonic() - start:.0f} seconds")
    yield _plus(ways["plus"], came, refused.get("plus"))
    yield from _authenticated(box, came["plain"])
    yield from _clocks(came["plain"], now)


def _sent(line: smtplib.SMTP, mail: EmailMessage, sender: str, to: str) -> str | None:
    """Send it; why the server would not take it, None where it did."""
    try:
        line.send_message(mail, from_addr=sender, to_addrs=[to])
    except smtplib.SMTPRecipientsRefused as error:
        return " ".join(f"{code} {words.decode('utf-8', 'replace')}" for code, words in error.recipients.values())
    except smtplib.SMTPResponseException as error:
        return said(error)
    return None


def _plus(address: str, came: dict[str, Came], refused: str | None) -> Finding:
    if refused is not None:
        to_do = "have your provider deliver NAME+anything to NAME: the reply tokens stand there"
        return fault("plus-addresses", f"a mail to {address} is refused: {refused}", to_do)
    if "plus" not in came:
        return fault(
            "plus-addresses",
            f"a mail to {address} did not come back",
            "have your provider deliver NAME+anything to NAME: the reply tokens stand there",
        )
    fields = [name for name in _DELIVERED if address.lower() in str(came["plus"].head[name] or "").lower()]
    if fields:
        return well("plus-addresses", f"they are delivered, and kept in {fields[0]}")
    return well(
        "plus-addresses", "they are delivered, and stripped on the way; To keeps them, and so do Subject and threads"
    )


def _authenticated(box: Box, came: Came) -> Iterator[Finding]:
    """Whether our server writes down who vouches for a sender, and under which name."""
    names = {
        str(value).split(";")[0].split()[0].lower()
        for value in came.head.get_all("Authentication-Results", [])
        if str(value).strip()
    }
    wanted = box.imap.authserv_id.lower()
    told = ", ".join(sorted(names)) or "no Authentication-Results"
    if wanted and wanted not in names:
        yield warning(
            "authserv_id",
            f"the test mail has {told}, not {wanted}",
            "look at a mail from outside, and correct imap.authserv_id",
        )
    elif not wanted and names:
        yield warning(
            "authserv_id",
            f"the server writes Authentication-Results as {told}",
            "if it removes those that come from outside, set imap.authserv_id: players need fewer confirmations then",
        )


def _clocks(came: Came, now: datetime) -> Iterator[Finding]:
    if came.arrived is not None and abs(came.arrived - now) > CLOCKS_APART_MAX:
        yield warning(
            "clock",
            f"ours shows {now:%F %T}Z, the mail server's {came.arrived:%F %T}Z",
            "set the clock: let systemd-timesyncd or chrony keep it",
        )


def _mail(sender: str, to: str, way: str, mark: str, now: datetime) -> EmailMessage:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"] = sender, to
    mail["Subject"] = f"The referee writes to himself ({way})"
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = _message_id(way, mark, sender)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("A test of `referee check`, which deletes this mail when it has come.\n")
    return mail


def _message_id(way: str, mark: str, address: str) -> str:
    return f"<check-{way}.{mark}@{address.rpartition('@')[2]}>"


def _wait_for(box: Box, ways: Set[str], mark: str, came: dict[str, Came], *, until: float) -> None:
    """Look for them in the inbox, and where a daemon that runs would have filed them."""
    folders = (box.imap.inbox, box.imap.processed, box.imap.rejected)
    with inbox(box.imap) as line:
        while True:
            for folder in folders:
                if line.select(quoted(folder))[0] == "OK":
                    for way in ways - came.keys():
                        found = _take(line, _message_id(way, mark, box.referee.address))
                        if found is not None:
                            came[way] = found
            if came.keys() == ways or time.monotonic() >= until:
                return
            time.sleep(BETWEEN_LOOKS_SECONDS)


def _take(line: imaplib.IMAP4, message_id: str) -> Came | None:
    """The head of a mail in the selected folder, which is deleted; None where it is not there (any more)."""
    numbers = line.uid("SEARCH", "HEADER", "Message-ID", quoted(message_id))[1][0]
    if not numbers:
        return None
    uid = numbers.split()[0].decode()
    answer = next(
        (each for each in line.uid("FETCH", uid, "(INTERNALDATE BODY.PEEK[HEADER])")[1] if isinstance(each, tuple)),
        None,
    )
    if answer is None:
        return None
    line.uid("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)")
    if "UIDPLUS" in line.capabilities:
        line.uid("EXPUNGE", uid)
    else:
        line.expunge()
    stamp = _ARRIVED.search(answer[0])
    arrived = datetime.strptime(stamp[1].decode(), "%d-%b-%Y %H:%M:%S %z").astimezone(UTC) if stamp else None
    head = BytesHeaderParser(policy=policy.default).parsebytes(answer[1])
    assert isinstance(head, EmailMessage)
    return Came(head=head, arrived=arrived)
