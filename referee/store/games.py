"""Games: a duel with the people who play it, from its start to its end."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from engine.model import Duel
from referee.mailboxes import MAIN
from referee.store import codec
from referee.store.database import Store
from referee.store.digests import sealed
from referee.terms.model import Terms


class GameState(StrEnum):
    """HELD: something went wrong and a human must look. FINISHED and ABORTED are ends."""

    RUNNING = "running"
    HELD = "held"
    FINISHED = "finished"
    ABORTED = "aborted"


GOING_ON: Final = (GameState.RUNNING, GameState.HELD)  # not at their end
GOES_ON: Final = f"games.state IN {tuple(each.value for each in GOING_ON)}"  # the same, as a condition in SQL


class Ending(StrEnum):
    """How a game ended: by the rules (one wizard is left, or none), by agreement, or by the director, who decided it as
    it stood or let it come to nothing."""

    VICTORY = "victory"
    DRAW = "draw"
    AGREED = "draw by agreement"
    DECIDED = "decided"
    ABORTED = "aborted"


class Seat(Struct, frozen=True, kw_only=True):
    """A wizard's place in a game, counted from 1, and the player who sits there.

    `holder` counts the players who sat there before; `missed` the turns in a row, up to now, that passed without his
    orders. `resigned_at`: he has resigned, and his wizard surrenders until that has counted. `epoch`: that of the game,
    which counts the corrections so far."""

    game: int
    number: int
    wizard: str
    player: int
    address: str
    holder: int = 0
    missed: int = 0
    resigned_at: datetime | None = None
    epoch: int = 0


class Game(Struct, frozen=True, kw_only=True):
    """A game as it stands. `reason`: why it is held, was aborted, or decided as it was. `ending`: None
    while it goes on. The rule set and the salt are in the duel. `mailbox`: the one at which it is played."""

    id: int
    state: GameState
    reason: str | None
    title: str | None
    duel: Duel
    seats: tuple[Seat, ...]
    created_at: datetime
    ended_at: datetime | None
    terms: Terms = Terms()
    ending: Ending | None = None
    mailbox: str = MAIN

    @property
    def holders(self) -> int:
        """How many people have sat in one seat so far, at most."""
        return 1 + max(seat.holder for seat in self.seats)

    @property
    def epochs(self) -> int:
        """How many epochs there were so far, 1 where the game was never corrected."""
        return 1 + max(seat.epoch for seat in self.seats)

    def seat(self, number: int) -> Seat | None:
        """The seat of that number."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def seat_of(self, wizard: str) -> Seat | None:
        """The seat of the wizard of that exact name."""
        return next((seat for seat in self.seats if seat.wizard == wizard), None)


def create(
    store: Store,
    duel: Duel,
    players: Sequence[int],
    *,
    now: datetime,
    title: str | None = None,
    terms: Terms | None = None,
    mailbox: str = MAIN,
) -> int:
    """Start a game; its number. `players` are in the order of the duel's wizards; one may have several seats.

    ValueError where their numbers differ; sqlite3.IntegrityError for a player who does not exist."""
    if len(players) != len(duel.wizards):
        raise ValueError(f"{len(players)} players for {len(duel.wizards)} wizards")
    text = codec.encode(duel)
    row = {
        "state": GameState.RUNNING,
        "reason": None,
        "title": title,
        "terms": codec.encode(terms or Terms()),
        "rules": duel.rules,
        "salt": duel.salt,
        "opening": text,
        "duel": text,
        "turn": duel.turn,
        "part": duel.part,
        "created_at": codec.stamp(now),
        "ended_at": None,
        "mailbox": mailbox,
    }
    number = store.insert("games", sealed("games", row))
    for place, (wizard, player) in enumerate(zip(duel.wizards, players, strict=True), start=1):
        store.insert("seats", {"game": number, "number": place, "wizard": wizard.name, "player": player})
    return number


def load(store: Store, game: int) -> Game | None:
    """The game of that number, with its duel and seats."""
    row = store.row("SELECT * FROM games WHERE id = ?", [game])
    return None if row is None else _game(row, _seats(store, "game = ?", [game]))


def mailbox_of(store: Store, game: int) -> str:
    """At which mailbox a game is played; the first one where there is no such game."""
    row = store.row("SELECT mailbox FROM games WHERE id = ?", [game])
    return MAIN if row is None else str(row["mailbox"])


def opening(store: Store, game: int) -> Duel | None:
    """The duel before its first turn."""
    row = store.row("SELECT opening FROM games WHERE id = ?", [game])
    return None if row is None else codec.duel(row["opening"])


