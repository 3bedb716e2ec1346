"""What a mail command is: its words, its page of help, who may give it, and what it answers."""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.mail.answers import Piece
from referee.store.games import Game, Seat
from referee.store.players import Player

if TYPE_CHECKING:
    from referee.commands.doors import Doors


class Access(StrEnum):
    """Who may give a command. What only READS is answered to the player's own address, so that whoever wrote learns
    nothing by it; what CHANGES something needs proof that he wrote it; what is the DIRECTOR's is no player's."""

    ANYONE = "anyone"
    READS = "reads"
    CHANGES = "changes"
    DIRECTOR = "director"


class Asked(Struct, frozen=True, kw_only=True):
    """One command as it stands in a mail: `rest` is what follows its word, `more` the lines that belong to it as well
    (a message to other players, orders to look at); `line` counts from 1."""

    name: str
    rest: str
    line: int
    text: str
    more: tuple[str, ...] = ()


class Answer(Struct, frozen=True, kw_only=True):
    """What is said to one command. `done` False: it was refused, and `parts` say why and what would work.
    `elsewhere`: a mail of its own says it, so that none is needed where that is all."""

    parts: tuple[Piece, ...]
    done: bool = True
    elsewhere: bool = False


def refusal(*parts: Piece) -> Answer:
    """A command is not carried out: why, and what would work."""
    return Answer(parts=parts, done=False)


class Caller(Struct, frozen=True, kw_only=True):
    """Who gave the commands of a letter, and where he stands.

    `player` None: a stranger, whose address is all that is known. `game` and `seat`: those of the mail that he
    answered, None where he wrote to the referee's plain address. The answers go to `address`. `proved` False: it may
    be another who wrote in the player's name."""

    player: Player | None
    address: str
    now: datetime
    letter: int
    game: Game | None = None
    seat: Seat | None = None
    proved: bool = True


class Command(Struct, frozen=True, kw_only=True):
    """One command. `usage` shows its forms, in capitals what the player fills in; `shape` matches (whole, in any case)
    what may follow its word, and so tells a command from a sentence that begins with the same word. `takes_lines`:
    the lines after it are part of it, up to the next command (`until_orders`: or the next order). `alone`: what
    may follow it as well, where nothing can be talk between wizards."""

    name: str
    usage: tuple[str, ...]
    summary: str
    help: str
    example: str
    access: Access
    shape: str
    run: "Callable[[Doors, Caller, Asked], Answer]"
    takes_lines: bool = False
    until_orders: bool = False
    alone: str = ""
