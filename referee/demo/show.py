"""What the reader of a demo is shown: a line for each step of each mail's way, and whole mails where they matter."""

from email.message import EmailMessage
from email.utils import parseaddr
from itertools import takewhile

import click

from referee import clock
from referee.demo.players import parsed, place_of, text_of, topic_of
from referee.journal import Journal, line

WORDS_CHARS_MAX = 60
COLUMNS = 72


def say(text: str = "") -> None:
    """Print some lines."""
    click.echo(text)


def heading(text: str) -> None:
    """Print a line that parts what follows from what came before."""
    click.echo(f"\n{f'-- {text} ':-<{COLUMNS}}")


class Show(Journal):
    """The referee's journal as a story for the reader, and the eyes at the office's door.

    `sealed`: the words of orders are not shown, as the reader plays and must not see the other's."""

    def __init__(self, *, referee: str, sealed: bool = False) -> None:
        super().__init__("referee.demo")
        self._referee = referee
        self._sealed = sealed
        self._deeds: list[str] = []
        self._turn = 1

    # -- the office's door ---------------------------------------------------------------------------------------

    def delivered(self, raw: bytes, recipient: str) -> None:
        """A mail was put into a mailbox."""
        mail = parsed(raw)
        sender = _first_name(parseaddr(str(mail["From"]))[1])
        receiver = _first_name(recipient)
        about = topic_of(mail)
        if receiver == self._referee:
            turn = place_of(mail)[1]
            if turn > self._turn:
                say()
            self._turn = max(turn, self._turn)
            about = f"orders for turn {turn}" if turn else f"a mail about {about!r}"
            about += "" if self._sealed else f": {_new_words(mail)}"
        self._step(f"{sender} -> {receiver}", about)

    # -- the referee's journal -----------------------------------------------------------------------------------

    def note(self, event: str, **facts: object) -> None:
        """An ordinary event; only those of a letter's handling are shown."""
        if event == "turn-adjudicated":
            self._deeds.append(f"turn {facts['turn']} adjudicated")
        elif event == "letter-handled":
            deeds = ["stored", f"read as a {facts['kind']}", *self._deeds, f"filed under {facts['filed']}"]
            self._deeds.clear()
            self._step(self._referee, ", ".join(deeds))

    def detail(self, event: str, **facts: object) -> None:
        """Something for those who look for a fault: not shown."""

    def trouble(self, event: str, **facts: object) -> None:
        """Something that went wrong."""
        self._step(self._referee, line(event, facts))

    def failure(self, event: str, error: BaseException, **facts: object) -> None:
        """A fault in the program."""
        self._step(self._referee, line(event, {**facts, "error": repr(error)}))

    @staticmethod
    def _step(who: str, what: str) -> None:
        click.echo(f"{clock.now().astimezone():%H:%M:%S}  {who:<15} {what}")


def show_mail(mail: EmailMessage) -> None:
    """Print a mail in full: the headers that a mail program shows, and its text."""
    for name in ("From", "To", "Subject"):
        click.echo(f"{name}: {str(mail[name]).strip()}")
    click.echo(f"\n{text_of(mail).rstrip()}")


def _first_name(address: str) -> str:
    """How a person is called in the story: by the name of the account."""
    return address.partition("@")[0].partition("+")[0].capitalize()


def _new_words(mail: EmailMessage) -> str:
    """The beginning of what a mail says above its quotes, in one line."""
    words = takewhile(lambda each: each.strip(), text_of(mail).splitlines())
    text = " / ".join(each.strip() for each in words)
    return text if len(text) <= WORDS_CHARS_MAX else text[: WORDS_CHARS_MAX - 3] + "..."
