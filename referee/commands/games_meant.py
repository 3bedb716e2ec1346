"""Which game a player means: by its number, by the report that he answers, or because he has but one."""

import re
import textwrap
from typing import Final

from msgspec import Struct

from referee import play
from referee.commands.command import Answer, Caller, refusal
from referee.commands.doors import Doors
from referee.mail.wording import listed
from referee.scenes import title_of
from referee.store import games
from referee.store.games import GOING_ON, Game, GameState, Seat

GAME: Final = r"(?:(?:of |in |for )?(?:game |number |no\.? ?)?#?[0-9]{1,9})"
LISTED_MAX: Final = 20
ROW_CHARS: Final = 46  # what a telephone shows of a table
_REST: Final = {"press": " to all: hello", "preview": ": LH: P, RH: D"}  # without it the command is none
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


class Meant(Struct, frozen=True):
    """A game of the caller's, and his seat in it."""

    game: Game
    seat: Seat


def game_meant(desk: Doors, caller: Caller, said: str, *, verb: str, over: bool = False) -> Meant | Answer:
    """The game that `said` names as one of the caller's (`17`, `#17`, `game 17`), or without a number the one whose
    report he answers, or the only one of his that goes on. `over`: one that is over will do. Else a refusal that lists
    his games; `verb` is the command's word."""
    game = game_named(desk, caller, said, verb=verb)
    if isinstance(game, Answer):
        return game
    seat = seat_in(caller, game)
    if seat is None:
        return refusal(f"Game {game.id} is not yours.", *_which(desk, caller, verb))
    if isinstance(seat, Answer):
        return seat
    if not over and game.state not in GOING_ON:
        return refusal(f"Game {game.id} is over.", *_which(desk, caller, verb))
    return Meant(game, seat)


def game_named(desk: Doors, caller: Caller, said: str, *, verb: str) -> Game | Answer:
    """The same, but with a number it may be anybody's game."""
    found = _NUMBER.search(said)
    if found is not None:
        game = games.load(desk.store, int(found[0]))
        return game if game is not None else refusal(f"There is no game {found[0]}.", *_which(desk, caller, verb))
    if caller.game is not None:
        return caller.game
    mine = my_games(desk, caller)
    if len(mine) == 1:
        return mine[0]
    return refusal(*_which(desk, caller, verb))


def seat_in(caller: Caller, game: Game) -> Seat | Answer | None:
    """The caller's seat in a game, None where he has none; a refusal where he has several and could mean any."""
    assert caller.player is not None, "only players get here"
    if caller.seat is not None and caller.seat.game == game.id:
        return caller.seat
    mine = [seat for seat in game.seats if seat.player == caller.player.id]
    if len(mine) > 1:
        names = listed(seat.wizard for seat in mine)
        return refusal(f"You have several seats in game {game.id}: {names}. Reply to the report of the one you mean.")
    return mine[0] if mine else None


def my_games(desk: Doors, caller: Caller) -> list[Game]:
    """The games that go on and in which the caller has a seat, by their numbers."""
    assert caller.player is not None, "only players get here"
    numbers = dict.fromkeys(seat.game for seat in games.seats_of(desk.store, caller.player.id, GOING_ON))
    found = [games.load(desk.store, number) for number in numbers]
    return [game for game in found if game is not None]


def game_row(desk: Doors, caller: Caller, game: Game) -> tuple[str, ...]:
    """A game in a row or more: number, title, turn, whom it waits for, and when orders are due where the caller is
    asked for any."""
    waits = "held until the director has looked at it" if game.state is GameState.HELD else _waits(desk, caller, game)
    line = f"{game.id:<6}{title_of(game)}: turn {game.duel.next_turn}, {waits}"
    return tuple(textwrap.wrap(line, ROW_CHARS, subsequent_indent=" " * 6, break_on_hyphens=False))


def _waits(desk: Doors, caller: Caller, game: Game) -> str:
    seat = seat_in(caller, game)
    me = seat.wizard if isinstance(seat, Seat) else None
    owing = play.owing(desk.store, game)
    names = ["you"] * (me in owing) + [name for name in owing if name != me]
    waits = f"waits for {listed(names)}" if names else "all orders are in"
    due = desk.post.scenes.due_of(game, seat, now=caller.now) if isinstance(seat, Seat) else ""
    return f"{waits}; {due}" if due else waits


def _which(desk: Doors, caller: Caller, verb: str) -> tuple[str | tuple[str, ...], ...]:
    """The caller's games, to choose from."""
    mine = my_games(desk, caller)
    if not mine:
        return ("You have no game that goes on. Write challenges to see who looks for an opponent.",)
    rows = tuple(row for game in mine[:LISTED_MAX] for row in game_row(desk, caller, game))
    example = f"{verb} {mine[0].id}"
    if verb in _REST:  # in a row: an order must not stand in a sentence
        return ("Say which game you mean, as in this:", (f"{example}{_REST[verb]}",), "These are yours:", rows)
    return (f"Say which game you mean, as in {example}. These are yours:", rows)
