"""The commands in a director's mail, and the lines that are nearly one."""

import re
from collections.abc import Sequence
from typing import Final

from engine.language.nearest import nearest
from referee.commands import COMMANDS
from referee.commands.command import Access
from referee.commands.director import DIRECTOR_COMMANDS
from referee.commands.director.words import EVENT, NUMBER
from referee.commands.reading import TALK_WORDS_MIN, Parted, Unread, parted
from referee.mail.gist import is_order

_FIRST: Final = re.compile(r"(?:please\s++)?[/!>*-]?\s*+([a-z]{1,20})\b[:,]?\s*+(.*)", re.IGNORECASE | re.DOTALL)
_NUMBERED: Final = re.compile(rf"(?:{EVENT}|{NUMBER})\b.*", re.IGNORECASE | re.DOTALL)
_DIGITS: Final = re.compile(r"[0-9]{1,9}")
_FOR_ANYONE: Final = {name: each for name, each in COMMANDS.items() if each.access is Access.ANYONE}
_AT_THE_DESK: Final = ("forward", "replace", "rollback", "set")  # what is done to a game at the command line alone


def read(lines: Sequence[str], *, plays: bool) -> Parted | None:
    """Part a director's commands from the lines that are nearly one, each with the reason and the nearest form. None
    where they are a player's words; `plays`: they are unless one of them is a director's beyond doubt."""
    asked = parted(lines, DIRECTOR_COMMANDS, in_game=True).asked
    taken = {each.line for each in asked}
    left = [(number, line.strip()) for number, line in enumerate(lines, 1) if number not in taken]
    his = bool(asked) or any(_is_his(line, plays=plays) for _, line in left)
    if not his and (plays or _is_a_player_s([line for _, line in left], plays=plays)):
        return None
    unread = tuple(each for number, line in left if (each := _nearly(number, line, plays=plays)) is not None)
    return Parted(asked=asked, others=tuple(line for _, line in left), unread=unread)


def _split(line: str) -> tuple[str, str]:
    """The first word in lower case, "" where the line begins otherwise, and what follows."""
    found = _FIRST.fullmatch(line)
    return (found[1].lower(), found[2]) if found is not None else ("", line)


def _is_his(line: str, *, plays: bool) -> bool:
    """Whether a line begins with a director's word, and does not go on as talk."""
    word, rest = _split(line)
    short = not plays and len(line.split()) < TALK_WORDS_MIN
    return word in DIRECTOR_COMMANDS and (short or _NUMBERED.fullmatch(rest) is not None)


def _is_a_player_s(lines: Sequence[str], *, plays: bool) -> bool:
    """Whether any of the lines is an order or a player's command; of one who does not play, a command for anybody."""
    known = COMMANDS if plays else _FOR_ANYONE
    return bool(parted(lines, known, in_game=True).asked) or (plays and any(map(is_order, lines)))


def _nearly(number: int, line: str, *, plays: bool) -> Unread | None:
    """What is wrong with a line of a director's that is no command of his; None where it is talk."""
    word, rest = _split(line)
    numbered = _NUMBERED.fullmatch(rest) is not None
    if _is_his(line, plays=False):
        reason, form = f"{word} is written {' or '.join(DIRECTOR_COMMANDS[word].usage)}", _example(word, rest)
    elif _is_a_player_s([line], plays=plays):
        reason, form = "what you write as a player stands in a mail of its own", line
    elif numbered and word in _AT_THE_DESK:
        reason, form = "that is done at the command line", f"referee game {word} --help"
    elif numbered:
        # Among words that are alike the one with the same first letter: few mistype that.
        alike = [name for name in DIRECTOR_COMMANDS if name[0] == word[:1]]
        near = nearest(word, alike) or nearest(word, DIRECTOR_COMMANDS)
        reason = f"there is no such command, but {', '.join(DIRECTOR_COMMANDS)}"
        form = _example(near, rest) if near is not None else "list"
    else:
        return None
    return Unread(line=number, text=line, reason=reason, suggestion=form, near=True)


def _example(word: str, rest: str) -> str:
    """The example of a command, of the game or event that the line names where there is such a form."""
    command = DIRECTOR_COMMANDS[word]
    if _NUMBERED.fullmatch(rest) is None:
        return command.example
    number, event = _DIGITS.search(rest), re.match(EVENT, rest, re.IGNORECASE) is not None
    assert number is not None, rest
    if not event:
        return _DIGITS.sub(number[0], command.example, count=1)
    if not any("event" in form for form in command.usage):
        return command.example
    return re.sub("(?:event )?[0-9]{1,9}", f"event {number[0]}", command.example, count=1)
