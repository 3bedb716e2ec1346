"""`referee rules` and `referee spells`: the rule books, asked by topic, spell or gestures."""

from __future__ import annotations

import sys

import click

from engine.variants import BARTLE, RULE_SETS
from referee.cli.examples import example
from referee.rulebook_answers import Answer, about
from referee.rulebook_spells import about_spells

UNKNOWN = 1  # exit status


@click.command(epilog=example("referee rules paralysis", "referee rules 5.1"))
@click.argument("topic", nargs=-1)
def rules(topic: tuple[str, ...]) -> None:
    """Print what the rules say about TOPIC: a number (5.1), a ruling (A25), a spell or a word.

    Without a topic, the contents.
    """
    _print(about(" ".join(topic)))


@click.command(epilog=example("referee spells DWF", 'referee spells "finger of death"'))
@click.argument("spell", nargs=-1, metavar="[NAME or GESTURES]")
@click.option("--rules", "rule_set", type=click.Choice(tuple(RULE_SETS)), default=BARTLE.name, help="Of this rule set.")
def spells(spell: tuple[str, ...], rule_set: str) -> None:
    """Print the spells in a table, or one by its NAME, or those that GESTURES finish (small letters: both hands)."""
    _print(about_spells(" ".join(spell), RULE_SETS[rule_set].spellbook))


def _print(answer: Answer) -> None:
    for line in answer.bare:
        click.echo(line, err=not answer.found)
    if not answer.found:
        sys.exit(UNKNOWN)
