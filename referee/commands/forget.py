"""`forget me`: a player's name, address and mails are erased, once he has confirmed it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from referee.challenging import Challenging
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.mail import compose, signs
from referee.mail.wording import listed
from referee.store import (
    acts,
    archived,
    confirmations,
    games,
    mailbag,
    mentions,
    outgoing,
    players,
    reachability,
    tournaments,
)
from referee.store.confirmations import Confirmation, Purpose
from referee.store.games import GOING_ON


def _run(desk: Doors, caller: Caller, _: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    fault = _fault(desk, caller.player.id)
    if fault is not None:
        return refusal(fault)
    address = caller.player.address
    number = confirmations.ask(desk.store, Purpose.FORGET, address, now=caller.now, player=caller.player.id, facts={})
    mail = compose.confirm(
        referee=desk.post.referee.name,
        what="that you are to be forgotten",
        why=(
            "You asked to be forgotten. Your name, your address and all your mails will be erased. The games that you"
            " played stay, with your wizard's name in them. This cannot be undone."
        ),
        code=signs.code_of(desk.post.keys, number),
    )
    desk.post.ask_to_confirm(number, address, mail, now=caller.now, letter=caller.letter)
    return Answer(parts=("A mail that asks you to confirm it is on its way.",), elsewhere=True)


def confirmed(desk: Doors, waiting: Confirmation, caller: Caller) -> Answer:
    """He meant it."""
    assert waiting.player is not None, waiting
    fault = _fault(desk, waiting.player)
    if fault is not None:
        return refusal(fault)
    erase(desk, waiting.player, caller.now)
    mailbag.erase(desk.store, caller.letter)
    return Answer(parts=("It is done: I have forgotten you. Farewell, and thank you for playing.",))


def erase(desk: Doors, player: int, now: datetime) -> None:
    """Erase what can be erased of a player, at all addresses of his."""
    leaving = players.load(desk.store, player)
    assert leaving is not None, player
    Challenging(desk.store, desk.post).forsake(leaving, now)
    known = [leaving.id, *(each.id for each in players.others_of(desk.store, leaving.id))]
    addresses = _addresses(desk, known)
    for game in archived.of_person(desk.store, leaving.id, addresses):
        archived.bring_back(desk.store, game)  # the keeper puts it away again, without him
    played = {seat.game for each in known for seat in games.seats_of(desk.store, each)}
    for address in addresses:
        letters = mailbag.of_address(desk.store, address)
        outgoing.erase_to(desk.store, address, letters=letters)
        for letter in letters:
            mailbag.erase(desk.store, letter)
        mailbag.erase_returned(desk.store, played, address)
        confirmations.erase_at(desk.store, address, now=now)
        acts.erase_address(desk.store, address)
        outgoing.erase_about(desk.store, address)
        mailbag.erase_about(desk.store, address)
        mentions.take_out(desk.store, address)
    for number in known:
        confirmations.erase_of(desk.store, number, now=now)
        reachability.clear(desk.store, number)
        players.forget(desk.store, number, now=now)


def _addresses(desk: Doors, known: Sequence[int]) -> list[str]:
    """Where these players are written to and have been before; not what is another's by now."""
    found = dict[str, str]()
    for number in known:
        at = players.addresses(desk.store, number)
        for address in (*at, *confirmations.addresses(desk.store, number), *acts.addresses(desk.store, number)):
            found.setdefault(players.address_key(address), address)
    owners = {key: players.by_address(desk.store, key) for key in found if key}
    return [found[key] for key, owner in owners.items() if owner is None or owner.id == known[0]]


def _fault(desk: Doors, player: int) -> str | None:
    events = tournaments.of_player(desk.store, player)
    if events:
        return (
            f"You still play in {listed(each.name for each in events)}. Leave there first, as in leave {events[0].id}."
        )
    numbers = listed(str(number) for number in still_playing(desk, player))
    if not numbers:
        return None
    return f"You still play in game {numbers}. Resign there first, or play to the end; then I can forget you."


def still_playing(desk: Doors, player: int) -> tuple[int, ...]:
    """The games that go on and in which a wizard of the player's still stands: there he cannot be forgotten."""
    found = []
    for seat in games.seats_of(desk.store, player, GOING_ON):
        game = games.load(desk.store, seat.game)
        if game is not None and seat.wizard in game.duel.living:
            found.append(game.id)
    return tuple(dict.fromkeys(found))


COMMAND: Final = Command(
    name="forget",
    usage=("forget me",),
    summary="have your name, address and mails erased",
    help=(
        "Erases what can be erased: your name, your address and the mails that you sent and were sent. The games that"
        " you played stay on record with the name of your wizard, as they are your opponents' games too. It is asked"
        " back once, and cannot be undone. Games in which your wizard still stands have to end first; of others that go"
        " on you get no more mails."
    ),
    example="forget me",
    access=Access.CHANGES,
    shape=r"(?:about )?me",
    run=_run,
)
