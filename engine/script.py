"""The lines of a duel transcript, sorted into header, setup and turns; what they mean is decided elsewhere."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NoReturn

from engine.model import WIZARDS_MAX, WIZARDS_MIN, Part, Value
from engine.variants import BARTLE, RULE_SETS

_HEADERS: Final = ("duel", "wizards", "rules", "salt", "setup")
_TURN: Final = re.compile(r"turn\s+([0-9]{1,9})(\s+time\s+stop)?\s*[:.]?", re.IGNORECASE)
_TURN_WORD: Final = re.compile(r"turn\b", re.IGNORECASE)
_DIE: Final = re.compile(r".+ (?:left|right)(?: hand)? [CDFPSW]", re.IGNORECASE)
COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class TranscriptError(Exception):
    """A transcript that cannot be adjudicated: `file` (`-`: standard input), `line` from 1 (0: all of it), `reason`."""

    def __init__(self, line: int, reason: str, *, file: str = "-") -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


class Line(Value, frozen=True):
    """What follows the colon of a header, setup or dice line."""

    number: int
    text: str


class Block(Value, frozen=True, kw_only=True):
    """All that follows `NAME:` in one turn; `text` keeps line ends, its first line is number `line` of the file."""

    line: int
    name: str
    text: str


class Section(Value, frozen=True, kw_only=True):
    """One `turn N` or `turn N time stop` with its dice and orders."""

    line: int
    turn: int
    part: Part
    dice: tuple[Line, ...] = ()
    blocks: tuple[Block, ...] = ()


class Script(Value, frozen=True, kw_only=True):
    """A transcript as written."""

    title: str
    rules: str
    salt: str
    wizards: tuple[str, ...]
    wizards_line: int
    setups: tuple[Line, ...]
    sections: tuple[Section, ...]


def plain(text: str) -> str:
    """Text with look-alike letters, quotes, hyphens and blanks made plain, and single blanks."""
    for ascii_form, looks in (("'", "\u2018\u2019\u02bc"), ('"', "\u201c\u201d"), ("-", "\u2010\u2011\u2212")):
        for look in looks:
            text = text.replace(look, ascii_form)
    return " ".join(unicodedata.normalize("NFKC", text).split())


def fold(name: str) -> str:
    """A name as it is compared: without case, accents, look-alike quotes and doubled blanks."""
    spread = unicodedata.normalize("NFKD", plain(name))
    return " ".join("".join(c for c in spread if not unicodedata.combining(c)).casefold().split())


def read_script(text: str) -> Script:
    """The transcript's parts; TranscriptError at the first line that is none of them."""
    reader = _Reader()
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        reader.take(number, line)
    return reader.finish()


class _Reader:
    """Goes through the lines once; `lines` gathers the orders of the wizard named last."""

    def __init__(self) -> None:
        self.number = 1
        self.header: dict[str, Line] = {}
        self.setups: list[Line] = []
        self.sections: list[Section] = []
        self.dice: list[Line] = []
        self.blocks: list[Block] = []
        self.heading: Section | None = None
        self.name: Line | None = None
        self.lines: list[str] = []

    def take(self, number: int, line: str) -> None:
        self.number = number
        if not line.strip() or line.lstrip().startswith("#"):
            self.lines.append("")  # keeps the line numbers of the orders right
        elif line[0].isspace():
            if self.name is None:
                self.fault("an indented line goes on with a wizard's orders, but no wizard stands above it")
            self.lines.append(line)
        else:
            self.close_block()
            self.take_flush_left(line)

    def take_flush_left(self, line: str) -> None:
        bare = COMMENT.sub("", line).strip()
        turn = _TURN.fullmatch(bare)
        if turn:
            self.close_section()
            part = Part.TIME_STOP if turn[2] else Part.NORMAL
            self.heading = Section(line=self.number, turn=int(turn[1]), part=part)
            return
        word, colon, rest = line.partition(":")
        if not colon:
            said = "a turn line is `turn 4` or `turn 4 time stop`" if _TURN_WORD.match(bare) else "no colon"
            self.fault(f"not understood: {bare!r} ({said})")
        if self.heading is None:
            self.take_header(fold(word), COMMENT.sub("", rest).strip())
        elif fold(word) == "dice" and not self.orders_of_dice(rest):
            self.dice.append(Line(self.number, COMMENT.sub("", rest).strip()))
        else:
            self.name = Line(self.number, plain(word).strip('"'))
            self.lines = [rest]

    def orders_of_dice(self, rest: str) -> bool:
        """Whether a `dice:` line is rather the orders of a wizard who is called Dice."""
        names = [fold(name) for name in self.header.get("wizards", Line(0, "")).text.split(",")]
        return "dice" in names and _DIE.fullmatch(COMMENT.sub("", rest).strip()) is None

    def take_header(self, word: str, rest: str) -> None:
        if word not in _HEADERS:
            self.fault(f"{word!r} is no header line; they are {', '.join(_HEADERS)}, then `turn 1`")
        if not rest:
            self.fault(f"nothing follows `{word}:`")
        if word == "setup":
            self.setups.append(Line(self.number, rest))
        elif word in self.header:
            self.fault(f"`{word}:` stands twice, first in line {self.header[word].number}")
        else:
            self.header[word] = Line(self.number, rest)

    def close_block(self) -> None:
        if self.name is not None:
            text = "\n".join(self.lines).rstrip()
            self.blocks.append(Block(line=self.name.number, name=self.name.text, text=text))
        self.name = None
        self.lines = []

    def close_section(self) -> None:
        if self.heading is not None:
            heading = self.heading
            self.sections.append(
                Section(
                    line=heading.line,
                    turn=heading.turn,
                    part=heading.part,
                    dice=tuple(self.dice),
                    blocks=tuple(self.blocks),
                )
            )
        self.dice = []
        self.blocks = []

    def finish(self) -> Script:
        self.close_block()
        self.close_section()
        for word in ("duel", "wizards"):
            if word not in self.header:
                self.fault(f"no `{word}:` line")
        names = self.header["wizards"]
        self.number = names.number
        rules = self.header.get("rules", Line(0, BARTLE.name))
        if rules.text.casefold() not in RULE_SETS:
            self.number = rules.number
            self.fault(f"no rule set {rules.text!r}; known: {', '.join(RULE_SETS)}")
        return Script(
            title=self.header["duel"].text,
            rules=rules.text.casefold(),
            salt=self.header.get("salt", Line(0, "0")).text,
            wizards=self.names(names.text),
            wizards_line=names.number,
            setups=tuple(self.setups),
            sections=tuple(self.sections),
        )

    def names(self, text: str) -> tuple[str, ...]:
        names = tuple(plain(name).strip('"') for name in text.split(","))
        if not WIZARDS_MIN <= len(names) <= WIZARDS_MAX:
            self.fault(f"a duel takes {WIZARDS_MIN} to {WIZARDS_MAX} wizards, not {len(names)}")
        if len({fold(name) for name in names}) < len(names):
            self.fault("two wizards have the same name")
        return names

    def fault(self, reason: str) -> NoReturn:
        raise TranscriptError(self.number, reason)
