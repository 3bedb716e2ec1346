"""How much work Python does, counted in lines that run: the same on every machine, however busy it is."""

import sys
from collections.abc import Callable
from types import FrameType

GROWTH_MAX = 3  # of the steps, where the text is doubled
FLOOR_STEPS = 3000  # fewer say nothing


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python a piece of work runs."""
    count = 0

    def trace(frame: FrameType, event: str, arg: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def in_proportion(once: Callable[[], object], twice: Callable[[], object]) -> bool:
    """Whether `twice`, the same on twice as much, takes less than three times the steps."""
    return steps(twice) < GROWTH_MAX * max(steps(once), FLOOR_STEPS)
