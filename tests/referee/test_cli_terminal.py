"""What the director's terminal shows: tables as wide as it is, with nothing lost; and neither colour nor folding where
the output goes into a file or to another program."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.at_the_desk import Table
from tests.acceptance.by_mail import COMMAND
from tests.referee.director import call, office

COLUMNS = 50
REASON = "both have lost interest and would rather begin another game"
ESCAPE = "\x1b"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with office(tmp_path, monkeypatch) as laid:
        laid.start("Ann", "Bob")
        call("game", "abort", "1", "--reason", REASON)
        yield laid


def on_a_terminal(*words: str, **environment: str) -> str:
    """What a terminal of so many columns is sent."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    surroundings = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR", "CI")}
    surroundings |= {"TERM": "xterm"} | environment
    with subprocess.Popen([COMMAND, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings) as process:
        os.close(theirs)
        shown = b"".join(_read(ours))
        assert process.wait() == 0, shown
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def _read(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            yield os.read(terminal, 65536)
        except OSError:  # the other end is closed
            return


@pytest.mark.usefixtures("table")
def test_a_table_fits_a_narrow_terminal_and_nothing_of_it_is_lost() -> None:
    shown = on_a_terminal("log")
    assert ESCAPE in shown
    lines = re.sub(rf"{ESCAPE}\[[0-9;]*m", "", shown).splitlines()
    assert max(map(len, lines)) <= COLUMNS
    column = lines[0].index("REASON")
    assert "".join(line[column:].split("  ")[0] for line in lines[1:]).replace(" ", "") == REASON.replace(" ", "")


@pytest.mark.usefixtures("table")
def test_without_colour_where_it_is_not_wanted() -> None:
    assert ESCAPE not in on_a_terminal("log", NO_COLOR="1")
    assert ESCAPE not in on_a_terminal("status", NO_COLOR="1")


@pytest.mark.usefixtures("table")
def test_in_a_file_there_is_neither_colour_nor_folding() -> None:
    done = subprocess.run(
        [COMMAND, "log"], capture_output=True, text=True, check=True, env=os.environ | {"TERM": "xterm"}
    )
    assert ESCAPE not in done.stdout
    head, *rows = done.stdout.splitlines()
    assert head.split() == ["AT", "WHO", "ACT", "GAME", "REASON", "MORE"]
    assert len(rows) == 2
    assert REASON in rows[1]
