"""Where an event stands, as its director sees it: what waits for him, what goes on and until when."""

import textwrap
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from engine.tournament.model import Impossible, Wait
from engine.tournament.running import next_games
from referee.mail.answers import Piece
from referee.mail.wording import counted
from referee.store import pairings, tournaments
from referee.store.pairings import Paired, Ruling
from referee.store.tournaments import Tournament, TournamentState
from referee.tournaments.bench import Bench
from referee.tournaments.book import Book, book_of, with_room
from referee.tournaments.results import in_words
from referee.tournaments.wording import sort_of, told_state

ROW_CHARS: Final = 66  # behind the edge of a row
_INDENT: Final = 6  # below the number of a game or an event


class Open(Struct, frozen=True, kw_only=True):
    """A game of an event that has no result. `due`: when its time is over. `stands`: from when the ruling on it does;
    None where there is none, or after an appeal, as the director decides then. `appellant`: who has appealed."""

    paired: Paired
    due: datetime | None
    ruling: Ruling | None = None
    stands: datetime | None = None
    appellant: str = ""


def open_games(bench: Bench, book: Book, now: datetime) -> list[Open]:
    """The games that have no result, in the order in which they were paired."""
    names = {each.player: each.entrant.name for each in book.entries}
    found = []
    for paired in book.paired:
        if paired.result is None:
            ruling = pairings.open_ruling(bench.store, paired.id)
            appealed = ruling is not None and ruling.appealed_at is not None
            found.append(
                Open(
                    paired=paired,
                    due=bench.rulings.due(paired, now),
                    ruling=ruling,
                    stands=bench.rulings.stands(paired, ruling, now) if ruling is not None and not appealed else None,
                    appellant=names.get(ruling.appellant or 0, "a player") if ruling is not None and appealed else "",
                )
            )
    return found


def facts(book: Book) -> dict[str, Any]:
    """Where an event stands, as plain values."""
    found = book.tournament
    return {
        "event": found.id,
        "name": found.name,
        "format": sort_of(found.definition),
        "state": found.state.value,
        "reason": found.reason,
        "mailbox": found.definition.mailbox,
        "players": len(book.here),
        "round": max((each.pairing.round for each in book.paired), default=0),
        "open": sum(each.result is None for each in book.paired),
    }


def whole(bench: Bench, found: Tournament, now: datetime) -> dict[str, Any]:
    """The same, with its open games and what is proposed for them."""
    book = book_of(bench.store, found)
    still = open_games(bench, book, now)
    return facts(book) | {
        "waits": waits_for(bench, book),
        "look_at": _minute(tournaments.look_at(bench.store, found.id)),
        "open_games": [
            {
                "game": each.paired.game,
                "round": each.paired.pairing.round,
                "players": list(each.paired.pairing.players),
                "due_at": _minute(each.due),
            }
            for each in still
        ],
        "rulings": [_ruling_facts(each, each.ruling) for each in still if each.ruling is not None],
    }


def waits_for(bench: Bench, book: Book) -> str:
    """For what an event that is being played waits, in a sentence; empty where its next games are about to begin."""
    if book.tournament.state is not TournamentState.RUNNING:
        return ""
    plan = next_games(with_room(bench.store, book), book.games)
    return plan.reason if isinstance(plan, Wait | Impossible) else ""


def _ruling_facts(each: Open, ruling: Ruling) -> dict[str, Any]:
    return {
        "game": each.paired.game,
        "result": in_words(ruling.result),
        "reason": ruling.reason,
        "stands_at": _minute(each.stands),
        "appealed": ruling.appealed_at is not None,
        "appellant": each.appellant or None,
        "appeal": ruling.appeal,
    }


def _minute(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="minutes") if moment is not None else None


def rows(book: Book) -> tuple[str, ...]:
    """An event in a row or more."""
    known = facts(book)
    still = counted(known["open"], "open game")
    return _rows(book.tournament.id, f"{book.name}: {told_state(book.tournament)}, round {known['round']}, {still}")


def told(bench: Bench, found: Tournament, now: datetime) -> tuple[Piece, ...]:
    """Where an event stands in plain English: what is proposed for its games, and those that go on, in rows."""
    book = book_of(bench.store, found)
    waits = waits_for(bench, book)
    because = f" The reason: {found.reason}" if found.reason else f" {waits}" if waits else ""
    parts: list[Piece] = [
        f"Event {found.id}, {found.name} ({sort_of(found.definition)}): {told_state(found)}, with"
        f" {counted(len(book.here), 'player')}.{because}"
    ]
    still = open_games(bench, book, now)
    ruled = tuple(row for each in still if each.ruling is not None for row in _ruling(each, each.ruling))
    if ruled:
        parts += ["These are to be decided:", ruled]
    if still:
        parts += ["These games go on:", tuple(row for each in still for row in _open(each))]
    return tuple(parts)


def _ruling(each: Open, ruling: Ruling) -> Iterator[str]:
    said = in_words(ruling.result)
    if each.stands is not None:
        yield from _rows(each.paired.game, f"{said}, from {each.stands:%F %H:%M} UTC")
    else:
        why = ruling.appeal or "no reason given"
        yield from _rows(each.paired.game, f"{said}; it waits for you: {each.appellant} appeals: {why}")


def _open(each: Open) -> Iterator[str]:
    until = f", until {each.due:%F %H:%M} UTC" if each.due is not None else ""
    players = " v ".join(each.paired.pairing.players)
    yield from _rows(each.paired.game, f"{players}, round {each.paired.pairing.round}{until}")


def _rows(number: int | None, text: str) -> tuple[str, ...]:
    """A number, and as many rows as the text takes."""
    row = f"{number:<{_INDENT}}{text}"
    return tuple(textwrap.wrap(row, ROW_CHARS, subsequent_indent=" " * _INDENT, break_on_hyphens=False))
