"""What the players of a game agree on before it begins: the terms, their language, and how they are told."""

from referee.terms.model import Press, Silence, SilenceKind, Terms, faults
from referee.terms.prose import tell
from referee.terms.reading import options_begin, read_table, read_terms
from referee.terms.writing import table, text

__all__ = [
    "Press",
    "Silence",
    "SilenceKind",
    "Terms",
    "faults",
    "options_begin",
    "read_table",
    "read_terms",
    "table",
    "tell",
    "text",
]
