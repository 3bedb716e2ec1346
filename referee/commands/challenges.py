"""`challenges`: who asks for a game, and which games are free for anyone."""

from typing import Final

from referee.commands.challenge_meant import open_to, rows, standing, waiting_for
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.mail.answers import Piece
from referee.store.challenges import Reply

SHOWN_MAX: Final = 40


def _run(desk: Doors, caller: Caller, _: Asked) -> Answer:
    player = caller.player
    assert player is not None, "only players get here"
    every = standing(desk, caller.now)
    sections = (
        ("These wait for your answer; write accept or decline and the number:", waiting_for(desk, player, caller.now)),
        (
            "You play in these as soon as all seats are taken:",
            [each for each in every if each.replies.get(player.id) is Reply.ACCEPTED],
        ),
        (
            "These you have made; withdraw and the number takes one back:",
            [each for each in every if each.player == player.id],
        ),
        ("These are open to all; write accept and the number:", open_to(desk, player, caller.now)),
    )
    parts: list[Piece] = []
    for head, found in sections:
        if found:
            parts += [head, rows(desk, caller, found[:SHOWN_MAX])]
        if len(found) > SHOWN_MAX:
            parts.append(f"and {len(found) - SHOWN_MAX} more.")
    if not parts:
        parts.append(
            "No challenge waits for you, and none is open. Write open to offer a game to all, or challenge and the name"
            " of a player."
        )
    return Answer(parts=tuple(parts))


COMMAND: Final = Command(
    name="challenges",
    usage=("challenges",),
    summary="list the challenges that stand",
    help=(
        "Lists the challenges that wait for your answer, those that you have made or taken up and that wait for others,"
        " and those that are open to all, each with its number and its terms."
    ),
    example="challenges",
    access=Access.READS,
    shape="",
    run=_run,
)
