"""What mails tell of a duel under another rule set than the canon."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from engine.model import new_duel
from engine.transcript import play
from engine.variants import RULE_SETS
from engine.views import observe
from referee.mail import compose
from referee.mail.narrate import narrate
from tests.mail.scenes import scene

FIRETOP: Final = Path(__file__).parent.parent / "rules" / "firetop"
TOLD: Final = (
    ("a026-paralysis-yields-to-fear", 0, "Bob", "gave way to another spell that holds your mind"),
    ("a032-a-paralysed-ogre-stands-still-at-once", 0, "Ann", "ogre 1 stood paralysed and did not strike"),
    ("a032-a-paralysed-ogre-stands-still-at-once", 0, "Ann", "which seized ogre 1 at once"),
    ("a046-an-amnesiac-ogre-rests-at-once", 0, "Ann", "ogre 1 forgot all its orders and did not strike"),
    ("a050-a-frightened-ogre-rests-at-once", 0, "Ann", "ogre 1 cowered in fear and did not strike"),
    ("a039-the-blind-miss", 0, "Bob", "it missed, as Ann was blind"),
    ("a039-the-blind-miss", 0, "Bob", "Ann stabbed blindly at you and met the air"),
    ("a041-a-monster-of-unseen-hands-is-seen", 0, "Bob", "out stepped goblin 1, to obey Ann"),
    ("a091-delayed-effect-takes-nothing-on-its-own-turn", 0, "Ann", "one can be kept for later"),
)


@pytest.mark.parametrize(("name", "turn", "viewer", "words"), TOLD)
def test_what_firetop_decides_otherwise_is_told_otherwise(name: str, turn: int, viewer: str, words: str) -> None:
    _, turns = play((FIRETOP / f"{name}.duel").read_text(encoding="utf-8"))
    told = " ".join(narrate(observe(turns[turn].turn, viewer)))
    assert words.casefold() in told.casefold(), told


def test_a_spell_that_firetop_hides_is_not_in_the_story() -> None:
    name = "a041-a-spell-that-touches-nobody-in-sight-is-hidden.duel"
    _, turns = play((FIRETOP / name).read_text(encoding="utf-8"))
    assert "Protection" not in " ".join(narrate(observe(turns[0].turn, "Bob")))
    assert "Protection" in " ".join(narrate(observe(turns[0].turn, "Ann")))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_invitation_lists_the_spells_of_the_games_rule_set(rules: str) -> None:
    mail = compose.invitation(scene(new_duel(("Ann", "Bob"), rules=rules), "Ann"), commitment="ab" * 32)
    for text in (mail.text, mail.html):
        for spell in RULE_SETS[rules].spellbook.values():
            assert spell.name in text
            assert all(formula in text for formula in spell.formulas)


def test_a_stored_spell_that_keeps_its_subject_is_asked_for_without_one() -> None:
    name = "a092-a-banked-spell-keeps-its-subject.duel"
    _, turns = play((FIRETOP / name).read_text(encoding="utf-8"))
    assert "let it loose, at Bob as when you stored it" in scene(turns[0].turn.after, "Ann").release_hint
