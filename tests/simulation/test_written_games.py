"""Games written as transcripts: whatever was played adjudicates to the same events, and is written the same again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from engine.model import Duel
from engine.transcript import Played, opening, play
from engine.transcript_writing import Told, write_transcript
from tests.simulation.measures import chunk_name, games
from tests.simulation.seekers import Game

RULES = Path(__file__).parents[1] / "rules"
TRANSCRIPTS = sorted(RULES.rglob("*.duel"))


def told_of(played: Sequence[Played]) -> list[Told]:
    return [Told(turn=p.turn.turn, part=p.turn.part, orders=p.orders, events=p.turn.events) for p in played]


def assert_written_alike(duel: Duel, told: list[Told], where: str) -> str:
    """The transcript of the game, after it was seen to give the same events and the same transcript again."""
    text = write_transcript(duel, told, title="one game")
    script, again = play(text)
    assert opening(script) == duel, where
    assert len(told) <= len(again) <= len(told) + 1, where  # an extra turn owed is taken as rest
    for one, other in zip(told, again, strict=False):
        place = f"{where}, turn {one.turn}, {one.part}\n{text}"
        assert (other.turn.turn, other.turn.part) == (one.turn, one.part), place
        assert msgspec.json.encode(other.turn.events) == msgspec.json.encode(one.events), place
        refused = [c for _, c in other.complaints if c.kind == "refused"]
        assert refused == [], f"{place}\n{refused}"
    assert write_transcript(opening(script), told_of(again[: len(told)]), title="one game") == text, where
    return text


@pytest.mark.parametrize("seeds", games(120, 12_000), ids=chunk_name)
def test_a_game_of_seekers_is_written_so_that_it_goes_the_same_way(seeds: range) -> None:
    written = 0
    for seed in seeds:
        game = Game(seed)
        played = list(game.play())
        if not game.opening.told:
            continue
        told = [
            Told(turn=p.turn.turn, part=p.turn.part, orders=tuple(p.orders.values()), events=p.turn.events)
            for p in played
        ]
        assert_written_alike(game.opening.duel, told, f"game {seed}")
        written += 1
    assert written > len(seeds) / 4


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: str(file.relative_to(RULES).with_suffix("")))
def test_a_transcript_of_the_rules_is_written_so_that_it_goes_the_same_way(file: Path) -> None:
    script, played = play(file.read_text(encoding="utf-8"))
    assert_written_alike(opening(script), told_of(played), script.title)
