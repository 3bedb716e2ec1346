"""The commands among the lines of a mail: what is one, what belongs to it, and what is left to be read as orders."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from engine.language.nearest import nearest
from referee.commands.command import Asked, Command
from referee.mail.gist import is_order

COMMANDS_MAX: Final = 20
TALK_WORDS_MIN: Final = 8  # a line of so many words that begins like a command but does not go on like one is talk
WORD_CHARS_MAX: Final = 20
_FIRST: Final = re.compile(
    r"(?:please\s++|(?P<i>i(?:\s++(?:would\s++like|want|wish)\s++to)?\s++))?[/!>*-]?\s*+([A-Za-z]{1,20})\b[:,]?(.*)",
    re.IGNORECASE | re.DOTALL,
)
# With the word I before it a command's word is meant as one only where hardly anybody says that otherwise.
_SAID_OF_ONESELF: Final = frozenset(("accept", "decline", "resign", "register", "withdraw", "join", "leave", "appeal"))
# What players say who have not heard of a command's word, and what they would have to write.
_MEANT_IN_GAMES: Final = (
    (r"(?:i )?(?:give up|concede|quit|forfeit)(?: (?:the|this) (?:game|duel))?", "resign"),
    (r"(?:i offer (?:you )?|offer )?(?:a )?draw|let.?s (?:call it|make it|agree (?:on|to)) a draw", "draw"),
)
_MEANT: Final = (
    *_MEANT_IN_GAMES,
    (r"(?:unsubscribe|stop|quiet)\b.*", "mute"),
    (r"(?:holidays?|absent|away|i am away|i.?m away|i will be away)\b.*", "vacation 20 July to 3 August"),
    (r"(?:time ?zone|tz)\b.*", "zone Europe/Berlin"),
    (r"(?:delete|remove|erase)\b.*", "forget me"),
    (r"(?:rename|my name|call me)\b.*", "register Merlyn"),
    (r"(?:play|new game|start)\b.*", "open"),
    (r"cancel\b.*", "withdraw 12"),
)
_HAND: Final = re.compile(r"\s{0,9}(?:[lrb]h\b|(?:[lrb]|left|right|both)(?: hands?)?\s?[:=])", re.IGNORECASE)
_TAIL: Final = " \t.!?;,"
_POLITE: Final = re.compile(r"(?<=[\s,])(?:please|thanks|thank you)\Z", re.IGNORECASE)


class Unread(Struct, frozen=True, kw_only=True):
    """A line that is like a command but is none, with the reason and the nearest form that would work. `near`: it
    begins with a command's word, or one like it."""

    line: int
    text: str
    reason: str
    suggestion: str
    near: bool


class Parted(Struct, frozen=True, kw_only=True):
    """A mail's lines: its commands in order, the lines that are left, and those that are nearly commands."""

    asked: tuple[Asked, ...]
    others: tuple[str, ...]
    unread: tuple[Unread, ...]


def parted(lines: Sequence[str], commands: Mapping[str, Command], *, in_game: bool) -> Parted:
    """Part commands from orders. `in_game`: the lines may hold orders, so that only what begins like a command can
    be meant as one; otherwise every line that is neither is told the nearest command."""
    asked: list[Asked] = []
    others: list[str] = []
    unread: list[Unread] = []
    taker: Command | None = None
    for number, line in enumerate(lines, 1):
        word, rest = _split(line, in_game=in_game)
        command = commands.get(word)
        if command is not None and _is_heading(command, line):
            taker = None
            others.append(line)
        elif command is not None and _fits(command, rest, alone=not in_game and taker is None):
            asked.append(Asked(name=command.name, rest=_plain(command, rest), line=number, text=line.strip()))
            taker = command if command.takes_lines else None
        elif taker is not None and not (taker.until_orders and _may_be_order(line)):
            last = asked[-1]
            asked[-1] = Asked(
                name=last.name, rest=last.rest, line=last.line, text=last.text, more=(*last.more, line.strip())
            )
        else:
            taker = None
            near = _nearly(line, word, command, commands, in_game=in_game, number=number)
            if near is not None:
                unread.append(near)
            else:
                others.append(line)
    return Parted(asked=tuple(asked), others=tuple(others), unread=tuple(unread))


def _split(line: str, *, in_game: bool) -> tuple[str, str]:
    """The first word in lower case, "" where the line begins otherwise, and what follows."""
    found = _FIRST.fullmatch(line.strip())
    if found is None:
        return "", line
    word, rest = found[2].lower(), found[3].strip()
    if found["i"] and word not in _SAID_OF_ONESELF and not (word == "challenge" and not in_game):
        return "", line
    return word, rest


def _is_heading(command: Command, line: str) -> bool:
    """`Orders:` above orders: a command that takes no lines has nothing to say with a colon at its end."""
    return not command.takes_lines and line.rstrip().endswith(":")


def _may_be_order(line: str) -> bool:
    """Whether a line is an order, or begins as orders for a hand do: even one that is mistyped is for nobody else."""
    return is_order(line) or _HAND.match(line) is not None


def _fits(command: Command, rest: str, *, alone: bool) -> bool:
    shapes = (command.shape, command.alone) if alone and command.alone else (command.shape,)
    plain = _plain(command, rest)
    return any(re.fullmatch(shape, plain, re.IGNORECASE | re.DOTALL) is not None for shape in shapes)


def _plain(command: Command, rest: str) -> str:
    """What follows a command's word, without signs at its ends, and without politeness where it is no letter."""
    rest = rest.strip(_TAIL)
    return rest if command.takes_lines else _POLITE.sub("", f" {rest}").strip(_TAIL)


def _meant(line: str, *, in_game: bool) -> str | None:
    said = " ".join(line.lower().strip(_TAIL).split())
    patterns = _MEANT_IN_GAMES if in_game else _MEANT
    return next((form for pattern, form in patterns if re.fullmatch(pattern, said)), None)


def _nearly(
    line: str, word: str, command: Command | None, commands: Mapping[str, Command], *, in_game: bool, number: int
) -> Unread | None:
    """What is wrong with a line that was nearly a command; None where it is none, and may be an order or talk."""
    if not line.strip() or len(line.split()) >= TALK_WORDS_MIN:
        return None
    meant = _meant(line, in_game=in_game)
    if meant is not None and not is_order(line):
        reason = "there is a word of its own for that"
        return Unread(line=number, text=line.strip(), reason=reason, suggestion=meant, near=True)
    if command is not None and not is_order(line):
        reason = f"{command.name} is written {' or '.join(command.usage)}"
        return Unread(line=number, text=line.strip(), reason=reason, suggestion=command.example, near=True)
    if in_game or is_order(line):
        return None
    # Among words that are alike the one with the same first letter: few mistype that.
    alike = [name for name in commands if name[0] == word[:1]]
    near = (nearest(word, alike) or nearest(word, commands)) if word else None
    suggestion = commands[near].example if near else "help"
    reason = "there is no such command"
    return Unread(line=number, text=line.strip(), reason=reason, suggestion=suggestion, near=near is not None)
