"""Clauses that the order language never gives, and duels that take no more orders: check says why, in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.clauses import AnyClause, HandClause, MakeClause, MonsterClause, Orders, ParalysisClause
from engine.model import Duel, Gesture, Hand, Part, Result, new_duel
from engine.orders import check
from engine.resolver import adjudicate
from tests.engine.bench import bound, duel_of

OVER = replace(duel_of(), turn=3, result=Result(state="won", winner="Bob", turn=3, reason="death"))
MONSTERS = duel_of("Ann controls a goblin", "Ann history LH FF RH --")
CHARMED = bound(duel_of(), "Bob", name="Charm person", by="Ann", hand=Hand.LEFT)
STAB = Gesture.STAB


@pytest.mark.parametrize(
    ("duel", "clause", "reason"),
    [
        (duel_of(), HandClause(hand=Hand.LEFT, gesture=STAB, subject="Ann"), "a wizard cannot stab himself"),
        (duel_of(), HandClause(hand=Hand.LEFT, gesture=STAB, subject="nobody"), "a stab needs somebody to stab"),
        (MONSTERS, MonsterClause(monster="goblin 1", victims=("goblin 1",)), "a monster cannot attack itself"),
        (MONSTERS, MonsterClause(monster="Bob", victims=("Ann",)), "Bob is no monster"),
        (MONSTERS, ParalysisClause(victim="goblin 1", hand=Hand.LEFT), "goblin 1 has no hands to choose from"),
        (
            CHARMED,
            MakeClause(victim="Bob", hand=Hand.LEFT, gesture=STAB, subject="Bob"),
            "a wizard cannot stab himself",
        ),
        (
            CHARMED,
            MakeClause(victim="Bob", hand=Hand.LEFT, gesture=STAB, subject="nobody"),
            "a stab needs somebody to stab",
        ),
        (OVER, HandClause(hand=Hand.LEFT, gesture=Gesture.PALM), "the duel ended on turn 3"),
        (
            replace(duel_of(), stopped=("Bob",), turn=1),
            HandClause(hand=Hand.LEFT, gesture=Gesture.PALM),
            "Ann has no extra turn now",
        ),
    ],
)
def test_a_clause_that_cannot_be_is_refused_with_its_reason(duel: Duel, clause: AnyClause, reason: str) -> None:
    checked = check(duel, "Ann", (clause,))
    assert reason in [complaint.reason for complaint in checked.complaints]
    assert clause not in checked.orders.clauses


def test_nobody_acts_in_a_duel_that_is_over() -> None:
    assert OVER.acting == ()
    with pytest.raises(ValueError, match="the duel ended on turn 3"):
        adjudicate(OVER, {"Ann": Orders(wizard="Ann")})


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Ann"), tuple(f"Ann {n}" for n in range(13))])
def test_a_duel_takes_two_to_twelve_wizards_of_different_names(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a duel takes 2 to 12 wizards of different names"):
        new_duel(names)


def test_in_an_extra_turn_the_stopped_alone_are_asked() -> None:
    stopped = replace(duel_of(), stopped=("Bob",), turn=1)
    assert (stopped.acting, stopped.next_turn, stopped.next_part) == (("Bob",), 1, Part.TIME_STOP)
