"""config.toml -> one frozen Config: every fault is reported at once, an unknown key with the nearest known one."""

import os
import tomllib
import types
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from rapidfuzz import process

from referee.config import checks
from referee.config.sections import Box, Config, ConfigError, Identity, Imap, Secret, Sender, Smtp, Text
from referee.mail.headers import is_address
from referee.mailboxes import MAIN, is_name

SECRET_FORMS: Final = ("", "_env", "_file")
MAILBOXES: Final = "mailboxes"
SERVERS: Final[dict[str, type[Imap] | type[Smtp]]] = {"imap": Imap, "smtp": Smtp}
_NEAR_ENOUGH: Final = 60.0
_ADDRESSES: Final = ("address", "director")
_PASSWORD: Final = frozenset("password" + form for form in SECRET_FORMS)
_ACCOUNT: Final = _PASSWORD | {"host", "port", "security", "user", "authserv_id"}


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
    config = reading.config(tables)
    if config is None:
        raise ConfigError([f"{name}: {fault}" for fault in reading.faults])
    return config


def known_keys() -> Iterator[tuple[str, str]]:
    """Every (section, key) that a config.toml may hold, but for those of further mailboxes."""
    for section, kind in _sections().items():
        for key in _keys(kind):
            yield section, key


def secret_files(text: str, path: Path) -> list[Path]:
    """The config.toml at `path` (which holds `text`) where a secret stands in it, and the files that it names for
    secrets."""
    found: set[Path] = set()
    inline = False
    for table in _secret_tables(tomllib.loads(text)):
        for key in ("password", "secret"):
            inline = inline or key in table
            if isinstance(name := table.get(f"{key}_file"), str):
                found.add(path.parent / Path(name).expanduser())
    return [*([path] if inline else []), *sorted(found)]


def _secret_tables(tables: dict[str, Any]) -> Iterator[dict[str, Any]]:
    further = [each for each in tables.get(MAILBOXES, {}).values() if isinstance(each, dict)]
    for group in (tables, *further):
        yield from (group[name] for name in ("tokens", *SERVERS) if isinstance(group.get(name), dict))


def _sections() -> dict[str, type[Any]]:
    return {name: kind for name, kind in get_type_hints(Config).items() if name != "further"}


def _keys(kind: type[Any]) -> Iterator[str]:
    for key, hint in get_type_hints(kind, include_extras=True).items():
        yield from (key + form for form in (SECRET_FORMS if _is_secret(hint) else ("",)))


class _Reading:
    """One pass over the tables of a config.toml, gathering faults."""

    def __init__(self, *, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.faults: list[str] = []

    def config(self, tables: dict[str, Any]) -> Config | None:
        """The whole; None where there are faults."""
        sections = self.sections(tables)
        self.faults += checks.of_sections(sections)
        boxes = self.further(tables, sections)
        if self.faults:
            return None
        config = checks.with_ports(Config(**sections, further=boxes))
        self.faults += checks.of_mailboxes(config)
        return None if self.faults else config

    def sections(self, tables: dict[str, Any]) -> dict[str, Any]:
        kinds = _sections()
        known = [*kinds, MAILBOXES]
        self.faults += [f"[{name}]: no such section{_nearest(name, known)}" for name in tables if name not in known]
        found = {}
        for name, kind in kinds.items():
            table = tables.get(name, {})
            if isinstance(table, dict):
                found[name] = self.section(name, kind, table)
            else:
                self.faults.append(f"{name}: must be a section, written [{name}]")
        return found

    def further(self, tables: dict[str, Any], sections: Mapping[str, Any]) -> dict[str, Box]:
        """The mailboxes beside the first one, those without faults."""
        table = tables.get(MAILBOXES, {})
        if not isinstance(table, dict) or not all(isinstance(each, dict) for each in table.values()):
            self.faults.append(f"{MAILBOXES}: must hold sections, written [{MAILBOXES}.NAME]")
            return {}
        found = {}
        for name, given in table.items():
            if name == MAIN:
                self.faults.append(f"{MAILBOXES}.{MAIN}: the mailbox of [referee] is called so; take another name")
            elif not is_name(name):
                self.faults.append(f"{MAILBOXES}.{name}: a name is of small letters, digits and hyphens, 30 at most")
            elif (box := self.box(f"{MAILBOXES}.{name}", given, tables, sections)) is not None:
                found[name] = box
        return found

    def box(
        self, where: str, given: dict[str, Any], tables: Mapping[str, Any], sections: Mapping[str, Any]
    ) -> Box | None:
        known = [*_keys(Sender), *SERVERS]
        self.faults += self.unknown(where, given, known)
        own = {key: value for key, value in given.items() if key not in SERVERS}
        sender = self.section(where, Sender, {key: value for key, value in own.items() if key in known})
        servers: dict[str, Any] = {}
        for name, kind in SERVERS.items():
            table = given.get(name, {})
            if not isinstance(table, dict):
                self.faults.append(f"{where}.{name}: must be a section, written [{where}.{name}]")
            elif sections.get(name) is not None:  # what is left out cannot be taken from a faulty one
                servers[name] = self.section(f"{where}.{name}", kind, _filled_in(table, tables[name]))
        first: Identity | None = sections.get("referee")
        if sender is None or first is None or servers.keys() != SERVERS.keys() or None in servers.values():
            return None
        identity = Identity(name=sender.name or first.name, address=sender.address, director=first.director)
        return Box(referee=identity, **servers)

    def unknown(self, where: str, table: Iterable[str], known: list[str]) -> list[str]:
        return [f"{where}.{key}: no such setting{_nearest(key, known)}" for key in table if key not in known]

    def section(self, name: str, kind: type[Any], table: dict[str, Any]) -> Any:
        before = len(self.faults)
        self.faults += self.unknown(name, table, list(_keys(kind)))
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
        if where.rpartition(".")[2] in _ADDRESSES and not is_address(value):
            self.faults.append(f"{where}: {value!r} is no mail address")
            return None
        return value

    def secret(self, where: str, table: dict[str, Any]) -> Secret | None:
        section, _, key = where.rpartition(".")
        given = [key + form for form in SECRET_FORMS if key + form in table]
        if len(given) > 1:
            self.faults.append(f"{where}: is given more than once ({', '.join(given)})")
        if len(given) != 1:
            return None
        where, value = f"{section}.{given[0]}", table[given[0]]
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


def _filled_in(given: dict[str, Any], first: dict[str, Any]) -> dict[str, Any]:
    """What a further mailbox says of a server of its own, and for what it leaves out what the first one says. Whoever
    names a server names the whole account; another user has another password."""
    own = _ACCOUNT if "host" in given else _PASSWORD if given.keys() & {"user", *_PASSWORD} else frozenset()
    if "security" in given:
        own |= {"port"}
    return {key: value for key, value in first.items() if key not in own} | given


def _is_secret(hint: Any) -> bool:
    return hint is Secret or (get_origin(hint) in (Union, types.UnionType) and Secret in get_args(hint))


def _nearest(word: str, known: Any) -> str:
    best = process.extractOne(word.lower(), list(known), score_cutoff=_NEAR_ENOUGH)
    return f"; did you mean {best[0]}?" if best else ""


def _plain(error: msgspec.ValidationError) -> str:
    text = str(error).partition(" - at `")[0].replace("`", "")
    return text[0].lower() + text[1:]
