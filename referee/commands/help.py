"""`help`: all commands in a table, or the page of one."""

from typing import Final

from engine.language.nearest import nearest
from referee import commands
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail.answers import Piece

_WHO: Final = {
    Access.ANYONE: "Anyone may use it.",
    Access.READS: "The answer goes to your registered address.",
    Access.CHANGES: "It must come in a reply to one of the referee's mails, or from your registered address.",
}


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    topic = asked.rest.lower().strip()
    if not topic:
        return Answer(parts=overview())
    known = commands.COMMANDS.get(topic.split()[0])
    if known is not None:
        return Answer(parts=page(known))
    near = nearest(topic, commands.COMMANDS)
    return refusal(f"There is no help on {topic}." + (f" Did you mean help {near}?" if near else ""), *overview())


def overview() -> tuple[Piece, ...]:
    """All commands, each with a line on what it does."""
    wide = max(len(command.name) for command in commands.COMMANDS.values()) + 2
    rows = tuple(f"{command.name:{wide}}{command.summary}" for command in commands.COMMANDS.values())
    return (
        "These words work in any mail to the referee, each on a line of its own. In a reply to a report the number of"
        " the game may be left out. Write help and one of the words for its page.",
        rows,
    )


def page(command: Command) -> tuple[Piece, ...]:
    """The page of one command: its forms, what it does, an example, and who may use it."""
    return (tuple(command.usage), command.help, f"For example: {command.example.splitlines()[0]}", _WHO[command.access])


COMMAND: Final = Command(
    name="help",
    usage=("help", "help TOPIC"),
    summary="what you can write, and how",
    help="Lists all commands, or shows the page of one. The rules of the duel: see rules; its spells: see spells.",
    example="help draw",
    access=Access.ANYONE,
    shape=r"[a-z]{0,20}(?: me| orders)?",
    run=_run,
)
