"""Spells: which hand finishes them, one for each gesture, what cannot be let go, and whom they go at."""

from __future__ import annotations

import pytest

from engine.clauses import CastClause
from engine.enchantments import CHARM_PERSON, CONFUSION, HASTE
from engine.model import Hand, State
from tests.engine.bench import Case, bound, case_name, cases, casts, duel_of, fallen, judged, suggestions, told

MISSILE = duel_of("Ann history LH S RH -")
MELEE = duel_of("Ann history LH S RH -", wizards="Ann, Bob, Cyd")


@pytest.mark.parametrize("case", cases("casts"), ids=case_name)
def test_a_spell_is_cast_as_ordered_or_complained_about(case: Case) -> None:
    checked = case.checked
    assert told(checked.complaints) == case.all("complaint")
    assert casts(checked) == case.all("cast")


@pytest.mark.parametrize("case", [case for case in cases("casts") if case.all("try")], ids=case_name)
def test_a_complaint_comes_with_the_nearest_form_that_would_have_worked(case: Case) -> None:
    checked = case.checked
    for complaint, suggestion in suggestions(case):
        (mine,) = (each for each in checked.complaints if told([each]) == [complaint])
        assert mine.suggestion == suggestion
        again = case.one("orders", "").replace(mine.text, suggestion)
        assert told(judged(case.duel, again).complaints) == [], "the suggestion is accepted"


def test_a_hand_that_may_show_anything_may_be_ordered_to_cast_anything_it_could_finish() -> None:
    charmed = bound(MISSILE, "Ann", name=CHARM_PERSON, hand=Hand.LEFT, by="Bob")
    assert told(judged(charmed, "LH: P, RH: -, missile with LH at Bob").complaints) == []
    assert told(judged(charmed, "LH: P, RH: -, missile with RH at Bob").complaints) != []
    confused = bound(MISSILE, "Ann", name=CONFUSION)
    assert told(judged(confused, "LH: P, RH: -, missile at Bob, if LH=D cast missile at Ann").complaints) == []
    assert told(judged(confused, "LH: P, RH: -, fireball at Bob").complaints) != []


def test_in_a_hasted_turn_a_clause_with_a_hand_belongs_to_the_pair_it_stands_with() -> None:
    hasted = bound(MISSILE, "Ann", name=HASTE, until=4)
    assert told(judged(hasted, "LH: F, RH: F then LH: D, RH: -, missile with LH").complaints) == [
        "refused|missile with LH|LH does not finish Missile in the second pair"
    ]
    assert casts(judged(hasted, "LH: D, RH: F then LH: F, RH: -, missile at Ann")) == ["Missile left Ann"]


def test_a_spell_at_the_dead_and_the_departed_is_accepted_with_a_warning_but_raise_dead_reaches_a_corpse() -> None:
    raising = duel_of("Ann history LH DWWFW RH -----", wizards="Ann, Bob, Cyd")
    dead = fallen(raising, "Cyd")
    assert told(judged(dead, "clap, raise dead at Cyd").complaints) == []
    assert told(judged(fallen(raising, "Cyd", State.SURRENDERED), "clap, raise dead at Cyd").complaints) == [
        "warning|raise dead at Cyd|Cyd has left the duel: the spell is lost"
    ]
    kinds = [complaint.kind for complaint in judged(fallen(MELEE, "Cyd"), "LH: D, RH: -, missile at Cyd").complaints]
    assert kinds == ["warning"]


def test_an_elemental_cannot_be_raised() -> None:
    duel = fallen(duel_of("Ann history LH DWWFW RH -----", "Bob controls an ice elemental"), "ice elemental 1")
    checked = judged(duel, "clap, raise dead at ice elemental 1")
    assert told(checked.complaints)[0] == "refused|raise dead at ice elemental 1|an elemental leaves no corpse to raise"
    assert casts(checked) == ["Raise dead both Ann by default by itself"]


def test_a_short_form_stands_for_the_spell_that_the_hand_finishes_in_the_orders_too() -> None:
    duel = duel_of("Ann history LH DF RH --")
    checked = judged(duel, "LH: W, RH: -, clw at Bob")
    assert [c.spell for c in checked.orders.clauses if isinstance(c, CastClause)] == ["Cure light wounds"]
