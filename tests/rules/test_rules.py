"""The rules as transcripts: every .duel below this folder is adjudicated and held against its .expect.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.evolve import replay
from engine.transcript import adjudicate_text, play
from tests.rules.clauses import CLAUSES, HERE, duels, expectations, shown
from tests.rules.expectations import Json, differences

DUELS = duels()


def record_of(duel: Path, viewer: str | None = None) -> Json:
    """The record as JSON gives it back; with a viewer, as that wizard may know it."""
    record: Json = json.loads(
        json.dumps(adjudicate_text(duel.read_text(encoding="utf-8"), name=duel.name, viewer=viewer))
    )
    return record


@pytest.mark.parametrize("duel", DUELS, ids=lambda duel: str(duel.relative_to(HERE).with_suffix("")))
def test_the_duel_goes_as_the_rules_say(duel: Path) -> None:
    expect = expectations(duel)
    found = differences(expect, record_of(duel))
    for viewer, seen in expect.get("seen_by", {}).items():
        view = differences(seen | {"clauses": expect["clauses"]}, record_of(duel, viewer))
        found += [f"seen by {viewer}: {line}" for line in view]
    assert not found, "\n".join([duel.name, *found])


def test_the_events_of_every_transcript_replayed_over_the_duel_before_give_the_duel_after() -> None:
    for duel in DUELS:
        for each in play(duel.read_text(encoding="utf-8"), name=duel.name)[1]:
            assert replay(each.turn.before, each.turn.events) == each.turn.after, duel.name


def test_every_transcript_says_at_its_top_why_it_goes_so() -> None:
    assert [duel.name for duel in DUELS if not duel.read_text(encoding="utf-8").startswith("# ")] == []


def test_every_expectation_has_a_transcript() -> None:
    lone = [file for file in HERE.rglob("*.expect.json") if not file.with_name(file.name[:-12] + ".duel").exists()]
    assert not lone


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_transcript(clause: str) -> None:
    assert shown()[clause], f"no transcript shows {clause}"


def test_every_clause_that_a_transcript_names_exists() -> None:
    assert sorted(shown().keys() - set(CLAUSES)) == []
