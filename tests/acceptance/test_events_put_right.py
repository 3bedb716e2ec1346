"""What a director puts right while an event is under way: places given away, results taken back, players joined."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.tournament.running import standings
from referee.deeds import people, rollback
from referee.deeds.refusal import Refused
from referee.store import pairings, players, tournaments
from referee.store.pairings import Paired
from referee.store.tournaments import TournamentState
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.events import DAY, FOUR, KNOCKOUT, NAMES, ROBIN, Hosted, words


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 1000000\n") as laid:
        yield laid


# -- a place that is given to another --------------------------------------------------------------------------------


@pytest.mark.parametrize("ruled", ["Bob", "draw"])
def test_what_is_proposed_for_a_game_goes_over_to_whoever_takes_the_place(table: Table, ruled: str) -> None:
    event = Hosted(table, ROBIN, FOUR[:3])
    event.begin()
    game = next(each.game for each in event.open_games() if "Bob" in each.pairing.players)
    event.deciding.adjudicate(game, ruled, now=table.later(), reason="It takes too long.")
    with table.store.transaction():
        players.add(table.store, address_of("Eve"), now=table.now, name="Eve", name_key="eve", confirmed=True)
    event.directing.replace(1, "Bob", "Eve", now=table.later(), reason="He is ill.")
    paired = pairings.of_game(table.store, game)
    assert paired is not None
    ruling = pairings.open_ruling(table.store, paired.id)
    assert ruling is not None
    assert {each.player for each in ruling.result.scores} == set(paired.pairing.players)
    table.wait(3 * DAY)
    assert event.found.state is TournamentState.RUNNING
    (row,) = [row for row in standings(event.book.event, event.book.games) if row.player == "Eve"]
    assert row.points == (1.0 if ruled == "Bob" else 0.5)


# -- results that are taken back -------------------------------------------------------------------------------------


def take_back(table: Table, game: int) -> None:
    with table.store.transaction():
        rollback.roll_back(table.desk.doors, game, 1, keep=False, reason="a mistake", now=table.later())
    table.wait(timedelta(minutes=2))


def up_to_round(event: Hosted, number: int) -> None:
    """The first in the alphabet wins, until that round has begun."""
    while event.round < number:
        for each in event.open_games():
            assert each.game is not None
            event.lose(each.game, max(each.pairing.players))
        event.table.wait(timedelta(minutes=2))


def of_round(event: Hosted, number: int) -> list[Paired]:
    return [each for each in event.book.paired if each.pairing.round == number]


def test_a_bye_that_rests_on_what_was_taken_back_is_struck_and_drawn_anew(table: Table) -> None:
    event = Hosted(table, KNOCKOUT + "lives = 2\n", NAMES[:5])
    event.begin()
    up_to_round(event, 3)
    (bye,) = [each for each in of_round(event, 3) if len(each.pairing.players) == 1]
    wrong = next(each for each in of_round(event, 2) if each.game is not None)
    assert wrong.game is not None
    take_back(table, wrong.game)
    assert event.found.state is TournamentState.HELD
    assert "these games rest: 4 and 5." in (event.found.reason or "")  # what was played alone
    assert "The bye in round 3" in words(table, bye.pairing.players[0], "the bye in round 3")
    for game in (4, 5):
        event.deciding.void(game, now=table.later(), reason="It rests on what is not so.")
    event.directing.resume(1, now=table.later(), reason="It is put right.")
    assert of_round(event, 3) == []
    event.lose(wrong.game, min(wrong.pairing.players))
    up_to_round(event, 4)
    assert sorted(len(each.pairing.players) for each in of_round(event, 3)) == [1, 2, 2]
    assert event.found.state is TournamentState.RUNNING


def test_a_walkover_that_rests_on_what_was_taken_back_is_struck_with_it(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, NAMES)
    event.begin()
    first, second, *others = event.open_games()
    assert first.game is not None
    assert second.game is not None
    event.lose(first.game, max(first.pairing.players))
    event.asks(min(first.pairing.players), "leave 1")
    for each in (second, *others):
        assert each.game is not None
        event.lose(each.game, max(each.pairing.players))
    (walkover,) = [each for each in of_round(event, 2) if each.game is None]
    assert set(walkover.pairing.players) == {min(first.pairing.players), min(second.pairing.players)}
    take_back(table, second.game)
    assert walkover not in event.book.paired
    (other,) = of_round(event, 2)
    event.deciding.void(other.game, now=table.later(), reason="It rests on what is not so.")
    event.directing.resume(1, now=table.later(), reason="It is put right.")
    event.lose(second.game, min(second.pairing.players))
    (anew,) = [each for each in of_round(event, 2) if each.game is None]
    assert set(anew.pairing.players) == {min(first.pairing.players), max(second.pairing.players)}


# -- an event that is held --------------------------------------------------------------------------------------------


def test_players_of_an_event_that_is_held_are_told_once_and_the_week_goes_on(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.begin()
    first = event.game_of("Ann")
    event.lose(first, "Dee")
    event.lose(event.game_of("Bob"), "Bob")
    take_back(table, first)
    assert event.found.state is TournamentState.HELD
    everybody = sorted(map(address_of, FOUR))
    assert event.mails("it waits for the director") == everybody
    assert "It waits for the director, who has been told." in words(table, "Dee", "it waits for the director")
    table.wait(15 * DAY)
    assert event.mails("it waits for the director") == everybody
    assert event.mails("this week") == sorted(2 * everybody)
    assert "It waits for the director, who has been told." in words(table, "Dee", "this week")
    assert "Winter Cup, event 1, is waiting for the director." in event.asks("Ann", "standings 1")
    event.deciding.void(event.game_of("Cid"), now=table.later(), reason="It was paired too early.")
    event.directing.resume(1, now=table.later(), reason="It is put right.")
    assert event.mails("it goes on") == everybody


@pytest.mark.parametrize("verb", ["standings", "rounds", "tournaments"])
def test_where_an_event_stands_is_told_in_plain_english(table: Table, verb: str) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.directing.open(1, now=table.later(), reason=None)
    event.directing.close(1, now=table.later(), reason=None)
    assert "Winter Cup, event 1, is about to begin." in event.asks("Ann", f"{verb} 1")


# -- challenges that cannot begin ------------------------------------------------------------------------------------


def test_on_a_ladder_a_challenge_is_open_once_it_is_taken_and_nothing_begins_later(table: Table) -> None:
    event = Hosted(table, KNOCKOUT.replace("knockout", "ladder"), FOUR)
    event.begin()
    told = event.asks("Dee", "climb past Bob\nclimb past Cid")
    assert told.count("The game begins at once.") == 1
    assert "Dee plays Bob on this ladder, and can neither challenge nor be challenged" in told
    table.wait(timedelta(minutes=2))
    (game,) = event.open_games()
    assert f"That is game {game.game}, since " in event.asks("Cid", "climb past Bob")
    assert game.game is not None
    event.lose(game.game, "Dee")
    table.wait(DAY)
    assert event.open_games() == []


def test_a_game_of_a_ladder_that_is_struck_does_not_begin_again(table: Table) -> None:
    event = Hosted(table, KNOCKOUT.replace("knockout", "ladder"), FOUR[:2])
    event.begin()
    event.asks("Bob", "climb past Ann")
    table.wait(timedelta(minutes=2))
    event.deciding.void(event.game_of("Bob"), now=table.later(), reason="It was a mistake.")
    table.wait(DAY)
    assert event.open_games() == []
    for _ in range(2):  # with nobody else within reach they meet again at once
        assert "The game begins at once." in event.asks("Bob", "climb past Ann")
        table.wait(timedelta(minutes=2))
        event.lose(event.game_of("Bob"), "Bob")


def test_a_challenge_that_cannot_begin_is_dropped_and_its_player_told(table: Table) -> None:
    event = Hosted(table, KNOCKOUT.replace("knockout", "ladder"), FOUR)
    event.begin()
    with table.store.transaction():
        tournaments.climb(table.store, 1, "Dee", "Dee", now=table.now)
        tournaments.change(table.store, 1, look_at=table.now)
    table.wait(timedelta(minutes=2))
    assert event.book.climbs == ()
    assert "Your challenge of Dee in Winter Cup could not begin, and is dropped." in words(table, "Dee", "your place")


# -- two players who are one -----------------------------------------------------------------------------------------


def test_two_who_play_in_one_event_are_not_joined_before_one_of_them_is_out(table: Table) -> None:
    event = Hosted(table, KNOCKOUT.replace('type = "knockout"', 'type = "swiss"\nrounds = 2'), FOUR)
    event.begin()
    one, other = (min(each.pairing.players) for each in event.open_games())
    how = rf"both play in Winter Cup, event 1, .* `referee tournament withdraw 1 {other} --reason WHY`"
    with pytest.raises(Refused, match=how):
        table.direct(people.merge, one, other, reason="They are one.", now=table.later())
    event.directing.withdraw(1, other, now=table.later(), reason="They are one.")
    table.direct(people.merge, one, other, reason="They are one.", now=table.later())
    (kept,) = [each for each in event.book.here if each.entrant.name == one]
    assert event.book.entry_of(kept.player) == kept
    assert "You have left Winter Cup." in event.asks(one, "leave 1")
