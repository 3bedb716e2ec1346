"""The order language: what a wizard's player may write, read into clauses, and printed from them."""

from engine.language.canonical import canonical, canonical_text
from engine.language.complaining import losses
from engine.language.field import Field
from engine.language.names import NAME_CHARS_MAX, name_fault
from engine.language.reader import LINE_CHARS_MAX, ORDER_LINES_MAX, ORDER_WORDS_MAX, Reading, read

__all__ = [
    "LINE_CHARS_MAX",
    "NAME_CHARS_MAX",
    "ORDER_LINES_MAX",
    "ORDER_WORDS_MAX",
    "Field",
    "Reading",
    "canonical",
    "canonical_text",
    "losses",
    "name_fault",
    "read",
]
