"""The commands in a letter: parted from its orders, each with the game that it stands under."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.commands import COMMANDS
from referee.commands.command import Asked
from referee.commands.reading import Parted, Unread, parted
from referee.mail.blocks import Block
from referee.mail.gist import has_orders
from referee.mail.letter import Letter

BLANK: Final = ""


class Request(Struct, frozen=True, kw_only=True):
    """A command, and the number of the game that its block names, None where it names none."""

    asked: Asked
    game: int | None


class Requests(Struct, frozen=True, kw_only=True):
    """What a letter asks beside its orders. `letter`: the same without its commands, for which blank lines stand, so
    that lines keep their numbers; `orders`: whether anything is left that may be orders. `unread`: lines that are
    nearly commands."""

    asked: tuple[Request, ...]
    unread: tuple[Unread, ...]
    letter: Letter
    orders: bool


def requests(letter: Letter, *, in_game: bool) -> Requests:
    """Part a letter's commands from its orders. `in_game`: it answers a mail of a game, so that its lines are orders
    unless they are commands beyond doubt."""
    found = [
        (block, parted(block.lines, COMMANDS, in_game=in_game or block.game is not None))
        if block.code is None
        else (block, Parted(asked=(), others=block.lines, unread=()))
        for block in letter.blocks
    ]
    asked = tuple(Request(asked=each, game=block.game) for block, part in found for each in part.asked)
    blocks = tuple(_left(block, part) for block, part in found)
    unread = [each for _, part in found for each in part.unread]
    if not asked and not unread:
        return Requests(asked=(), unread=(), letter=letter, orders=True)
    filled = any(block.code is not None for block in blocks)
    orders = filled or has_orders(tuple(line for block in blocks for line in block.lines if line))
    if asked or orders:  # what is neither may be talk, and only what begins like a command is told
        unread = [each for each in unread if each.near]
    if not asked and not unread:
        return Requests(asked=(), unread=(), letter=letter, orders=True)
    kept = replace(letter, blocks=blocks, lines=tuple(line for block in blocks for line in block.lines))
    return Requests(asked=asked, unread=tuple(unread), letter=kept, orders=orders)


def _left(block: Block, part: Parted) -> Block:
    """The block with blanks where its commands stood."""
    if not part.asked and not part.unread:
        return block
    return replace(block, lines=_blanked(block.lines, part))


def _blanked(lines: Sequence[str], part: Parted) -> tuple[str, ...]:
    others = list(part.others)
    kept: list[str] = []
    for line in lines:
        if others and line == others[0]:
            kept.append(others.pop(0))
        else:
            kept.append(BLANK)
    return tuple(kept)
