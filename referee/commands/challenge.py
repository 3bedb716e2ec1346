"""`challenge`: a player asks others, by their names, for a game on certain terms."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.challenging import LASTS, told_terms, until
from referee.commands.challenge_meant import challenging, named_player, standing
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.register import player_called
from referee.mail.wording import counted, listed
from referee.misreading import Misreading
from referee.store import challenges
from referee.store.challenges import Reply
from referee.store.players import Player
from referee.terms import Terms, options_begin, read_terms
from referee.terms.model import WIZARDS_MAX
from referee.times.showing import show_day
from referee.times.zones import zone

OFFERS_MAX: Final = 10
NOT_AGAIN_FOR: Final = timedelta(days=7)
_BETWEEN: Final = re.compile(r"[,;&+]|\band\b", re.IGNORECASE)
_BEFORE: Final = re.compile(r"^(?:player\s+|to\s+)", re.IGNORECASE)
_SIGNS: Final = " ,;:"
_LEADING_OVER: Final = frozenset(("to", "with", "for", "at", "in", "on", "a", "an", "the", "game", "of"))


class Wanted(Struct, frozen=True):
    """Whom a challenge names, and its options as they were written."""

    players: tuple[Player, ...]
    options: str


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    player = named_player(caller)
    if isinstance(player, Answer):
        return player
    wanted = _wanted(desk, asked.rest)
    if isinstance(wanted, Answer):
        return wanted
    terms = read_terms(wanted.options, base=replace(desk.usual, wizards=len(wanted.players) + 1))
    if not isinstance(terms, Terms):
        return misread(terms)
    why = _against(desk, player, wanted.players, terms, caller)
    if why is not None:
        return why
    offered = challenging(desk).offer(player, terms, wanted.players, caller.now)
    names = listed(other.name or "" for other in wanted.players)
    return Answer(
        parts=(
            f"Challenge {offered.id} is on its way to {names}, and stands until {until(offered, player, caller.now)}."
            f" If you change your mind, write withdraw {offered.id}.",
            *told_terms(terms),
        )
    )


def misread(faults: Sequence[Misreading]) -> Answer:
    """The options were not understood, or no game can be played so."""
    return refusal(*(fault.sentence() for fault in faults), "All options are in the answer to help options.")


def too_many_offers(desk: Doors, player: Player, caller: Caller) -> Answer | None:
    """The refusal of one who has offered enough, None for all others."""
    mine = [each for each in standing(desk, caller.now) if each.player == player.id]
    if len(mine) < OFFERS_MAX:
        return None
    return refusal(
        f"You have {len(mine)} challenges that stand, and more cannot be had at once. Take one back, as in"
        f" withdraw {mine[0].id}."
    )


def _wanted(desk: Doors, said: str) -> Wanted | Answer:
    """The players named before the first option. Where the last name goes on with what is none, that is an option."""
    said = " ".join(said.split())
    at = options_begin(said)
    names = [each for each in _BETWEEN.split(_without_ending(said[:at])) if each.strip()]
    options = said[at:]
    if not names:
        return refusal("Write whom you challenge, as in challenge Bob 3d. A game open to all: write open.")
    found: list[Player] = []
    for place, each in enumerate(names):
        name = _without_ending(_BEFORE.sub("", each.strip()))
        player = player_called(desk, name)
        if isinstance(player, Answer) and place == len(names) - 1:
            words = name.split()
            for count in range(len(words) - 1, 0, -1):
                shorter = player_called(desk, " ".join(words[:count]))
                if not isinstance(shorter, Answer):
                    return Wanted((*found, shorter), f"{' '.join(words[count:])} {options}")
        if isinstance(player, Answer):
            return player
        found.append(player)
    return Wanted(tuple(found), options)


def _without_ending(names: str) -> str:
    """Without the signs and little words after the names, which lead over to the options."""
    names = names.rstrip(_SIGNS)
    while (cut := max(names.rfind(sign) for sign in _SIGNS)) >= 0 and names[cut + 1 :].lower() in _LEADING_OVER:
        names = names[:cut].rstrip(_SIGNS)
    return names


def _against(desk: Doors, player: Player, named: tuple[Player, ...], terms: Terms, caller: Caller) -> Answer | None:
    """Why there can be no such challenge."""
    numbers = [other.id for other in named]
    if player.id in numbers:
        others = len(numbers) > 1
        more = " You play in it anyway: leave your own name out." if others else " Write open to let anyone take it up."
        return refusal(f"You cannot challenge yourself.{more}")
    twice = next((other.name for other in named if numbers.count(other.id) > 1), None)
    if twice is not None:
        return refusal(f"You name {twice} twice. Name each player once.")
    size = len(named) + 1
    if size > WIZARDS_MAX:
        return refusal(f"A game takes {WIZARDS_MAX} wizards at most. Name {WIZARDS_MAX - 1} others or fewer.")
    if terms.wizards != size:
        return refusal(
            f"A game of {terms.wizards} wizards takes you and {counted(terms.wizards - 1, 'other')}, and you name"
            f" {counted(len(named), 'player')}. Name as many as it takes, or let anyone take a seat: write"
            f" open for {terms.wizards}."
        )
    if terms.anonymous:
        return refusal(
            "Whom you name would know who plays, so an anonymous game cannot be one by names. Write"
            f" open{'' if size == 2 else f' for {size}'} anonymous, and anyone may take it up."
        )
    return _refused_before(desk, player, named, terms, caller) or too_many_offers(desk, player, caller)


def _refused_before(
    desk: Doors, player: Player, named: tuple[Player, ...], terms: Terms, caller: Caller
) -> Answer | None:
    """Nobody is asked again who has just said no, or has not answered yet."""
    for other in named:
        declined = challenges.declined_since(desk.store, player.id, other.id, caller.now - NOT_AGAIN_FOR)
        if declined is not None:
            here = zone(player.zone or "UTC")
            free = caller.now.astimezone(here).date() + NOT_AGAIN_FOR
            return refusal(
                f"{other.name} has declined your challenge {declined}. Ask again after"
                f" {show_day(free, this_year=caller.now.year)} at the latest, or write open to let anyone take it up."
            )
    numbers = {other.id for other in named}
    for each in standing(desk, caller.now):
        if each.player == player.id and set(each.replies) == numbers and each.terms == terms:
            asked = [other.name or "" for other in named if each.replies[other.id] is Reply.WAITED_FOR]
            return refusal(
                f"That is your challenge {each.id}, which stands and waits for {listed(asked)}. To take it back,"
                f" write withdraw {each.id}."
            )
    return None


COMMAND: Final = Command(
    name="challenge",
    usage=("challenge NAME", "challenge NAME, NAME OPTIONS"),
    summary="ask others by name for a game",
    help=(
        "Each of those you name is asked by mail, and the game begins once all have said yes; when one says no, nothing"
        f" comes of it. A challenge stands for {LASTS.days} days. After the names you may write options, in any order:"
        " how long a turn takes, by which rules you play, what happens when somebody sends no orders, and so on; help"
        " options lists them. What you leave out is as usual here, and told in the answer."
    ),
    example="challenge Bob, Cid 3d at 20:00 Europe/Berlin, rated",
    access=Access.CHANGES,
    shape=r".{0,400}",
    run=_run,
)
