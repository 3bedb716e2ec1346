"""Orders as sets: guards, drafts, withdrawal, `same again`, and a later mail over an earlier one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.clauses import AnyClause, CastClause, HandClause, Orders, SameAgainClause, SayClause, SurrenderClause
from engine.enchantments import HASTE
from engine.language import canonical
from engine.merging import merge
from engine.model import Hand, State
from engine.orders import check
from tests.engine.bench import bound, casts, clauses_of, duel_of, fallen, judged, missing, told

DUEL = duel_of("Ann history LH S RH S", "Ann controls a goblin")
LATER = replace(DUEL, turn=3)


def texts(clauses: tuple[AnyClause, ...]) -> list[str]:
    return [canonical(clause) for clause in clauses]


# -- guards, drafts, withdrawal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "reason"),
    [(3, "turn 3 is past: orders are due for turn 4"), (5, "turn 5 is yet to come: orders are due for turn 4")],
)
def test_orders_guarded_for_another_turn_are_refused_whole(turn: int, reason: str) -> None:
    checked = judged(LATER, f"turn {turn}, LH: F, RH: F")
    assert told(checked.complaints) == [f"refused|turn {turn}|{reason}"]
    assert checked.guarded_off
    assert checked.orders == Orders(wizard="Ann")
    assert not checked.complete


def test_orders_guarded_for_this_turn_and_game_are_taken() -> None:
    clauses = clauses_of(LATER, "turn 4, game 17, LH: F, RH: F")
    assert check(LATER, "Ann", clauses, game=17).complete
    assert check(LATER, "Ann", clauses).complete, "a transcript has no game number"
    other = check(LATER, "Ann", clauses, game=16)
    assert told(other.complaints) == ["refused|game 17|this is game 16, not game 17"]
    assert other.guarded_off


def test_withdrawn_orders_are_none() -> None:
    checked = judged(LATER, "withdraw orders, LH: F, RH: F")
    assert checked.withdrawn
    assert checked.orders == Orders(wizard="Ann")
    assert checked.written == ()
    assert missing(checked) == ["0 left", "0 right"]


def test_the_last_word_says_whether_orders_are_a_draft() -> None:
    assert judged(LATER, "wait, LH: F, RH: F").draft
    assert not judged(LATER, "wait, LH: F, RH: F, ready").draft


@pytest.mark.parametrize(("state", "what"), [(State.DEAD, "is dead"), (State.SURRENDERED, "has left the duel")])
def test_the_dead_and_the_departed_order_nothing(state: State, what: str) -> None:
    gone = fallen(duel_of(wizards="Ann, Bob, Cyd"), "Ann", state)
    checked = judged(gone, "LH: F, RH: F")
    assert told(checked.complaints) == [f"refused|LH: F|Ann {what} and orders nothing"]
    assert checked.orders.clauses == ()


def test_nobody_else_can_be_checked() -> None:
    with pytest.raises(ValueError, match="no wizard 'Zed'"):
        check(DUEL, "Zed", ())


# -- same again --------------------------------------------------------------------------------------------------

BEFORE = clauses_of(DUEL, "LH: D, RH: D, missile with LH at Bob, missile with RH at me, goblin attacks Bob, say: hm")


def test_same_again_repeats_what_was_ordered_without_words() -> None:
    checked = judged(LATER, "say: hoy\nsame again", previous=BEFORE)
    assert told(checked.complaints) == []
    assert casts(checked) == ["Missile left Bob", "Missile right Ann"]
    assert [c.words for c in checked.orders.clauses if isinstance(c, SayClause)] == ["hoy"]
    assert all(not isinstance(clause, SameAgainClause) for clause in checked.written)
    assert {clause.line for clause in checked.orders.clauses} == {1, 2}


def test_a_gesture_beside_same_again_drops_all_that_was_said_of_that_hand() -> None:
    checked = judged(LATER, "same again, LH: P", previous=BEFORE)
    assert told(checked.complaints) == []
    assert casts(checked) == ["Shield left Ann by default by itself", "Missile right Ann"]


def test_a_surrender_beside_same_again_drops_the_gestures_and_what_can_no_longer_be_cast() -> None:
    checked = judged(LATER, "same again, surrender", previous=BEFORE)
    assert checked.surrenders
    assert "goblin 1 attacks Bob" in texts(checked.orders.clauses)


def test_a_cast_of_the_other_half_beside_same_again_overrides_nothing() -> None:
    hasted = bound(LATER, "Ann", name=HASTE, until=5)
    before = clauses_of(hasted, "LH: D, RH: F, missile at Ann then LH: S, RH: F")
    assert casts(judged(hasted, "same again then LH: S, RH: P", previous=before)) == [
        "Missile left Ann",
        "Shield right Ann by default by itself",
    ]
    beside = judged(hasted, "same again then missile at Bob", previous=before)
    assert [c.subject for c in beside.written if isinstance(c, CastClause)] == ["Ann", "Bob"]


def test_other_clauses_beside_same_again_override() -> None:
    checked = judged(LATER, "same again, missile with LH at me, goblin rests", previous=BEFORE)
    assert told(checked.complaints) == []
    assert casts(checked) == ["Missile left Ann", "Missile right Ann"]
    assert "goblin 1 rests" in texts(checked.orders.clauses)
    assert "goblin 1 attacks Bob" not in texts(checked.orders.clauses)


def test_a_surrender_and_a_release_are_not_repeated() -> None:
    checked = judged(LATER, "same again", previous=clauses_of(DUEL, "surrender, release"))
    assert missing(checked) == ["0 left", "0 right"]
    assert not checked.surrenders


def test_a_stab_is_repeated_in_the_hand_it_went_to() -> None:
    first = judged(DUEL, "LH: P, stab Bob")
    again = judged(LATER, "same again, LH: F", previous=first.written)
    assert told(again.complaints) == []
    assert sorted(texts(again.orders.clauses)) == ["LH: F", "RH: stab Bob"]


def test_there_is_nothing_to_repeat_on_turn_1_nor_after_silence_nor_in_an_extra_turn() -> None:
    assert told(judged(DUEL, "same again").complaints) == ["refused|same again|there is no last turn to repeat"]
    assert told(judged(LATER, "same again").complaints) == [
        "refused|same again|you ordered nothing last turn that could be repeated"
    ]
    stopped = replace(LATER, stopped=("Ann",))
    assert told(judged(stopped, "same again", previous=BEFORE).complaints) == [
        "refused|same again|an extra turn repeats nothing: write it out"
    ]


# -- a later mail over an earlier one ----------------------------------------------------------------------------

FIRST = "LH: F, RH: P, missile with LH at Bob, goblin attacks Bob, say: hm"
MERGED = [
    ("LH: S, RH: W", ["LH: S", "RH: W"], FIRST),
    ("surrender", ["surrender"], FIRST),
    ("same again", ["same again"], FIRST),
    ("LH: S, stab Bob", ["LH: S", "stab Bob"], FIRST),
    ("LH: S", ["RH: P", "cast Missile with LH at Bob", "goblin 1 attacks Bob", "say: hm", "LH: S"], "LH: F"),
    (
        "missile with LH at me",
        ["LH: F", "RH: P", "goblin 1 attacks Bob", "say: hm", "cast Missile with LH at Ann"],
        "cast Missile with LH at Bob",
    ),
    (
        "goblin rests",
        ["LH: F", "RH: P", "cast Missile with LH at Bob", "say: hm", "goblin 1 rests"],
        "goblin 1 attacks Bob",
    ),
    ("say: ho", ["LH: F", "RH: P", "cast Missile with LH at Bob", "goblin 1 attacks Bob", "say: hm", "say: ho"], ""),
    ("wait", ["LH: F", "RH: P", "cast Missile with LH at Bob", "goblin 1 attacks Bob", "say: hm", "wait"], ""),
]


@pytest.mark.parametrize(("mail", "now", "replaced"), MERGED)
def test_a_mail_for_both_hands_replaces_the_earlier_one_and_a_smaller_one_what_it_names(
    mail: str, now: list[str], replaced: str
) -> None:
    clauses, gone = merge(clauses_of(DUEL, FIRST), clauses_of(DUEL, mail))
    assert texts(clauses) == now
    assert texts(gone) == texts(clauses_of(DUEL, replaced))


def test_a_gesture_after_a_surrender_leaves_the_other_palm() -> None:
    clauses, gone = merge(clauses_of(DUEL, "surrender"), clauses_of(DUEL, "LH: F"))
    assert texts(clauses) == ["RH: P", "LH: F"]
    assert [type(clause) for clause in gone] == [SurrenderClause]


def test_a_gesture_that_could_not_be_read_takes_the_old_one_away() -> None:
    clauses, gone = merge(clauses_of(DUEL, "LH: F, RH: P"), (), spoiled=((0, Hand.LEFT),))
    assert texts(clauses) == ["RH: P"]
    assert texts(gone) == ["LH: F"]


def test_what_stays_of_an_earlier_mail_has_no_line_of_the_later_one() -> None:
    clauses, _ = merge(clauses_of(DUEL, "LH: F, RH: P"), clauses_of(DUEL, "\nLH: S"))
    assert [clause.line for clause in clauses if isinstance(clause, HandClause)] == [0, 2]
