"""The words of the order language: one table. A new word is a word more in the row of what it means."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.clauses import Element
from engine.model import Gesture, Hand, Kind
from engine.variants import RULE_SETS


class Role(StrEnum):
    """What a word does in a clause."""

    POLITE = "polite"
    LEAD_IN = "lead-in"
    FIRST_PERSON = "I"
    THE = "the"
    MY = "my"
    AND = "and"
    OR = "or"
    THEN = "then"
    AT = "at"
    WITH = "with"
    HAND = "hand"
    DO = "do"
    STAB = "stab"
    CAST = "cast"
    LET = "let"
    GO = "go"
    OF = "of"
    TARGET = "target"
    ATTACK = "attack"
    REST = "rest"
    MONSTERS = "monsters"
    ALL = "all"
    PARALYSE = "paralyse"
    CHARM = "charm"
    MAKE = "make"
    BY = "by"
    FROZEN = "frozen"
    ELEMENT = "element"
    ELEMENTAL = "elemental"
    IF = "if"
    IS = "is"
    BANK = "bank"
    RELEASE = "release"
    PERMANENT = "permanent"
    SURRENDER = "surrender"
    SAME = "same"
    AGAIN = "again"
    SAY = "say"
    TURN = "turn"
    GAME = "game"
    WAIT = "wait"
    READY = "ready"
    WITHDRAW = "withdraw"
    ORDERS = "orders"
    END = "end"
    SELF = "self"
    OPPONENT = "opponent"
    NOBODY = "nobody"
    NO = "no"
    ONE = "one"
    AIR = "air"
    CORPSE = "corpse"
    BOTH_HANDS = "hands"


ROWS: Final[tuple[tuple[Gesture | Hand | Kind | Element | Role, str], ...]] = (
    (Gesture.FINGERS, "f finger fingers wriggle wriggles wriggled"),
    (Gesture.PALM, "p palm palms proffer proffers proffered"),
    (Gesture.SNAP, "s snap snaps"),
    (Gesture.WAVE, "w wave waves"),
    (Gesture.DIGIT, "d digit digits point points pointed pointing"),
    (Gesture.CLAP, "c clap claps"),
    (Gesture.STAB, "> stab stabs knife knifes"),
    (Gesture.NOTHING, "- nothing none rest rests"),
    (Hand.LEFT, "l lh left lefthand"),
    (Hand.RIGHT, "r rh right righthand"),
    (Hand.BOTH, "bh both hands"),
    (Hand.BANK, "bank"),
    (Kind.GOBLIN, "goblin"),
    (Kind.OGRE, "ogre"),
    (Kind.TROLL, "troll"),
    (Kind.GIANT, "giant"),
    (Element.FIRE, "fire"),
    (Element.ICE, "ice"),
    (Role.POLITE, "please pls plz kindly thanks thank thx you cheers"),
    (Role.LEAD_IN, "ok okay so now just also for"),
    (Role.FIRST_PERSON, "i"),
    (Role.THE, "the"),
    (Role.MY, "my"),
    (Role.AND, "and &"),
    (Role.OR, "or"),
    (Role.THEN, "then"),
    (Role.AT, "at on to upon against @"),
    (Role.WITH, "with using from"),
    (Role.HAND, "hand hands"),
    (Role.BOTH_HANDS, "hands"),
    (Role.DO, "do does"),
    (Role.STAB, "stab stabs knife knifes"),
    (Role.CAST, "cast casts"),
    (Role.LET, "let"),
    (Role.GO, "go"),
    (Role.OF, "of"),
    (Role.TARGET, "target aim"),
    (Role.ATTACK, "attack attacks"),
    (Role.REST, "rest rests"),
    (Role.MONSTERS, "monsters"),
    (Role.ALL, "all"),
    (Role.PARALYSE, "paralyse paralyze"),
    (Role.CHARM, "charm"),
    (Role.MAKE, "make"),
    (Role.BY, "by"),
    (Role.FROZEN, "frozen"),
    (Role.ELEMENT, "element"),
    (Role.ELEMENTAL, "elemental"),
    (Role.IF, "if"),
    (Role.IS, "is"),
    (Role.BANK, "bank"),
    (Role.RELEASE, "release"),
    (Role.PERMANENT, "permanent"),
    (Role.SURRENDER, "surrender"),
    (Role.SAME, "same"),
    (Role.AGAIN, "again"),
    (Role.SAY, "say"),
    (Role.TURN, "turn"),
    (Role.GAME, "game"),
    (Role.WAIT, "wait"),
    (Role.READY, "ready"),
    (Role.WITHDRAW, "withdraw"),
    (Role.ORDERS, "orders"),
    (Role.END, "end"),
    (Role.SELF, "self me myself"),
    (Role.OPPONENT, "opponent enemy foe"),
    (Role.NOBODY, "nobody noone"),
    (Role.NO, "no"),
    (Role.ONE, "one"),
    (Role.AIR, "air"),
    (Role.CORPSE, "corpse"),
)

SHORT_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "dispel": ("Dispel magic",),
    "counter": ("Counter-spell",),
    "mirror": ("Magic mirror",),
    "bolt": ("Lightning bolt",),
    "magic missile": ("Missile",),
    "mm": ("Magic mirror", "Missile"),
    "fod": ("Finger of death",),
    "pfe": ("Protection from evil",),
    "clw": ("Cure light wounds", "Cause light wounds"),
    "chw": ("Cure heavy wounds", "Cause heavy wounds"),
    "paralyse": ("Paralysis",),
    "paralyze": ("Paralysis",),
}

GESTURES: Final = {word: row for row, words in ROWS if isinstance(row, Gesture) for word in words.split()}
HANDS: Final = {word: row for row, words in ROWS if isinstance(row, Hand) for word in words.split()}
KINDS: Final = {word: row for row, words in ROWS if isinstance(row, Kind) for word in words.split()}
ELEMENTS: Final = {word: row for row, words in ROWS if isinstance(row, Element) for word in words.split()}
ROLES: Final[dict[str, frozenset[Role]]] = {
    word: frozenset(role for role, words in ROWS if isinstance(role, Role) and word in words.split())
    for _, row in ROWS
    for word in row.split()
}
SPELL_WORDS: Final = frozenset(
    word for rules in RULE_SETS.values() for name in rules.spellbook for word in name.lower().replace("-", " ").split()
)
FURTHER_WORDS: Final = frozenset({"met", "well"})  # they stand in the examples of the language

WORDS: Final = frozenset(ROLES) | SPELL_WORDS | FURTHER_WORDS | frozenset(w for s in SHORT_FORMS for w in s.split())
"""Every word that means something: none of them can be a wizard's name or a part of it."""

# Words that prose hardly ever holds: a line with one of them was meant as an order.
TELLING: Final = frozenset(
    {
        "attacks",
        "lh",
        "rh",
        "bh",
        "cast",
        "casts",
        "stab",
        "stabs",
        "knife",
        "paralyse",
        "paralyze",
        "surrender",
        ">",
        "=",
    }
)
