"""`referee tournament ...`: an event from its file to its end, and what a director is refused."""

import csv
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.deeds import people
from referee.mail.inbox import Filing
from referee.reception import Reception
from referee.store import acts, outgoing, pairings, players, tournaments
from referee.store.games import GameState
from referee.store.outgoing import MailState
from referee.store.tournaments import TournamentState
from referee.terms.event import Definition
from referee.tournaments.reading import EXAMPLE, read_event
from tests.acceptance.at_the_desk import DIRECTOR, REFEREE, SETTINGS, Table, address_of, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.test_trust import new_mail

ORDERS = "LH: S\nRH: W"
WHY = ("--reason", "so it is")
PLAYERS = "name,address,games,rating\n" + "".join(
    f"{name},{name.lower()}@example.org,2,{2000 - n}\n" for n, name in enumerate(("Ann", "Bob", "Cid", "Dee"))
)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    (tmp_path / "players.csv").write_text(PLAYERS)
    with laid_table(tmp_path) as laid:
        laid.now = clock.now()
        yield laid


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["tournament", *words], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def facts(*words: str) -> Any:
    return json.loads(call(*words, "--json").stdout)


def begin(*more: str) -> None:
    """A Swiss of four players, two rounds, under way."""
    call("create", "--name", "Winter Cup", "--format", "swiss", "--set", "format.rounds=2", *more)
    call("import", "1", "players.csv")
    call("open", "1")
    call("start", "1")


def game_of(*names: str) -> int:
    """The open game of these players."""
    every = facts("status", "1")["open_games"]
    (number,) = [each["game"] for each in every if set(names) <= set(each["players"])]
    return int(number)


def mails(table: Table, words: str) -> list[str]:
    every = outgoing.listing(table.store, MailState)
    return sorted(mail.recipient for mail in every if words in mail.subject)


def told(table: Table, address: str, words: str) -> str:
    """The last mail to an address whose subject has these words, on one line."""
    found = [mail for mail in table.mails_at(address) if words in str(mail["Subject"])]
    return " ".join(text_of(found[-1]).split())


def state(table: Table) -> TournamentState:
    found = tournaments.load(table.store, 1)
    assert found is not None
    return found.state


