"""Letters are not orders: prose yields no clauses, and lines are told apart."""

import msgspec
import pytest

from engine.language import Field, read
from engine.model import Kind, Monster, new_duel

FIELD = Field.of(
    msgspec.structs.replace(
        new_duel(("Ann", "Bob")),
        monsters=(Monster(name="goblin 1", kind=Kind.GOBLIN, hit_points=1, controller="Ann"),),
    )
)

CHATTER = [
    "Hi Ann, well played! I think you are doomed",
    "Hello Bob, how are you? Thank you for the game.",
    "That is all.",
    "Ann",
    "Sorry for the delay, I was away for a week.",
    "Let us do it at the right time",
    "Right, see you at 7",
    "The turn 7 was great",
    "and then we die",
    "Wait for me!",
    "I hope that my goblin likes you.",
    "You know, fear, confusion and death await you",
    "Your left hand waved this turn, so next turn it will be frozen into a palm.",
    "Bob's goblin is a nuisance",
    "what a turn, make no mistake",
    "Both of us will be at the office, so no orders before Monday",
    "If only I had seen that goblin before",
    "Time flies. See you.",
    "| Ann: F/P",
    "| left hand       F Paralysis, P Shield",
    "Sent from my phone",
]

TELLING = [
    "don't stab Bob",
    "never surrender",
    "I surrender to your charm",
    "surrender?",
    "Good game! I surrender.",
    "Well played. I surrender.",
    "I think I will cast Shield on self",
    "maybe LH: F",
    "Sheild on self",
    "cast Sheild",
    "LH: Q",
]


@pytest.mark.parametrize("text", CHATTER)
def test_prose_gives_no_clauses_and_counts_as_chatter(text: str) -> None:
    reading = read(text, FIELD, "Ann")
    assert reading.clauses == ()
    assert reading.chatter == (1,)
    assert reading.order_lines == ()
    assert reading.complaints


@pytest.mark.parametrize("text", TELLING)
def test_what_looks_like_orders_but_is_none_is_never_guessed_and_never_chatter(text: str) -> None:
    reading = read(text, FIELD, "Ann")
    assert reading.clauses == ()
    assert reading.order_lines == (1,)
    assert reading.complaints


def test_lines_are_told_apart() -> None:
    reading = read("Hi Bob,\n\nLH: F\nRH: Q\nthank you\nBye now", FIELD, "Ann", first_line=10)
    assert reading.chatter == (10, 15)
    assert reading.order_lines == (12, 13)


def test_an_order_among_prose_is_read_where_nothing_casts_doubt_on_it() -> None:
    assert len(read("Hi referee, LH: F, RH: P", FIELD, "Ann").clauses) == 2
    assert read("Hi referee, ready", FIELD, "Ann").clauses == ()
