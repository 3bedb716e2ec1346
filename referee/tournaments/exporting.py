"""An event written down for other programs: JSON with all that is known, CSV of its games, and text like FIDE's TRF."""

import csv
from io import StringIO
from math import isfinite
from typing import Any, Final

from msgspec import to_builtins

from engine.tournament.model import Outcome, Standing
from engine.tournament.running import standings
from referee.store.pairings import Paired
from referee.store.tournaments import TournamentState
from referee.tournaments.book import Book
from referee.tournaments.wording import sort_of

# How a game ended, as TRF has it in its last column of a round.
CODES: Final = {
    Outcome.WIN: "1",
    Outcome.DRAW: "=",
    Outcome.LOSS: "0",
    Outcome.BYE: "U",
    Outcome.WALKOVER: "+",
    Outcome.FORFEIT: "-",
    Outcome.VOID: "Z",
    Outcome.ABSENT: "Z",
}
ENDS: Final = (TournamentState.OVER, TournamentState.ABORTED)


def as_facts(book: Book) -> dict[str, Any]:
    """All of it but addresses, as plain values; the secret of the lots once the event is at its end."""
    found = book.tournament
    return {
        "event": found.id,
        "name": found.name,
        "state": found.state.value,
        "format": sort_of(found.definition),
        "definition": to_builtins(found.definition),
        "seed": found.seed if found.state in ENDS else None,
        "created_at": found.created_at.isoformat(),
        "started_at": found.started_at.isoformat() if found.started_at else None,
        "ended_at": found.ended_at.isoformat() if found.ended_at else None,
        "entrants": [to_builtins(each.entrant) for each in book.entries],
        "games": [game_facts(each) for each in book.paired],
        "standings": [_standing(each) for each in standings(book.event, book.games)] if book.entries else [],
    }


def _standing(row: Standing) -> dict[str, Any]:
    """A line of the table; a tie-break that he has no number for, as turns needed without a win, is None."""
    breaks = [(used.value, value if isfinite(value) else None) for used, value in row.tiebreaks]
    facts: dict[str, Any] = to_builtins(row)
    return facts | {"tiebreaks": breaks}


def game_facts(paired: Paired) -> dict[str, Any]:
    """A game of an event as plain values."""
    return {
        "round": paired.pairing.round,
        "stage": paired.pairing.stage,
        "table": paired.number,
        "players": list(paired.pairing.players),
        "game": paired.game,
        "result": to_builtins(paired.result),
        "way": paired.way.value if paired.way is not None else None,
        "reason": paired.pairing.reason,
        "due_at": paired.due_at.isoformat() if paired.due_at is not None else None,
    }


def as_csv(book: Book) -> str:
    """A line for each player of each game."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("round", "stage", "table", "game", "player", "outcome", "place", "hit_points", "turns", "way"))
    for each in book.paired:
        for name in each.pairing.players:
            score = each.result.of(name) if each.result is not None else None
            came = (score.outcome.value, score.place, score.hit_points) if score is not None else ("", "", "")
            turns = each.result.turns if each.result is not None else ""
            place = (each.pairing.round, each.pairing.stage, each.number, each.game or "")
            writer.writerow((*place, name, *came, turns, each.way.value if each.way is not None else ""))
    return text.getvalue()


def as_trf(book: Book) -> str:
    """Lines 012 (name), 042 and 052 (first and last day), 062 (players), 092 (format) and 001 for each player: starting
    rank, name, rating, points, place, and each game's opponents and result. In a melee there are several opponents, and
    the place stands in brackets."""
    found = book.tournament
    numbers = {each.entrant.name: n for n, each in enumerate(book.entries, start=1)}
    lines = [f"012 {found.name}"]
    lines += [f"042 {found.started_at:%Y/%m/%d}"] if found.started_at else []
    lines += [f"052 {found.ended_at:%Y/%m/%d}"] if found.ended_at else []
    lines += [f"062 {len(book.entries)}", f"092 {sort_of(found.definition)}"]
    rows = {row.player: row for row in (standings(book.event, book.games) if book.entries else ())}
    for each in book.entries:
        name, row = each.entrant.name, rows[each.entrant.name]
        games = sorted((g for g in book.paired if name in g.pairing.players), key=lambda g: (g.pairing.round, g.id))
        head = f"001 {numbers[name]:4} {name:33} {each.entrant.rating:4.0f} {row.points:5.2f} {row.rank:4}"
        lines.append("  ".join([head, *(_met(game, name, numbers) for game in games)]))
    return "\n".join(lines) + "\n"


def _met(paired: Paired, name: str, numbers: dict[str, int]) -> str:
    others = ",".join(str(numbers[each]) for each in paired.pairing.players if each != name) or "0000"
    if paired.result is None:
        return f"{others} - *"
    score = paired.result.of(name)
    place = f"({score.place})" if len(paired.pairing.players) > 2 and score.outcome is not Outcome.VOID else ""
    return f"{others} - {CODES[score.outcome]}{place}"
