"""The mailbag: every letter that came in, as bytes, and what became of it. Stored before anything reads it."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from referee.mailboxes import MAIN
from referee.store import archived, codec, mentions
from referee.store.database import Store

_ERROR_CHARS_MAX = 2000


class LetterState(StrEnum):
    """STORED: still to be handled. HANDLED and REJECTED: done with. SET_ASIDE: it failed, a human must look.
    UNCONFIRMED: nothing vouches for its sender, whose own word is waited for. CLOSED: a human rejected it for good."""

    STORED = "stored"
    HANDLED = "handled"
    SET_ASIDE = "set aside"
    REJECTED = "rejected"
    UNCONFIRMED = "unconfirmed"
    CLOSED = "closed"


class StoredLetter(Struct, frozen=True, kw_only=True):
    """A letter that came to a mailbox, into a folder (`key_of`). `raw` may be only the beginning of its `size` bytes,
    and is empty in listings.

    `attempts` counts the times that handling it failed or was cut off, `error` tells the last failure, or why it was
    set aside or rejected; `verdict` names the folder that it is filed in; `kind`, `sender`, `subject` and `game` are
    known once it was read."""

    id: int
    mailbox: str
    folder: str
    uidvalidity: int
    uid: int
    raw: bytes
    size: int
    arrived_at: datetime
    stored_at: datetime
    state: LetterState
    kind: str | None
    sender: str | None
    subject: str | None
    game: int | None
    attempts: int
    error: str | None
    verdict: str | None
    handled_at: datetime | None


def arrived_at(store: Store, letter: int) -> datetime | None:
    """When a letter reached the mailbox, by the mailbox's own clock."""
    row = store.row("SELECT arrived_at FROM letters WHERE id = ?", [letter])
    return None if row is None else codec.moment(row["arrived_at"])


def store_letter(
    store: Store,
    *,
    folder: str,
    uidvalidity: int,
    uid: int,
    raw: bytes,
    arrived_at: datetime,
    now: datetime,
    mailbox: str = MAIN,
    size: int | None = None,
) -> tuple[int, bool]:
    """Keep a letter; its number, and whether it was known: the same mailbox, folder, UIDVALIDITY and UID, or the same
    bytes, which are one mail however many mailboxes they came to.

    A known letter may still be STORED, when a crash came between storing and handling: look at its state.
    `size` is the length of the whole mail where `raw` is only its beginning."""
    digest, place = hashlib.sha256(raw).digest(), key_of(mailbox, folder)
    known = store.row(
        "SELECT id FROM letters WHERE folder = ? AND uidvalidity = ? AND uid = ?"
        " UNION ALL SELECT id FROM letters WHERE sha256 = ? LIMIT 1",
        [place, uidvalidity, uid, digest],
    )
    if known is not None:
        return known["id"], True
    letter = store.insert(
        "letters",
        {
            "mailbox": mailbox,
            "folder": place,
            "uidvalidity": uidvalidity,
            "uid": uid,
            "sha256": digest,
            "raw": raw,
            "size": len(raw) if size is None else size,
            "arrived_at": codec.stamp(arrived_at),
            "stored_at": codec.stamp(now),
            "state": LetterState.STORED,
            "attempts": 0,
        },
    )
    return letter, False


def key_of(mailbox: str, folder: str) -> str:
    """What stands for a folder of a mailbox: of the first one its name alone, as before there were others. No name of
    a folder has a backslash."""
    return folder if mailbox == MAIN else f"{mailbox}\\{folder}"


def letter(store: Store, number: int) -> StoredLetter | None:
    """The letter of that number, with its bytes."""
    row = store.row("SELECT * FROM letters WHERE id = ?", [number])
    if row is not None and not row["raw"] and row["game"] is not None and archived.is_archived(store, row["game"]):
        row["raw"] = archived.record(store, row["game"]).letters.get(number, b"")
    return None if row is None else _letter(row)


def unhandled(store: Store, *, limit: int) -> list[int]:
    """Numbers of letters that are still to be handled, the oldest first."""
    rows = store.rows("SELECT id FROM letters WHERE state = 'stored' ORDER BY id LIMIT ?", [limit])
    return [row["id"] for row in rows]


def letters(store: Store, states: Iterable[LetterState], *, since: datetime | None = None) -> list[StoredLetter]:
    """All letters in one of these states (that came after `since`) without their bytes, the oldest first."""
    wanted = list(states)
    after = "" if since is None else " AND stored_at > ?"
    rows = store.rows(
        "SELECT id, mailbox, folder, uidvalidity, uid, x'' AS raw, size, arrived_at, stored_at, state, kind, sender,"
        " subject, game, attempts, error, verdict, handled_at FROM letters"
        f" WHERE state IN ({', '.join('?' * len(wanted))}){after} ORDER BY id",
        [*wanted, *([] if since is None else [codec.stamp(since)])],
    )
    return [_letter(row) for row in rows]


def close_letter(
    store: Store,
    number: int,
    state: LetterState,
    *,
    kind: str,
    verdict: str,
    now: datetime,
    sender: str | None = None,
    subject: str | None = None,
    game: int | None = None,
    error: str | None = None,
    mail_key: bytes | None = None,
    words_key: bytes | None = None,
) -> None:
    """A letter is done with, or set aside; in the transaction of its effects and answers.

    `mail_key` is the same for the same mail that came by two ways, `words_key` for the same words from the same sender.
    One that was erased by its effects stays so. ValueError where it is not to be handled (any more): its effects must
    not be had twice."""
    changed = store.change(
        "UPDATE letters SET state = ?, kind = ?, verdict = ?, sender = iif(length(raw), ?, NULL),"
        " subject = iif(length(raw), ?, NULL), game = ?, error = ?,"
        " handled_at = ?, mail_key = ?, words_key = ? WHERE id = ? AND state = 'stored'",
        [state, kind, verdict, sender, subject, game, _clipped(error), codec.stamp(now), mail_key, words_key, number],
    )
    if not changed:
        raise ValueError(f"letter {number} is not to be handled")


