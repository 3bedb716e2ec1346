"""`watch` and `unwatch`: spectators are told what everyone may know of a game."""

from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, game_named
from referee.mail.wording import listed
from referee.scenes import title_of
from referee.store import table_talk
from referee.store.games import GOING_ON, Game
from referee.store.players import Player

WATCHED_MAX: Final = 20


def _watch(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    game = game_named(desk, caller, asked.rest, verb="watch")
    if isinstance(game, Answer):
        return game
    fault = _fault(desk, caller.player, game)
    if fault is not None:
        return refusal(fault)
    table_talk.watch(desk.store, game.id, caller.player.id, now=caller.now)
    late = ", one turn after its players" if game.terms.watchers_behind else ""
    return Answer(
        parts=(
            f"You watch game {game.id}, {title_of(game)}: after each turn you are told what everyone may know of"
            f" it{late}, and at the end all that had been hidden. To stop that, write unwatch {game.id}.",
        )
    )


def _fault(desk: Doors, player: Player, game: Game) -> str | None:
    """Why that player cannot watch that game."""
    watched = table_talk.watched(desk.store, player.id)
    if game.state not in GOING_ON:
        return f"Game {game.id} is over, so there is nothing to watch any more."
    if any(seat.player == player.id for seat in game.seats):
        return f"You play in game {game.id}, and get its reports anyhow."
    if game.terms.anonymous:
        return f"Game {game.id} is an anonymous game, which only its players follow before it is over."
    if game.id in watched:
        return f"You watch game {game.id} already. To stop that, write unwatch {game.id}."
    if player.muted_at is not None:
        return "You have asked for no more mails than you must have. Write mute off first."
    if len(watched) >= WATCHED_MAX:
        return f"You watch {len(watched)} games, which is as many as you can: {listed(map(str, watched))}."
    return None


def _unwatch(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    watched = table_talk.watched(desk.store, caller.player.id)
    said = "".join(filter(str.isdigit, asked.rest))
    if not said and len(watched) == 1:
        said = str(watched[0])
    if said and table_talk.unwatch(desk.store, int(said), caller.player.id):
        return Answer(parts=(f"You do not watch game {said} any more.",))
    which = f"You watch {listed(map(str, watched))}." if watched else "You watch no game."
    return refusal(f"You do not watch game {said}. {which}" if said else f"Say which game. {which}")


WATCH: Final = Command(
    name="watch",
    usage=("watch GAME",),
    summary="follow a game of others",
    help=(
        "After each turn of that game you are told what everyone may know of it: nothing that any of its wizards could"
        " not see, no spells that are stored and no orders. The terms of some games tell spectators everything one turn"
        " later. Your own games and anonymous ones cannot be watched."
    ),
    example="watch 17",
    access=Access.CHANGES,
    shape=GAME,
    run=_watch,
)

UNWATCH: Final = Command(
    name="unwatch",
    usage=("unwatch", "unwatch GAME"),
    summary="follow a game no more",
    help="You get no more reports of that game. Where you watch but one, its number may be left out.",
    example="unwatch 17",
    access=Access.CHANGES,
    shape=rf"{GAME}?",
    run=_unwatch,
)
