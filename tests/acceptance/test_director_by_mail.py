"""A director's mails: he may list, show, extend, pause, resume, adjudicate and abort, once he has proved himself."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.commands import COMMANDS
from referee.commands.command import Access
from referee.commands.director import DIRECTOR_COMMANDS
from referee.commands.help import overview
from referee.commands.reading import parted
from referee.deeds import undo
from referee.mail.inbox import Filing
from referee.mail.signs import WEEKS_VALID
from referee.store import acts
from referee.store.games import GameState
from tests.acceptance.at_the_desk import DIRECTOR, REFEREE, Table, laid_table
from tests.acceptance.by_mail import reply, text_of

VOUCHED = f"mx.duel.example.org; dmarc=pass header.from={DIRECTOR.partition('@')[2]}"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        laid.start("Ann", "Bob")
        laid.post()
        yield laid


def write(table: Table, words: str, *, vouched: bool = True, sender: str = DIRECTOR) -> Filing:
    mail = EmailMessage()
    if vouched:
        mail["Authentication-Results"] = VOUCHED
    mail["From"], mail["To"], mail["Subject"] = sender, REFEREE, "to the desk"
    mail["Message-ID"] = f"<{table.count()}.{len(words)}@example.org>"
    mail.set_content(words + "\n")
    return table.receive(mail)


def answer(table: Table) -> str:
    return " ".join(text_of(table.mails_at(DIRECTOR)[-1]).replace("| ", "").split())


def done(table: Table) -> list[str]:
    return [act.act for act in acts.listing(table.store, game=1)]


def test_he_lists_and_shows_games_without_seeing_orders(table: Table) -> None:
    table.answer("Ann", "LH: W, RH: P")
    write(table, "list\nshow 1")
    said = answer(table)
    assert "Ann v Bob: turn 1, waits for Bob" in said
    assert "Bob (bob@duel.example.org): alive, 15 hit points, owes orders" in said
    assert "LH" not in said


def test_he_extends_pauses_and_resumes_and_the_players_are_told_why(table: Table) -> None:
    write(table, "extend 1 2d a wedding")
    assert "The coming turn of game 1 is due" in answer(table)
    write(table, "pause 1 Bob is in hospital")
    assert table.desk.post.clocks.state(table.game(), table.now).paused
    assert "Bob is in hospital" in text_of(table.mails_to("Ann")[-1])
    write(table, "pause 1")
    assert "stands still already" in answer(table)
    write(table, "list")
    assert f"turn 1, paused since {table.now:%F}" in answer(table)
    write(table, "extend 1 2d")
    assert "The clock of game 1 stands still; the 2 days are added" in answer(table)
    assert table.desk.post.clocks.state(table.game(), table.now).paused
    write(table, "resume 1 he is well")
    assert not table.desk.post.clocks.state(table.game(), table.now).paused
    assert done(table) == ["start", "extend", "pause", "extend", "resume"]


def test_he_has_a_turn_adjudicated_and_a_game_ended(table: Table) -> None:
    table.answer("Ann", "LH: W, RH: P")
    write(table, "adjudicate 1")
    assert table.game().duel.turn == 1
    write(table, "abort 1")
    assert "Say why" in answer(table)
    write(table, "abort #1 Bob has moved to the moon")
    assert table.game().state is GameState.ABORTED
    assert done(table) == ["start", "adjudicate", "abort"]
    assert acts.listing(table.store, game=1)[-1].reason == "Bob has moved to the moon"


def test_what_cannot_be_done_is_refused_and_the_rest_is_done(table: Table) -> None:
    write(table, "extend 9 2d\nextend 1 soon\nextend 1 2 parsecs\npause 1 rain")
    said = answer(table)
    assert "there is no game 9" in said
    assert "2 is no span of time" in said
    assert done(table) == ["start", "pause"]


ALL = ", ".join(DIRECTOR_COMMANDS)
EXTEND = "extend is written extend GAME TIME or extend GAME TIME REASON. Try: extend 1 2d the mail was down"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("extend 1", f"line 1, “extend 1”: {EXTEND}"),
        ("extend 1 banana", f"line 1, “extend 1 banana”: {EXTEND}"),
        ("extend game #1 as long as it takes them to find the mail", EXTEND),
        ("extend", f"line 1, “extend”: {EXTEND.replace('1 2d', '17 2d')}"),
        ("show me", "show is written show GAME or show event EVENT. Try: show 17"),
        ("show event 4 now", "show is written show GAME or show event EVENT. Try: show event 4"),
        ("list all", "list is written list or list events. Try: list"),
        ("status", f"I found no command in your mail. There are {ALL}"),
        ("status 1", "line 1, “status 1”: there is no such command, but list, show"),
        ("decide", "Try: decide 17 Bob: the troll would have won"),
        ("frobnicate 3", f"line 1, “frobnicate 3”: there is no such command, but {ALL}. Try: list"),
        ("extand 1 2d", f"line 1, “extand 1 2d”: there is no such command, but {ALL}. Try: extend 1 2d the mail"),
        ("pasue event 4", "Try: pause event 4 Bob is in hospital"),
        ("rollback 1 2", "“rollback 1 2”: that is done at the command line. Try: referee game rollback --help"),
        ("Hello there,\nhow are you?", f"I found no command in your mail. There are {ALL}"),
    ],
)
def test_what_is_nearly_a_command_is_answered_with_the_line_the_reason_and_what_would_do(
    table: Table, words: str, told: str
) -> None:
    write(table, words)
    assert told in answer(table)
    assert done(table) == ["start"]


def test_what_is_for_anybody_is_answered_to_the_director_as_well(table: Table) -> None:
    write(table, "rules paralysis")
    assert "paralysis" in answer(table)
    assert "no command in your mail" not in answer(table)


def test_what_was_understood_beside_it_is_carried_out_and_talk_is_let_be(table: Table) -> None:
    write(table, "Hello,\nextend 1 soon\npause 1 rain\nspells FFF\nThe mail was down.\nrollback 1 2\nYours, Dan")
    said = answer(table)
    assert "The clock of game 1 stands still." in said
    assert f"line 2, “extend 1 soon”: {EXTEND} line 4, “spells FFF”: what you write as a player" in said
    assert "line 6, “rollback 1 2”" in said
    assert said.count("Try: ") == 3
    assert done(table) == ["start", "pause"]


def test_what_is_nearly_a_command_needs_a_proof_to_be_answered(table: Table) -> None:
    write(table, "extend 1 banana", vouched=False)
    assert "nothing proves that you wrote it" in answer(table)
    count = table.count()
    write(table, "Hello there", vouched=False)
    assert table.count() == count


def test_a_director_who_plays_writes_as_a_player_what_is_not_a_director_s(table: Table) -> None:
    table.desk.start_game([("Dan", DIRECTOR), ("Eve", "eve@duel.example.org")], now=table.later(), salt="7")
    for words in ("LH: F, RH: P", "status 2\nstatsu 2", "frobnicate 3", "show them\nLH: F, RH: P"):
        table.receive(reply(table.mails_at(DIRECTOR)[0], DIRECTOR, words))
        assert "director" not in answer(table)
        assert "no such command, but" not in answer(table)
    assert table.held(1, 2) == {"LH: F", "RH: P"}
    write(table, "Hello,\nextend 2")
    assert "Try: extend 2 2d" in answer(table)


def test_without_a_proof_nothing_is_done_and_a_reply_to_the_question_is_one(table: Table) -> None:
    write(table, "abort 1 I am not the director", vouched=False)
    assert table.game().state is GameState.RUNNING
    assert "nothing proves that you wrote it" in answer(table)
    table.receive(reply(table.mails_at(DIRECTOR)[-1], DIRECTOR, "pause 1 it is me"))
    assert done(table) == ["start", "pause"]


@pytest.mark.parametrize("sender", ["eve@duel.example.org", "ann@duel.example.org"])
def test_from_another_address_they_are_no_commands_even_in_a_reply_to_the_director_s_mail(
    table: Table, sender: str
) -> None:
    write(table, "list")
    table.receive(reply(table.mails_at(DIRECTOR)[-1], sender, "abort 1 by me"))
    write(table, "abort 1 by me", sender=sender)
    assert table.game().state is GameState.RUNNING
    assert done(table) == ["start"]


def proof(table: Table) -> EmailMessage:
    """A mail to the director, a reply to which proves who writes."""
    write(table, "list")
    return table.mails_at(DIRECTOR)[-1]


def signed(mail: EmailMessage, change: Callable[[str], str]) -> EmailMessage:
    """The mail, as if its signs were others."""
    for name in ("Reply-To", "Message-ID"):
        mail.replace_header(
            name, re.sub(r"\bp\.0\.[0-9]+\.[a-z2-7]{16}", lambda found: change(found[0]), str(mail[name]))
        )
    return mail


@pytest.mark.parametrize(
    "change",
    [
        lambda sign: sign[:-1] + ("a" if sign[-1] != "a" else "b"),
        lambda sign: sign.replace("p.0.", "p.1."),
        lambda sign: re.sub(r"p\.0\.([0-9]+)", lambda found: f"p.0.{int(found[1]) + 1}", sign),
        lambda _: "p.0",
    ],
    ids=["another token", "a player's number", "another week", "none"],
)
def test_a_sign_that_is_not_his_proves_nothing(table: Table, change: Callable[[str], str]) -> None:
    mail = signed(proof(table), change)
    table.receive(reply(mail, DIRECTOR, "abort 1 it is me"))
    assert done(table) == ["start"]
    assert "nothing proves that you wrote it" in answer(table)


def test_his_sign_grows_old(table: Table) -> None:
    old = proof(table)
    table.now += timedelta(weeks=WEEKS_VALID + 1)
    table.receive(reply(old, DIRECTOR, "abort 1 it is me"))
    assert done(table) == ["start"]
    assert "nothing proves that you wrote it" in answer(table)


def test_a_player_s_token_does_not_speak_for_him(table: Table) -> None:
    table.receive(reply(table.asked("Ann"), DIRECTOR, "abort 1 it is me"))
    assert done(table) == ["start"]


@pytest.mark.parametrize("results", [VOUCHED.replace("pass", "fail"), VOUCHED.replace("mx.", "mx.evil.")])
def test_what_another_server_says_or_ours_doubts_is_no_proof(table: Table, results: str) -> None:
    mail = EmailMessage()
    mail["Authentication-Results"] = results
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = DIRECTOR, REFEREE, "to the desk", "<1@example.org>"
    mail.set_content("abort 1 it is me\n")
    table.receive(mail)
    assert done(table) == ["start"]
    assert "nothing proves that you wrote it" in answer(table)


def test_a_mail_that_comes_twice_is_carried_out_once(table: Table) -> None:
    again = reply(proof(table), DIRECTOR, "extend 1 2d a wedding")
    for _ in range(2):
        table.receive(again)
    assert done(table) == ["start", "extend"]


def test_players_help_does_not_speak_of_them() -> None:
    listed = {row.split()[0] for part in overview() if not isinstance(part, str) for row in part}
    for name, command in DIRECTOR_COMMANDS.items():
        assert command.access is Access.DIRECTOR
        assert name not in COMMANDS
        assert name not in listed
        assert command.summary
        assert command.help
        (asked,) = parted([command.example], DIRECTOR_COMMANDS, in_game=True).asked
        assert asked.name == name


def test_the_log_names_the_letter_with_which_something_was_done_and_it_can_be_taken_back(table: Table) -> None:
    write(table, "extend 1 2d a wedding\npause 1 Bob is ill")
    letter = table.letters()[-1].id
    noted = acts.listing(table.store, game=1)
    assert [(act.act, act.facts.get("by mail")) for act in noted] == [
        ("start", None),
        ("extend", letter),
        ("pause", letter),
    ]
    assert noted[1].facts["until"]
    table.direct(undo.undo, reason="a slip", now=table.later())
    assert [act.act for act in acts.listing(table.store)] == ["start", "extend", "pause", "undo"]
    assert "by mail" not in acts.listing(table.store)[-1].facts
    write(table, "abort 9 no such game")
    assert len(acts.listing(table.store)) == 4
