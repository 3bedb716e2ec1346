"""Who is in an event: players join and leave, a director lets them in, and who meets whom is changed by hand."""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from engine.dice import commitment
from referee.deeds import people
from referee.deeds.refusal import Refused
from referee.store import players, tournaments
from referee.store.tournaments import TournamentState
from referee.tournaments.directing import Directing
from tests.acceptance.at_the_desk import DIRECTOR, Table, address_of, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.events import DAY, FOUR, KNOCKOUT, ROBIN, Hosted, words


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path, "[mail]\nanswers_per_hour = 1000000\n") as laid:
        yield laid


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


def one_left_of_a_swiss(table: Table) -> tuple[Hosted, str]:
    """A Swiss that all have left but one in its first round, so that nobody can be paired for the second; and him."""
    swiss = KNOCKOUT.replace('type = "knockout"', 'type = "swiss"\nrounds = 2')
    event = Hosted(table, swiss, FOUR)
    event.begin()
    first, second = (each.pairing.players for each in event.open_games())
    for name in (first[0], second[0], second[1]):
        event.asks(name, "leave 1")
    table.wait(DAY)
    return event, first[1]


def test_a_round_that_nobody_can_pair_is_the_directors_to_decide(table: Table) -> None:
    event, _ = one_left_of_a_swiss(table)
    asked = [text_of(mail) for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"])]
    assert len(asked) == 1
    assert "Fewer than two players are left for round 2." in " ".join(asked[0].split())
    event.directing.end(1, now=table.later(), reason="There is nobody left.")
    assert event.found.state is TournamentState.OVER


def test_the_director_is_asked_again_each_week_until_he_decides(table: Table) -> None:
    event, _ = one_left_of_a_swiss(table)
    table.wait(13 * DAY)
    asked = [mail for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"])]
    assert len(asked) == 3
    assert "It waits for the director, who has been told." in words(table, event.book.here[0].entrant.name, "this week")
    event.directing.end(1, now=table.later(), reason="There is nobody left.")
    table.wait(8 * DAY)
    asked = [mail for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"])]
    assert len(asked) == 3


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
    event, left = one_left_of_a_swiss(table)
    (asked,) = [mail for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"])]
    assert "end the event: end event 1 WHY" in " ".join(text_of(asked).replace("| ", "").split())
    rows = [("Eve", address_of("Eve"), None, None)]
    event.directing.bring_in(1, rows, now=table.later(), reason=None)
    told = words(table, "Eve", "you play in it")
    assert "The director has entered you. You play in Winter Cup, from round 2 on" in told
    assert "leave 1" in told
    assert "It is a Swiss of two rounds" in told
    table.wait(timedelta(minutes=1))
    assert sorted(event.open_games()[-1].pairing.players) == sorted([left, "Eve"])


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
