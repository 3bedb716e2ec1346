"""Appeals by mail: how they are written, and how much of the reason the director and the others are told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.at_the_desk import DIRECTOR, Table, laid_table
from tests.acceptance.by_mail import text_of
from tests.acceptance.events import DAY, KNOCKOUT, Hosted, words


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Hosted]:
    """A final of Ann and Bob whose time is over."""
    with laid_table(tmp_path) as table:
        event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
        event.begin()
        table.wait(11 * DAY)
        yield event


def told(table: Table) -> str:
    """What the director was mailed last, on one line."""
    return " ".join(text_of(table.mails_at(DIRECTOR)[-1]).replace("| ", "").split())


REASON = (
    "my troll would have stabbed him on the very next turn, as you can see",
    "from the history of the game, and the goblin too",
)
WHOLE = " ".join(REASON)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (f"appeal 1: {REASON[0]}\n{REASON[1]}", WHOLE),
        (f"appeal 1:\n{REASON[0]}\n\n{REASON[1]}", WHOLE),
        (f"appeal 1: {REASON[0]}\n{REASON[1]}\n\n-- \nBob of Northumbria", WHOLE),
        (f"appeal 1: {WHOLE}\nstandings 1", WHOLE),
        ("I appeal against the ruling on game 1: my troll would have won", "my troll would have won"),
        ("I would like to appeal against your decision on game 1, as my troll was close", "as my troll was close"),
        ("appeal the ruling on game 1 because of my troll", "because of my troll"),
        ("appeal game 1", ""),
    ],
)
def test_the_whole_reason_goes_to_the_director_however_it_is_broken_into_lines(
    event: Hosted, said: str, reason: str
) -> None:
    assert "The director has your appeal on game 1" in event.asks("Bob", said)
    assert f"He writes: {reason} What would help" in told(event.table) or not reason
    assert reason in words(event.table, "Ann", "an appeal")
    assert "Northumbria" not in told(event.table)


def test_what_does_not_fit_of_a_reason_is_said(event: Hosted) -> None:
    long = " ".join(f"word{n}" for n in range(200))
    answer = event.asks("Bob", f"appeal 1: {long}")
    assert f"Your reason has {len(long)} characters, and the director is told the first 1000 of them" in answer
    last = answer.split("up to these words: ")[1].split()[1]
    assert last in told(event.table)
    assert "word199" not in told(event.table)
