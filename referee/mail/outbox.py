"""bytes -> SMTP: sends what is due, one recipient at a time, and says what became of each mail."""

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import aiosmtplib

from referee import clock
from referee.config import Smtp
from referee.journal import Journal
from referee.mail.bounces import is_about_recipient
from referee.mail.headers import is_address
from referee.mail.servers import Outage, Pace, WrongPassword, until
from referee.steps import At, Step, pass_by

SMTP_SECONDS = 60.0
POLL_SECONDS = 3.0  # mails that a director's command queued wait no longer than that
QUIT_SECONDS = 2.0
ATTEMPTS_MAX = 25
# Before the second attempt, the third...; the last holds for all that follow. 25 attempts take about five days.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
REASON_CHARS_MAX = 300


class Row(Protocol):
    """One mail to one recipient. `envelope_from` is "" for the null sender; `attempts` counts those that failed;
    `sound`: it is what was queued."""

    @property
    def id(self) -> int: ...
    @property
    def envelope_from(self) -> str: ...
    @property
    def recipient(self) -> str: ...
    @property
    def raw(self) -> bytes: ...
    @property
    def attempts(self) -> int: ...
    @property
    def sound(self) -> bool: ...


class Queue(Protocol):
    """What the outbox asks of the store. Each method commits before it returns, perhaps in another thread."""

    async def due(self, now: datetime) -> Sequence[Row]:
        """Some of the mails that are to be sent now, the oldest first; none when nothing is due."""

    async def sent(self, row: Row) -> None:
        """The server took it."""

    async def retry(self, row: Row, reason: str, at: datetime) -> None:
        """It did not go out; count the attempt, and it is due again from `at` on."""

    async def set_aside(self, row: Row, reason: str) -> None:
        """It will never go out by itself; the director may look at it."""

    async def refused(self, row: Row, reason: str) -> None:
        """As `set_aside`, and because the server knows no such recipient."""


class _Closed(Exception):
    """The conversation with the server is over; the mail at hand was not the cause."""


async def deliver(
    settings: Smtp,
    queue: Queue,
    *,
    bell: asyncio.Event,
    stop: asyncio.Event,
    journal: Journal,
    at: At = pass_by,
    now: Callable[[], datetime] = clock.now,
    pace: Callable[[], Pace] = Pace,
    smtp_seconds: float = SMTP_SECONDS,
) -> None:
    """Send what the queue has due, until `stop` is set; the mail at hand is finished first.

    `bell` may be rung when there is something new. A mail goes out at least once and always with the same bytes:
    after a crash, or when the connection is lost before the server answers, it goes again. A refusal for good (5xx)
    sets the one mail aside, one for now (4xx) or a lost connection puts it off with growing pauses; the others go
    on. A server that cannot be reached costs no mail an attempt. Raises WrongPassword when the first login is
    refused, and what the queue raises."""
    post = _Post(settings=settings, queue=queue, journal=journal, at=at, now=now, seconds=smtp_seconds)
    outage, pauses = Outage(journal, "smtp"), pace()
    while not stop.is_set():
        bell.clear()
        try:
            sent_some = await post.round(stop)
        except _Closed as closed:
            outage.lost(str(closed))
            await until(stop, seconds=pauses.pause())
            continue
        finally:
            post.close()
        if sent_some:
            outage.back()
            pauses.succeeded()
        else:
            await until(bell, stop, seconds=POLL_SECONDS)


