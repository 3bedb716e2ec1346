"""The README says nothing that is not so: its commands exist, its table names what is installed, its report is ours."""

import re
import shlex
import tempfile
import textwrap
import tomllib
from pathlib import Path

import click
import pytest

from engine.language import Field, canonical_text, read
from referee.__main__ import main
from referee.demo.duel import DUEL, WIZARDS
from tests.acceptance.at_the_desk import laid_table
from tests.acceptance.by_mail import text_of
from tests.engine.bench import duel_of

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCKS = README.replace("\\\n", " ")
_INDENTED = re.findall(r"^    (referee .+)$", _BLOCKS, re.MULTILINE)
_QUOTED = re.findall(r"`(?:\.venv/bin/)?(referee [^`]+)`", " ".join(_BLOCKS.split()))


@pytest.mark.parametrize("line", dict.fromkeys([*_INDENTED, *_QUOTED]))
def test_its_commands_exist_with_their_options(line: str) -> None:
    _, *words = shlex.split(line)
    command: click.Command = main
    while isinstance(command, click.Group) and words:
        command = command.commands[words.pop(0)]
    assert not isinstance(command, click.Group)
    known = {option for each in command.params if isinstance(each, click.Option) for option in each.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_its_table_names_every_library_with_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {each for extra in project["optional-dependencies"].values() for each in extra} | set(
        project["dependencies"]
    )
    rows = re.findall(r"^\| ([a-z][^|]*) \| [^|]+ \| [^|]+ \|$", README, re.MULTILINE)
    named = {name for row in rows[1:] for name in re.sub(r"\(.*?\)", "", row).replace(" ", "").split(",")}
    assert named == {re.split(r"[\[>=<]", each)[0] for each in wanted}


def test_the_orders_that_it_gives_as_examples_are_understood_alike() -> None:
    field = Field.of(duel_of("Bob controls a goblin"))
    answers = re.search(r"She may answer (.*?)\. What", " ".join(README.split()))
    assert answers is not None
    readings = [read(example, field, "Ann") for example in re.findall(r"`([^`]+)`", answers[1])]
    assert len(readings) == 3
    assert {(reading.complaints, canonical_text(reading.clauses)) for reading in readings} == {
        ((), "LH: P\nRH: stab goblin 1")
    }


def test_its_report_is_the_one_that_the_demo_s_duel_gives(tmp_path: Path) -> None:
    assert shown_report(tmp_path) in README, "put it right with: python -m tests.referee.test_readme"


def shown_report(folder: Path) -> str:
    """The report of turn 4 to Ann, as it stands in the README."""
    with laid_table(folder) as table:
        table.start(*WIZARDS)
        for orders in DUEL[:4]:
            table.turn(**{name.lower(): words for name, words in orders.items()})
        report = table.asked("Ann")
    head = "".join(f"{name}: {report[name]}\n" for name in ("From", "Reply-To", "Subject"))
    return textwrap.indent(f"{head}\n{text_of(report).rstrip()}\n", "    ")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        text = re.sub(r"    From: .*?(?=\nShe may)", lambda _: shown_report(Path(scratch)), README, flags=re.DOTALL)
    (ROOT / "README.md").write_text(text, encoding="utf-8")
