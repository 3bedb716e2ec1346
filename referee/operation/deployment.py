"""Files for the machine that the referee runs on: a unit for systemd and settings for Litestream, filled in."""

import getpass
import sys
from importlib.resources import files
from pathlib import Path
from string import Template


def unit(config: Path) -> str:
    """The unit that runs the daemon with that config.toml, as this account, from this installation."""
    return _filled(
        "referee.service",
        config=str(config.absolute()),
        executable=str(Path(sys.executable).with_name("referee")),
        folder=str(config.absolute().parent),
        user=getpass.getuser(),
    )


def litestream(config: Path, database: Path) -> str:
    """Litestream's settings for that database; the other machine is to be written in."""
    folder = config.absolute().parent
    return _filled("litestream.yml", database=str(database.absolute()), folder=str(folder), name=database.name)


def _filled(file: str, **facts: str) -> str:
    return Template(files("referee.operation").joinpath(file).read_text(encoding="utf-8")).substitute(facts)
