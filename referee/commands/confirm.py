"""`confirm`: what waited for a person's word is carried out, by a reply to the question or by its code."""

from collections.abc import Callable, Mapping
from typing import Final

from referee.commands import accept, address, decline, forget, register, resign, standby
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
    Purpose.RESIGN: resign.confirmed,
    Purpose.CHALLENGE: accept.confirmed,
    Purpose.TAKE_SEAT: standby.confirmed,
}

REFUSALS: Final[Mapping[Purpose, Callable[[Doors, Confirmation, Caller], Answer]]] = {
    Purpose.TAKE_SEAT: standby.declined,
}

TITLES: Final[Mapping[Purpose, str]] = {
    Purpose.REGISTER: "register",
    Purpose.LEAVE_ADDRESS: "address",
    Purpose.TAKE_ADDRESS: "address",
    Purpose.FORGET: "forget me",
    Purpose.RESIGN: "resign",
    Purpose.CHALLENGE: "challenge",
    Purpose.TAKE_SEAT: "the free seat",
}
"""What the answer to a plain reply is about, for its subject."""

SHOWN_BY_ANY_REPLY: Final = frozenset({Purpose.REGISTER, Purpose.TAKE_ADDRESS})


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
    if waiting.kind not in DEEDS:
        return refusal("Please send that code in a mail of its own, with nothing else in it.")
    answer = DEEDS[waiting.kind](desk, waiting, caller)
    if answer.done:
        confirmations.done(desk.store, waiting.id, now=caller.now)
    return answer


def is_clear(waiting: Confirmation, said: bool | None) -> bool:
    """Whether a reply that says yes, no, or neither settles the question. Any reply shows that an address is its
    writer's, but what cannot be undone wants the word."""
    return said is not None or waiting.kind in SHOWN_BY_ANY_REPLY


def replied(desk: Doors, waiting: Confirmation, caller: Caller, said: bool | None) -> Answer:
    """A reply came that settles the question."""
    if said is False and waiting.kind is Purpose.CHALLENGE:
        return decline.denied(desk, waiting, caller)
    if said is False:
        if waiting.fault(caller.now) is None:
            confirmations.done(desk.store, waiting.id, now=caller.now)
            if waiting.kind in REFUSALS:
                return REFUSALS[waiting.kind](desk, waiting, caller)
        return Answer(parts=("Then nothing of it is done.",))
    return carry_out(desk, waiting, caller)


COMMAND: Final = Command(
    name="confirm",
    usage=("confirm CODE",),
    summary="confirm something, where a plain reply cannot",
    help=(
        "Some things are done only once you have confirmed them: a new player's address, a change of address, and what"
        " cannot be undone. The mail that asks you says what it is about. To reply to that mail is enough; where your"
        " mail program changes the address to which it replies, send the code that stands in it."
    ),
    example="confirm 88-k7f3-52ab",
    access=Access.ANYONE,
    shape=r"(?:code )?[0-9]{1,9}-[a-z2-7]{4}-?[a-z2-7]{4}",
    run=_run,
)
