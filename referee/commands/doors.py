"""What the desk opens to commands: the store, the post, and how games go on."""

from dataclasses import dataclass
from typing import Final

from referee.adjudication import Adjudication
from referee.dispatch import Post
from referee.store.database import Store
from referee.terms import Terms

DIRECTOR: Final = "director"


@dataclass(frozen=True, slots=True)
class Doors:
    """The desk as a command may use it: within the letter's transaction, never opening one of its own.

    `usual`: the terms of games where players do not say otherwise. `who`: who acts as director, himself or one
    who decides in his place."""

    store: Store
    post: Post
    adjudication: Adjudication
    usual: Terms
    who: str = DIRECTOR
