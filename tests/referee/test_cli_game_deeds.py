"""What a director does to games at the command line, with what he is refused."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee import clock
from referee.store import games, players, table_talk, turns
from referee.store.games import GameState
from referee.store.outgoing import MailState, listing
from tests.acceptance.at_the_desk import Table, address_of
from tests.referee.director import WHY, acts_done, call, facts, last_words, office, refused, says

FIRST = {"Ann": "LH: S, RH: W", "Bob": "LH: P, RH: F"}
SECOND = {"Ann": "LH: F, RH: F", "Bob": "LH: W, RH: P"}
THIRD = {"Ann": "LH: W, RH: P", "Bob": "LH: D, RH: S"}
GOBLIN = ({"Ann": "LH: S, RH: -"}, {"Ann": "LH: F, RH: -"}, {"Ann": "LH: W, RH: -"})


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann and Bob."""
    with office(tmp_path, monkeypatch) as laid:
        laid.start("Ann", "Bob", terms="3d, no orders: surrender after 2")
        laid.post()
        yield laid


def play(table: Table, *rounds: Mapping[str, str]) -> None:
    for orders in rounds:
        for name, words in orders.items():
            table.answer(name, words)
        table.post()


def summon(table: Table) -> None:
    """Ann has a goblin after three turns."""
    for orders in GOBLIN:
        play(table, orders | {"Bob": "LH: -, RH: -"})


def shown() -> dict[str, Any]:
    found = facts("game", "show", "1")
    assert isinstance(found, dict)
    return found


def due() -> datetime:
    return datetime.fromisoformat(shown()["due"])


def new_mails(table: Table, since: int) -> list[str]:
    """The kinds of the mails that were queued after so many, each with its recipient's name."""
    return [f"{m.kind} {m.recipient.partition('@')[0]}" for m in listing(table.store, MailState)[since:]]


# -- orders, adjudicate ------------------------------------------------------------------------------------------------


def test_orders_stay_sealed_unless_they_are_revealed_which_is_kept(table: Table) -> None:
    table.answer("Ann", "LH: W, RH: P")
    held = facts("game", "orders", "1")
    assert [(each["wizard"], each["orders"], each["written"]) for each in held] == [
        ("Ann", "in", None),
        ("Bob", "owed", None),
    ]
    assert "LH" not in says("game", "orders", "1")
    assert acts_done() == ["start"]
    assert "Ann: LH: W" in says("game", "orders", "1", "--reveal", "--reason", "Bob complains")
    assert facts("log")[-1]["reason"] == "Bob complains"
    assert acts_done() == ["start", "reveal orders"]
    assert "Ann: LH: W" not in says("game", "orders", "1", "--reveal", "--dry-run")
    assert "there is no game 7" in refused("game", "orders", "7")


def test_a_turn_is_adjudicated_before_its_time_with_what_is_held_and_nobody_s_silence_counts(table: Table) -> None:
    table.answer("Ann", "LH: W, RH: P")
    assert "waits for turn 2" in says("game", "adjudicate", "1", *WHY)
    assert table.game().duel.wizards[1].history[-1].left == "-"
    assert table.game().seats[1].missed == 0
    said = last_words(table, "Bob")
    assert "The director had turn 1 adjudicated before its time." in said
    assert "No orders came from Bob: both hands did nothing. The turn was closed early" in said


def test_after_the_deadline_the_terms_say_what_happens_to_who_owes(table: Table) -> None:
    table.now += timedelta(days=5)
    says("game", "adjudicate", "1", *WHY)
    assert [seat.missed for seat in table.game().seats] == [1, 1]
    assert "After 1 more silent turn in a row the wizard gives up." in last_words(table, "Ann")


def test_a_game_that_does_not_run_is_not_adjudicated(table: Table) -> None:
    says("game", "pause", "1", *WHY)
    assert "stands still: `referee game resume 1` first" in refused("game", "adjudicate", "1")
    says("game", "abort", "1", *WHY)
    assert "is over (aborted)" in refused("game", "adjudicate", "1")


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_more_time_is_given_told_and_taken_back(table: Table) -> None:
    before = due()
    says("game", "extend", "1", "2d", *WHY)
    assert due() - before == timedelta(days=2)
    assert "Taken back: extend of game 1" in says("undo", *WHY)
    assert due() == before
    assert "THE CLOCK IS SET ANEW" in last_words(table, "Ann")
    assert "that was the last change, and it was taken back already" in refused("undo", *WHY)


