"""What gestures come to: the spells they finish, those that a hand is on the way to, and those within reach."""

from engine.gestures.ahead import Begun, Reach, known_cut, on_the_way, within_reach
from engine.gestures.histories import (
    MAGICAL,
    Finished,
    codes,
    finished_by,
    longest_formula,
    usable,
    would_finish,
    would_finish_each,
)

__all__ = [
    "MAGICAL",
    "Begun",
    "Finished",
    "Reach",
    "codes",
    "finished_by",
    "known_cut",
    "longest_formula",
    "on_the_way",
    "usable",
    "within_reach",
    "would_finish",
    "would_finish_each",
]
