"""What a transcript's record says: the header, the turns, who did what, and how the duel ended."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.transcript import adjudicate_text


def record(text: str, viewer: str | None = None) -> dict[str, Any]:
    return adjudicate_text(text, viewer=viewer)


def test_the_record_names_the_duel_and_can_be_written_as_json() -> None:
    told = record("duel: Tea at noon # a remark\nWizards: Ann,Bob\nsalt: 7\nturn 1\nAnn: LH: P\n")
    assert {key: told[key] for key in ("format", "title", "rules", "salt", "wizards")} == {
        "format": 1,
        "title": "Tea at noon",
        "rules": "bartle",
        "salt": "7",
        "wizards": ["Ann", "Bob"],
    }
    assert json.loads(json.dumps(told)) == told
    assert told["result"] == {"state": "unfinished", "winner": None, "turn": None, "reason": None}
    (turn,) = told["turns"]
    assert list(turn) == ["turn", "part", "complaints", "gestures", "casts", "events", "wizards", "monsters"]


def test_a_wizard_who_is_not_named_does_nothing() -> None:
    (turn,) = record("duel: x\nwizards: Ann, Bob\nturn 1\nAnn: LH: P\n")["turns"]
    assert turn["gestures"] == {"Ann": [["P", "-"]], "Bob": [["-", "-"]]}
    assert turn["casts"] == [{"caster": "Ann", "hand": "left", "spell": "Shield", "subject": "Ann", "outcome": "works"}]


def test_setup_puts_wizards_and_monsters_on_the_field() -> None:
    told = record(
        "\ufeffduel: x\r\nwizards: Ann, Bob\r\n"
        "setup: Bob has 5 hit points\r\nsetup: Ann controls an ogre\r\nsetup: ogre has 1 hit point\r\n"
        "setup: Bob controls a goblin\r\nsetup: Ann controls a goblin\r\n"
        "setup: Bob has Resist heat\r\nsetup: Bob has Haste\r\nsetup: goblin 2 has Poison\r\n"
        "setup: Bob banked Missile\r\n"
        "setup: Ann history LH S RH PP\r\nturn 1\r\nAnn: LH: D, RH: -, goblin 2 rests, ogre rests\r\n"
        "Bob: both: W then both: W, goblin rests\r\n"
    )
    (turn,) = told["turns"]
    assert turn["complaints"] == []
    assert turn["wizards"]["Bob"] == {
        "hit_points": 4,
        "state": "alive",
        "enchantments": [{"name": "Resist heat", "turns_left": None}, {"name": "Haste", "turns_left": 2}],
        "banked": "Missile",
    }
    assert turn["gestures"]["Bob"] == [["W", "W"], ["W", "W"]]
    assert [(m["name"], m["kind"], m["controller"], m["hit_points"]) for m in turn["monsters"]] == [
        ("ogre 1", "ogre", "Ann", 1),
        ("goblin 1", "goblin", "Bob", 1),
        ("goblin 2", "goblin", "Ann", 1),
    ]


def test_anti_spell_in_the_setup_cuts_the_history_that_was_set_up() -> None:
    told = record(
        "duel: x\nwizards: Ann, Bob\nsetup: Ann has Anti-spell\nsetup: Ann history LH S RH -\nturn 1\nAnn: LH: D\n"
    )
    assert told["turns"][0]["casts"] == []


def test_elementals_of_the_setup_settle_on_turn_1() -> None:
    told = record(
        "duel: x\nwizards: Ann, Bob\nsetup: Ann controls a fire elemental\n"
        "setup: Bob controls an ice elemental\nturn 1\n"
    )
    (turn,) = told["turns"]
    assert [(m["name"], m["controller"], m["alive"]) for m in turn["monsters"]] == [
        ("fire elemental 1", None, False),
        ("ice elemental 1", None, False),
    ]
    assert turn["wizards"]["Ann"]["hit_points"] == 15


def test_orders_go_on_in_indented_lines_and_complaints_name_the_line_of_the_file() -> None:
    told = record(
        "duel: x\nwizards: Ann, Bob\nturn 1\nANN: LH: P\n\n# a comment between\n"
        "    cast Fireball   # why not\n    RH: Q\n"
    )
    (turn,) = told["turns"]
    assert [(c["wizard"], c["kind"], c["line"], c["text"]) for c in turn["complaints"]] == [
        ("Ann", "refused", 7, "cast Fireball"),
        ("Ann", "refused", 8, "RH: Q"),
    ]
    assert turn["gestures"]["Ann"] == [["P", "-"]]


def test_end_stops_only_the_block_it_stands_in() -> None:
    (turn,) = record("duel: x\nwizards: Ann, Bob\nturn 1\nAnn: LH: P\n  END\n  RH: P\nBob: both: W\n")["turns"]
    assert turn["gestures"] == {"Ann": [["P", "-"]], "Bob": [["W", "W"]]}


def test_guards_for_other_turns_and_withdrawal_leave_a_wizard_without_orders() -> None:
    (turn,) = record(
        "duel: x\nwizards: Ann, Bob\nturn 1\nAnn: turn 2, both: W\nBob: both: W\n withdraw orders, wait, game 9\n"
    )["turns"]
    assert turn["gestures"] == {"Ann": [["-", "-"]], "Bob": [["-", "-"]]}


def test_same_again_repeats_the_last_ordinary_turn_even_across_an_extra_one() -> None:
    told = record(
        "duel: x\nwizards: Ann, Bob\nsetup: Ann history LH SPP RH ---\n"
        "turn 1\nAnn: both: C, time stop on me\nturn 1 time stop\nAnn: both: W\nturn 2\nAnn: same again\n"
    )
    assert [turn["gestures"].get("Ann") for turn in told["turns"]] == [[["C", "C"]], [["W", "W"]], [["C", "C"]]]
    assert told["turns"][2]["complaints"][0]["line"] == 9, "Time stop is not finished again"


def test_a_missing_extra_turn_is_adjudicated_as_rest_also_at_the_end_of_the_file() -> None:
    opening = "duel: x\nwizards: Ann, Bob\nsetup: Ann history LH SPP RH ---\nturn 1\nAnn: both: C, time stop on me\n"
    for text in (opening, opening + "turn 2\n"):
        extra = record(text)["turns"][1]
        assert (extra["turn"], extra["part"], extra["gestures"]) == (1, "time stop", {"Ann": [["-", "-"]]})


def test_the_dead_order_nothing_and_a_complaint_says_so() -> None:
    told = record(
        "duel: x\nwizards: Ann, Bob, Cyd\nsetup: Cyd has 1 hit points\n"
        "turn 1\nAnn: LH: stab Cyd, RH: -\nturn 2\nCyd:\n  LH: P, RH: P\nBob: LH: -\n"
    )
    assert told["turns"][1]["complaints"] == [
        {
            "wizard": "Cyd",
            "kind": "refused",
            "line": 8,
            "text": "LH: P, RH: P",
            "reason": "Cyd is dead and orders nothing",
        }
    ]
    assert told["turns"][1]["wizards"]["Cyd"] == {
        "hit_points": 0,
        "state": "dead",
        "enchantments": [],
        "banked": None,
    }
    assert "Cyd" not in told["turns"][1]["gestures"]


def test_a_spell_at_the_unborn_names_the_monster_once_it_is_born_and_nobody_otherwise() -> None:
    head = "duel: x\nwizards: Ann, Bob\nsetup: Ann history LH S RH -\nsetup: Bob history LH SF RH --\nturn 1\n"
    born = record(head + "Ann: LH: D, missile at LH:Bob\nBob: LH: W\n")["turns"][0]
    assert (born["casts"][0]["subject"], born["casts"][0]["outcome"]) == ("goblin 1", "works")
    assert [(m["name"], m["alive"], m["hit_points"]) for m in born["monsters"]] == [("goblin 1", False, 0)]
    lost = record(head + "Ann: LH: D, missile at LH:Bob\nBob: LH: P\n")["turns"][0]
    assert (lost["casts"][0]["subject"], lost["casts"][0]["outcome"]) == (None, "no subject")


@pytest.mark.parametrize(
    ("ann", "bob", "hit_points", "result"),
    [
        ("both: P", "both: W", 15, ("won", "Bob", 1, "surrender")),
        ("both: P", "both: P", 15, ("draw", None, 1, "surrender")),
        ("LH: stab Bob, RH: -", "both: W", 1, ("won", "Ann", 1, "death")),
        ("LH: stab Bob, RH: -", "both: W", 2, ("unfinished", None, None, None)),
    ],
)
def test_the_result_tells_who_won_when_and_why(ann: str, bob: str, hit_points: int, result: tuple[Any, ...]) -> None:
    told = record(
        f"duel: x\nwizards: Ann, Bob\nsetup: Bob has {hit_points} hit points\nturn 1\nAnn: {ann}\nBob: {bob}\n"
    )
    assert tuple(told["result"].values()) == result


def test_a_given_die_is_the_one_that_falls_and_others_are_not_used() -> None:
    head = "duel: x\nwizards: Ann, Bob\nsetup: Ann history LH DS RH --\nturn 1\nAnn: LH: F, confusion on Bob\nturn 2\n"
    told = record(head + "dice: Bob right C\ndice: Ann left S\n")
    assert told["turns"][1]["gestures"] == {"Ann": [["-", "-"]], "Bob": [["-", "C"]]}


def test_a_wizard_may_be_called_dice() -> None:
    (turn,) = record("duel: x\nwizards: Ann, Dice\nturn 1\nDice: LH: P\n  RH: W\n")["turns"]
    assert turn["gestures"]["Dice"] == [["P", "W"]]


# -- through one viewer's eyes -----------------------------------------------------------------------------------

BLIND = (
    "duel: x\nwizards: Ann, Bob\nsetup: Bob has Blindness\nsetup: Ann controls a goblin\nsetup: Ann history LH S RH -\n"
    "turn 1\nAnn: LH: D, RH: Q, missile at Bob, goblin rests\nBob: LH: P, RH: Q\n"
)


def test_a_viewer_is_told_his_own_complaints_and_gestures_and_not_what_he_cannot_see() -> None:
    (turn,) = record(BLIND, viewer="bob")["turns"]
    assert [complaint["wizard"] for complaint in turn["complaints"]] == ["Bob"]
    assert turn["gestures"] == {"Ann": [["?", "?"]], "Bob": [["P", "-"]]}
    assert turn["wizards"]["Ann"]["hit_points"] == "?"
    assert turn["wizards"]["Bob"]["hit_points"] == 15
    assert turn["monsters"] == []


def test_who_does_not_share_an_extra_turn_sees_what_came_of_it() -> None:
    told = record(
        "duel: x\nwizards: Ann, Bob\nsetup: Ann history LH SPP RH ---\nsetup: Bob controls a goblin\n"
        "turn 1\nAnn: both: C, time stop on me\nturn 1 time stop\nAnn: LH: stab goblin\n",
        viewer="Bob",
    )
    extra = told["turns"][1]
    assert extra["gestures"] == {"Ann": [["?", "?"]]}
    assert [(m["name"], m["alive"]) for m in extra["monsters"]] == [("goblin 1", False)]


def test_who_sees_everything_is_told_everything_but_others_complaints() -> None:
    whole, seen = record(BLIND)["turns"][0], record(BLIND, viewer="Ann")["turns"][0]
    for key in ("gestures", "casts", "monsters"):
        assert seen[key] == whole[key]
    assert [complaint["wizard"] for complaint in seen["complaints"]] == ["Ann"]