def test_the_example_is_an_event_and_says_what_is_usual(table: Table) -> None:
    text = call("create", "--example").stdout
    assert text == EXAMPLE
    full = read_event(text, base=table.desk.terms)
    assert isinstance(full, Definition), full
    bare = read_event('name = "Winter Cup"\nformat = {type = "swiss", rounds = 5}', base=full.games)
    assert bare == full


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = 3", "name: say what the event is called"),
        ('name = "X"\nformt = 1', "did you mean format?"),
        ('name = "X"\nformat = {type = "swis"}', "did you mean swiss?"),
        ('name = "X"\nformat = {type = "swiss"}', "rounds"),
        ('name = "X"\nformat = {type = "swiss", round = 3}', "did you mean rounds?"),
        ('name = "X"\nformat = {type = "knockout", lives = 3}', "3 lives: it must be 1 to 2."),
        (
            'name = "X"\nformat = {type = "swiss", rounds = 40}\nentrants_max = 8',
            "40 rounds are too many for 8 players",
        ),
        ('name = "X"\nformat = {type = "knockout"}\nterms = "anonymous"', "cannot be anonymous"),
        (
            'name = "X"\nformat = {type = "league", size = 4, movers = 1}',
            "format.seasons: is missing, as in seasons = 3",
        ),
        (
            'name = "X"\nformat = {type = "melees", rounds = 2}',
            "format.places: is missing, as in places = [5, 3, 2, 1]",
        ),
        ('name = "X"\nformat = {type = "knockout"}\nterms = "no orders: standby after 2"', "standby"),
        ('name = "X"\nformat = {type = "knockout"}\nterms = "no orders: wait"', "without end"),
        ('name = "X"\nformat = {type = "knockout"}\ngame_time = "soon"', "is no span of time"),
        ('name = "X"\nformat = {type = "knockout"}\ntiebreaks = ["luck"]', "tiebreaks: Invalid enum value 'luck'"),
        ('name = "X"\nformat = {type = "melees", rounds = 2, table = 9, places = [3, 1]}', "it must be 3 to 8"),
        ('name = "X"\nformat = {type = "knockout"}\n[scoring]\nwon = 1', "scoring.won: there is no such setting"),
        ('name = "X"\nformat = {type = "ladder"}\nforbidden = [["Ann", "Bob"]]', "in a Swiss only"),
        ('name = "Missile at Bob"\nformat = {type = "ladder"}', "reads as an order"),
        ('name = "X"\nformat = {type = ["swiss"]}', "format.type: say what is played"),
        ('name = "X"\nformat = {type = "ladder"}\n[scoring]\nwin = inf', "inf points for win"),
        ('name = "X"\nformat = {type = "ladder"}\nentrants_max = 1000000000', "entrants_max: 2 to 10000"),
        (f'name = "X"\nformat = {{type = "ladder"}}\ngames_at_once = {10**22}', "games_at_once: 1 to 50"),
        ("name = ", "this is no TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_before_anything_is_made(table: Table, text: str, words: str) -> None:
    found = read_event(text, base=table.desk.terms)
    assert isinstance(found, tuple)
    assert any(words in line for line in found), found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("flat.toml", "--format", "swiss"), "format.type: format is 'swiss', and has nothing in it"),
        (("--name", "Spring", "--set", "name.x=1"), "name.x: name is 'Spring', and has nothing in it"),
        (("--set", "format.rounds=1", "--set", "format.rounds.most=1"), "format.rounds.most: rounds is 1"),
    ],
)
def test_what_is_set_within_what_is_no_table_is_a_wrong_use(table: Table, words: tuple[str, ...], said: str) -> None:
    Path("flat.toml").write_text('name = "X"\nformat = "swiss"\n')
    assert said in call("create", *words, status=2).stderr.replace("\n", " ")


def test_all_faults_are_told_at_once_and_nothing_is_made(table: Table) -> None:
    Path("event.toml").write_text('name = ""\nwithdrawls = "keep"\n[format]\ntype = "chess"\n')
    lines = call("create", "event.toml", status=2).stderr.splitlines()
    assert len(lines) == 3
    assert facts("list", "--all") == []


def test_an_event_from_its_file_to_its_first_games(table: Table) -> None:
    Path("event.toml").write_text(EXAMPLE)
    call("create", "event.toml", "--set", "format.rounds=2", "--name", "Autumn Cup")
    assert facts("list")[0] == {
        "event": 1,
        "name": "Autumn Cup",
        "format": "swiss",
        "mailbox": "main",
        "state": "planned",
        "reason": None,
        "players": 0,
        "round": 0,
        "open": 0,
    }
    assert "Players who have entered event 1: 4." in call("import", "1", "players.csv").stdout
    assert "players who are told: 4." in call("open", "1").stdout
    assert "begun with two games" in call("start", "1").stdout
    assert len(mails(table, "Autumn Cup: you can join")) == 4
    assert len(mails(table, "Autumn Cup: round 1, you play")) == 4
    assert [each["players"] for each in facts("pairings", "1")] == [["Ann", "Cid"], ["Bob", "Dee"]]
    assert "upper half" in call("pairings", "1").stdout
    assert facts("status", "1")["round"] == 1
    assert "Who has as many points" in call("status", "1").stdout
    assert [act.act for act in acts.listing(table.store)] == [
        f"tournament {n}" for n in ("create", "import", "open", "start")
    ]


def test_a_dry_run_of_a_start_tells_the_mails_and_starts_nothing(table: Table) -> None:
    call("create", "--name", "Winter Cup", "--format", "round robin")
    call("import", "1", "players.csv")
    call("open", "1")
    said = call("start", "1", "--dry-run").stdout
    assert said.count("would mail: event") == 4
    assert state(table) is TournamentState.OPEN
    assert table.desk.store.rows("SELECT * FROM games") == []


