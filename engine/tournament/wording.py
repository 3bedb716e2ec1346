"""Words for points and numbers, as players read them."""

from __future__ import annotations

from typing import Final
from unicodedata import combining, east_asian_width

FRACTIONS: Final = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def points_text(points: float) -> str:
    """2.5 as "2½", 0.5 as "½", 3.0 as "3"; what is no quarter with two digits."""
    whole, rest = divmod(points, 1.0)
    if rest not in FRACTIONS:
        return f"{points:.2f}"
    return f"{int(whole) or '' if rest else int(whole)}{FRACTIONS[rest]}"


def points_said(points: float) -> str:
    """The same with its noun: "1 point", "2½ points"."""
    return f"{points_text(points)} {'point' if 0 < points <= 1 else 'points'}"


def columns(text: str) -> int:
    """How many columns of a fixed-width face that takes: wide East Asian characters two, combining marks none.

    Source: Unicode Standard Annex 11, "East Asian Width".
    """
    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text)


def shortened(text: str, columns_max: int) -> str:
    """The text in that many columns at most; what is cut off shows as "…"."""
    if columns(text) <= columns_max:
        return text
    while columns(text) >= columns_max:
        text = text[:-1]
    return f"{text}…"


def listed(names: list[str]) -> str:
    """ "Ann", "Ann and Bob", "Ann, Bob and Cid"."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def being_played(count: int) -> str:
    """ "1 game is being played", "3 games are being played"."""
    return f"{count} {'game is' if count == 1 else 'games are'} being played"
