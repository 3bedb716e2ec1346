"""Mails that go out: queued in the transaction of what caused them, and what became of each."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from referee.mailboxes import MAIN
from referee.store import archived, codec, mentions, reachability
from referee.store.database import Store, Values
from referee.store.digests import fits, sealed
from referee.store.faults import Damaged

DUE_MAX: Final = 50
_TO_SEND: Final = "('queued', 'waiting')"
ASKING: Final = (
    "invitation",
    "report",
    "seat",
    "corrected",
)  # the kinds of mail by which a turn's clock runs for a player
_ASKING: Final = str(ASKING)


class MailState(StrEnum):
    """QUEUED until it is sent, or set aside because it never will be by itself.

    WAITING: its recipient cannot be reached at present, so it is kept from the outbox. RETURNED: it was sent, and came
    back. DROPPED: it waited or came back, and was out of date when its recipient could be reached again."""

    QUEUED = "queued"
    SENT = "sent"
    SET_ASIDE = "set aside"
    WAITING = "waiting"
    RETURNED = "returned"
    DROPPED = "dropped"


class QueuedMail(Struct, frozen=True, kw_only=True):
    """One mail to one recipient. `envelope_from` is "" for the null sender; `raw` is empty in listings.

    `mailbox`: the one in whose name it is written. `attempts` counts those that failed; `letter` is the number of the
    letter that caused it. `sound`: it is what was queued."""

    id: int
    message_id: str
    recipient: str
    envelope_from: str
    raw: bytes
    subject: str
    kind: str
    game: int | None
    seat: int | None
    turn: int | None
    letter: int | None
    created_at: datetime
    due_at: datetime
    attempts: int
    state: MailState
    last_error: str | None
    sent_at: datetime | None
    mailbox: str = MAIN
    sound: bool = True


def put(
    store: Store,
    *,
    message_id: str,
    recipient: str,
    envelope_from: str,
    raw: bytes,
    subject: str,
    kind: str,
    now: datetime,
    game: int | None = None,
    seat: int | None = None,
    turn: int | None = None,
    letter: int | None = None,
    due_at: datetime | None = None,
    mailbox: str = MAIN,
) -> int:
    """Queue a mail, due at once or at `due_at`; its number. It waits where its recipient cannot be reached at present.

    sqlite3.IntegrityError where the Message-ID was used."""
    if game is not None:
        archived.at_hand(store, game)
    row = {
        "message_id": message_id,
        "recipient": recipient,
        "envelope_from": envelope_from,
        "raw": raw,
        "subject": subject,
        "kind": kind,
        "game": game,
        "seat": seat,
        "turn": turn,
        "letter": letter,
        "mailbox": mailbox,
        "created_at": codec.stamp(now),
        "due_at": codec.stamp(due_at or now),
        "attempts": 0,
        "state": MailState.WAITING if reachability.is_paused(store, recipient) else MailState.QUEUED,
    }
    return store.insert("outgoing", sealed("outgoing", row))


def mail(store: Store, number: int) -> QueuedMail | None:
    """The mail of that number, with its bytes."""
    row = store.row("SELECT * FROM outgoing WHERE id = ?", [number])
    return None if row is None else _mail(row)


def is_archived(store: Store, number: int) -> bool:
    """Whether there was a mail of that number, which is in the archive with its game."""
    sql = "SELECT 1 FROM sqlite_sequence WHERE name = 'outgoing' AND seq >= ?"
    return number > 0 and mail(store, number) is None and store.row(sql, [number]) is not None


def by_message_id(store: Store, message_id: str) -> QueuedMail | None:
    """The mail with that Message-ID (angle brackets as it was queued with), with its bytes."""
    row = store.row("SELECT * FROM outgoing WHERE message_id = ?", [message_id])
    return None if row is None else _mail(row)


def answers_since(store: Store, recipient: str, since: datetime, *, kind: str | None = None) -> int:
    """How many answers to letters (of that kind, or any) were queued for that address after a moment."""
    sql = (
        "SELECT count(*) AS count FROM outgoing"
        " WHERE letter IS NOT NULL AND recipient = ? COLLATE NOCASE AND created_at > ?"
    )
    values = [recipient, codec.stamp(since)]
    if kind is not None:  # asked only where it must be: without it the index alone answers
        sql, values = sql + " AND kind = ?", [*values, kind]
    return int(store.rows(sql, values)[0]["count"])


def to_seat(store: Store, game: int, seat: int) -> list[QueuedMail]:
    """All mails of one game to one seat without their bytes, the oldest first: a player's thread."""
    return _listed(store, "WHERE game = ? AND seat = ? ORDER BY id", [game, seat])


