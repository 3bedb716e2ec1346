"""`spells`: the table of spells, one of them, or those that gestures finish."""

from typing import Final

from engine.variants import BARTLE, RULE_SETS
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.rulebook_spells import about_spells


def _run(_desk: Doors, caller: Caller, asked: Asked) -> Answer:
    rules = caller.game.duel.rules if caller.game is not None else BARTLE.name
    found = about_spells(asked.rest, RULE_SETS[rules].spellbook)
    return Answer(parts=(found.bare,), done=found.found)


COMMAND: Final = Command(
    name="spells",
    usage=("spells", "spells NAME", "spells GESTURES"),
    summary="the spells and their gestures",
    help=(
        "Without more, the table of all spells. With a name, what the spell does and how it is made. With gestures, the"
        " spells that they finish or lead to; small letters are gestures of both hands at once."
    ),
    example="spells DWF",
    access=Access.ANYONE,
    shape=r"[\w .'-]{0,40}",
    run=_run,
)
