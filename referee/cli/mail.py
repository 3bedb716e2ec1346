"""`referee mail ...`: what would be read from a mail, and what waits to be sent."""

from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import click

from referee import clock
from referee.cli.examples import example
from referee.cli.known import GAME, MAIL, SENT
from referee.cli.listing import print_json, print_table
from referee.cli.settings import change_options, changing, config_option, desk, fail, json_option, looking, told
from referee.config import ConfigError, load
from referee.deeds import dropping, letters, moving, resending
from referee.deeds.refusal import found
from referee.mail.headers import clean
from referee.mail.inspection import heads, inspected
from referee.mailboxes import MAIN
from referee.store import games, mailbag, outgoing, reachability
from referee.store.database import Store
from referee.store.games import GOING_ON
from referee.store.mailbag import LetterState, StoredLetter
from referee.store.outgoing import MailState
from referee.store.reachability import Reachability

RECENT: Final = timedelta(days=7)
REJECTED_MAX: Final = 100
LINE_CHARS_MAX: Final = 2_000
TO_DO: Final = {
    LetterState.STORED: "nothing, the daemon handles it",
    LetterState.HANDLED: "nothing",
    LetterState.SET_ASIDE: "referee mail retry {0}, or referee mail reject {0}",
    LetterState.UNCONFIRMED: "wait for the sender's yes, or referee mail reject {0}",
    LetterState.REJECTED: "nothing, or referee mail retry {0} once the reason is gone",
    LetterState.CLOSED: "nothing",
}


@click.group()
def mail() -> None:
    """Look into mails, and at the queue."""


@mail.command(epilog=example("referee mail inspect strange.eml"))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@json_option
@click.option("--server", help="Our mail server's name in Authentication-Results (default: from the settings).")
@click.option("--address", help="The referee's address (default: all from the settings, where there are any).")
@config_option
def inspect(file: Path, as_json: bool, address: str | None, server: str | None, config_path: Path) -> None:
    """Show what would be read from the mail in FILE, and why. Nothing is stored."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        fail(f"{file}: cannot be read: {error.strerror}")
    own, own_server = _own(config_path, MAIN)
    facts = inspected(raw, own if address is None else (address,), server if server is not None else own_server)
    if as_json:
        print_json(facts)
        return
    click.echo(f"kind: {facts['kind']}")
    click.echo(f"from: {facts['sender'] or 'nobody who can be told'}")
    for line in facts["lines"]:
        click.echo(f"  | {line}")
    for order in facts["orders"]:
        click.echo(f"  = {order}")
    for complaint in facts["complaints"]:
        click.echo(f"  ! {complaint['text']}: {complaint['reason']}")
    for why in facts["why"]:
        click.echo(why)


def _own(config_path: Path, mailbox: str) -> tuple[tuple[str, ...], str]:
    """The referee's addresses and the name of that mailbox's server by the settings, empty where there are none that
    can be read."""
    try:
        settings = load(config_path) if config_path.exists() else None
    except ConfigError:
        return (), ""
    if settings is None:
        return (), ""
    box = settings.mailboxes.get(mailbox, settings.mailboxes[MAIN])
    return settings.addresses, box.imap.authserv_id


@mail.command(epilog=example("referee mail queue", "referee mail queue --game 7"))
@click.option("--game", "game", type=GAME, help="All mails of that game instead, whatever became of them.")
@json_option
@config_option
def queue(game: int | None, as_json: bool, config_path: Path) -> None:
    """List the mails to be sent, those that wait until their player can be reached, and those that were set aside."""
    with looking(config_path) as table:
        if game is None:
            waiting = outgoing.listing(table.store, (MailState.QUEUED, MailState.WAITING, MailState.SET_ASIDE))
        else:
            found(table.store, game)
            waiting = outgoing.of_game(table.store, game)
    if as_json:
        print_json([_queued(each) for each in waiting])
        return
    print_table(
        ("MAIL", "MAILBOX", "STATE", "KIND", "TO", "DUE", "LAST ERROR"),
        [(e.id, e.mailbox, e.state, e.kind, e.recipient, f"{e.due_at:%F %R}Z", e.last_error) for e in waiting],
        empty="Nothing waits.",
    )


@mail.command("list", epilog=example("referee mail list"))
@json_option
@config_option
def list_mails(as_json: bool, config_path: Path) -> None:
    """List the mails that were set aside, wait for their sender's yes, or were rejected within a week."""
    since = clock.now() - RECENT
    with desk(config_path) as table:
        waiting = mailbag.letters(table.store, (LetterState.SET_ASIDE, LetterState.UNCONFIRMED))
        refused = mailbag.letters(table.store, (LetterState.REJECTED, LetterState.CLOSED), since=since)
    found = [_letter_facts(each) for each in sorted((*waiting, *refused[-REJECTED_MAX:]), key=lambda each: each.id)]
    if as_json:
        print_json(found)
        return
    for each in found:
        click.echo(
            f"{each['id']:>5}  {each['state']:<11}  {each['came_at'][:16]}Z  {clean(each['sender'] or 'nobody')}"
            f" to {each['mailbox']}"
        )
        click.echo(f"       subject: {clean(each['subject'] or '(none)')}")
        click.echo(f"       why: {clean(each['why'] or '(not told)')}")
        click.echo(f"       to do: {each['to_do']}")
    if not found:
        click.echo("Nothing waits.")


