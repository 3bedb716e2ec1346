"""What a director puts right after a turn: the being changes, viewers are told the words, and no rule is named."""

from msgspec.structs import replace

from engine.events import Corrected, Turn
from engine.evolve import replay
from engine.explaining import clauses_of
from engine.model import Duel, Kind, Monster, new_duel
from engine.resolver import adjudicate
from engine.views import observe

GOBLIN = Monster(name="goblin 1", kind=Kind.GOBLIN, hit_points=1, controller="Ann")


def opening() -> Duel:
    return replace(new_duel(("Ann", "Bob")), monsters=(GOBLIN, replace(GOBLIN, name="goblin 2")))


def corrected(duel: Duel) -> Turn:
    """A turn in which nobody ordered anything, and what was put right after it: Ann has 9 hit points, and goblin 2
    obeys Bob."""
    turn = adjudicate(duel, {})
    ann, goblin = turn.after.wizard("Ann"), turn.after.monster("goblin 2")
    assert ann is not None
    assert goblin is not None
    events = (
        *turn.events,
        Corrected(being="Ann", told=("has 9 hit points",), wizard=replace(ann, hit_points=9)),
        Corrected(being="goblin 2", told=("obeys Bob",), monster=replace(goblin, controller="Bob")),
    )
    return replace(turn, events=events, after=replay(duel, events))


def test_a_correction_changes_that_being_alone() -> None:
    plain, turn = adjudicate(opening(), {}), corrected(opening())
    assert [wizard.hit_points for wizard in turn.after.wizards] == [9, plain.after.wizards[1].hit_points]
    assert [monster.controller for monster in turn.after.monsters] == ["Ann", "Bob"]
    assert turn.after.wizards[1] == plain.after.wizards[1]


def test_viewers_are_told_the_words_of_a_correction_and_not_the_being() -> None:
    shown = [event for event in observe(corrected(opening()), "Bob").events if isinstance(event, Corrected)]
    assert [(event.being, event.told) for event in shown] == [
        ("Ann", ("has 9 hit points",)),
        ("goblin 2", ("obeys Bob",)),
    ]
    assert all(event.wizard is None and event.monster is None for event in shown)


def test_what_is_shown_of_a_correction_changes_nothing_when_it_is_replayed() -> None:
    duel = opening()
    assert replay(duel, (Corrected(being="Ann", told=("has 9 hit points",)),)) == duel


def test_no_rule_leads_to_a_correction() -> None:
    turn = corrected(opening())
    assert [clauses_of(event, turn) for event in turn.events if isinstance(event, Corrected)] == [(), ()]
