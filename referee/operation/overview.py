"""The overview: is all well? What the director sees on one screen, and what he has to do."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec import Struct

from referee.config import Config
from referee.deadlines import due
from referee.desk import Desk
from referee.operation import backups, lock, troubles
from referee.operation.troubles import Trouble
from referee.store import counts, games, looks, outgoing, pairings, reachability, tournaments
from referee.store.counts import Counts
from referee.store.games import Game, GameState
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState
from referee.store.tournaments import TournamentState
from referee.times.durations import long

DEADLINES_MAX: Final = 5
TROUBLES_MAX: Final = 5
LOOK_PATIENCE: Final = timedelta(minutes=5)  # beyond the usual pause between two looks
OVERDUE: Final = timedelta(hours=1)


class Waiting(Struct, frozen=True, kw_only=True):
    """A turn that waits for the orders of some wizards until a deadline."""

    game: int
    turn: int
    due: datetime
    owing: tuple[str, ...]


class Standing(Struct, frozen=True, kw_only=True):
    """A turn whose clock the director has stopped, and the wizards whose orders are still owed."""

    game: int
    turn: int
    since: datetime
    owing: tuple[str, ...]


class Overview(Struct, frozen=True, kw_only=True):
    """How things stand. `daemon`: the number of its process, None where none runs; `seen`: when the inboxes
    were last seen empty. `late`: turns whose deadline is over; `coming`: the next ones; `paused`: those that have none
    until their clock runs again. `to_do`: each a sentence on what is wrong and what helps; none, and all is well."""

    at: datetime
    daemon: int | None
    seen: str
    counts: Counts
    late: tuple[Waiting, ...]
    coming: tuple[Waiting, ...]
    paused: tuple[Standing, ...]
    unreachable: tuple[str, ...]
    backup_at: datetime | None
    troubles: tuple[Trouble, ...]
    to_do: tuple[str, ...]


def overview(table: Desk, config: Config, *, now: datetime) -> Overview:
    """How things stand now."""
    running = games.listing(table.store, (GameState.RUNNING,))
    turns = [each for game in running if (each := _turn(table, game, now)) is not None]
    waiting = sorted((each for each in turns if isinstance(each, Waiting)), key=lambda each: each.due)
    paused = sorted((each for each in turns if isinstance(each, Standing)), key=lambda each: each.since)
    known = backups.existing(config.backup.folder, config.store.path)
    unreachable = [each.address for each in reachability.listing(table.store, now=now) if each.paused_at is not None]
    held = counts.counted(table.store)
    found = Overview(
        at=now,
        daemon=lock.holder(config.store.path),
        seen=seen(config, config.mailboxes, held.looked_at, now=now),
        counts=held,
        late=tuple(each for each in waiting if each.due <= now),
        coming=tuple(each for each in waiting if each.due > now)[:DEADLINES_MAX],
        paused=tuple(paused),
        unreachable=tuple(unreachable),
        backup_at=known[-1].at if known else None,
        troubles=tuple(troubles.read(config.store.path, limit=TROUBLES_MAX)),
        to_do=(),
    )
    return msgspec.structs.replace(found, to_do=tuple(_to_do(found, table, config)))


def as_facts(found: Overview) -> dict[str, Any]:
    """The same as plain JSON values."""
    return dict(msgspec.to_builtins(found))


def _turn(table: Desk, game: Game, now: datetime) -> Waiting | Standing | None:
    """A draw or a surrender that is being settled may wait for nobody."""
    state = table.post.clocks.state(game, now)
    names = tuple(game.seats[seat.seat - 1].wizard for seat in state.owing)
    if state.paused_at is not None:
        return Standing(game=game.id, turn=game.duel.next_turn, since=state.paused_at, owing=names)
    if not state.owing:
        return None
    return Waiting(game=game.id, turn=game.duel.next_turn, due=due.deadline(state), owing=names)


def unheard(config: Config, looked_at: Mapping[str, datetime], *, now: datetime) -> tuple[str, ...]:
    """The mailboxes that a running daemon ought to have seen empty since. `looked_at`: when each was last."""
    return tuple(
        name
        for name, box in config.mailboxes.items()
        if name not in looked_at or now - looked_at[name] > timedelta(seconds=box.imap.poll_seconds) + LOOK_PATIENCE
    )


def backup_is_old(config: Config, backup_at: datetime | None, *, now: datetime) -> bool:
    """Whether a backup was missed."""
    return bool(config.backup.keep) and (backup_at is None or now - backup_at > 2 * config.backup.pause)


def _to_do(found: Overview, table: Desk, config: Config) -> list[str]:
    now, said = found.at, []
    if found.daemon is None:
        said.append("No daemon runs: `referee run`, or `systemctl start referee`.")
    elif lost := unheard(config, found.counts.looked_at, now=now):
        since = seen(config, lost, found.counts.looked_at, now=now)
        said.append(f"{since[0].upper()}{since[1:]}: `referee check`, and the journal's imap-lost.")
    for game in games.listing(table.store, (GameState.HELD,)):
        said.append(f"Game {game.id} is held ({game.reason}): `referee game show {game.id}`.")
    for event in tournaments.listing(table.store, (TournamentState.HELD,)):
        said.append(
            f"Event {event.id}, {event.name}, is held ({event.reason}): `referee tournament status {event.id}`."
        )
    for event in tournaments.listing(table.store, (TournamentState.RUNNING,)):
        if event.reason is not None:
            look = f"`referee tournament status {event.id}`"
            said.append(f"Event {event.id}, {event.name}, waits for you ({event.reason}): {look}.")
    for number in pairings.appealed(table.store):
        said.append(f"An appeal on game {number} waits for you: `referee tournament adjudicate {number}`.")
    if found.counts.letters[LetterState.SET_ASIDE]:
        said.append(
            f"Letters that were set aside: {found.counts.letters[LetterState.SET_ASIDE]}, see `referee mail list`."
        )
    if found.counts.mails[MailState.SET_ASIDE]:
        said.append(
            f"Mails that could not be sent: {found.counts.mails[MailState.SET_ASIDE]}, see `referee mail queue`;"
            " `referee mail resend` or `referee mail drop` each."
        )
    next_due = outgoing.next_due(table.store)
    if next_due is not None and now - next_due > OVERDUE:
        said.append(
            f"A mail is to go out since {ago(next_due, now=now)}: `referee check`, and the journal's smtp-lost."
        )
    if looks.unconfirmed(table.store):
        said.append("Games wait after a long outage: `referee game resume-after-outage`.")
    if backup_is_old(config, found.backup_at, now=now):
        last = f"The last backup was {ago(found.backup_at, now=now)}" if found.backup_at else "There is no backup yet"
        said.append(f"{last}: `referee db backup`.")
    return said


def seen(config: Config, names: Collection[str], looked_at: Mapping[str, datetime], *, now: datetime) -> str:
    """When these inboxes were last seen empty, as the beginning of a sentence or its middle; each by the name of its
    mailbox where the settings have several."""
    told = []
    for name in names:
        of = f" of {name}" if config.further else ""
        at = looked_at.get(name)
        told.append(f"the inbox{of} was {'never seen empty' if at is None else f'seen empty {ago(at, now=now)}'}")
    return ", ".join(told)


def ago(moment: datetime | None, *, now: datetime) -> str:
    """As "3 hours ago", for people."""
    if moment is None:
        return "never"
    return f"{long(now - moment, units=2)} ago" if now - moment >= timedelta(minutes=1) else "just now"