def of_game(store: Store, game: int) -> list[QueuedMail]:
    """All mails of one game without their bytes, the oldest first."""
    archived.at_hand(store, game)
    return _listed(store, "WHERE game = ? ORDER BY id", [game])


def asking(store: Store, game: int, *, turn: int) -> dict[int, QueuedMail]:
    """The last mail to each seat that asks for orders for that turn, since the game was corrected last: by number of
    seat, without their bytes."""
    last = (
        "SELECT id FROM outgoing WHERE game = seats.game AND seat = seats.number AND turn = :turn"
        f" AND kind IN {_ASKING} AND created_at >= coalesce(games.corrected_at, '') ORDER BY id DESC LIMIT 1"
    )
    where = f"WHERE id IN (SELECT ({last}) FROM seats JOIN games ON games.id = seats.game WHERE seats.game = :game)"
    return {mail.seat: mail for mail in _listed(store, where, {"game": game, "turn": turn}) if mail.seat is not None}


def listing(store: Store, states: Iterable[MailState]) -> list[QueuedMail]:
    """All mails in one of these states without their bytes, the oldest first."""
    wanted = list(states)
    return _listed(store, f"WHERE state IN ({', '.join('?' * len(wanted))}) ORDER BY id", wanted)


def queued_after(store: Store, number: int) -> list[QueuedMail]:
    """All mails with a higher number, without their bytes, the oldest first."""
    return _listed(store, "WHERE id > ? ORDER BY id", [number])


def last(store: Store) -> int:
    """The number of the last mail, 0 where there is none."""
    return int(store.rows("SELECT coalesce(max(id), 0) AS last FROM outgoing")[0]["last"])


def due(
    store: Store, now: datetime, *, limit: int = DUE_MAX, of: Sequence[str] = (), but: Sequence[str] = ()
) -> list[QueuedMail]:
    """Mails that are to be sent now, with their bytes, the oldest first: those of these mailboxes, or where none is
    named those of all `but` these. Of one that cannot be read there is the number alone."""
    among = f"IN ({', '.join('?' * len(of))})" if of else f"NOT IN ({', '.join('?' * len(but))})"
    sql = (
        "SELECT id FROM outgoing WHERE state = 'queued' AND due_at <= ?"
        f" AND mailbox {among} ORDER BY due_at, id LIMIT ?"
    )
    return [_due(store, row["id"], now) for row in store.rows(sql, [codec.stamp(now), *(of or but), limit])]


def _due(store: Store, number: int, now: datetime) -> QueuedMail:
    try:
        found = mail(store, number)
        assert found is not None, number
        return found
    except (Damaged, ValueError):
        return QueuedMail(
            id=number,
            message_id="",
            recipient="",
            envelope_from="",
            raw=b"",
            subject="",
            kind="",
            game=None,
            seat=None,
            turn=None,
            letter=None,
            created_at=now,
            due_at=now,
            attempts=0,
            state=MailState.QUEUED,
            last_error=None,
            sent_at=None,
            sound=False,
        )


def next_due(store: Store) -> datetime | None:
    """When the next queued mail is due, None where none is queued."""
    row = store.row("SELECT due_at FROM outgoing WHERE state = 'queued' ORDER BY due_at LIMIT 1")
    return None if row is None else codec.moment(row["due_at"])


