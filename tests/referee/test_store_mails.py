"""Letters that came in and mails that go out."""

import sqlite3
from datetime import timedelta

import pytest

from referee.store import games, mailbag, outgoing, players, reachability, turns
from referee.store.database import Store
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState
from tests.referee.store_samples import LATER, NOW, Play, put_mail, start_game, store_letter


def found(store: Store, number: int) -> mailbag.StoredLetter:
    letter = mailbag.letter(store, number)
    assert letter is not None
    return letter


def queued(store: Store, number: int) -> outgoing.QueuedMail:
    mail = outgoing.mail(store, number)
    assert mail is not None
    return mail


# -- letters -----------------------------------------------------------------------------------------------------


def test_a_letter_is_kept_byte_by_byte(store: Store) -> None:
    raw = bytes(range(256)) * 3
    number, known = store_letter(store, raw, uid=1)
    letter = found(store, number)
    assert not known
    assert (letter.raw, letter.size, letter.state) == (raw, len(raw), LetterState.STORED)
    assert (letter.mailbox, letter.folder, letter.uidvalidity, letter.uid) == ("main", "INBOX", 7, 1)
    assert (letter.arrived_at, letter.stored_at, letter.attempts) == (NOW, LATER, 0)
    assert mailbag.letter(store, 99) is None


def test_the_beginning_of_a_large_letter_is_kept_with_the_size_of_the_whole(store: Store) -> None:
    with store.transaction():
        number, _ = mailbag.store_letter(
            store, folder="INBOX", uidvalidity=7, uid=1, raw=b"x" * 10, arrived_at=NOW, now=NOW, size=5_000_000
        )
    assert (found(store, number).raw, found(store, number).size) == (b"x" * 10, 5_000_000)


@pytest.mark.parametrize(
    ("raw", "place", "known"),
    [
        (b"orders", {"uid": 1}, True),
        (b"orders", {"uid": 2}, True),  # the same bytes once more
        (b"orders", {"uid": 1, "uidvalidity": 8}, True),  # the server counts anew
        (b"orders", {"uid": 1, "folder": "Other"}, True),
        (b"altered", {"uid": 1}, True),  # some servers put a mail together anew each time
        (b"others", {"uid": 2}, False),
        (b"others", {"uid": 1, "uidvalidity": 8}, False),
        (b"others", {"uid": 1, "folder": "Other"}, False),
    ],
)
def test_a_letter_is_known_by_its_place_and_by_its_bytes(
    store: Store, raw: bytes, place: dict[str, int], known: bool
) -> None:
    first, _ = store_letter(store, b"orders", uid=1)
    number, was_known = store_letter(store, raw, **place)
    assert was_known is known
    assert (number == first) is known
    assert len(mailbag.letters(store, LetterState)) == (1 if known else 2)


@pytest.mark.parametrize(("uid", "sha256"), [(1, b"another"), (2, b"same")])
def test_the_tables_themselves_refuse_a_letter_twice(store: Store, uid: int, sha256: bytes) -> None:
    row = {"folder": "INBOX", "uidvalidity": 7, "raw": b"", "size": 0, "arrived_at": "", "stored_at": "", "state": ""}
    with store.transaction():
        store.insert("letters", {**row, "uid": 1, "sha256": b"same"})
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"), store.transaction():
        store.insert("letters", {**row, "uid": uid, "sha256": sha256})


def test_letters_wait_until_they_are_closed(store: Store) -> None:
    game = start_game(store)
    first, second, third = (store_letter(store, b"%d" % uid, uid=uid)[0] for uid in range(3))
    assert mailbag.unhandled(store, limit=2) == [first, second]
    with store.transaction():
        mailbag.close_letter(
            store,
            first,
            LetterState.HANDLED,
            kind="message",
            verdict="processed",
            now=LATER,
            sender="ann@example.org",
            subject="Re: a report",
            game=game,
        )
        mailbag.close_letter(
            store, second, LetterState.REJECTED, kind="loop", verdict="rejected", now=LATER, error="our own"
        )
    assert mailbag.unhandled(store, limit=9) == [third]
    letter = found(store, first)
    assert (letter.kind, letter.verdict, letter.handled_at) == ("message", "processed", LATER)
    assert (letter.sender, letter.subject, letter.game) == ("ann@example.org", "Re: a report", game)
    (rejected,) = mailbag.letters(store, [LetterState.REJECTED])
    assert (rejected.id, rejected.error, rejected.raw) == (second, "our own", b"")


