"""What could not be read in a player's words, why, and what would have worked."""

from typing import Final

from engine.language.folding import clean
from engine.model import Value

HEARD_CHARS_MAX: Final = 48


class Misreading(Value, frozen=True, kw_only=True):
    """`said`: the player's words. `reason`: a clause without a full stop. `nearest`: forms that would be read."""

    said: str
    reason: str
    nearest: tuple[str, ...] = ()

    def sentence(self) -> str:
        """For the player: the reason, and what would work where that is known."""
        start = self.reason[:1].upper() + self.reason[1:]
        if not self.nearest:
            return f"{start}."
        ways = [f"`{form}`" for form in self.nearest]
        return f"{start}; write {ways[0] if len(ways) == 1 else ', '.join(ways[:-1]) + ' or ' + ways[-1]}."

    def brief(self) -> str:
        """For the director: the same in words that stand within a sentence."""
        return self.reason + (f" (try {' or '.join(self.nearest)})" if self.nearest else "")


def heard(said: str) -> str:
    """A player's words as they are quoted back to him: on one line, and not all of a long one."""
    words = " ".join(clean(said.replace("\n", " ")).split())
    return words if len(words) <= HEARD_CHARS_MAX else words[: HEARD_CHARS_MAX - 3].rstrip() + "..."