def test_a_pause_stops_the_clock_until_it_is_resumed(table: Table) -> None:
    count = table.count()
    says("game", "pause", "1", *WHY)
    assert new_mails(table, count) == ["the-clock-stands-still ann", "the-clock-stands-still bob"]
    assert "the clock stands still until `referee game resume 1`" in says("game", "show", "1")
    assert shown()["paused_at"]
    assert "stands still already" in refused("game", "pause", "1", *WHY)
    play(table, FIRST)
    assert table.game().duel.turn == 0
    says("game", "resume", "1", *WHY)
    assert table.game().duel.turn == 1
    assert shown()["paused_at"] is None
    assert "goes on, and its clock runs" in refused("game", "resume", "1", *WHY)


def test_time_that_is_given_is_whole_after_a_pause(table: Table) -> None:
    before, began = due(), table.now
    says("game", "pause", "1", *WHY)
    said = says("game", "extend", "1", "2d", *WHY)
    assert said == (
        "The clock of game 1 stands still; the 2 days are added when `referee game resume 1` lets it run again.\n"
    )
    table.wait(timedelta(days=30))
    says("game", "resume", "1", *WHY)
    assert timedelta(days=32) <= due() - before <= table.now - began + timedelta(days=2)
    resumed = due()
    says("undo", *WHY)
    says("game", "resume", "1", *WHY)
    assert timedelta() <= due() - resumed < timedelta(minutes=1)


def test_a_pause_within_the_time_that_was_given_uses_none_of_it_up(table: Table) -> None:
    says("game", "extend", "1", "9d", *WHY)
    before = due()
    table.wait(timedelta(days=4))
    says("game", "pause", "1", *WHY)
    table.wait(timedelta(days=30))
    says("game", "resume", "1", *WHY)
    assert table.game().duel.turn == 0
    assert due() - before >= timedelta(days=30)


def test_a_pause_and_its_end_are_taken_back(table: Table) -> None:
    before = due()
    says("game", "pause", "1", *WHY)
    says("undo", *WHY)
    assert due() == before
    says("game", "pause", "1", *WHY)
    says("game", "resume", "1", *WHY)
    says("undo", *WHY)
    assert table.desk.post.clocks.state(table.game(), clock.now()).paused


def test_a_held_game_goes_on_with_the_whole_time_of_its_turn(table: Table) -> None:
    with table.store.transaction():
        table.desk.doors.adjudication.hold(table.game(), "a fault", table.later())
    assert "is held: let it go on with `referee game resume 1` first" in refused("game", "extend", "1", "2d", *WHY)
    says("game", "resume", "1", *WHY)
    assert table.game().state is GameState.RUNNING
    assert due() - clock.now() > timedelta(days=2, hours=23)


def test_what_was_played_since_cannot_be_undone(table: Table) -> None:
    says("game", "extend", "1", "2d", *WHY)
    play(table, FIRST)
    assert "turn 1 of game 1, whose clock that was, is over" in refused("undo", *WHY)
    says("game", "adjudicate", "1")
    assert "`referee game rollback 1 --to TURN` takes the turn back" in refused("undo", *WHY)


# -- rollback and forward ----------------------------------------------------------------------------------------------


def test_turns_are_taken_back_and_played_again(table: Table) -> None:
    play(table, FIRST, SECOND, THIRD)
    after = table.game().duel
    assert "turn 2 normal, adjudicated" in says("game", "show", "1", "--turns")
    assert "waits for turn 2 again" in says("game", "rollback", "1", "--to", "2", *WHY)
    assert table.game().duel.turn == 1
    assert "waits for turn 2 already" in refused("game", "rollback", "1", "--to", "2", *WHY)
    assert "its turns are 1 to 2" in refused("game", "rollback", "1", "--to", "5", *WHY)
    line = facts("game", "show", "1", "--turns")["line"]
    assert [(each["turn"], each["voided_at"] is None) for each in line] == [(1, True), (2, False), (3, False)]
    assert line[1]["orders"]["Ann"] == ["LH: F", "RH: F"]
    assert "Ann: LH: F; RH: F" in says("game", "show", "1", "--turns")
    assert "waits for turn 4" in says("game", "forward", "1")
    assert table.game().duel == after
    assert "nothing of game 1 was taken back" in refused("game", "forward", "1")
    assert "All turns of game 1 replay; 5 were looked at" in says("game", "verify", "1")


