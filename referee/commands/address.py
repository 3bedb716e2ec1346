"""`address`: a player wants to be written to elsewhere, confirmed from the old address and from the new one."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail import compose, signs
from referee.mail.headers import is_address
from referee.store import confirmations, players
from referee.store.confirmations import Confirmation, Purpose

_BOTH: Final = (Purpose.LEAVE_ADDRESS, Purpose.TAKE_ADDRESS)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    new = asked.rest.removeprefix("mailto:").strip("<>")
    if not is_address(new):
        return refusal(f"{new} is not an address that I can write to.")
    if players.address_key(new) == players.address_key(caller.player.address):
        return refusal("That is the address that I write to already.")
    name = caller.player.name or "you"
    for purpose, where, why in (
        (Purpose.LEAVE_ADDRESS, caller.player.address, f"You asked me to write to {name} at {new} from now on."),
        (Purpose.TAKE_ADDRESS, new, f"A player of Waving Hands, {name}, wants to be written to at this address."),
    ):
        number = confirmations.ask(
            desk.store, purpose, where, now=caller.now, player=caller.player.id, facts={"to": new}
        )
        mail = compose.confirm(
            referee=desk.post.referee.name,
            what="your new address",
            why=f"{why} Both addresses have to confirm that.",
            code=signs.code_of(desk.post.keys, number),
        )
        desk.post.ask_to_confirm(number, where, mail, now=caller.now, letter=caller.letter)
    return Answer(
        parts=(
            f"A mail is on its way to your present address, and one to {new}. Reply to both, and I write to the new one"
            " from then on. Until then nothing changes.",
        )
    )


def confirmed(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """One end has confirmed; with the other, the address is changed."""
    assert waiting.player is not None, waiting
    other = next(purpose for purpose in _BOTH if purpose is not waiting.kind)
    new = str(waiting.facts["to"])
    last = confirmations.latest(desk.store, other, player=waiting.player)
    if last is None or last.facts != waiting.facts or last.expires_at < caller.now:
        return refusal("You asked for another address since. The latest question is the one that counts.")
    if last.done_at is None:
        end = "new" if other is Purpose.TAKE_ADDRESS else "old"
        return Answer(parts=(f"Thank you. Now the {end} address has to confirm it as well; a mail has gone there.",))
    if players.by_address(desk.store, new) is not None:
        return refusal("A player has that address already. If both are yours, please ask the director to join them.")
    players.readdress(desk.store, waiting.player, new)
    return Answer(parts=(f"From now on I write to {new}.",))


COMMAND: Final = Command(
    name="address",
    usage=("address NEW",),
    summary="be written to at another address",
    help=(
        "Your old address and the new one are each sent a mail, and each has to be replied to within a week. So nobody"
        " else can take your seat, and no mail goes to an address that is not yours. Your games go on meanwhile."
    ),
    example="address ann@example.net",
    access=Access.CHANGES,
    shape=r"(?:mailto:)?<?\S{1,254}@\S{1,254}>?",
    run=_run,
)
