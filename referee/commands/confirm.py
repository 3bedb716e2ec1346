"""`confirm`: what waited for a person's word is carried out, by a reply to the question or by its code."""

from collections.abc import Callable, Mapping
from typing import Final

from referee.commands import address, forget, register
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail import signs
from referee.store import confirmations
from referee.store.confirmations import Confirmation, Purpose

DEEDS: Final[Mapping[Purpose, Callable[[Doors, Confirmation, Caller], Answer]]] = {
    Purpose.REGISTER: register.confirmed,
    Purpose.LEAVE_ADDRESS: address.confirmed,
    Purpose.TAKE_ADDRESS: address.confirmed,
    Purpose.FORGET: forget.confirmed,
}


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    number = signs.confirmation_of(desk.post.keys, asked.rest)
    waiting = confirmations.load(desk.store, number) if number is not None else None
    if waiting is None:
        return refusal(
            "That is not a code of mine. It stands in the mail that asked you to confirm; the simplest way is to reply"
            " to that mail."
        )
    return carry_out(desk, waiting, caller)


def carry_out(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """Do what waited for the word, once, and only while it may be done."""
    fault = waiting.fault(caller.now)
    if fault is not None:
        return refusal(f"{fault[:1].upper()}{fault[1:]}.")
    answer = DEEDS[waiting.kind](desk, waiting, caller)
    if answer.done:
        confirmations.done(desk.store, waiting.id, now=caller.now)
    return answer


COMMAND: Final = Command(
    name="confirm",
    usage=("confirm CODE",),
    summary="confirm something, where a plain reply cannot",
    help=(
        "Some things are done only once you have confirmed them: a new player's address, a change of address, and what"
        " cannot be undone. The mail that asks you says what it is about. To reply to that mail is enough; where your"
        " mail program changes the address to which it replies, send the code that stands in it."
    ),
    example="confirm 88-k7f3-92ab",
    access=Access.ANYONE,
    shape=r"(?:code )?[0-9]{1,9}-[a-z2-7]{4}-?[a-z2-7]{4}",
    run=_run,
)
