"""The board of a game as one of its players may know it, in pieces of an answer."""

from engine.model import Duel, Part
from engine.views import View, observe, observe_duel, public
from referee.commands.doors import Doors
from referee.commands.games_meant import Meant
from referee.mail.answers import Piece, rows_of
from referee.mail.board_histories import Histories, cast_marks, histories, histories_in_full
from referee.mail.board_standing import standing
from referee.mail.narrate import tell
from referee.mail.tables import history_lines, standing_lines
from referee.store import turns
from referee.store.games import Game


def view_of(desk: Doors, meant: Meant) -> View:
    """The last turn as the player at the seat may know it; before the first, the duel alone."""
    latest = turns.latest(desk.store, meant.game.id)
    if latest is not None:
        return observe(latest, meant.seat.wizard)
    duel, unknown = observe_duel(meant.game.duel, meant.seat.wizard)
    viewer = meant.seat.wizard
    return View(viewer=viewer, turn=0, part=Part.NORMAL, events=(), duel=duel, unknown_beings=unknown)


def public_view(desk: Doors, game: Game) -> View | None:
    """The last turn that everyone may know of, as everyone may know it; None where there is none yet."""
    behind = 0 if game.duel.result is not None else game.terms.watchers_behind
    known = turns.played(desk.store, game.id, game.duel.turn - behind)
    return public(known[-1]) if known else None


def standing_piece(view: View) -> Piece:
    """How everybody stands after the turn."""
    when = f"after turn {view.turn}" if view.turn else "at the beginning"
    return rows_of(standing_lines(standing(view), when=when))


def newest_gestures(view: View) -> tuple[Piece, ...]:
    """The table of the gestures that were made last, as in a report."""
    return _tables(histories(view.duel, view.viewer, cast_marks(view)))


def all_gestures(duel: Duel, viewer: str) -> tuple[Piece, ...]:
    """All gestures of a duel that is viewed already."""
    return _tables(*histories_in_full(duel, viewer, {}))


def story(view: View) -> tuple[Piece, ...]:
    """What happened in a turn."""
    told = tell(view)
    said = tuple(f'{wizard} says "{words}"' for wizard, words in told.words)
    return (*((said,) if said else ()), *(" ".join(sentences) for sentences in told.paragraphs))


def _tables(*shown: Histories) -> tuple[Piece, ...]:
    found = [rows_of(history_lines(each)) for each in shown]
    return tuple(rows for rows in found if rows)
