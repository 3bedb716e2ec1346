"""Why: every event of every duel rests on clauses, and every clause named stands in the rule books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from engine.events import (
    Attacked,
    BankLost,
    Blow,
    CastFated,
    Compelled,
    Died,
    Doom,
    DuelEnded,
    EnchantmentEnded,
    Ended,
    Event,
    Fate,
    Stabbed,
    Turn,
)
from engine.explaining import clauses_of
from engine.model import Enchantment, Hand
from engine.transcript import play
from engine.variants import BARTLE, RULE_SETS
from referee.__main__ import main
from referee.rulebook import clauses
from referee.rulebook_events import explained
from tests.rules.clauses import HERE, duels
from tests.simulation.openings import opening
from tests.simulation.seekers import Game

NUMBERS = {clause.number for clause in clauses()}
GAMES = 40


@cache
def turns_of(duel: Path) -> tuple[Turn, ...]:
    _, played_turns = play(duel.read_text(encoding="utf-8"), name=duel.name)
    return tuple(each.turn for each in played_turns)


@pytest.fixture(scope="module", params=["written", "played"])
def turns(request: pytest.FixtureRequest) -> list[Turn]:
    if request.param == "written":
        return [turn for duel in duels() for turn in turns_of(duel)]
    return [turn for rules in RULE_SETS for seed in range(GAMES) for turn in game(seed, rules)]


def game(seed: int, rules: str) -> Iterator[Turn]:
    start = opening(Random(seed))
    known = RULE_SETS[rules].spellbook
    wizards = tuple(w if w.banked in known else replace(w, banked=None) for w in start.duel.wizards)
    duel = replace(start.duel, rules=rules, wizards=wizards)
    return (each.turn for each in Game(seed, start=start._replace(duel=duel)).play())


def test_every_event_rests_on_clauses_that_exist(turns: list[Turn]) -> None:
    kinds: Counter[type] = Counter()
    named: set[str] = set()
    for turn in turns:
        for event in turn.events:
            found = clauses_of(event, turn)
            assert found, event
            kinds[type(event)] += 1
            named.update(found)
    assert sorted(named - NUMBERS) == []
    assert {kind.__name__ for kind in get_args(Event)} - {"Corrected"} == {kind.__name__ for kind in kinds}


def test_every_turn_is_told_a_sentence_an_event(turns: list[Turn]) -> None:
    for turn in turns:
        lines = list(explained(turn))
        assert len(lines) == len(turn.events)
        assert all(line.endswith("]") and "None" not in line for line in lines), lines


def imagined() -> Iterator[Event]:
    """An event for each way in which a thing can come out, also those that no rule leads to now."""
    plain = Enchantment(name="Disease", laid=1)
    yield from (CastFated(cast=0, fate=fate, being="Bob") for fate in Fate)
    yield from (Attacked(monster="goblin 1", victim="Bob", blow=blow) for blow in Blow if blow is not Blow.RESISTED)
    yield from (Stabbed(wizard="Ann", half=0, hand=Hand.LEFT, victim="Bob", blow=blow) for blow in Blow)
    yield from (Died(being="Bob", doom=doom) for doom in Doom)
    for why in Ended:
        yield BankLost(wizard="Ann", spell="Missile", why=why)
        yield EnchantmentEnded(being="Bob", enchantment=plain, why=why)
        yield from (
            EnchantmentEnded(being="Bob", enchantment=Enchantment(name=name, laid=1), why=why)
            for name in ("Fear", "Poison", "Permanency", "Delayed effect")
        )


@pytest.mark.parametrize("event", list(imagined()), ids=lambda event: f"{type(event).__name__}")
def test_every_way_it_can_come_out_has_clauses(event: Event) -> None:
    turn = turns_of(HERE / "section6" / "a026-paralysis-and-fear-cancel.duel")[0]
    found = clauses_of(event, turn)
    assert found
    assert set(found) <= NUMBERS


WHY = [
    ("section6/a026-paralysis-and-fear-cancel", CastFated, {"5.1", "A26"}),
    ("section6/a025-two-charm-persons-fail", CastFated, {"5.1", "A25"}),
    ("section6/a027-charm-monster-on-a-wizard-kills-an-amnesia", CastFated, {"5.1", "A27"}),
    ("section6/a060-surrender-as-the-opponents-poison-ends-is-a-draw", DuelEnded, {"1.6.5", "A60"}),
    ("section6/a060-a-surrender-whose-spell-kills-wins", DuelEnded, {"1.6.5", "A60"}),
    ("section6/a061-killed-while-surrendering-is-dead", DuelEnded, {"1.6.6", "A61"}),
    ("section6/a051-a-frozen-palm-can-surrender", Compelled, {"1.4.1", "5.3"}),
    ("section6/a017-ones-own-counter-spell-stops-a-reflected-spell", CastFated, {"A17"}),
    ("section6/a037-elementals-do-not-hit-the-invisible", Attacked, {"A37", "4.6"}),
    ("section6/a043-a-counter-spell-comes-too-early-for-ones-own-remove", CastFated, {"1.4.5", "A43"}),
    ("section6/a070-a-fireball-does-nothing-to-a-fire-elemental", CastFated, {"A70"}),
    ("section6/a077-raise-dead-and-finger-of-death-cancel", CastFated, {"A77"}),
    ("section6/a053-poison-kills-at-the-end-of-the-sixth-turn", Died, {"3.4 Poison", "A53"}),
    ("section6/a079-remove-enchantment-on-a-summoner-unmakes-the-new-monster", Died, {"3.1 Remove enchantment", "A79"}),
    ("section8/a126-a-spell-at-one-who-has-left", CastFated, {"A126"}),
]


@pytest.mark.parametrize(("duel", "kind", "wanted"), WHY)
def test_what_decided_is_named(duel: str, kind: type, wanted: set[str]) -> None:
    found = [
        set(clauses_of(event, turn))
        for turn in turns_of(HERE / f"{duel}.duel")
        for event in turn.events
        if isinstance(event, kind)
    ]
    assert any(wanted <= each for each in found), found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_where_a_rule_set_has_an_answer_of_its_own_its_section_is_named(rules: str) -> None:
    text = (HERE / "section6" / "a026-paralysis-and-fear-cancel.duel").read_text(encoding="utf-8")
    _, played_turns = play(text.replace("wizards:", f"rules: {rules}\nwizards:"))
    turn = played_turns[0].turn
    (fated, *_) = [clauses_of(event, turn) for event in turn.events if isinstance(event, CastFated)]
    assert fated == (("5.1", "A26") if rules == BARTLE.name else ("5.1", "A26", "8.2"))


def test_the_command_prints_each_event_with_its_clauses() -> None:
    file = str(HERE / "section6" / "a026-paralysis-and-fear-cancel.duel")
    result = CliRunner().invoke(main, ["adjudicate", "--explain", file])
    assert result.exit_code == 0
    assert "[5.1, A26]" in result.stdout
    assert all(len(line) <= 72 for line in result.stdout.splitlines())


@pytest.mark.parametrize("other", [["--json"], ["--viewer", "Ann"]])
def test_the_command_explains_only_the_whole(other: list[str]) -> None:
    file = str(HERE / "section6" / "a026-paralysis-and-fear-cancel.duel")
    result = CliRunner().invoke(main, ["adjudicate", "--explain", *other, file])
    assert result.exit_code == 2
    assert "--explain" in result.stderr
