"""What becomes of events as their games end, stand still, are appealed for and taken back: commands come as mails."""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from engine.dice import commitment
from engine.tournament.model import Outcome
from engine.tournament.running import standings
from engine.tournament.wording import points_text
from referee.deeds import people, rollback, timing
from referee.deeds.refusal import Refused
from referee.store import acts, outgoing, pairings, players, results, tournaments
from referee.store.games import Ending, GameState
from referee.store.outgoing import MailState
from referee.store.pairings import Settled
from referee.store.tournaments import TournamentState
from referee.tournaments import running
from referee.tournaments.directing import Directing
from tests.acceptance.at_the_desk import DIRECTOR, Table, address_of, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.events import DAY, Hosted

KNOCKOUT = """
name = "Winter Cup"
terms = "2d, no grace, rated, no orders: rest"
game_time = "10d"
appeal = "2d"
[format]
type = "knockout"
"""
ROBIN = KNOCKOUT.replace("knockout", "round robin") + "\n"
FOUR = ("Ann", "Bob", "Cid", "Dee")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 1000000\n") as laid:
        yield laid


def words(table: Table, name: str, about: str) -> str:
    """The last mail to a player whose subject has these words, on one line."""
    found = [mail for mail in table.mails_to(name) if about in str(mail["Subject"])]
    return " ".join(text_of(found[-1]).replace("| ", "").split())


# -- joining and leaving ---------------------------------------------------------------------------------------------


def test_players_join_and_leave_by_mail_until_it_begins(table: Table) -> None:
    event = Hosted(table, ROBIN, FOUR[:3])
    event.directing.open(1, now=table.later(), reason=None)
    assert "You play in Winter Cup already." in event.asks("Ann", "join 1")
    assert "You play one game at a time in Winter Cup" in event.asks("Ann", "join 1 with 1 game")
    assert "You are out of Winter Cup again." in event.asks("Bob", "leave 1")
    assert "You play in Winter Cup, with at most three games" in event.asks("Bob", "join event winter cup, 3 games")
    assert "One can play 1 to 50 games" in event.asks("Bob", "join 1 with 99 games")
    assert "There is no event 7." in event.asks("Cid", "join 7")
    assert "open, you can join" in event.asks("Cid", "tournaments")
    assert "everybody meets everybody once" in event.asks("Cid", "tournaments winter cup")
    assert "These have joined: Ann Cid Bob" in event.asks("Cid", "standings")
    assert [each.entrant.games_at_once for each in event.book.entries] == [1, 2, 3]
    event.directing.start(1, now=table.later(), reason=None)
    with table.store.transaction():
        player = players.add(table.store, address_of("Eve"), now=table.now, name="Eve", name_key="eve", confirmed=True)
        late = Directing(table.desk.doors).entering.join(event.found, player, table.now, at_once=None)
    assert "Nobody can join Winter Cup now" in str(late)


def test_who_comes_late_plays_from_the_next_round_on(table: Table) -> None:
    swiss = KNOCKOUT.replace('type = "knockout"', 'type = "swiss"\nrounds = 2')
    event = Hosted(table, f"late_entries = true\n{swiss}", FOUR)
    event.begin()
    with table.store.transaction():
        players.add(table.store, address_of("Eve"), now=table.now, name="Eve", name_key="eve", confirmed=True)
    event.writes("Eve", "join 1")
    asked = next(mail for mail in table.mails_to("Eve") if "Please confirm" in str(mail["Subject"]))
    table.receive(reply(asked, address_of("Eve"), "yes"))
    assert "You play in Winter Cup, from round 2 on" in event.answer("Eve")
    for each in event.open_games():
        assert each.game is not None
        event.lose(each.game, max(each.pairing.players))
    assert sum("Eve" in each.pairing.players for each in event.book.paired if each.pairing.round == 2) == 1
    assert "cannot be paired" not in " ".join(str(mail["Subject"]) for mail in table.mails_at(DIRECTOR))


