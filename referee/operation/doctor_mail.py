"""The doctor visits the mail servers: logs in at both, and looks at what they can do."""

import contextlib
import imaplib
import smtplib
import ssl
from collections.abc import Iterator
from typing import Final

from referee.config import Imap, Smtp
from referee.operation.findings import Finding, fault, warning, well

SECONDS: Final = 20.0  # for each answer of a server


def imap(settings: Imap) -> Iterator[Finding]:
    """Login, TLS, capabilities and folders."""
    try:
        with inbox(settings) as line:
            yield well("imap", f"logged in at {settings.host} as {settings.user}, {_tls(line.sock)}")
            can = line.capability()[1][0].decode("ascii", "replace").upper().split()
            if "IDLE" in can:
                yield well("imap", "new mail is announced at once (IDLE)")
            else:
                every = f"every {settings.poll_seconds} seconds"
                yield warning(
                    "imap",
                    f"new mail is not announced (no IDLE): it is looked for {every}",
                    "nothing, or lower imap.poll_seconds",
                )
            if "MOVE" not in can and "UIDPLUS" not in can:
                yield warning(
                    "imap",
                    "neither MOVE nor UIDPLUS: mails are filed by copying",
                    "nothing; keep other programs out of the mailbox",
                )
            for key in ("inbox", "processed", "rejected"):
                name = getattr(settings, key)
                if line.select(quoted(name), readonly=True)[0] != "OK":
                    if key == "inbox":
                        yield fault("imap", f"there is no folder {name}", "correct imap.inbox, or make the folder")
                    else:
                        yield well("imap", f"the folder {name} is made when the daemon starts")
    except imaplib.IMAP4.error as error:
        yield fault(
            "imap",
            f"{settings.host} does not let us in as {settings.user}: {said(error)}",
            "correct imap.user and imap.password; some providers want a password made for programs",
        )
    except OSError as error:
        yield fault(
            "imap",
            f"{settings.host}:{settings.port} cannot be reached: {error}",
            "correct imap.host, imap.port and imap.security, or mend the network",
        )


def smtp(settings: Smtp) -> Iterator[Finding]:
    """Login and TLS."""
    try:
        with outbox(settings) as line:
            named = (
                f"logged in at {settings.host} as {settings.user}" if settings.user else f"{settings.host} takes mail"
            )
            yield well("smtp", f"{named}, {_tls(line.sock)}")
    except smtplib.SMTPAuthenticationError as error:
        yield fault(
            "smtp",
            f"{settings.host} does not let us in as {settings.user}: {said(error)}",
            "correct smtp.user and smtp.password; some providers want a password made for programs",
        )
    except smtplib.SMTPException as error:
        yield fault("smtp", f"{settings.host} does not take mail: {said(error)}", "correct smtp.security and smtp.user")
    except OSError as error:
        yield fault(
            "smtp",
            f"{settings.host}:{settings.port} cannot be reached: {error}",
            "correct smtp.host, smtp.port and smtp.security, or mend the network",
        )


@contextlib.contextmanager
def inbox(settings: Imap) -> Iterator[imaplib.IMAP4]:
    """A connection that is logged in. Raises imaplib.IMAP4.error, OSError."""
    assert settings.port is not None, "filled in when the settings were read"
    if settings.security == "tls":
        line: imaplib.IMAP4 = imaplib.IMAP4_SSL(
            settings.host, settings.port, ssl_context=ssl.create_default_context(), timeout=SECONDS
        )
    else:
        line = imaplib.IMAP4(settings.host, settings.port, timeout=SECONDS)
    with line:
        line.login(settings.user, settings.password.reveal())
        yield line


@contextlib.contextmanager
def outbox(settings: Smtp) -> Iterator[smtplib.SMTP]:
    """A connection that is logged in. Raises smtplib.SMTPException, OSError."""
    assert settings.port is not None, "filled in when the settings were read"
    if settings.security == "tls":
        line: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.host, settings.port, context=ssl.create_default_context(), timeout=SECONDS
        )
    else:
        line = smtplib.SMTP(settings.host, settings.port, timeout=SECONDS)
    with line:
        if settings.security == "starttls":
            line.starttls(context=ssl.create_default_context())
        if settings.user is not None and settings.password is not None:
            line.login(settings.user, settings.password.reveal())
        yield line


def _tls(sock: object) -> str:
    return (
        f"{sock.version()} with {(sock.cipher() or ('no cipher',))[0]}"
        if isinstance(sock, ssl.SSLSocket)
        else "without TLS on this machine itself"
    )


def quoted(text: str) -> str:
    """A text as IMAP takes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def said(error: Exception) -> str:
    """What the server said, which some libraries hand on as bytes."""
    words = [each.decode("utf-8", "replace") if isinstance(each, bytes) else str(each) for each in error.args]
    return " ".join(words) or type(error).__name__
