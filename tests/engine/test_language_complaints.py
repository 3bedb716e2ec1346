"""What is not understood: the line, the words, the reason, and the nearest thing that would have worked."""

import re

import msgspec
import pytest

from engine.clauses import Complaint, ComplaintKind
from engine.language import LINE_CHARS_MAX, ORDER_LINES_MAX, ORDER_WORDS_MAX, Field, canonical, read
from engine.model import Hand, Kind, Monster, new_duel

FIELD = Field.of(
    msgspec.structs.replace(
        new_duel(("Ann", "Bob")),
        monsters=(Monster(name="goblin 1", kind=Kind.GOBLIN, hit_points=1, controller="Ann"),),
    )
)
GESTURES = "F, P, S, W, D, C, stab or nothing"

# text -> reason, suggestion
REFUSED: dict[str, tuple[str, str | None]] = {
    "LH: Q": (f'there is no gesture "Q"; use {GESTURES}', f"LH: one of {GESTURES}"),
    "LH: plam": (f'there is no gesture "plam"; use {GESTURES}', "LH: palm"),
    "cast Sheild on self": ('there is no spell "Sheild"; did you mean Shield?', "cast Shield on self"),
    "cast Lightening bolt with LH at Bob": (
        'there is no spell "Lightening bolt"; did you mean Lightning bolt?',
        "cast Lightning bolt with LH at Bob",
    ),
    "Sheild on self": ("this is not understood; did you mean Shield?", "Shield on self"),
    "LH: stab me": ("a wizard cannot stab himself", "LH: stab Bob"),
    "stab nobody": ("a stab needs somebody; write nothing for a hand that does nothing", "stab Bob"),
    "goblin attacks Zed": ("nobody here is called Zed; here are Ann, Bob, goblin 1", "goblin attacks Bob"),
    "goblin attacks Bbo": ("nobody here is called Bbo", "goblin attacks Bob"),
    "cast Missile at": ("at whom?", None),
    "LH: F P": ("two gestures for one hand", f"LH: F, RH: P, each hand with one of {GESTURES}"),
    "f p s": ("two hands make two gestures", f"LH: F, RH: P, each hand with one of {GESTURES}"),
    "snap": ('which hand makes "snap"?', "LH: snap or RH: snap"),
    "LH": (f"which gesture? One of {GESTURES}", f"LH: one of {GESTURES}"),
    "cast": ("cast what?", None),
    "stab with both hands": ("one knife: a stab is made with one hand", "LH: stab"),
    "Bob attacks goblin": ("Bob is no monster, so it cannot be told to attack or rest", None),
    "goblin attacks goblin": ("a monster cannot attack itself", None),
    "make Bob": ("which hand, and what does it do?", "make Bob's RH: P"),
    "make Bob's LH stab Bob": ("a wizard cannot stab himself, charmed or not", None),
    "paralyse Bob by frozen": ("by what the hand would freeze to?", "paralyse Bob by frozen: F D - P"),
    "element: water": ("an element is fire or ice", "element: fire"),
    "turn x": ("turn needs a number", "turn 7"),
    "game 12345678901234567890": ("game needs a number", "game 7"),
    "withdraw": ("withdraw what?", "withdraw orders"),
    "say hello": ("words for everyone stand behind `say:`", "say: hello"),
    "bank": ("which spell or hand?", "bank LH"),
    "permanent": ("which spell or hand?", "permanent LH"),
    "cast Missile or at Bob": ('"or at Bob" is not understood here', None),
    "clap with left hand": ('which hand makes "clap"?', "LH: clap or RH: clap"),
    "clap with both hands F": ('which hand makes "clap"?', "LH: clap or RH: clap"),
    "stab with Bob": ('"with Bob" is not understood here', None),
    "paralyse Zed's RH": ("nobody here is called Zed; here are Ann, Bob, goblin 1", "paralyse Bob's RH"),
    "charm Zed's RH": ("nobody here is called Zed; here are Ann, Bob, goblin 1", "charm Bob's RH"),
    "if RH=Q, cast Missile": (f"if that hand makes which gesture? {GESTURES}", "if RH=D cast Missile"),
    "if Bob dies then cast Shield": ("if which hand makes which gesture?", "if RH=D cast Missile"),
    "make Zed's LH: P": ("nobody here is called Zed; here are Ann, Bob, goblin 1", "make Bob's LH: P"),
    "element ice if Zed casts Fire storm": (
        "nobody here is called Zed; here are Ann, Bob, goblin 1",
        "element ice if Bob casts Fire storm",
    ),
    "if RH cast Missile": (f"if that hand makes which gesture? {GESTURES}", "if RH=D cast Missile"),
    "element": ("which element?", "element: fire"),
    "element ice if storms come": ("if who casts what?", "element ice if Bob casts Fire storm"),
    "element ice if the": ("if who casts what?", "element ice if Bob casts Fire storm"),
    "element ice if Bob casts Ice strom": (
        'there is no spell "Ice strom"; did you mean Ice storm?',
        "element ice if Bob casts Ice storm",
    ),
    "bank Faer": ('there is no spell "Faer"; did you mean Fear?', "bank Fear"),
    "release Faer": ('there is no spell "Faer"; did you mean Fear?', "release Fear"),
    "release at": ("at whom?", None),
    "release Fear at Bbo": ("nobody here is called Bbo", "release Fear at Bob"),
    "if RH=D cast Misile at Bob": (
        'there is no spell "Misile"; did you mean Missile?',
        "if RH=D cast Missile at Bob",
    ),
    "if RH=D Missile at": ("at whom?", None),
    "if RH=D Missile at Boob": ("nobody here is called Boob", "if RH=D Missile at Bob"),
    "goblin attacks": ("attacks whom?", None),
    "hands F/Q": ("two hands make two gestures", f"LH: F, RH: P, each hand with one of {GESTURES}"),
    "F/stab me": ("a wizard cannot stab himself", "F/stab Bob"),
    "LH at": ("at whom?", None),
    "RH at Boob": ("nobody here is called Boob", "RH at Bob"),
    "target Bob": ("which hand's spell?", "target RH goblin"),
    "paralyse Bob's LH by": ('"by" is not understood here', None),
    "LH: F/P": ("two gestures for one hand", f"LH: F, RH: P, each hand with one of {GESTURES}"),
    "cast ice strom": ('there is no spell "ice strom"; did you mean Ice storm?', "cast Ice storm"),
    "make Bob's LH: Q": (f'"Q" is no gesture; use {GESTURES}', "make Bob's left hand: P"),
    "make Bob's LH stab nobody": ("a stab needs somebody to stab", None),
    "make Bob's LH stab at": ("a stab at whom?", None),
    "make Bob's LH stab gobbin": ("nobody here is called gobbin", "make Bob's LH stab goblin 1"),
    "charm Boob": ("nobody here is called Boob", "charm Bob"),
    "paralyse Boob's LH": ("nobody here is called Boob", "paralyse Bob's LH"),
    "clap with LH": ('which hand makes "clap"?', "LH: clap or RH: clap"),
    "> LH: F": ("a line that begins with > or | is taken for a quotation", None),
    "LH: F or P": ('"or P" is not understood here', None),
    "LH: F?": ('"?" is not understood here', None),
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_complaint_says_why_and_what_would_have_worked(text: str) -> None:
    reading = read(text, FIELD, "Ann", first_line=3)
    reason, suggestion = REFUSED[text]
    assert reading.clauses == ()
    assert reading.complaints == (
        Complaint(kind=ComplaintKind.REFUSED, line=3, text=text, reason=reason, suggestion=suggestion),
    )


# those that name the choice of gestures leave it to the player
WHOLE = [suggestion for _, suggestion in REFUSED.values() if suggestion and not re.search("one of| or RH", suggestion)]


@pytest.mark.parametrize("suggestion", WHOLE)
def test_a_suggestion_is_itself_understood(suggestion: str) -> None:
    reading = read(suggestion, FIELD, "Ann")
    assert reading.complaints == ()
    assert reading.clauses


KEPT = {
    "LH: Q, RH: P": ["RH: P"],
    "lh f rh q shield self": ["LH: F"],
    "lh q rh p shield self": ["RH: P", "cast Shield at Ann"],
    "LH: F, cast Sheild on self; RH: P": ["LH: F", "RH: P"],
    "cast Sheild lh f rh p": ["LH: F", "RH: P"],
    "LH: F because I like it, RH: P": ["LH: F", "RH: P"],
    "LH: F\nRH: P\nfoo\nshield me": ["LH: F", "RH: P", "cast Shield at Ann"],
    "LH: F RH: P banana": ["LH: F", "RH: P"],
}


@pytest.mark.parametrize("text", KEPT)
def test_the_other_clauses_are_kept(text: str) -> None:
    reading = read(text, FIELD, "Ann")
    assert [canonical(clause) for clause in reading.clauses] == KEPT[text]
    assert len(reading.complaints) == 1


@pytest.mark.parametrize(
    ("text", "spoiled"),
    [
        ("LH: Q, RH: P", ((0, Hand.LEFT),)),
        ("RH: stab me", ((0, Hand.RIGHT),)),
        ("F/P then both: Q", ((1, Hand.LEFT), (1, Hand.RIGHT))),
        ("LH: F, RH: P, cast Sheild", ()),
        ("Right, see you", ()),
    ],
)
def test_hands_whose_gesture_is_refused_are_told(text: str, spoiled: tuple[tuple[int, Hand], ...]) -> None:
    assert read(text, FIELD, "Ann").spoiled == spoiled


def test_a_text_of_too_many_lines_is_read_to_the_limit_and_said_so() -> None:
    reading = read("LH: F\n" * (ORDER_LINES_MAX + 5), FIELD, "Ann")
    assert len(reading.clauses) == ORDER_LINES_MAX
    (complaint,) = reading.complaints
    assert complaint.line == ORDER_LINES_MAX + 1
    assert str(ORDER_LINES_MAX) in complaint.reason


def test_a_text_of_too_many_words_is_read_to_the_limit_and_said_so() -> None:
    line = "LH: F " * 100 + "\n"
    reading = read(line * 100, FIELD, "Ann")
    assert len(reading.clauses) * 3 <= ORDER_WORDS_MAX + 300
    assert str(ORDER_WORDS_MAX) in reading.complaints[-1].reason


def test_a_line_too_long_is_left_out_whole() -> None:
    reading = read("say: " + "a" * LINE_CHARS_MAX + "\nLH: F", FIELD, "Ann")
    assert [canonical(clause) for clause in reading.clauses] == ["LH: F"]
    assert len(reading.complaints[0].text) <= 200