def test_a_round_that_nobody_can_pair_is_the_directors_to_decide(table: Table) -> None:
    swiss = KNOCKOUT.replace('type = "knockout"', 'type = "swiss"\nrounds = 2')
    event = Hosted(table, swiss, FOUR)
    event.begin()
    first, second = (each.pairing.players for each in event.open_games())
    for name in (first[0], second[0], second[1]):
        event.asks(name, "leave 1")
    table.wait(DAY)
    asked = [text_of(mail) for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"])]
    assert len(asked) == 1
    assert "Fewer than two players are left for round 2." in " ".join(asked[0].split())
    event.directing.end(1, now=table.later(), reason="There is nobody left.")
    assert event.found.state is TournamentState.OVER


def test_whoever_takes_a_name_that_somebody_plays_under_is_told_so(table: Table) -> None:
    event = Hosted(table, ROBIN, FOUR[:3])
    event.directing.open(1, now=table.later(), reason=None)
    table.direct(people.rename, "Ann", "Morgana", reason=None, now=table.later())
    with table.store.transaction():
        late = players.add(table.store, address_of("Eve"), now=table.now, name="ann", name_key="ann", confirmed=True)
        entering = Directing(table.desk.doors).entering
        refused = [
            entering.join(event.found, late, table.now, at_once=None),
            entering.replace(event.found, "Bob", late, table.now),
        ]
        there = entering.replace(event.found, "Ann", late, table.now)
    assert [str(each).count("Somebody else is Ann in Winter Cup") for each in refused] == [1, 1]
    assert "ann plays in place of Ann" in str(there)


def test_games_change_hands_in_one_round_of_a_swiss_only(table: Table) -> None:
    swiss = KNOCKOUT.replace('type = "knockout"', 'type = "swiss"\nrounds = 3\nsettled_percent = 50')
    event = Hosted(table, swiss, FOUR)
    event.begin()
    event.lose(event.game_of("Ann"), "Ann")
    first, second, third = event.open_games()
    assert [each.pairing.round for each in (first, second, third)] == [1, 2, 2]
    event.deciding.void(second.game, now=table.later(), reason="It was paired too early.")
    (early,) = set(second.pairing.players) & set(first.pairing.players)
    (late,) = set(third.pairing.players) - set(first.pairing.players)
    with pytest.raises(Refused, match="play in different rounds"):
        event.deciding.swap(1, early, late, now=table.later(), reason="so it is")


@pytest.mark.parametrize("sort", ["knockout", "round robin", "ladder", "league"])
def test_where_the_format_says_who_meets_whom_nobody_changes_places(table: Table, sort: str) -> None:
    more = "seasons = 1\nsize = 4\nmovers = 1\n" if sort == "league" else ""
    event = Hosted(table, KNOCKOUT.replace("knockout", sort) + more, FOUR)
    event.begin()
    with pytest.raises(Refused, match="the format says who meets whom"):
        event.deciding.swap(1, "Ann", "Bob", now=table.later(), reason="so it is")


def test_two_who_are_kept_apart_may_meet_once_the_director_says_so(table: Table) -> None:
    swiss = KNOCKOUT.replace('type = "knockout"', 'type = "swiss"\nrounds = 1')
    event = Hosted(table, f'forbidden = [["Ann", "Bob"]]\n{swiss}', FOUR)
    event.begin()
    with pytest.raises(Refused, match="Ann and Cid are not kept apart; these are: Ann and Bob"):
        event.directing.allow(1, "Ann", "Cid", now=table.later(), reason="so it is")
    assert "may meet" in event.directing.allow(1, "bob", "ann", now=table.later(), reason="nobody else is left")
    assert event.found.definition.forbidden == ()
    with pytest.raises(Refused, match=r"Ann and Bob are not kept apart$"):
        event.directing.allow(1, "Ann", "Bob", now=table.later(), reason="so it is")


def test_the_director_lets_somebody_in_after_the_start_who_is_told_all_of_it(table: Table) -> None:
    swiss = KNOCKOUT.replace('type = "knockout"', 'type = "swiss"\nrounds = 2')
    event = Hosted(table, swiss, FOUR)
    event.begin()
    first, second = (each.pairing.players for each in event.open_games())
    for name in (first[0], second[0], second[1]):
        event.asks(name, "leave 1")
    table.wait(DAY)
    (asked,) = [mail for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"])]
    assert "end the event: end event 1 WHY" in " ".join(text_of(asked).replace("| ", "").split())
    rows = [("Eve", address_of("Eve"), None, None)]
    event.directing.bring_in(1, rows, now=table.later(), reason=None)
    told = words(table, "Eve", "you play in it")
    assert "The director has entered you. You play in Winter Cup, from round 2 on" in told
    assert "leave 1" in told
    assert "It is a Swiss of two rounds" in told
    table.wait(timedelta(minutes=1))
    assert sorted(event.open_games()[-1].pairing.players) == sorted([first[1], "Eve"])


def test_melees_are_seeded_by_skill_in_melees_and_duels_by_strength_in_duels(table: Table) -> None:
    for terms, names in (("3d, rated", ("Ann", "Bob")), ("3d, rated", ("Ann", "Bob", "Cid"))):
        game = table.start(*names, terms=terms)
        table.post()
        table.turn(game, **{name.lower(): "LH: W, RH: W" if name == "Ann" else "surrender" for name in names})
    melees = KNOCKOUT.replace('type = "knockout"', 'type = "melees"\nrounds = 1\ntable = 3\nplaces = [3, 1]')
    seeds = []
    for text in (KNOCKOUT, melees.replace("Winter", "Summer")):
        event = Hosted(table, text, ())
        number = event.number
        rows = [(name, address_of(name), None, None) for name in ("Ann", "Bob", "Dee")]
        event.directing.bring_in(number, rows, now=table.later(), reason=None)
        seeds.append({each.entrant.name: each.entrant.rating for each in tournaments.entries(table.store, number)})
    duels, brawls = seeds
    assert duels["Ann"] > 1500 > duels["Bob"]
    assert duels["Dee"] == 1500
    assert brawls["Ann"] > brawls["Dee"] == 0.0


def test_a_forged_word_takes_nobody_out(table: Table) -> None:
    event = Hosted(table, ROBIN, FOUR[:3])
    event.writes("Ann", "leave 1")  # in no answer to anything
    assert len(event.book.here) == 3
    assert any("Please confirm" in str(mail["Subject"]) for mail in table.mails_to("Ann"))


def test_the_secret_of_the_lots_is_committed_at_the_beginning_and_told_at_the_end(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    assert sha256(b"lots").hexdigest() in words(table, "Ann", "you can join")
    game = event.game_of("Ann")
    assert commitment(table.game(game).duel.salt) in words(table, "Ann", "you play Bob")
    event.lose(game, "Ann")
    assert event.found.state is TournamentState.OVER
    assert "all lots were drawn from: lots" in words(table, "Ann", "Bob has won")
    assert "over" in event.asks("Ann", "standings 1")


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


def test_games_of_an_event_that_was_ended_leave_room_again_when_they_are_over(table: Table) -> None:
    event = Hosted(table, ROBIN.replace('appeal = "2d"', 'appeal = "2d"\ngames_at_once = 1'), ("Ann", "Bob"))
    event.begin()
    event.directing.abort(1, now=table.later(), reason="too few")
    other = Hosted(table, KNOCKOUT.replace("Winter", "Summer").replace('"2d"\n[', '"2d"\ngames_at_once = 1\n['), FOUR)
    other.begin()
    with table.store.transaction():
        assert pairings.open_elsewhere(table.store, 1, 2) == 1
    event.lose(1, "Ann")
    assert pairings.open_elsewhere(table.store, 1, 2) == 0
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
