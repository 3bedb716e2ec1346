"""`rules`: what the rule book says about a topic."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.rulebook_answers import about


def _run(_desk: Doors, _caller: Caller, asked: Asked) -> Answer:
    found = about(asked.rest)
    return Answer(parts=(found.bare,), done=found.found)


COMMAND: Final = Command(
    name="rules",
    usage=("rules", "rules TOPIC"),
    summary="the rules of the duel, or what they say about a topic",
    help=(
        "Without a topic, the contents of the rule book. TOPIC is a spell, a word, the number of a rule (5.1) or of a"
        " ruling on a disputed point (A25)."
    ),
    example="rules paralysis",
    access=Access.ANYONE,
    shape=r"(?:(?:of|on|about) )?[\w .'-]{0,40}",
    run=_run,
)
