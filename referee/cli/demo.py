"""`referee demo`: the main job on an embedded post office."""

import asyncio

import click

from referee.cli.examples import example
from referee.cli.settings import fail

_MISSING = (
    "the demo's post office needs more libraries ({name} is missing): pip install 'waving-hands-referee[demo]',"
    " or in a checkout: make demo"
)


@click.command(epilog=example("referee demo", "referee demo --play"))
@click.option("--play", "is_played", is_flag=True, help="Take one of the seats, against a simple opponent.")
@click.option("--serve", "is_served", is_flag=True, help="Keep the post office open for mail programs such as mutt.")
def demo(is_played: bool, is_served: bool) -> None:
    """Show a duel by mail from start to finish, with a post office in this process.

    Nothing leaves this machine, and nothing stays: the mails and the store are gone at the end.
    """
    if is_played and is_served:
        raise click.UsageError("give --play or --serve, not both")
    try:
        from referee.demo import programme  # noqa: PLC0415 -- an extra; all other commands must work without it
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("engine", "referee", "mail_templates"):
            raise
        fail(_MISSING.format(name=error.name))
    if is_played:
        asyncio.run(programme.played_duel())
    elif is_served:
        asyncio.run(programme.served_duel())
    else:
        asyncio.run(programme.written_duel())
