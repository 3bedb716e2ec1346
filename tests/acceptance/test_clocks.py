"""The clock of a game at the desk: deadlines are told, players reminded, silent turns closed, and none too early."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from referee.deadlines.due import deadline
from referee.deeds import timing
from referee.mail.inbox import Filing
from referee.steps import Step
from referee.store import acts, games, mailbag, outgoing, players, turns
from referee.store.games import GameState
from referee.store.outgoing import MailState
from tests.acceptance.at_the_desk import DIRECTOR, Table, address_of, laid_table
from tests.acceptance.bouncing import last_report, report
from tests.acceptance.by_mail import asks, reply, text_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BOTH = "LH: F, RH: P"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        yield laid


def kinds(table: Table, name: str) -> list[str]:
    return [m.kind for m in outgoing.listing(table.store, MailState) if m.recipient == address_of(name)]


def words(table: Table, name: str) -> str:
    """The text of the last mail to a player, on one line."""
    return flat(table.mails_to(name)[-1])


def flat(mail: EmailMessage) -> str:
    """The text of a mail on one line."""
    return " ".join(text_of(mail).replace("| ", "").split())


def reports(table: Table, name: str) -> list[str]:
    """The texts of the reports to a player, each on one line."""
    found = zip(table.mails_to(name), kinds(table, name), strict=True)
    return [flat(mail) for mail, kind in found if kind in ("report", "over")]


def turn(table: Table, game: int = 1) -> int:
    return table.game(game).duel.next_turn


# -- told in advance --------------------------------------------------------------------------------------------------


def test_the_invitation_tells_the_terms_and_the_deadline_in_the_reader_s_zone_and_in_utc(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, grace 12h, no orders: surrender after 2, rated")
    assert "that wizard gives up the game after 2 silent turns in a row" in words(table, "Ann")
    with table.store.transaction():
        ann = players.by_address(table.store, address_of("Ann"))
        assert ann is not None
        players.set_zone(table.store, ann.id, "Europe/Berlin")
    table.answer("Ann", BOTH)
    assert "Orders are due Sunday 29 November, 19:00 in Berlin (18:00 UTC), in 2 days 23 hours." in words(table, "Ann")
    assert "Late ones are taken for 12 hours more." in words(table, "Ann")


def test_terms_are_kept_with_the_game(table: Table) -> None:
    table.start("Ann", "Bob", terms="36h, anonymous, no orders: same")
    terms = table.game().terms
    assert (terms.turn, terms.anonymous, terms.wizards, terms.silence.kind) == (36 * HOUR, True, 2, "same")


# -- reminders --------------------------------------------------------------------------------------------------------


def test_who_owes_orders_is_reminded_on_the_ladder_and_who_does_not_is_not(table: Table) -> None:
    table.start("Ann", "Bob")
    table.post()
    table.answer("Ann", BOTH)
    table.wait(3 * DAY + HOUR)
    assert kinds(table, "Ann") == ["invitation", "receipt"]
    assert kinds(table, "Bob") == ["invitation", *["reminder"] * 4]
    assert "TIME IS UP." in words(table, "Bob")
    assert "They are still taken until Monday 30 November, 06:00 UTC" in words(table, "Bob")


def test_a_reminder_is_answered_with_orders_like_the_report_and_ends_the_reminders(table: Table) -> None:
    table.start("Ann", "Bob")
    table.wait(2 * DAY)
    assert kinds(table, "Bob")[-1] == "reminder"
    assert asks(table.mails_to("Bob")[-1])
    table.answer("Bob", BOTH)
    count = len(kinds(table, "Bob"))
    table.wait(DAY)
    assert len(kinds(table, "Bob")) == count
    assert table.owing() == ("Ann",)


# -- silence ----------------------------------------------------------------------------------------------------------


def test_a_silent_turn_rests_both_hands_and_everybody_is_told(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, grace 12h, no orders: rest")
    table.post()
    table.answer("Ann", BOTH)
    table.wait(3 * DAY + 11 * HOUR)
    assert turn(table) == 1
    table.wait(2 * HOUR)
    assert turn(table) == 2
    for name in ("Ann", "Bob"):
        assert "No orders came from Bob: both hands did nothing." in reports(table, name)[-1]
    assert [seat.missed for seat in table.game().seats] == [0, 1]


def test_one_set_of_orders_clears_the_count(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no orders: surrender after 3")
    table.wait(4 * DAY)
    assert [seat.missed for seat in table.game().seats] == [1, 1]
    table.turn(ann=BOTH, bob=BOTH)
    assert [seat.missed for seat in table.game().seats] == [0, 0]


def test_after_so_many_silent_turns_in_a_row_the_wizard_surrenders(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: surrender after 2")
    for _ in range(2):
        table.post()
        table.answer("Ann", "LH: F, RH: S")
        table.wait(3 * DAY + HOUR)
    game = table.game()
    assert game.state is GameState.FINISHED
    assert game.duel.result is not None and game.duel.result.winner == "Ann"
    assert "No orders came from Bob, who thereby gives up the game." in reports(table, "Ann")[-1]


def test_the_gestures_of_the_last_turn_are_made_again_and_never_become_a_surrender(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: same")
    table.turn(ann=BOTH, bob="LH: W, RH: S")
    for _ in range(2):
        table.wait(3 * DAY + HOUR)
    bob = table.game().duel.wizards[1]
    assert [made.left for made in bob.history] == ["W", "W", "W"]
    assert "who made the gestures of the last turn once more" in reports(table, "Ann")[-1]


def test_a_game_that_waits_is_never_closed_and_its_player_reminded_for_weeks(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no orders: wait")
    table.post()
    table.answer("Ann", BOTH)
    table.wait(40 * DAY)
    assert turn(table) == 1
    assert kinds(table, "Bob").count("reminder") >= 8
    assert len({m.message_id for m in outgoing.listing(table.store, MailState)}) == table.count()


def test_a_draft_does_not_count_without_the_word_and_its_writer_is_told_alone(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.post()
    table.answer("Ann", BOTH)
    table.answer("Bob", f"{BOTH}\nwait")
    table.wait(3 * DAY + HOUR)
    assert turn(table) == 2
    assert "Your draft was not used" in reports(table, "Bob")[-1]
    assert "draft" not in reports(table, "Ann")[-1]


# -- never too early --------------------------------------------------------------------------------------------------


def test_a_turn_waits_for_a_report_that_was_not_sent_and_the_clock_runs_from_when_it_was(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(10 * DAY, posting=False)
    assert turn(table) == 1
    table.wait(3 * DAY - HOUR)
    assert turn(table) == 1
    assert "The last report went out late to you, so the time counts from then" in " ".join(
        map(flat, table.mails_to("Ann"))
    )
    table.wait(2 * HOUR)
    assert turn(table) == 2


def test_a_report_that_came_back_is_sent_again_and_waited_for_a_week_at_most(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.post()
    table.receive(report(last_report(table, "Bob")))
    table.answer("Ann", BOTH)
    table.wait(2 * DAY)
    assert outgoing.listing(table.store, [MailState.RETURNED]) == []  # it went out once more
    table.receive(report(last_report(table, "Bob"), status="5.2.1"))
    assert last_report(table, "Bob").state is MailState.RETURNED
    table.wait(7 * DAY)
    assert turn(table) == 1
    table.wait(2 * DAY)
    assert turn(table) == 2


def test_a_report_that_our_server_refused_is_sent_again_like_one_that_came_back(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.desk.refused(last_report(table, "Bob").id, "550 5.1.1 no such user", table.now)
    table.post()
    table.answer("Ann", BOTH)
    table.wait(DAY - HOUR)
    assert last_report(table, "Bob").state is MailState.SET_ASIDE
    table.wait(2 * HOUR)
    assert last_report(table, "Bob").state is MailState.SENT
    table.wait(3 * DAY - 2 * HOUR)
    assert turn(table) == 1
    table.wait(2 * HOUR)
    assert turn(table) == 2


def test_a_deadline_that_moved_for_a_report_that_was_sent_again_does_not_come_back_with_it(table: Table) -> None:
    table.start("Ann", "Bob", terms="36h")
    table.post()
    table.receive(report(last_report(table, "Bob"), status="4.2.2"))
    table.wait(DAY + HOUR)
    assert "The last report went out late to Bob" in words(table, "Ann")
    told = table.count()
    table.receive(b"X-Again: yes\n" + report(last_report(table, "Bob"), status="4.2.2"))
    assert last_report(table, "Bob").state is MailState.RETURNED
    table.wait(2 * HOUR)
    assert table.count() == told


def test_a_deadline_does_not_come_back_when_a_report_is_lost_once_more_after_its_player_wrote(table: Table) -> None:
    table.start("Ann", "Bob", terms="2d, no orders: rest")
    for _ in range(2):  # then delivery to him pauses
        table.desk.refused(last_report(table, "Bob").id, "550 5.1.1 no such user", table.now)
        table.wait(DAY + HOUR, posting=False)
    table.wait(6 * DAY)
    assert "The last report went out late to Bob" in words(table, "Ann")
    told = kinds(table, "Ann").count("deadline")
    table.receive(reply(table.asked("Bob"), address_of("Bob"), "standby off"))
    table.desk.refused(last_report(table, "Bob").id, "550 5.1.1 no such user", table.now)
    table.wait(HOUR)
    assert kinds(table, "Ann").count("deadline") == told
    assert turn(table) == 1


def test_deadlines_that_move_twice_within_a_second_are_told_twice(table: Table) -> None:
    table.start("Ann", "Bob")
    table.post()
    days = [table.now.date() + more * DAY for more in (1, 2)]
    table.answer("Bob", "\n".join(f"vacation {day} to {day}" for day in days))
    assert kinds(table, "Ann").count("deadline") == 2
    assert "in 4 days 23 hours" in words(table, "Ann")


def test_orders_that_reached_the_mailbox_in_time_count_though_they_are_read_late(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(3 * DAY - HOUR)
    table.answer("Ann", BOTH)
    late = table.come(reply(table.asked("Bob"), address_of("Bob"), BOTH))
    table.now += 90 * timedelta(minutes=1)
    table.desk.catch_up(table.now)
    assert turn(table) == 1  # nobody has looked at the mail since the deadline
    assert table.receive_again(late) is Filing.PROCESSED
    assert turn(table) == 2
    assert [seat.missed for seat in table.game().seats] == [0, 0]


def test_an_outage_moves_the_deadlines_that_fell_into_it_and_says_why(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(3 * DAY - 2 * HOUR)
    table.wait(5 * HOUR, deaf=True)
    table.wait(HOUR)
    assert turn(table) == 1
    assert "The referee did not read his mail for 5 hours" in words(table, "Ann")
    table.wait(5 * HOUR)
    assert turn(table) == 2


def test_after_a_long_outage_nothing_closes_before_the_director_s_word(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(2 * DAY)
    table.wait(2 * DAY, deaf=True)
    table.wait(5 * DAY)
    assert turn(table) == 1
    assert "may the games go on?" in str(table.mails_to("director")[-1]["Subject"])
    assert table.mails_to("director")[-1]["To"] == DIRECTOR
    assert table.direct(timing.resume_after_outage, reason="all is well", now=table.now) == 1
    table.wait(11 * HOUR)
    assert turn(table) == 1
    table.wait(2 * HOUR)
    assert turn(table) == 2
    assert [act.act for act in acts.listing(table.store)] == ["start", "resume after outage"]


def test_the_director_gives_more_time_and_the_players_are_told_why(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(DAY)
    table.direct(timing.extend, 1, 2 * DAY, reason="a wedding", now=table.now)
    assert "The director gave more time (a wedding)" in words(table, "Bob")
    table.wait(4 * DAY - HOUR)
    assert turn(table) == 1
    table.wait(2 * HOUR)
    assert turn(table) == 2


def test_a_clock_that_runs_again_leaves_the_deadline_that_was_told(table: Table) -> None:
    table.start("Ann", "Bob")
    clocks = table.desk.post.clocks
    told = table.now + 5 * DAY  # by what has gone again
    with table.store.transaction():
        clocks.save(table.game(), replace(clocks.written(table.game(), table.now), told=told), table.now)
    for deed in (timing.pause, timing.resume):
        table.direct(deed, 1, reason="a storm", now=table.later())
    assert deadline(clocks.state(table.game(), table.now)) == told


# -- cool-off ---------------------------------------------------------------------------------------------------------


def test_with_all_orders_in_a_cool_off_lets_the_last_hand_be_corrected_but_not_for_ever(table: Table) -> None:
    table.start("Ann", "Bob", terms="6h, no grace, cool-off 2h, no orders: rest")
    table.turn(ann=BOTH, bob=BOTH)
    assert turn(table) == 1
    assert "Orders can still be changed until Thursday 26 November, 20:00 UTC, in 1 hour 59 minutes." in words(
        table, "Bob"
    )
    table.wait(HOUR)
    table.turn(bob="LH: S, RH: S")
    table.wait(90 * timedelta(minutes=1))
    assert turn(table) == 1
    table.turn(bob="LH: W, RH: W")
    table.wait(90 * timedelta(minutes=1))
    assert turn(table) == 1
    table.turn(bob="LH: D, RH: D")
    table.wait(2 * HOUR)
    assert turn(table) == 2  # the deadline ends it
    assert table.game().duel.wizards[1].history[-1].left == "D"


# -- over the changes of the clocks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("began", ["2026-10-23 17:00", "2027-03-26 18:00"])
def test_a_fixed_hour_stays_at_that_hour_over_both_changes_of_daylight_saving(table: Table, began: str) -> None:
    table.now = datetime.fromisoformat(began).replace(tzinfo=UTC)
    table.start("Ann", "Bob", terms="1d at 20:00 Europe/Berlin, no grace, no orders: rest")
    table.wait(5 * DAY)
    closed = [record.adjudicated_at for record in turns.records(table.store, 1)]
    assert len(closed) >= 3
    hours = {f"{moment.astimezone(ZoneInfo('Europe/Berlin')):%H}" for moment in closed}
    assert hours == {"20"}


# -- the loop ---------------------------------------------------------------------------------------------------------


def test_only_the_games_whose_time_has_come_are_looked_at(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        table.start("Ann", "Bob", terms="3d" if number else "1d")
    table.wait(11 * HOUR)
    loaded: list[int] = []
    load = games.load
    monkeypatch.setattr(games, "load", lambda store, game: (loaded.append(game), load(store, game))[1])
    table.wait(2 * HOUR)  # with half of the time of the first game in it
    assert set(loaded) == {1}


def test_a_game_that_fails_is_held_and_the_others_go_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(2 * DAY)
    clock = table.desk.post.clocks.state

    def broken(game: games.Game, now: datetime) -> object:
        if game.id == 2 and now - table.game(2).created_at >= 3 * DAY:
            raise ZeroDivisionError
        return clock(game, now)

    monkeypatch.setattr(table.desk.post.clocks, "state", broken)
    table.wait(DAY + HOUR)
    assert [turn(table, number) for number in (1, 2, 3)] == [2, 1, 2]
    assert table.game(2).state is GameState.HELD
    assert mailbag.unhandled(table.store, limit=1) == []


@pytest.mark.parametrize(
    ("column", "told"), [("clock", "Its players have been told"), ("duel", "so its players could not be told")]
)
def test_a_game_of_which_something_is_damaged_is_held_and_the_others_go_on(
    table: Table, column: str, told: str
) -> None:
    for _ in range(3):
        table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(2 * DAY)
    with table.store.transaction():
        table.store.change(f"UPDATE games SET {column} = 'x' || {column} WHERE id = 2")
    table.wait(DAY + HOUR)
    assert [turn(table, number) for number in (1, 3)] == [2, 2]
    assert table.store.rows("SELECT state FROM games WHERE id = 2") == [{"state": "held"}]
    assert "Game 2 is held" in words(table, "director")
    assert told in words(table, "director")


@pytest.mark.parametrize(
    "damage",
    ["'2026-13-45 nonsense'", "'zzz'", "'2026-11-31' || substr(look_at, 11)", "CAST(x'ff41' AS TEXT)", "''"],
)
def test_a_game_whose_next_look_cannot_be_read_is_looked_at_at_once_and_the_others_go_on(
    table: Table, damage: str
) -> None:
    for _ in range(3):
        table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(DAY)
    (before,) = table.store.rows("SELECT look_at FROM games WHERE id = 2")
    with table.store.transaction():
        table.store.change(f"UPDATE games SET look_at = {damage} WHERE id = 2")
    table.restart()
    table.desk.begin(table.now)
    table.look()
    table.desk.catch_up(table.now)
    assert table.store.rows("SELECT look_at FROM games WHERE id = 2") == [before]
    table.wait(2 * DAY + HOUR)
    assert [turn(table, number) for number in (1, 2, 3)] == [2, 2, 2]


def test_a_next_look_that_is_damaged_while_the_referee_runs_ends_nothing(table: Table) -> None:
    for _ in range(3):
        table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(DAY)
    with table.store.transaction():
        table.store.change("UPDATE games SET look_at = '2026-11-2x' WHERE id = 2")
        table.store.change("UPDATE games SET look_at = 'x', clock = 'x' WHERE id = 3")
    table.wait(2 * DAY + HOUR)
    assert [turn(table, number) for number in (1, 2, 3)] == [2, 2, 1]
    states = [row["state"] for row in table.store.rows("SELECT state FROM games ORDER BY id")]
    assert states == ["running", "running", "held"]
    assert "Game 3 is held" in words(table, "director")


# -- drafts for coming turns ------------------------------------------------------------------------------------------


def test_orders_for_a_coming_turn_are_kept_shown_when_it_begins_and_count_with_a_word(table: Table) -> None:
    table.start("Ann", "Bob")
    table.answer("Bob", "turn 2: LH: S, RH: W")
    assert "it is kept as a draft" in words(table, "Bob")
    assert table.held(2) == set()
    table.turn(ann=BOTH, bob=BOTH)
    assert "Your draft for turn 2, which does not count yet: LH: S RH: W" in reports(table, "Bob")[-1]
    assert "draft" not in reports(table, "Ann")[-1]
    assert table.owing() == ("Ann", "Bob")
    table.answer("Bob", "yes")
    assert table.owing() == ("Ann",)
    table.answer("Ann", BOTH)
    assert table.game().duel.wizards[1].history[-1].left == "S"


def test_a_draft_for_a_coming_turn_alone_never_counts(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.answer("Bob", "turn 2: LH: S, RH: W")
    table.turn(ann=BOTH, bob=BOTH)
    table.post()
    table.answer("Ann", BOTH)
    table.wait(3 * DAY + HOUR)
    assert table.game().duel.wizards[1].history[-1].left == "-"
    assert "Your draft was not used" in reports(table, "Bob")[-1]


def test_a_draft_for_a_coming_turn_is_withdrawn_and_one_for_a_far_turn_refused(table: Table) -> None:
    table.start("Ann", "Bob")
    table.answer("Bob", "turn 2: LH: S, RH: W")
    table.answer("Bob", "turn 2\nwithdraw orders")
    assert "There is no draft of yours." in words(table, "Bob")
    table.answer("Bob", "turn 40: LH: S, RH: W")
    assert "nothing of it was taken" in words(table, "Bob")
    table.turn(ann=BOTH, bob=BOTH)
    assert "draft" not in reports(table, "Bob")[-1]


# -- vacations --------------------------------------------------------------------------------------------------------


def test_a_vacation_moves_the_deadline_and_is_told_to_the_opponents(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(HOUR)
    table.answer("Bob", "vacation 28 November to 2 December")
    assert "you have 25 left" in words(table, "Bob")
    assert "The clock stands still during Bob's vacation" in words(table, "Ann")
    table.wait(7 * DAY)
    assert turn(table) == 1
    table.wait(DAY)
    assert turn(table) == 2


def test_in_an_anonymous_game_a_vacation_is_nobody_s(table: Table) -> None:
    table.start("Ann", "Bob", "Cid", terms="3d, no grace, anonymous, no orders: rest")
    table.wait(HOUR)
    table.answer("Bob", "vacation 28 November to 2 December")
    assert "for a reason that is not told in an anonymous game" in words(table, "Ann")
    assert "vacation" not in words(table, "Ann") + words(table, "Cid")


def test_a_vacation_that_is_called_off_leaves_told_deadlines_and_moves_no_later_ones(table: Table) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(HOUR)
    table.answer("Bob", "vacation 28 November to 2 December")
    table.answer("Bob", "vacation cancel")
    assert "called off" in words(table, "Bob")
    table.wait(4 * DAY)
    assert turn(table) == 1
    table.turn(ann=BOTH, bob=BOTH)
    table.wait(3 * DAY + HOUR)
    assert turn(table) == 3
    table.answer("Bob", "vacation")
    assert "you have 30 left. You have booked none." in words(table, "Bob")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("vacation 1 December to 30 January", "days of vacation in"),
        ("vacation 5 December to 1 December", "is before 5 December"),
        ("vacation 2025-11-01 to 2025-11-05", "has passed"),
        ("vacation cancel", "no such vacation"),
    ],
)
def test_a_vacation_that_cannot_be_had_is_refused_with_the_reason(table: Table, said: str, why: str) -> None:
    table.start("Ann", "Bob")
    table.answer("Bob", said)
    assert why in words(table, "Bob"), words(table, "Bob")


# -- killed -----------------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process ends here."""


