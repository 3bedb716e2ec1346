"""What becomes of events as their games end, stand still, are appealed for and taken back: commands come as mails."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.tournament.model import Outcome
from engine.tournament.running import standings
from engine.tournament.wording import points_text
from referee.deeds import people, rollback, timing
from referee.deeds.refusal import Refused
from referee.store import acts, outgoing, pairings, players, results
from referee.store.games import Ending, GameState
from referee.store.outgoing import MailState
from referee.store.pairings import Settled
from referee.store.tournaments import TournamentState
from referee.tournaments import running
from tests.acceptance.at_the_desk import DIRECTOR, Table, address_of, laid_table
from tests.acceptance.by_mail import text_of
from tests.acceptance.events import DAY, FOUR, KNOCKOUT, ROBIN, Hosted, words


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 1000000\n") as laid:
        yield laid


# -- rounds ----------------------------------------------------------------------------------------------------------


def test_the_next_round_begins_by_itself_and_each_is_told_of_his_game_once(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.begin()
    before = table.count()
    event.lose(event.game_of("Ann"), "Dee")
    assert event.round == 1
    event.lose(event.game_of("Bob"), "Bob")
    # two last reports, a word on the final and an invitation for each of two, and a receipt for each order mail
    told = [m.subject for m in outgoing.listing(table.store, MailState) if m.id > before]
    assert event.mails("round 2, final, you play") == [address_of("Ann"), address_of("Cid")], told
    assert "1 of 1" in event.asks("Ann", "rounds 1") or "0 of 1 games are over" in event.answer("Ann")
    assert "Ann v Cid" in event.asks("Dee", "pairings 1")
    assert "Ann v Dee" in event.asks("Dee", "pairings 1 round 1")
    assert "has no round 9 so far" in event.asks("Dee", "pairings 1 round 9")


def test_games_that_begin_at_once_are_told_in_one_mail_by_their_place(table: Table) -> None:
    league = 'games_at_once = 3\n[format]\ntype = "league"\nseasons = 1\nsize = 4\nmovers = 1'
    event = Hosted(table, KNOCKOUT.replace('[format]\ntype = "knockout"', league), FOUR[:3])
    event.begin()
    told = [m.subject for m in outgoing.listing(table.store, MailState) if m.recipient == address_of("Ann")]
    games = [subject for subject in told if "you play" in subject]
    assert len(games) == 1
    assert re.fullmatch(r".* season 1, division 1, you play (Bob and Cid|Cid and Bob)", games[0])


def test_the_week_is_told_once_and_not_to_those_who_want_no_such_mails(table: Table) -> None:
    event = Hosted(table, ROBIN, FOUR[:3])
    event.begin()
    with table.store.transaction():
        bob = players.by_address(table.store, address_of("Bob"))
        assert bob is not None
        players.set_muted(table.store, bob.id, table.now)
    table.wait(8 * DAY)
    assert event.mails("this week") == [address_of("Ann"), address_of("Cid")]
    table.wait(7 * DAY, deaf=True)
    table.wait(2 * DAY)
    assert len(event.mails("this week")) == 4  # after an outage one is enough


def test_nobody_plays_more_games_at_once_than_he_said_over_all_events(table: Table) -> None:
    event = Hosted(table, ROBIN, FOUR)  # two at a time, which is what an event says that says nothing
    event.begin()
    other = Hosted(table, ROBIN.replace("Winter", "Summer"), FOUR)
    other.begin()
    assert _busiest(table) == dict.fromkeys(FOUR, 2)
    assert other.open_games() == []
    for _ in range(20):
        for each in (*event.open_games(), *other.open_games()):
            assert each.game is not None
            event.lose(each.game, min(each.pairing.players))
            assert max(_busiest(table).values(), default=0) <= 2
    assert (event.found.state, other.found.state) == (TournamentState.OVER, TournamentState.OVER)


def test_a_knockout_waits_for_who_plays_elsewhere_as_well(table: Table) -> None:
    one = KNOCKOUT.replace('"2d"\n[', '"2d"\ngames_at_once = 1\n[')
    event = Hosted(table, ROBIN, ("Ann", "Bob"))
    event.begin()
    other = Hosted(table, one.replace("Winter", "Summer"), FOUR)
    other.begin()
    assert other.open_games() == []
    event.lose(event.game_of("Ann"), "Bob")
    assert len(other.open_games()) == 2


def _busiest(table: Table) -> dict[str, int]:
    """How many games each plays now."""
    rows = table.store.rows(
        "SELECT wizard, count(*) AS games FROM seats JOIN games ON games.id = seats.game WHERE state = 'running'"
        " GROUP BY wizard"
    )
    return {row["wizard"]: row["games"] for row in rows}


def test_games_of_an_event_that_was_ended_end_with_it_and_leave_room(table: Table) -> None:
    event = Hosted(table, ROBIN.replace('appeal = "2d"', 'appeal = "2d"\ngames_at_once = 1'), ("Ann", "Bob"))
    event.begin()
    other = Hosted(table, KNOCKOUT.replace("Winter", "Summer").replace('"2d"\n[', '"2d"\ngames_at_once = 1\n['), FOUR)
    other.begin()
    assert pairings.open_elsewhere(table.store, 1, 2) == 1
    assert other.open_games() == []
    event.directing.abort(1, now=table.later(), reason="too few")
    assert table.game(1).state is GameState.ABORTED
    assert "ended with it, and count for nothing. The reason: too few" in words(table, "Ann", "it is ended")
    assert pairings.open_elsewhere(table.store, 1, 2) == 0
    table.wait(timedelta(minutes=1))
    assert len(other.open_games()) == 2


# -- games that do not end -------------------------------------------------------------------------------------------


def test_a_game_that_does_not_end_is_decided_as_it_stands_once_nobody_appeals(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    game = event.game_of("Ann")
    table.wait(11 * DAY)
    assert event.mails(f"game {game} is to be decided") == [address_of("Ann"), address_of("Bob")]
    assert table.game(game).state is GameState.RUNNING
    assert "it is a draw" in words(table, "Ann", "is to be decided")
    table.wait(2 * DAY)
    over = table.game(game)
    assert (over.state, over.ending) == (GameState.FINISHED, Ending.DECIDED)
    assert "The time for this game is over." in words(table, "Ann", "it is decided")
    drawn, again = event.book.paired  # a drawn game of a knockout is played again
    assert (drawn.way, again.result) == (Settled.RULED, None)


def test_who_appeals_in_time_has_the_director_decide(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    game = event.game_of("Ann")
    assert "There is no ruling on game 1" in event.asks("Bob", "appeal 1: already")
    table.wait(11 * DAY)
    assert "The director has your appeal" in event.asks("Bob", f"appeal {game}: my troll is coming")
    assert "before him already" in event.asks("Ann", f"appeal {game}")
    assert "Bob has appealed" in words(table, "Ann", "an appeal")
    asked = [text_of(mail) for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"])]
    assert "my troll is coming" in " ".join(asked[-1].split())
    table.wait(4 * DAY)
    assert table.game(game).state is GameState.RUNNING
    event.deciding.adjudicate(game, "Bob", now=table.later(), reason="The troll would have won.")
    table.wait(timedelta(minutes=1))
    assert "The troll would have won." in words(table, "Ann", "it is decided")
    assert event.found.state is TournamentState.OVER
    assert event.mails("Bob has won") == [address_of("Ann"), address_of("Bob")]


def test_a_game_that_ends_by_itself_before_the_ruling_stands_counts_as_it_was_played(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    table.wait(11 * DAY)
    event.lose(event.game_of("Ann"), "Ann")
    assert event.found.state is TournamentState.OVER
    assert event.book.paired[0].way is Settled.PLAYED


def test_what_was_proposed_for_a_game_that_ended_by_itself_does_not_come_back_with_it(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.begin()
    table.wait(11 * DAY)
    game = event.game_of("Ann")
    event.lose(game, "Ann")
    assert pairings.open_ruling(table.store, event.book.paired[0].id) is None
    with table.store.transaction():
        rollback.roll_back(table.desk.doors, game, 1, keep=False, reason="a mistake", now=table.later())
    before = len(event.mails(f"game {game} is to be decided"))
    table.wait(DAY)
    assert table.game(game).state is GameState.RUNNING
    assert len(event.mails(f"game {game} is to be decided")) == before + 2  # its time is over, so anew, with an appeal


def test_what_was_proposed_for_a_game_rests_on_the_turns_that_are_taken_back(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    game = event.game_of("Ann")
    table.post()
    table.turn(game, ann="LH: W, RH: W", bob="LH: W, RH: W")
    table.wait(10 * DAY + timedelta(hours=1))
    first = pairings.open_ruling(table.store, event.book.paired[0].id)
    assert first is not None
    with table.store.transaction():
        rollback.roll_back(table.desk.doors, game, 1, keep=False, reason="a mistake", now=table.later())
    assert pairings.open_ruling(table.store, event.book.paired[0].id) is None


def test_time_in_which_nobody_looked_at_the_mail_is_nobodys(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    table.wait(4 * DAY)
    table.wait(5 * DAY, deaf=True)
    table.wait(timedelta(hours=1))
    table.direct(timing.resume_after_outage, reason="it is over", now=table.later())
    table.wait(5 * DAY)
    assert event.mails("is to be decided") == []
    table.wait(2 * DAY)
    assert len(event.mails("is to be decided")) == 2


# -- what goes wrong -------------------------------------------------------------------------------------------------


def test_what_raises_holds_the_event_and_neither_its_games_nor_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, other = Hosted(table, KNOCKOUT, FOUR), Hosted(table, KNOCKOUT.replace("Winter", "Summer"), ("Eve", "Fay"))
    event.begin()
    other.begin()
    asked = running.next_games

    def broken(about: object, games: object) -> object:
        if getattr(about, "name", "") == "Winter Cup":
            raise AssertionError("no such round")
        return asked(about, games)

    monkeypatch.setattr(running, "next_games", broken)
    event.lose(event.game_of("Ann"), "Ann")
    other.lose(other.game_of("Eve"), "Eve")
    assert (event.found.state, event.found.reason) == (TournamentState.HELD, "AssertionError: no such round")
    assert other.found.state is TournamentState.OVER
    assert table.game(2).state is GameState.RUNNING
    assert any("Winter Cup does not go on by itself" in str(mail["Subject"]) for mail in table.mails_at(DIRECTOR))
    monkeypatch.undo()
    event.directing.resume(1, now=table.later(), reason="it is mended")
    event.lose(2, "Bob")
    assert event.round == 2


def test_an_event_that_is_damaged_is_held_and_games_go_on(table: Table) -> None:
    Hosted(table, KNOCKOUT, FOUR).begin()
    with table.store.transaction():
        table.store.change("UPDATE tournaments SET definition = 'x' || definition")
    table.wait(7 * DAY)
    assert table.store.rows("SELECT state FROM tournaments") == [{"state": "held"}]
    assert table.game(1).duel.turn > 0
    assert any("that cannot be read any more" in str(mail["Subject"]) for mail in table.mails_at(DIRECTOR))


def test_a_result_that_is_taken_back_holds_what_rests_on_it(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.begin()
    first = event.game_of("Ann")
    event.lose(first, "Dee")
    event.lose(event.game_of("Bob"), "Bob")
    final = event.game_of("Ann")
    with table.store.transaction():
        rollback.roll_back(table.desk.doors, first, 1, keep=False, reason="a mistake", now=table.later())
    table.wait(timedelta(minutes=1))
    assert event.found.state is TournamentState.HELD
    assert f"these games rest: {final}." in (event.found.reason or "")
    event.deciding.void(final, now=table.later(), reason="It was paired too early.")
    event.directing.resume(1, now=table.later(), reason="it is put right")
    assert table.game(final).state is GameState.ABORTED
    event.lose(first, "Ann")
    assert sorted(event.open_games()[-1].pairing.players) == ["Cid", "Dee"]


def test_who_leaves_a_round_robin_early_counts_for_nobody(table: Table) -> None:
    event = Hosted(table, ROBIN, FOUR)
    event.begin()
    told = event.asks("Dee", "leave 1")
    assert "You have left Winter Cup. Your games do not count." in told
    assert "You have left Winter Cup" not in event.asks("Dee", "leave 1")
    table.wait(timedelta(minutes=1))
    assert event.book.event.by_name["Dee"].struck_from == 1
    assert all("Dee" not in each.pairing.players for each in event.open_games())
    void = [s.outcome for each in event.book.paired if each.result for s in each.result.scores if s.player == "Dee"]
    assert set(void) == {Outcome.VOID}
    for _ in range(10):
        for each in event.open_games():
            assert each.game is not None
            event.lose(each.game, min(each.pairing.players))
    assert event.found.state is TournamentState.OVER
    assert "withdrew, does not count" in words(table, "Ann", "has won")


def test_whoever_plays_in_an_event_is_not_forgotten_before_he_leaves(table: Table) -> None:
    event = Hosted(table, ROBIN, FOUR)
    event.directing.open(1, now=table.later(), reason=None)
    assert "You still play in Winter Cup. Leave there first" in event.asks("Ann", "forget me")
    with pytest.raises(
        Refused, match=r"plays in Winter Cup; `referee tournament withdraw 1 PLAYER` takes him out first"
    ):
        table.direct(people.erase, "Ann", reason=None, now=table.later())


# -- other formats ---------------------------------------------------------------------------------------------------


def test_on_a_ladder_players_climb_by_mail(table: Table) -> None:
    event = Hosted(table, KNOCKOUT.replace("knockout", "ladder") + "reach = 1\n", FOUR)
    event.begin()
    assert "within reach: Bob" in event.asks("Cid", "climb past Ann")
    assert "The game begins at once." in event.asks("Cid", "climb past Bob in 1")
    table.wait(timedelta(minutes=1))
    event.lose(event.game_of("Cid"), "Bob")
    assert [row.player for row in standings(event.book.event, event.book.games)] == ["Ann", "Cid", "Bob", "Dee"]
    event.directing.close(1, now=table.later(), reason=None)
    table.wait(timedelta(minutes=1))
    assert event.found.state is TournamentState.OVER


def test_a_ladder_that_takes_nobody_in_before_its_start_is_played_all_the_same(table: Table) -> None:
    event = Hosted(table, KNOCKOUT.replace("knockout", "ladder"), FOUR)
    event.directing.open(1, now=table.later(), reason=None)
    event.directing.close(1, now=table.later(), reason=None)
    event.directing.start(1, now=table.later(), reason=None)
    table.wait(timedelta(minutes=1))
    assert event.found.state is TournamentState.RUNNING
    assert "The game begins at once." in event.asks("Bob", "climb past Ann in 1")


def test_in_melees_places_are_points_and_who_leaves_resigns(table: Table) -> None:
    melees = KNOCKOUT.replace('type = "knockout"', 'type = "melees"\nrounds = 1\ntable = 4\nplaces = [5, 3, 1]')
    event = Hosted(table, melees, FOUR)
    event.begin()
    game = event.game_of("Ann")
    event.asks("Dee", "leave 1")
    assert table.game(game).seats[3].resigned_at is not None
    table.post()
    table.turn(game, ann="LH: W, RH: W", bob="surrender", cid="surrender")
    table.wait(timedelta(minutes=1))
    assert event.found.state is TournamentState.OVER
    assert event.book.paired[0].result is not None
    assert event.mails("Ann has won") == sorted(map(address_of, FOUR))


FIVE = ("Ann", "Bob", "Cyd", "Dan", "Eve")


@pytest.mark.parametrize(
    ("said", "places", "outcomes", "points"),
    [
        (None, [1, 1, 3, 4, 5], "draw draw loss loss loss", "4½ 4½ 3 1 0"),
        ("draw", [1, 1, 1, 4, 5], "draw draw draw loss loss", "4 4 4 1 0"),
        ("Cyd", [2, 2, 1, 4, 5], "loss loss win loss loss", "3 3 6 1 0"),
    ],
    ids=["as it stands", "a draw", "a winner"],
)
def test_a_melee_that_is_decided_remembers_who_fell_before_whom(
    table: Table, said: str | None, places: list[int], outcomes: str, points: str
) -> None:
    melees = KNOCKOUT.replace('type = "knockout"', 'type = "melees"\nrounds = 1\ntable = 5\nplaces = [6, 3, 3, 1]')
    event = Hosted(table, melees, FIVE)
    event.begin()
    game = event.game_of("Ann")
    for orders in ({"eve": "surrender", "ann": "LH: W, RH: stab Cyd"}, {"dan": "surrender"}):
        table.post()
        table.turn(game, **dict.fromkeys(map(str.lower, table.owing(game)), "LH: W, RH: -") | orders)
    event.deciding.adjudicate(game, said, now=table.later(), reason="It takes too long.")
    table.wait(3 * DAY)
    (paired,) = event.book.paired
    assert paired.result is not None
    assert [each.place for each in paired.result.scores] == places
    assert [each.outcome.value for each in paired.result.scores] == outcomes.split()
    assert [each.place for each in results.of_game(table.store, game)] == places
    rows = standings(event.book.event, event.book.games)
    assert [points_text(row.points) for row in sorted(rows, key=lambda row: row.player)] == points.split()


def test_a_pause_is_noted_with_its_reason_and_given_back(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    event.directing.pause(1, now=table.later(), reason="a holiday")
    noted = acts.listing(table.store)[-1]
    assert (noted.act, noted.reason, noted.facts) == (
        "tournament pause",
        "a holiday",
        {"tournament": 1, "name": "Winter Cup"},
    )
    table.wait(5 * DAY)
    event.directing.resume(1, now=table.later(), reason="it is over")
    table.wait(9 * DAY)
    assert event.mails("is to be decided") == []
    table.wait(2 * DAY)
    assert len(event.mails("is to be decided")) == 2
