"""The command `referee`: a table of the commands that the files in `cli` hold."""

from __future__ import annotations

import os

import click

from referee.cli.adjudicate import adjudicate
from referee.cli.check import check
from referee.cli.config import config
from referee.cli.db import db
from referee.cli.demo import demo
from referee.cli.game import game
from referee.cli.game_clock import extend, pause, resume, resume_after_outage
from referee.cli.game_setting import import_, replace, set_
from referee.cli.game_turns import adjudicate as adjudicate_turn
from referee.cli.game_turns import forward, orders, rollback, verify
from referee.cli.init import init
from referee.cli.log import log
from referee.cli.mail import mail
from referee.cli.player import player
from referee.cli.preview import preview
from referee.cli.rules import rules, spells
from referee.cli.run import run
from referee.cli.status import status
from referee.cli.tournament import tournament
from referee.cli.undo import undo


# Whoever sets NO_COLOR gets none (no-color.org); where nobody looks, as in a file, there is none in any case.
@click.group(context_settings={"color": False if os.environ.get("NO_COLOR") else None})
@click.version_option(package_name="waving-hands-referee")
def main() -> None:
    """A play-by-email referee for duels of Waving Hands.

    `init` begins, `run` serves, and `status` says whether all is well. Each command has --help, with examples. The exit
    status is 0 where it is done, 1 where it was refused or failed, 2 where it was called wrongly or the settings are
    faulty.
    """


for command in (
    demo,
    init,
    run,
    status,
    check,
    game,
    tournament,
    mail,
    db,
    config,
    log,
    adjudicate,
    preview,
    rules,
    spells,
    player,
    undo,
):
    main.add_command(command)

for command in (orders, adjudicate_turn, rollback, forward, verify):
    game.add_command(command)
for command in (extend, pause, resume, resume_after_outage, replace, set_, import_):
    game.add_command(command)


if __name__ == "__main__":
    main()