def test_a_letter_is_closed_once(store: Store) -> None:
    number, _ = store_letter(store, b"orders", uid=1)
    for complaint in (None, ValueError):
        with store.transaction():
            if complaint is None:
                mailbag.close_letter(store, number, LetterState.HANDLED, kind="message", verdict="processed", now=NOW)
                continue
            with pytest.raises(complaint):
                mailbag.close_letter(store, number, LetterState.HANDLED, kind="message", verdict="processed", now=NOW)


def test_failures_are_counted_and_a_letter_set_aside_can_be_tried_again(store: Store) -> None:
    number, _ = store_letter(store, b"poison", uid=1)
    with store.transaction():
        mailbag.was_cut_off(store, number)
    for count in (2, 3):
        with store.transaction():
            mailbag.failed(store, number, f"RecursionError {count}" + "!" * 9000)
    assert found(store, number).attempts == 3
    assert len(found(store, number).error or "") == 2000
    with store.transaction():
        assert not mailbag.reopen(store, number)
        mailbag.close_letter(
            store, number, LetterState.SET_ASIDE, kind="unreadable", verdict="rejected", now=NOW, error="RecursionError"
        )
    assert mailbag.unhandled(store, limit=9) == []
    with store.transaction():
        assert mailbag.reopen(store, number)
    letter = found(store, number)
    assert (letter.state, letter.attempts, letter.error, letter.handled_at) == (LetterState.STORED, 0, None, None)


# -- mails -------------------------------------------------------------------------------------------------------


def test_a_mail_is_queued_with_all_that_is_known_of_it(store: Store) -> None:
    game = start_game(store)
    number = put_mail(store, "<1@example.org>", game=game, seat=1)
    mail = queued(store, number)
    assert (mail.message_id, mail.recipient, mail.envelope_from) == ("<1@example.org>", "ann@example.org", "")
    assert (mail.state, mail.attempts, mail.due_at, mail.sent_at) == (MailState.QUEUED, 0, NOW, None)
    assert mail.raw.startswith(b"Subject: a report\r\n")
    assert outgoing.by_message_id(store, "<1@example.org>") == mail
    assert outgoing.by_message_id(store, "<2@example.org>") is None
    assert outgoing.mail(store, 99) is None
    assert [(m.id, m.raw) for m in outgoing.to_seat(store, game, 1)] == [(number, b"")]
    assert outgoing.to_seat(store, game, 2) == []


def test_a_message_id_is_used_once(store: Store) -> None:
    put_mail(store, "<1@example.org>")
    with pytest.raises(sqlite3.IntegrityError, match="message_id"):
        put_mail(store, "<1@example.org>")
    assert len(outgoing.listing(store, MailState)) == 1


def test_mails_are_due_by_their_time_the_oldest_first(store: Store) -> None:
    late = put_mail(store, "<late@example.org>", due_at=LATER)
    second = put_mail(store, "<second@example.org>")
    third = put_mail(store, "<third@example.org>")
    first = put_mail(store, "<first@example.org>", due_at=NOW - timedelta(microseconds=1))
    assert [mail.id for mail in outgoing.due(store, NOW)] == [first, second, third]
    assert [mail.id for mail in outgoing.due(store, NOW, limit=1)] == [first]
    assert [mail.id for mail in outgoing.due(store, LATER)] == [first, second, third, late]
    assert outgoing.next_due(store) == NOW - timedelta(microseconds=1)


