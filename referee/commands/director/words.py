"""What a director's commands say: the number of a game, and why."""

import re
from typing import Final

NUMBER: Final = r"(?:game )?#?[0-9]{1,9}"
REASON: Final = r"(?:[,:]? .{1,500})?"
_GAME: Final = re.compile(r"(?:game )?#?([0-9]{1,9})[,:]?\s*(.*)", re.IGNORECASE | re.DOTALL)
UNSAID: Final = "none was given"


def number_and_rest(said: str) -> tuple[int, str]:
    """The number of the game, and what follows it. Only for words of that shape."""
    found = _GAME.fullmatch(said.strip())
    assert found is not None, said
    return int(found[1]), found[2].strip()
