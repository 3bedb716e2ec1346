"""`accept`: a player takes up a challenge, and with the last of its seats the game begins."""

from datetime import datetime
from typing import Final

from referee.challenging import is_open_to_all, told_terms
from referee.commands.challenge_meant import (
    ID,
    challenge_meant,
    challenge_of,
    challenging,
    ended,
    named_player,
    open_to,
    waiting_for,
)
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail.wording import sentence
from referee.store import players
from referee.store.challenges import Challenge, Reply
from referee.store.confirmations import Confirmation
from referee.store.players import Player


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    player = named_player(caller)
    if isinstance(player, Answer):
        return player
    mine = waiting_for(desk, player, caller.now) or open_to(desk, player, caller.now)
    challenge = challenge_meant(desk, caller, asked.rest, mine, verb="accept")
    return challenge if isinstance(challenge, Answer) else accept(desk, caller, player, challenge)


def accept(desk: Doors, caller: Caller, player: Player, challenge: Challenge) -> Answer:
    """The player says yes to that challenge, in whatever way; it is refused where he cannot."""
    why = ended(challenge, caller.now) or _against(desk, player, challenge)
    if why is not None:
        return refusal(why)
    joined = challenging(desk).join(challenge, player, caller.now)
    if joined.game is not None:
        return Answer(
            parts=(f"All seats are taken: game {joined.game} begins, and the mail that asks for your first orders is on"
                   " its way.",)
        )  # fmt: skip
    lacking = sentence(challenging(desk).lacking(joined.challenge))
    return Answer(
        parts=(
            f"You play in the game of challenge {challenge.id}, which begins once all have answered. {lacking}"
            f" Until then you may still write decline {challenge.id}.",
            *told_terms(challenge.terms),
        )
    )


def confirmed(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """A reply to the question says yes, or its code came."""
    player, challenge = asked_about(desk, waiting, caller.now)
    return challenge if isinstance(challenge, Answer) else accept(desk, caller, player, challenge)


def asked_about(desk: Doors, waiting: Confirmation, now: datetime) -> tuple[Player, Challenge | Answer]:
    """Who was asked, and which challenge he was asked about; a refusal where that cannot be read."""
    assert waiting.player is not None, waiting
    player = players.load(desk.store, waiting.player)
    challenge = challenge_of(desk, int(waiting.facts["challenge"]), now)
    assert player is not None, waiting
    assert challenge is not None, waiting
    return player, challenge


def _against(desk: Doors, player: Player, challenge: Challenge) -> str | None:
    if challenge.player == player.id:
        lacking = challenging(desk).lacking(challenge)
        return (
            f"Challenge {challenge.id} is your own, so you play in it already; {lacking}. To take it back, write"
            f" withdraw {challenge.id}."
        )
    said = challenge.replies.get(player.id)
    if said is Reply.ACCEPTED:
        lacking = challenging(desk).lacking(challenge)
        return f"You have taken up challenge {challenge.id} already. It waits, as {lacking}."
    if said is Reply.WAITED_FOR or is_open_to_all(challenge):
        return None
    return f"Challenge {challenge.id} is one to other players. Write challenges to see those that you can accept."


COMMAND: Final = Command(
    name="accept",
    usage=("accept NUMBER", "accept"),
    summary="take up a challenge",
    help=(
        "You play on the terms of that challenge. The game begins once everyone who was asked has accepted, or all free"
        " seats are taken. The number may be left out where only one challenge waits for you; in a reply to the mail"
        " that asks you the word yes is enough."
    ),
    example="accept 12",
    access=Access.CHANGES,
    shape=rf"(?:{ID})?",
    run=_run,
)