def test_a_sent_mail_is_never_due_again(store: Store) -> None:
    number = put_mail(store, "<1@example.org>")
    with store.transaction():
        assert outgoing.sent(store, number, now=LATER)
        assert not outgoing.sent(store, number, now=LATER)
        assert not outgoing.retry(store, number, "too late", due_at=NOW)
        assert not outgoing.set_aside(store, number, "too late")
    assert (queued(store, number).state, queued(store, number).sent_at) == (MailState.SENT, LATER)
    assert outgoing.due(store, LATER + timedelta(days=9)) == []
    assert outgoing.next_due(store) is None


def test_the_outbox_has_each_answer_committed_at_once(store: Store) -> None:
    gone, later, never = (put_mail(store, f"<{name}@example.org>") for name in ("gone", "later", "never"))
    queue = outgoing.Queue(store)
    assert [mail.id for mail in queue.due(NOW, 50)] == [gone, later, never]
    queue.sent(gone, NOW)
    queue.retry(later, "451 try again", LATER)
    queue.set_aside(never, "550 no such user")
    assert queue.due(NOW) == []
    (waiting,) = queue.due(LATER)
    assert (waiting.id, waiting.attempts, waiting.last_error) == (later, 1, "451 try again")
    (aside,) = outgoing.listing(store, [MailState.SET_ASIDE])
    assert (aside.id, aside.attempts, aside.last_error, aside.raw) == (never, 1, "550 no such user", b"")


def test_a_mail_that_was_set_aside_can_be_sent_after_all(store: Store) -> None:
    number = put_mail(store, "<1@example.org>")
    with store.transaction():
        assert not outgoing.release(store, number, now=LATER)
        outgoing.set_aside(store, number, "550 no such user")
        assert outgoing.release(store, number, now=LATER)
    (mail,) = outgoing.due(store, LATER)
    assert (mail.id, mail.attempts, mail.due_at) == (number, 0, LATER)


def test_a_mail_in_the_outbox_s_hands_is_sent_once_though_its_recipient_is_paused_meanwhile(store: Store) -> None:
    gone, later, never = (put_mail(store, f"<{name}@example.org>") for name in ("gone", "later", "never"))
    with store.transaction():
        assert outgoing.hold_back(store, "ANN@example.org") == 3
        assert outgoing.sent(store, gone, now=LATER)
        assert outgoing.retry(store, later, "451 not now", due_at=LATER)
        assert outgoing.set_aside(store, never, "550 no")
    states = [queued(store, number).state for number in (gone, later, never)]
    assert states == [MailState.SENT, MailState.WAITING, MailState.SET_ASIDE]
    assert outgoing.due(store, LATER) == []


def test_what_waits_came_back_or_was_set_aside_can_be_released_and_the_first_two_dropped(store: Store) -> None:
    waits, back, aside, out = (put_mail(store, f"<{number}@example.org>") for number in range(4))
    with store.transaction():
        outgoing.sent(store, back, now=NOW)
        assert outgoing.returned(store, back, "5.1.1")
        assert not outgoing.returned(store, back, "5.1.1")
        outgoing.set_aside(store, aside, "550 no")
        outgoing.sent(store, out, now=NOW)
        outgoing.hold_back(store, "ann@example.org")
    assert [mail.id for mail in outgoing.undelivered(store, "Ann@Example.org")] == [waits, back, aside]
    with store.transaction():
        assert not outgoing.drop(store, aside, "old")
        assert outgoing.drop(store, back, "old")
        assert [outgoing.release(store, number, now=LATER) for number in (waits, back, aside, out)] == [
            True,
            False,
            True,
            False,
        ]
    assert [mail.id for mail in outgoing.due(store, LATER)] == [waits, aside]
    assert (queued(store, back).state, queued(store, back).last_error) == (MailState.DROPPED, "old")


# -- cost --------------------------------------------------------------------------------------------------------


