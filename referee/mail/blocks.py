"""Several games in one mail: each game's lines as a block of their own."""

import re
from collections.abc import Sequence

from msgspec import Struct

from referee.mail.gist import reading
from referee.mail.quotes import Form

BLOCKS_MAX = 20
END_CHARS_MAX = 60

_GUARD = re.compile(
    r"(?:(?:please|for|orders for|in)\s+)?game\s*(?:(?:no\.?|number|#)\s*)?([0-9]{1,9})\b", re.IGNORECASE
)
_TURN = re.compile(r"\bturn\s*([0-9]{1,4})\b", re.IGNORECASE)


class Block(Struct, frozen=True, kw_only=True):
    """The lines for one game, in order. `game`: the game that they name, None where they name none (the mail's own);
    `turn` likewise. `code`: the order form's, where they stood in one."""

    game: int | None
    turn: int | None
    lines: tuple[str, ...]
    code: str | None = None


def blocks(lines: tuple[str, ...], forms: tuple[Form, ...]) -> tuple[Block, ...]:
    """The blocks of a mail: what is new in it outside of any form, parted at each line that names a game, then the
    forms. A block begins with the line that names its game, which also guards it; of very many, the last are left out.
    """
    found: list[Block] = []
    current: list[str] = []
    game: int | None = None
    for line in lines:
        guard = _GUARD.match(line.strip()[:100])
        if guard is not None and game != int(guard[1]):
            if current:
                found.append(_block(game, current))
            game, current = int(guard[1]), [line]
        else:
            current.append(line)
    if current:
        found.append(_block(game, current))
    found += [Block(game=form.game, turn=form.turn, lines=form.lines, code=form.code) for form in forms]
    return tuple(found[:BLOCKS_MAX])


def until_end(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines that are read: END ends its game's block, and the next one begins where another game is named."""
    kept: list[str] = []
    ended = False
    for line in lines:
        ended = ended and _GUARD.match(line[:100]) is None
        if ended:
            continue
        kept.append(line)
        ended = _is_end(line)
    return tuple(kept)


def joined(found: Sequence[Block]) -> tuple[str, ...]:
    """The lines of one game's blocks as one text. END ends but its own block, and what a form says that stands above
    it already counts once."""
    lines: list[str] = []
    for block in found:
        before = set(lines) if block.code is not None else set()
        if lines and _is_end(lines[-1]):
            lines.pop()
        lines += until_end(tuple(line for line in block.lines if line not in before))
    return tuple(lines)


def _is_end(line: str) -> bool:
    return len(line) <= END_CHARS_MAX and "end" in line.lower() and reading((line,)).ended


def _block(game: int | None, lines: list[str]) -> Block:
    turn = _TURN.search(lines[0][:100]) if game is not None else None
    return Block(game=game, turn=int(turn[1]) if turn else None, lines=tuple(lines))
