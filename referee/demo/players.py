"""Players with mail programs: they read their own mailbox over IMAP and answer by SMTP, as any program would."""

import asyncio
import email
import email.policy
import imaplib
import re
import smtplib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final, ParamSpec, TypeVar

from referee.demo.office import DOMAIN, HOST, Office
from referee.mail.quotes import FORM_END

LOOK_SECONDS: Final = 0.05  # between two looks into the mailbox
SERVER_SECONDS: Final = 10.0
_TAG: Final = re.compile(r"^(?:re: )?\[WH (\d+)\.(\d+)(\.[a-z2-7]{16})?\] ", re.IGNORECASE)

Mind = Callable[[EmailMessage], Awaitable[str | None]]
Ended = Callable[[EmailMessage], bool]
P = ParamSpec("P")
T = TypeVar("T")


class Player:
    """A person with an account at the office. `mind` reads a mail of the referee and gives the words to answer it
    with, or None for no answer; `ended` tells whether a mail is the last of its game."""

    def __init__(self, name: str, office: Office, *, mind: Mind, ended: Ended) -> None:
        self.name = name
        self._account = name.lower()
        self._office = office
        self._mind = mind
        self._ended = ended

    async def play(self) -> EmailMessage:
        """Answer what comes, until the last report, which is returned."""
        async for mail in self._new_mails():
            if self._ended(mail):
                return mail
            words = await self._mind(mail)
            if words is not None:
                await _to_its_end(self._send, reply(mail, self.name, self._office.address(self._account), words))
        raise AssertionError("a mailbox has no end")

    async def _new_mails(self) -> AsyncIterator[EmailMessage]:
        """The mails of the inbox, each once, for ever."""
        client = await _to_its_end(self._log_in)
        seen = 0
        try:
            while True:
                mails = await _to_its_end(_after, client, seen)
                for mail in mails:
                    yield mail
                seen += len(mails)
                if not mails:
                    await asyncio.sleep(LOOK_SECONDS)
        finally:
            with suppress(OSError):
                client.shutdown()

    def _log_in(self) -> imaplib.IMAP4:
        client = imaplib.IMAP4(HOST, self._office.imap, timeout=SERVER_SECONDS)
        client.login(self._account, self._office.passwords[self._account])
        client.select("INBOX", readonly=True)
        return client

    def _send(self, mail: EmailMessage) -> None:
        with smtplib.SMTP(HOST, self._office.smtp, timeout=SERVER_SECONDS) as client:
            client.login(self._account, self._office.passwords[self._account])
            client.send_message(mail)


async def _to_its_end(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """The result of `work`, done in a thread. Who is told to leave waits for it to end: a thread cannot be stopped, and
    would wait for an office that is closed."""
    working = asyncio.ensure_future(asyncio.to_thread(work, *args, **more))
    try:
        return await asyncio.shield(working)
    finally:
        await asyncio.wait({working})


def _after(client: imaplib.IMAP4, seen: int) -> list[EmailMessage]:
    """The mails of the selected folder after the first `seen`."""
    client.noop()
    numbers = client.search(None, "ALL")[1][0].split()[seen:]
    # Beside the mail the server may say something about flags, which comes without a body.
    answers = [each for number in numbers for each in client.fetch(number.decode(), "(BODY.PEEK[])")[1]]
    mails = [parsed(answer[1]) for answer in answers if isinstance(answer, tuple)]
    assert len(mails) == len(numbers), answers
    return mails


def parsed(raw: bytes) -> EmailMessage:
    """A mail from its bytes."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    """What the plain part of a mail says, "" where it has none."""
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content()).replace("\r\n", "\n")


def subject_of(mail: EmailMessage) -> str:
    """The subject as it stands; a folded one may have come with a blank before it."""
    return str(mail["Subject"]).strip()


def place_of(mail: EmailMessage) -> tuple[int, int]:
    """The game and the turn in the tag of a mail's subject, (0, 0) where there is none."""
    found = _TAG.match(subject_of(mail))
    return (int(found[1]), int(found[2])) if found else (0, 0)


def is_report(mail: EmailMessage) -> bool:
    """Whether it is an invitation or a report: the mails with a token in their subject."""
    found = _TAG.match(subject_of(mail))
    return found is not None and found[3] is not None


def asks(mail: EmailMessage) -> bool:
    """Whether it is an invitation or a report that asks for orders: it has a form to fill in."""
    return is_report(mail) and FORM_END in text_of(mail)


def topic_of(mail: EmailMessage) -> str:
    """The subject without its tag."""
    return _TAG.sub("", subject_of(mail))


def reply(mail: EmailMessage, name: str, address: str, words: str) -> EmailMessage:
    """An answer as a mail program makes it: to the Reply-To, in the thread, with the mail quoted below the words."""
    answer = EmailMessage(policy=email.policy.SMTP)
    subject, identifier = subject_of(mail), str(mail["Message-ID"])
    answer["From"] = f"{name} <{address}>"
    answer["To"] = str(mail["Reply-To"] or mail["From"])
    answer["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    answer["Date"] = formatdate(localtime=True)
    answer["Message-ID"] = make_msgid(domain=DOMAIN)
    answer["In-Reply-To"] = identifier
    answer["References"] = " ".join([*str(mail["References"] or "").split(), identifier])
    writer = parseaddr(str(mail["From"]))[0]
    quoted = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    answer.set_content(f"{words}\n\nOn {mail['Date']}, {writer} wrote:\n{quoted}\n")
    return answer