def killed_at(table: Table, fatal: Step) -> None:
    """The referee ends at the first visit to that step, and another begins."""

    def at(step: Step) -> None:
        if step is fatal:
            raise Killed

    table.restart(at)
    with pytest.raises(Killed):
        table.desk.catch_up(table.now)
    table.restart()


@pytest.mark.parametrize("step", [Step.BEFORE_COMMIT, Step.AFTER_COMMIT])
def test_a_referee_that_is_killed_as_he_reminds_has_reminded_once(table: Table, step: Step) -> None:
    table.start("Ann", "Bob")
    table.wait(DAY + 11 * HOUR + timedelta(minutes=30))
    assert "reminder" not in kinds(table, "Bob")
    table.now += timedelta(minutes=40)
    table.post()
    killed_at(table, step)
    table.wait(5 * HOUR)
    assert kinds(table, "Ann").count("reminder") == kinds(table, "Bob").count("reminder") == 1


@pytest.mark.parametrize("step", [Step.BEFORE_COMMIT, Step.AFTER_COMMIT])
def test_a_referee_that_is_killed_as_he_closes_a_turn_has_closed_it_once(table: Table, step: Step) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.wait(3 * DAY - HOUR + timedelta(minutes=30))
    table.now += 40 * timedelta(minutes=1)
    table.desk.inbox_seen_empty("main", table.now)
    killed_at(table, step)
    assert turn(table) == (1 if step is Step.BEFORE_COMMIT else 2)
    table.wait(HOUR)
    assert turn(table) == 2
    assert [seat.missed for seat in table.game().seats] == [1, 1]
    assert len(reports(table, "Ann")) == len(reports(table, "Bob")) == 1


