"""The journal's lines, and the steps at which a test may end the daemon."""

import io
import logging
import subprocess
import sys
from collections.abc import Iterator

import pytest

from referee import journal, steps
from referee.config import Secret
from referee.steps import Step


@pytest.fixture
def restored() -> Iterator[None]:
    logger = logging.getLogger(journal.LOGGER)
    before = (list(logger.handlers), logger.level, logger.propagate)
    yield
    logger.handlers[:], logger.propagate = before[0], before[2]
    logger.setLevel(before[1])


def test_a_line_is_an_event_and_its_facts() -> None:
    assert journal.line("mail-filed", {"uid": 7, "folder": "INBOX", "nothing": None}) == "mail-filed uid=7 folder=INBOX"


def test_facts_stay_on_their_line_and_are_clipped() -> None:
    said = journal.line("x", {"subject": 'two words "quoted"\nimap-lost', "long": "y" * 1000})
    assert said.startswith('x subject="two words \\"quoted\\"\\nimap-lost" long=')
    assert "\n" not in said
    assert len(said) < 600


def test_a_secret_that_strays_into_a_line_is_stars() -> None:
    assert journal.line("x", {"password": Secret("swordfish")}) == "x password=***"


@pytest.mark.usefixtures("restored")
def test_lines_go_to_the_stream_with_time_and_level_and_failures_with_their_origin() -> None:
    stream = io.StringIO()
    book = journal.start(stream=stream)
    book.note("started", port=993)
    book.detail("not shown")
    book.failure("broken", ValueError("no"))
    first, second, *origin = stream.getvalue().splitlines()
    assert first.endswith("Z info started port=993")
    assert "Z error broken error=\"ValueError('no')\"" in second
    assert origin[-1] == "ValueError: no"


def test_without_the_variable_every_step_is_passed_by() -> None:
    at = steps.from_environment({})
    for step in Step:
        at(step)


def test_a_step_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no such"):
        steps.from_environment({steps.END_AT: "no such"})


def test_the_process_ends_with_sigkill_at_the_named_step_and_not_before() -> None:
    program = (
        "import os, sys\nfrom referee import steps\nat = steps.from_environment(os.environ)\n"
        "for step in steps.Step:\n    at(step)\n    print(step.value, flush=True)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={steps.END_AT: "before commit"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == -9
    assert ended.stdout.split("\n") == ["fetched", "stored", "parsed", ""]
