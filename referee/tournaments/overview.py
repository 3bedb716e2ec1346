"""Where an event stands, as its director sees it: what waits for him, what goes on and until when."""

from collections.abc import Mapping
from typing import Any

from referee.mail.answers import Piece
from referee.mail.wording import counted
from referee.store import pairings, tournaments
from referee.store.database import Store
from referee.store.pairings import Paired, Ruling
from referee.store.tournaments import Tournament
from referee.tournaments.book import Book, book_of
from referee.tournaments.results import in_words
from referee.tournaments.wording import sort_of, told_state


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


def whole(store: Store, found: Tournament) -> dict[str, Any]:
    """The same, with its open games and what is proposed for them."""
    book = book_of(store, found)
    still = [each for each in book.paired if each.result is None]
    rulings = [(each, ruling) for each in still if (ruling := pairings.open_ruling(store, each.id)) is not None]
    names = {each.player: each.entrant.name for each in book.entries}
    look_at = tournaments.look_at(store, found.id)
    return facts(book) | {
        "look_at": look_at.isoformat(timespec="minutes") if look_at is not None else None,
        "open_games": [
            {
                "game": each.game,
                "round": each.pairing.round,
                "players": list(each.pairing.players),
                "due_at": each.due_at.isoformat(timespec="minutes") if each.due_at is not None else None,
            }
            for each in still
        ],
        "rulings": [
            {
                "game": each.game,
                "result": in_words(ruling.result),
                "reason": ruling.reason,
                "stands_at": ruling.stands_at.isoformat(timespec="minutes"),
                "appealed": ruling.appealed_at is not None,
                "appellant": names.get(ruling.appellant) if ruling.appellant is not None else None,
                "appeal": ruling.appeal,
            }
            for each, ruling in rulings
        ],
    }


def row(book: Book) -> str:
    """An event in a row."""
    known = facts(book)
    still = counted(known["open"], "open game")
    return f"{book.tournament.id:<6}{book.name}: {told_state(book.tournament)}, round {known['round']}, {still}"


def told(store: Store, found: Tournament) -> tuple[Piece, ...]:
    """Where an event stands in plain English: what is proposed for its games, and those that go on, in rows."""
    book = book_of(store, found)
    because = f" The reason: {found.reason}" if found.reason else ""
    parts: list[Piece] = [
        f"Event {found.id}, {found.name} ({sort_of(found.definition)}): {told_state(found)}, with"
        f" {counted(len(book.here), 'player')}.{because}"
    ]
    still = [each for each in book.paired if each.result is None]
    names = {each.player: each.entrant.name for each in book.entries}
    rulings = [
        _ruling(each, ruling, names) for each in still if (ruling := pairings.open_ruling(store, each.id)) is not None
    ]
    if rulings:
        parts += ["These are to be decided:", tuple(rulings)]
    if still:
        parts += ["These games go on:", tuple(_open(each) for each in still)]
    return tuple(parts)


def _ruling(paired: Paired, ruling: Ruling, names: Mapping[int, str]) -> str:
    if ruling.appealed_at is None:
        return f"{paired.game:<6}{in_words(ruling.result)}, from {ruling.stands_at:%F %H:%M} UTC"
    appellant = names.get(ruling.appellant or 0, "a player")
    return f"{paired.game:<6}{in_words(ruling.result)}; {appellant} appeals: {ruling.appeal or 'no reason given'}"


def _open(paired: Paired) -> str:
    until = f", until {paired.due_at:%F %H:%M} UTC" if paired.due_at is not None else ""
    return f"{paired.game:<6}{' v '.join(paired.pairing.players)}, round {paired.pairing.round}{until}"