def listing(store: Store, states: Iterable[GameState] = tuple(GameState)) -> list[Game]:
    """All games in one of these states, the oldest first."""
    wanted = list(states)
    marks = ", ".join("?" * len(wanted))
    seats: dict[int, list[Seat]] = {}
    for seat in _seats(store, f"game IN (SELECT id FROM games WHERE state IN ({marks}))", wanted):
        seats.setdefault(seat.game, []).append(seat)
    rows = store.rows(f"SELECT * FROM games WHERE state IN ({marks}) ORDER BY id", wanted)
    return [_game(row, seats.get(row["id"], [])) for row in rows]


def seats_of(store: Store, player: int, states: Iterable[GameState] = tuple(GameState)) -> list[Seat]:
    """A player's seats in games of these states, by number of game."""
    wanted = list(states)
    marks = ", ".join("?" * len(wanted))
    # The plus keeps SQLite from the index of all games in these states: a player's seats are few.
    return _seats(store, f"player = ? AND +games.state IN ({marks})", [player, *wanted])


def give_seat(store: Store, game: int, seat: int, player: int) -> None:
    """Another player sits there from now on; what was sent to the one before is worth nothing."""
    sql = (
        "UPDATE seats SET player = ?, holder = holder + 1, missed = 0, resigned_at = NULL WHERE game = ? AND number = ?"
    )
    store.change(sql, [player, game, seat])


def missed(store: Store, game: int, seat: int, count: int) -> None:
    """So many turns in a row passed without orders of that seat."""
    store.change("UPDATE seats SET missed = ? WHERE game = ? AND number = ?", [count, game, seat])


def resign(store: Store, game: int, seat: int, *, now: datetime) -> bool:
    """The player at a seat resigns; False where he had before."""
    sql = "UPDATE seats SET resigned_at = ? WHERE game = ? AND number = ? AND resigned_at IS NULL"
    return bool(store.change(sql, [codec.stamp(now), game, seat]))


def move(store: Store, game: int, mailbox: str) -> None:
    """From now on a game is played at that mailbox."""
    store.change("UPDATE games SET mailbox = ? WHERE id = ?", [mailbox, game])


def hold(store: Store, game: int, reason: str) -> bool:
    """Stop a running game until a human has looked; False where it was not running."""
    return _move(store, game, (GameState.RUNNING,), GameState.HELD, reason=reason)


def resume(store: Store, game: int) -> bool:
    """Let a held game go on; False where it was not held."""
    return _move(store, game, (GameState.HELD,), GameState.RUNNING)


def abort(store: Store, game: int, reason: str, *, now: datetime) -> bool:
    """End a game for good without a winner; False where it had ended already, or is none."""
    return _move(store, game, GOING_ON, GameState.ABORTED, reason=reason, ended_at=now, ending=Ending.ABORTED)


def finish(store: Store, game: int, ending: Ending, *, now: datetime, reason: str | None = None) -> bool:
    """A game ends between two turns, in that way; False where it does not go on."""
    return _move(store, game, GOING_ON, GameState.FINISHED, reason=reason, ended_at=now, ending=ending)


def _move(
    store: Store,
    game: int,
    before: Sequence[GameState],
    after: GameState,
    *,
    reason: str | None = None,
    ended_at: datetime | None = None,
    ending: Ending | None = None,
) -> bool:
    marks = ", ".join("?" * len(before))
    return bool(
        store.change(
            f"UPDATE games SET state = ?, reason = ?, ended_at = ?, ending = ? WHERE id = ? AND state IN ({marks})",
            [after, reason, codec.stamp_or_none(ended_at), ending, game, *before],
        )
    )


def _seats(store: Store, where: str, values: Sequence[Any]) -> list[Seat]:
    rows = store.rows(
        "SELECT seats.*, players.address, games.epoch FROM seats JOIN players ON players.id = seats.player"
        " JOIN games ON games.id = seats.game"
        f" WHERE {where} ORDER BY game, number",
        values,
    )
    return [
        Seat(
            game=r["game"],
            number=r["number"],
            wizard=r["wizard"],
            player=r["player"],
            address=r["address"],
            holder=r["holder"],
            missed=r["missed"],
            resigned_at=codec.moment_or_none(r["resigned_at"]),
            epoch=r["epoch"],
        )
        for r in rows
    ]


def _game(row: dict[str, Any], seats: Iterable[Seat]) -> Game:
    return Game(
        id=row["id"],
        state=GameState(row["state"]),
        reason=row["reason"],
        title=row["title"],
        duel=codec.duel(row["duel"]),
        seats=tuple(seats),
        created_at=codec.moment(row["created_at"]),
        ended_at=codec.moment_or_none(row["ended_at"]),
        terms=codec.terms(row["terms"]),
        ending=Ending(row["ending"]) if row["ending"] is not None else None,
        mailbox=row["mailbox"],
    )