def sent(store: Store, number: int, *, now: datetime) -> bool:
    """The server took it. False, as from the two below, where it was not to be sent (any more).

    A mail that the outbox has in its hands may have become one that waits meanwhile."""
    sql = "UPDATE outgoing SET state = 'sent', sent_at = ?, last_error = NULL WHERE id = ? AND state IN " + _TO_SEND
    return bool(store.change(sql, [codec.stamp(now), number])) and _is_out(store, number)


def retry(store: Store, number: int, reason: str, *, due_at: datetime) -> bool:
    """It did not go out; that counts as an attempt, and it is due again at `due_at`."""
    sql = "UPDATE outgoing SET attempts = attempts + 1, last_error = ?, due_at = ? WHERE id = ? AND state IN "
    return bool(store.change(sql + _TO_SEND, [reason, codec.stamp(due_at), number]))


def set_aside(store: Store, number: int, reason: str) -> bool:
    """It will never go out by itself."""
    sql = "UPDATE outgoing SET attempts = attempts + 1, last_error = ?, state = 'set aside' WHERE id = ? AND state IN "
    return bool(store.change(sql + _TO_SEND, [reason, number])) and _is_out(store, number)


def returned(store: Store, number: int, reason: str) -> bool:
    """It came back; False where that was known already."""
    sql = (
        "UPDATE outgoing SET last_error = ?, state = 'returned' WHERE id = ? AND state IN ('sent', 'queued', 'waiting')"
    )
    return bool(store.change(sql, [reason, number])) and _news_of_report(store, number)


def hold_back(store: Store, recipient: str) -> int:
    """Nothing goes to that address until `release`; how many queued mails wait now."""
    sql = "UPDATE outgoing SET state = 'waiting' WHERE state = 'queued' AND recipient = ? COLLATE NOCASE"
    return store.change(sql, [recipient])


def undelivered(store: Store, recipient: str) -> list[QueuedMail]:
    """Mails to that address that wait, came back or were set aside, without their bytes, the oldest first."""
    where = "WHERE state IN ('waiting', 'returned', 'set aside') AND recipient = ? COLLATE NOCASE ORDER BY id"
    return _listed(store, where, [recipient])


def release(store: Store, number: int, *, now: datetime) -> bool:
    """Send a mail that waited, came back or was set aside; False where it is none of these."""
    sql = (
        "UPDATE outgoing SET state = 'queued', attempts = 0, due_at = ?"
        " WHERE id = ? AND state IN ('waiting', 'returned', 'set aside')"
    )
    return bool(store.change(sql, [codec.stamp(now), number]))


def drop(store: Store, number: int, reason: str) -> bool:
    """A mail that waited or came back is out of date; False where it is neither."""
    sql = "UPDATE outgoing SET state = 'dropped', last_error = ? WHERE id = ? AND state IN ('waiting', 'returned')"
    return bool(store.change(sql, [reason, number]))


def drop_waiting(store: Store, game: int, seat: int, reason: str) -> int:
    """Whatever of a game has not reached a seat will not be sent any more; how many mails."""
    sql = (
        "UPDATE outgoing SET state = 'dropped', last_error = ? WHERE game = ? AND seat = ?"
        " AND state IN ('waiting', 'returned', 'set aside') AND kind != 'seat'"
    )
    return store.change(sql, [reason, game, seat])


def give_up(store: Store, number: int, reason: str) -> None:
    """A mail that was set aside will not be sent any more."""
    sql = "UPDATE outgoing SET state = 'dropped', last_error = ? WHERE id = ? AND state = 'set aside'"
    store.change(sql, [reason, number])


def drop_all(store: Store, game: int, reason: str) -> int:
    """Nothing of a game that has not gone out or came back will be sent any more; how many mails."""
    sql = (
        "UPDATE outgoing SET state = 'dropped', last_error = ? WHERE game = ?"
        " AND state IN ('queued', 'waiting', 'returned', 'set aside')"
    )
    return store.change(sql, [reason, game])