def test_a_held_game_is_set_back_and_runs_again(table: Table) -> None:
    play(table, FIRST, SECOND)
    with table.store.transaction():
        table.desk.doors.adjudication.hold(table.game(), "a fault", table.later())
    assert "is held before turn 3; let it go on with `referee game resume 1`" in refused(
        "game", "rollback", "1", "--to", "3", *WHY
    )
    says("game", "rollback", "1", "--to", "2", *WHY)
    assert (table.game().state, table.game().reason) == (GameState.RUNNING, None)


def test_an_extra_turn_is_taken_back_with_the_turn_before_it(table: Table) -> None:
    rest = {"Bob": "LH: -, RH: -"}
    play(table, *({"Ann": f"LH: {gesture}, RH: -"} | rest for gesture in "SPP"))
    play(table, {"Ann": "LH: C, RH: C, cast Time stop on me"} | rest)
    assert table.game().duel.stopped == ("Ann",)
    before = table.asked("Ann")
    says("game", "rollback", "1", "--to", "4", *WHY)
    assert (table.game().duel.next_turn, table.game().duel.stopped) == (4, ())
    says("game", "forward", "1")
    assert table.game().duel.stopped == ("Ann",)
    assert table.asked("Ann")["Reply-To"] != before["Reply-To"]
    play(table, {"Ann": "LH: W, RH: -"})
    assert table.game().duel.next_turn == 5
    says("game", "rollback", "1", "--to", "4", "--drop-orders", *WHY)
    assert [each["voided_at"] is None for each in facts("game", "show", "1", "--turns")["line"]] == [
        *[True] * 3,
        *[False] * 3,
    ]
    assert facts("db", "verify")["faults"] == []


def test_spectators_hear_of_a_correction(table: Table) -> None:
    play(table, FIRST)
    says("player", "add", address_of("Eve"), "--name", "Eve")
    with table.store.transaction():
        table_talk.watch(table.store, 1, 3, now=table.now)
    says("game", "rollback", "1", "--to", "1", *WHY)
    assert "The director has corrected game 1, Ann v Bob, which you watch" in last_words(table, "Eve")


def test_a_rollback_is_taken_back_while_nothing_was_played_since(table: Table) -> None:
    play(table, FIRST, SECOND)
    table.answer("Ann", "LH: W, RH: P")
    stood = table.game()
    says("game", "rollback", "1", "--to", "1", "--drop-orders", *WHY)
    says("undo", *WHY)
    assert table.game().duel == stood.duel
    assert table.held(1) == {"LH: W", "RH: P"}
    assert "Taken back" not in last_words(table, "Bob")
    assert "it stands as it did before" in last_words(table, "Bob")
    assert "All turns of game 1 replay; 2 were looked at" in says("game", "verify", "1")
    table.answer("Bob", "LH: D, RH: S")
    assert table.game().duel.turn == 3


def test_the_rollback_of_a_game_that_was_over_is_taken_back(table: Table) -> None:
    play(table, FIRST, {"Ann": "LH: F, RH: F", "Bob": "surrender"})
    assert table.game().state is GameState.FINISHED
    says("game", "rollback", "1", "--to", "2", *WHY)
    says("undo", *WHY)
    game = table.game()
    assert (game.state, game.duel.turn) == (GameState.FINISHED, 2)
    assert "The game is over again." in last_words(table, "Ann")
    assert facts("db", "verify")["faults"] == []


def test_a_dry_run_of_a_rollback_changes_nothing(table: Table) -> None:
    play(table, FIRST)
    said = says("game", "rollback", "1", "--to", "1", *WHY, "--dry-run")
    assert "would mail: corrected to ann@duel.example.org" in said
    assert table.game().duel.turn == 1
    assert acts_done() == ["start"]


def test_an_aborted_game_is_opened_again(table: Table) -> None:
    play(table, FIRST)
    says("game", "abort", "1", *WHY)
    assert "`referee game rollback 1 --to TURN` opens it again" in refused("undo", *WHY)
    says("game", "rollback", "1", "--to", "2", *WHY)
    assert "The director has opened this game again." in last_words(table, "Ann")
    play(table, SECOND)
    assert table.game().duel.turn == 2


