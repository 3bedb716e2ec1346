"""Names at a place in a line: exact, by prefix, possessive, or unknown."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.language.lexicon import WORDS
from engine.language.nearest import nearest
from engine.language.tokens import name_key
from engine.language.view import Fault, View

_UNKNOWN_WORDS_MAX: Final = 3
_ALIKE_MIN: Final = 60.0  # names are short: two letters that changed places are a third of one


class Being(NamedTuple):
    """A being phrase that ends before token `end`: its name, or why it has none. `owner`: it was a possessive."""

    end: int
    name: str | None
    fault: Fault | None = None
    owner: bool = False


def named(view: View, i: int, *, owner: bool = False) -> Being | None:
    """The longest exact name at `i`; with `owner` the longest possessive one."""
    reach = min(i + view.field.longest, len(view.tokens) - 1)
    if i >= reach or (view.word(i) not in view.field.words and not view.tokens[i].owners):
        return None
    words = tuple(token.word for token in view.tokens[i:reach])
    for size in range(len(words), 0, -1):
        for form in _stems(view, i, size) if owner else (words[size - 1],):
            name = view.field.exact((*words[: size - 1], form))
            if name is not None:
                return Being(i + size, name, owner=owner)
    return None


def _stems(view: View, i: int, size: int) -> tuple[str, ...]:
    """Whose possessive the last of `size` tokens may be; `Bobs` is nobody's where somebody is called Bobs."""
    last = view.tokens[i + size - 1]
    if "'" not in last.raw:
        whole = tuple(token.word for token in view.tokens[i : i + size])
        if view.field.exact(whole) is not None:
            return ()
    return last.owners


def prefixed(view: View, i: int, *, owner: bool = False) -> Being | None:
    """The longest words at `i` that begin a name, possessive with `owner`; ambiguous ones are a fault."""
    if not view.stranger(i):
        return None
    reach = min(i + view.field.longest, len(view.tokens) - 1)
    for end in range(reach, i, -1):
        words = tuple(token.word for token in view.tokens[i:end])
        for form in _stems(view, i, end - i) if owner else (words[-1],):
            found = () if form in WORDS else view.field.prefixed((*words[:-1], form), view.letters_min)
            if len(found) == 1:
                return Being(end, found[0], owner=owner)
            if found:
                said = view.text_of(i, end)
                swap = (i, end, found[0] + ("'s" if owner else ""))
                return Being(end, None, Fault(f'"{said}" may be {" or ".join(found)}', swap), owner)
    return None


def unknown(view: View, i: int) -> Being | None:
    """A name that nobody has, with the one it resembles; None where the word can be no name."""
    if not view.stranger(i):
        return None
    end = i + 1
    while end < i + _UNKNOWN_WORDS_MAX and view.stranger(end) and named(view, end) is None:
        end += 1
    said = view.text_of(i, end)
    possessive = "'s" if said.lower().endswith("'s") else ""
    said = said.removesuffix(possessive)
    near = nearest(said, (*view.field.wizards, *view.field.present, "self", "nobody"), alike_min=_ALIKE_MIN)
    here = "" if near else f"; here are {', '.join(view.field.present)}"
    other = near or _unmentioned(view, i, end)
    swap = (i, end, other + possessive) if other else None
    return Being(end, None, Fault(f"nobody here is called {said}{here}", swap))


def _unmentioned(view: View, i: int, end: int) -> str | None:
    """The sole opponent, unless he is named beside these words already."""
    beside = [token.word for token in view.tokens[max(0, i - _UNKNOWN_WORDS_MAX) : end + _UNKNOWN_WORDS_MAX]]
    others = view.field.opponents(view.wizard)
    return others[0] if len(others) == 1 and name_key(others[0])[0] not in beside else None
