"""`open`: a game is offered to whoever comes first."""

import re
from typing import Final

from referee.challenging import LASTS, told_terms, until
from referee.commands.challenge import misread, too_many_offers
from referee.commands.challenge_meant import challenging, named_player
from referee.commands.command import Access, Answer, Asked, Caller, Command
from referee.commands.doors import Doors
from referee.mail.wording import counted
from referee.terms import Terms, read_terms

_TO_ALL: Final = re.compile(r"\A(?:(?:a )?(?:game|duel) )?(?:to|for) (?:all|any|every)(?:body|one)?\b", re.IGNORECASE)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    player = named_player(caller)
    if isinstance(player, Answer):
        return player
    terms = read_terms(_TO_ALL.sub("", asked.rest), base=desk.usual)
    if not isinstance(terms, Terms):
        return misread(terms)
    too_many = too_many_offers(desk, player, caller)
    if too_many is not None:
        return too_many
    offered = challenging(desk).offer(player, terms, (), caller.now)
    seats = f"{counted(offered.room, 'seat')} {'is' if offered.room == 1 else 'are'}"
    secret = " Nobody is told that you offered it." if terms.anonymous else ""
    return Answer(
        parts=(
            f"Challenge {offered.id} is open to all until {until(offered, player, caller.now)}; {seats} free. The game"
            f" begins once all seats are taken. If you change your mind, write withdraw {offered.id}.{secret}",
            *told_terms(terms),
        )
    )


COMMAND: Final = Command(
    name="open",
    usage=("open", "open for NUMBER", "open for NUMBER OPTIONS"),
    summary="offer a game to whoever comes first",
    help=(
        "Your offer stands in the answer to challenges, where anyone may accept it, and the game begins when all seats"
        f" are taken. It stands for {LASTS.days} days. A duel of two is meant where you give no number. The options are"
        " those of challenge; help options lists them. An anonymous game can only be offered so, and it is told to"
        " nobody who plays in it before it is over."
    ),
    example="open for 4 72h, no orders: standby after 2",
    access=Access.CHANGES,
    shape=r".{0,400}",
    run=_run,
)
