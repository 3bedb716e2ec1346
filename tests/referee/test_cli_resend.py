"""A director sends mails again: by number, or the newest report of a game; and where that is refused."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.deeds import archiving
from referee.mail.again import another_id, once_more
from referee.mail.inbox import Filing
from referee.store import outgoing, reachability
from referee.store.games import GameState
from referee.store.outgoing import MailState, QueuedMail
from tests.acceptance.at_the_desk import Table, address_of
from tests.acceptance.by_mail import parsed, reply, text_of
from tests.referee.director import WHY, acts_done, call, facts, last_words, office, refused, says

FIRST = {"Ann": "LH: S, RH: W", "Bob": "LH: P, RH: F"}
OTHER_HEAD = {"Message-ID", "Date"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann and Bob after its first turn; mail 1 is Ann's invitation, 5 her report of the turn."""
    with office(tmp_path, monkeypatch) as laid:
        laid.start("Ann", "Bob", terms="3d")
        laid.post()
        laid.turn(**FIRST)
        laid.post()
        yield laid


def report(table: Table, name: str = "Ann") -> QueuedMail:
    """The last report to a player."""
    wanted = [m for m in outgoing.listing(table.store, MailState) if m.recipient == address_of(name)]
    found = outgoing.mail(table.store, [m for m in wanted if m.kind == "report"][-1].id)
    assert found is not None
    return found


def last(table: Table) -> QueuedMail:
    found = outgoing.mail(table.store, outgoing.last(table.store))
    assert found is not None
    return found


def without_mark(mail: EmailMessage) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in mail.items() if name not in OTHER_HEAD]


def test_a_mail_that_was_sent_goes_out_word_for_word_under_another_message_id(table: Table) -> None:
    first = report(table)
    says("mail", "resend", str(first.id), *WHY)
    again = last(table)
    assert (again.state, again.kind, again.recipient) == (MailState.QUEUED, "again", first.recipient)
    one, other = parsed(first.raw), parsed(again.raw)
    assert other["Message-ID"] == again.message_id != first.message_id
    assert without_mark(one) == without_mark(other)
    assert first.raw.partition(b"\r\n\r\n")[2] == again.raw.partition(b"\r\n\r\n")[2]
    says("mail", "resend", str(first.id), *WHY)
    assert len({each.message_id for each in outgoing.listing(table.store, MailState)}) == outgoing.last(table.store)
    assert facts("log")[-1]["facts"] == {"mail": first.id, "as": last(table).id, "to": first.recipient}


def test_a_reply_to_the_copy_gives_orders_even_where_only_its_message_id_proves_the_seat(table: Table) -> None:
    says("mail", "resend", str(report(table).id))
    copy = parsed(last(table).raw)
    mail = reply(copy, address_of("Ann"), "LH: F\nRH: F", To="referee@duel.example.org", Subject="my orders")
    del mail["References"]
    assert table.receive(mail) is Filing.PROCESSED
    assert table.held(1) == {"LH: F", "RH: F"}


@pytest.mark.parametrize("state", [MailState.SET_ASIDE, MailState.RETURNED, MailState.WAITING])
def test_a_mail_that_never_arrived_goes_out_as_it_is(table: Table, state: MailState) -> None:
    first = report(table)
    with table.store.transaction():
        table.store.change("UPDATE outgoing SET state = ?, attempts = 4 WHERE id = ?", [state, first.id])
    count = table.count()
    says("mail", "resend", str(first.id), *WHY)
    again = outgoing.mail(table.store, first.id)
    assert again is not None
    assert (again.state, again.attempts, again.raw, again.message_id) == (
        MailState.QUEUED,
        0,
        first.raw,
        first.message_id,
    )
    assert table.count() == count


def test_the_newest_report_goes_to_where_its_player_is_written_to_now(table: Table) -> None:
    says("player", "address", address_of("Ann"), "ann@example.net", *WHY)
    says("mail", "resend", "--game", "1", "--to", "ann", *WHY)
    again = last(table)
    assert (again.recipient, again.kind, again.turn) == ("ann@example.net", "again", 2)
    assert "The director has this report sent to you once more." in " ".join(text_of(parsed(again.raw)).split())
    assert table.receive(reply(parsed(again.raw), "ann@example.net", "LH: F\nRH: F")) is Filing.PROCESSED
    assert table.held(1) == {"LH: F", "RH: F"}
    says("mail", "resend", "--game", "1", "--to", address_of("Bob"), *WHY)
    assert last(table).recipient == address_of("Bob")


def test_the_invitation_and_the_last_report_of_all_are_newest_reports_too(table: Table) -> None:
    table.start("Ann", "Bob")
    says("mail", "resend", "--game", "2", "--to", "Bob")
    assert "game 2" in last_words(table, "Bob")
    table.turn(Ann="LH: P\nRH: P", Bob="LH: W\nRH: F")
    assert table.game().state is GameState.FINISHED
    says("mail", "resend", "--game", "1", "--to", "Bob")
    assert "Bob" in last_words(table, "Bob")
    assert last(table).kind == "again"


