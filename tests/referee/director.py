"""A director at the command line, over the same database as a table's desk."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from tests.acceptance.at_the_desk import SETTINGS, Table, laid_table
from tests.acceptance.by_mail import text_of

WHY = ("--reason", "a slip of mine")


@contextmanager
def office(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A desk, with the config.toml beside its database; the director's clock is its own."""
    monkeypatch.chdir(folder)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (folder / "config.toml").write_text(SETTINGS)
    with laid_table(folder) as table:
        monkeypatch.setattr(clock, "now", table.later)
        yield table


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def says(*words: str) -> str:
    return call(*words).stdout


def refused(*words: str) -> str:
    """What is said where the command is refused; nothing is changed by it."""
    result = call(*words, status=1)
    assert result.stdout == ""
    return result.stderr


def facts(*words: str) -> Any:
    return json.loads(says(*words, "--json"))


def acts_done() -> list[str]:
    return [act["act"] for act in facts("log") if not act["facts"].get("dry_run")]


def last_words(table: Table, name: str) -> str:
    """The text of the last mail to a player, on one line."""
    return " ".join(text_of(table.mails_to(name)[-1]).replace("| ", "").split())
