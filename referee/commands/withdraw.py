"""`withdraw`: a player takes back a challenge of his own. (`withdraw orders` is an order, and none of this.)"""

from typing import Final

from referee.commands.challenge_meant import ID, challenge_meant, challenging, standing
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.store.challenges import Reply


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    player = caller.player
    assert player is not None, "only players get here"
    mine = [each for each in standing(desk, caller.now) if each.player == player.id]
    challenge = challenge_meant(desk, caller, asked.rest, mine, verb="withdraw")
    if isinstance(challenge, Answer):
        return challenge
    if challenge.player != player.id:
        named = challenge.replies.get(player.id) in (Reply.WAITED_FOR, Reply.ACCEPTED)
        more = f" To stay out of it, write decline {challenge.id}." if named else ""
        return refusal(f"Challenge {challenge.id} is not yours, so you cannot take it back.{more}")
    challenging(desk).withdraw(challenge, caller.now)
    return Answer(parts=(f"Challenge {challenge.id} is taken back; whoever was asked or had accepted is told.",))


COMMAND: Final = Command(
    name="withdraw",
    usage=("withdraw NUMBER",),
    summary="take back a challenge of yours",
    help=(
        "As long as the game has not begun you can take back what you offered, to players by name or to all. Orders are"
        " taken back with the words withdraw orders, which you write as you write orders."
    ),
    example="withdraw 12",
    access=Access.CHANGES,
    shape=ID,
    run=_run,
)
