"""What all commands share: where the configuration is, the store behind it, dry runs, and how a failure is told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from referee import clock
from referee.commands.doors import DIRECTOR
from referee.config import Config, ConfigError, load
from referee.deeds.refusal import Refused
from referee.desk import Desk
from referee.journal import Journal
from referee.mailboxes import MAIN
from referee.operation import lock
from referee.store import acts, games, outgoing
from referee.store.acts import Act
from referee.store.database import Store
from referee.store.faults import StoreError

CONFIG_VARIABLE = "REFEREE_CONFIG"
DEFAULT_CONFIG = Path("config.toml")
FAILED = 1  # exit status: refused or failed
WRONG = 2  # exit status: wrong usage or input
DRY_RUN = "Dry run, nothing is changed: "
_WHO = "referee.who"
_BY = "Who decides in the director's place."
Command = TypeVar("Command", bound=Callable[..., Any])


def config_option(command: Command) -> Command:
    """The option `--config FILE`."""
    return click.option(
        "--config",
        "config_path",
        type=click.Path(path_type=Path, dir_okay=False),
        default=DEFAULT_CONFIG,
        envvar=CONFIG_VARIABLE,
        show_default=True,
        show_envvar=True,
        help="The file with the settings.",
    )(command)


def by_option(command: Command) -> Command:
    """The option `--by NAME`; whom it names, `looking` and `changing` know."""
    return click.option("--by", metavar="NAME", expose_value=False, callback=_named, help=_BY)(command)


def mailbox_option(what: str) -> Callable[[Command], Command]:
    """The option `--mailbox NAME` of what begins something; `what`: a word on that for its help."""
    return click.option(
        "--mailbox",
        default=MAIN,
        show_default=True,
        metavar="NAME",
        help=f"The mailbox of the settings at which {what} is played.",
    )


def json_option(command: Command) -> Command:
    """The option `--json` of every listing."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def change_options(*, why: str = "Why, for the record.", required: bool = False) -> Callable[[Command], Command]:
    """The options of every command that changes something: `--reason`, `--by`, `--dry-run` and `--config`. The command
    gets `reason` (None where it is left out and need not be given), `dry_run` and `config_path`; whom `--by` names,
    `changing` knows."""

    def decorated(command: Command) -> Command:
        command = config_option(command)
        command = by_option(command)
        command = click.option("--dry-run", is_flag=True, help="Say what would be done without doing it.")(command)
        told = why + " `referee log` keeps it."
        return click.option("--reason", required=required, callback=_said, help=told)(command)

    return decorated


def _said(_context: click.Context, _: click.Parameter, reason: str | None) -> str | None:
    """The reason, in which something must stand: players may read it."""
    if reason is not None and not reason.strip():
        raise click.BadParameter("it is empty; say why in a few words")
    return reason


def _named(context: click.Context, _: click.Parameter, name: str | None) -> None:
    """Keep who decides in the director's place."""
    context.meta[_WHO] = " ".join(name.split()) if name is not None else None


def who() -> str:
    """Who acts: the director, or whom `--by` names."""
    return click.get_current_context().meta.get(_WHO) or DIRECTOR


def fail(reason: str, status: int = FAILED) -> NoReturn:
    """Say why in one line on standard error, and end with `status`."""
    click.echo(f"referee: {reason}", err=True)
    raise SystemExit(status)


def settings(path: Path) -> Config:
    """The configuration, or the end with every fault in it."""
    try:
        return load(path)
    except ConfigError as error:
        for line in error.lines:
            click.echo(f"referee: {line}", err=True)
        raise SystemExit(WRONG) from None


@contextmanager
def desk(path: Path) -> Iterator[Desk]:
    """The desk over the configured store, for one command; trouble ends it with one line."""
    config = settings(path)
    try:
        _spare_an_older_daemon(config.store.path)
        with Store.open(config.store.path, create=False) as store:
            yield Desk(store, config, Journal())
    except (StoreError, Refused) as error:
        fail(str(error))


def _spare_an_older_daemon(database: Path) -> None:
    """Opening brings the tables up to date, which must not happen under a daemon that knows them as they were."""
    number = lock.holder(database)
    if number is None:
        return
    with Store.open_to_read(database) as store:
        if store.pending():
            fail(f"process {number} serves {database} with an older release; end it, then run referee db migrate")


@contextmanager
def looking(path: Path) -> Iterator[Desk]:
    """The desk for a command that looks into a game or all that is known of a person: what lies in the archive is
    brought back for as long as the block takes."""
    with desk(path) as table, table.store.rehearsal():
        table.doors = replace(table.doors, who=who())
        yield table


@contextmanager
def changing(path: Path, *, dry_run: bool) -> Iterator[Desk]:
    """The desk for a command that changes something. In a dry run all is undone at the end of the block, the mails that
    would go out are told, and the acts are noted as what they were. Tell the outcome with `told`."""
    with desk(path) as table:
        table.doors = replace(table.doors, who=who())
        if not dry_run:
            yield table
            return
        store = table.store
        last_act, last_mail = acts.last(store), outgoing.last(store)
        with store.rehearsal():
            yield table
            noted = acts.listing(store, after=last_act)
            mails = outgoing.queued_after(store, last_mail)
        with store.transaction():
            for act in noted:
                _note_rehearsed(store, act)
        for mail in mails:
            click.echo(f"{DRY_RUN}would mail: {mail.kind} to {mail.recipient}")


def told(text: str, *, dry_run: bool) -> None:
    """Say what a command did, or would have done."""
    click.echo(f"{DRY_RUN}{text}" if dry_run else text)


def _note_rehearsed(store: Store, act: Act) -> None:
    """The game may have been begun in the dry run only."""
    there = act.game is not None and games.load(store, act.game) is not None
    facts = act.facts | {"dry_run": True} | ({} if there or act.game is None else {"game": act.game})
    acts.note(
        store,
        act.act,
        who=act.who,
        now=clock.now(),
        game=act.game if there else None,
        reason=act.reason,
        facts=facts,
    )
