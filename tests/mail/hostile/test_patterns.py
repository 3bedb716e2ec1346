"""Every regular expression of ours takes time in proportion to its text, whatever the text is."""

import re
from typing import Any

import pytest

from tests.mail.hostile.patterns import hostile, ours
from tests.mail.hostile.regex_steps import Machine, TooManySteps

SIZE = 400  # above nearly all numbers in our expressions, so that these bound nothing
GROWTH_MAX = 3
FLOOR_STEPS = 1500
OURS = ours()


def growing(pattern: re.Pattern[Any], method: str) -> str | None:
    """A text of which twice as much takes more than GROWTH_MAX times the steps, if there is one."""
    machine = Machine(pattern)
    for once, twice in hostile(pattern, SIZE):
        try:
            longer = machine.steps_of(twice, method)
            if longer < GROWTH_MAX * FLOOR_STEPS:
                continue
            shorter = machine.steps_of(once, method)
        except TooManySteps:
            return f"no end on {once[:40]!r}..."
        if longer >= GROWTH_MAX * shorter:
            return f"{shorter} -> {longer} steps on {once[:40]!r}..."
    return None


@pytest.mark.parametrize("pattern", OURS, ids=lambda pattern: repr(pattern.pattern)[:60])
def test_a_text_twice_as_long_takes_less_than_three_times_the_steps(pattern: re.Pattern[Any]) -> None:
    for method in OURS[pattern]:
        assert growing(pattern, method) is None, method


@pytest.mark.parametrize(
    ("expression", "method"),
    [
        (r"(a+)+b", "match"),
        (r"(?:a|a)*b", "match"),
        (r"\s*\n\s*:", "search"),
        (r"[A-Z\s]{16,}={0,2}\s*", "fullmatch"),
        (r"border:[^;]*solid", "search"),
        (r"x*x*$", "match"),
        (r"(?:.*,)*x", "match"),
        (r"b*c", "search"),
    ],
)
def test_the_texts_find_what_grows_faster(expression: str, method: str) -> None:
    assert growing(re.compile(expression), method)


def test_all_patterns_are_found_however_they_are_kept() -> None:
    kept = {pattern.pattern for pattern in OURS}
    assert len(kept) > 100
    assert {r"\W", r"\n([:：])"} & kept  # one written where it is used
    assert any("has ([0-9]" in str(pattern) for pattern in kept)  # one in a table
    assert any("(?:word)" in str(pattern) or r"\bword" in str(pattern) for pattern in kept)  # one made for a word
    assert b"=[0-9A-F]{2}" in kept
    assert any("(?:wizards|players)" in str(pattern) for pattern in kept)  # one that only a function holds
