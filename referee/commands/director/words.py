"""What a director's commands say: the number of a game or an event, and why."""

import re
from typing import Final

NUMBER: Final = r"(?:game )?#?[0-9]{1,9}"
EVENT: Final = r"(?:event|tournament) #?[0-9]{1,9}"
REASON: Final = r"(?:[,:]? .{1,500})?"
_GAME: Final = re.compile(r"(?:game )?#?([0-9]{1,9})[,:]?\s*(.*)", re.IGNORECASE | re.DOTALL)
_EVENT: Final = re.compile(r"(?:event|tournament) #?([0-9]{1,9})[,:]?\s*(.*)", re.IGNORECASE | re.DOTALL)
UNSAID: Final = "none was given"


def number_and_rest(said: str) -> tuple[int, str]:
    """The number of the game, and what follows it. Only for words of that shape."""
    found = _GAME.fullmatch(said.strip())
    assert found is not None, said
    return int(found[1]), found[2].strip()


def event_and_rest(said: str) -> tuple[int, str] | None:
    """The number of the event, and what follows it; None where a game is meant."""
    found = _EVENT.fullmatch(said.strip())
    return None if found is None else (int(found[1]), found[2].strip())


def what_and_why(said: str) -> tuple[str, str]:
    """What stands before the colon, and the reason after it; "" for what is missing."""
    what, _, why = said.partition(":")
    return what.strip(), why.strip()
