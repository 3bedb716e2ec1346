"""The engine agrees with the second opinion, which can tell when it does not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.events import Attacked, CastFated, Event, StormRaged, Turn
from engine.transcript import play
from tests.simulation.comparing import differences
from tests.simulation.coverage import reach
from tests.simulation.measures import SOAK, chunk_name, games
from tests.simulation.seekers import played

SOON = range(5182, 8782)  # seeds whose games have everything sooner than those from 0 on


@pytest.mark.parametrize("seeds", games(200, 9600), ids=chunk_name)
def test_the_engine_and_the_second_opinion_agree(seeds: range) -> None:
    for seed in seeds:
        for each in played(seed):
            where = f"game {seed}, turn {each.turn.turn}, {each.turn.part}"
            assert [f"{where}: {found}" for found in differences(each.turn)] == []


def turn_of(*lines: str) -> Turn:
    """The first turn of a transcript of Ann and Bob."""
    return play("\n".join(["duel: a dispute", "wizards: Ann, Bob", *lines]))[1][0].turn


def without(turn: Turn, kind: type[Event]) -> Turn:
    return replace(turn, events=tuple(e for e in turn.events if not isinstance(e, kind)))


MIRRORED = turn_of(
    "setup: Ann history LH S RH -", "setup: Bob history LH C RH C", "turn 1", "Ann: LH: D, RH: -", "Bob: both: W"
)
STORM = turn_of(
    "setup: Bob controls a fire elemental",
    "setup: Ann history LH SWW RH ---",
    "turn 1",
    "Ann: both: C, cast Fire storm",
)
ELEMENTAL = turn_of("setup: Bob controls a fire elemental", "turn 1", "Ann: LH: P, RH: -")


@pytest.mark.parametrize(
    ("turn", "kind", "told"),
    [
        (MIRRORED, CastFated, "by second opinion reflected"),
        (STORM, StormRaged, "storms that rage: [], by second opinion ['fire']"),
        (ELEMENTAL, Attacked, "fire elementals that strike: []"),
    ],
)
def test_the_second_opinion_speaks_up(turn: Turn, kind: type[Event], told: str) -> None:
    assert list(differences(turn)) == []
    assert any(told in found for found in differences(without(turn, kind)))


def test_seekers_reach_every_spell_and_every_pair_of_the_interaction_matrix() -> None:
    reached = reach(range(20_000)) if SOAK else reach(SOON, turns_max=2, until_complete=True)
    print(reached.table())
    assert reached.missing() == []
