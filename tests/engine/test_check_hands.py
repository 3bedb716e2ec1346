"""Gestures: one for each hand, one knife, no stab at oneself, and what holds the mind."""

from __future__ import annotations

import pytest

from engine.clauses import AimClause, HandClause
from engine.enchantments import PARALYSIS
from engine.model import Gesture, Hand
from tests.engine.bench import Case, bound, case_name, cases, casts, duel_of, fallen, judged, missing, told

TWO = duel_of()
THREE = duel_of(wizards="Ann, Bob, Cyd")


@pytest.mark.parametrize("case", cases("hands"), ids=case_name)
def test_each_hand_makes_one_legal_gesture_or_is_still_owed(case: Case) -> None:
    checked = case.checked
    assert told(checked.complaints) == case.all("complaint")
    assert missing(checked) == case.all("owed")
    assert checked.complete is not bool(case.all("owed"))


def test_a_stab_goes_at_the_only_opponent_and_among_several_needs_a_name() -> None:
    (stab,) = (c for c in judged(TWO, "LH: stab, RH: P").orders.clauses if isinstance(c, HandClause) and c.subject)
    assert stab.subject == "Bob"
    refused = judged(THREE, "LH: stab, RH: P")
    assert told(refused.complaints) == ["refused|LH: stab|a stab needs somebody to stab"]
    assert refused.complaints[0].suggestion == "LH: stab Bob"


def test_an_aim_without_a_spell_says_whom_a_stab_goes_at() -> None:
    checked = judged(THREE, "LH: stab, RH: -, LH at Cyd")
    assert told(checked.complaints) == []
    assert (
        HandClause(half=0, hand=Hand.LEFT, gesture=Gesture.STAB, subject="Cyd", line=1, text="LH: stab")
        in checked.orders.clauses
    )


def test_a_stab_refused_for_a_frozen_knife_still_says_whom_that_knife_goes_at() -> None:
    frozen = bound(THREE, "Ann", name=PARALYSIS, hand=Hand.RIGHT, gesture=Gesture.STAB)
    checked = judged(frozen, "LH: stab Cyd")
    assert [(c.hand, c.subject) for c in checked.orders.clauses if isinstance(c, AimClause)] == [(Hand.RIGHT, "Cyd")]


def test_a_stab_at_the_dead_is_accepted_with_a_warning() -> None:
    checked = judged(fallen(THREE, "Cyd"), "LH: stab Cyd, RH: -")
    assert [complaint.kind for complaint in checked.complaints] == ["warning"]
    assert checked.complete


def test_two_palms_are_said_to_surrender() -> None:
    assert judged(TWO, "LH: P, RH: P").surrenders
    assert judged(TWO, "surrender").surrenders
    assert not judged(TWO, "LH: P, RH: W").surrenders
    frozen = bound(TWO, "Ann", name=PARALYSIS, hand=Hand.LEFT, gesture=Gesture.PALM)
    assert judged(frozen, "RH: P").surrenders


def test_a_frozen_hand_finishes_spells() -> None:
    frozen = bound(duel_of("Ann history LH S RH -"), "Ann", name=PARALYSIS, hand=Hand.LEFT, gesture=Gesture.DIGIT)
    assert casts(judged(frozen, "RH: P")) == [
        "Missile left Bob by default by itself",
        "Shield right Ann by default by itself",
    ]
