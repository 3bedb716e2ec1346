"""Drafts: orders for a turn that has not begun. They wait for it, and then for a word: a draft alone never counts."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.clauses import AnyClause, GameGuardClause, HoldClause, TurnGuardClause, WithdrawClause
from engine.language import Field, canonical_text, read
from engine.language.reader import Reading
from engine.merging import merge
from engine.model import Part
from referee.store import turns
from referee.store.database import Store
from referee.store.games import Game, Seat

AHEAD_MAX: Final = 5  # turns for which orders are kept before they begin
_GUARDS: Final = (TurnGuardClause, GameGuardClause)
_YES: Final = frozenset(("yes", "yes please", "ok", "okay"))


class Ahead(Struct, frozen=True, kw_only=True):
    """The draft for a coming turn as it stands, in canonical lines; none where a mail has just withdrawn it."""

    turn: int
    orders: tuple[str, ...]


def parted(
    game: Game, seat: Seat, lines: Sequence[str], clauses: Sequence[AnyClause]
) -> tuple[Sequence[str], dict[int, Sequence[str]]]:
    """The lines for the present turn, and those for each coming turn of which a draft is kept. `clauses`: of all lines.

    Lines that name a turn begin what is for that turn, where there are orders before them as well; otherwise the mail
    is for one turn as a whole. Blank lines stand for those that belong elsewhere, so that lines keep their numbers."""
    starts = [each.line for each in clauses if isinstance(each, TurnGuardClause)]
    if not starts or seat.wizard not in game.duel.living:
        return lines, {}
    ordered = [each.line for each in clauses if not isinstance(each, _GUARDS)]
    split = [start for start in starts if any(start <= line for line in ordered)]
    if not any(line < start for line in ordered for start in split):
        split = []
    bounds = [0, *(start - 1 for start in split), len(lines)]
    present, ahead = [""] * len(lines), dict[int, list[str]]()
    for first, last in pairwise(bounds):
        turn = turn_meant(game, reading_of(game, seat, lines[first:last]).clauses)
        into = present if turn is None else ahead.setdefault(turn, [""] * len(lines))
        into[first:last] = lines[first:last]
    return present, dict[int, Sequence[str]](ahead)


def reading_of(game: Game, seat: Seat, lines: Sequence[str]) -> Reading:
    """The lines as orders of the wizard at that seat."""
    return read("\n".join(lines), Field.of(game.duel), seat.wizard)


def turn_meant(game: Game, clauses: Sequence[AnyClause]) -> int | None:
    """The coming turn that the clauses are for, by their guard; None where they are for the present one, or for none
    of which a draft is kept."""
    if any(isinstance(each, GameGuardClause) and each.game != game.id for each in clauses):
        return None
    wanted = {each.turn for each in clauses if isinstance(each, TurnGuardClause)}
    turn = wanted.pop() if len(wanted) == 1 else 0
    return turn if game.duel.next_turn < turn <= game.duel.next_turn + AHEAD_MAX else None


def keep(
    store: Store, game: Game, seat: Seat, reading: Reading, *, turn: int, letter: int | None, now: datetime
) -> Ahead:
    """Put the clauses by until `turn` begins; as if `wait` had been said, so that they then need the word `ready`."""
    held = turns.held_orders(store, game.id, turn=turn, part=Part.NORMAL).get(seat.number)
    if any(isinstance(each, WithdrawClause) for each in reading.clauses):
        turns.drop_orders(store, game.id, turn=turn, part=Part.NORMAL, seat=seat.number)
        return Ahead(turn=turn, orders=())
    fresh = [each for each in reading.clauses if not isinstance(each, (*_GUARDS, HoldClause))]
    merged, _ = merge(held.clauses if held is not None else (), fresh, spoiled=reading.spoiled)
    orders = tuple(replace(each, line=0) for each in merged if not isinstance(each, HoldClause))
    turns.save_orders(
        store,
        game.id,
        turn=turn,
        part=Part.NORMAL,
        seat=seat.number,
        clauses=(*orders, HoldClause(ready=False)),
        complete=False,
        letter=letter,
        now=now,
    )
    return Ahead(turn=turn, orders=_lines(orders))


def later(store: Store, game: Game, seat: Seat) -> tuple[Ahead, ...]:
    """The seat's drafts for turns that have not begun."""
    found = []
    for turn in range(game.duel.next_turn + 1, game.duel.next_turn + AHEAD_MAX + 1):
        held = turns.held_orders(store, game.id, turn=turn, part=Part.NORMAL).get(seat.number)
        if held is not None:
            found.append(Ahead(turn=turn, orders=_lines(held.clauses)))
    return tuple(found)


def standing(store: Store, game: Game, seat: Seat) -> tuple[str, ...]:
    """The seat's draft for the present turn in canonical lines; none where it has orders that count, or nothing."""
    held = turns.held_orders(store, game.id, turn=game.duel.next_turn, part=game.duel.next_part).get(seat.number)
    holds = [each for each in held.clauses if isinstance(each, HoldClause)] if held is not None else []
    if held is None or not holds or holds[-1].ready:
        return ()
    return _lines(held.clauses)


def _lines(clauses: Sequence[AnyClause]) -> tuple[str, ...]:
    return tuple(canonical_text(tuple(each for each in clauses if not isinstance(each, HoldClause))).splitlines())


def with_yes(store: Store, game: Game, seat: Seat, lines: Sequence[str]) -> Sequence[str]:
    """The lines; a mere yes from one who has a draft is the word that makes it count."""
    said = " ".join(" ".join(lines).split()).strip(" .!").lower()
    return ("ready",) if said in _YES and standing(store, game, seat) else lines
