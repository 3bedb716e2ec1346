"""Challenges: games that are offered, to players by name or to whoever comes first, and who has said what."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from msgspec import Struct

from referee.mailboxes import MAIN
from referee.store import codec
from referee.store.database import Store
from referee.store.digests import fits, sealed
from referee.store.faults import Damaged
from referee.store.misfits import DIFFERS
from referee.terms.model import Terms


class ChallengeState(StrEnum):
    """OPEN: somebody still has to answer, or a seat is free. All others are ends."""

    OPEN = "open"
    PLAYED = "played"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class Reply(StrEnum):
    """What a player has said to a challenge."""

    WAITED_FOR = "waited for"
    ACCEPTED = "accepted"
    DECLINED = "declined"


class Challenge(Struct, frozen=True, kw_only=True):
    """A game that is offered. `size` counts the wizards, the challenger among them; `replies` are
    those of the players named, or of those who came to an open one, by number of player. `mailbox`: the one that it was
    made at."""

    id: int
    player: int
    terms: Terms
    size: int
    state: ChallengeState
    created_at: datetime
    expires_at: datetime
    game: int | None
    replies: dict[int, Reply]
    mailbox: str = MAIN

    @property
    def accepted(self) -> tuple[int, ...]:
        """Who plays so far, the challenger first, then in the order in which they were named or came."""
        return (self.player, *(who for who, said in self.replies.items() if said is Reply.ACCEPTED))

    @property
    def room(self) -> int:
        """How many seats nobody was named for or came to."""
        return self.size - 1 - sum(said is not Reply.DECLINED for said in self.replies.values())


def offer(
    store: Store,
    player: int,
    *,
    terms: Terms,
    named: Iterable[int],
    now: datetime,
    expires_at: datetime,
    mailbox: str = MAIN,
) -> int:
    """Offer a game to the players `named`, or with nobody named to everyone; its number."""
    row = {
        "player": player,
        "terms": codec.encode(terms),
        "size": terms.wizards,
        "state": ChallengeState.OPEN,
        "created_at": codec.stamp(now),
        "expires_at": codec.stamp(expires_at),
        "mailbox": mailbox,
    }
    number = store.insert("challenges", sealed("challenges", row))
    for who in named:
        reply(store, number, who, Reply.WAITED_FOR, now=None)
    return number


def reply(store: Store, challenge: int, player: int, said: Reply, *, now: datetime | None) -> None:
    """A player is named, accepts or declines."""
    store.change(
        "INSERT INTO invited (challenge, player, answer, answered_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (challenge, player) DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at",
        [challenge, player, said, codec.stamp_or_none(now)],
    )


def close(store: Store, challenge: int, state: ChallengeState, *, game: int | None = None) -> bool:
    """It comes to an end; False where it had one already."""
    sql = "UPDATE challenges SET state = ?, game = ? WHERE id = ? AND state = 'open'"
    return bool(store.change(sql, [state, game, challenge]))


def move(store: Store, challenge: int, mailbox: str) -> None:
    """From now on it stands at that mailbox."""
    store.change("UPDATE challenges SET mailbox = ? WHERE id = ?", [mailbox, challenge])


def prolong(store: Store, challenge: int, by: timedelta) -> None:
    """It stands for so much longer."""
    found = load(store, challenge)
    assert found is not None, challenge
    store.change("UPDATE challenges SET expires_at = ? WHERE id = ?", [codec.stamp(found.expires_at + by), challenge])


def load(store: Store, number: int) -> Challenge | None:
    """The challenge of that number, whatever became of it. Raises Damaged."""
    try:
        row = store.row("SELECT * FROM challenges WHERE id = ?", [number])
        if row is not None and not fits("challenges", row):
            raise Damaged(f"it is {DIFFERS}")
        return None if row is None else _challenge(store, row)
    except (Damaged, ValueError) as error:  # a ValueError: a word that is none of those that are known
        what = str(error).partition("; restore a backup")[0]
        raise Damaged(f"challenge {number} cannot be read: {what}") from error


def standing(store: Store) -> list[Challenge]:
    """All that are still open and can be read, the oldest first."""
    return standing_and_unread(store)[0]


def standing_and_unread(store: Store) -> tuple[list[Challenge], dict[int, Damaged]]:
    """All that are still open and can be read, the oldest first; and by number what is wrong with those that cannot."""
    found: list[Challenge] = []
    unread: dict[int, Damaged] = {}
    for row in store.rows("SELECT id FROM challenges WHERE state = 'open' ORDER BY id"):
        try:
            each = load(store, row["id"])
        except Damaged as error:
            unread[row["id"]] = error
        else:
            assert each is not None, row
            found.append(each)
    return found, unread


def expired(store: Store, now: datetime) -> list[int]:
    """The numbers of those that are open, but should not be any more, or whose end cannot be read. None of them is
    read for it, so that one which is damaged keeps no other from its end."""
    ends = f"(expires_at <= ? OR {codec.no_stamp('expires_at')})"
    sql = f"SELECT id FROM challenges WHERE state = 'open' AND {ends} ORDER BY id"
    return [row["id"] for row in store.rows(sql, [codec.stamp(now)])]


def next_end(store: Store) -> datetime | None:
    """When the first of those that are open should not be any more."""
    row = store.row("SELECT min(expires_at) AS at FROM challenges WHERE state = 'open'")
    return codec.moment_or_none(row["at"]) if row is not None else None


def declined_since(store: Store, player: int, other: int, since: datetime) -> int | None:
    """The number of the last challenge of a player to another that the other has declined since then."""
    row = store.row(
        "SELECT challenges.id FROM invited JOIN challenges ON challenges.id = invited.challenge"
        " WHERE invited.player = ? AND invited.answer = ? AND invited.answered_at > ?"
        " AND challenges.player = ? AND challenges.state = ? ORDER BY invited.answered_at DESC LIMIT 1",
        [other, Reply.DECLINED, codec.stamp(since), player, ChallengeState.DECLINED],
    )
    return None if row is None else row["id"]


def _challenge(store: Store, row: dict[str, Any]) -> Challenge:
    # Those who came to an open one stand in the order in which they came, those who were named in that of names.
    replies = store.rows(
        "SELECT player, answer FROM invited WHERE challenge = ? ORDER BY answered_at IS NULL, answered_at, player",
        [row["id"]],
    )
    return Challenge(
        id=row["id"],
        player=row["player"],
        terms=codec.terms(row["terms"]),
        size=row["size"],
        state=ChallengeState(row["state"]),
        created_at=codec.moment(row["created_at"]),
        expires_at=codec.moment(row["expires_at"]),
        game=row["game"],
        replies={each["player"]: Reply(each["answer"]) for each in replies},
        mailbox=row["mailbox"],
    )
