"""`decline`: a player does not take up a challenge, or gives back the seat that he had taken in one."""

from typing import Final

from referee.challenging import is_open_to_all
from referee.commands.accept import asked_about
from referee.commands.challenge_meant import ID, challenge_meant, challenging, ended, waiting_for
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.store.challenges import Challenge, Reply
from referee.store.confirmations import Confirmation
from referee.store.players import Player


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    mine = waiting_for(desk, caller.player, caller.now)
    challenge = challenge_meant(desk, caller, asked.rest, mine, verb="decline")
    return challenge if isinstance(challenge, Answer) else decline(desk, caller, caller.player, challenge)


def decline(desk: Doors, caller: Caller, player: Player, challenge: Challenge) -> Answer:
    """The player says no to that challenge, in whatever way; it is refused where nobody asked him."""
    why = ended(challenge, caller.now) or _against(player, challenge)
    if why is not None:
        return refusal(why)
    challenging(desk).decline(challenge, player, caller.now)
    if is_open_to_all(challenge):
        return Answer(parts=(f"You have given back your seat in challenge {challenge.id}.",))
    return Answer(
        parts=(f"You have declined challenge {challenge.id}. Whoever made it is told, and nothing comes of it.",)
    )


def denied(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """A reply to the question says no."""
    player, challenge = asked_about(desk, waiting, caller.now)
    return challenge if isinstance(challenge, Answer) else decline(desk, caller, player, challenge)


def _against(player: Player, challenge: Challenge) -> str | None:
    if challenge.player == player.id:
        return f"Challenge {challenge.id} is your own. To take it back, write withdraw {challenge.id}."
    if challenge.replies.get(player.id) in (Reply.WAITED_FOR, Reply.ACCEPTED):
        return None
    if is_open_to_all(challenge):
        return f"Challenge {challenge.id} is open to all, and you have no seat in it: there is nothing to decline."
    return f"Challenge {challenge.id} is one to other players. Write challenges to see those that wait for you."


COMMAND: Final = Command(
    name="decline",
    usage=("decline NUMBER", "decline"),
    summary="say no to a challenge",
    help=(
        "Whoever made the challenge is told so. As long as the game has not begun you may also decline what you had"
        " accepted. The number may be left out where only one challenge waits for you; in a reply to the mail that asks"
        " you the word no is enough."
    ),
    example="decline 12",
    access=Access.CHANGES,
    shape=rf"(?:{ID})?",
    run=_run,
)
