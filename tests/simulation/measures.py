"""How many games the simulations play: a few in the ordinary run, very many where SOAK is set in the environment."""

from __future__ import annotations

import os
from typing import Final

SOAK: Final = bool(os.environ.get("SOAK"))
CHUNKS: Final = 80 if SOAK else 4  # so that several cores can share the work


def games(ordinary: int, soak: int) -> list[range]:
    """The seeds of the games to play, in chunks."""
    size = (soak if SOAK else ordinary) // CHUNKS
    return [range(n * size, (n + 1) * size) for n in range(CHUNKS)]


def chunk_name(seeds: range) -> str:
    return f"games-{seeds.start}-{seeds.stop - 1}"
