"""`register`: a newcomer gives a name, and shows by a reply that the address is his."""

import re
from typing import Final

from engine.language.nearest import nearest
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail import compose, signs
from referee.mail.headers import is_address
from referee.names import look_alike_key, refuse_name
from referee.store import confirmations, players
from referee.store.confirmations import Confirmation, Purpose

_LEADING_OVER: Final = re.compile(r"\A(?:me\b ?)?(?:as\b ?)?", re.IGNORECASE)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    name = _LEADING_OVER.sub("", " ".join(asked.rest.split()))
    if not name:
        return refusal("Write register and the name that you want to play under, as in register Merlyn.")
    if caller.player is not None and caller.player.name is not None:
        return refusal(f"This address is registered already: you are {caller.player.name} here, which stays.")
    fault = _fault(desk, name)
    if fault is not None:
        return refusal(fault)
    if not is_address(caller.address):
        return refusal("Your address cannot be written to from here. Please write from another one.")
    number = confirmations.ask(desk.store, Purpose.REGISTER, caller.address, now=caller.now, facts={"name": name})
    mail = compose.confirm(
        referee=desk.post.referee.name,
        what=f"you are {name}",
        why=f"Somebody, you I hope, wants to play Waving Hands under the name {name} from this address.",
        code=signs.code_of(desk.post.keys, number),
    )
    desk.post.ask_to_confirm(number, caller.address, mail, now=caller.now, letter=caller.letter)
    return Answer(
        parts=("A mail that asks you to confirm your address is on its way. Just reply to it.",), elsewhere=True
    )


def confirmed(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """The newcomer's reply came: he is a player from now on."""
    name = str(waiting.facts["name"])
    fault = _fault(desk, name)  # somebody may have been faster
    if fault is not None:
        return refusal(fault)
    player = players.add(desk.store, waiting.address, now=caller.now, confirmed=True)
    if player.name is not None:
        return refusal(f"This address is registered already: you are {player.name} here.")
    players.rename(desk.store, player.id, name, look_alike_key(name))
    return Answer(
        parts=(
            f"Welcome, {name}! You are registered, and can play from now on.",
            "Write challenges to see who waits for an opponent, or open to offer a game yourself. The rules are in the"
            " answer to the word rules, all commands in the answer to help. And tell me your time zone, if you like to"
            " have deadlines told in it: write zone and a city, as in zone Berlin.",
        )
    )


def _fault(desk: Doors, name: str) -> str | None:
    """Why nobody can have that name now."""
    misread = refuse_name(name)
    if misread is not None:
        return misread.sentence()
    taken = players.by_name(desk.store, look_alike_key(name))
    if taken is None:
        return None
    alike = "" if taken.name == name else f", which is too much like {name}"
    free = _free(desk, name)
    return f"Somebody is called {taken.name} already{alike}. Please choose another name" + (
        f", {free} for instance." if free else "."
    )


def _free(desk: Doors, name: str) -> str | None:
    """A name like it that nobody has."""
    for ending in ("II", "III", "the Younger"):
        tried = f"{name} {ending}"
        if refuse_name(tried) is None and players.by_name(desk.store, look_alike_key(tried)) is None:
            return tried
    return None


def player_called(desk: Doors, name: str) -> players.Player | Answer:
    """The registered player of that name, or the refusal that names the nearest."""
    found = players.by_name(desk.store, look_alike_key(name))
    if found is not None:
        return found
    near = nearest(name, players.named(desk.store))
    if near:
        return refusal(f"Nobody here is called {name}. Did you mean {near}?")
    return refusal(
        f"Nobody here is called {name}. Players are named as they have registered; to let anyone play, write open."
    )


COMMAND = Command(
    name="register",
    usage=("register NAME",),
    summary="become a player, under a name of your choice",
    help=(
        "Your first mail to the referee. He answers with a mail that you only have to reply to, so that he knows that"
        " the address is yours. The name is what other players see; your address is never shown to anybody. It has to"
        " differ from all others by more than capitals and look-alike letters, and stays yours."
    ),
    example="register Merlyn",
    access=Access.ANYONE,
    shape=r"(?:me )?(?:as )?[^\n]{0,40}",
    run=_run,
)
