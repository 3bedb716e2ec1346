"""What the settings hold, section by section."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from referee.mailboxes import MAIN
from referee.terms import Terms, read_terms
from referee.times.durations import read_duration

Port = Annotated[int, Meta(ge=1, le=65535)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Folder = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[ !#-\[\]-~]+$")]
BACKUP_PAUSE_MIN = timedelta(minutes=1)


class Secret:
    """A password or key that cannot be printed by mistake."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "Secret(***)"

    def __str__(self) -> str:
        return "***"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)


class Identity(Struct, frozen=True, kw_only=True):
    """Who the referee is to the players at a mailbox, and who directs."""

    name: Text = "Referee"
    address: Text
    director: Text


class Store(Struct, frozen=True, kw_only=True):
    """Where the games are kept."""

    path: Path = Path("referee.db")


class Tokens(Struct, frozen=True, kw_only=True):
    """What the reply tokens are made with."""

    secret: Secret


class Imap(Struct, frozen=True, kw_only=True):
    """The mailbox that the referee reads. `port` is never None once loaded. `authserv_id`: the name that its server
    puts into its Authentication-Results, empty where it writes none."""

    host: Text
    port: Port | None = None
    security: Literal["tls", "none"] = "tls"
    user: Text
    password: Secret
    inbox: Folder = "INBOX"
    processed: Folder = "Processed"
    rejected: Folder = "Rejected"
    poll_seconds: Annotated[int, Meta(ge=5, le=1800)] = 60
    authserv_id: Annotated[str, Meta(max_length=200)] = ""


class Smtp(Struct, frozen=True, kw_only=True):
    """The server that takes the referee's mail. Without a user he does not log in. `port` is never None once loaded."""

    host: Text
    port: Port | None = None
    security: Literal["tls", "starttls", "none"] = "tls"
    user: Text | None = None
    password: Secret | None = None


class Sender(Struct, frozen=True, kw_only=True):
    """What a further mailbox says of the referee himself. `name` None: he is called there as at the first."""

    name: Text | None = None
    address: Text


class Box(Struct, frozen=True, kw_only=True):
    """A mailbox: who the referee is there, where he reads, and where he sends."""

    referee: Identity
    imap: Imap
    smtp: Smtp


class Mail(Struct, frozen=True, kw_only=True):
    """How mail is dealt with. `trust`: whether a registered address needs a proof, or is believed as it stands.
    `answers_per_hour`: how many answers one address gets, then there is silence. At `bounce_points` delivery to an
    address pauses."""

    trust: Literal["proof", "sender"] = "proof"
    answers_per_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 20
    bounce_points: Annotated[int, Meta(ge=1, le=100)] = 2


class Games(Struct, frozen=True, kw_only=True):
    """What games are like where nobody says otherwise."""

    terms: Annotated[str, Meta(min_length=1, max_length=1000)] = "3d"

    @property
    def usual(self) -> Terms:
        """The terms in question. ValueError for words that no terms are read from, which `parse` does not let pass."""
        read = read_terms(self.terms)
        if isinstance(read, Terms):
            return read
        raise ValueError("; ".join(each.brief() for each in read))


class Backup(Struct, frozen=True, kw_only=True):
    """Where the daemon keeps backups, how often it takes one, and how many stay; with `keep` 0 it takes none."""

    folder: Path = Path("backups")
    every: Annotated[str, Meta(min_length=1, max_length=50)] = "1d"
    keep: Annotated[int, Meta(ge=0, le=1000)] = 14

    @property
    def pause(self) -> timedelta:
        """The span that `every` means. ValueError for words that name none, which `parse` does not let pass."""
        span = read_duration(self.every)
        if span is None or span < BACKUP_PAUSE_MIN:
            raise ValueError(f"{self.every!r} is no span of time of a minute or more, such as 6h or 1d")
        return span


class Metrics(Struct, frozen=True, kw_only=True):
    """On which port of this machine itself counters can be read; 0 for none."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 0


class Config(Struct, frozen=True, kw_only=True):
    """All settings, checked and with their secrets read. `further`: the mailboxes beside the first one, by name."""

    referee: Identity
    store: Store = field(default_factory=Store)
    tokens: Tokens
    imap: Imap
    smtp: Smtp
    mail: Mail = field(default_factory=Mail)
    games: Games = field(default_factory=Games)
    backup: Backup = field(default_factory=Backup)
    metrics: Metrics = field(default_factory=Metrics)
    further: dict[str, Box] = {}

    @property
    def mailboxes(self) -> dict[str, Box]:
        """All mailboxes by name, the first one first."""
        return {MAIN: Box(referee=self.referee, imap=self.imap, smtp=self.smtp), **self.further}

    @property
    def identities(self) -> dict[str, Identity]:
        """Who the referee is at each mailbox."""
        return {name: box.referee for name, box in self.mailboxes.items()}

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses that are the referee's own."""
        return tuple(box.referee.address for box in self.mailboxes.values())


class ConfigError(Exception):
    """The configuration cannot be used; `lines` holds one sentence for each fault."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)
