"""Which names wizards may have."""

import pytest

from engine.language import name_fault
from engine.language.lexicon import ROWS, SHORT_FORMS
from engine.spellbook import SPELLBOOK

GOOD = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Zed", "Black", "White", "Merlyn", "Mary Ann", "O'Brien", "D’Artagnan"]
GOOD += ["Jean-Luc", "Agent 7", "Zoë", "Łukasz", "X", "Hansel", "Lefty", "a" * 20]

# words that stand in the examples of the language
_SPOKEN = """
lh rh bh f p s w d c l r left right hand hands both stab knife nothing none rests cast with at on let go target attacks
attack rests monsters paralyse paralyze by frozen charm make element if casts bank release permanent surrender same
again say turn game wait ready withdraw orders end and then fingers wriggle palm proffer snap wave digit point clap self
me myself opponent enemy foe my goblin corpse nobody no one the air fod clw chw pfe mm dispel counter mirror bolt summon
fire ice elemental storm ogre troll fear shield missile fireball haste well met
"""
SPOKEN = sorted(set(_SPOKEN.split()))


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name_is_allowed(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize(
    "name", ["", "a" * 21, "7 of nine", "-Bob", "'Bob", " Bob", "Bob!", "Bob: LH", "Bo\nb", "Bob-"]
)
def test_a_name_of_the_wrong_shape_is_refused(name: str) -> None:
    assert name_fault(name) is not None


@pytest.mark.parametrize("word", SPOKEN)
def test_a_word_of_the_language_is_no_part_of_a_name(word: str) -> None:
    for name in (word, word.title(), f"Bob {word}", f"Bob-{word}"):
        fault = name_fault(name)
        assert fault is not None
        assert word in fault.casefold()


def test_no_word_of_a_spell_and_no_word_of_the_table_is_a_name() -> None:
    words = {w for name in SPELLBOOK for w in name.replace("-", " ").split()}
    words |= {w for _, row in ROWS for w in row.split() if w.isalpha()} | {w for s in SHORT_FORMS for w in s.split()}
    assert [word for word in sorted(words) if name_fault(word) is None] == []
