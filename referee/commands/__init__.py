"""Every command that a mail may hold, in the order in which `help` lists them."""

from typing import Final

from referee.commands import (
    accept,
    address,
    challenge,
    challenges,
    confirm,
    decline,
    draw,
    forget,
    games,
    history,
    mute,
    orders,
    press,
    preview,
    register,
    resend,
    resign,
    rules,
    spells,
    standby,
    status,
    undo,
    vacation,
    watch,
    whoami,
    withdraw,
    zone,
)
from referee.commands import help as help_
from referee.commands import open as open_
from referee.commands.command import Command

_ALL: Final[tuple[Command, ...]] = (
    help_.COMMAND,
    rules.COMMAND,
    spells.COMMAND,
    register.COMMAND,
    confirm.COMMAND,
    challenge.COMMAND,
    open_.COMMAND,
    challenges.COMMAND,
    accept.COMMAND,
    decline.COMMAND,
    withdraw.COMMAND,
    games.COMMAND,
    status.COMMAND,
    history.COMMAND,
    resend.COMMAND,
    orders.COMMAND,
    undo.COMMAND,
    preview.COMMAND,
    press.COMMAND,
    draw.COMMAND,
    resign.COMMAND,
    watch.WATCH,
    watch.UNWATCH,
    whoami.COMMAND,
    zone.COMMAND,
    address.COMMAND,
    vacation.COMMAND,
    standby.COMMAND,
    mute.COMMAND,
    forget.COMMAND,
)

COMMANDS: Final[dict[str, Command]] = {command.name: command for command in _ALL}
