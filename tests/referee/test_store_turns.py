"""Turns in the store: orders held, turns appended, and the events that give the stored state when they are replayed."""

import sqlite3

import pytest

from engine import clauses as written
from engine.clauses import HandClause, SayClause
from engine.evolve import replay
from engine.model import Duel, Gesture, Hand, Part, new_duel
from referee.store import codec, games, turns
from referee.store.database import Store
from referee.store.games import GameState
from referee.store.turns import OutOfStep
from tests.referee.store_samples import LATER, NOW, Play, start_game, store_letter

LEFT_F = HandClause(hand=Hand.LEFT, gesture=Gesture.FINGERS, line=1, text="LH F")
RIGHT_P = HandClause(hand=Hand.RIGHT, gesture=Gesture.PALM, line=2, text="RH P")


def standing(store: Store, game: int) -> Duel:
    found = games.load(store, game)
    assert found is not None
    return found.duel


def play_on(store: Store, game: int, play: Play) -> None:
    orders, turn = play.turn(standing(store, game))
    with store.transaction():
        turns.append(store, game, turn, orders=orders.values(), now=NOW)


def test_the_last_orders_of_a_seat_take_the_place_of_those_before(store: Store) -> None:
    game = start_game(store)
    letter, _ = store_letter(store, b"second thoughts", uid=1)
    with store.transaction():
        for clauses, complete, cause in (((LEFT_F,), False, None), ((LEFT_F, RIGHT_P), True, letter)):
            turns.save_orders(
                store, game, turn=1, part=Part.NORMAL, seat=2, clauses=clauses, complete=complete, now=NOW, letter=cause
            )
    (held,) = turns.held_orders(store, game, turn=1, part=Part.NORMAL).values()
    assert (held.seat, held.clauses, held.complete) == (2, (LEFT_F, RIGHT_P), True)
    assert (held.letter, held.received_at) == (letter, NOW)


def test_orders_are_kept_apart_by_turn_and_part(store: Store) -> None:
    game = start_game(store)
    with store.transaction():
        for turn, part in ((1, Part.NORMAL), (1, Part.TIME_STOP), (2, Part.NORMAL)):
            clauses = [SayClause(words=f"{turn} {part}")]
            turns.save_orders(store, game, turn=turn, part=part, seat=1, clauses=clauses, complete=False, now=NOW)
    held = turns.held_orders(store, game, turn=1, part=Part.TIME_STOP)
    assert held[1].clauses == (SayClause(words="1 time stop"),)
    with store.transaction():
        assert turns.drop_orders(store, game, turn=1, part=Part.TIME_STOP, seat=1)
        assert not turns.drop_orders(store, game, turn=1, part=Part.TIME_STOP, seat=1)
    assert turns.held_orders(store, game, turn=1, part=Part.TIME_STOP) == {}
    assert set(turns.held_orders(store, game, turn=2, part=Part.NORMAL)) == {1}


def test_orders_need_a_seat(store: Store) -> None:
    game = start_game(store)
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        turns.save_orders(store, game, turn=1, part=Part.NORMAL, seat=3, clauses=[], complete=False, now=NOW)


def test_every_kind_of_clause_comes_back_as_it_was() -> None:
    samples: tuple[written.AnyClause, ...] = (
        LEFT_F,
        written.StabClause(subject="Bob", half=1),
        written.CastClause(spell="Shield", hand=Hand.BOTH, subject="LH:Ann"),
        written.AimClause(hand=Hand.LEFT, subject="nobody"),
        written.MonsterClause(monster=written.ALL_MONSTERS, victims=("Bob", "goblin 1")),
        written.ParalysisClause(victim="Bob", by_frozen=(Gesture.CLAP, Gesture.FINGERS)),
        written.CharmClause(victim="Bob", hand=Hand.RIGHT),
        written.MakeClause(victim="Bob", hand=Hand.RIGHT, gesture=Gesture.STAB, subject="Bob"),
        written.ElementClause(element=written.Element.FIRE, caster="Ann", spell="Fire storm"),
        written.BankClause(spell="Missile"),
        written.PermanentClause(hand=Hand.LEFT),
        written.ReleaseClause(spell="Missile", subject="Bob"),
        written.ForcedClause(hand=Hand.LEFT, gesture=Gesture.DIGIT, spell=None, subject="nobody"),
        SayClause(words='Ünï "quoted" \\ \u2028\n words'),
        written.SurrenderClause(),
        written.SameAgainClause(),
        written.TurnGuardClause(turn=3),
        written.GameGuardClause(game=17),
        written.HoldClause(ready=True),
        written.WithdrawClause(),
    )
    assert {type(sample) for sample in samples} == set(written.AnyClause.__args__)
    assert codec.clauses(codec.encode(samples)) == samples


