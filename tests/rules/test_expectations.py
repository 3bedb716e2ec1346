"""The comparison itself: each key of an expectation finds its fault, and says it so that a player can read it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.expectations import CHECKS, differences

ANN = {"hit_points": 14, "state": "alive", "enchantments": [{"name": "Haste", "turns_left": 3}], "banked": "Fear"}
GOBLIN = {"name": "goblin 1", "kind": "goblin", "controller": "Ann", "hit_points": 1, "alive": True}
MISSILE = {"caster": "Ann", "hand": "left", "spell": "Missile", "subject": "goblin 1", "outcome": "works"}
COMPLAINT = {"wizard": "Ann", "line": 7, "text": "LH: Q", "reason": "no such gesture", "kind": "refused"}
NORMAL = {
    "turn": 1,
    "part": "normal",
    "complaints": [COMPLAINT],
    "gestures": {"Ann": [["D", "-"]]},
    "casts": [MISSILE],
    "events": [],
    "wizards": {"Ann": ANN},
    "monsters": [GOBLIN],
}
EXTRA = NORMAL | {
    "part": "time stop",
    "casts": [],
    "gestures": {"Ann": [["F", "-"]]},
    "wizards": {"Ann": ANN | {"hit_points": 9}},
}
RECORD: dict[str, Any] = {
    "turns": [NORMAL, EXTRA],
    "result": {"state": "unfinished", "winner": None, "turn": None, "reason": None},
}

RIGHT_AND_WRONG: dict[str, tuple[Any, Any, str]] = {
    "hit_points": ({"Ann": 9}, {"Ann": 14}, "at the end: Ann has 9 hit points, not 14"),
    "hit_points_at": ({"1": {"Ann": 9}}, {"1": {"Ann": 14}}, "turn 1: Ann has 9 hit points, not 14"),
    "state": ({"Ann": "alive"}, {"Ann": "dead"}, "at the end: Ann is alive, not dead"),
    "state_at": ({"1": {"Ann": "alive"}}, {"1": {"Ann": "dead"}}, "turn 1: Ann is alive, not dead"),
    "banked_at": ({"1": {"Ann": "Fear"}}, {"1": {"Ann": None}}, "turn 1: Ann has banked Fear, not None"),
    "has": ({"Ann": ["Haste"]}, {"Ann": ["Fear"]}, "at the end: Ann should have Fear; enchantments: Haste"),
    "has_at": (
        {"1": {"Ann": ["haste"]}},
        {"1": {"Ann": ["Fear"]}},
        "turn 1: Ann should have Fear; enchantments: Haste",
    ),
    "lacks": ({"Ann": ["Fear"]}, {"Ann": ["Haste"]}, "at the end: Ann should not have Haste; enchantments: Haste"),
    "lacks_at": (
        {"1": {"Ann": ["Fear"]}},
        {"1": {"Ann": ["Haste"]}},
        "turn 1: Ann should not have Haste; enchantments: Haste",
    ),
    "turns_left_at": (
        {"1": {"Ann": {"Haste": 3}}},
        {"1": {"Ann": {"Haste": 1}}},
        "turn 1: Ann's Haste has 3 turns to run, not 1 turn",
    ),
    "monsters": (
        [{"kind": "goblin"}],
        [],
        "at the end: no monster should be alive, but there is goblin 1 (goblin, Ann's, 1 hit points)",
    ),
    "monsters_at": (
        {"1": [{"controller": "Ann"}]},
        {"1": [{"controller": "Bob"}]},
        "turn 1: no monster like {'controller': 'Bob'}; there are: goblin 1 (goblin, Ann's, 1 hit points)",
    ),
    "alive_monsters": (
        1,
        0,
        "at the end: 0 monsters should be alive; there are: goblin 1 (goblin, Ann's, 1 hit points)",
    ),
    "gestures": ({"1": {"Ann": [["D", "-"]]}}, {"1": {"Ann": [["S", "-"]]}}, "turn 1: Ann made D/-, not S/-"),
    "gestures_at_part": (
        {"1 time stop": {"Ann": [["F", "-"]]}},
        {"1 time stop": {"Ann": [["D", "-"]]}},
        "turn 1 time stop: Ann made F/-, not D/-",
    ),
    "casts": (
        {"1": [{"spell": "Missile"}], "1 time stop": []},
        {"1": [{"spell": "Fear"}]},
        "turn 1: no cast like {'spell': 'Fear'}; cast were: Ann's Missile (left) at goblin 1: works",
    ),
    "casts_exactly": (
        {"1": [{"spell": "Missile"}], "1 time stop": []},
        {"1": []},
        "turn 1: 0 spells should be cast; cast were: Ann's Missile (left) at goblin 1: works",
    ),
    "no_casts": (
        {"1": [{"spell": "Fear"}]},
        {"1": [{"caster": "Ann"}]},
        "turn 1: nothing like {'caster': 'Ann'} should be cast, but Ann's Missile (left) at goblin 1: works",
    ),
    "complaints": (
        {"1": [{"kind": "refused"}]},
        {"1": [{"kind": "warning"}]},
        "turn 1: no complaint like {'kind': 'warning'}; complaints: Ann: 'LH: Q' refused, no such gesture",
    ),
    "no_complaints": ([], ["1"], "turn 1: there should be no complaint, but Ann: 'LH: Q' refused, no such gesture"),
    "result": ({"state": "unfinished", "winner": None}, {"winner": "Ann"}, "result: winner is None, not 'Ann'"),
}


def test_every_key_has_a_right_and_a_wrong_example() -> None:
    assert RIGHT_AND_WRONG.keys() | {"clauses", "seen_by"} == CHECKS.keys()


@pytest.mark.parametrize("key", RIGHT_AND_WRONG)
def test_a_fulfilled_expectation_finds_nothing(key: str) -> None:
    assert differences({"clauses": ["A1"], key: RIGHT_AND_WRONG[key][0]}, RECORD) == []


@pytest.mark.parametrize("key", RIGHT_AND_WRONG)
def test_a_disappointed_expectation_says_what_and_when(key: str) -> None:
    _right, wrong, said = RIGHT_AND_WRONG[key]
    assert differences({"clauses": ["A1"], key: wrong}, RECORD) == [said]


def test_two_alike_need_two_partners() -> None:
    found = differences({"clauses": ["A1"], "monsters": [{"kind": "goblin"}, {"kind": "goblin"}]}, RECORD)
    assert len(found) == 1


def test_an_unknown_key_a_missing_turn_and_missing_clauses_are_faults() -> None:
    assert "no check is called 'hitpoints'" in differences({"clauses": ["A1"], "hitpoints": {}}, RECORD)[0]
    assert differences({"clauses": ["A1"], "casts": {"2": []}}, RECORD) == ["casts: the record has no turn 2"]
    assert differences({}, RECORD) == ["the file does not say which clauses it shows"]
