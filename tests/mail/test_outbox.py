"""The outbox against SMTP servers that take, refuse, put off and hang up."""

import asyncio
import contextlib
import email
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP

from referee.config import Secret, Smtp
from referee.journal import Journal
from referee.mail.outbox import ATTEMPTS_MAX, PAUSES, deliver
from referee.mail.servers import Pace, WrongPassword
from referee.steps import Step
from tests.ear import PATIENCE_SECONDS, Ear
from tests.post_office import DOMAIN, HOST, PostOffice, free_port
from tests.tls import certificate, server_context

NOW = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)
ANN, BOB, CYD = (f"{name}@example.net" for name in ("ann", "bob", "cyd"))


@dataclass
class Letter:
    id: int
    recipient: str
    envelope_from: str = ""
    raw: bytes = b"Subject: report\r\n\r\n.a line that begins with a dot\r\n"
    attempts: int = 0
    sound: bool = True


@dataclass
class Shelf:
    """A queue in memory: what is due, and what was said of each mail."""

    waiting: list[Letter]
    said: list[tuple[str, int]] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    again: dict[int, datetime] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def due(self, now: datetime) -> list[Letter]:
        return list(self.waiting)

    async def sent(self, row: Any) -> None:
        await self._say("sent", row, "")

    async def retry(self, row: Any, reason: str, at: datetime) -> None:
        self.again[row.id] = at
        await self._say("retry", row, reason)

    async def set_aside(self, row: Any, reason: str) -> None:
        await self._say("aside", row, reason)

    async def refused(self, row: Any, reason: str) -> None:
        await self._say("refused", row, reason)

    async def _say(self, word: str, row: Letter, reason: str) -> None:
        async with self.changed:
            self.waiting.remove(row)
            self.said.append((word, row.id))
            self.reasons[row.id] = reason
            self.changed.notify_all()

    async def until(self, count: int) -> None:
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(lambda: len(self.said) >= count), PATIENCE_SECONDS)


@dataclass
class Server:
    """An SMTP server that answers as it is told, by recipient: an answer to RCPT, or None to hang up at DATA."""

    answers: dict[str, str | None] = field(default_factory=dict)
    taken: list[tuple[str, str, bytes]] = field(default_factory=list)
    connections: int = 0
    starttls: ssl.SSLContext | None = None

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:  # noqa: N802
        answer = self.answers.get(address, "250 OK")
        if answer is not None and not answer.startswith("250"):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        for address in envelope.rcpt_tos:
            if self.answers.get(address, "") is None:
                server.transport.abort()
                return "451 never heard"
            self.taken.append((envelope.mail_from, address, envelope.original_content))
        return "250 taken"

    def __call__(self) -> SMTP:
        self.connections += 1
        loop = asyncio.get_running_loop()
        return SMTP(self, hostname="mx.example.net", loop=loop, tls_context=self.starttls)


@contextlib.asynccontextmanager
async def serving(
    server: Server, port: int = 0, *, pem: Path | None = None, at_once: bool = False
) -> AsyncIterator[int]:
    """`pem`: the certificate of one that speaks TLS, `at_once` or by STARTTLS."""
    context = server_context(pem) if pem is not None else None
    server.starttls = None if at_once else context
    listener = await asyncio.get_running_loop().create_server(server, HOST, port, ssl=context if at_once else None)
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        listener.close()


@contextlib.asynccontextmanager
async def delivering(
    shelf: Shelf,
    settings: Smtp,
    *,
    at: Callable[[Step], None] = lambda _: None,
    journal: Journal | None = None,
) -> AsyncIterator[asyncio.Event]:
    bell, stop = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(
        deliver(
            settings,
            shelf,
            bell=bell,
            stop=stop,
            journal=journal or Journal(),
            at=at,
            now=lambda: NOW,
            pace=lambda: Pace(first=0.02, longest=0.1),
            smtp_seconds=5,
        )
    )
    try:
        yield bell
        stop.set()
        await asyncio.wait_for(task, PATIENCE_SECONDS)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def plain(port: int) -> Smtp:
    return Smtp(host=HOST, port=port, security="none")


