"""Games that are over go into the archive: each is verified first, and moves in one transaction."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from referee.store import archived
from referee.store.database import Store
from referee.store.verification import verify_game

RESTS: Final = timedelta(days=30)  # so long a game stays as it was after its end


class Archiving(Struct, frozen=True, kw_only=True):
    """What became of a game that was to go: its size in bytes before and after, or the `fault` for which it stays."""

    game: int
    plain: int = 0
    packed: int = 0
    fault: str | None = None


def put_away(store: Store, game: int, *, before: datetime, now: datetime) -> Archiving | None:
    """Move a game that ended before that moment into the archive if every turn of it replays; None where it is not due
    (any more)."""
    with store.transaction():
        if not archived.due(store, before=before, game=game):
            return None
        faults = verify_game(store, game).grave
        if faults:
            return Archiving(game=game, fault=f"{faults[0].where}: {faults[0].what}; {faults[0].to_do}")
        plain, packed = archived.put_away(store, game, now=now)
        return Archiving(game=game, plain=plain, packed=packed)
