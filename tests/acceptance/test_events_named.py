"""How players name an event that they join or leave, and how many games at a time they can play."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store import players, tournaments
from tests.acceptance.at_the_desk import address_of
from tests.acceptance.events import ROBIN, Hosted
from tests.acceptance.test_commands_by_mail import write
from tests.referee.hall import Hall, hall_of

EVENTS = ("The Winter Cup", "Tournament of Champions", "In Memoriam Gygax", "Cup of Two Games", "Winter Cup Two")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Events 1 to 5, which all can be joined; Ann and Bob have a game."""
    with hall_of(tmp_path, "Ann", "Bob", "Cid") as made:
        for number, name in enumerate(EVENTS, start=1):
            event = Hosted(made.table, ROBIN.replace("Winter Cup", name), ())
            assert event.number == number
            event.directing.open(number, now=made.table.later(), reason=None)
        made.table.start("Ann", "Bob")
        yield made


def entered(hall: Hall, name: str) -> dict[int, int]:
    """The events that a player is in, and how many games at a time he plays there."""
    store = hall.table.store
    player = players.by_address(store, address_of(name))
    assert player is not None
    return {
        found.id: entry.entrant.games_at_once
        for found in tournaments.of_player(store, player.id)
        for entry in tournaments.entries(store, found.id)
        if entry.player == player.id
    }


@pytest.mark.parametrize(
    ("words", "event", "at_once"),
    [
        ("join event The Winter Cup", 1, 2),
        ("join the event The Winter Cup with 1 game", 1, 1),
        ("join event Tournament of Champions", 2, 2),
        ("join event In Memoriam Gygax, 3 games", 3, 3),
        ("join tournament In Memoriam Gygax", 3, 2),
        ("join The Winter Cup", 1, 2),
        ("I'd like to play. Please see below.\njoin In Memoriam Gygax", 3, 2),
        ("I would like to join the Tournament of Champions", 2, 2),
        ("join The Winter Cup with twelve games", 1, 12),
        ("join 4 for one game", 4, 1),
        ("join 4 with at most three games at a time", 4, 3),
        ("join Cup of Two Games", 4, 2),
        ("join Cup of Two Games with one game", 4, 1),
        ("join Winter Cup Two", 5, 2),
    ],
)
def test_an_event_is_joined_by_its_whole_name(hall: Hall, words: str, event: int, at_once: int) -> None:
    write(hall, "Cid", words)
    assert entered(hall, "Cid") == {event: at_once}


@pytest.mark.parametrize("words", ["leave event The Winter Cup", "leave The Winter Cup", "leave the The Winter Cup"])
def test_an_event_is_left_by_its_whole_name(hall: Hall, words: str) -> None:
    write(hall, "Cid", "join 1\njoin 2")
    write(hall, "Cid", words)
    assert list(entered(hall, "Cid")) == [2]


def test_a_name_that_no_event_has_is_told_with_the_nearest(hall: Hall) -> None:
    _, text = write(hall, "Cid", "join event The Winter Cub")
    assert "There is no event The Winter Cub. Did you mean The Winter Cup?" in text


def test_in_a_game_a_name_alone_may_be_talk_and_the_example_is_an_event_that_can_be_joined(hall: Hall) -> None:
    hall.table.answer("Ann", "LH: P\nRH: D\njoin me, Bob")
    assert entered(hall, "Ann") == {}
    (told,) = [each for each in hall.table.mails_to("Ann") if "not understood" in str(each["Subject"])]
    assert "Try: join 1 with 2 games" in told.get_body(("plain",)).get_content()


def test_a_letter_to_other_players_is_not_ended_by_a_sentence(hall: Hall) -> None:
    write(hall, "Ann", "press 1 to Bob: what do you think of it?\nJoin me there\nyours, Ann")
    (letter,) = [each for each in hall.table.mails_to("Bob") if "what do you think" in str(each.get_body(("plain",)))]
    assert "Join me there" in str(letter.get_body(("plain",)))
