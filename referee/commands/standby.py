"""`standby`: a player would take over seats that others leave."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.store import games, offers, players
from referee.store.confirmations import Confirmation


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    if asked.rest.lower() == "off":
        players.set_standby(desk.store, caller.player.id, None)
        return Answer(parts=("You will not be offered seats that others leave.",))
    if caller.player.standby_at is None:
        players.set_standby(desk.store, caller.player.id, caller.now)
    return Answer(
        parts=(
            "You are on standby: when somebody leaves a game that allows it, the seat is offered to you, the longest"
            " waiting first. You can accept or decline each time. Write standby off to end it.",
        )
    )


def confirmed(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """The player takes the seat that was offered to him."""
    offer = offers.load(desk.store, int(waiting.facts["offer"]))
    assert offer is not None, waiting
    standbys = desk.adjudication.waking.standbys
    fault = standbys.fault(offer, caller.now)
    if fault is not None:
        return refusal(f"{fault[:1].upper()}{fault[1:]}. You keep your place among those on standby.")
    game = standbys.take(offer, caller.now)
    wizard = game.seats[offer.seat - 1].wizard
    return Answer(parts=(f"You play {wizard} in game {game.id} from now on; another mail tells you all about it.",))


def declined(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """The player does not want the seat; the next is asked at once."""
    offer = offers.load(desk.store, int(waiting.facts["offer"]))
    game = games.load(desk.store, offer.game) if offer is not None else None
    if game is not None:
        desk.adjudication.advance(game, caller.now)
    return Answer(parts=("Then somebody else is asked. You keep your place among those on standby.",))


COMMAND: Final = Command(
    name="standby",
    usage=("standby on", "standby off"),
    summary="be offered seats that others leave",
    help=(
        "When a player falls silent in a game whose terms say so, his seat is offered to those on standby. Who accepts"
        " gets the history of the game and a fresh clock. Nothing is taken over without your word."
    ),
    example="standby on",
    access=Access.CHANGES,
    shape="(?:on|off)?",
    run=_run,
)
