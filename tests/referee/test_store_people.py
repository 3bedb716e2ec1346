"""Players' names and wishes, confirmations, challenges, vacations, and what is said and watched in a game."""

import sqlite3
from datetime import timedelta

import pytest

from referee.store import challenges, confirmations, players, table_talk, vacations
from referee.store.challenges import ChallengeState, Reply
from referee.store.confirmations import Purpose
from referee.store.database import Store
from referee.terms import Terms
from tests.referee.store_samples import LATER, NOW, start_game


def people(store: Store, *names: str) -> list[int]:
    with store.transaction():
        return [
            players.add(store, f"{n.lower()}@example.org", now=NOW, name=n, name_key=n.lower(), confirmed=True).id
            for n in names
        ]


def test_a_player_is_found_by_his_folded_name_and_two_cannot_share_one(store: Store) -> None:
    ann, bob = people(store, "Ann", "Bob")
    found = players.by_name(store, "ann")
    assert found is not None
    assert (found.id, found.name) == (ann, "Ann")
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        players.rename(store, bob, "ANN", "ann")
    assert players.named(store) == ["Ann", "Bob"]


def test_a_players_wishes_are_kept_and_taken_back(store: Store) -> None:
    (ann,) = people(store, "Ann")
    with store.transaction():
        players.set_zone(store, ann, "Europe/Berlin")
        players.set_muted(store, ann, LATER)
        players.set_standby(store, ann, LATER)
        players.readdress(store, ann, "Ann@example.net")
    found = players.by_address(store, "ann@EXAMPLE.net")
    assert found is not None
    assert (found.zone, found.muted_at, found.standby_at) == ("Europe/Berlin", LATER, LATER)
    assert [player.id for player in players.on_standby(store)] == [ann]
    with store.transaction():
        players.set_zone(store, ann, None)
        players.set_muted(store, ann, None)
        players.set_standby(store, ann, None)
    again = players.load(store, ann)
    assert again is not None
    assert (again.zone, again.muted_at, again.standby_at) == (None, None, None)
    assert players.on_standby(store) == []


def test_of_a_forgotten_player_nothing_is_left_but_the_number(store: Store) -> None:
    ann, bob = people(store, "Ann", "Bob")
    with store.transaction():
        players.forget(store, ann, now=LATER)
        players.forget(store, bob, now=LATER)
    found = players.load(store, ann)
    assert found is not None
    assert (found.name, found.address, found.confirmed_at, found.forgotten_at) == (None, "", None, LATER)
    assert players.by_address(store, "ann@example.org") is None
    assert people(store, "Ann") != [ann]


def test_what_is_confirmed_is_done_once(store: Store) -> None:
    (ann,) = people(store, "Ann")
    with store.transaction():
        number = confirmations.ask(store, Purpose.FORGET, "ann@example.org", now=NOW, player=ann, facts={"why": "so"})
    found = confirmations.load(store, number)
    assert found is not None
    assert (found.kind, found.facts, found.fault(NOW)) == (Purpose.FORGET, {"why": "so"}, None)
    assert confirmations.latest(store, Purpose.FORGET, player=ann) == found
    with store.transaction():
        assert confirmations.done(store, number, now=LATER)
        assert not confirmations.done(store, number, now=LATER)
    assert confirmations.latest(store, Purpose.RESIGN, player=ann) is None
    done = confirmations.latest(store, Purpose.FORGET, player=ann)
    assert done is not None
    assert done.fault(LATER) == "that was confirmed already"


def test_a_confirmation_runs_out(store: Store) -> None:
    with store.transaction():
        number = confirmations.ask(store, Purpose.REGISTER, "new@example.org", now=NOW, facts={})
    found = confirmations.load(store, number)
    assert found is not None
    assert found.fault(NOW + timedelta(days=8)) == "that came too late: it had to be confirmed within 7 days"


