"""Whom an unaimed spell goes at."""

import pytest

from engine.casting import default_subject
from engine.spellbook import SPELLBOOK
from tests.engine.bench import duel_of

DUEL = duel_of("Bob controls a goblin", "Bob controls a fire elemental")


@pytest.mark.parametrize(
    ("spell", "subject"),
    [("Shield", "Ann"), ("Missile", "Bob"), ("Charm monster", "goblin 1"), ("Fire storm", None), ("Ice storm", None)],
)
def test_an_unaimed_spell_goes_at_its_default(spell: str, subject: str | None) -> None:
    assert default_subject(DUEL, "Ann", SPELLBOOK[spell]) == subject


@pytest.mark.parametrize("setup", [(), ("Bob controls a goblin", "Bob controls an ogre"), ("Ann controls a goblin",)])
def test_charm_monster_has_no_default_but_the_one_hostile_monster(setup: tuple[str, ...]) -> None:
    assert default_subject(duel_of(*setup), "Ann", SPELLBOOK["Charm monster"]) is None


def test_among_several_opponents_there_is_no_default() -> None:
    assert default_subject(duel_of(wizards="Ann, Bob, Cid"), "Ann", SPELLBOOK["Missile"]) is None
