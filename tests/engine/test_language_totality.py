"""Any text whatever gives a Reading, quickly."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language import Field, Reading, canonical_text, read
from engine.language.lexicon import WORDS
from engine.model import Kind, Monster, new_duel
from tests.steps import steps

FIELD = Field.of(
    msgspec.structs.replace(
        new_duel(("Ann", "Bob", "Mary Ann")),
        monsters=tuple(
            Monster(name=f"goblin {n}", kind=Kind.GOBLIN, hit_points=n % 2, alive=n % 2 == 1, controller="Ann")
            for n in range(1, 5)
        ),
    )
)
PIECES = [*sorted(WORDS), "Ann", "Bob's", "bobs", "mary", "goblin 1", "goblin's", "Q", "zed", "7", "no-one", "say: x"]
PIECES += [
    ":",
    "=",
    ",",
    ";",
    "&",
    ". ",
    "-",
    ">",
    "/",
    "(",
    ")",
    "#",
    "'",
    '"',
    "?",
    "\n",
    "->",
    "🖐️",
    "|",
    "é",
    "\x00",
]


def sound(reading: Reading) -> None:
    """What holds of every reading: it encodes, and its clauses are read again as they were."""
    msgspec.json.encode(reading)
    assert set(reading.chatter).isdisjoint(reading.order_lines)
    again = read(canonical_text(reading.clauses), FIELD, "Ann")
    assert again.complaints == ()
    assert len(again.clauses) == len(reading.clauses)


@given(st.text())
def test_any_text_gives_a_reading(text: str) -> None:
    sound(read(text, FIELD, "Ann"))


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from([" ", "", "  "]))
def test_any_mixture_of_words_gives_a_reading(pieces: list[str], gap: str) -> None:
    sound(read(gap.join(pieces), FIELD, "Ann"))


@given(st.binary(max_size=300))
def test_any_bytes_give_a_reading(data: bytes) -> None:
    sound(read(data.decode("utf-8", "surrogateescape"), FIELD, "Ann"))


HOSTILE = [
    "lh ",
    "cast ",
    "goblin ",
    "goblin's ",
    "a,b,",
    "((((",
    "if ",
    "Bob and ",
    "- ",
    "' ",
    "mary ",
    "fire ",
    "f/",
]
HOSTILE += [
    "paralyse bob by ",
    "stab xq ",
    "at lh:",
    "\n",
    "a\n",
    "é",
    "#",
    "say: ",
    "then ",
    "Sheild\n",
    ". ",
    "&",
    "no-",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_text_takes_less_than_three_times_the_steps(piece: str) -> None:
    once, twice = (piece * (size // len(piece)) for size in (1500, 3000))
    assert steps(lambda: read(twice, FIELD, "Ann")) < 3 * steps(lambda: read(once, FIELD, "Ann")) + 500


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hundred_kilobytes_of_anything_are_read_in_a_bounded_number_of_steps(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    reading = read(text, FIELD, "Ann")
    assert len(reading.clauses) + len(reading.complaints) < 10_000