async def test_a_batch_goes_over_one_connection_and_keeps_its_bytes() -> None:
    server, shelf = Server(), Shelf([Letter(1, ANN), Letter(2, BOB, envelope_from="referee+b.1@duel.example.org")])
    async with serving(server) as port, delivering(shelf, plain(port)):
        await shelf.until(2)
    assert shelf.said == [("sent", 1), ("sent", 2)]
    assert server.connections == 1
    assert [(sender, to) for sender, to, _ in server.taken] == [
        ("<>", ANN),
        ("referee+b.1@duel.example.org", BOB),
    ]
    assert {raw for _, _, raw in server.taken} == {Letter(1, ANN).raw}


async def test_a_mail_that_is_not_what_was_queued_is_set_aside_and_delays_nobody() -> None:
    server, shelf = Server(), Shelf([Letter(1, BOB, sound=False), Letter(2, ANN)])
    async with serving(server) as port, delivering(shelf, plain(port)):
        await shelf.until(2)
    assert shelf.said == [("aside", 1), ("sent", 2)]
    assert "not what was queued" in shelf.reasons[1]


async def test_a_refused_recipient_is_set_aside_and_delays_nobody() -> None:
    server = Server({BOB: "550 5.1.1 nobody of that name"})
    shelf = Shelf([Letter(1, BOB), Letter(2, ANN)])
    async with serving(server) as port, delivering(shelf, plain(port)):
        await shelf.until(2)
    assert shelf.said == [("refused", 1), ("sent", 2)]
    assert shelf.reasons[1] == "550 5.1.1 nobody of that name"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("550 5.1.1 no such user", "refused"),
        ("550 5.2.1 mailbox disabled", "refused"),
        ("550 unknown user", "refused"),
        ("550 relay not permitted", "aside"),
        ("554 5.7.1 relay access denied", "aside"),
        ("550 5.7.26 not authenticated", "aside"),
        ("553 5.1.8 sender's domain not found", "aside"),
        ("554 no", "aside"),
    ],
)
async def test_only_a_refusal_that_is_about_the_recipient_is_held_against_the_address(answer: str, said: str) -> None:
    shelf = Shelf([Letter(1, BOB)])
    async with serving(Server({BOB: answer})) as port, delivering(shelf, plain(port)):
        await shelf.until(1)
    assert shelf.said == [(said, 1)]


async def test_a_refusal_for_now_is_put_off_with_growing_pauses() -> None:
    server = Server({ANN: "451 4.2.1 greylisted", BOB: "451 4.2.1 greylisted"})
    shelf = Shelf([Letter(1, ANN), Letter(2, BOB, attempts=3), Letter(3, CYD)])
    async with serving(server) as port, delivering(shelf, plain(port)):
        await shelf.until(3)
    assert shelf.said == [("retry", 1), ("retry", 2), ("sent", 3)]
    assert shelf.again == {1: NOW + PAUSES[0], 2: NOW + PAUSES[3]}
    assert list(PAUSES) == sorted(PAUSES)
    assert PAUSES[0] >= timedelta(minutes=1)


async def test_a_mail_that_failed_too_often_is_set_aside() -> None:
    server, shelf = Server({ANN: "451 later"}), Shelf([Letter(1, ANN, attempts=ATTEMPTS_MAX - 1)])
    async with serving(server) as port, delivering(shelf, plain(port)):
        await shelf.until(1)
    assert shelf.said == [("aside", 1)]


async def test_a_connection_lost_at_data_costs_that_mail_an_attempt_and_the_next_goes_over_a_new_one() -> None:
    server, shelf = Server({ANN: None}), Shelf([Letter(1, ANN), Letter(2, BOB)])
    async with serving(server) as port, delivering(shelf, plain(port)):
        await shelf.until(2)
    assert shelf.said == [("retry", 1), ("sent", 2)]
    assert server.connections == 2


