"""Every regular expression of ours, found in the modules and in their source, and texts that each may stumble over."""

import ast
import importlib
import pkgutil
import random
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from re import _constants as c
from re import _parser as parser
from types import ModuleType
from typing import Any

import engine
import mail_templates
import referee
from referee.terms.options import Option

PACKAGES = (engine, referee, mail_templates)
METHODS = ("match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split")
IMPORTED = re.compile(r"^ *import re$", re.MULTILINE)
CONTAINERS_DEEP = 3
CHOICES = 2
SEARCHED = {"search": "search", "match": "match", "fullmatch": "fullmatch"}
_REPEATS = (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT)

Text = Any
Found = dict[re.Pattern[Any], set[str]]
"""Patterns, and how each is used: match, fullmatch, search, or all for whatever goes over a whole text."""


def ours() -> Found:
    """All patterns of our modules, however they are kept, and those that are written where they are used."""
    modules = list(_modules())
    sources = {module.__name__: Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules}
    every = "\n".join(sources.values())
    found: Found = {}
    # By a name of its own a pattern is used in its own module alone.
    for module in modules:
        for name, value in vars(module).items():
            for pattern in _within(value, CONTAINERS_DEEP):
                found.setdefault(pattern, set()).update(
                    _uses(name, sources[module.__name__] if name.startswith("_") else every)
                    if value is pattern
                    else {"fullmatch"}
                )
        for pattern, method in _inline(module, sources[module.__name__]):
            found.setdefault(pattern, set()).add(SEARCHED.get(method, "all"))
    return found


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        yield package
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not each.name.endswith("__main__"):
                yield importlib.import_module(each.name)


def _within(value: object, deep: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Option):
        yield from _enclosed(value.match)
    elif deep and isinstance(value, tuple | list | set | frozenset | dict):
        for each in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _within(each, deep - 1)


def _enclosed(function: Any) -> Iterator[re.Pattern[Any]]:
    """The patterns that a function made for an option keeps to itself."""
    for cell in getattr(function, "__closure__", None) or ():
        kept = cell.cell_contents
        for each in kept if isinstance(kept, tuple) else (kept,):
            if isinstance(each, re.Pattern):
                yield each
            elif callable(each):
                yield from _enclosed(each)


def _uses(name: str, source: str) -> set[str]:
    """How a pattern of this name is used; in the hardest way, where that cannot be told."""
    used = set(re.findall(rf"\b{name}\.({'|'.join(METHODS)})\b", source))
    return {SEARCHED.get(method, "all") for method in used} or {"all"}


def _inline(module: ModuleType, source: str) -> Iterator[tuple[re.Pattern[Any], str]]:
    """The patterns in calls like `re.search("...", text)`. Where a pattern has to do with the call's own text, its
    pieces that are not known here are taken for a word."""
    if not IMPORTED.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.func.attr in METHODS:
            flags = next((each.value for each in node.keywords if each.arg == "flags"), None)
            flags = flags or next((each for each in node.args[2:] if "re." in ast.unparse(each)), None)
            yield re.compile(_value(node.args[0], module), _value(flags, module) if flags else 0), node.func.attr


def _value(node: ast.expr, module: ModuleType) -> Any:
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(_value(each.value if isinstance(each, ast.FormattedValue) else each, module)) for each in node.values
        )
    try:
        return eval(compile(ast.Expression(node), "<pattern>", "eval"), dict(vars(module)))
    except NameError:
        return "word"


