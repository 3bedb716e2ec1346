"""`history`: all gestures of a game, or the story of one of its turns, as a player of it may know them."""

import re
from typing import Final

from engine.model import Part
from engine.views import observe, observe_duel
from referee.commands.boards import all_gestures, standing_piece, story
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, Meant, game_meant
from referee.mail.answers import Piece
from referee.scenes import title_of
from referee.store import turns

TURN: Final = r"(?:(?:of |for )?turn ?#?(?P<{0}>[0-9]{{1,4}}))"
PARTS: Final = re.compile(
    rf"(?P<game>{GAME})?(?:,? *(?:(?P<after>[0-9]{{1,4}})|{TURN.format('named')}))?", re.IGNORECASE
)
SHAPE: Final = rf"{GAME}?(?:,? *(?:[0-9]{{1,4}}|turn ?#?[0-9]{{1,4}}))?"


def game_and_turn(said: str) -> tuple[str, int | None]:
    """The words for the game, "" for none, and the number of the turn; a lone number is a game's."""
    parts = PARTS.fullmatch(said.strip())
    if parts is None:
        return said, None
    turn = parts["after"] or parts["named"]
    return parts["game"] or "", int(turn) if turn is not None else None


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    said, turn = game_and_turn(asked.rest)
    meant = game_meant(desk, caller, said, verb="history", over=True)
    if isinstance(meant, Answer):
        return meant
    return _whole(meant) if turn is None else _of_turn(desk, meant, turn)


def _whole(meant: Meant) -> Answer:
    """All gestures: those that the wizard knows, and once the duel is over all that there were."""
    game, wizard = meant.game, meant.seat.wizard
    over = game.duel.result is not None
    tables = all_gestures(game.duel if over else observe_duel(game.duel, wizard)[0], wizard)
    if not tables:
        return refusal(f"No turn of game {game.id} has been played yet.")
    known = "all gestures that were made" if over else "the gestures that were made, as far as you know them"
    ask = f"For what happened in a turn, write the number of the turn too, as in history {game.id} 1."
    return Answer(parts=(f"These are {known}, in game {game.id}, {title_of(game)}.", *tables, ask))


def _of_turn(desk: Doors, meant: Meant, turn: int) -> Answer:
    played = turns.played(desk.store, meant.game.id, turn)
    if not played:
        return refusal(missing(meant, turn))
    parts: list[Piece] = []
    for each in played:
        view = observe(each, meant.seat.wizard)
        extra = "the extra turn after " if each.part is Part.TIME_STOP else ""
        parts += [
            f"This is {extra}turn {turn} of game {meant.game.id}, {title_of(meant.game)}.",
            *story(view),
            standing_piece(view),
        ]
    return Answer(parts=tuple(parts))


def missing(meant: Meant, turn: int) -> str:
    """There is no such turn in the game, and which there are."""
    last = meant.game.duel.turn
    there_are = (
        f"its turns so far are 1 to {last}" if last > 1 else "only turn 1 has been played" if last else "none has"
    )
    return f"Game {meant.game.id} has no turn {turn}: {there_are}{' been played yet' if not last else ''}."


COMMAND: Final = Command(
    name="history",
    usage=("history GAME", "history GAME TURN"),
    summary="see all gestures of a game, or what happened in a turn",
    help=(
        "Without a turn: all gestures of all hands since the beginning, as far as your wizard knows them, and once the"
        " game is over all that there were. With a turn: what happened in it, as it was reported to you."
    ),
    example="history 17 3",
    access=Access.READS,
    shape=SHAPE,
    run=_run,
)
