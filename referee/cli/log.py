"""`referee log`: what was done by hand, when and why."""

import json
from pathlib import Path

import click

from referee.cli.examples import example
from referee.cli.known import GAME
from referee.cli.listing import print_json, print_table
from referee.cli.settings import config_option, desk, json_option
from referee.store import acts


@click.command(epilog=example("referee log", "referee log --game 7"))
@click.option("--game", "number", type=GAME, metavar="NUMBER", help="Only what was done to that game.")
@json_option
@config_option
def log(number: int | None, as_json: bool, config_path: Path) -> None:
    """List all that was changed by hand, the oldest first: when, by whom, what and why. Dry runs stand there as such.

    Nothing is ever taken out of it. What the referee does of himself is told in the daemon's journal instead.
    """
    with desk(config_path) as table:
        found = acts.listing(table.store, game=number)
    if as_json:
        print_json(
            [
                {
                    "id": each.id,
                    "at": each.at.isoformat(),
                    "who": each.who,
                    "act": each.act,
                    "game": each.game,
                    "reason": each.reason,
                    "facts": each.facts,
                }
                for each in found
            ]
        )
        return
    print_table(
        ("AT", "WHO", "ACT", "GAME", "REASON", "MORE"),
        [(f"{each.at:%F %R}Z", each.who, each.act, each.game, each.reason, _more(each.facts)) for each in found],
        empty="Nothing was changed by hand so far.",
    )


def _more(facts: dict[str, object]) -> str:
    told = {key: value for key, value in facts.items() if key != "dry_run"}
    words = [f"{key} {value if isinstance(value, str) else json.dumps(value)}" for key, value in told.items()]
    return ", ".join((["a dry run"] if facts.get("dry_run") else []) + words)
