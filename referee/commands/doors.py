"""What the desk opens to commands: the store, the post, and how games go on."""

from dataclasses import dataclass

from referee.adjudication import Adjudication
from referee.dispatch import Post
from referee.store.database import Store
from referee.terms import Terms


@dataclass(frozen=True, slots=True)
class Doors:
    """The desk as a command may use it: within the letter's transaction, never opening one of its own.

    `usual`: the terms of games where players do not say otherwise."""

    store: Store
    post: Post
    adjudication: Adjudication
    usual: Terms
