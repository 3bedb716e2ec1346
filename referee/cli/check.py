"""`referee check`: the doctor."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from referee import clock
from referee.cli.examples import example
from referee.cli.listing import print_json
from referee.cli.settings import FAILED, config_option, json_option
from referee.config import Box, ConfigError, Smtp, load
from referee.mail.headers import clean
from referee.operation import doctor, doctor_dns, doctor_mail, doctor_trip
from referee.operation.doctor_trip import Came
from referee.operation.findings import Finding, Level, fault

_MARKS: Final = {Level.WELL: "ok", Level.SKIPPED: "skip", Level.WARNING: "warn", Level.FAULT: "FAULT"}
_COLOURS: Final = {Level.WELL: "green", Level.SKIPPED: "cyan", Level.WARNING: "yellow", Level.FAULT: "red"}
_LINE_CHARS_MAX: Final = 500


@click.command(epilog=example("referee check", "referee check --local --json"))
@click.option("--local", is_flag=True, help="Only look at this machine: no mail servers, no DNS.")
@click.option(
    "--wait", default=60.0, show_default=True, metavar="SECONDS", help="How long a test mail may take to come back."
)
@json_option
@config_option
def check(local: bool, wait: float, as_json: bool, config_path: Path) -> None:
    """Look at all that the referee needs, and say what to do about what is wrong. Status 1 where something is.

    Settings, files, disk, database and clock; both mail servers, with a test mail to himself by way of both;
    plus-addresses; SPF, DKIM and DMARC of his domain. It may be run beside the daemon. The test mails are deleted when
    they have come.
    """
    found = []
    for finding in _findings(config_path, local=local, patience=wait):
        found.append(finding)
        if not as_json:
            _print(finding)
    faults = sum(each.level is Level.FAULT for each in found)
    if as_json:
        facts = [
            {"about": each.about, "level": each.level.value, "told": each.told, "to_do": each.to_do} for each in found
        ]
        print_json(facts)
    else:
        warnings = sum(each.level is Level.WARNING for each in found)
        click.echo(f"{_counted(faults, 'fault')}, {_counted(warnings, 'warning')}")
    if faults:
        raise SystemExit(FAILED)


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _findings(config_path: Path, *, local: bool, patience: float) -> Iterator[Finding]:
    try:
        config = load(config_path)
    except ConfigError as error:
        yield from (
            fault("config", line, "correct it; config.example.toml explains all settings") for line in error.lines
        )
        return
    yield from doctor.at_home(config, config_path, now=clock.now())
    if local:
        return
    senders: set[Smtp] = set()
    domains: set[str] = set()
    for name, box in config.mailboxes.items():
        for finding in _of_mailbox(box, senders, domains, patience):
            about = f"{finding.about} of {name}" if config.further else finding.about
            yield replace(finding, about=about)


def _of_mailbox(box: Box, senders: set[Smtp], domains: set[str], patience: float) -> Iterator[Finding]:
    """Its servers, and the way of a mail through them; `senders` and `domains` are those that were looked at before."""
    yield from doctor_mail.imap(box.imap)
    if box.smtp not in senders:
        yield from doctor_mail.smtp(box.smtp)
    came: dict[str, Came] = {}
    yield from doctor_trip.round_trip(box, mark=secrets.token_hex(8), patience=patience, now=clock.now(), came=came)
    domain = box.referee.address.rpartition("@")[2].lower()
    if domain not in domains:
        yield from doctor_dns.records(domain, signed_by=came["plain"].signed_by if "plain" in came else None)
    senders.add(box.smtp)
    domains.add(domain)


def _print(finding: Finding) -> None:
    mark = click.style(f"{_MARKS[finding.level]:<5}", fg=_COLOURS[finding.level])
    click.echo(f"{mark}  {finding.about}: {clean(finding.told, _LINE_CHARS_MAX)}")
    if finding.to_do:
        click.echo(f"       to do: {clean(finding.to_do, _LINE_CHARS_MAX)}")
