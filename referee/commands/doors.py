"""What the desk opens to commands: the store, the post, and the doors through which a game changes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from referee.dispatch import Post
from referee.mail.identity import Keys
from referee.store.database import Store
from referee.store.games import Game


class Doors(Protocol):
    """The desk, as a command may use it: within the letter's transaction, never opening one of its own."""

    store: Store
    post: Post
    keys: Keys

    def advance(self, game: Game, now: datetime) -> None:
        """Adjudicate as long as nobody owes orders."""

    def open_game(self, seats: Sequence[tuple[str, int]], *, now: datetime) -> int:
        """Start a game for (wizard, player) in order of seats, and queue the invitations; its number."""
