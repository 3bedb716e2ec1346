"""Games, players and acts in the store."""

import sqlite3

import pytest

from engine.model import new_duel
from referee.store import acts, codec, faults, games, players
from referee.store.database import Store
from referee.store.games import GameState
from tests.referee.store_samples import LATER, NOW, start_game


def test_a_game_comes_back_as_it_was_started(store: Store) -> None:
    duel = new_duel(("Ann", "Bob", "Cyd"), salt="pepper")
    with store.transaction():
        ann = players.add(store, "ann@example.org", now=NOW)
        bob = players.add(store, "bob@example.net", now=NOW)
        number = games.create(store, duel, [ann.id, bob.id, ann.id], now=NOW, title="A quarrel")
    game = games.load(store, number)
    assert game is not None
    assert (game.id, game.state, game.title, game.reason) == (number, GameState.RUNNING, "A quarrel", None)
    assert (game.duel, game.created_at, game.ended_at) == (duel, NOW, None)
    assert [(seat.number, seat.wizard, seat.address) for seat in game.seats] == [
        (1, "Ann", "ann@example.org"),
        (2, "Bob", "bob@example.net"),
        (3, "Cyd", "ann@example.org"),
    ]
    assert game.seat(3) == game.seat_of("Cyd") == game.seats[2]
    assert game.seat(0) is game.seat(4) is game.seat_of("Dan") is None
    assert games.opening(store, number) == duel


def test_there_is_no_game_of_a_number_that_was_never_given(store: Store) -> None:
    assert games.load(store, 1) is None
    assert games.opening(store, 1) is None


def test_numbers_of_games_are_never_given_twice(store: Store) -> None:
    first = start_game(store)
    with store.transaction():
        store.change("DELETE FROM seats")
        store.change("DELETE FROM games")
    assert start_game(store) == first + 1


def test_a_game_needs_as_many_players_as_wizards_and_they_must_exist(store: Store) -> None:
    with pytest.raises(ValueError, match="1 players for 2 wizards"), store.transaction():
        games.create(store, new_duel(("Ann", "Bob")), [1], now=NOW)
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        games.create(store, new_duel(("Ann", "Bob")), [1, 2], now=NOW)
    assert games.listing(store) == []


def test_a_held_game_goes_on_when_it_is_resumed(store: Store) -> None:
    number = start_game(store)
    with store.transaction():
        assert games.hold(store, number, "a broken invariant")
        assert not games.hold(store, number, "once more")
    held = games.load(store, number)
    assert held is not None and (held.state, held.reason) == (GameState.HELD, "a broken invariant")
    with store.transaction():
        assert games.resume(store, number)
        assert not games.resume(store, number)
    running = games.load(store, number)
    assert running is not None and (running.state, running.reason) == (GameState.RUNNING, None)


def test_a_game_is_aborted_once_and_for_good(store: Store) -> None:
    number = start_game(store)
    with store.transaction():
        assert games.abort(store, number, "Bob has moved to the moon", now=LATER)
        assert not games.abort(store, number, "again", now=LATER)
        assert not games.hold(store, number, "hm")
        assert not games.resume(store, number)
        assert not games.abort(store, 99, "no such game", now=LATER)
    game = games.load(store, number)
    assert game is not None
    assert (game.state, game.reason, game.ended_at) == (GameState.ABORTED, "Bob has moved to the moon", LATER)


def test_games_and_seats_are_listed_by_state(store: Store) -> None:
    first, second, third = (start_game(store) for _ in range(3))
    with store.transaction():
        games.hold(store, second, "look here")
    assert [game.id for game in games.listing(store)] == [first, second, third]
    assert [game.id for game in games.listing(store, [GameState.HELD])] == [second]
    assert games.listing(store, [GameState.HELD]) == [games.load(store, second)]
    ann = players.by_address(store, "ann@example.org")
    assert ann is not None
    seats = games.seats_of(store, ann.id, [GameState.RUNNING])
    assert [(seat.game, seat.number, seat.wizard) for seat in seats] == [(first, 1, "Ann"), (third, 1, "Ann")]
    assert len(games.seats_of(store, ann.id)) == 3
    assert games.seats_of(store, 99) == []


def test_a_player_is_found_by_his_address_however_it_is_written(store: Store) -> None:
    with store.transaction():
        ann = players.add(store, " Ann@Example.org ", now=NOW, name="Ann")
        assert players.add(store, "ann@example.ORG", now=LATER) == ann
    assert (ann.address, ann.name, ann.confirmed_at, ann.created_at) == ("Ann@Example.org", "Ann", None, NOW)
    assert players.by_address(store, "ANN@EXAMPLE.ORG") == players.load(store, ann.id) == ann
    assert players.by_address(store, "anna@example.org") is None
    assert players.load(store, 99) is None
    assert players.everyone(store) == [ann]


def test_an_address_is_confirmed_once(store: Store) -> None:
    with store.transaction():
        assert players.add(store, "ann@example.org", now=NOW).confirmed_at is None
        assert players.add(store, "ann@example.org", now=LATER, confirmed=True).confirmed_at == LATER
        assert players.add(store, "ann@example.org", now=NOW, confirmed=True).confirmed_at == LATER
        assert players.add(store, "bob@example.org", now=NOW, confirmed=True).confirmed_at == NOW


def test_acts_are_kept_with_their_reason_and_facts(store: Store) -> None:
    game = start_game(store)
    with store.transaction():
        acts.note(store, "look", who="Dan", now=NOW)
        acts.note(store, "abort", who="Dan", now=LATER, game=game, reason="the moon", facts={"mailed": ["Ann", "Bob"]})
    assert [act.act for act in acts.listing(store)] == ["look", "abort"]
    (act,) = acts.listing(store, game=game)
    assert (act.at, act.who, act.reason, act.facts) == (LATER, "Dan", "the moon", {"mailed": ["Ann", "Bob"]})


def test_a_stored_duel_that_was_tampered_with_is_damaged(store: Store) -> None:
    number = start_game(store)
    with store.transaction():
        store.change("UPDATE games SET duel = replace(duel, '\"wizards\"', '\"wizerds\"')")
    with pytest.raises(faults.Damaged, match="does not read as a duel"):
        games.load(store, number)


def test_moments_are_kept_to_the_microsecond_and_need_a_zone() -> None:
    assert codec.moment(codec.stamp(NOW)) == NOW
    assert codec.stamp(NOW.replace(microsecond=0)) < codec.stamp(NOW) < codec.stamp(LATER)
    with pytest.raises(ValueError, match="needs a zone"):
        codec.stamp(NOW.replace(tzinfo=None))
    with pytest.raises(faults.Damaged):
        codec.moment("yesterday")
