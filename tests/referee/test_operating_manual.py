"""The operator's manual: its commands exist, every event of the journal stands in its table, and every counter."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from referee import directing
from referee.__main__ import main
from referee.config import Config, parse
from referee.mail import compose
from referee.operation import metrics
from referee.operation.metrics import Tally
from referee.store.database import Store
from tests.acceptance.at_the_desk import SETTINGS
from tests.referee.test_cli_help import VERBS

ROOT = Path(__file__).parents[2]
MANUAL = (ROOT / "referee" / "OPERATING.md").read_text(encoding="utf-8")
_BLOCKS = MANUAL.replace("\\\n", " ")
_INDENTED = re.findall(r"^    (referee .+?)(?:  .*| > .*)?$", _BLOCKS, re.MULTILINE)
_QUOTED = re.findall(r"`(referee [a-z][^`]*)`", " ".join(_BLOCKS.split()))
LEVELS = {"note": "info", "detail": "debug", "trouble": "warning", "failure": "error"}
SERVERS = ("imap", "smtp")


@pytest.mark.parametrize("line", dict.fromkeys([*_INDENTED, *_QUOTED]))
def test_its_commands_exist_with_their_options(line: str) -> None:
    _, *words = shlex.split(line)
    command: click.Command = main
    while isinstance(command, click.Group) and words:
        command = command.commands[words.pop(0)]
    assert not isinstance(command, click.Group)
    known = {option for each in command.params if isinstance(each, click.Option) for option in each.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_it_has_a_word_on_every_command_of_the_director() -> None:
    for words, command in VERBS:
        if not isinstance(command, click.Group) and words[0] not in ("demo", "preview"):
            named = f"referee {' '.join(words)}"
            assert named in MANUAL, f"give {named} a row among the recipes of referee/OPERATING.md"


def events() -> Iterator[tuple[str, str]]:
    """Every event that the source tells the journal of, with its level."""
    for file in (ROOT / "referee").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS:
                of = ast.unparse(node.func.value)
                if of.rpartition(".")[2].lstrip("_") != "journal" or not node.args:
                    continue
                level, name = LEVELS[node.func.attr], node.args[0]
                if isinstance(name, ast.JoinedStr):  # the name of a server, and what it is
                    (_, end) = name.values
                    assert isinstance(end, ast.Constant)
                    yield from ((f"{server}{end.value}", level) for server in SERVERS)
                else:
                    assert isinstance(name, ast.Constant), f"{file}: an event needs a name that is always the same"
                    yield str(name.value), level


def test_its_table_has_every_event_of_the_journal_with_its_level_and_no_other() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\w+) \| [^|]+ \| [^|]+ \|$", MANUAL, re.MULTILINE)
    assert rows == sorted(rows)
    assert dict(rows) == dict(events()), "add or correct the row in referee/OPERATING.md"


def test_its_table_has_every_mail_to_the_director_and_no_other() -> None:
    section = MANUAL.partition("## What you are mailed\n")[2].partition("\n## ")[0]
    told = re.findall(r"^\| `([^`]+)` \| [^|]+ \| [^|]+ \|$", section, re.MULTILINE)
    subjects = [subject for name, subject in compose.MAILS.items() if name.startswith("director_")]
    wanted = [re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), each) for each in subjects]
    assert sorted(told) == sorted([*wanted, directing.UNPROVED_SUBJECT])


def test_it_names_every_counter(tmp_path: Path) -> None:
    config: Config = parse(SETTINGS, folder=tmp_path, environment={})
    with Store.open(config.store.path):
        pass
    for metric in metrics._Collector(config, Tally(), lambda: pytest.fail("nothing was looked at")).collect():
        assert metric.name in MANUAL
