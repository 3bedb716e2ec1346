"""How many steps a regular expression takes on a text: a backtracking machine like `re`'s own, which counts.

`re` counts nothing, and clocks measure whatever else the computer does. So the expression's parse tree, as `re` itself
reads it, is run here in the same order of attempts (greedy before lazy, left branch before right), each attempt a step.
`re` has short cuts that this has not, so that it takes fewer steps, hardly ever in another class of growth; that both
find the same match at the same place is checked with each use."""

import re
from collections.abc import Callable, Iterator
from re import _compiler
from re import _constants as c
from re import _parser as parser
from typing import Any

STEPS_MAX = 2_000_000

Tree = Any
Instruction = tuple[Any, ...]
Marks = tuple[int, Any] | None  # where the rounds of the loops around began, the innermost first
_TESTS: dict[tuple[str, str, int, bool], "_Symbols"] = {}
_REPEATS = (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT)


class TooManySteps(Exception):
    """The expression does not come to an end on the text."""


class Machine:
    """One expression as a program."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self.pattern = pattern
        self.tree = parser.parse(pattern.pattern, pattern.flags)
        self.flags = self.tree.state.flags
        self.program = [*self._code(self.tree, 0), ("match",)]
        self.full = [*self._code(self.tree, 0), ("end",), ("match",)]
        self.steps = 0

    def steps_of(self, text: Any, method: str) -> int:
        """How many steps `method` takes on the text: search, match, fullmatch, or all for going over it as sub does.
        Raises TooManySteps."""
        self.steps = 0
        found = list(self._spans(text, method))
        assert found == _real_spans(self.pattern, text, method), (self.pattern, text[:80], method)
        return self.steps

    def _spans(self, text: Any, method: str) -> Iterator[tuple[int, int]]:
        symbols = list(text) if isinstance(text, bytes) else [ord(symbol) for symbol in text]
        if method in ("match", "fullmatch"):
            end = self._run(self.full if method == "fullmatch" else self.program, symbols, 0)
            if end is not None:
                yield 0, end
            return
        start = 0
        while start <= len(symbols):
            end = self._run(self.program, symbols, start)
            if end is None:
                start += 1
                continue
            yield start, end
            if method == "search":
                return
            start = end if end > start else start + 1

    def _run(self, program: list[Instruction], symbols: list[int], start: int) -> int | None:
        size, steps = len(symbols), self.steps
        waiting: list[tuple[int, int, Marks]] = []
        at, position = 0, start
        marks: Marks = None
        while True:
            steps += 1
            if steps > STEPS_MAX:
                raise TooManySteps(self.pattern.pattern)
            instruction = program[at]
            name = instruction[0]
            at += 1
            if name == "one":
                if position < size and instruction[1][symbols[position]]:
                    position += 1
                    continue
            elif name == "split":
                waiting.append((instruction[2], position, marks))
                at = instruction[1]
                continue
            elif name == "jump":
                at = instruction[1]
                continue
            elif name == "match":
                self.steps = steps
                return position
            elif name == "end":
                if position == size:
                    continue
            elif name == "at":
                if instruction[1](symbols, position):
                    continue
            elif name == "mark":
                marks = (position, marks)
                continue
            elif name == "moved":  # a round of a loop that takes nothing is the last
                assert marks is not None
                if marks[0] != position:
                    marks = marks[1]
                    continue
            else:
                self.steps = steps
                end = self._aside(instruction, symbols, position)
                steps = self.steps
                if end is not None:
                    position = end
                    continue
            if not waiting:
                self.steps = steps
                return None
            at, position, marks = waiting.pop()

    def _aside(self, instruction: Instruction, symbols: list[int], position: int) -> int | None:
        """Where to go on after an expression with a program of its own; None where it stands in the way."""
        if instruction[0] == "atomic":
            return self._run(instruction[1], symbols, position)
        _, ahead, width, wanted = instruction
        begin = position - width
        found = begin >= 0 and self._run(ahead, symbols, begin) is not None
        return position if found is wanted else None

    def _code(self, tree: Tree, base: int) -> list[Instruction]:
        out: list[Instruction] = []
        for op, av in tree:
            out += self._one(op, av, base + len(out))
        return out

    def _one(self, op: Any, av: Any, base: int) -> list[Instruction]:
        if op in (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN):
            return [("one", _test(op, av, self.flags, isinstance(self.pattern.pattern, bytes)))]
        if op is c.SUBPATTERN:
            return self._code(av[3], base)
        if op is c.BRANCH:
            return self._branch(av[1], base)
        if op in _REPEATS:
            return self._repeat(op, av, base)
        if op is c.AT:
            return [("at", _place(av, self.flags))]
        if op in (c.ASSERT, c.ASSERT_NOT):
            width = av[1].getwidth()[0] if av[0] < 0 else 0
            return [("look", [*self._code(av[1], 0), ("match",)], width, op is c.ASSERT)]
        if op is c.ATOMIC_GROUP:
            return [("atomic", [*self._code(av, 0), ("match",)])]
        raise NotImplementedError(op)

    def _branch(self, branches: list[Tree], base: int) -> list[Instruction]:
        out: list[Instruction] = []
        ends: list[int] = []
        for number, branch in enumerate(branches):
            last = number == len(branches) - 1
            code = self._code(branch, base + len(out) + (0 if last else 1))
            if not last:
                out.append(("split", base + len(out) + 1, base + len(out) + len(code) + 2))
            out += code
            if not last:
                ends.append(len(out))
                out.append(())
        for place in ends:
            out[place] = ("jump", base + len(out))
        return out

    def _repeat(self, op: Any, av: Any, base: int) -> list[Instruction]:
        least, most, body = av
        if op is c.POSSESSIVE_REPEAT:
            return [("atomic", [*self._repeat(c.MAX_REPEAT, av, 0), ("match",)])]
        out: list[Instruction] = []
        for _ in range(least):
            out += self._code(body, base + len(out))
        empty = body.getwidth()[0] == 0
        splits: list[int] = []
        for _ in range(1 if most is c.MAXREPEAT else most - least):
            splits.append(len(out))
            out.append(())
            if empty:
                out.append(("mark",))
            out += self._code(body, base + len(out))
            if empty:
                out.append(("moved",))
        if most is c.MAXREPEAT:
            out.append(("jump", base + splits[0]))
        after = base + len(out)
        for place in splits:
            into = base + place + 1
            out[place] = ("split", into, after) if op is c.MAX_REPEAT else ("split", after, into)
        return out


def _real_spans(pattern: re.Pattern[Any], text: Any, method: str) -> list[tuple[int, int]]:
    if method == "all":
        return [found.span() for found in pattern.finditer(text)]
    found = getattr(pattern, method)(text)
    return [] if found is None else [found.span()]


class _Symbols(dict[int, bool]):
    """Whether a symbol passes, which `re` itself is asked once for each."""

    def __init__(self, code: re.Pattern[Any], *, of_bytes: bool) -> None:
        self._code, self._of_bytes = code, of_bytes

    def __missing__(self, symbol: int) -> bool:
        text = bytes([symbol]) if self._of_bytes else chr(symbol)
        self[symbol] = passes = self._code.fullmatch(text) is not None
        return passes


def _test(op: Any, av: Any, flags: int, of_bytes: bool) -> _Symbols:
    """What one symbol is tested by."""
    key = (str(op), str(av), flags, of_bytes)
    if key not in _TESTS:
        tree = parser.SubPattern(parser.State(), [(op, av)])
        tree.state.flags, tree.state.str = flags, b"" if of_bytes else ""
        _TESTS[key] = _Symbols(_compiler.compile(tree, flags), of_bytes=of_bytes)
    return _TESTS[key]


def _place(where: Any, flags: int) -> Callable[[list[int], int], bool]:
    several = bool(flags & re.MULTILINE)

    def word(symbols: list[int], at: int) -> bool:
        if not 0 <= at < len(symbols):
            return False
        symbol = chr(symbols[at])
        return (symbol.isalnum() or symbol == "_") and (symbol.isascii() or bool(flags & re.UNICODE))

    def place(symbols: list[int], at: int) -> bool:
        if where in (c.AT_BEGINNING, c.AT_BEGINNING_STRING):
            return at == 0 or (several and where is c.AT_BEGINNING and symbols[at - 1] == 10)
        if where is c.AT_END:
            last = at == len(symbols) or (at == len(symbols) - 1 and symbols[at] == 10)
            return last or (several and symbols[at] == 10)
        if where is c.AT_END_STRING:
            return at == len(symbols)
        return (word(symbols, at - 1) is not word(symbols, at)) is (where is c.AT_BOUNDARY)

    return place
