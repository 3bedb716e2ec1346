"""Whole events at the desk: rounds begin by themselves, players leave, nobody looks for a while; mails are counted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from engine.tournament.games import meetings
from engine.tournament.model import Outcome
from engine.tournament.running import standings
from referee.deeds import rollback
from referee.mail.inbox import Filing
from referee.store import games, outgoing, results, turns
from referee.store.games import Ending, GameState
from referee.store.outgoing import MailState
from referee.store.pairings import Settled
from referee.store.tournaments import TournamentState
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.events import DAY, NAMES, Hosted
from tests.simulation.measures import SOAK

SWISS = """
name = "Winter Cup"
terms = "2d, no grace, rated, no orders: surrender after 2"
games_at_once = 1
game_time = "40d"
[format]
type = "swiss"
rounds = 3
"""
LEAGUE = """
name = "Winter Cup"
terms = "2d, no grace, rated, no orders: surrender after 2"
games_at_once = 3
game_time = "40d"
withdrawals = "half"
[format]
type = "league"
seasons = 2
size = 4
movers = 1
"""
MANY = tuple(
    f"{first}{last}" for first in "BDFGKLMR" for last in ("ada", "elo", "iro", "ogu", "upa", "ane", "eri", "otu")
)

KINDS = {"event", "answers", "invitation", "report", "over", "receipt", "director", "deadline", "reminder", "corrected"}
SIZES = [(NAMES, 3, ("Hal",)), *([(MANY, 6, (MANY[5], MANY[17], MANY[40]))] if SOAK else [])]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 1000000\n") as laid:
        yield laid


def everybody_is_told_all_of_it_once(event: Hosted) -> None:
    """Each mail of the event is there, once for each whom it is for; no game's mail is missing or twice."""
    store = event.table.store
    every = outgoing.listing(store, MailState)
    assert len({mail.message_id for mail in every}) == len(every)
    entrants = sorted(address_of(each.entrant.name) for each in event.book.entries)
    assert event.mails("you can join") == entrants
    assert event.mails(" has won") == entrants
    kinds = Counter((mail.game, mail.kind) for mail in every if mail.game is not None)
    for paired in event.book.paired:
        if paired.game is not None:
            game = games.load(store, paired.game)
            assert game is not None
            assert game.state is GameState.FINISHED
            assert kinds[paired.game, "invitation"] == len(game.seats)
            assert kinds[paired.game, "over"] >= len(game.seats)  # once more where its end was taken back
            parts = len(turns.line(store, paired.game)) + (game.ending is Ending.DECIDED)
            assert kinds[paired.game, "report"] + kinds[paired.game, "over"] == parts * len(game.seats)
            assert len(results.of_game(store, paired.game)) == len(game.seats)
    told = Counter(mail.recipient for mail in every if mail.kind == "event" and ", you play" in mail.subject)
    had = Counter(address_of(name) for each in event.book.paired if each.game for name in each.pairing.players)
    assert set(told) == set(had)
    assert all(told[who] <= had[who] for who in had)  # several games that begin at once are told in one mail
    known = ("you can join", " has won", ", you play", "you have a bye", "a walkover", "this week")
    assert not [
        mail.subject for mail in every if mail.kind == "event" and not any(word in mail.subject for word in known)
    ]
    weeks = Counter(mail.recipient for mail in every if mail.kind == "event" and "this week" in mail.subject)
    assert len(set(weeks.values())) <= 2  # those who stayed have all, those who left fewer
    assert not [mail for mail in every if "does not go on by itself" in mail.subject]
    assert {mail.kind for mail in every} <= KINDS


@pytest.mark.parametrize(("names", "rounds", "leavers"), SIZES, ids=[f"{len(each[0])} players" for each in SIZES])
def test_a_swiss_with_some_who_leave_a_rollback_after_the_next_round_was_paired_and_an_outage(
    table: Table, names: Sequence[str], rounds: int, leavers: Sequence[str]
) -> None:
    event = Hosted(table, SWISS.replace("rounds = 3", f"rounds = {rounds}"), names)
    event.begin()
    assert event.mails("round 1, you play") == sorted(map(address_of, names))
    event.play(until=2)
    event.step()
    table.wait(3 * DAY, deaf=True)
    table.wait(timedelta(hours=1))
    first, *others = leavers
    assert event.writes(first, f"leave {event.number}") is Filing.PROCESSED
    event.play(until=3)
    back = take_back_one(event)
    assert event.found.state is TournamentState.RUNNING  # a Swiss keeps the round that was paired since
    for name in others:
        assert event.writes(name, f"leave {event.number}") is Filing.PROCESSED
    event.play()
    assert event.found.state is TournamentState.OVER
    assert table.game(back).state is GameState.FINISHED
    assert {each.pairing.round for each in event.book.paired} == set(range(1, rounds + 1))
    assert all(each.result is not None for each in event.book.paired)
    assert max(meetings(event.book.games).values()) == 1
    byes = Counter(each.pairing.players for each in event.book.paired if len(each.pairing.players) == 1)
    assert set(byes.values()) <= {1}
    assert sorted(row.player for row in standings(event.book.event, event.book.games)) == sorted(names)
    for name in leavers:
        assert event.book.event.by_name[name].last is not None
    everybody_is_told_all_of_it_once(event)


def take_back_one(event: Hosted) -> int:
    """The last turn of a game of round 2 is taken back, after round 3 was paired; its number."""
    second = next(each for each in event.book.paired if each.pairing.round == 2 and each.way is Settled.PLAYED)
    assert second.game is not None
    third = [each.pairing for each in event.book.paired if each.pairing.round == 3]
    table, last = event.table, event.table.game(second.game).duel.turn
    with table.store.transaction():
        rollback.roll_back(table.desk.doors, second.game, last, keep=False, reason="a mistake", now=table.later())
    table.wait(timedelta(minutes=1))
    assert second.game in {each.game for each in event.open_games()}
    assert [each.pairing for each in event.book.paired if each.pairing.round == 3] == third
    corrected = [mail for mail in outgoing.listing(table.store, MailState) if mail.kind == "corrected"]
    assert [mail.game for mail in corrected] == [second.game] * 2  # its players are told, and nobody else
    standing = {row.player: row for row in standings(event.book.event, event.book.games)}
    assert {name: standing[name].games for name in second.pairing.players} == dict.fromkeys(second.pairing.players, 1)
    return second.game


def test_a_league_is_played_for_all_its_seasons_with_one_who_leaves_early(table: Table) -> None:
    names, seasons = (MANY[:16], 3) if SOAK else (NAMES[:6], 2)
    leaver = names[5]
    event = Hosted(table, LEAGUE.replace("seasons = 2", f"seasons = {seasons}"), names, seed=4)
    event.begin()
    assert event.writes(leaver, f"leave {event.number}") is Filing.PROCESSED
    event.play()
    assert event.found.state is TournamentState.OVER
    assert {each.pairing.round for each in event.book.paired} == set(range(1, seasons + 1))
    left = event.book.event.by_name[leaver]
    assert (left.last, left.struck_from) == (1, 1)
    assert all(leaver not in each.pairing.players for each in event.book.paired if each.pairing.round > 1)
    table_ = standings(event.book.event, event.book.games)
    assert sorted(row.player for row in table_) == sorted(each.entrant.name for each in event.book.entries)
    void = [each for each in event.book.paired if each.result and each.result.scores[0].outcome is Outcome.VOID]
    assert void
    assert all(each.way is Settled.UNPLAYED for each in void)
    assert event.mails(" has won") == sorted(map(address_of, names))
