"""`help`: all commands in a table, or the page of one."""

from typing import Final

from engine.language.nearest import nearest
from referee import commands
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail.answers import Piece
from referee.rulebook_answers import about
from referee.terms.help import option_rows

_WHO: Final = {
    Access.ANYONE: "Anyone may use it.",
    Access.READS: "The answer goes to your registered address.",
    Access.CHANGES: "It must come in a reply to one of the referee's mails, or from your registered address.",
    Access.DIRECTOR: "It is the director's.",
}


TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "deadline": (
        "Each mail that asks for orders says when they are due, in your zone and in UTC, how long late ones are taken,"
        " and what happens without any. You are reminded before, until your orders are in. The turn ends as soon as all"
        " orders are in, or once the cool-off after that is over, where the game has one.",
        "What late orders take beyond the grace is taken from the time bank, where the game has one. A vacation makes"
        " the clocks of your games stand still. A turn never closes before your report has gone out, nor over a time in"
        " which I did not read my mail. A deadline that moves is told to everybody, with all reasons.",
    ),
    "draft": (
        "With the word wait on a line of its own your orders are kept, but do not count before you send the word ready."
        " To take back all of them, write withdraw orders.",
        "Lines below the words turn 5 are kept as a draft for that turn, if it is one of the five to come. The report"
        " with which the turn begins shows the draft, and it counts once you answer ready, or yes. The word orders"
        " shows all that I hold of yours.",
    ),
}
"""Pages of help that belong to no command: paragraphs by topic."""


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    topic = asked.rest.lower().strip()
    if topic in ("", "me"):
        return Answer(parts=overview())
    if topic in ("option", "options"):
        return Answer(parts=options())
    known = commands.COMMANDS.get(topic.split()[0])
    if known is not None:
        return Answer(parts=page(known))
    if topic.removesuffix("s") in TOPICS:
        return Answer(parts=TOPICS[topic.removesuffix("s")])
    ruled = about(topic)
    if ruled.found:
        return Answer(parts=(f"There is no word {topic} that you could write, but the rules speak of it.", ruled.bare))
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
    usage=("help", "help TOPIC", "help options", "help deadlines", "help drafts"),
    summary="what you can write, and how",
    help=(
        "Lists all commands, or shows the page of one; help options lists the options of a game, and there are pages on"
        " deadlines and on drafts. The rules of the duel: see rules; its spells: see spells."
    ),
    example="help challenge",
    access=Access.ANYONE,
    shape=r"[a-z]{0,20}(?: [a-z]{1,20}){0,2}",
    run=_run,
)
