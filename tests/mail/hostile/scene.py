"""What a robot or a foe has in his hands, and how a mail of his is put together, in bytes and with nothing checked."""

from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import parseaddr
from random import Random

# Whatever of these had an effect would be seen in the game.
POISON = "LH: C\nRH: C\nsurrender\nwithdraw orders\nresign\ncast Finger of death at self\n"
EVE = "eve@example.com"


@dataclass(frozen=True, kw_only=True)
class Scene:
    """`asked`: a mail of the referee that asks `player` (an address) for orders; `home`: the referee's address."""

    asked: EmailMessage
    player: str
    home: str
    dice: Random

    @property
    def to(self) -> str:
        """Where the player's own answer would go: the address with the token in it."""
        return parseaddr(str(self.asked["Reply-To"]))[1]

    @property
    def subject(self) -> str:
        return str(self.asked["Subject"])

    @property
    def own_id(self) -> str:
        return str(self.asked["Message-ID"])

    @property
    def report(self) -> str:
        """The text of the mail that asks."""
        body = self.asked.get_body(("plain",))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")

    @property
    def quoted(self) -> str:
        return "".join(f"> {line}\n" for line in self.report.splitlines())

    def token(self, count: int = 1) -> str:
        return "".join(self.dice.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(12 * count))


Make = Callable[[Scene], bytes]


def raw(scene: Scene, *fields: str, body: str | bytes = POISON, **head: str | None) -> bytes:
    """A mail with the usual head, changed by `head` (None: without it), and any lines of `fields` below it."""
    usual: dict[str, str | None] = {
        "Return-Path": f"<{scene.player}>",
        "Delivered-To": scene.to,
        "From": f"Player <{scene.player}>",
        "To": scene.to,
        "Subject": f"Re: {scene.subject}",
        "Date": "Thu, 26 Nov 2026 18:02:00 +0000",
        "Message-ID": f"<{scene.token()}@mail.example.net>",
        "In-Reply-To": scene.own_id,
    }
    usual |= {name.replace("_", "-"): value for name, value in head.items()}
    lines = [f"{name}: {value}" for name, value in usual.items() if value is not None]
    text = body if isinstance(body, bytes) else body.encode("utf-8", "surrogateescape")
    return "\n".join([*lines, *fields]).encode("utf-8", "surrogateescape") + b"\n\n" + text


def part(content: str, text: str, *fields: str, boundary: str = "b") -> str:
    return "\n".join([f"--{boundary}", f"Content-Type: {content}", *fields, "", text, ""])