def hostile(pattern: re.Pattern[Any], size: int) -> Iterator[tuple[Text, Text]]:
    """Texts of about `size` symbols, each with one of twice as many: what the pattern likes, over and over, and then
    something that it does not."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    units = list(dict.fromkeys(_units(tree)))
    bare = ["", " ", "\n", "a", "0", "-", ">", "é", "a@", "\t \n"]
    letters = sorted({letter for prefix, unit in units for letter in prefix + unit})[:12]
    whole = [_sample(tree, random.Random(number)) for number in range(CHOICES)]
    texts = [(prefix, unit) for prefix, unit in units if unit]
    texts += [("", one) for one in (*bare, *letters, *whole, *(prefix + unit for prefix, unit in units)) if one]
    texts += [(prefix, one + other) for (prefix, one), (_, other) in pairwise(units) if one + other]
    seen = set()
    for prefix, unit in texts:
        for tail in ("", "\x01"):
            once, twice = (prefix + unit * (many // len(unit)) + tail for many in (size, 2 * size))
            if twice not in seen:
                seen.add(twice)
                yield (
                    (once.encode("latin-1", "replace"), twice.encode("latin-1", "replace"))
                    if isinstance(pattern.pattern, bytes)
                    else (once, twice)
                )


def _units(tree: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """(what leads to it, what one round of it takes) for each repetition within."""
    for op, av in tree:
        if op in _REPEATS:
            for number in range(CHOICES):
                yield prefix, _sample(av[2], random.Random(number))
            yield from _units(av[2], prefix)
        elif op is c.BRANCH:
            for branch in av[1]:
                yield from _units(branch, prefix)
        elif op is c.SUBPATTERN:
            yield from _units(av[3], prefix)
        elif op is c.ATOMIC_GROUP:
            yield from _units(av, prefix)
        prefix += _sample([(op, av)], random.Random(0))


def _sample(tree: Iterable[Any], dice: random.Random) -> str:
    """A text that the tree takes, short and by chance; what looks around is left out of account."""
    return "".join(_sample_one(op, av, dice) for op, av in tree)


def _sample_one(op: Any, av: Any, dice: random.Random) -> str:
    if op is c.LITERAL:
        return chr(av)
    if op is c.NOT_LITERAL:
        return "a" if av != ord("a") else "b"
    if op is c.ANY:
        return dice.choice("a ")
    if op is c.IN:
        return _member(av, dice)
    if op is c.SUBPATTERN:
        return _sample(av[3], dice)
    if op is c.BRANCH:
        return _sample(dice.choice(av[1]), dice)
    if op is c.ATOMIC_GROUP:
        return _sample(av, dice)
    if op in _REPEATS:
        least, most, body = av
        return "".join(_sample(body, dice) for _ in range(max(least, min(1, int(most)))))
    return ""


_CATEGORIES = {
    c.CATEGORY_DIGIT: "07",
    c.CATEGORY_NOT_DIGIT: "a ",
    c.CATEGORY_SPACE: " \n",
    c.CATEGORY_NOT_SPACE: "a.",
    c.CATEGORY_WORD: "a0",
    c.CATEGORY_NOT_WORD: " .",
}


def _member(items: list[Any], dice: random.Random) -> str:
    if items[0][0] is c.NEGATE:
        inside = re.compile(f"[{''.join(map(_shown, items[1:]))}]")
        return next((letter for letter in dice.sample("a 0-.:é\nA", 9) if not inside.match(letter)), "\x02")
    op, av = dice.choice(items)
    if op is c.RANGE:
        return chr(dice.choice(av))
    return dice.choice(_CATEGORIES[av]) if op is c.CATEGORY else chr(av)


_WRITTEN = {
    c.CATEGORY_DIGIT: r"\d",
    c.CATEGORY_NOT_DIGIT: r"\D",
    c.CATEGORY_SPACE: r"\s",
    c.CATEGORY_NOT_SPACE: r"\S",
    c.CATEGORY_WORD: r"\w",
    c.CATEGORY_NOT_WORD: r"\W",
}


def _shown(item: tuple[Any, Any]) -> str:
    op, av = item
    if op is c.RANGE:
        return f"{re.escape(chr(av[0]))}-{re.escape(chr(av[1]))}"
    return _WRITTEN[av] if op is c.CATEGORY else re.escape(chr(av))
