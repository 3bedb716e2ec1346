"""Text to clauses: every example of the order language, and the ways people really write on a phone."""

import msgspec
import pytest

from engine.clauses import (
    AimClause,
    CastClause,
    CharmClause,
    ElementClause,
    HandClause,
    MakeClause,
    MonsterClause,
    ParalysisClause,
    SayClause,
    StabClause,
)
from engine.language import Field, canonical, read
from engine.model import NOBODY, Gesture, Hand, Kind, Monster, new_duel

FIELD = Field.of(
    msgspec.structs.replace(
        new_duel(("Ann", "Bob", "Cyd")),
        monsters=(
            Monster(name="goblin 1", kind=Kind.GOBLIN, hit_points=1, controller="Bob"),
            Monster(name="ogre 1", kind=Kind.OGRE, hit_points=2, controller="Ann"),
            Monster(name="troll 1", kind=Kind.TROLL, hit_points=3, controller="Ann"),
        ),
    )
)

ALIKE = ["LH: F", "RH: P", "cast Shield at Ann"]

# text -> what is read, in canonical form
EXAMPLES: dict[str, list[str]] = {
    # must be understood alike
    "LH: F, RH: P, cast Shield on self": ALIKE,
    "lh f rh p shield self": ALIKE,
    "LH: F :\n:\nRH: P\nshield self :": ALIKE,
    "LH: F (or S) RH: P (yes (really)), shield self (": ALIKE,
    "Left hand: fingers. Right hand: palm. Cast shield on me.": ALIKE,
    'L=F; R=P; Cast "Shield" with RH at myself': ["LH: F", "RH: P", "cast Shield with RH at Ann"],
    "F/P, shield on self": ALIKE,
    "f p shield self": ALIKE,
    # hand, both hands, rest
    "LH: F": ["LH: F"],
    "RH P": ["RH: P"],
    "L=F": ["LH: F"],
    "left hand: fingers": ["LH: F"],
    "right snap": ["RH: S"],
    "R - ": ["RH: -"],
    "both: W": ["LH: W", "RH: W"],
    "BH P": ["LH: P", "RH: P"],
    "clap": ["LH: C", "RH: C"],
    "hands F P": ["LH: F", "RH: P"],
    "F/P": ["LH: F", "RH: P"],
    "LH: nothing": ["LH: -"],
    "RH: -": ["RH: -"],
    "left rests": ["LH: -"],
    "RH none": ["RH: -"],
    # stab
    "LH: stab Bob": ["LH: stab Bob"],
    "RH > Bob": ["RH: stab Bob"],
    "stab Bob with left hand": ["LH: stab Bob"],
    "knife goblin": ["stab goblin 1"],
    "LH: stab": ["LH: stab"],
    "stab": ["stab"],
    # cast, let go, aim only
    "cast Shield on self": ["cast Shield at Ann"],
    "cast Missile with LH at Bob": ["cast Missile with LH at Bob"],
    "Fireball on goblin": ["cast Fireball at goblin 1"],
    "cast Haste with both hands": ["cast Haste with both hands"],
    "cast nothing with LH": ["cast nothing with LH"],
    "let go RH": ["cast nothing with RH"],
    "Missile at nobody": ["cast Missile at nobody"],
    "LH at Bob": ["LH at Bob"],
    "target RH goblin": ["RH at goblin 1"],
    # monsters
    "goblin attacks Bob": ["goblin 1 attacks Bob"],
    "Ann's ogre attacks goblin": ["ogre 1 attacks goblin 1"],
    "LH:me attacks Bob": ["LH:Ann attacks Bob"],
    "monsters attack Bob": ["monsters attack Bob"],
    "troll rests": ["troll 1 rests"],
    "troll attacks Bob and Cyd": ["troll 1 attacks Bob and Cyd"],
    # spells that hold the mind
    "paralyse Bob's LH": ["paralyse Bob's LH"],
    "paralyze Bob by frozen: F D - P": ["paralyse Bob by frozen: F D - P"],
    "paralyse Bob by frozen: F F D": ["paralyse Bob by frozen: F D"],
    "paralyse Bob": ["cast Paralysis at Bob"],
    "charm Bob's RH": ["charm Bob's RH"],
    "charm Bob": ["cast Charm person at Bob"],
    "charm goblin": ["cast Charm monster at goblin 1"],
    "make Bob's RH: P": ["make Bob's RH: P"],
    "make Bob's left hand stab Cyd": ["make Bob's LH: stab Cyd"],
    # element, bank, release, permanent, if forced
    "element: fire": ["element: fire"],
    "element ice if Bob casts Fire storm": ["element: ice if Bob casts Fire storm"],
    "cast Summon fire elemental": ["cast Summon elemental", "element: fire"],
    "cast Summon fire elemental on me": ["cast Summon elemental at Ann", "element: fire"],
    "cast Summon fire elemental at Bob": ["cast Summon elemental at Bob"],
    "bank Fear": ["bank Fear"],
    "bank LH": ["bank LH"],
    "release Fear at Bob": ["release Fear at Bob"],
    "release at Bob": ["release at Bob"],
    "release": ["release"],
    "make Fear permanent": ["make Fear permanent"],
    "permanent RH": ["permanent RH"],
    "if RH=D cast Missile at Bob": ["if RH=D cast Missile at Bob"],
    # the rest of the table
    "surrender": ["surrender"],
    "same again": ["same again"],
    "say: well met": ["say: well met"],
    "turn 7": ["turn 7"],
    "game 17": ["game 17"],
    "wait": ["wait"],
    "ready": ["ready"],
    "withdraw orders": ["withdraw orders"],
    "LH: F (fingers)": ["LH: F"],
    # as people write
    "Lh:f": ["LH: F"],
    "LH - F": ["LH: F"],
    "Left: Palm": ["LH: P"],
    "Left hand - fingers, right hand - palm": ["LH: F", "RH: P"],
    "L: S R: D": ["LH: S", "RH: D"],
    "left F right P": ["LH: F", "RH: P"],
    "LH: P RH: W": ["LH: P", "RH: W"],
    "LH: F - RH: P": ["LH: F", "RH: P"],
    "- LH: F": ["LH: F"],
    "* *LH: F*": ["LH: F"],
    "ＬＨ: Ｆ": ["LH: F"],
    "RH: –": ["RH: -"],
    "\u00a0RH:\u00a0\u2014 ": ["RH: -"],
    "LH: F (🖐️)": ["LH: F"],
    "LH: F (fingers, of course), RH: P": ["LH: F", "RH: P"],
    "LH: P (proffered palm)": ["LH: P"],
    "please LH: F": ["LH: F"],
    "and cast Shield on self, thanks": ["cast Shield at Ann"],
    "ok lh f rh p, thank you!": ["LH: F", "RH: P"],
    "Cast Shield On Self.": ["cast Shield at Ann"],
    "I cast Shield on me": ["cast Shield at Ann"],
    "my left hand: proffered palm": ["LH: P"],
    "left hand does nothing": ["LH: -"],
    "LH: stab Bob & RH: P": ["LH: stab Bob", "RH: P"],
    "LH: F RH: P cast Shield with RH on me and troll attacks Bob": [
        "LH: F",
        "RH: P",
        "cast Shield with RH at Ann",
        "troll 1 attacks Bob",
    ],
    "lh d rh d missile at bob": ["LH: D", "RH: D", "cast Missile at Bob"],
    "LH: D at Bob": ["LH: D", "LH at Bob"],
    "lh d rh f at bob": ["LH: D", "RH: F", "RH at Bob"],
    "cast Missile at Bob with my left hand": ["cast Missile with LH at Bob"],
    "Missile LH at Bob": ["cast Missile with LH at Bob"],
    "shield rh p": ["cast Shield", "RH: P"],
    "LH: cast Missile at Bob": ["cast Missile with LH at Bob"],
    "LH: D, RH: P (palm), Missile at Bob": ["LH: D", "RH: P", "cast Missile at Bob"],
    "cast Paralysis on Bob's left hand": ["cast Paralysis at Bob", "paralyse Bob's LH"],
    "let RH go": ["cast nothing with RH"],
    "stab Bob/P": ["LH: stab Bob", "RH: P"],
    "-/P": ["LH: -", "RH: P"],
    "BH: P/W": ["LH: P", "RH: W"],
    "both hands: palms": ["LH: P", "RH: P"],
    "paralyse Bob by frozen: F, D, P": ["paralyse Bob by frozen: F D P"],
    "if RH is D then cast Missile at Bob": ["if RH=D cast Missile at Bob"],
    "if RH=D, Missile at Bob": ["if RH=D cast Missile at Bob"],
    "if LH=C let go": ["if LH=C cast nothing"],
    "if RH=> at Bob": ["if RH=> at Bob"],
    "goblin attacks Bob and troll attacks Cyd": ["goblin 1 attacks Bob", "troll 1 attacks Cyd"],
    "troll attacks Bob & goblin": ["troll 1 attacks Bob and goblin 1"],
    "all my monsters attack Bob": ["monsters attack Bob"],
    "monsters rest": ["monsters rest"],
    "goblin attacks nobody": ["goblin 1 rests"],
    "My orders for turn 3: LH: F, RH: P": ["turn 3", "LH: F", "RH: P"],
    "game 17\nLH: F": ["game 17", "LH: F"],
    "withdraw my orders": ["withdraw orders"],
    "cast the Shield on me": ["cast Shield at Ann"],
    "let go of Missile with LH": ["cast Missile with LH at nobody"],
    "cast Charm person at Bob's RH": ["cast Charm person at Bob", "charm Bob's RH"],
    "stab Bob / stab Cyd": ["LH: stab Bob", "RH: stab Cyd"],
    "clap with both hands": ["LH: C", "RH: C"],
    "clap hands": ["LH: C", "RH: C"],
    "paralyse": ["cast Paralysis"],
    "paralyse LH:Bob": ["cast Paralysis at LH:Bob"],
    "paralyze Bob with RH": ["cast Paralysis with RH at Bob"],
    "if RH=D at Cyd": ["if RH=D at Cyd"],
    "if LH=F Paralysis": ["if LH=F cast Paralysis"],
    "lh f\nif RH=D Missile troll attacks Bob": ["LH: F", "if RH=D cast Missile", "troll 1 attacks Bob"],
    "make Bob's RH - P": ["make Bob's RH: P"],
    "element:": [],
    # an empty form says nothing
    "LH:\nRH:\ncast:\nsay:": [],
    "": [],
    "   \n\n": [],
    "please. Thanks!": [],
    "# LH: F": [],
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_understood_without_complaint(text: str) -> None:
    reading = read(text, FIELD, "Ann")
    assert [canonical(clause) for clause in reading.clauses] == EXAMPLES[text]
    assert reading.complaints == ()


# the records behind the canonical text
RECORDS = {
    "LH: stab Bob": HandClause(hand=Hand.LEFT, gesture=Gesture.STAB, subject="Bob"),
    "stab Cyd": StabClause(subject="Cyd"),
    "cast Haste with both hands": CastClause(spell="Haste", hand=Hand.BOTH),
    "cast nothing": CastClause(spell=None),
    "Missile at nobody": CastClause(spell="Missile", subject=NOBODY),
    "BH at Bob": AimClause(hand=Hand.BOTH, subject="Bob"),
    "troll rests": MonsterClause(monster="troll 1", victims=(NOBODY,)),
    "RH:me attacks LH:Bob": MonsterClause(monster="RH:Ann", victims=("LH:Bob",)),
    "paralyse Bob by frozen: F -": ParalysisClause(victim="Bob", by_frozen=(Gesture.FINGERS, Gesture.NOTHING)),
    "charm Bob's RH": CharmClause(victim="Bob", hand=Hand.RIGHT),
    "make Bob's RH stab me": MakeClause(victim="Bob", hand=Hand.RIGHT, gesture=Gesture.STAB, subject="Ann"),
}


@pytest.mark.parametrize("text", RECORDS)
def test_a_clause_carries_its_line_and_its_own_words(text: str) -> None:
    (clause,) = read(f"\n{text} ", FIELD, "Ann", first_line=10).clauses
    assert clause == msgspec.structs.replace(RECORDS[text], line=11, text=text)


def test_clauses_of_one_line_carry_their_own_words_each() -> None:
    clauses = read('LH: F (so), RH: P; Cast "Shield" at "Bob".', FIELD, "Ann").clauses
    assert [clause.text for clause in clauses] == ["LH: F", "RH: P", 'Cast "Shield" at "Bob"']


def test_lines_end_with_any_of_the_usual_line_ends() -> None:
    assert [clause.line for clause in read("LH: F\r\nRH: P\rwait\n\nturn 7", FIELD, "Ann").clauses] == [1, 2, 3, 5]


def test_say_takes_the_rest_of_the_line_as_it_is() -> None:
    clauses = read("LH: F, say: “Well”, he said; LH: S # not & a then. comment\nRH: P", FIELD, "Ann").clauses
    assert [canonical(clause) for clause in clauses] == [
        "LH: F",
        "say: “Well”, he said; LH: S # not & a then. comment",
        "RH: P",
    ]


def test_say_in_a_comment_says_nothing() -> None:
    assert read("LH: F # say: hi", FIELD, "Ann").clauses == read("LH: F", FIELD, "Ann").clauses


def test_what_is_said_holds_no_control_characters() -> None:
    (clause,) = read("say: a\x07b\x00\u202ec\u2028d", FIELD, "Ann").clauses
    assert isinstance(clause, SayClause)
    assert clause.words == "a b c d"


@pytest.mark.parametrize("text", ["LH: F#1", "LH: F # RH: P", "# one\nLH: F", "LH: F\n#RH: P"])
def test_a_comment_begins_a_line_or_stands_behind_a_blank(text: str) -> None:
    assert canonical(read(text, FIELD, "Ann").clauses[0]) == "LH: F"
    assert len(read(text, FIELD, "Ann").clauses) == 1


@pytest.mark.parametrize("end", ["END", "end", " End. ", "END, thanks"])
def test_a_line_end_stops_reading(end: str) -> None:
    reading = read(f"LH: F\n{end}\nRH: P", FIELD, "Ann")
    assert [canonical(clause) for clause in reading.clauses] == ["LH: F"]
    assert reading.ended
    assert reading.complaints == ()


def test_the_word_end_inside_a_line_stops_nothing() -> None:
    assert not read("LH: F, end\nRH: P", FIELD, "Ann").ended


# text -> half and canonical form
HALVES = {
    "LH: S, RH: - then LH: D, RH: -, cast Missile with LH at Bob": [
        (0, "LH: S"),
        (0, "RH: -"),
        (1, "LH: D"),
        (1, "RH: -"),
        (1, "cast Missile with LH at Bob"),
    ],
    "F/P\nthen\nS/W, goblin attacks Bob": [
        (0, "LH: F"),
        (0, "RH: P"),
        (1, "LH: S"),
        (1, "RH: W"),
        (1, "goblin 1 attacks Bob"),
    ],
    "f p then s w": [(0, "LH: F"), (0, "RH: P"), (1, "LH: S"), (1, "RH: W")],
    "LH: S then D\nRH: P then W": [(0, "LH: S"), (1, "LH: D"), (0, "RH: P"), (1, "RH: W")],
    "LH: S then stab Cyd, RH: P": [(0, "LH: S"), (1, "LH: stab Cyd"), (0, "RH: P")],
    "both: S then W": [(0, "LH: S"), (0, "RH: S"), (1, "LH: W"), (1, "RH: W")],
    "LH: S, RH: S then D/D": [(0, "LH: S"), (0, "RH: S"), (1, "LH: D"), (1, "RH: D")],
    "LH: S, RH: S then stab me": [(0, "LH: S"), (0, "RH: S")],
    "LH: F, RH: - then": [(0, "LH: F"), (0, "RH: -")],
    "then LH: F": [(1, "LH: F")],
    "LH: F\nsay: and then\nRH: P": [(None, "LH: F"), (None, "say: and then"), (None, "RH: P")],
    "LH: F then say: hi\nwait, turn 3": [(0, "LH: F"), (None, "say: hi"), (None, "wait"), (None, "turn 3")],
    "F/P\nand then we shall see": [(None, "LH: F"), (None, "RH: P")],
}


@pytest.mark.parametrize("text", HALVES)
def test_then_parts_the_two_halves_of_a_hasted_turn(text: str) -> None:
    assert [(clause.half, canonical(clause)) for clause in read(text, FIELD, "Ann").clauses] == HALVES[text]


def test_a_third_half_is_a_complaint() -> None:
    reading = read("F/P then S/W then D/D", FIELD, "Ann")
    assert [clause.half for clause in reading.clauses] == [0, 0, 1, 1]
    assert "two halves" in reading.complaints[0].reason


def test_an_element_line_stands_beside_its_summons() -> None:
    cast, element = read("summon ice elemental", FIELD, "Ann").clauses
    assert isinstance(cast, CastClause)
    assert cast.spell == "Summon elemental"
    assert isinstance(element, ElementClause)
    assert element.caster is None
