"""What one setting says about another: in the same section, in two of them, and in two mailboxes."""

import ipaddress
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from msgspec.structs import replace

from referee.config.sections import Backup, Box, Config, Games, Identity, Imap, Smtp, Tokens
from referee.mail.headers import base_address, sub_address_room
from referee.mailboxes import MAIN
from referee.terms import read_terms

SECRET_CHARS_MIN: Final = 16
_PORTS: Final = {"imap": {"tls": 993, "none": 143}, "smtp": {"tls": 465, "starttls": 587, "none": 25}}


def of_sections(sections: Mapping[str, Any]) -> Iterator[str]:
    """The faults in the sections that could be read, each in a sentence; the others are None."""
    tokens: Tokens | None = sections.get("tokens")
    if tokens is not None and len(tokens.secret.reveal()) < SECRET_CHARS_MIN:
        yield f"tokens.secret: must have {SECRET_CHARS_MIN} characters or more"
    yield from _of_box("referee", "", sections.get("referee"), sections.get("imap"), sections.get("smtp"))
    games: Games | None = sections.get("games")
    read = read_terms(games.terms) if games is not None else ()
    if isinstance(read, tuple):
        yield from (f"games.terms: {each.brief()}" for each in read)
    backup: Backup | None = sections.get("backup")
    try:
        _ = backup.pause if backup is not None else None
    except ValueError as error:
        yield f"backup.every: {error}"


def of_mailboxes(config: Config) -> Iterator[str]:
    """The faults of the mailboxes beside the first one, and those that two of all mailboxes have together."""
    for name, box in config.further.items():
        where = f"mailboxes.{name}"
        yield from _of_box(where, f"{where}.", box.referee, box.imap, box.smtp)
    for name, box in config.mailboxes.items():
        if base_address(config.referee.director) == base_address(box.referee.address):
            yield f"referee.director: is the address of the mailbox {name}, where nobody reads; name a person's"
    for (one, first), (other, second) in combinations(config.mailboxes.items(), 2):
        if base_address(first.referee.address) == base_address(second.referee.address):
            yield f"mailboxes.{other}.address: is that of the mailbox {one} too; each needs an address of its own"
        yield from _of_folders(one, first.imap, other, second.imap)


def with_ports(config: Config) -> Config:
    """The same with the usual ports where none are given."""
    first = _with_ports(config.mailboxes[MAIN])
    further = {name: _with_ports(box) for name, box in config.further.items()}
    return replace(config, imap=first.imap, smtp=first.smtp, further=further)


def is_loopback(host: str) -> bool:
    """Whether a connection to `host` never leaves this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _of_box(where: str, prefix: str, identity: Identity | None, imap: Imap | None, smtp: Smtp | None) -> Iterator[str]:
    if identity is not None and sub_address_room(identity.address) < 0:
        yield f"{where}.address: the part before the @ is too long to carry a reply token"
    if imap is not None and len({imap.inbox, imap.processed, imap.rejected}) < 3:
        yield f"{prefix}imap: inbox, processed and rejected must be three folders"
    if smtp is not None and (smtp.user is None) != (smtp.password is None):
        yield f"{prefix}smtp: user and password go together"
    for name, server in (("imap", imap), ("smtp", smtp)):
        if server is not None and server.security == "none" and not is_loopback(server.host):
            yield f'{prefix}{name}.security: "none" is for this machine itself only, not for {server.host}'


def _of_folders(one: str, first: Imap, other: str, second: Imap) -> Iterator[str]:
    """Two mailboxes of one account: each reads a folder of its own, in which nobody files anything."""
    if (first.host.lower(), first.port, first.user) != (second.host.lower(), second.port, second.user):
        return
    read, filed = [_folder(each.inbox) for each in (first, second)], "where mails are filed that were read"
    if read[0] == read[1]:
        yield (
            f"mailboxes.{other}.imap: is the inbox of the mailbox {one} too; give it the user and password of an"
            " account of its own, or an inbox that is another folder"
        )
    if read[0] in map(_folder, (second.processed, second.rejected)):
        yield f"mailboxes.{other}.imap: the inbox of the mailbox {one} is {filed}; name another folder"
    if read[1] in map(_folder, (first.processed, first.rejected)):
        yield f"mailboxes.{other}.imap.inbox: is a folder of the mailbox {one} {filed}; name another"


def _folder(name: str) -> str:
    return "INBOX" if name.upper() == "INBOX" else name


def _with_ports(box: Box) -> Box:
    imap = replace(box.imap, port=box.imap.port or _PORTS["imap"][box.imap.security])
    return replace(box, imap=imap, smtp=replace(box.smtp, port=box.smtp.port or _PORTS["smtp"][box.smtp.security]))
