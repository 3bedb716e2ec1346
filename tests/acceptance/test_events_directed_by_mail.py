"""A director's mails on events: what he may say of them, and that he does not judge his own games."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.deeds import rollback
from referee.store import acts, pairings
from referee.store.games import GameState
from referee.store.pairings import Settled
from referee.store.tournaments import TournamentState
from referee.tournaments import overview
from referee.tournaments.bench import Bench
from tests.acceptance.at_the_desk import DIRECTOR, Table, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.events import DAY, Hosted
from tests.acceptance.test_director_by_mail import answer, write

KNOCKOUT = """
name = "Winter Cup"
terms = "20d, no grace, rated"
game_time = "10d"
appeal = "2d"
[format]
type = "knockout"
"""
FOUR = ("Ann", "Bob", "Cid", "Dee")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        yield laid


def ask(table: Table, words: str) -> str:
    """What the director is answered."""
    write(table, words)
    return answer(table)


def done(table: Table) -> list[str]:
    return [act.act for act in acts.listing(table.store)]


def test_he_lists_and_shows_events(table: Table) -> None:
    assert "No event goes on." in ask(table, "list events")
    event = Hosted(table, KNOCKOUT, FOUR)
    event.begin()
    assert "Winter Cup: being played, round 1, two open games" in ask(table, "list events")
    said = ask(table, "show event 1")
    assert "Event 1, Winter Cup (knockout): being played, with four players." in said
    assert "Ann v Dee, round 1, until" in said
    assert "there is no event 7" in ask(table, "show event 7")


def test_he_begins_pauses_resumes_and_ends_an_event(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.directing.open(1, now=table.later(), reason=None)
    assert "Event 1 is closed." in ask(table, "close event 1")
    assert "Event 1 has begun with two games." in ask(table, "start event 1")
    assert "Say why" in ask(table, "pause event 1")
    assert "Event 1 is paused" in ask(table, "pause event 1 the holidays")
    assert event.found.state is TournamentState.PAUSED
    assert "the holidays" in text_of(table.mails_to("Ann")[-1])
    assert "Event 1 goes on." in ask(table, "resume event #1: they are over")
    assert "its games that go on: 1 and 2;" in ask(table, "end event 1 enough")
    assert "games that were ended with it: 2" in ask(table, "abort event 1 too few are left")
    assert event.found.state is TournamentState.ABORTED
    assert done(table)[3:] == [f"tournament {act}" for act in ("close", "start", "pause", "resume", "abort")]


def test_he_decides_games_and_takes_players_out(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.begin()
    game, other = event.game_of("Ann"), event.game_of("Bob")
    for words in (f"decide {game}", f"decide {game} Ann", f"decide {game}: she is ahead"):
        assert f"decide {game} draw: nobody could win any more" in ask(table, words)
    assert "nobody called Zed plays in it" in ask(table, f"decide {game} Zed: he is ahead")
    assert "its players are told, and can appeal: it is a draw" in ask(table, f"decide {game} as it stands: it is late")
    assert "Ann has won" in ask(table, f"decide {game} ann: she is ahead")
    assert table.game(game).state is GameState.RUNNING
    assert "Say who" in ask(table, f"forfeit {other} Bob")
    assert f"Bob forfeits game {other}." in ask(table, f"forfeit {other} Bob: he does not answer")
    assert table.game(other).state is GameState.FINISHED
    assert "Say whom" in ask(table, "remove event 1 Dee")
    assert "Dee is out of Winter Cup." in ask(table, "remove event 1 Dee: he asked for it")
    table.wait(timedelta(minutes=1))
    assert sorted(event.open_games()[-1].pairing.players) == ["Ann", "Cid"]


def test_an_appeal_is_decided_in_the_answer_to_the_mail_that_tells_of_it(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    game = event.game_of("Ann")
    table.wait(11 * DAY)
    event.asks("Bob", f"appeal {game}: my troll is coming")
    assert "Bob appeals: my troll is coming" in ask(table, "show event 1")
    told = next(mail for mail in table.mails_at(DIRECTOR) if "does not go on by itself" in str(mail["Subject"]))
    assert f"decide {game} Ann: WHY" in text_of(told)
    table.receive(reply(told, DIRECTOR, f"decide {game} Bob: the troll would have won"))
    table.wait(timedelta(minutes=1))
    assert event.found.state is TournamentState.OVER
    assert event.mails("Bob has won") == ["ann@duel.example.org", "bob@duel.example.org"]


def test_games_that_rest_on_what_was_taken_back_are_struck_in_the_answer(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    event.begin()
    first = event.game_of("Ann")
    event.lose(first, "Dee")
    event.lose(event.game_of("Bob"), "Bob")
    final = event.game_of("Ann")
    table.direct(rollback.roll_back, first, 1, keep=False, reason="a mistake", now=table.later())
    table.wait(timedelta(minutes=1))
    assert event.found.state is TournamentState.HELD
    told = table.mails_at(DIRECTOR)[-1]
    assert f"void {final} WHY" in text_of(told)
    words = f"void {final} it was paired too early\nresume event 1 all is put right"
    table.receive(reply(told, DIRECTOR, words))
    assert event.found.state is TournamentState.RUNNING
    assert table.game(final).state is GameState.ABORTED


def test_what_he_is_shown_of_an_event_fits_a_mail_of_72_columns(table: Table) -> None:
    names = [f"{name}-Northumbrian" for name in ("Ann", "Bob", "Cyd", "Dan", "Eve")]
    text = KNOCKOUT.replace("Winter Cup", "Cup " + "of winter " * 3)
    event = Hosted(table, text.replace('"knockout"', '"melees"\nrounds = 1\ntable = 5\nplaces = [3, 1]'), names)
    event.begin()
    (game,) = [each.game for each in event.open_games()]
    table.wait(11 * DAY)
    ruled = pairings.of_game(table.store, game)
    with table.store.transaction():
        ruling = pairings.open_ruling(table.store, ruled.id)
        pairings.appeal(table.store, ruling.id, event.book.entries[0].player, "my troll is coming " * 25, now=table.now)
    for words in ("show event 1", "list events"):
        write(table, words)
        rows = text_of(table.mails_at(DIRECTOR)[-1]).splitlines()
        assert max(map(len, rows)) <= 72, words
    assert "it waits for you: Ann-Northumbrian appeals: my troll" in ask(table, "show event 1")


def test_he_is_shown_when_games_are_due_with_the_time_in_which_nobody_looked_at_the_mail(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    due = table.now + 10 * DAY
    assert f"until {due:%F}" in ask(table, "show event 1")
    table.wait(DAY)
    table.wait(4 * DAY, deaf=True)
    table.wait(timedelta(minutes=1))
    assert f"until {due + 4 * DAY:%F}" in ask(table, "show event 1")
    table.wait(10 * DAY)
    stands = table.now + timedelta(days=1)
    assert f"it is a draw, from {stands:%F}" in ask(table, "show event 1")
    table.wait(timedelta(hours=1))
    table.wait(3 * DAY, deaf=True)
    table.look()
    bench = Bench(table.desk.doors)
    (shown,) = overview.whole(bench, event.found, table.now)["rulings"]
    assert shown["stands_at"][:10] == f"{stands + 3 * DAY:%F}"
    event.asks("Bob", f"appeal {shown['game']}: my troll is coming")
    (shown,) = overview.whole(bench, event.found, table.now)["rulings"]
    assert (shown["appealed"], shown["appellant"], shown["stands_at"]) == (True, "Bob", None)


def test_a_director_who_plays_does_not_act_on_his_own_games_of_an_event(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, FOUR)
    rows = [("Fay", DIRECTOR, None, 1500.0), ("Gus", "gus@duel.example.org", None, 1400.0)]
    event.directing.bring_in(1, rows, now=table.later(), reason=None)
    event.begin()
    own, rival = next(
        (each.game, next(name for name in each.pairing.players if name != "Fay"))
        for each in event.open_games()
        if "Fay" in each.pairing.players
    )
    deeds = (
        f"extend {own} 2d I am busy",
        f"pause {own} I am busy",
        f"resume {own}",
        f"adjudicate {own}",
        f"abort {own} I was losing",
        f"decide {own} Fay: I was ahead",
        f"forfeit {own} {rival}: he was rude",
        f"void {own} I did not like it",
        "remove event 1 Fay: I have no time",
    )
    before = done(table)
    for words in deeds:
        assert "the director plays in it himself, as Fay: somebody else must decide, at the" in ask(table, words), words
    assert done(table) == before
    assert table.game(own).state is GameState.RUNNING
    other = next(each.game for each in event.open_games() if "Fay" not in each.pairing.players)
    assert "is due" in ask(table, f"extend {other} 2d the mail was down")


def test_a_game_of_no_event_is_his_own_to_direct(table: Table) -> None:
    number = table.desk.start_game([("Fay", DIRECTOR), ("Gus", "gus@duel.example.org")], now=table.later())
    assert "is due" in ask(table, f"extend {number} 2d we agreed on it")


def test_what_was_ruled_by_mail_is_kept_with_its_reason(table: Table) -> None:
    event = Hosted(table, KNOCKOUT, ("Ann", "Bob"))
    event.begin()
    ask(table, f"forfeit {event.game_of('Ann')} Bob: he does not answer")
    (paired,) = event.book.paired
    assert paired.way is Settled.RULED
    noted = acts.listing(table.store)[-1]
    assert (noted.act, noted.who, noted.reason) == ("tournament forfeit", "director", "he does not answer")