def test_no_question_of_a_mails_way_reads_a_whole_table(store: Store) -> None:
    asked: list[str] = []
    game = start_game(store)
    letter, _ = store_letter(store, b"orders", uid=1)
    store.db.conn.set_trace_callback(asked.append)
    store_letter(store, b"orders", uid=2)
    mailbag.unhandled(store, limit=1)
    mailbag.letter(store, letter)
    ann = players.by_address(store, "ann@example.org")
    assert ann is not None
    loaded = games.load(store, game)
    assert loaded is not None
    games.seats_of(store, ann.id)
    part = loaded.duel.next_part
    orders, turn = Play(1).turn(loaded.duel)
    with store.transaction():
        turns.save_orders(
            store, game, turn=1, part=part, seat=1, clauses=orders["Ann"].clauses, complete=True, now=NOW, letter=letter
        )
        turns.held_orders(store, game, turn=1, part=part)
        turns.append(store, game, turn, orders=orders.values(), now=NOW)
        mailbag.close_letter(
            store, letter, LetterState.HANDLED, kind="message", verdict="processed", now=NOW, game=game
        )
    put_mail(store, "<1@example.org>", game=game, seat=1)
    turns.latest(store, game)
    turns.record(store, game, turn=1)
    outgoing.by_message_id(store, "<1@example.org>")
    outgoing.to_seat(store, game, 1)
    outgoing.Queue(store).due(NOW)
    outgoing.next_due(store)
    outgoing.Queue(store).sent(1, NOW)
    with store.transaction():
        reachability.count(store, ann.id, 1.0, status="5.1.1", now=NOW)
        reachability.pause(store, ann.id, now=NOW)
        outgoing.returned(store, 1, "5.1.1")
        outgoing.hold_back(store, ann.address)
        outgoing.undelivered(store, ann.address)
        outgoing.release(store, 1, now=NOW)
        reachability.clear(store, ann.id)
    store.db.conn.set_trace_callback(None)
    questions = [sql for sql in asked if sql.startswith(("SELECT", "UPDATE", "INSERT", "DELETE"))]
    assert len(questions) > 20
    for sql in questions:
        plan = [row["detail"] for row in store.rows(f"EXPLAIN QUERY PLAN {sql}")]
        assert not [step for step in plan if step.startswith("SCAN")], (sql, plan)


def test_answers_are_counted_by_address_kind_and_time(store: Store) -> None:
    number, _ = store_letter(store, b"mail", uid=1)
    for count, (address, kind, letter) in enumerate(
        [
            ("Ann@example.org", "receipt", number),
            ("ann@example.org", "refused", number),
            ("ann@example.org", "report", None),
        ]
    ):
        with store.transaction():
            outgoing.put(
                store,
                message_id=f"<{count}@example.org>",
                recipient=address,
                envelope_from="",
                raw=b"",
                subject="",
                kind=kind,
                letter=letter,
                now=NOW + timedelta(minutes=count),
            )
    before = NOW - timedelta(minutes=1)
    assert outgoing.answers_since(store, "ann@example.org", before) == 2
    assert outgoing.answers_since(store, "ann@example.org", NOW) == 1
    assert outgoing.answers_since(store, "ann@example.org", before, kind="refused") == 1
    assert outgoing.answers_since(store, "bob@example.org", before) == 0


def test_a_letter_is_known_again_by_its_mail_and_by_its_words(store: Store) -> None:
    first, second = (store_letter(store, b"mail %d" % uid, uid=uid)[0] for uid in (1, 2))
    with store.transaction():
        mailbag.close_letter(
            store,
            first,
            LetterState.UNCONFIRMED,
            kind="message",
            verdict="rejected",
            now=NOW,
            mail_key=b"mail",
            words_key=b"words",
        )
    assert mailbag.came_before(store, second, b"mail")
    assert not mailbag.came_before(store, first, b"mail")
    assert not mailbag.came_before(store, second, b"other")
    assert mailbag.repeats(store, second, b"words", NOW - timedelta(minutes=1)) == 1
    assert mailbag.repeats(store, second, b"words", NOW) == 0
    with store.transaction():
        assert mailbag.settle(store, first, LetterState.CLOSED, why="no", now=NOW)
        assert not mailbag.settle(store, first, LetterState.HANDLED, why=None, now=NOW)
        assert not mailbag.settle(store, second, LetterState.CLOSED, why=None, now=NOW)
        assert not mailbag.reopen(store, first)
    assert not mailbag.came_before(store, second, b"mail")