# -- replace -----------------------------------------------------------------------------------------------------------


def test_a_seat_is_given_to_another_player_who_gets_the_history(table: Table) -> None:
    play(table, FIRST)
    old = table.asked("Bob")
    assert "eve@duel.example.org plays Bob in game 1" in says("game", "replace", "1", "Bob", address_of("Eve"), *WHY)
    assert table.game().seats[1].address == address_of("Eve")
    assert "What happened on turn 1" in last_words(table, "Eve")
    assert "YOUR SEAT IS TAKEN. The director has given the seat of Bob" in last_words(table, "Bob")
    assert "as the director has decided" in last_words(table, "Ann")
    assert old["Reply-To"] != table.asked("Eve")["Reply-To"]
    assert "plays Bob already" in refused("game", "replace", "1", "Bob", address_of("Eve"), *WHY)


def test_a_seat_is_given_back(table: Table) -> None:
    says("game", "replace", "1", "Bob", address_of("Eve"), *WHY)
    says("undo", *WHY)
    assert table.game().seats[1].address == address_of("Bob")
    table.answer("Bob", "LH: W, RH: P")
    assert table.owing() == ("Ann",)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Zed", "eve@example.org"), "no wizard of game 1 is called Zed; they are Ann, Bob"),
        (("Bob", "ann@duel.example.org"), "plays another wizard in game 1"),
        (("Bob", "Nobody"), "there is no player Nobody"),
    ],
)
def test_a_seat_that_cannot_be_given_is_not(table: Table, words: tuple[str, str], said: str) -> None:
    assert said in refused("game", "replace", "1", *words, *WHY)


# -- set ---------------------------------------------------------------------------------------------------------------


def test_wizards_and_monsters_are_put_right_and_every_turn_still_replays(table: Table) -> None:
    summon(table)
    said = says("game", "set", "1", "ann", "--hit-points", "9", "--enchant", "Protection from evil=2", *WHY)
    assert "has 9 hit points; is under Protection from evil for 2 more turns" in said
    says("game", "set", "1", "goblin 1", "--controller", "Bob", *WHY)
    game = table.game()
    assert game.duel.wizards[0].hit_points == 9
    assert game.duel.monsters[0].controller == "Bob"
    assert facts("db", "verify")["faults"] == []
    assert "The director has put this right: goblin 1 obeys Bob." in last_words(table, "Ann")
    play(table, {"Ann": "LH: W, RH: P", "Bob": "LH: W, RH: P"})
    assert table.game().duel.turn == 4
    assert "says so" not in says("game", "verify", "1")


def test_a_correction_is_told_in_the_story_of_its_turn_to_all_and_shows_nothing_else(table: Table) -> None:
    play(table, FIRST)
    says("game", "set", "1", "Ann", "--hit-points", "9", *WHY)
    latest = turns.latest(table.store, 1)
    assert latest is not None
    table.answer("Bob", "history 1 1")
    assert "The director corrected this afterwards: Ann has 9 hit points." in last_words(table, "Bob")


