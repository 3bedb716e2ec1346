"""The player whom a director means: by name, address or number."""

from datetime import datetime
from typing import Final

from engine.language.nearest import nearest
from referee.deeds.refusal import Refused
from referee.mail.headers import is_address
from referee.names import look_alike_key
from referee.store import players
from referee.store.database import Store
from referee.store.players import Player

_DIGITS_MAX: Final = 9


def person(store: Store, who: str) -> Player:
    """The player of that address, name or number (`7` or `#7`). Raises Refused."""
    said = who.strip()
    number = said.removeprefix("#")
    if number.isascii() and number.isdigit() and len(number) <= _DIGITS_MAX:
        found = players.load(store, int(number))
    elif "@" in said:
        found = players.by_address(store, said)
    else:
        found = players.by_name(store, look_alike_key(said))
    if found is not None:
        return found
    known = [*players.named(store), *(player.address for player in players.everyone(store) if player.address)]
    near = nearest(said, known)
    hint = f"did you mean {near}?" if near else "`referee player list` shows all"
    raise Refused(f"there is no player {said}; {hint}")


def present(store: Store, who: str) -> Player:
    """The same, for what can be done to players who are still there. Raises Refused."""
    found = person(store, who)
    if found.forgotten_at is not None:
        raise Refused(f"player #{found.id} is forgotten already, since {found.forgotten_at:%F}; nothing is left of him")
    return found


def person_or_new(store: Store, who: str, *, now: datetime) -> Player:
    """The same, but an address that nobody has is a new player's. Raises Refused."""
    if is_address(who.strip()) and players.by_address(store, who) is None:
        return players.add(store, who, now=now, confirmed=True)
    return present(store, who)
