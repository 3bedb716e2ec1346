"""What the fuzzer does for hours, for a moment and always alike: mails, pages and orders mixed by chance."""

import pytest

from tests.fuzz.seeds import mixed, seeds
from tests.fuzz.targets import REPORTS, TARGETS

COUNT = 300


@pytest.mark.parametrize("target", TARGETS)
def test_mixed_inputs_break_nothing(target: str) -> None:
    for data in mixed(target, COUNT):
        TARGETS[target](data)


@pytest.mark.parametrize("target", TARGETS)
def test_there_is_something_to_start_from(target: str) -> None:
    assert len(seeds(target)) >= 20
    assert len(set(mixed(target, COUNT))) > COUNT / 2
    assert list(mixed(target, 3)) == list(mixed(target, 3))


def test_there_are_reports_to_quote() -> None:
    assert len(REPORTS) == 4
