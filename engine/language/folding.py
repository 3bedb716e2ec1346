"""Folding: characters that look alike become the ASCII ones that the language is written in."""

from __future__ import annotations

import unicodedata
from typing import Final

_ALIKE: Final = {
    **dict.fromkeys("‐‑‒–—―−⁃﹘﹣－", "-"),
    **dict.fromkeys("‘’‚‛′ʼʹ´＇", "'"),
    **dict.fromkeys("“”„‟″«»‹›＂`", '"'),
    **dict.fromkeys("[{【〔［｛", "("),
    **dict.fromkeys("]}】〕］｝", ")"),
    **dict.fromkeys("、،", ","),
    **dict.fromkeys("؛", ";"),
    **dict.fromkeys("。", ". "),
    "→": "->",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
}
_JOINERS: Final = "\u200c\u200d"  # they stand inside emoji and words, and say nothing by themselves


def clean(line: str) -> str:
    """One line without what may not be printed again: controls become blanks, lone surrogates the replacement mark."""
    if line.isprintable():
        return line
    return "".join(_clean(c) for c in line)


def _clean(c: str) -> str:
    category = unicodedata.category(c)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    if category == "Cf" and c not in _JOINERS:
        return ""
    return "\ufffd" if category in ("Cs", "Cn", "Co") else c


def fold(line: str) -> tuple[str, list[int] | range]:
    """The folded line, and for each of its characters (and its end) where it stood in `line`."""
    if line.isascii():
        return line.translate(_ASCII), range(len(line) + 1)
    out: list[str] = []
    origins: list[int] = []
    for place, c in enumerate(line):
        folded = _fold(c)
        out.append(folded)
        origins.extend([place] * len(folded))
    origins.append(len(line))
    return "".join(out), origins


def _fold(c: str) -> str:
    if c in _ALIKE:
        return _ALIKE[c]
    if c.isascii():
        return c
    parts = unicodedata.normalize("NFKD", c)
    kept = "".join(_ALIKE.get(p, p) for p in parts if not unicodedata.category(p).startswith("M"))
    return "".join(" " if p.isspace() else p for p in kept if unicodedata.category(p) != "Cf")


_ASCII: Final = str.maketrans({c: to for c, to in _ALIKE.items() if c.isascii()})