def test_the_mails_of_a_game_are_listed_from_the_archive_too(table: Table) -> None:
    table.turn(Ann="LH: P\nRH: P", Bob="LH: W\nRH: F")
    table.post()
    before = facts("mail", "queue", "--game", "1")
    assert [each["id"] for each in before] == sorted(each["id"] for each in before)
    assert {each["state"] for each in before} == {"sent"}
    assert archiving.put_away(table.store, 1, before=table.later(), now=table.later()) is not None
    assert facts("mail", "queue", "--game", "1") == before
    for words in (("resend", "1"), ("drop", "1", *WHY)):
        told = refused("mail", *words)
        assert "mail 1 went out, and is in the archive with its game, which is over" in told
        assert "`referee mail resend --game GAME --to WIZARD` sends the newest report" in told
    assert "there is no mail 999" in refused("mail", "resend", "999")
    says("mail", "resend", "--game", "1", "--to", "Ann")
    assert "there is no game 9" in refused("mail", "queue", "--game", "9")


def test_a_dry_run_says_to_whom_it_would_go_and_sends_nothing(table: Table) -> None:
    count = table.count()
    said = says("mail", "resend", str(report(table).id), "--dry-run")
    assert f"would mail: again to {address_of('Ann')}" in said
    assert table.count() == count


def test_a_report_to_one_who_is_forgotten_is_refused_for_that_reason(table: Table) -> None:
    table.turn(ann="surrender", bob="LH: P, RH: D")
    says("player", "erase", address_of("Bob"), *WHY)
    told = refused("mail", "resend", "--game", "1", "--to", "Bob")
    assert "whoever played Bob is forgotten, and is sent nothing any more" in told
    says("mail", "resend", "--game", "1", "--to", "Ann")


def test_what_cannot_be_sent_again_is_refused_with_what_would_help(table: Table) -> None:
    mine = report(table)
    newest = "`referee mail resend --game 1 --to WIZARD` sends the newest report"

    def being(change: str) -> str:
        with table.store.transaction():
            table.store.change(f"UPDATE outgoing SET {change} WHERE id = ?", [mine.id])
        said = refused("mail", "resend", str(mine.id))
        with table.store.transaction():
            table.store.change(
                "UPDATE outgoing SET state = 'sent', raw = ?, recipient = ? WHERE id = ?",
                [mine.raw, mine.recipient, mine.id],
            )
        return said

    assert "there is no mail 999 that went out" in refused("mail", "resend", "999")
    assert "has not gone out yet; it is due" in being("state = 'queued'")
    assert newest in being("state = 'dropped'")
    assert "was erased" in being("raw = x''")
    assert f"at gone@example.org any more; {newest}" in being("recipient = 'gone@example.org'")
    assert "nobody in game 1 is called Zed; there are Ann, Bob" in refused(
        "mail", "resend", "--game", "1", "--to", "Zed"
    )
    assert "there is no game 9" in refused("mail", "resend", "--game", "9", "--to", "Ann")
    with table.store.transaction():
        reachability.count(table.store, 1, 1.0, status="5.1.1", now=table.now)
        reachability.pause(table.store, 1, now=table.now)
    for words in ((str(mine.id),), ("--game", "1", "--to", "Ann")):
        assert "comes back, so nothing is sent there" in refused("mail", "resend", *words)
    says("game", "rollback", "1", "--to", "1", *WHY)
    assert f"game 1 was corrected since, and mail {mine.id} is worth nothing any more; {newest}" in refused(
        "mail", "resend", str(mine.id)
    )
    says("game", "abort", "1", *WHY)
    assert "was ended without a winner" in refused("mail", "resend", "--game", "1", "--to", "Bob")
    for words in ((), ("1", "--game", "1"), ("--game", "1"), ("--to", "Ann")):
        assert "give the number of a mail, or --game and --to" in call("mail", "resend", *words, status=2).stderr
    assert "mail resend" not in acts_done()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("<1.2.3.abcdefghijklmnop.report@example.org>", "<1.2.3.abcdefghijklmnop.report-again2@example.org>"),
        (f"<p.1.2.{'a' * 16}.{'x' * 60}@example.org>", f"<p.1.2.{'a' * 16}.{'x' * 53}-again2@example.org>"),
        ("<closed.12@example.org>", "<closed.12-again2@example.org>"),
    ],
)
def test_the_message_id_of_a_copy_proves_what_the_first_one_does(first: str, second: str) -> None:
    assert another_id(first, 2) == second


def test_only_a_mail_of_ours_is_sent_once_more(table: Table) -> None:
    with pytest.raises(ValueError, match="without one Message-ID"):
        once_more(b"Subject: hello\r\n\r\nMessage-ID: <1@example.org>\r\n", "<2@example.org>", now=table.now)
