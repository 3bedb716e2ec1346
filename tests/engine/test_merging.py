"""A later mail over an earlier one: what each kind of clause replaces, and what it leaves."""

from __future__ import annotations

import pytest

from engine.language import canonical
from engine.merging import merge
from tests.engine.bench import clauses_of, duel_of

DUEL = duel_of("Ann controls a goblin", "Ann controls an ogre", "Bob history LH W RH -", wizards="Ann, Bob, Cyd")


def merged(old: str, new: str) -> tuple[list[str], list[str]]:
    """(What counts, what was replaced), in canonical words."""
    kept, replaced = merge(clauses_of(DUEL, old), clauses_of(DUEL, new))
    return [canonical(c) for c in kept], [canonical(c) for c in replaced]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("LH: F", "LH: P"),
        ("LH: stab Bob", "stab Cyd"),
        ("stab Bob", "stab Cyd"),
        ("cast Missile with LH at Bob", "cast Shield with LH at Ann"),
        ("cast Missile at Bob", "cast Missile at Cyd"),
        ("LH at Bob", "cast Missile with LH at Cyd"),
        ("LH at Bob", "LH at Cyd"),
        ("goblin 1 attacks Bob", "goblin 1 attacks Cyd"),
        ("goblin 1 attacks Bob", "monsters attack Cyd"),
        ("paralyse Bob's LH", "paralyse Bob's RH"),
        ("charm Bob's LH", "charm Bob's RH"),
        ("make Bob's LH: P", "make Bob's LH: W"),
        ("if LH=D cast Missile at Bob", "if LH=D cast Missile at Cyd"),
        ("element: fire", "element: ice"),
        ("bank LH", "bank RH"),
        ("permanent LH", "permanent RH"),
        ("release at Bob", "release at Cyd"),
    ],
)
def test_a_later_clause_replaces_an_earlier_one_of_the_same_matter(earlier: str, later: str) -> None:
    (now,) = [canonical(c) for c in clauses_of(DUEL, later)]
    (then,) = [canonical(c) for c in clauses_of(DUEL, earlier)]
    assert merged(earlier, later) == ([now], [then])


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("LH: F", "RH: P"),
        ("LH: F", "stab Cyd"),
        ("cast Missile with LH at Bob", "cast Shield with RH at Ann"),
        ("cast Missile at Bob", "cast Shield at Ann"),
        ("RH at Bob", "cast Missile with LH at Cyd"),
        ("LH at Bob", "RH at Cyd"),
        ("goblin 1 attacks Bob", "ogre 1 attacks Cyd"),
        ("monsters attack Bob", "goblin 1 attacks Cyd"),
        ("paralyse Bob's LH", "charm Bob's RH"),
        ("paralyse Bob's LH", "paralyse Cyd's LH"),
        ("make Bob's LH: P", "make Bob's RH: W"),
        ("if LH=D cast Missile at Bob", "if LH=F cast Missile at Cyd"),
        ("bank LH", "permanent RH"),
        ("say: ho", "say: hum"),
    ],
)
def test_clauses_of_different_matters_stand_together(earlier: str, later: str) -> None:
    both = [canonical(c) for text in (earlier, later) for c in clauses_of(DUEL, text)]
    assert merged(earlier, later) == (both, [])


def test_a_gesture_takes_one_palm_of_a_surrender_back() -> None:
    assert merged("surrender", "LH: W") == (["RH: P", "LH: W"], ["surrender"])
