"""A game begins: it is stored, and its players are invited."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from engine.dice import commitment
from engine.model import new_duel
from referee.dispatch import Post
from referee.mail import compose
from referee.store import games
from referee.store.database import Store
from referee.terms import Terms, tell
from referee.threads import INVITATION


def open_game(
    store: Store,
    post: Post,
    seats: Sequence[tuple[str, int]],
    *,
    now: datetime,
    terms: Terms,
    salt: str | None = None,
    title: str | None = None,
) -> int:
    """Start a game for (wizard, number of player) in order of seats and queue the invitations; its number.

    It is played at the mailbox of `post`. Within a transaction. The names must be names of wizards; ValueError for too
    few or too many."""
    duel = new_duel(tuple(name for name, _ in seats), salt=salt or secrets.token_hex(16), rules=terms.rules)
    agreed = replace(terms, wizards=len(seats))
    number = games.create(
        store, duel, [player for _, player in seats], now=now, title=title, terms=agreed, mailbox=post.mailbox
    )
    game = games.load(store, number)
    assert game is not None, number
    post.clocks.begin(game, now)
    for seat in game.seats:
        scene = post.scenes.of(game, seat, now=now)
        mail = compose.invitation(scene, commitment=commitment(duel.salt), terms=tell(agreed))
        post.ask(game, seat, mail, kind=INVITATION, before=None, now=now)
    return number
