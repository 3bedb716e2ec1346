"""Names in orders: prefixes, possessives, kinds, corpses, the unborn, the dead and the departed."""

import msgspec
import pytest

from engine.clauses import CastClause, ComplaintKind, HandClause, StabClause
from engine.language import Field, losses, read
from engine.model import NOBODY, Duel, Gesture, Hand, Kind, Monster, State, Wizard

DUEL = Duel(
    turn=5,
    wizards=(
        Wizard(name="Ann"),
        Wizard(name="Bob"),
        Wizard(name="Bobbin"),
        Wizard(name="Mary Ann"),
        Wizard(name="James"),
        Wizard(name="Jean-Luc O'Neil"),
        Wizard(name="Zoë"),
        Wizard(name="Eve", state=State.DEAD, hit_points=0),
        Wizard(name="Dan", state=State.SURRENDERED),
    ),
    monsters=(
        Monster(name="goblin 1", kind=Kind.GOBLIN, hit_points=1, controller="Ann"),
        Monster(name="goblin 2", kind=Kind.GOBLIN, hit_points=1, controller="Bob"),
        Monster(name="goblin 3", kind=Kind.GOBLIN, hit_points=0, controller="Bob", alive=False),
        Monster(name="ogre 1", kind=Kind.OGRE, hit_points=2, controller="Bob"),
        Monster(name="troll 1", kind=Kind.TROLL, hit_points=0, controller="James", alive=False),
        Monster(name="fire elemental 1", kind=Kind.FIRE_ELEMENTAL, hit_points=3),
        Monster(name="ice elemental 1", kind=Kind.ICE_ELEMENTAL, hit_points=0, alive=False),
    ),
)
FIELD = Field.of(DUEL, aliases={"Snagga": "goblin 2"})

MEANT = {
    "self": "Ann",
    "me": "Ann",
    "myself": "Ann",
    "BOB": "Bob",
    '"Bob"': "Bob",
    "'Bob'": "Bob",
    "“Bob”": "Bob",
    "bobb": "Bobbin",
    "Mary Ann": "Mary Ann",
    "mary ann": "Mary Ann",
    "Ma": "Mary Ann",
    "mary a": "Mary Ann",
    "Jean-Luc O’Neil": "Jean-Luc O'Neil",
    "jean": "Jean-Luc O'Neil",
    "zoe": "Zoë",
    "ZOË": "Zoë",
    "goblin 1": "goblin 1",
    "Goblin 3": "goblin 3",
    "snagga": "goblin 2",
    "my goblin": "goblin 1",
    "Bob's goblin": "goblin 2",
    "Bob’s goblin": "goblin 2",
    "bobs goblin": "goblin 2",
    "ogre": "ogre 1",
    "the ogre": "ogre 1",
    "fire elemental": "fire elemental 1",
    "elemental": "fire elemental 1",
    "LH:Bob": "LH:Bob",
    "rh: me": "RH:Ann",
    "BH:James": "BH:James",
    "bank:Bob": "bank:Bob",
    "Eve's corpse": "Eve",
    "Eve": "Eve",
    "goblin's corpse": "goblin 3",
    "Bob's goblin's corpse": "goblin 3",
    "James' troll's corpse": "troll 1",
    "James's troll's corpse": "troll 1",
    "goblin 3's corpse": "goblin 3",
    "Dan": "Dan",
    "Ann's goblin 1": "goblin 1",
    "Bob's goblin 3's corpse": "goblin 3",
    "Bob's fire elemental 1": "fire elemental 1",
    "nobody": NOBODY,
    "no one": NOBODY,
    "no-one": NOBODY,
    "the air": NOBODY,
}


@pytest.mark.parametrize("words", MEANT)
def test_a_phrase_means_a_being(words: str) -> None:
    reading = read(f"cast Raise dead at {words}", FIELD, "Ann")
    assert reading.complaints == ()
    (clause,) = reading.clauses
    assert isinstance(clause, CastClause)
    assert clause.subject == MEANT[words]


UNKNOWN = {
    "Zed": "nobody here is called Zed",
    "opponent": "several opponents: Bob, Bobbin, Mary Ann, James, Jean-Luc O'Neil, Zoë",
    "foe": "several opponents",
    "Bo": '"Bo" may be Bob or Bobbin',
    "J": "nobody here is called J",
    "goblin": "several: goblin 1, goblin 2",
    "goblin 9": "nobody here is called goblin 9",
    "troll": "there is no troll here",
    "my ogre": "there is no my ogre here",
    "Bob's corpse": "Bob is alive",
    "Bob's": "something is missing",
    "ice elemental's corpse": "there is no",
    "LH:goblin 1": "no wizard",
    "": "at whom?",
    "LH:Bo": '"Bo" may be Bob or Bobbin',
    "Bo's goblin": '"Bo\'s" may be Bob or Bobbin',
    "Bob's goblin 1's": "something is missing",
    "ogre's": "something is missing",
    "opponent's goblin": "several opponents",
}


@pytest.mark.parametrize("words", UNKNOWN)
def test_a_phrase_that_means_no_being_is_a_complaint(words: str) -> None:
    reading = read(f"cast Missile at {words}", FIELD, "Ann")
    assert reading.clauses == ()
    (complaint,) = reading.complaints
    assert complaint.kind is ComplaintKind.REFUSED
    assert UNKNOWN[words].removeprefix("there is no my ") in complaint.reason.replace("there is no my ", "")


