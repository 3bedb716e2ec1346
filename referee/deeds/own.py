"""A director who plays in an event does not act on his own games of it: somebody else decides, and is named."""

from collections.abc import Collection

from referee.commands.doors import DIRECTOR, Doors
from referee.deeds.refusal import Refused
from referee.names import look_alike_key
from referee.store import games, pairings, players


def refuse_own(desk: Doors, number: int) -> None:
    """Raises Refused where the game is of an event, and who acts has a seat in it."""
    game = games.load(desk.store, number)
    if game is not None and pairings.of_game(desk.store, number) is not None:
        refuse_own_of(desk, [seat.player for seat in game.seats])


def refuse_rival(desk: Doors, person: int) -> None:
    """Raises Refused where the player has an open game of an event with who acts: what is done to him decides on it."""
    for seat in games.seats_of(desk.store, person, games.GOING_ON):
        game = games.load(desk.store, seat.game)
        if game is not None and pairings.of_game(desk.store, seat.game) is not None:
            refuse_own_of(desk, [each.player for each in game.seats if each.player != person])


def refuse_own_of(desk: Doors, people: Collection[int]) -> None:
    """The same for what concerns these players. The director is known by his address in the settings (or one that was
    merged with it), whoever acts in his place by the name that he gave."""
    me = players.by_address(desk.store, desk.post.referee.director)
    if desk.who == DIRECTOR:
        if me is not None and me.id in people:
            raise Refused(
                f"the director plays in it himself, as {me.name or me.address}: somebody else must decide, at the"
                " command line, with --by and his name"
            )
        return
    found = (players.load(desk.store, each) for each in people)
    if look_alike_key(desk.who) in {look_alike_key(each.name) for each in found if each is not None and each.name}:
        raise Refused(f"{desk.who} plays in it himself: somebody else must decide")
