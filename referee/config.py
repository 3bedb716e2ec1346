"""config.toml -> one frozen Config: every fault is reported at once, an unknown key with the nearest known one."""

import ipaddress
import os
import tomllib
import types
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, field
from rapidfuzz import process

from referee.mail.headers import is_address, sub_address_room
from referee.misreading import Misreading
from referee.terms import Terms, read_terms
from referee.times.durations import read_duration

Port = Annotated[int, Meta(ge=1, le=65535)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Folder = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[ !#-\[\]-~]+$")]
SECRET_CHARS_MIN = 16
SECRET_FORMS = ("", "_env", "_file")
NEAR_ENOUGH = 60.0
BACKUP_PAUSE_MIN = timedelta(minutes=1)
ADDRESSES = ("referee.address", "referee.director")
_IMAP_PORTS = {"tls": 993, "none": 143}
_SMTP_PORTS = {"tls": 465, "starttls": 587, "none": 25}


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
    """Who the referee is to his players, and who directs."""

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
        raise ValueError("; ".join(_misread(each) for each in read))


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
    """All settings, checked and with their secrets read."""

    referee: Identity
    store: Store = field(default_factory=Store)
    tokens: Tokens
    imap: Imap
    smtp: Smtp
    mail: Mail = field(default_factory=Mail)
    games: Games = field(default_factory=Games)
    backup: Backup = field(default_factory=Backup)
    metrics: Metrics = field(default_factory=Metrics)


class ConfigError(Exception):
    """The configuration cannot be used; `lines` holds one sentence for each fault."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)


def load(path: Path, environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration in the file at `path`; paths in it are relative to its folder. Raises ConfigError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: is not UTF-8 text"]) from error
    return parse(text, folder=path.parent, environment=environment, name=str(path))


def parse(text: str, *, folder: Path, environment: Mapping[str, str], name: str = "config.toml") -> Config:
    """The configuration in `text`. Raises ConfigError with every fault found, not only the first."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{name}: {error}"]) from error
    reading = _Reading(folder=folder, environment=environment)
    sections = reading.sections(tables)
    reading.check_whole(sections)
    if reading.faults:
        raise ConfigError([f"{name}: {fault}" for fault in reading.faults])
    return Config(**sections)


def known_keys() -> Iterator[tuple[str, str]]:
    """Every (section, key) that a config.toml may hold."""
    for section, kind in get_type_hints(Config).items():
        for key, hint in get_type_hints(kind, include_extras=True).items():
            for form in SECRET_FORMS if _is_secret(hint) else ("",):
                yield section, key + form