def test_what_cannot_be_is_refused_with_what_would_work(table: Table) -> None:
    call("create", "--name", "Winter Cup", "--format", "swiss", "--set", "format.rounds=4")
    assert "another event is called" in call("create", "--name", "WinterCup", "--format", "ladder", status=1).stderr
    assert "there is no event 7" in call("open", "7", status=1).stderr
    assert "only while it is open or closed" in call("start", "1", status=1).stderr
    call("open", "1")
    assert "so many have entered: 0" in call("start", "1", status=1).stderr
    Path("three.csv").write_text("name,address\nAnn,ann@example.org\nBob,bob@example.org\nCid,cid@example.org\n")
    call("import", "1", "three.csv")
    assert "4 rounds are too many for 3 players" in call("start", "1", status=1).stderr
    Path("bad.csv").write_text("name,address\nDee,dee@example.org\nBob,other@example.org\nEve,nowhere\n")
    said = call("import", "1", "bad.csv", status=1).stderr
    assert "another player is called so" in said
    assert "not an address" in said
    assert facts("status", "1")["players"] == 3  # all or none
    Path("worse.csv").write_text("who,where\n")
    assert "has no column address and name" in call("import", "1", "worse.csv", status=2).stderr


def test_who_is_in_it_or_cannot_be_is_not_brought_in(table: Table) -> None:
    call("create", "--name", "Winter Cup", "--format", "swiss", "--set", "format.rounds=2")
    call("import", "1", "players.csv")
    said = call("import", "1", "players.csv", status=1).stderr
    assert [f"{name}: plays already in Winter Cup" in said for name in ("Ann", "Bob", "Cid", "Dee")] == [True] * 4
    rows = (
        "Eve,eve@example.org,2,nan",
        "Eve,eve@example.org,99,",
        "Eve,eve@example.org,2,inf",
        f"Eve,{REFEREE},2,",
        "Dan,banned@example.org,2,",
    )
    table.direct(people.add, "banned@example.org", None, reason=None, now=table.later())
    table.direct(people.ban, "banned@example.org", reason="so it is", now=table.later())
    Path("bad.csv").write_text("name,address,games,rating\n" + "\n".join(rows))
    said = call("import", "1", "bad.csv", status=1).stderr
    assert said.strip().removeprefix("referee: ").split("; ") == [
        "Eve: nan is no rating",
        "Eve: One can play 1 to 50 games at a time, not 99.",
        "Eve: inf is no rating",
        f"Eve: {REFEREE} is an address of the referee's own, where nobody plays",
        "Dan: banned@example.org is banned",
        "`referee player ban --lift banned@example.org` takes him in again",
    ]
    call("open", "1")
    call("start", "1")
    call("withdraw", "1", "Ann", *WHY)
    assert "Ann: has left Winter Cup" in call("import", "1", "players.csv", status=1).stderr


def test_who_is_banned_does_not_take_over_a_place(table: Table) -> None:
    begin()
    table.direct(people.add, "eve@example.org", "Eve", reason=None, now=table.later())
    table.direct(people.ban, "Eve", reason="so it is", now=table.later())
    assert "eve@example.org is banned" in call("replace", "1", "Ann", "Eve", *WHY, status=1).stderr


def test_a_game_is_decided_as_it_stands_after_the_time_to_appeal(table: Table) -> None:
    begin()
    game = game_of("Ann")
    said = call("adjudicate", str(game), *WHY).stdout
    assert "it is a draw" in said
    assert mails(table, f"game {game} is to be decided") == ["ann@example.org", "cid@example.org"]
    assert facts("status", "1")["rulings"][0]["result"] == "it is a draw"
    call("adjudicate", str(game), "--result", "cid", *WHY)  # before it stands, the director may say otherwise
    (ruling,) = facts("status", "1")["rulings"]
    assert ruling["result"] == "Cid has won"
    assert table.game(game).state is GameState.RUNNING
    assert "nobody called Zed plays in it" in call("adjudicate", str(game), "--result", "Zed", *WHY, status=1).stderr