@mail.command(epilog=example("referee mail show 12", "referee mail show 12 --raw > strange.eml"))
@click.argument("number", type=MAIL)
@click.option("--raw", is_flag=True, help="Print the mail as it came, byte for byte.")
@json_option
@change_options()
def show(*, number: int, raw: bool, as_json: bool, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Show mail NUMBER of `mail list`: from whom it is, what is read from it, and what became of it.

    That one was shown which was carried out in a game that goes on is kept for ever: it may hold sealed orders.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        found = letters.looked_at(table.doors, number, reason=reason, now=clock.now())
    if dry_run:
        told(f"mail {number} would be shown.", dry_run=True)
        return
    if raw:
        click.echo(found.raw, nl=False)
        return
    facts = _letter_facts(found) | {
        "head": heads(found.raw),
        "read": inspected(found.raw, *_own(config_path, found.mailbox)),
    }
    if as_json:
        print_json(facts)
        return
    click.echo(f"mail {number}: {facts['state']}, came {facts['came_at'][:16]}Z to {found.mailbox}, {found.size} bytes")
    for name, value in facts["head"]:
        click.echo(f"{name}: {clean(value)}")
    for line in facts["read"]["lines"]:
        click.echo(f"  | {clean(line, LINE_CHARS_MAX)}")
    for why in (*facts["read"]["why"], facts["why"] or ""):
        click.echo(clean(why, LINE_CHARS_MAX))
    click.echo(f"To do: {facts['to_do']}")


@mail.command(epilog=example("referee mail resend 31", "referee mail resend --game 7 --to Ann"))
@click.argument("number", type=SENT, required=False)
@click.option("--game", "game", type=GAME, help="The newest report of that game instead of a mail by its number.")
@click.option("--to", "to", metavar="WIZARD", help="To whom in that game.")
@change_options()
def resend(
    number: int | None, *, game: int | None, to: str | None, reason: str | None, dry_run: bool, config_path: Path
) -> None:
    """Send a mail of the referee's again: mail NUMBER of `mail queue`, or the newest report of a game.

    A mail that never arrived goes out as it is; one that a server took goes out under another Message-ID, as the same
    one would be dropped for a duplicate. A report goes to where its player is written to now.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        now = clock.now()
        if number is not None and game is None and to is None:
            sent = resending.resend(table.doors, number, reason=reason, now=now)
        elif number is None and game is not None and to is not None:
            sent = resending.resend_report(table.doors, game, to, reason=reason, now=now)
        else:
            raise click.UsageError("give the number of a mail, or --game and --to")
    told(f"Mail {sent.id} to {sent.recipient} is queued.", dry_run=dry_run)


@mail.command(epilog=example('referee mail drop 31 32 35 --reason "that address is gone"'))
@click.argument("numbers", type=SENT, nargs=-1, required=True, metavar="NUMBER...")
@change_options(required=True)
def drop(numbers: tuple[int, ...], reason: str, dry_run: bool, config_path: Path) -> None:
    """Never send the mails of these numbers in `mail queue`, which were set aside as a server refused them for good.

    All of them, or none where one cannot be given up. For mails whose recipient is gone. Where the address was only
    wrong, put it right with `referee player address`, and use `resend`.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        dropped = [dropping.drop(table.doors, number, reason=reason, now=clock.now()) for number in numbers]
    for each in dropped:
        told(f"Mail {each.id} to {each.recipient} will not be sent.", dry_run=dry_run)


@mail.command(epilog=example('referee mail retry 12 --reason "the fault is mended"'))
@click.argument("number", type=MAIL)
@change_options()
def retry(number: int, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Handle mail NUMBER again, at once: one that was set aside, rejected, or is unconfirmed."""
    with changing(config_path, dry_run=dry_run) as table:
        table.retry_mail(number, now=clock.now(), reason=reason)
    told(f"Mail {number} is handled; its answers are queued.", dry_run=dry_run)


@mail.command(epilog=example('referee mail reject 12 --reason "it is a forgery"'))
@click.argument("number", type=MAIL)
@change_options(why="Why; its sender is told, where he is registered.")
def reject(number: int, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Close mail NUMBER for good: one that was set aside or is unconfirmed."""
    with changing(config_path, dry_run=dry_run) as table:
        player = table.reject_mail(number, reason or "", now=clock.now())
    told(f"Mail {number} is closed; {player or 'nobody'} is told.", dry_run=dry_run)


@mail.command(epilog=example('referee mail move cup main --reason "the provider has closed it"'))
@click.argument("old")
@click.argument("new")
@change_options(why="Why; the players are told.", required=True)
def move(old: str, new: str, reason: str, dry_run: bool, config_path: Path) -> None:
    """Let all that goes on at the mailbox OLD go on at NEW: games, challenges and events.

    The players of its games and challenges are mailed the new address, and get back the time in which nobody read the
    old one. The mailbox OLD need not be in the settings any more.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        done = moving.move(table.doors, old, new, reason=reason, now=clock.now())
    count = f"games: {len(done.games)}, challenges: {len(done.challenges)}, events: {len(done.events)}"
    told(f"What was at {old} goes on at {new}; {count}.", dry_run=dry_run)


def _letter_facts(each: StoredLetter) -> dict[str, Any]:
    return {
        "id": each.id,
        "mailbox": each.mailbox,
        "state": each.state.value,
        "came_at": each.arrived_at.isoformat(),
        "sender": each.sender,
        "subject": each.subject,
        "game": each.game,
        "why": each.error,
        "to_do": TO_DO[each.state].format(each.id),
    }


@mail.command(epilog=example("referee mail bounces"))
@json_option
@config_option
def bounces(as_json: bool, config_path: Path) -> None:
    """List the players whose mail comes back, and to whom nothing is sent for now."""
    with desk(config_path) as table:
        found = [_bounced(table.store, each) for each in reachability.listing(table.store, now=clock.now())]
    if as_json:
        print_json(found)
        return
    print_table(
        ("ADDRESS", "STATE", "POINTS", "STATUS", "MAILS THAT WAIT"),
        [
            (
                each["address"],
                f"paused since {each['paused_at']:.16}Z" if each["paused_at"] else f"back since {each['since']:.16}Z",
                f"{each['points']:g}",
                each["status"],
                each["waiting"],
            )
            for each in found
        ],
        empty="Nobody's mail comes back.",
    )


def _bounced(store: Store, each: Reachability) -> dict[str, Any]:
    seats = games.seats_of(store, each.player, GOING_ON)
    waiting = [mail for mail in outgoing.undelivered(store, each.address) if mail.state is MailState.WAITING]
    return {
        "player": each.player,
        "address": each.address,
        "seats": [{"game": seat.game, "wizard": seat.wizard} for seat in seats],
        "points": each.points,
        "status": each.status,
        "since": each.since.isoformat(),
        "last_at": each.last_at.isoformat(),
        "paused_at": each.paused_at.isoformat() if each.paused_at else None,
        "waiting": len(waiting),
    }


def _queued(each: outgoing.QueuedMail) -> dict[str, Any]:
    return {
        "id": each.id,
        "mailbox": each.mailbox,
        "state": each.state.value,
        "kind": each.kind,
        "recipient": each.recipient,
        "game": each.game,
        "attempts": each.attempts,
        "due_at": each.due_at.isoformat(),
        "last_error": each.last_error,
    }
