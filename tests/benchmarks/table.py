"""Rates, their medians, and the table in which they are shown."""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line: what was measured, its rates (things per second, one for each run), and what is aimed at.

    `aim` is in things per second; with `beside`, a share of that row's median."""

    name: str
    rates: Sequence[float]
    aim: float | None = None
    beside: "Row | None" = None

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    @property
    def reached(self) -> float | None:
        """The share of the aim that was reached."""
        if self.aim is None:
            return None
        return self.median / (self.aim if self.beside is None else self.aim * self.beside.median)

    def columns(self) -> tuple[str, ...]:
        ratio = "" if self.beside is None else f"{self.median / self.beside.median:.2f}"
        aim = "" if self.aim is None else f"{self.aim:,.2f}" if self.beside else f"{self.aim:,.0f}"
        reached = "" if self.reached is None else f"{self.reached:.0%}"
        spread = f"{min(self.rates):,.0f} to {max(self.rates):,.0f}"
        return self.name, f"{self.median:,.0f}", spread, ratio, aim, reached


HEADINGS = ("per second", "median", "from", "ratio", "aim", "reached")


def print_table(rows: Iterable[Row]) -> None:
    """The rows under headings, in columns as wide as they must be."""
    print_lines(HEADINGS, (row.columns() for row in rows))


def print_lines(headings: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> None:
    """Lines under headings, in columns as wide as they must be."""
    lines = [headings, *lines]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        first, *rest = (
            cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())


def rate(count: int, work: Callable[[], object]) -> float:
    """How many things per second `work` does, which does `count` of them."""
    began = time.perf_counter()
    work()
    return count / (time.perf_counter() - began)
