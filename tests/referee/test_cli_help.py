"""The help of every command stands in a file: whoever changes it sees what the director will read."""

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from referee.__main__ import main

PAGES = Path(__file__).parent / "help"
WRITE = os.environ.get("GOLDEN") == "write"


def verbs(command: click.Command, *words: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it, groups first."""
    yield words, command
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from verbs(each, *words, name)


VERBS = list(verbs(main))


def page(words: tuple[str, ...]) -> Path:
    return PAGES / ("-".join(("referee", *words)) + ".txt")


@pytest.mark.parametrize("words", [words for words, _ in VERBS], ids=lambda words: " ".join(words) or "referee")
def test_its_page_is_what_help_prints(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    result = CliRunner().invoke(main, [*words, "--help"], prog_name="referee", catch_exceptions=False)
    assert result.exit_code == 0
    if WRITE:
        page(words).parent.mkdir(exist_ok=True)
        page(words).write_text(result.stdout, encoding="utf-8")
    assert page(words).exists(), "write it with: GOLDEN=write .venv/bin/pytest tests/referee/test_cli_help.py"
    assert result.stdout == page(words).read_text(encoding="utf-8"), "if it is right so: GOLDEN=write"


def test_there_is_no_page_without_a_command() -> None:
    assert {file.name for file in PAGES.iterdir()} == {page(words).name for words, _ in VERBS}


@pytest.mark.parametrize(
    ("words", "command"), VERBS, ids=lambda each: " ".join(each) if isinstance(each, tuple) else ""
)
def test_every_command_and_option_says_what_it_is_for(words: tuple[str, ...], command: click.Command) -> None:
    assert command.help, words
    assert not [each.name for each in command.params if isinstance(each, click.Option) and not each.help]


def examples(command: click.Command) -> list[str]:
    """The calls at the end of its page, each on one line."""
    calls = (command.epilog or "").replace("\\\n", " ").splitlines()
    return [call.strip() for call in calls if call.startswith("  ")]


@pytest.mark.parametrize(
    ("words", "command"),
    [(words, command) for words, command in VERBS if not isinstance(command, click.Group)],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_every_command_ends_its_page_with_examples_that_can_be_given(
    words: tuple[str, ...], command: click.Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert examples(command)
    for call in examples(command):
        said = shlex.split(call.partition(" > ")[0])
        assert said[: len(words) + 1] == ["referee", *words]
        rest = said[len(words) + 1 :]
        for word in rest:
            if Path(word).suffix in (".csv", ".db", ".duel", ".eml", ".toml") and not Path(word).is_absolute():
                Path(word).parent.mkdir(exist_ok=True)
                Path(word).touch()
        command.make_context(command.name, rest, resilient_parsing="--systemd" in rest or "--litestream" in rest)


@pytest.mark.parametrize(
    ("words", "command"), VERBS, ids=lambda each: " ".join(each) if isinstance(each, tuple) else ""
)
def test_what_can_be_rehearsed_can_be_given_a_reason(words: tuple[str, ...], command: click.Command) -> None:
    options = {option for each in command.params for option in each.opts}
    assert ("--dry-run" in options) == ("--reason" in options), words