def _news_of_report(store: Store, number: int) -> bool:
    """What became of a report moves the clock of its game, which is to be looked at therefore. Always true."""
    store.change(
        "UPDATE games SET look_at = (SELECT due_at FROM outgoing WHERE id = ?) WHERE state = 'running'"
        " AND clock IS NOT NULL AND id = (SELECT game FROM outgoing WHERE id = ? AND kind IN " + _ASKING + ")",
        [number, number],
    )
    return True


_ERASE: Final = (
    "UPDATE outgoing SET raw = x'', subject = '', recipient = '', last_error = NULL, digest = NULL,"
    " state = iif(state = 'sent', state, 'dropped')"
)


def erase_to(store: Store, recipient: str, *, letters: Iterable[int]) -> int:
    """Erase what an address was written, and all answers to these letters: the bytes, the subject and the address; how
    many mails. None of them goes out any more."""
    answers = sum(store.change(f"{_ERASE} WHERE letter = ?", [letter]) for letter in letters)
    return answers + store.change(f"{_ERASE} WHERE recipient = ? COLLATE NOCASE", [recipient])


def erase_about(store: Store, address: str) -> int:
    """Erase the mails to others that have an address in them, as those to the director do; how many. What a seat is
    still to be sent of its game goes out all the same."""
    found = mentions.raw_with(store, "outgoing", address, where=f"(seat IS NULL OR state NOT IN {_TO_SEND})")
    return sum(store.change(f"{_ERASE} WHERE id = ?", [number]) for number in found)


def _is_out(store: Store, number: int) -> bool:
    """The outbox is done with a mail; one that answers a letter which was erased is erased as well. Always true."""
    erased = "SELECT id FROM letters WHERE id = outgoing.letter AND sender IS NULL AND length(raw) = 0"
    store.change(f"{_ERASE} WHERE id = ? AND letter IN ({erased})", [number])
    return _news_of_report(store, number)


class Queue:
    """What an outbox loop asks of the store: each method is a transaction of its own. `of` and `but`: as of `due`."""

    def __init__(self, store: Store, *, of: Sequence[str] = (), but: Sequence[str] = ()) -> None:
        self._store, self._of, self._but = store, of, but

    def due(self, now: datetime, limit: int = DUE_MAX) -> list[QueuedMail]:
        """Mails that are to be sent now, the oldest first."""
        return due(self._store, now, limit=limit, of=self._of, but=self._but)

    def sent(self, number: int, now: datetime) -> None:
        """The server took it."""
        with self._store.transaction():
            sent(self._store, number, now=now)

    def retry(self, number: int, reason: str, due_at: datetime) -> None:
        """It did not go out, and is due again at `due_at`."""
        with self._store.transaction():
            retry(self._store, number, reason, due_at=due_at)

    def set_aside(self, number: int, reason: str) -> None:
        """It will never go out by itself."""
        with self._store.transaction():
            set_aside(self._store, number, reason)


def _listed(store: Store, rest: str, values: Values) -> list[QueuedMail]:
    rows = store.rows(
        "SELECT id, message_id, recipient, envelope_from, x'' AS raw, subject, kind, game, seat, turn, letter,"
        f" created_at, due_at, attempts, state, last_error, sent_at, mailbox FROM outgoing {rest}",
        values,
    )
    return [_mail(row) for row in rows]


def _mail(row: dict[str, Any]) -> QueuedMail:
    return QueuedMail(
        id=row["id"],
        message_id=row["message_id"],
        recipient=row["recipient"],
        envelope_from=row["envelope_from"],
        raw=row["raw"],
        subject=row["subject"],
        kind=row["kind"],
        game=row["game"],
        seat=row["seat"],
        turn=row["turn"],
        letter=row["letter"],
        created_at=codec.moment(row["created_at"]),
        due_at=codec.moment(row["due_at"]),
        attempts=row["attempts"],
        state=MailState(row["state"]),
        last_error=row["last_error"],
        sent_at=codec.moment_or_none(row["sent_at"]),
        mailbox=row["mailbox"],
        sound=not row["raw"] or fits("outgoing", row),
    )