def test_a_challenge_lists_who_plays_in_the_order_of_their_coming(store: Store) -> None:
    ann, bob, cid, dee = people(store, "Ann", "Bob", "Cid", "Dee")
    week = NOW + timedelta(days=7)
    with store.transaction():
        number = challenges.offer(store, ann, terms=Terms(wizards=4), named=[bob], now=NOW, expires_at=week)
    offered = challenges.load(store, number)
    assert offered is not None
    assert (offered.accepted, offered.room, offered.replies) == ((ann,), 2, {bob: Reply.WAITED_FOR})
    with store.transaction():
        challenges.reply(store, number, dee, Reply.ACCEPTED, now=NOW)
        challenges.reply(store, number, cid, Reply.ACCEPTED, now=LATER)
        challenges.reply(store, number, bob, Reply.DECLINED, now=LATER)
    (found,) = challenges.standing(store)
    assert (found.accepted, found.room) == ((ann, dee, cid), 1)
    assert challenges.expired(store, week) == [number]
    assert challenges.expired(store, NOW) == []
    with store.transaction():
        assert challenges.close(store, number, ChallengeState.EXPIRED)
        assert not challenges.close(store, number, ChallengeState.PLAYED)
    assert challenges.standing(store) == challenges.expired(store, week) == []


def test_vacations_of_a_player_stand_in_order_until_they_are_cancelled(store: Store) -> None:
    ann, bob = people(store, "Ann", "Bob")
    with store.transaction():
        late = vacations.take(store, ann, NOW + timedelta(days=9), NOW + timedelta(days=11), now=NOW)
        soon = vacations.take(store, ann, NOW + timedelta(days=2), NOW + timedelta(days=3), now=NOW)
    assert [each.id for each in vacations.of_player(store, ann)] == [soon, late]
    assert vacations.of_player(store, bob) == []
    with store.transaction():
        assert vacations.cancel(store, soon, now=LATER)
        assert not vacations.cancel(store, soon, now=LATER)
    assert [each.id for each in vacations.of_player(store, ann)] == [late]


def test_press_is_kept_with_whom_it_is_for(store: Store) -> None:
    game = start_game(store)
    with store.transaction():
        table_talk.send(store, game, turn=1, seat=1, recipients=[2], words="Peace?", letter=None, now=NOW)
        table_talk.send(store, game, turn=1, seat=2, recipients=[1], words="No.", letter=None, now=LATER)
    assert [(each.seat, each.recipients, each.words) for each in table_talk.press(store, game)] == [
        (1, (2,), "Peace?"),
        (2, (1,), "No."),
    ]
    assert table_talk.press_since(store, game, 1, NOW - timedelta(hours=1)) == 1
    assert table_talk.press_since(store, game, 1, NOW) == 0


def test_a_draw_is_offered_for_one_turn(store: Store) -> None:
    game = start_game(store)
    with store.transaction():
        assert table_talk.offer_draw(store, game, turn=1, seat=2, now=NOW)
        assert not table_talk.offer_draw(store, game, turn=1, seat=2, now=LATER)
    assert table_talk.draws_offered(store, game, turn=1) == {2}
    assert table_talk.draws_offered(store, game, turn=2) == frozenset()
    with store.transaction():
        assert table_talk.take_back_draw(store, game, turn=1, seat=2)
    assert table_talk.draws_offered(store, game, turn=1) == frozenset()


def test_a_player_watches_a_game_until_he_does_not(store: Store) -> None:
    game = start_game(store)
    ann, bob = (player.id for player in players.everyone(store))
    with store.transaction():
        assert table_talk.watch(store, game, bob, now=NOW)
        assert table_talk.watch(store, game, ann, now=LATER)
        assert not table_talk.watch(store, game, ann, now=LATER)
    assert table_talk.watchers(store, game) == (bob, ann)
    assert table_talk.watched(store, ann) == (game,)
    with store.transaction():
        assert table_talk.unwatch(store, game, bob)
        assert not table_talk.unwatch(store, game, bob)
    assert table_talk.watchers(store, game) == (ann,)
