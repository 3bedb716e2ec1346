"""Every command that a director's mail may hold; players' help does not speak of them."""

from typing import Final

from referee.commands.command import Command
from referee.commands.director import (
    abort,
    adjudicate,
    close,
    decide,
    end,
    extend,
    forfeit,
    pause,
    remove,
    resume,
    show,
    start,
    void,
)
from referee.commands.director import list as list_

_ALL: Final[tuple[Command, ...]] = (
    list_.COMMAND,
    show.COMMAND,
    extend.COMMAND,
    pause.COMMAND,
    resume.COMMAND,
    adjudicate.COMMAND,
    abort.COMMAND,
    decide.COMMAND,
    forfeit.COMMAND,
    void.COMMAND,
    remove.COMMAND,
    start.COMMAND,
    close.COMMAND,
    end.COMMAND,
)

DIRECTOR_COMMANDS: Final[dict[str, Command]] = {command.name: command for command in _ALL}