def was_cut_off(store: Store, number: int) -> None:
    """A letter that is still to be handled was begun by a process that ended meanwhile."""
    store.change("UPDATE letters SET attempts = attempts + 1 WHERE id = ? AND state = 'stored'", [number])


def failed(store: Store, number: int, error: str) -> None:
    """Handling it raised. In a transaction of its own, as the other was undone."""
    store.change("UPDATE letters SET attempts = attempts + 1, error = ? WHERE id = ?", [_clipped(error), number])


def reopen(store: Store, number: int) -> bool:
    """Try a letter that had no effect again, from the start; False where it had one, or is closed or to be handled."""
    row = store.row("SELECT game FROM letters WHERE id = ? AND game IS NOT NULL", [number])
    if row is not None:
        archived.at_hand(store, row["game"])
    sql = (
        "UPDATE letters SET state = 'stored', attempts = 0, error = NULL, verdict = NULL, handled_at = NULL"
        " WHERE id = ? AND state IN ('set aside', 'unconfirmed', 'rejected')"
    )
    return bool(store.change(sql, [number]))


def settle(store: Store, number: int, state: LetterState, *, why: str | None, now: datetime) -> bool:
    """A letter that waited for somebody's word is done with, in one way or another; False where it does not wait."""
    sql = (
        "UPDATE letters SET state = ?, error = ?, handled_at = ?"
        " WHERE id = ? AND state IN ('set aside', 'unconfirmed', 'rejected')"
    )
    return bool(store.change(sql, [state, _clipped(why), codec.stamp(now), number]))


def expire(store: Store, game: int, *, now: datetime) -> int:
    """Nobody's word is waited for any longer for letters to this game, as their turn is over; how many they were."""
    sql = (
        "UPDATE letters SET state = 'rejected', handled_at = ?,"
        " error = 'It was not confirmed before its turn was over.' WHERE state = 'unconfirmed' AND game = ?"
    )
    return store.change(sql, [codec.stamp(now), game])


def came_before(store: Store, number: int, mail_key: bytes) -> bool:
    """Whether the same mail had its effect, or waits for its sender's word, under another number."""
    sql = "SELECT id FROM letters WHERE mail_key = ? AND id != ? AND state IN ('handled', 'unconfirmed') LIMIT 1"
    return store.row(sql, [mail_key, number]) is not None


def repeats(store: Store, number: int, words_key: bytes, since: datetime) -> int:
    """How many other letters with the same words from the same sender were handled after a moment."""
    sql = "SELECT count(*) AS count FROM letters WHERE words_key = ? AND handled_at > ? AND id != ?"
    return int(store.rows(sql, [words_key, codec.stamp(since), number])[0]["count"])


_ERASE: Final = (
    "UPDATE letters SET raw = x'', sender = NULL, subject = NULL, error = NULL,"
    " state = iif(state IN ('set aside', 'unconfirmed'), 'closed', state)"
)


def of_address(store: Store, address: str) -> list[int]:
    """Numbers of the letters from an address, and of those from elsewhere that were answered there."""
    rows = store.rows(
        "SELECT id FROM letters WHERE sender = :address COLLATE NOCASE UNION SELECT letter FROM outgoing"
        " WHERE letter IS NOT NULL AND recipient = :address COLLATE NOCASE",
        {"address": address},
    )
    return [row["id"] for row in rows]


def erase(store: Store, number: int) -> None:
    """Erase a letter: the bytes, the sender and the subject. Nobody's word is waited for any longer."""
    store.change(f"{_ERASE} WHERE id = ?", [number])


def erase_returned(store: Store, games: Iterable[int], address: str) -> int:
    """Erase what servers wrote to those games about mails to an address; how many letters."""
    sql = f"{_ERASE} WHERE game = ? AND kind = 'bounce' AND instr(lower(CAST(raw AS TEXT)), lower(?))"
    return sum(store.change(sql, [game, address]) for game in games)


def erase_about(store: Store, address: str) -> int:
    """Erase the bytes of letters of others that are done with and have an address in them; how many letters."""
    found = mentions.raw_with(store, "letters", address, where="state NOT IN ('stored', 'set aside', 'unconfirmed')")
    sql = "UPDATE letters SET raw = x'', subject = NULL, error = NULL WHERE id = ?"
    return sum(store.change(sql, [number]) for number in found)


def _clipped(error: str | None) -> str | None:
    return None if error is None else error[:_ERROR_CHARS_MAX]


def _letter(row: dict[str, Any]) -> StoredLetter:
    return StoredLetter(
        id=row["id"],
        mailbox=row["mailbox"],
        folder=row["folder"],
        uidvalidity=row["uidvalidity"],
        uid=row["uid"],
        raw=row["raw"],
        size=row["size"],
        arrived_at=codec.moment(row["arrived_at"]),
        stored_at=codec.moment(row["stored_at"]),
        state=LetterState(row["state"]),
        kind=row["kind"],
        sender=row["sender"],
        subject=row["subject"],
        game=row["game"],
        attempts=row["attempts"],
        error=row["error"],
        verdict=row["verdict"],
        handled_at=codec.moment_or_none(row["handled_at"]),
    )