def test_what_waits_for_the_director_stands_on_the_screen_that_answers_whether_all_is_well(table: Table) -> None:
    begin()
    game = game_of("Ann")
    call("adjudicate", str(game), *WHY)
    with table.store.transaction():
        pairings.appeal(table.store, 1, 1, "my troll is coming", now=clock.now())
        tournaments.change(table.store, 1, state=TournamentState.HELD, reason="no such round")
    said = CliRunner().invoke(main, ["status"], catch_exceptions=False).stdout
    assert "Event 1, Winter Cup, is held (no such round)" in said
    assert f"An appeal on game {game} waits for you" in said
    assert "APPEAL of Ann: my troll is coming" in call("status", "1").stdout
    call("resume", "1", *WHY)
    assert "is decided: Ann has won" in call("adjudicate", str(game), "--result", "Ann", *WHY).stdout
    assert table.game(game).state is GameState.FINISHED


def test_a_forfeit_ends_the_game_at_once_and_nobody_wins_rating_by_it(table: Table) -> None:
    begin("--terms", "3d, rated")
    game = game_of("Ann")
    call("forfeit", str(game), "Ann", *WHY)
    assert table.game(game).state is GameState.FINISHED
    assert facts("standings", "1")[0]["player"] == "Cid"
    rows = table.store.rows("SELECT seat, place, rated FROM results WHERE game = ? ORDER BY seat", [game])
    assert [tuple(row.values()) for row in rows] == [(1, 2, 0), (2, 1, 0)]
    assert "has its result already" in call("forfeit", str(game), "Cid", *WHY, status=1).stderr
    assert "in no event" in call("forfeit", "99", "Cid", *WHY, status=1).stderr


def test_a_director_who_plays_does_not_act_on_his_own_games(table: Table) -> None:
    call("create", "--name", "Winter Cup", "--format", "round robin")
    Path("own.csv").write_text(PLAYERS + f"Fay,{DIRECTOR},2,1500\n")
    call("import", "1", "own.csv")
    call("open", "1")
    call("start", "1")
    game = next(each["game"] for each in facts("status", "1")["open_games"] if "Fay" in each["players"])
    other = next(each["game"] for each in facts("status", "1")["open_games"] if "Fay" not in each["players"])
    names = next(each["players"] for each in facts("status", "1")["open_games"] if each["game"] == game)
    (rival,) = set(names) - {"Fay"}
    own = (("adjudicate", str(game)), ("forfeit", str(game), rival), ("void", str(game)), ("withdraw", "1", "Fay"))
    for words in own:
        assert "plays in it himself" in call(*words, *WHY, status=1).stderr
    assert f"{rival} plays in it himself" in call("adjudicate", str(game), "--by", rival, *WHY, status=1).stderr
    call("adjudicate", str(game), "--by", "Gus", *WHY)
    call("adjudicate", str(other), *WHY)
    assert [act.who for act in acts.listing(table.store)][-2:] == ["Gus", "director"]


@pytest.mark.parametrize(
    "words",
    [
        ("abort",),
        ("adjudicate",),
        ("extend", "2d"),
        ("pause",),
        ("resume",),
        ("rollback", "--to", "1"),
        ("forward",),
        ("set", "Ann", "--hit-points", "3"),
        ("replace", "Ann", "gus@example.org"),
        ("orders", "--reveal"),
        ("export",),
    ],
    ids=lambda words: str(words[0]),
)
def test_he_does_not_act_on_them_with_the_verbs_for_any_game_either(table: Table, words: tuple[str, ...]) -> None:
    call("create", "--name", "Winter Cup", "--format", "round robin")
    Path("own.csv").write_text(f"name,address\nAnn,ann@example.org\nFay,{DIRECTOR}\n")
    call("import", "1", "own.csv")
    call("open", "1")
    call("start", "1")
    game, why = str(game_of("Fay")), () if words[0] == "export" else WHY
    said = CliRunner().invoke(main, ["game", words[0], game, *words[1:], *why], catch_exceptions=False)
    assert said.exit_code == 1, said.output
    assert "the director plays in it himself, as Fay" in said.stderr


