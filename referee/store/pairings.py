"""The games of events: who was paired with whom, what came of it, and how open ones are to be decided."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from engine.tournament.model import Game, Pairing, Result
from referee.store import codec
from referee.store.database import Store
from referee.store.games import GOES_ON, GameState

_RESULT: Final = Decoder(Result)
_NAMES: Final = Decoder(tuple[str, ...])


class Settled(StrEnum):
    """How a game of an event came by its result: as it was PLAYED or RULED (a rollback may take that back), or
    because nobody or only one of two was there to play."""

    PLAYED = "played"
    RULED = "ruled"
    UNPLAYED = "unplayed"


class Paired(Struct, frozen=True, kw_only=True):
    """A game of an event. `number` counts those of a round; `game`: None where there is nothing to play; `due_at`: when
    it is adjudicated if it still goes on."""

    id: int
    tournament: int
    number: int
    pairing: Pairing
    game: int | None
    result: Result | None
    way: Settled | None
    paired_at: datetime
    due_at: datetime | None

    @property
    def as_game(self) -> Game:
        """What the format knows of it."""
        return Game(pairing=self.pairing, result=self.result)


class Ruling(Struct, frozen=True, kw_only=True):
    """How an open game is to be decided at `stands_at`. `who` proposed it; with `appealed_at` it waits for the
    director."""

    id: int
    pairing: int
    who: str
    result: Result
    reason: str
    proposed_at: datetime
    stands_at: datetime
    appealed_at: datetime | None
    appellant: int | None
    appeal: str | None


def add(
    store: Store,
    tournament: int,
    game: Game,
    *,
    number: int,
    played: int | None,
    now: datetime,
    due_at: datetime | None,
) -> int:
    """Add a game to an event, `played`: under that number at the desk; its own number. sqlite3.IntegrityError where the
    same players are paired already in that round and stage."""
    pairing = game.pairing
    return store.insert(
        "pairings",
        {
            "tournament": tournament,
            "round": pairing.round,
            "stage": pairing.stage,
            "number": number,
            "players": codec.encode(pairing.players),
            "reason": pairing.reason,
            "game": played,
            "result": None if game.result is None else codec.encode(game.result),
            "way": None if game.result is None else Settled.UNPLAYED,
            "paired_at": codec.stamp(now),
            "due_at": codec.stamp_or_none(due_at),
        },
    )


def standing(store: Store, tournament: int) -> list[Paired]:
    """All games of an event but those that were paired in vain, in the order in which they were paired."""
    sql = "SELECT * FROM pairings WHERE tournament = ? AND voided_at IS NULL ORDER BY id"
    return [_paired(row) for row in store.rows(sql, [tournament])]


def load(store: Store, pairing: int) -> Paired | None:
    """The game of an event under that number."""
    row = store.row("SELECT * FROM pairings WHERE id = ?", [pairing])
    return None if row is None else _paired(row)


def of_game(store: Store, game: int) -> Paired | None:
    """What the game of that number is in an event; None where it is in none."""
    row = store.row("SELECT * FROM pairings WHERE game = ? AND voided_at IS NULL", [game])
    return None if row is None else _paired(row)


def settle(store: Store, pairing: int, result: Result | None, way: Settled | None) -> None:
    """Write down a result, or (None) that there is none any more."""
    text = None if result is None else codec.encode(result)
    store.change("UPDATE pairings SET result = ?, way = ? WHERE id = ?", [text, way, pairing])


def reopen(store: Store, game: int, *, now: datetime) -> None:
    """Turns of that game were taken back: in an event that is not over it has no result any more, and what was proposed
    for it rests on turns that are not so."""
    sql = (
        "UPDATE pairings SET result = NULL, way = NULL WHERE game = ? AND way IN ('played', 'ruled') AND tournament IN"
        " (SELECT id FROM tournaments WHERE state IN ('running', 'paused', 'held'))"
    )
    store.change(sql, [game])
    paired = of_game(store, game)
    if paired is not None:
        drop_ruling(store, paired.id, now=now)


def rename(store: Store, paired: Paired, players: Sequence[str], result: Result | None) -> None:
    """Somebody took over a seat of it, what it has brought him, and what is proposed for it."""
    text = None if result is None else codec.encode(result)
    sql = "UPDATE pairings SET players = ?, result = ? WHERE id = ?"
    store.change(sql, [codec.encode(tuple(players)), text, paired.id])
    ruling = open_ruling(store, paired.id)
    if ruling is not None:
        taken = dict(zip(paired.pairing.players, players, strict=True))
        scores = tuple(replace(each, player=taken[each.player]) for each in ruling.result.scores)
        proposed = codec.encode(replace(ruling.result, scores=scores))
        store.change("UPDATE rulings SET result = ? WHERE id = ?", [proposed, ruling.id])


def void(store: Store, pairing: int, *, now: datetime) -> None:
    """It was paired in vain: the event knows nothing of it any more."""
    store.change("UPDATE pairings SET voided_at = ? WHERE id = ?", [codec.stamp(now), pairing])


def postpone(store: Store, tournament: int, by: timedelta) -> None:
    """All open games of an event get so much more time, and so do the rulings on them."""
    for each in standing(store, tournament):
        if each.result is None:
            put_off(store, each, lambda _: by)


def put_off(store: Store, paired: Paired, by: Callable[[datetime], timedelta]) -> None:
    """An open game gets more time, and so does the ruling on it: as much as `by` says of the moment since when it had
    that time."""
    if paired.due_at is not None:
        due_at = paired.due_at + by(paired.paired_at)
        store.change("UPDATE pairings SET due_at = ? WHERE id = ?", [codec.stamp(due_at), paired.id])
    ruling = open_ruling(store, paired.id)
    if ruling is not None:
        stands_at = ruling.stands_at + by(ruling.proposed_at)
        store.change("UPDATE rulings SET stands_at = ? WHERE id = ?", [codec.stamp(stands_at), ruling.id])


def states(store: Store, tournament: int) -> dict[int, GameState]:
    """In which state each game of an event is, by its number at the desk."""
    sql = (
        "SELECT games.id, games.state FROM pairings JOIN games ON games.id = pairings.game WHERE tournament = ?"
        " AND voided_at IS NULL"
    )
    return {row["id"]: GameState(row["state"]) for row in store.rows(sql, [tournament])}


def open_elsewhere(store: Store, player: int, tournament: int) -> int:
    """How many games of other events that are being played go on in which a player has a seat."""
    sql = (
        "SELECT count(*) AS open FROM seats JOIN pairings ON pairings.game = seats.game JOIN games ON games.id ="
        " seats.game JOIN tournaments ON tournaments.id = pairings.tournament WHERE seats.player = ? AND"
        " pairings.tournament <> ? AND voided_at IS NULL AND tournaments.state IN ('running', 'paused', 'held')"
        f" AND {GOES_ON}"
    )
    return int(store.rows(sql, [player, tournament])[0]["open"])


# -- rulings ---------------------------------------------------------------------------------------------------------


def propose(
    store: Store, pairing: int, result: Result, *, who: str, reason: str, now: datetime, stands_at: datetime
) -> int:
    """Say how a game is to be decided; what was proposed before is void."""
    drop_ruling(store, pairing, now=now)
    return store.insert(
        "rulings",
        {
            "pairing": pairing,
            "who": who,
            "result": codec.encode(result),
            "reason": reason,
            "proposed_at": codec.stamp(now),
            "stands_at": codec.stamp(stands_at),
        },
    )


def open_ruling(store: Store, pairing: int) -> Ruling | None:
    """What is proposed for a game and not settled yet."""
    row = store.row("SELECT * FROM rulings WHERE pairing = ? AND settled_at IS NULL", [pairing])
    return None if row is None else _ruling(row)


def appealed(store: Store) -> list[int]:
    """The games on which a player has appealed and the director has not decided yet."""
    sql = (
        "SELECT pairings.game FROM rulings JOIN pairings ON pairings.id = rulings.pairing WHERE appealed_at IS NOT NULL"
        " AND settled_at IS NULL AND pairings.result IS NULL AND voided_at IS NULL ORDER BY rulings.id"
    )
    return [row["game"] for row in store.rows(sql)]


def appeal(store: Store, ruling: int, player: int, words: str, *, now: datetime) -> None:
    """A player is against it."""
    sql = "UPDATE rulings SET appealed_at = ?, appellant = ?, appeal = ? WHERE id = ?"
    store.change(sql, [codec.stamp(now), player, words, ruling])


def drop_ruling(store: Store, pairing: int, *, now: datetime) -> None:
    """Nothing is proposed any more: it was done, or is not needed."""
    sql = "UPDATE rulings SET settled_at = ? WHERE pairing = ? AND settled_at IS NULL"
    store.change(sql, [codec.stamp(now), pairing])


def _paired(row: dict[str, Any]) -> Paired:
    return Paired(
        id=row["id"],
        tournament=row["tournament"],
        number=row["number"],
        pairing=Pairing(
            round=row["round"],
            players=codec.read(_NAMES, row["players"], "names"),
            stage=row["stage"],
            reason=row["reason"],
        ),
        game=row["game"],
        result=None if row["result"] is None else codec.read(_RESULT, row["result"], "a result"),
        way=None if row["way"] is None else Settled(row["way"]),
        paired_at=codec.moment(row["paired_at"]),
        due_at=codec.moment_or_none(row["due_at"]),
    )


def _ruling(row: dict[str, Any]) -> Ruling:
    return Ruling(
        id=row["id"],
        pairing=row["pairing"],
        who=row["who"],
        result=codec.read(_RESULT, row["result"], "a result"),
        reason=row["reason"],
        proposed_at=codec.moment(row["proposed_at"]),
        stands_at=codec.moment(row["stands_at"]),
        appealed_at=codec.moment_or_none(row["appealed_at"]),
        appellant=row["appellant"],
        appeal=row["appeal"],
    )
