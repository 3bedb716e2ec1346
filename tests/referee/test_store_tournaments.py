"""Events in the store: what is put in comes out, and what must not be twice is refused."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.tournament.model import Challenge, Entrant, Game, Outcome, Pairing, Result, Score, TieBreak
from engine.tournament.terms import Ladder, Swiss
from referee.store import faults, games, pairings, players, tournaments
from referee.store.database import Store
from referee.store.pairings import Settled
from referee.store.tournaments import TournamentState
from referee.terms import Terms
from referee.terms.event import Definition
from tests.referee.store_samples import NOW, start_game

SWISS = Definition(
    name="Winter Cup",
    format=Swiss(rounds=5, accelerated=True),
    games=Terms(rated=True),
    about="Bring mittens.",
    tiebreaks=(TieBreak.BUCHHOLZ,),
    forbidden=(("Ann", "Bob"),),
    game_time=timedelta(days=33),
)
DRAWN = Result(scores=tuple(Score(player=each, outcome=Outcome.DRAW, hit_points=7) for each in ("Ann", "Bob")), turns=9)
PAIRING = Pairing(round=1, players=("Ann", "Bob"), stage="final", reason="Ann meets Bob.")
WEEK = timedelta(days=7)


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    """Ann and Bob play game 1, which is one of event 1."""
    with Store.open(database) as opened:
        game = start_game(opened)
        with opened.transaction():
            tournaments.create(opened, SWISS, name_key="wintercup", seed="lots", now=NOW)
            for number, player in enumerate(players.everyone(opened), start=1):
                entrant = Entrant(name=("Ann", "Bob")[number - 1], games_at_once=number, rating=1400.0 + number)
                tournaments.enter(opened, 1, player.id, entrant, now=NOW)
            pairings.add(opened, 1, Game(pairing=PAIRING), number=1, played=game, now=NOW, due_at=NOW + WEEK)
        yield opened


def test_an_event_comes_out_as_it_was_put_in(store: Store) -> None:
    found = tournaments.load(store, 1)
    assert found is not None
    assert (found.definition, found.seed, found.state) == (SWISS, "lots", TournamentState.PLANNED)
    assert tournaments.by_name(store, "wintercup") == found
    assert tournaments.listing(store) == [found]
    assert tournaments.listing(store, (TournamentState.RUNNING,)) == []
    assert tournaments.load(store, 2) is None


def test_no_two_events_have_one_name_and_no_two_entrants(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        tournaments.create(store, SWISS, name_key="wintercup", seed="x", now=NOW)
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        tournaments.enter(store, 1, 2, Entrant(name="Ann", games_at_once=1), now=NOW)


def test_nobody_is_paired_twice_in_one_round_and_stage_but_in_place_of_what_was_void(store: Store) -> None:
    again = Game(pairing=replace(PAIRING, reason="once more"))
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        pairings.add(store, 1, again, number=2, played=None, now=NOW, due_at=None)
    with store.transaction():
        pairings.void(store, 1, now=NOW)
        pairings.add(store, 1, again, number=2, played=None, now=NOW, due_at=None)
    assert [each.pairing.reason for each in pairings.standing(store, 1)] == ["once more"]
    assert pairings.of_game(store, 1) is None


def test_a_result_comes_out_as_it_was_put_in_and_is_taken_back_while_the_event_goes_on(store: Store) -> None:
    with store.transaction():
        pairings.settle(store, 1, DRAWN, Settled.PLAYED)
    (paired,) = pairings.standing(store, 1)
    assert paired.as_game == Game(pairing=PAIRING, result=DRAWN)
    assert paired.way is Settled.PLAYED
    with store.transaction():
        pairings.reopen(store, 1, now=NOW)  # the event is not under way
    assert pairings.standing(store, 1)[0].result == DRAWN
    with store.transaction():
        tournaments.change(store, 1, state=TournamentState.RUNNING)
        pairings.reopen(store, 1, now=NOW)
    assert pairings.standing(store, 1)[0].result is None


def test_entries_are_changed_and_removed(store: Store) -> None:
    ann, bob = tournaments.entries(store, 1)
    with store.transaction():
        tournaments.save_entry(store, replace(ann, entrant=replace(ann.entrant, last=1, struck_from=1)))
        tournaments.remove(store, bob.id)
    (left,) = tournaments.entries(store, 1)
    assert (left.entrant.last, left.entrant.struck_from) == (1, 1)
    assert tournaments.of_player(store, ann.player) == []


def test_an_event_is_looked_at_when_a_game_of_its_players_ends(store: Store) -> None:
    with store.transaction():
        tournaments.create(store, replace(SWISS, format=Ladder()), name_key="other", seed="x", now=NOW)
        tournaments.enter(store, 2, 1, Entrant(name="Ann", games_at_once=1), now=NOW)
        tournaments.look_soon(store, 1, NOW)
    assert tournaments.due(store, NOW) == []  # neither has begun
    with store.transaction():
        tournaments.change(store, 1, state=TournamentState.RUNNING)
        tournaments.change(store, 2, state=TournamentState.RUNNING)
        tournaments.look_soon(store, 1, NOW)
    assert tournaments.due(store, NOW) == [1, 2]
    assert tournaments.next_look(store) == NOW
    assert pairings.open_elsewhere(store, 1, 2) == 1
    assert pairings.open_elsewhere(store, 1, 1) == 0
    assert pairings.states(store, 1) == {1: games.GameState.RUNNING}


def test_a_ruling_waits_is_appealed_for_and_replaced(store: Store) -> None:
    with store.transaction():
        first = pairings.propose(store, 1, DRAWN, who="referee", reason="as it stands", now=NOW, stands_at=NOW + WEEK)
        pairings.appeal(store, first, 2, "my troll", now=NOW)
    found = pairings.open_ruling(store, 1)
    assert found is not None
    assert (found.result, found.appellant, found.appeal) == (DRAWN, 2, "my troll")
    assert pairings.appealed(store) == [1]
    with store.transaction():
        second = pairings.propose(store, 1, DRAWN, who="director", reason="so", now=NOW, stands_at=NOW + WEEK)
        pairings.postpone(store, 1, timedelta(days=1))
    found = pairings.open_ruling(store, 1)
    assert found is not None
    assert (found.id, found.stands_at) == (second, NOW + WEEK + timedelta(days=1))
    assert pairings.standing(store, 1)[0].due_at == NOW + WEEK + timedelta(days=1)
    assert pairings.appealed(store) == []
    with store.transaction():
        pairings.drop_ruling(store, 1, now=NOW)
    assert pairings.open_ruling(store, 1) is None


def test_challenges_of_a_ladder_are_numbered_and_follow_a_change_of_names(store: Store) -> None:
    with store.transaction():
        assert [tournaments.climb(store, 1, "Bob", "Ann", now=NOW) for _ in range(2)] == [1, 2]
        tournaments.rename_in_climbs(store, 1, "Bob", "Cid")
    assert tournaments.climbs(store, 1)[1] == Challenge(number=2, challenger="Cid", challenged="Ann")


def test_an_announcement_is_made_once(store: Store) -> None:
    with store.transaction():
        assert tournaments.announce(store, 1, "event", "open", now=NOW)
        assert not tournaments.announce(store, 1, "event", "open", now=NOW)
        assert tournaments.announce(store, 1, "event", "over", now=NOW)


def test_a_damaged_definition_is_told(store: Store) -> None:
    with store.transaction():
        store.change("UPDATE tournaments SET definition = '{}'")
    with pytest.raises(faults.Damaged, match="does not read as an event"):
        tournaments.load(store, 1)