def test_a_director_whose_player_has_lost_his_name_is_called_by_his_address(table: Table) -> None:
    call("create", "--name", "Winter Cup", "--format", "round robin")
    Path("own.csv").write_text(f"name,address\nAnn,ann@example.org\nFay,{DIRECTOR}\n")
    for words in (("import", "1", "own.csv"), ("open", "1"), ("start", "1")):
        call(*words)
    game, fay = game_of("Fay"), players.by_address(table.store, DIRECTOR)
    assert fay is not None
    with table.store.transaction():
        players.rename(table.store, fay.id, None, None)
    said = CliRunner().invoke(main, ["game", "pause", str(game), *WHY], catch_exceptions=False)
    assert f"as {DIRECTOR}: somebody else must decide, at the command line, with --by and his name" in said.stderr


@pytest.mark.parametrize("deed", ["show", "show --raw", "retry", "reject"])
@pytest.mark.parametrize("came", ["carried out", "waits for a yes", "set aside", "set aside, without a number"])
def test_nor_does_he_read_or_reject_the_letters_of_his_opponent(
    table: Table, monkeypatch: pytest.MonkeyPatch, came: str, deed: str
) -> None:
    call("create", "--name", "Winter Cup", "--format", "round robin")
    Path("own.csv").write_text(f"name,address\nAnn,{address_of('Ann')}\nEve,{DIRECTOR}\n")
    call("import", "1", "own.csv")
    call("open", "1")
    call("start", "1")
    table.restart()
    if came == "carried out":
        table.answer("Ann", ORDERS)
    elif came == "waits for a yes":
        table.receive(new_mail("Ann", ORDERS))
    else:
        mail = reply(table.asked("Ann"), address_of("Ann"), ORDERS) if came == "set aside" else new_mail("Ann", ORDERS)
        with monkeypatch.context() as patch:
            patch.setattr(Reception, "decide", lambda *_: 1 // 0)
            incoming = table.come(mail)
            assert [table.receive_again(incoming) for _ in range(3)][-1] is Filing.REJECTED
    said = CliRunner().invoke(main, ["mail", *deed.split(), "1", *WHY], catch_exceptions=False)
    assert said.exit_code == 1, said.output
    assert "the director plays in it himself, as Eve" in said.stderr
    assert not said.stdout
    by_another = CliRunner().invoke(main, ["mail", "show", "1", "--by", "Bob"], catch_exceptions=False)
    assert "LH: S" in by_another.stdout


def test_two_change_places_before_a_turn_was_played(table: Table) -> None:
    begin()
    assert "play each other" in call("swap", "1", "Ann", "Cid", *WHY, status=1).stderr
    before = {game_of("Ann"), game_of("Bob")}
    call("swap", "1", "Ann", "bob", *WHY)
    assert sorted(each["players"] for each in facts("pairings", "1")) == [["Ann", "Dee"], ["Bob", "Cid"]]
    assert {table.game(number).state for number in before} == {GameState.ABORTED}
    assert state(table) is TournamentState.RUNNING


def test_somebody_else_takes_over_a_place_with_its_games(table: Table) -> None:
    begin()
    Path("eve.csv").write_text("name,address\nEve,eve@example.org\n")
    call("create", "--name", "Other", "--format", "ladder")
    call("import", "2", "eve.csv")
    game = game_of("Ann")
    assert "nobody is registered as Zoe" in call("replace", "1", "Ann", "Zoe", *WHY, status=1).stderr
    call("replace", "1", "Ann", "Eve", *WHY)
    assert game_of("Eve") == game
    assert table.game(game).seats[0].address == "eve@example.org"
    assert mails(table, "you are Ann now") == ["eve@example.org"]


def test_who_is_taken_out_loses_his_open_games(table: Table) -> None:
    begin()
    game = game_of("Ann")
    assert "did you mean Ann?" in call("withdraw", "1", "Anne", *WHY, status=1).stderr
    call("withdraw", "1", "Ann", *WHY)
    assert table.game(game).state is GameState.FINISHED
    (paired,) = [each for each in pairings.standing(table.store, 1) if each.game == game]
    assert paired.result is not None
    assert [score.outcome.value for score in paired.result.scores] == ["forfeit", "walkover"]


def test_a_pause_is_given_back_and_an_event_ends_only_when_its_games_have(table: Table) -> None:
    begin()
    call("pause", "1", *WHY)
    assert len(mails(table, "Winter Cup: paused")) == 4
    assert "only while it is running" in call("pause", "1", *WHY, status=1).stderr
    due = facts("status", "1")["open_games"][0]["due_at"]
    with table.store.transaction():
        pairings.postpone(table.store, 1, clock.now() - clock.now())
    call("resume", "1", *WHY)
    assert facts("status", "1")["open_games"][0]["due_at"] >= due
    assert "its games that go on: 1 and 2;" in call("end", "1", *WHY, status=1).stderr
    for name in ("Ann", "Bob"):
        call("forfeit", str(game_of(name)), name, *WHY)
    call("end", "1", *WHY)
    assert state(table) is TournamentState.OVER
    assert len(mails(table, "has won")) == 4
    assert "declared it over as it stands. The reason: so it is" in told(table, "ann@example.org", "has won")
    assert facts("list") == []


def test_an_event_that_is_ended_ends_its_games(table: Table) -> None:
    begin()
    game = game_of("Ann")
    assert "games that were ended with it: 2." in call("abort", "1", *WHY).stdout
    assert table.game(game).state is GameState.ABORTED
    assert len(mails(table, "it is ended")) == 4
    assert facts("status", "1")["open_games"] == []


def test_what_an_event_waits_for_is_shown(table: Table) -> None:
    begin()
    assert facts("status", "1")["waits"] == "Round 1: 0 of 2 games are over."
    assert "Round 1: 0 of 2 games are over." in call("status", "1").stdout


def test_a_round_that_cannot_be_paired_stands_in_all_listings_until_it_is_decided(table: Table) -> None:
    begin()
    (first, _), (third, fourth) = (each["players"] for each in facts("status", "1")["open_games"])
    for name in (first, third, fourth):
        call("withdraw", "1", name, *WHY)
    table.restart()
    table.wait(timedelta(days=1))
    asked = "Fewer than two players are left for round 2."
    assert (facts("status", "1")["state"], facts("status", "1")["reason"]) == ("running", asked)
    assert "being played, and waits for the director" in call("status", "1").stdout
    assert asked in call("status", "1").stdout
    assert asked in call("list").stdout
    said = CliRunner().invoke(main, ["status"], catch_exceptions=False).stdout
    assert f"Event 1, Winter Cup, waits for you ({asked}): `referee tournament status 1`." in said
    call("end", "1", *WHY)
    assert facts("status", "1")["reason"] == WHY[1]


def test_a_game_is_struck_from_the_event_as_if_it_had_never_been(table: Table) -> None:
    begin()
    game = game_of("Ann")
    call("void", str(game), *WHY)
    assert table.game(game).state is GameState.ABORTED
    assert [each["players"] for each in facts("pairings", "1")] == [["Bob", "Dee"]]


def test_one_is_not_said_as_many(table: Table) -> None:
    (Path("one.csv")).write_text("name,address\nAnn,ann@example.org\n")
    (Path("two.csv")).write_text("name,address\nBob,bob@example.org\n")
    said = [call("create", "--name", "Winter Cup", "--format", "round robin").stdout]
    said += [call("import", "1", "one.csv").stdout, call("open", "1").stdout, call("start", "1", status=1).stderr]
    said += [call("import", "1", "two.csv").stdout, call("start", "1").stdout, call("status", "1").stdout]
    said += [call("end", "1", *WHY, status=1).stderr, call("abort", "1", *WHY).stdout]
    assert "has begun with one game;" in said[5]
    assert "being played, two players" in said[6]
    assert "one open game" in said[6]
    assert not re.findall(r"\b(?:1|one) (?:players|games|open games|have|are|play)\b", " ".join(said))


def test_who_has_played_a_game_that_is_struck_from_the_event_is_told_why(table: Table) -> None:
    begin()
    game = game_of("Ann")
    call("forfeit", str(game), "Ann", *WHY)
    call("void", str(game), *WHY)
    assert mails(table, f"game {game} does not count") == ["ann@example.org", "cid@example.org"]
    assert "does not count in Winter Cup any more" in told(table, "ann@example.org", "does not count")
    assert "The reason: so it is" in told(table, "ann@example.org", "does not count")
    assert table.game(game).state is GameState.FINISHED


@pytest.mark.parametrize("late", ["true", "false"])
def test_an_event_is_closed_once(table: Table, late: str) -> None:
    begin("--set", f"late_entries={late}")
    if late == "true":
        call("close", "1")
    count = len(acts.listing(table.store))
    assert "is closed already: nobody can join it" in call("close", "1", status=1).stderr
    assert len(acts.listing(table.store)) == count


def test_a_ruling_is_not_proposed_anew_while_it_is_the_same(table: Table) -> None:
    begin()
    game = str(game_of("Ann"))
    call("adjudicate", game, "--result", "Ann", *WHY)
    (before,) = facts("status", "1")["rulings"]
    count = len(mails(table, "is to be decided"))
    refused = call("adjudicate", game, "--result", "ann", *WHY, status=1).stderr
    assert f"game {game} is to be decided so already: Ann has won" in refused
    assert facts("status", "1")["rulings"] == [before]
    assert len(mails(table, "is to be decided")) == count
    call("adjudicate", game, "--result", "draw", *WHY)
    assert facts("status", "1")["rulings"][0]["result"] == "it is a draw"


def test_an_event_is_written_for_other_programs_without_addresses_and_lots(table: Table) -> None:
    begin()
    call("forfeit", str(game_of("Ann")), "Ann", *WHY)
    whole = json.loads(call("export", "1").stdout)
    assert (whole["name"], whole["seed"], len(whole["games"])) == ("Winter Cup", None, 2)
    assert "@" not in call("export", "1").stdout
    rows = list(csv.DictReader(StringIO(call("export", "1", "--format", "csv").stdout)))
    assert [(row["player"], row["outcome"]) for row in rows][:2] == [("Ann", "forfeit"), ("Cid", "walkover")]
    trf = call("export", "1", "--format", "trf").stdout.splitlines()
    assert trf[0] == "012 Winter Cup"
    assert next(line for line in trf if " Ann " in line).endswith("3 - -")
    call("export", "1", "--format", "trf", "--to", "cup.trf")
    assert Path("cup.trf").read_text().splitlines() == trf
    assert "cannot be written" in call("export", "1", "--to", "cup.trf", status=1).stderr


def test_a_melee_that_counts_for_nobody_has_no_places_and_a_tie_break_without_a_number_is_null(table: Table) -> None:
    terms = ("--set", "format.rounds=2", "--set", "format.places=[3, 1]", "--set", "format.table=4")
    call("create", "--name", "Winter Cup", "--format", "melees", *terms)
    call("import", "1", "players.csv")
    call("open", "1")
    call("start", "1")
    CliRunner().invoke(main, ["game", "abort", str(game_of("Ann")), *WHY], catch_exceptions=False)
    table.wait(timedelta(minutes=1))
    rows = call("standings", "1", "--json").stdout
    for text in (rows, call("export", "1").stdout):
        json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert ["turns needed", None] in json.loads(rows)[0]["tiebreaks"]
    trf = call("export", "1", "--format", "trf").stdout.splitlines()
    assert next(line for line in trf if " Ann " in line).endswith("2,3,4 - Z  2,3,4 - *")
