"""Games of the database as transcripts: one text for the archive, the bug report and the test."""

from __future__ import annotations

from msgspec import Struct

from engine.transcript import TranscriptError, play
from engine.transcript_writing import Told, write_transcript
from referee.store import games, turns
from referee.store.database import Store
from referee.store.games import GOING_ON, Game


class Export(Struct, frozen=True, kw_only=True):
    """A game written down. `differs`: from where on its text adjudicates otherwise than the game went, None if not."""

    text: str
    differs: str | None


def written(store: Store, game: Game, *, last: Told | None = None) -> Export:
    """The transcript of all turns of a game that stand, and of a `last` one that is not stored yet. Raises
    `engine.setup_writing.Untellable`."""
    opening = games.opening(store, game.id)
    assert opening is not None, game.id
    told = [Told(turn=r.turn, part=r.part, orders=r.orders, events=r.events) for r in turns.records(store, game.id)]
    told += [last] if last is not None else []
    title = game.title or " v ".join(seat.wizard for seat in game.seats)
    text = f"# {_remark(game)}\n" + write_transcript(opening, told, title=title)
    return Export(text=text, differs=_difference(text, told))


def _remark(game: Game) -> str:
    """The game's number and state; that of a running one gives away what nobody in it may know."""
    told = f"game {game.id}, {game.state.value}"
    if game.state in GOING_ON:
        told += ": the orders and the salt below are secret until it ends"
    return told


def _difference(text: str, told: list[Told]) -> str | None:
    """Where the text goes another way, as a game does that was begun under an older version of the rules."""
    try:
        _, played = play(text)
    except TranscriptError as error:
        return f"it cannot be adjudicated: {error}"
    for one, other in zip(told, played, strict=False):
        if (one.turn, one.part, one.events) != (other.turn.turn, other.turn.part, other.turn.events):
            return f"turn {one.turn} ({one.part}) goes otherwise"
    return None if len(told) <= len(played) else f"it ends after {len(played)} of {len(told)} parts"
