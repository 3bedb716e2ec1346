"""Mail as it should not be: stored, answered or set aside, never lost, never with two effects."""

from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from typing import Any

import pytest

from engine.events import Turn
from engine.model import Duel
from engine.resolver import adjudicate
from referee import play
from referee.deeds.ending import abort
from referee.desk import CUT_OFFS_MAX
from referee.mail import letter as letters
from referee.mail.inbox import Filing
from referee.mail.letter import Letter
from referee.reception import Reception
from referee.refusing import Outcome
from referee.steps import Step
from referee.store import turns
from referee.store.faults import DiskFull
from referee.store.games import GameState
from referee.store.mailbag import LetterState
from tests.acceptance.at_the_desk import REFEREE, Table, address_of, laid_table
from tests.acceptance.by_mail import is_receipt, parsed, reply, seat_and_turn, text_of

ORDERS = "LH: S, RH: W"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A desk with a game of Ann and Bob, which has had one turn."""
    with laid_table(tmp_path) as laid:
        laid.start("Ann", "Bob")
        laid.turn(ann="LH: F, RH: -", bob="LH: W, RH: -")
        yield laid


def letter_to_referee(name: str, words: str, **fields: str) -> EmailMessage:
    """A mail that answers none."""
    mail = EmailMessage()
    for key, value in ({"From": address_of(name), "To": REFEREE, "Subject": "orders"} | fields).items():
        mail[key] = value
    mail["Message-ID"] = make_msgid(domain="example.org")
    mail.set_content(words)
    return mail


# -- whose and for when ------------------------------------------------------------------------------------------------


def test_the_same_mail_again_has_no_second_effect_and_no_second_answer(table: Table) -> None:
    mail = reply(table.asked("Ann"), address_of("Ann"), ORDERS)
    incoming = table.come(mail)
    assert table.receive_again(incoming) is Filing.PROCESSED
    answered, held = table.count(), table.held(1)
    assert table.receive_again(incoming) is Filing.PROCESSED  # a crash before it was filed
    assert table.receive(incoming.raw) is Filing.PROCESSED  # delivered twice, with another UID
    late = b"Received: from a.example.net by b.example.org\r\n" + incoming.raw
    assert table.receive(late) is Filing.PROCESSED  # by two ways
    assert table.answer("Ann", "LH: P") is Filing.PROCESSED
    assert table.held(1) == {"LH: P", "RH: W"}
    assert table.receive(late) is Filing.PROCESSED
    assert (table.held(1), held) == ({"LH: P", "RH: W"}, {"LH: S", "RH: W"})
    assert table.count() == answered + 1


def test_a_reply_to_an_old_turn_is_answered_with_the_present_report(table: Table) -> None:
    old = table.asked("Ann", turn=1)
    assert table.receive(reply(old, address_of("Ann"), ORDERS)) is Filing.PROCESSED
    assert table.held(1) == set()
    answer = table.mails_to("Ann")[-1]
    assert is_receipt(answer)
    assert seat_and_turn(answer) == (1, 1, 2)
    assert "game 1 turn 2" in text_of(answer)
    assert table.receive(reply(answer, address_of("Ann"), ORDERS)) is Filing.PROCESSED
    assert table.held(1) == {"LH: S", "RH: W"}


def test_a_reply_to_a_game_that_is_over_is_answered(table: Table) -> None:
    table.turn(ann=ORDERS, bob="surrender")
    assert table.game().state is GameState.FINISHED
    last = table.asked("Ann")
    before = table.count()
    assert table.receive(reply(last, address_of("Ann"), ORDERS)) is Filing.PROCESSED
    assert table.count() == before + 1
    assert len(turns.records(table.store, 1)) == 2


@pytest.mark.parametrize("place", ["to", "subject", "answered"])
def test_a_token_in_any_of_its_three_places_is_enough(table: Table, place: str) -> None:
    asked = table.asked("Ann")
    fields: dict[str, str | None] = {"To": REFEREE, "Subject": "Re: our duel", "In-Reply-To": None, "References": None}
    kept = {"to": ("To", "Reply-To"), "subject": ("Subject", "Subject"), "answered": ("In-Reply-To", "Message-ID")}
    name, source = kept[place]
    fields[name] = str(asked[source])
    mail = reply(asked, "Ann on another account <ann@example.net>", ORDERS)
    for key, value in fields.items():
        del mail[key]
        if value is not None:
            mail[key] = value
    assert table.receive(mail) is Filing.PROCESSED
    assert table.held(1) == {"LH: S", "RH: W"}
    assert is_receipt(table.mails_to("Ann")[-1])


def unmarked(mail: EmailMessage, **changes: str) -> EmailMessage:
    """The mail without anything in its head that tells which game it is for, but for `changes`."""
    for name in ("To", "Subject", "In-Reply-To", "References"):
        del mail[name]
    for name, value in ({"To": REFEREE, "Subject": "our duel"} | changes).items():
        mail[name] = value
    return mail


def test_what_could_not_be_taken_anyway_is_refused_to_a_registered_address_that_shows_no_token(table: Table) -> None:
    mail = unmarked(reply(table.asked("Ann"), address_of("Ann"), "Hello there!"), Subject="[WH 1.2] orders")
    before = table.count()
    assert table.receive(mail) is Filing.REJECTED
    assert table.held(1) == set()
    assert table.count() == before + 1
    answer = table.mails_to("Ann")[-1]
    assert is_receipt(answer)
    assert "nothing in it proves who wrote it" in " ".join(text_of(answer).split())


def test_a_wrong_token_is_as_good_as_none(table: Table) -> None:
    asked = table.asked("Ann")
    right = str(asked["Reply-To"])
    token = right.partition("@")[0][-16:]
    wrong = right.replace(token, ("a" if token[0] != "a" else "b") + token[1:])
    for place in (wrong, right.replace("+1.1.", "+1.2."), right.replace("+1.1.", "+2.1.")):
        assert table.receive(unmarked(reply(asked, address_of("Ann"), ORDERS), To=place)) is Filing.REJECTED
        assert table.letters()[-1].state is LetterState.UNCONFIRMED
    assert (table.held(1), table.held(2)) == (set(), set())
    assert table.receive(unmarked(reply(asked, "mallory@example.net", ORDERS), To=wrong)) is Filing.REJECTED
    assert (table.held(1), table.held(2)) == (set(), set())


def test_a_stranger_without_a_token_gets_no_answer(table: Table) -> None:
    before = table.count()
    assert table.receive(letter_to_referee("stranger", ORDERS)) is Filing.REJECTED
    assert table.count() == before
    assert table.letters()[-1].state is LetterState.REJECTED


# -- what no person wrote ----------------------------------------------------------------------------------------------

AUTOMATIC: dict[str, dict[str, str]] = {
    "an absence notice": {"Auto-Submitted": "auto-replied"},
    "an absence notice of an old program": {"X-Autoreply": "yes"},
    "an absence notice by its subject": {"Subject": "Out of office: Re: your turn"},
    "junk": {"Precedence": "junk"},
    "a mailing list": {"List-Id": "<duels.example.org>"},
    "our own mail, come back": {"X-Loop": REFEREE},
    "our own address as the sender": {"From": f"Referee <{REFEREE}>"},
    "a mail system": {"From": "MAILER-DAEMON@example.net"},
}


@pytest.mark.parametrize("sort", AUTOMATIC)
def test_automatic_mail_is_never_answered_and_gives_no_orders(table: Table, sort: str) -> None:
    mail = reply(table.asked("Ann"), address_of("Ann"), ORDERS)
    for name, value in AUTOMATIC[sort].items():
        del mail[name]
        mail[name] = value
    before = table.count()
    assert table.receive(mail) is not Filing.LEAVE
    assert table.count() == before
    assert table.held(1) == set()
    assert table.letters()[-1].state is not LetterState.STORED


def test_a_bounce_is_never_answered(table: Table) -> None:
    token_address = str(table.asked("Ann")["Reply-To"])
    raw = (
        f"Return-Path: <>\r\nDelivered-To: {token_address}\r\nFrom: Mail Delivery <postmaster@example.net>\r\n"
        f"To: {token_address}\r\nSubject: Undelivered mail\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        f"--b\r\nContent-Type: text/plain\r\n\r\n{ORDERS}\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n"
        "Final-Recipient: rfc822; ann@example.net\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    ).encode()
    before = table.count()
    assert table.receive(raw) is not Filing.LEAVE
    assert table.count() == before
    assert table.held(1) == set()


def test_every_mail_of_ours_that_comes_back_is_recognised(table: Table) -> None:
    table.answer("Ann", ORDERS)
    table.receive(letter_to_referee("Bob", ORDERS))
    table.receive(reply(table.asked("Bob", turn=1), address_of("Bob"), ORDERS))
    table.direct(abort, 1, reason="rain", now=table.now)
    ours = [mail for name in ("Ann", "Bob") for mail in table.mails_to(name)]
    assert len(ours) > 8
    before = table.count()
    for mail in ours:
        table.receive(mail)
    assert table.count() == before


# -- mails that can hardly be read -------------------------------------------------------------------------------------


def test_an_empty_mail_is_answered(table: Table) -> None:
    before = table.count()
    for words in ("", " \n\n"):
        mail = reply(table.asked("Ann"), address_of("Ann"), "")
        mail.set_content(words)
        assert table.receive(mail) is Filing.REJECTED
    assert table.count() == before + 2
    assert table.held(1) == set()
    assert is_receipt(table.mails_to("Ann")[-1])


def test_a_mail_whose_two_versions_order_different_things_is_asked_about(table: Table) -> None:
    mail = reply(table.asked("Ann"), address_of("Ann"), "LH: F, RH: P")
    mail.add_alternative("<p>LH: W, RH: P</p>", subtype="html")
    assert table.receive(mail) is Filing.PROCESSED
    assert table.held(1) == set()
    assert "order different things" in table.mails_to("Ann")[-1].get_body(("plain",)).get_content()


def test_a_mail_of_quotes_only_is_answered_and_orders_nothing(table: Table) -> None:
    before = table.count()
    table.answer("Ann", "")
    assert table.count() == before + 1
    assert table.held(1) == set()


HOSTILE: dict[str, bytes] = {
    "parts within parts": b"From: ann@duel.example.org\r\nTo: %s\r\n"
    + b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (depth, depth) for depth in range(3000)
    ),
    "mails within mails": b"From: ann@duel.example.org\r\nTo: %s\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 3000,
    "nothing at all": b"",
    "no head": b"\r\n\r\nLH: F\r\n",
    "zeros": b"\x00" * 5000,
    "a head without an end": b"From: ann@duel.example.org\r\nTo: %s\r\nSubject: " + b"=?utf-8?q?a?= " * 20_000,
    "an unknown charset": b"From: ann@duel.example.org\r\nTo: %s\r\nContent-Type: text/plain; charset=x-none\r\n\r\n?",
    "broken base64": b"From: ann@duel.example.org\r\nTo: %s\r\nContent-Transfer-Encoding: base64\r\n\r\n=\xff=A===",
}


@pytest.mark.parametrize("sort", HOSTILE)
def test_a_mail_that_breaks_parsers_is_stored_and_filed(table: Table, sort: str) -> None:
    raw = HOSTILE[sort].replace(b"%s", str(table.asked("Ann")["Reply-To"]).encode())
    assert table.receive(raw) in (Filing.REJECTED, Filing.PROCESSED)
    assert table.letters()[-1].state is not LetterState.STORED
    assert table.held(1) == set()
    table.answer("Ann", ORDERS)
    assert table.held(1) == {"LH: S", "RH: W"}


def test_a_letter_that_fails_three_times_is_set_aside_and_the_director_is_mailed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fragile(raw: bytes, **more: Any) -> Letter:
        if b"x-poison" in raw.lower():
            raise RuntimeError("nobody thought of this")
        return read(raw, **more)

    read = letters.read
    monkeypatch.setattr(letters, "read", fragile)
    mail = reply(table.asked("Ann"), address_of("Ann"), ORDERS, X_Poison="yes")
    incoming = table.come(mail)
    said = []
    for _ in range(4):
        said.append(table.receive_again(incoming))
        table.answer("Bob", "LH: P")
        assert table.held(2) == {"LH: P"}  # the others go on
    assert said == [Filing.LEAVE, Filing.LEAVE, Filing.REJECTED, Filing.REJECTED]
    notices = table.mails_to("director")
    assert len(notices) == 1
    assert "nobody thought of this" in text_of(notices[0])
    assert table.held(1) == set()
    poisoned = [letter for letter in table.letters() if letter.state is LetterState.SET_ASIDE]
    assert len(poisoned) == 1


def test_letters_that_come_together_are_handled_in_one_transaction(table: Table) -> None:
    came = [table.come(reply(table.asked(name), address_of(name), ORDERS)) for name in ("Ann", "Bob")]
    said: list[str] = []
    table.store.db.conn.set_trace_callback(said.append)
    assert table.desk.receive(came, table.later()) == [Filing.PROCESSED] * 2
    table.store.db.conn.set_trace_callback(None)
    assert said.count("COMMIT") == 2  # one for what came, one for what came of it
    assert len(turns.records(table.store, 1)) == 2


def test_a_letter_that_fails_takes_none_of_those_with_it_that_came_together(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fragile(self: Reception, letter: Letter, *more: Any) -> Outcome:
        outcome = decide(self, letter, *more)
        if letter.sender == address_of("Bob"):
            raise RuntimeError("nobody thought of this")
        return outcome

    decide = Reception.decide
    monkeypatch.setattr(Reception, "decide", fragile)
    came = [table.come(reply(table.asked(name), address_of(name), ORDERS)) for name in ("Ann", "Bob")]
    came.append(table.come(letter_to_referee("stranger", "hello")))
    before = table.count()
    said = table.desk.receive(came, table.later())
    assert said == [Filing.PROCESSED, Filing.LEAVE, Filing.REJECTED]
    assert (table.held(1), table.held(2)) == ({"LH: S", "RH: W"}, set())
    assert table.count() == before + 1  # Ann's receipt, once


def test_letters_that_came_together_before_the_process_ended_are_handled_each_by_itself(table: Table) -> None:
    came = [table.come(reply(table.asked(name), address_of(name), ORDERS)) for name in ("Ann", "Bob")]
    table.restart(at=cut_before_commit)
    with pytest.raises(PowerCut):
        table.desk.receive(came, table.later())
    assert (table.held(1), table.held(2)) == (set(), set())
    table.restart()
    table.desk.catch_up(table.later())
    assert table.desk.receive(came, table.later()) == [Filing.PROCESSED] * 2
    assert len(turns.records(table.store, 1)) == 2


class PowerCut(BaseException):
    """What no `except Exception` holds up."""


def cut_before_commit(step: Step) -> None:
    if step is Step.BEFORE_COMMIT:
        raise PowerCut


def cut(step: Step) -> None:
    if step is Step.PARSED:
        raise PowerCut


def test_a_letter_that_ends_the_process_each_time_is_set_aside_too(table: Table) -> None:
    incoming = table.come(reply(table.asked("Ann"), address_of("Ann"), ORDERS))
    for _ in range(CUT_OFFS_MAX):
        table.restart(at=cut)
        with pytest.raises(PowerCut):
            table.receive_again(incoming)
    table.restart()
    assert table.receive_again(incoming) is Filing.REJECTED
    assert table.letters()[-1].state is LetterState.SET_ASIDE
    assert len(table.mails_to("director")) == 1


def test_some_crashes_in_a_row_do_not_cost_a_player_his_letter(table: Table) -> None:
    incoming = table.come(reply(table.asked("Ann"), address_of("Ann"), ORDERS))
    for _ in range(CUT_OFFS_MAX - 1):
        table.restart(at=cut)
        with pytest.raises(PowerCut):
            table.receive_again(incoming)
    table.restart()
    assert table.receive_again(incoming) is Filing.PROCESSED
    assert table.held(1) == {"LH: S", "RH: W"}


def test_trouble_with_the_disk_is_not_held_against_the_letter(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise DiskFull("no room")

    incoming = table.come(reply(table.asked("Ann"), address_of("Ann"), ORDERS))
    with monkeypatch.context() as patch:
        patch.setattr("referee.store.mailbag.close_letter", full)
        for _ in range(3 * CUT_OFFS_MAX):
            with pytest.raises(DiskFull):
                table.receive_again(incoming)
    assert table.receive_again(incoming) is Filing.PROCESSED
    assert table.held(1) == {"LH: S", "RH: W"}


# -- orders that are partly wrong --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "kept", "told"),
    [
        ("LH: F\nfrobnicate with RH\nRH: P", {"LH: F", "RH: P"}, "frobnicate with RH"),
        ("LH: F, LH: S\nRH: P", {"RH: P"}, "two gestures"),
        ("LH: Q, RH: P", {"RH: P"}, "LH: Q"),
        ("LH: F, RH: P, cast Sheild on self", {"LH: F", "RH: P"}, "Shield"),
        ("LH: F, RH: W, goblin attacks Zed", {"LH: F", "RH: W"}, "Zed"),
    ],
)
def test_the_valid_clauses_are_kept_and_the_rest_is_answered(
    table: Table, words: str, kept: set[str], told: str
) -> None:
    assert table.answer("Ann", words) is Filing.PROCESSED
    assert table.held(1) == kept
    assert table.owing() == (("Bob",) if len(kept) == 2 else ("Ann", "Bob"))
    assert told in text_of(table.mails_to("Ann")[-1])


def test_no_line_is_dropped_without_a_word_and_what_may_be_talk_comes_last(table: Table) -> None:
    table.answer("Ann", "What a lovely evening it was.\nLH: F, RH: P\ncast Sheild on self")
    text = table.mails_to("Ann")[-1].get_body(("plain",)).get_content()
    assert "LH: F" in text
    assert text.index("Sheild") < text.index("lovely evening")


def test_a_gesture_barred_by_fear_is_refused_and_the_other_hand_is_kept(tmp_path: Path) -> None:
    with laid_table(tmp_path) as table:
        table.start("Ann", "Bob")
        for gesture in "SW":
            table.turn(ann=f"LH: {gesture}, RH: -", bob="LH: -, RH: -")
        table.turn(ann="LH: D, RH: -, cast Fear at Bob", bob="LH: -, RH: -")
        table.answer("Bob", "LH: F, RH: P")
        assert table.held(2) == {"RH: P"}
        assert table.owing() == ("Ann", "Bob")
        receipt = text_of(table.mails_to("Bob")[-1])
        assert "LH: F" in receipt
        assert "Fear" in receipt
        table.turn(bob="LH: W", ann="LH: -, RH: -")
        assert table.game().duel.turn == 4


# -- the engine --------------------------------------------------------------------------------------------------------


def test_an_exception_in_the_engine_holds_that_game_and_no_other(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(duel: Duel, *more: Any, **others: Any) -> Turn:
        if duel.wizard("Bob") is not None:
            raise ArithmeticError("a broken invariant")
        return adjudicate(duel, *more, **others)

    monkeypatch.setattr(play, "adjudicate", broken)
    other = table.start("Cyd", "Dan")
    before = {name: len(table.mails_to(name)) for name in ("Ann", "Bob")}
    assert table.answer("Ann", ORDERS) is Filing.PROCESSED
    assert table.answer("Bob", ORDERS) is Filing.PROCESSED
    game = table.game()
    assert game.state is GameState.HELD
    assert "a broken invariant" in str(game.reason)
    assert game.duel.turn == 1
    for name in ("Ann", "Bob"):
        receipt, notice = table.mails_to(name)[before[name] :]
        assert is_receipt(receipt)
        assert not is_receipt(notice)
    (notice,) = table.mails_to("director")
    assert "a broken invariant" in text_of(notice)

    for name in ("Cyd", "Dan"):
        assert table.answer(name, ORDERS, game=other) is Filing.PROCESSED
    assert table.game(other).duel.turn == 1
    assert table.game(other).state is GameState.RUNNING
    before_more = table.count()
    assert table.answer("Ann", "LH: D") is Filing.PROCESSED  # who writes to a held game is answered
    assert table.count() == before_more + 1
    assert len(table.mails_to("director")) == 1
    table.desk.catch_up(table.now)
    assert table.game().state is GameState.HELD


def test_a_report_that_cannot_be_written_holds_the_game_as_well(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("no such template")

    monkeypatch.setattr("referee.adjudication.observe", broken)
    table.answer("Ann", ORDERS)
    table.answer("Bob", ORDERS)
    assert table.game().state is GameState.HELD
    assert table.game().duel.turn == 1
    assert len(turns.records(table.store, 1)) == 1
    assert len(table.mails_to("director")) == 1


def test_mails_within_one_batch_are_each_handled(table: Table) -> None:
    batch = [
        table.come(b"\x00"),
        table.come(reply(table.asked("Ann"), address_of("Ann"), ORDERS)),
        table.come(letter_to_referee("stranger", "buy this")),
        table.come(reply(table.asked("Bob"), address_of("Bob"), ORDERS)),
    ]
    filings = table.desk.receive(batch, table.now)
    assert filings == [Filing.REJECTED, Filing.PROCESSED, Filing.REJECTED, Filing.PROCESSED]
    assert table.game().duel.turn == 2
    assert len({str(parsed(mail.raw)["Message-ID"]) for mail in batch[1:]}) == 3