@pytest.mark.parametrize("step", [Step.BEFORE_COMMIT, Step.AFTER_COMMIT])
def test_a_referee_that_is_killed_as_he_offers_a_seat_has_offered_it_once(table: Table, step: Step) -> None:
    table.start("Ann", "Bob", terms="3d, no grace, no orders: standby after 1")
    with table.store.transaction():
        dee = players.add(table.store, address_of("Dee"), now=table.now, name="Dee", confirmed=True)
        players.set_standby(table.store, dee.id, table.now)
    table.post()
    table.answer("Ann", BOTH)
    table.wait(3 * DAY - 30 * timedelta(minutes=1))
    table.now += 40 * timedelta(minutes=1)
    table.desk.inbox_seen_empty("main", table.now)
    killed_at(table, step)
    table.wait(HOUR)
    assert kinds(table, "Dee") == ["confirm"]


def test_after_an_outage_with_many_games_each_is_looked_at_in_time(table: Table) -> None:
    for _ in range(120):
        table.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
    table.post()
    table.desk.inbox_seen_empty("main", table.now)
    table.now += 3 * DAY + 2 * HOUR
    assert table.desk.inbox_seen_empty("main", table.now)
    looked = 0
    while (wakes := table.desk.catch_up(table.now)) is not None and wakes <= table.now:
        looked += 1
    assert looked == 2  # in three parts, between which letters can be heard
    assert {turn(table, number) for number in range(1, 121)} == {1}