async def test_a_server_that_is_not_there_costs_no_attempt_and_is_logged_once() -> None:
    port, server, shelf, ear = free_port(), Server(), Shelf([Letter(1, ANN)]), Ear()
    async with delivering(shelf, plain(port), journal=ear):
        await ear.until("smtp-still-lost", 3)
        assert shelf.said == []
        async with serving(server, port):
            await shelf.until(1)
            await ear.until("smtp-back")
    assert shelf.said == [("sent", 1)]
    assert ear.events.count("smtp-lost") == 1
    assert ear.events.count("smtp-back") == 1


async def test_starttls_is_never_waived_when_the_server_does_not_offer_it() -> None:
    server, shelf, ear = Server(), Shelf([Letter(1, ANN)]), Ear()
    async with (
        serving(server) as port,
        delivering(shelf, Smtp(host=HOST, port=port, security="starttls"), journal=ear),
    ):
        await ear.until("smtp-still-lost")
    assert server.taken == []
    assert shelf.said == []


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize("trusted", [True, False])
async def test_mail_goes_out_over_tls_and_to_nobody_with_a_certificate_that_nobody_vouches_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, security: str, trusted: bool
) -> None:
    pem = certificate(tmp_path)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    server, shelf, ear = Server(), Shelf([Letter(1, ANN)]), Ear()
    async with (
        serving(server, pem=pem, at_once=security == "tls") as port,
        delivering(shelf, Smtp(host=HOST, port=port, security=security), journal=ear),
    ):
        await (shelf.until(1) if trusted else ear.until("smtp-still-lost"))
    assert [to for _, to, _ in server.taken] == ([ANN] if trusted else [])


async def test_an_address_that_smtp_cannot_carry_is_set_aside() -> None:
    injected = "ann@example.net>\r\nRCPT TO:<cyd@example.net"
    server, shelf = Server(), Shelf([Letter(1, injected), Letter(3, "änn@example.net"), Letter(2, BOB)])
    async with serving(server) as port, delivering(shelf, plain(port)):
        await shelf.until(3)
    assert shelf.said == [("aside", 1), ("aside", 3), ("sent", 2)]
    assert [to for _, to, _ in server.taken] == [BOB]


async def test_the_bell_wakes_the_outbox_and_the_steps_surround_the_sending() -> None:
    server, shelf, steps = Server(), Shelf([]), list[Step]()
    async with serving(server) as port, delivering(shelf, plain(port), at=steps.append) as bell:
        shelf.waiting.append(Letter(1, ANN))
        bell.set()
        await shelf.until(1)
    assert steps == [Step.BEFORE_SEND, Step.AFTER_SEND]


@pytest.mark.needs_dovecot
async def test_a_real_mailbox_gets_the_mail(post_office: PostOffice) -> None:
    settings = Smtp(host=HOST, port=post_office.smtp, security="none", user="referee", password=Secret("rot13"))
    post_office.empty("ann")
    shelf = Shelf([Letter(1, f"nobody@{DOMAIN}"), Letter(2, f"ann@{DOMAIN}")])
    async with delivering(shelf, settings):
        await shelf.until(2)
    assert shelf.said == [("refused", 1), ("sent", 2)]
    (raw,) = post_office.folder("ann")
    assert email.message_from_bytes(raw)["Return-Path"] == "<>"
    assert raw.endswith(b"\r\n\r\n.a line that begins with a dot\r\n")


@pytest.mark.needs_dovecot
async def test_a_wrong_password_is_said_in_one_line(post_office: PostOffice) -> None:
    settings = Smtp(host=HOST, port=post_office.smtp, security="none", user="referee", password=Secret("swordfish"))
    with pytest.raises(WrongPassword, match=r"smtp\.password") as caught:
        await deliver(settings, Shelf([Letter(1, ANN)]), bell=asyncio.Event(), stop=asyncio.Event(), journal=Journal())
    assert "swordfish" not in str(caught.value)