def test_an_appended_turn_moves_the_game_on(store: Store) -> None:
    game = start_game(store)
    orders, turn = Play(1).turn(standing(store, game))
    with store.transaction():
        turns.append(store, game, turn, orders=orders.values(), now=LATER)
    assert standing(store, game) == turn.after
    assert turns.latest(store, game) == turn
    record = turns.record(store, game, turn=1)
    assert record is not None
    assert (record.orders, record.events, record.after) == (tuple(orders.values()), turn.events, turn.after)
    assert (record.turn, record.part, record.adjudicated_at) == (1, Part.NORMAL, LATER)
    assert turns.records(store, game) == [record]
    assert turns.record(store, game, turn=2) is None


def test_before_the_first_turn_there_is_no_latest(store: Store) -> None:
    assert turns.latest(store, start_game(store)) is None


def test_a_turn_is_appended_once(store: Store) -> None:
    game = start_game(store)
    _, turn = Play(1).turn(standing(store, game))
    with store.transaction():
        turns.append(store, game, turn, orders=(), now=NOW)
    with pytest.raises(OutOfStep, match=r"before turn 1 \(normal\)"), store.transaction():
        turns.append(store, game, turn, orders=(), now=NOW)
    assert len(turns.records(store, game)) == 1


def test_a_turn_is_not_appended_to_a_game_that_does_not_run(store: Store) -> None:
    game = start_game(store)
    _, turn = Play(1).turn(standing(store, game))
    with store.transaction():
        games.hold(store, game, "look here")
    with pytest.raises(OutOfStep), store.transaction():
        turns.append(store, game, turn, orders=(), now=NOW)
    assert turns.records(store, game) == []


def test_two_turns_of_one_number_cannot_both_stand(store: Store) -> None:
    game = start_game(store)
    play_on(store, game, Play(1))
    columns = "id + 1, game, turn, part, orders, events, after, adjudicated_at, {}, digest, beside"
    copy = f"INSERT INTO turns SELECT {columns} FROM turns"
    with store.transaction():
        store.change(copy.format("'taken back'"))
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        store.change(copy.format("NULL"))
    assert len(turns.records(store, game)) == 1


def test_the_last_turn_finishes_the_game(store: Store) -> None:
    duel = new_duel(("Ann", "Bob"), salt="pepper")
    game = start_game(store, duel=duel)
    play = Play(11)
    for _ in range(200):
        if standing(store, game).result is not None:
            break
        play_on(store, game, play)
    finished = games.load(store, game)
    assert finished is not None and finished.duel.result is not None
    assert (finished.state, finished.ended_at) == (GameState.FINISHED, NOW)
    with store.transaction():
        assert not games.abort(store, game, "too late", now=LATER)


@pytest.mark.parametrize("seed", range(6))
def test_replaying_the_stored_events_gives_the_stored_states(store: Store, seed: int) -> None:
    names = ("Ann", "Bob", "Cyd", "Dan")[: 2 + seed % 3]
    game = start_game(store, duel=new_duel(names, salt=f"salt {seed}"))
    play = Play(seed)
    for _ in range(30):
        if standing(store, game).result is None:
            play_on(store, game, play)
    duel = games.opening(store, game)
    assert duel is not None
    records = turns.records(store, game)
    assert len(records) > 3
    for record in records:
        duel = replay(duel, record.events)
        assert duel == record.after
    assert duel == standing(store, game)