def test_a_kind_that_attacks_is_mine_before_it_is_anybodys() -> None:
    texts = {"Ann": "goblin 1 attacks James", "Bob": "goblin 2 attacks James"}
    for wizard, meant in texts.items():
        assert read("goblin attacks James", FIELD, wizard).clauses[0] == msgspec.structs.replace(
            read(meant, FIELD, wizard).clauses[0], text="goblin attacks James"
        )
    assert read("goblin attacks James", FIELD, "James").clauses == ()


def test_a_raiser_orders_the_raised_by_the_words_for_the_corpse() -> None:
    reading = read("cast Raise dead at goblin's corpse, Bob's goblin's corpse attacks James", FIELD, "Ann")
    assert reading.complaints == ()
    assert losses(reading.clauses, FIELD) == ()


def test_a_prefix_in_a_line_without_separators_has_three_letters() -> None:
    assert len(read("lh f, rh p, shield ma", FIELD, "Ann").clauses) == 3
    assert len(read("lh f rh p shield ma", FIELD, "Ann").clauses) == 2
    assert len(read("lh f rh p shield mar", FIELD, "Ann").clauses) == 3
    assert read("stab ma", FIELD, "Ann").clauses == (StabClause(subject="Mary Ann", line=1, text="stab ma"),)


def test_an_opponent_is_the_one_there_is() -> None:
    duel = msgspec.structs.replace(DUEL, wizards=(DUEL.wizards[0], DUEL.wizards[1], DUEL.wizards[-1]))
    for words in ("opponent", "my opponent", "the enemy", "foe"):
        assert read(f"stab {words}", Field.of(duel), "Ann").clauses[0] == StabClause(
            subject="Bob", line=1, text=f"stab {words}"
        )


@pytest.mark.parametrize("text", ["paralyse James' LH", "paralyse James's LH", "paralyse James’s left hand"])
def test_a_name_that_ends_in_s_has_every_possessive(text: str) -> None:
    assert [c.victim for c in read(text, FIELD, "Ann").clauses] == ["James"]


LOST = {
    "cast Missile at Eve": "Eve has died: the spell is lost",
    "stab Dan": "Dan has left the duel: the stab is lost",
    "goblin attacks Eve": "Eve has died: the attack is lost",
    "goblin 3 attacks Bob": "goblin 3 has died: its attack is lost",
    "release Fear at Dan": "Dan has left the duel: the spell is lost",
    "make Bob's LH stab Eve": "Eve has died: the stab is lost",
}


@pytest.mark.parametrize("text", LOST)
def test_naming_the_dead_and_the_departed_is_accepted_with_a_warning(text: str) -> None:
    reading = read(text, FIELD, "Ann")
    assert reading.complaints == ()
    (warning,) = losses(reading.clauses, FIELD)
    assert warning.kind is ComplaintKind.WARNING
    assert warning.reason == LOST[text]
    assert warning.text == text


@pytest.mark.parametrize("text", ["cast Raise dead at Eve", "LH at Eve", "release at Eve", "release Raise dead at Eve"])
def test_what_may_raise_the_dead_is_no_loss(text: str) -> None:
    assert losses(read(text, FIELD, "Ann").clauses, FIELD) == ()


def test_the_corpse_of_the_only_goblin_that_lives_is_the_one_of_the_goblin_that_does_not() -> None:
    monsters = tuple(monster for monster in DUEL.monsters if monster.name != "goblin 1")
    one_lives = Field.of(msgspec.structs.replace(DUEL, monsters=monsters))
    assert one_lives.of_kind((Kind.GOBLIN,)) == ("goblin 2",)
    (clause,) = read("cast Raise dead at goblin's corpse", one_lives, "Ann").clauses
    assert isinstance(clause, CastClause)
    assert clause.subject == "goblin 3"


def test_a_name_that_has_become_a_word_of_the_language_since_leads_to_a_complaint() -> None:
    field = Field.of(Duel(wizards=(Wizard(name="Ann"), Wizard(name="Palm"))))
    reading = read("hands: stab palm", field, "Ann")
    assert [(c.text, c.reason) for c in reading.complaints] == [("hands: stab palm", "two hands make two gestures")]
    (stab, other) = read("hands: stab palm / F", field, "Ann").clauses
    assert (stab, other) == (
        HandClause(line=1, text=stab.text, hand=Hand.LEFT, gesture=Gesture.STAB, subject="Palm"),
        HandClause(line=1, text=stab.text, hand=Hand.RIGHT, gesture=Gesture.FINGERS),
    )


@pytest.mark.parametrize("text", ["paralyse my opponent's RH", "charm my opponent's RH"])
def test_the_hand_of_the_opponent_is_nobodys_where_there_are_several(text: str) -> None:
    reading = read(text, FIELD, "Ann")
    assert reading.clauses == ()
    assert [c.reason for c in reading.complaints] == [
        "you have several opponents: Bob, Bobbin, Mary Ann, James, Jean-Luc O'Neil, Zoë"
    ]