class _Reading:
    """One pass over the tables of a config.toml, gathering faults."""

    def __init__(self, *, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.faults: list[str] = []

    def sections(self, tables: dict[str, Any]) -> dict[str, Any]:
        kinds = get_type_hints(Config)
        for name in tables.keys() - kinds.keys():
            self.faults.append(f"[{name}]: no such section{_nearest(name, kinds)}")
        found = {}
        for name, kind in kinds.items():
            table = tables.get(name, {})
            if isinstance(table, dict):
                found[name] = self.section(name, kind, table)
            else:
                self.faults.append(f"{name}: must be a section, written [{name}]")
        return found

    def section(self, name: str, kind: type[Any], table: dict[str, Any]) -> Any:
        before = len(self.faults)
        known = [key for section, key in known_keys() if section == name]
        self.faults += [f"{name}.{key}: no such setting{_nearest(key, known)}" for key in table if key not in known]
        hints = get_type_hints(kind, include_extras=True)
        values: dict[str, Any] = {}
        for spec in msgspec.structs.fields(kind):
            hint = hints[spec.name]
            if _is_secret(hint):
                value = self.secret(f"{name}.{spec.name}", table)
            elif spec.name in table:
                value = self.value(f"{name}.{spec.name}", hint, table[spec.name])
            else:
                value = self.folder / spec.default if hint is Path else None
            if value is not None:
                values[spec.name] = value
            elif spec.required and not any(spec.name + form in table for form in SECRET_FORMS):
                self.faults.append(f"{name}.{spec.name}: is missing")
        return kind(**values) if len(self.faults) == before else None

    def value(self, where: str, hint: Any, value: Any) -> Any:
        if hint is Path:
            hint = Text
            if isinstance(value, str) and value:
                return self.folder / Path(value).expanduser()
        try:
            value = msgspec.convert(value, type=hint)
        except msgspec.ValidationError as error:
            self.faults.append(f"{where}: {_plain(error)}, not {value!r}")
            return None
        if where in ADDRESSES and not is_address(value):
            self.faults.append(f"{where}: {value!r} is no mail address")
            return None
        return value

    def secret(self, where: str, table: dict[str, Any]) -> Secret | None:
        key = where.partition(".")[2]
        given = [key + form for form in SECRET_FORMS if key + form in table]
        if len(given) > 1:
            self.faults.append(f"{where}: is given more than once ({', '.join(given)})")
        if len(given) != 1:
            return None
        where, value = where.replace(key, given[0]), table[given[0]]
        if not isinstance(value, str) or not value:
            self.faults.append(f"{where}: must be a text that is not empty")
            return None
        if given[0].endswith("_env"):
            return self.secret_from(where, self.environment.get(value), f"the environment has no {value}")
        if given[0].endswith("_file"):
            file = self.folder / Path(value).expanduser()
            try:
                return self.secret_from(where, file.read_text(encoding="utf-8").strip(), f"{file} is empty")
            except (OSError, UnicodeDecodeError) as error:
                self.faults.append(f"{where}: {file} cannot be read: {getattr(error, 'strerror', 'not UTF-8 text')}")
                return None
        return self.secret_from(where, value, "")

    def secret_from(self, where: str, value: str | None, if_missing: str) -> Secret | None:
        if not value:
            self.faults.append(f"{where}: {if_missing}")
            return None
        if any(ord(character) < 32 for character in value):
            self.faults.append(f"{where}: must be one line without control characters")
            return None
        return Secret(value)

    def check_whole(self, sections: dict[str, Any]) -> None:
        """What one setting says about another, in the sections that could be read; also fills in the usual ports."""
        identity: Identity | None = sections.get("referee")
        if identity is not None and sub_address_room(identity.address) < 0:
            self.faults.append("referee.address: the part before the @ is too long to carry a reply token")
        tokens: Tokens | None = sections.get("tokens")
        if tokens is not None and len(tokens.secret.reveal()) < SECRET_CHARS_MIN:
            self.faults.append(f"tokens.secret: must have {SECRET_CHARS_MIN} characters or more")
        imap: Imap | None = sections.get("imap")
        if imap is not None and len({imap.inbox, imap.processed, imap.rejected}) < 3:
            self.faults.append("imap: inbox, processed and rejected must be three folders")
        smtp: Smtp | None = sections.get("smtp")
        if smtp is not None and (smtp.user is None) != (smtp.password is None):
            self.faults.append("smtp: user and password go together")
        games: Games | None = sections.get("games")
        read = read_terms(games.terms) if games is not None else ()
        if isinstance(read, tuple):
            self.faults += [f"games.terms: {_misread(each)}" for each in read]
        backup: Backup | None = sections.get("backup")
        try:
            _ = backup.pause if backup is not None else None
        except ValueError as error:
            self.faults.append(f"backup.every: {error}")
        for name, server, ports in (("imap", imap, _IMAP_PORTS), ("smtp", smtp, _SMTP_PORTS)):
            if server is None:
                continue
            if server.security == "none" and not is_loopback(server.host):
                self.faults.append(f'{name}.security: "none" is for this machine itself only, not for {server.host}')
            sections[name] = msgspec.structs.replace(server, port=server.port or ports[server.security])


def is_loopback(host: str) -> bool:
    """Whether a connection to `host` never leaves this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _is_secret(hint: Any) -> bool:
    return hint is Secret or (get_origin(hint) in (Union, types.UnionType) and Secret in get_args(hint))


def _nearest(word: str, known: Any) -> str:
    best = process.extractOne(word.lower(), list(known), score_cutoff=NEAR_ENOUGH)
    return f"; did you mean {best[0]}?" if best else ""


def _misread(complaint: Misreading) -> str:
    near = f"; try {' or '.join(complaint.nearest)}" if complaint.nearest else ""
    return f"{complaint.reason}{near}"


def _plain(error: msgspec.ValidationError) -> str:
    text = str(error).partition(" - at `")[0].replace("`", "")
    return text[0].lower() + text[1:]