def test_a_correction_is_taken_back(table: Table) -> None:
    play(table, FIRST)
    stood = table.game().duel
    says("game", "set", "1", "Ann", "--hit-points", "3", *WHY)
    says("undo", *WHY)
    assert table.game().duel == stood
    assert facts("db", "verify")["faults"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Zed", "--hit-points", "3"), "nobody in that duel is called Zed"),
        (("Ann", "--hit-points", "99"), "hit points are 1 to 15"),
        (("Ann", "--hit-points", "15"), "Ann is so already"),
        (("Ann",), "say what is to be so"),
        (("Ann", "--state", "dead"), "that would end the duel"),
        (("Ann", "--controller", "Bob"), "is a wizard, and obeys nobody"),
        (("Ann", "--enchant", "Amnesia"), "cannot be laid on Ann by hand"),
        (("Ann", "--enchant", "Hast"), "did you mean Haste?"),
        (("Ann", "--disenchant", "Haste"), "Ann is not under Haste"),
        (("Ann", "--enchant", "Haste=9"), "lasts 1 to 3 turns"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(table: Table, words: tuple[str, ...], said: str) -> None:
    play(table, FIRST)
    assert said in refused("game", "set", "1", *words, *WHY)
    assert acts_done() == ["start"]


def test_before_the_first_turn_nothing_is_set(table: Table) -> None:
    assert "no turn of game 1 was played yet" in refused("game", "set", "1", "Ann", "--hit-points", "3", *WHY)


# -- import ------------------------------------------------------------------------------------------------------------

SCRIPT = """duel: a duel begun at a table
wizards: Cid, Dee
salt: pepper

turn 1
Cid: LH: S, RH: W
Dee: LH: P, RH: F

turn 2
Cid: LH: F, RH: F
Dee: LH: W, RH: P
"""
SEATS = ("--seat", "Cid=cid@duel.example.org", "--seat", "Dee=dee@duel.example.org")


def test_a_transcript_becomes_a_running_game(table: Table) -> None:
    Path("begun.duel").write_text(SCRIPT)
    assert "Game 2 waits for turn 3" in says("game", "import", "begun.duel", *SEATS, "--terms", "2d", *WHY)
    game = table.game(2)
    assert [seat.wizard for seat in game.seats] == ["Cid", "Dee"]
    assert len(turns.records(table.store, 2)) == 2
    assert "begun elsewhere: it goes on here by mail" in last_words(table, "Cid")
    table.answer("Cid", "LH: W, RH: P", game=2)
    table.answer("Dee", "LH: D, RH: S", game=2)
    assert table.game(2).duel.turn == 3
    assert "All turns of game 2 replay; 3 were looked at" in says("game", "verify", "2")
    assert "`referee game abort 2` ends it" in refused("undo", *WHY)


@pytest.mark.parametrize(
    ("old", "new", "seats", "said"),
    [
        ("turn 2", "turn 5", SEATS, "begun.duel:9"),
        ("Dee: LH: W, RH: P", "Dee: surrender", SEATS, "that duel is over"),
        ("salt", "salt", SEATS[:2], "who plays Dee? Say --seat Dee=ADDRESS"),
        ("salt", "salt", (*SEATS, "--seat", "Zed=zed@example.org"), "nobody is called zed"),
    ],
)
def test_a_transcript_that_cannot_be_played_on_is_refused(
    table: Table, old: str, new: str, seats: tuple[str, ...], said: str
) -> None:
    Path("begun.duel").write_text(SCRIPT.replace(old, new))
    assert said in refused("game", "import", "begun.duel", *seats, *WHY)
    assert len(games.listing(table.store)) == 1
    assert [p.address for p in players.everyone(table.store)] == [address_of("Ann"), address_of("Bob")]


# -- verify ------------------------------------------------------------------------------------------------------------


def test_a_turn_that_does_not_replay_is_named(table: Table) -> None:
    play(table, FIRST, SECOND)
    with table.store.transaction():
        table.store.change(
            "UPDATE turns SET after = replace(after, '\"hit_points\":15', '\"hit_points\":14') WHERE turn = 1"
        )
    assert "game 1, turn 1" in call("game", "verify", "1", status=1).stderr
    assert "there is no game 7" in refused("game", "verify", "7")


def test_a_turn_that_cannot_even_be_read_can_be_played_again(table: Table) -> None:
    play(table, FIRST, SECOND)
    with table.store.transaction():
        table.store.change("UPDATE turns SET orders = 'x', after = 'y' WHERE turn = 2")
    says("game", "rollback", "1", "--to", "2", "--drop-orders", *WHY)
    play(table, THIRD)
    assert table.game().duel.turn == 2


@pytest.mark.parametrize(
    "words",
    [
        ("game", "rollback", "1"),
        ("game", "rollback", "1", "--to", "2"),
        ("game", "pause", "1"),
        ("game", "set", "1", "Ann", "--state", "asleep", *WHY),
        ("game", "set", "1", "Ann", "--enchant", "Haste=soon", *WHY),
        ("game", "extend", "1", "soon", *WHY),
        ("game", "replace", "1", "Bob", *WHY),
        ("game", "import", "x.duel", "--seat", "Ann", *WHY),
        ("undo",),
        ("player", "ban", "Ann"),
    ],
)
def test_wrong_usage_ends_with_status_2(table: Table, words: tuple[str, ...]) -> None:
    assert "Error:" in call(*words, status=2).stderr
    assert acts_done() == ["start"]
