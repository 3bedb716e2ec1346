"""Names of players and wizards: which may be had, and which are too alike to be told apart."""

import re
import unicodedata
from functools import cache
from typing import Final

from confusable_homoglyphs.confusables import confusables_data

from engine.language.folding import clean
from engine.language.names import name_fault
from referee.misreading import Misreading, heard

# Who and what the referee's own mails speak of, and words with which commands or options of a game begin.
_RESERVED_WORDS: Final = """
    referee director arbiter umpire judge moderator admin administrator root system daemon postmaster mailer support
    staff nobody noone none anyone anybody someone somebody everybody everyone all any me myself i you self us we them
    player players wizard wizards opponent opponents enemy spectator spectators watcher watchers standby winner loser
    anonymous unknown name names to from and or with without no not yes
    rated unrated friendly casual duel melee press grace bank cool cooling weekdays weekday working zone turn turns
    rules rule variant silence nmr orders due at every for open
"""
RESERVED: Final = frozenset(re.findall("[a-z]+", _RESERVED_WORDS))
_EAST: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
# Pairs of letters that look like one in many fonts.
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_DIGITS: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})


def look_alike_key(name: str) -> str:
    """What two names have in common that readers may take for each other: case, accents, blanks and hyphens do not
    count, and neither does the alphabet from which a letter of the same look is taken."""
    plain = "".join(_plain(c) for c in unicodedata.normalize("NFKD", name))
    key = unicodedata.normalize("NFKD", plain.casefold()).translate(_DIGITS)
    for pair, letter in _PAIRS:
        key = key.replace(pair, letter)
    return key


def tidy_name(name: str) -> str:
    """The name as it is kept: composed letters, single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def refuse_name(name: str) -> Misreading | None:
    """Why nobody may be called so, None if one may, once it is tidy. Whether somebody is already called so is for the
    store to say."""
    said = tidy_name(name)
    fault = name_fault(said)
    if fault is not None:
        return Misreading(said=said, reason=f'"{heard(said)}" cannot be a name: {clean(fault)}')
    if _scripts(said) > 1:
        return Misreading(said=said, reason=f'"{said}" cannot be a name: its letters are from several alphabets')
    if look_alike_key(said) in _reserved() or any(word.casefold() in RESERVED for word in said.split()):
        return Misreading(said=said, reason=f'"{said}" cannot be a name: it means something else in the mails')
    return None


@cache
def _plain(c: str) -> str:
    """The Latin letters that a character looks like, as a capital or else as a small letter; itself where it looks
    like none, nothing where it is not seen."""
    if unicodedata.category(c)[0] in "MZCP":
        return ""
    return next((alike for form in (c.upper(), c.casefold()) if (alike := _latin(form)) is not None), c)


def _latin(text: str) -> str | None:
    if text.isascii():
        return text
    alike = (each["c"] for each in confusables_data.get(text, ()))
    return next((other for other in alike if other.isascii() and other.isalnum()), None)


def _scripts(name: str) -> int:
    """How many alphabets the letters are from, as their Unicode names tell; those of East Asia go together."""
    letters = [c for c in unicodedata.normalize("NFKC", name) if c.isalpha()]
    scripts = {unicodedata.name(c, "LATIN").split(maxsplit=1)[0] for c in letters}
    return len({"CJK" if script in _EAST else script for script in scripts})


@cache
def _reserved() -> frozenset[str]:
    return frozenset(look_alike_key(word) for word in RESERVED)
