"""Shells complete commands, options, and what is in the database; each shell as it asks for it."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from referee.__main__ import main
from referee.cli.known import Known
from tests.acceptance.at_the_desk import SETTINGS, Table, address_of
from tests.acceptance.by_mail import COMMAND
from tests.acceptance.test_trust import new_mail
from tests.referee.director import WHY, call, office
from tests.referee.test_cli_help import VERBS

SHELLS = ("bash", "zsh", "fish")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Two games of Ann and Bob, one of which is over, a mail that waits, and a player with a name of two words."""
    with office(tmp_path, monkeypatch) as laid:
        for _ in range(2):
            laid.start("Ann", "Bob")
        call("game", "abort", "2", *WHY)
        laid.receive(new_mail("Ann", "LH: S\nRH: W"))
        call("player", "add", address_of("Eve"), "--name", "Eve Greenwood")
        call("player", "rename", address_of("Ann"), "Ann")
        yield laid


def offered(*words: str, shell: str = "fish") -> list[str]:
    """What the shell is told when the last of these words is begun."""
    line, last = " ".join(("referee", *words)), words[-1]
    asks = {"COMP_WORDS": line, "COMP_CWORD": last if shell == "fish" else str(len(words))}
    env = {"_REFEREE_COMPLETE": f"{shell}_complete"} | asks
    result = CliRunner().invoke(main, [], prog_name="referee", env=env)
    assert result.exit_code == 0, result.output
    return [line for line in result.stdout.splitlines() if line]


def words_of(answer: list[str]) -> list[str]:
    """The words alone, of an answer to fish."""
    return [each.partition(",")[2].partition("\t")[0] for each in answer]


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("game", "resume-a"), ["resume-after-outage"]),
        (("game", "start", "--ti"), ["--title"]),
        (("game", "show", ""), ["1"]),
        (("game", "show", "7"), []),
        (("log", "--game", ""), ["1"]),
        (("game", "set", "1", ""), ["Ann", "Bob"]),
        (("game", "replace", "1", "b"), ["Bob"]),
        (("game", "replace", "9", ""), []),
        (("mail", "show", ""), ["1"]),
        (("player", "show", ""), ["Ann", address_of("Ann"), address_of("Bob"), address_of("Eve")]),
        (("player", "merge", "Ann", "e"), [address_of("Eve")]),
    ],
)
def test_what_is_there_is_offered(words: tuple[str, ...], found: list[str]) -> None:
    assert words_of(offered(*words)) == found


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_is_answered_in_its_own_way_and_has_a_script(shell: str) -> None:
    answer = "\n".join(offered("game", "show", "", shell=shell))
    assert answer == {"bash": "plain,1", "zsh": "plain\n1\nAnn v Bob", "fish": "plain,1\tAnn v Bob"}[shell]
    script = CliRunner().invoke(main, [], prog_name="referee", env={"_REFEREE_COMPLETE": f"{shell}_source"})
    assert f"_REFEREE_COMPLETE={shell}_complete" in script.stdout


@pytest.mark.usefixtures("table")
def test_another_file_of_settings_counts_and_without_one_nothing_is_offered_and_nothing_said(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "config.toml").unlink()
    (tmp_path / "elsewhere" / "config.toml").write_text(SETTINGS + '[store]\npath = "../referee.db"\n')
    assert offered("game", "show", "") == []
    assert words_of(offered("game", "show", "--config", "elsewhere/config.toml", "")) == ["1"]


@pytest.mark.usefixtures("table")
def test_bash_completes_it() -> None:
    program = (
        f'PATH="{COMMAND.parent}:$PATH"; eval "$(_REFEREE_COMPLETE=bash_source referee)"\n'
        'COMP_WORDS=(referee game set 1 A); COMP_CWORD=4\n_referee_completion referee; echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("Ann\n", "")


def test_whatever_is_called_by_a_number_is_offered_and_what_is_none_is_refused_in_plain_words() -> None:
    for words, command in VERBS:
        for argument in command.params:
            if isinstance(argument, click.Argument) and argument.name in ("number", "event", "game", "who"):
                assert isinstance(argument.type, Known), (words, argument.name)
    said = CliRunner().invoke(main, ["game", "show", "seven"]).stderr
    assert "'seven' is not the number of a game, such as 7" in said
