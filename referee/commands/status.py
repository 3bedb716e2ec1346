"""`status`: how a game stands, as far as whoever asks may know it."""

from typing import Final

from referee import play
from referee.challenging import told_terms
from referee.commands.boards import newest_gestures, public_view, standing_piece, view_of
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, Meant, game_named, seat_in
from referee.mail.answers import Piece
from referee.mail.wording import listed
from referee.scenes import title_of
from referee.store.games import GOING_ON, Ending, Game, GameState
from referee.terms.prose import clock_sentences, table_sentences


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    game = game_named(desk, caller, asked.rest, verb="status")
    if isinstance(game, Answer):
        return game
    seat = seat_in(caller, game)
    if isinstance(seat, Answer):
        return seat
    if seat is None:
        return _from_outside(desk, game)
    meant = Meant(game, seat)
    view = view_of(desk, meant)
    head = f"This is game {game.id}, {title_of(game)}. {_state(desk, game, seat.wizard)}"
    parts: list[Piece] = [head, standing_piece(view), *newest_gestures(view)]
    due = desk.post.scenes.of(game, seat, now=caller.now).due
    clock = " ".join(told for told in clock_sentences(game.terms) if told not in due)
    return Answer(parts=(*parts, *([due] if due else []), clock, " ".join(table_sentences(game.terms))))


def _from_outside(desk: Doors, game: Game) -> Answer:
    """What everyone may know of a game that is not his; of an anonymous one nothing before it is over."""
    if game.terms.anonymous and game.state in GOING_ON:
        return refusal(
            f"Game {game.id} is an anonymous game: before it is over only its players are told how it stands."
        )
    view = public_view(desk, game)
    parts: list[Piece] = [f"You have no seat in game {game.id}, {title_of(game)}. {_state(desk, game, None)}"]
    if view is not None:
        parts += ["What everyone may know of it:", standing_piece(view), *newest_gestures(view)]
    return Answer(parts=(*parts, *told_terms(game.terms)))


def _state(desk: Doors, game: Game, me: str | None) -> str:
    match game.state:
        case GameState.HELD:
            return f"It is held until the director has looked at it; turn {game.duel.next_turn} is still to come."
        case GameState.ABORTED:
            return "The director ended it without a winner."
        case GameState.FINISHED:
            return f"It is over since turn {game.duel.turn}: {_outcome(game)}."
        case GameState.RUNNING:
            owing = sorted(play.owing(desk.store, game), key=lambda name: name != me)
            names = listed("you" if name == me else name for name in owing)
            return f"Turn {game.duel.next_turn} waits for {names}." if owing else "All orders are in."


def _outcome(game: Game) -> str:
    result = game.duel.result
    if game.ending is Ending.AGREED:
        return "a draw by agreement"
    return "nobody won" if result is None or result.winner is None else f"{result.winner} won"


COMMAND: Final = Command(
    name="status",
    usage=("status", "status GAME"),
    summary="see how a game stands",
    help=(
        "Of a game of yours: how everybody stands and what the hands have made, as far as your wizard knows it, whom"
        " the turn waits for and until when, and the terms. Of somebody else's game, unless it is an"
        " anonymous one, what everyone may know."
    ),
    example="status 17",
    access=Access.READS,
    shape=rf"{GAME}?",
    run=_run,
)
