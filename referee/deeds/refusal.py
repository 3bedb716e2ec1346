"""A director's wish that cannot be done, and how a game or a mailbox that he names is found."""

from collections.abc import Sequence

from engine.language.nearest import nearest
from referee.dispatch import Post
from referee.store import games, outgoing
from referee.store.database import Store
from referee.store.games import Game, GameState
from referee.store.outgoing import QueuedMail
from referee.store.players import Player


class Refused(Exception):
    """What a director asked for cannot be done; the text says why and what would work."""


def found(store: Store, number: int) -> Game:
    """The game of that number. Raises Refused."""
    game = games.load(store, number)
    if game is None:
        raise Refused(f"there is no game {number}; `referee game list --all` shows all")
    return game


def running(store: Store, number: int, *, states: Sequence[GameState] = (GameState.RUNNING,)) -> Game:
    """The same, but only one that is in one of these states."""
    game = found(store, number)
    if game.state in states:
        return game
    if game.state is GameState.HELD:
        raise Refused(f"game {number} is held: let it go on with `referee game resume {number}` first")
    if game.state is GameState.RUNNING:
        raise Refused(f"game {number} goes on already")
    raise Refused(f"game {number} is over ({game.state}); `referee game rollback {number} --to TURN` opens it again")


def mail_of(store: Store, number: int, *, otherwise: str) -> QueuedMail:
    """The outgoing mail of that number. Raises Refused, with the word `otherwise` where there never was one."""
    mail = outgoing.mail(store, number)
    if mail is not None:
        return mail
    if outgoing.is_archived(store, number):
        raise Refused(
            f"mail {number} went out, and is in the archive with its game, which is over; `referee mail resend --game"
            " GAME --to WIZARD` sends the newest report"
        )
    raise Refused(f"there is no mail {number} {otherwise}")


def banned(player: Player) -> str:
    """Why a player who is banned is let into nothing, and what would help."""
    return f"{player.address} is banned; `referee player ban --lift {player.address}` takes him in again"


def writing_at(post: Post, mailbox: str) -> Post:
    """The post in the name of that mailbox. Raises Refused where there is none of that name."""
    if mailbox in post.mailboxes:
        return post.under(mailbox)
    near = nearest(mailbox, post.mailboxes)
    meant = f"; did you mean {near}?" if near else ""
    raise Refused(f"there is no mailbox {mailbox} in the settings, but {', '.join(post.mailboxes)}{meant}")
