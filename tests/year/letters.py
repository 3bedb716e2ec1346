"""Letters of the simulated players: mails as bytes, and what the referee's mails hold of use for an answer."""

import email
import re
from datetime import datetime
from email.message import Message
from email.utils import format_datetime
from functools import cached_property

REFEREE = "referee@duel.example.org"
QUOTED_LINES = 12
_TOKEN = re.compile(r"\+(\d+)\.(\d+)\.(\d+)\.")


class Came:
    """A mail of the referee that came to a player, and what he is asked with it. `kind` is the queue's word for it."""

    def __init__(self, raw: bytes, *, number: int, kind: str, recipient: str, at: datetime) -> None:
        self.raw, self.number, self.kind, self.recipient, self.at = raw, number, kind, recipient, at

    @cached_property
    def mail(self) -> Message:
        """Read by the plainest rules, which are the fastest: there are very many of them."""
        return email.message_from_bytes(self.raw)

    def head(self, name: str) -> str:
        """A field of its head on one line, "" where it is not there."""
        return " ".join(str(self.mail[name] or "").split())

    @cached_property
    def subject(self) -> str:
        return self.head("Subject")

    @cached_property
    def text(self) -> str:
        """Its text part."""
        part = next(each for each in self.mail.walk() if each.get_content_type() == "text/plain")
        said = part.get_payload(decode=True)
        assert isinstance(said, bytes)
        return said.decode().replace("\r\n", "\n")

    @cached_property
    def flat(self) -> str:
        """Its text part on one line, without the edges of tables."""
        return " ".join(re.sub(r"(?m)^\| ", "", self.text).split())

    @property
    def reply_to(self) -> str:
        return self.head("Reply-To") or self.head("From")

    @property
    def place(self) -> tuple[int, int, int]:
        """Game, seat and turn that an answer to it is for."""
        found = _TOKEN.search(self.reply_to)
        assert found is not None, self.reply_to
        return int(found[1]), int(found[2]), int(found[3])


def letter(
    sender: str, words: str, *, mark: str, at: datetime, answered: Came | None = None, robot: bool = False
) -> bytes:
    """A mail to the referee: a reply to one of his, or to his plain address. `mark` is what its Message-ID is made of;
    `robot`: a program wrote it, to say that its owner is away."""
    head = [
        f"Return-Path: <{'' if robot else sender}>",
        f"Delivered-To: {answered.reply_to if answered else REFEREE}",
        f"From: {sender}",
        f"To: {answered.reply_to if answered else REFEREE}",
        f"Date: {format_datetime(at)}",
        f"Message-ID: <{mark}@home.example.net>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    quoted = ""
    if answered is not None:
        head += [f"Subject: Re: {answered.subject}", f"In-Reply-To: {answered.head('Message-ID')}"]
        head.append(f"References: {answered.head('References')} {answered.head('Message-ID')}")
        lines = answered.text.splitlines()[:QUOTED_LINES]
        quoted = "\n\nOn a fine day the referee wrote:\n" + "".join(f"> {line}\n" for line in lines)
    else:
        head.append("Subject: hello")
    if robot:
        head.append("Auto-Submitted: auto-replied")
    return ("\n".join(head) + f"\n\n{words}{quoted}\n").encode()
