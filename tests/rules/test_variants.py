"""The rule sets: every row of the canon's table is decided, and every decision shows in a transcript."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from engine.transcript import adjudicate_text
from engine.variants import BARTLE, DISPUTED, RULE_SETS, RuleSet
from tests.rules.clauses import HERE, expectations

ROWS: Final[dict[str, dict[str, Any]]] = json.loads((HERE / "variants.json").read_text(encoding="utf-8"))
FIELDS: Final = [
    field for field in RuleSet.__struct_fields__ if field not in ("name", "summary", "spellbook")
]  # each settles one clause
SHOWN: Final = {row: each["shown_by"] for row, each in ROWS.items() if "field" in each}


def transcript(name: str) -> Path:
    return HERE / "firetop" / f"{name}.duel"


@cache
def told(name: str, rules: str) -> list[Any]:
    """What the transcript comes to under a rule set, to everybody and to each of its wizards."""
    text = re.sub(r"(?m)^rules: .*$", f"rules: {rules}", transcript(name).read_text(encoding="utf-8"))
    whole = adjudicate_text(text)
    views = [whole, *(adjudicate_text(text, viewer=wizard) for wizard in whole["wizards"])]
    return [[{**turn, "complaints": []} for turn in view["turns"]] + [view["result"]] for view in views]


def test_every_row_of_the_canon_is_decided_once_and_says_why() -> None:
    assert list(ROWS) == [f"A{number}" for number in range(1, 104)]
    for row, each in ROWS.items():
        assert set(each) in ({"same"}, {"keeps_ours"}, {"firetop", "field", "shown_by"}), row
        assert all(each.values()), row


def test_every_field_settles_the_row_that_it_names() -> None:
    assert list(DISPUTED) == FIELDS
    for field in FIELDS:
        assert [row for row, each in ROWS.items() if each.get("field") == field] == [DISPUTED[field].row]


@pytest.mark.parametrize("rules", [each for each in RULE_SETS.values() if each is not BARTLE], ids=lambda r: r.name)
def test_a_row_that_differs_is_a_field_that_differs(rules: RuleSet) -> None:
    for field in (*FIELDS, "spellbook"):
        assert getattr(rules, field) != getattr(BARTLE, field), field


def test_the_rows_tell_what_players_are_told() -> None:
    for each in ROWS.values():
        if each.get("field") in DISPUTED:
            point = DISPUTED[each["field"]]
            assert each["firetop"] == (point.yes if getattr(RULE_SETS["firetop"], each["field"]) else point.no)


@pytest.mark.parametrize("row", SHOWN)
def test_every_decision_has_a_transcript_that_goes_otherwise_under_the_canon(row: str) -> None:
    assert any(told(name, "firetop") != told(name, "bartle") for name in SHOWN[row])


def test_every_transcript_of_firetop_is_named_by_its_row_and_plays_by_its_rules() -> None:
    files = sorted((HERE / "firetop").glob("*.duel"))
    assert sorted(name for names in SHOWN.values() for name in names) == [file.stem for file in files]
    for file in files:
        assert "\nrules: firetop\n" in file.read_text(encoding="utf-8"), file.stem
        assert all(file.stem in SHOWN[clause] for clause in expectations(file)["clauses"]), file.stem


def test_spells_of_the_canon_that_firetop_changes_have_rows_that_say_so() -> None:
    book, canon = RULE_SETS["firetop"].spellbook, BARTLE.spellbook
    changed = {name for name in (*book, *canon) if book.get(name) != canon.get(name)}
    assert changed == {
        "Summon elemental",
        "Summon fire elemental",
        "Summon ice elemental",
        "Remove enchantment",
        "Charm monster",
        "Anti-spell",
        "Time stop",
    }
