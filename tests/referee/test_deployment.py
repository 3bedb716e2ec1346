"""The files for the machine: a unit that systemd takes, settings for Litestream, both filled in."""

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.__main__ import main
from tests.acceptance.at_the_desk import SETTINGS


class Unit(configparser.RawConfigParser):
    """A unit file: capitals count in the names of its settings."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(option: str) -> str:
    result = CliRunner().invoke(main, ["init", option], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_unit_runs_this_installation_in_this_folder(folder: Path) -> None:
    unit = Unit(strict=False)
    unit.read_string(printed("--systemd"))
    service = unit["Service"]
    executable, *words = service["ExecStart"].split()
    assert Path(executable).is_file()
    assert words == ["run", "--config", str(folder / "config.toml")]
    assert service["WorkingDirectory"] == service["ReadWritePaths"] == str(folder)
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"
    assert (service["Type"], service["WatchdogSec"], service["RestartPreventExitStatus"]) == ("notify", "5min", "2")
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_takes_the_unit_and_finds_little_that_it_leaves_open(folder: Path) -> None:
    file = folder / "referee.service"
    file.write_text(printed("--systemd"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, [line for line in done.stderr.splitlines() if "referee.service" in line]) == (0, [])
    words = ["security", "--offline=true", "--threshold=25", "--no-pager", str(file)]  # of 100, at which all is open
    done = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_litestream_is_told_where_the_database_is(folder: Path) -> None:
    (folder / "config.toml").write_text(SETTINGS + '[store]\npath = "games/all.db"\n')
    text = printed("--litestream")
    assert f"  - path: {folder}/games/all.db\n" in text
    assert "$" not in text