@dataclass(slots=True, kw_only=True)
class _Post:
    settings: Smtp
    queue: Queue
    journal: Journal
    at: At
    now: Callable[[], datetime]
    seconds: float
    was_in: bool = False
    client: aiosmtplib.SMTP | None = None

    async def round(self, stop: asyncio.Event) -> bool:
        """Send what is due now over one connection; whether there was anything. Raises _Closed."""
        rows = await self.queue.due(self.now())
        for row in rows:
            if stop.is_set():
                break
            if not row.sound:
                await self._aside(row, "it is not what was queued: its check value differs")
                continue
            if not is_address(row.recipient) or not (row.envelope_from == "" or is_address(row.envelope_from)):
                await self._aside(row, "one of its addresses cannot be written to")
                continue
            await self._connect()
            self.at(Step.BEFORE_SEND)
            await self._send(row)
        await self._quit()
        return bool(rows)

    async def _quit(self) -> None:
        """Take leave of the server, for as long as that is quick."""
        if self.client is not None:
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await self.client.quit(timeout=QUIT_SECONDS)

    async def _connect(self) -> None:
        if self.client is not None:
            return
        settings = self.settings
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.user,
            password=settings.password.reveal() if settings.password else None,
            use_tls=settings.security == "tls",
            # Never "if it is offered": whoever sits on the line would just not offer it.
            start_tls=settings.security == "starttls",
            tls_context=None if settings.security == "none" else ssl.create_default_context(),
            timeout=self.seconds,
        )
        try:
            await client.connect()
        except aiosmtplib.SMTPAuthenticationError as error:
            client.close()
            if self.was_in or error.code < 500:
                raise _Closed(f"the server refuses the login: {error.code} {error.message}") from error
            raise WrongPassword(
                f"{settings.host} does not accept smtp.user {settings.user} with its smtp.password:"
                f" {error.code} {error.message}"
            ) from error
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            client.close()
            raise _Closed(_reason(error)) from error
        self.was_in = True
        self.client = client

    async def _send(self, row: Row) -> None:
        """Send one mail and tell the queue what became of it. After anything but success the connection is closed,
        for the conversation may be anywhere."""
        client = self.client
        assert client is not None
        try:
            refused, _ = await client.sendmail(row.envelope_from, [row.recipient], row.raw)
        except aiosmtplib.SMTPRecipientsRefused as error:
            self.close()
            refusal = error.recipients[0]
            await self._refused(row, refusal.code, refusal.message, at_recipient=True)
        except aiosmtplib.SMTPResponseException as error:
            self.close()
            await self._refused(row, error.code, error.message)
        except (UnicodeError, ValueError) as error:
            self.close()
            await self._aside(row, f"it cannot be sent: {error}")
        except (aiosmtplib.SMTPException, OSError) as error:
            self.close()
            await self._failed(row, 0, _reason(error))
        except asyncio.CancelledError:
            self.close()
            raise
        else:
            self.at(Step.AFTER_SEND)
            if refused:
                answer = next(iter(refused.values()))
                await self._refused(row, answer.code, answer.message, at_recipient=True)
                return
            await self.queue.sent(row)
            self.journal.note("mail-sent", id=row.id, to=row.recipient)

    async def _refused(self, row: Row, code: int, message: str, *, at_recipient: bool = False) -> None:
        if code >= 500 and is_about_recipient(code, message, at_recipient=at_recipient):
            await self._aside(row, f"{code} {message}", no_recipient=True)
            return
        await self._failed(row, code, f"{code} {message}")
        if code == 421:
            raise _Closed(f"the server closes: {message}")

    async def _failed(self, row: Row, code: int, reason: str) -> None:
        """`code` is the server's answer, 0 for none."""
        if code >= 500:
            await self._aside(row, reason)
        elif row.attempts + 1 >= ATTEMPTS_MAX:
            await self._aside(row, f"given up after {ATTEMPTS_MAX} attempts: {reason}")
        else:
            at = self.now() + PAUSES[min(row.attempts, len(PAUSES) - 1)]
            await self.queue.retry(row, reason[:REASON_CHARS_MAX], at)
            self.journal.note("mail-put-off", id=row.id, to=row.recipient, until=at.isoformat(), reason=reason)

    async def _aside(self, row: Row, reason: str, *, no_recipient: bool = False) -> None:
        say = self.queue.refused if no_recipient else self.queue.set_aside
        await say(row, reason[:REASON_CHARS_MAX])
        self.journal.trouble("mail-set-aside", id=row.id, to=row.recipient, reason=reason)

    def close(self) -> None:
        """End the connection at once, if there is one."""
        if self.client is not None:
            self.client.close()
        self.client = None


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
