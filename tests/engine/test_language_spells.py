"""Spells by name, short form, initials and prefix."""

import pytest

from engine.clauses import BankClause, CastClause, ElementClause, ForcedClause, PermanentClause, ReleaseClause
from engine.language import Field, read
from engine.model import new_duel
from engine.spellbook import SPELLBOOK

FIELD = Field.of(new_duel(("Ann", "Bob")))

CLW = ("Cure light wounds", "Cause light wounds")
CHW = ("Cure heavy wounds", "Cause heavy wounds")

SPELT: dict[str, str | tuple[str, ...]] = {
    "fod": "Finger of death",
    "FoD": "Finger of death",
    "clw": CLW,
    "chw": CHW,
    "pfe": "Protection from evil",
    "mm": ("Magic mirror", "Missile"),
    "dispel": "Dispel magic",
    "counter": "Counter-spell",
    "counterspell": "Counter-spell",
    "counter spell": "Counter-spell",
    "Counter - Spell": "Counter-spell",
    "anti spell": "Anti-spell",
    "antispell": "Anti-spell",
    "mirror": "Magic mirror",
    "bolt": "Lightning bolt",
    "lightning": "Lightning bolt",
    "lightningbolt": "Lightning bolt",
    "magic missile": "Missile",
    "fire ball": "Fireball",
    "firestorm": "Fire storm",
    "paralyse": "Paralysis",
    "paralyze": "Paralysis",
    "goblin": "Summon goblin",
    "summon gob": "Summon goblin",
    "rd": "Raise dead",
    "lb": "Lightning bolt",
    "cm": "Charm monster",
    "prot": "Protection from evil",
    "prot from evil": "Protection from evil",
    "cure light": "Cure light wounds",
    "cause h": (),
    "amn": "Amnesia",
    "fire": ("Fireball", "Fire storm"),
    "storm": ("Fire storm", "Ice storm"),
    "cure": ("Cure light wounds", "Cure heavy wounds"),
    "charm": ("Charm person", "Charm monster"),
    "resist": ("Resist heat", "Resist cold"),
    "Cure light wounds or Cause light wounds": CLW,
}


@pytest.mark.parametrize("words", SPELT)
def test_a_spell_is_known_by_what_people_call_it(words: str) -> None:
    clauses = read(f"cast {words} at Bob", FIELD, "Ann").clauses
    meant = SPELT[words]
    if meant == ():
        assert clauses == ()
    elif isinstance(meant, str):
        assert [(c.spell, c.candidates, c.subject) for c in clauses if isinstance(c, CastClause)] == [
            (meant, (), "Bob")
        ]
    else:
        assert [(c.spell, c.candidates, c.subject) for c in clauses if isinstance(c, CastClause)] == [
            (None, meant, "Bob")
        ]


@pytest.mark.parametrize("name", SPELLBOOK)
@pytest.mark.parametrize("shape", ["cast {} at Bob", "{} at Bob", "{}", "LH: {}", "cast {} with LH", "LH F {} Bob"])
def test_every_spell_is_known_by_its_name_in_every_place(name: str, shape: str) -> None:
    for spelling in (name, name.lower(), name.upper().replace("-", " "), name.replace("-", "").title()):
        reading = read(shape.format(spelling), FIELD, "Ann")
        assert [c.spell for c in reading.clauses if isinstance(c, CastClause)] == [name]
        assert reading.complaints == ()


def test_other_clauses_take_short_forms_too() -> None:
    text = "bank clw, make dispel permanent, release mm at Bob, if RH=D cast chw at Bob, permanent fod"
    bank, permanent, release, forced, other = read(text, FIELD, "Ann").clauses
    assert isinstance(bank, BankClause)
    assert bank.candidates == CLW
    assert isinstance(permanent, PermanentClause)
    assert permanent.spell == "Dispel magic"
    assert isinstance(release, ReleaseClause)
    assert release.candidates == ("Magic mirror", "Missile")
    assert isinstance(forced, ForcedClause)
    assert forced.candidates == CHW
    assert isinstance(other, PermanentClause)
    assert other.spell == "Finger of death"


def test_a_condition_needs_one_spell() -> None:
    reading = read("element ice if Bob casts storm\nelement ice if Bob casts fire st", FIELD, "Ann")
    assert [c.spell for c in reading.clauses if isinstance(c, ElementClause)] == ["Fire storm"]
    assert reading.complaints[0].reason == "which spell: Fire storm or Ice storm?"


@pytest.mark.parametrize("text", ["prot evil", "lh d rh f confus", "fire at Bob", "para Bob", "clw self"])
def test_a_plain_abbreviation_needs_no_cast(text: str) -> None:
    reading = read(text, FIELD, "Ann")
    assert any(isinstance(clause, CastClause) for clause in reading.clauses)
    assert reading.complaints == ()


@pytest.mark.parametrize("text", ["fire", "is Bob", "so Bob", "as Bob", "goblin", "goblin at Bob", "co Bob"])
def test_a_vague_abbreviation_without_cast_is_no_spell(text: str) -> None:
    assert read(text, FIELD, "Ann").clauses == ()
