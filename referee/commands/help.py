"""`help`: all commands in a table, or the page of one."""

from typing import Final

from engine.language.nearest import nearest
from referee import commands
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail.answers import Piece
from referee.terms.help import option_rows

_WHO: Final = {
    Access.ANYONE: "Anyone may use it.",
    Access.READS: "The answer goes to your registered address.",
    Access.CHANGES: "It must come in a reply to one of the referee's mails, or from your registered address.",
    Access.DIRECTOR: "It is the director's.",
}


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    topic = asked.rest.lower().strip()
    if not topic:
        return Answer(parts=overview())
    if topic in ("option", "options"):
        return Answer(parts=options())
    known = commands.COMMANDS.get(topic.split()[0])
    if known is not None:
        return Answer(parts=page(known))
    near = nearest(topic, [*commands.COMMANDS, "options"])
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


def options() -> tuple[Piece, ...]:
    """The options of a game, each with the forms in which it may be written."""
    return (
        "Options of a game, after challenge or open: in any order, with commas or without. What is left out is as usual"
        " here.",
        option_rows(),
    )


def page(command: Command) -> tuple[Piece, ...]:
    """The page of one command: its forms, what it does, an example, and who may use it."""
    return (
        tuple(command.usage),
        command.help,
        "For example:",
        tuple(command.example.splitlines()),
        _WHO[command.access],
    )


COMMAND: Final = Command(
    name="help",
    usage=("help", "help TOPIC", "help options"),
    summary="what you can write, and how",
    help=(
        "Lists all commands, or shows the page of one; help options lists the options of a game. The rules of the duel:"
        " see rules; its spells: see spells."
    ),
    example="help challenge",
    access=Access.ANYONE,
    shape=r"[a-z]{0,20}(?: me| orders)?",
    run=_run,
)
