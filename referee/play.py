"""A game goes on: orders are judged and held, and a turn is adjudicated once nobody owes any."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from engine.clauses import AnyClause, Complaint, Orders
from engine.events import Turn
from engine.language import canonical_text
from engine.language.reader import Reading
from engine.merging import merge
from engine.model import Duel, Part
from engine.orders import Checked, check, in_order
from engine.resolver import adjudicate
from referee import drafts
from referee.drafts import Ahead
from referee.store import turns
from referee.store.database import Store
from referee.store.games import Game, Seat


class Taken(Struct, frozen=True, kw_only=True):
    """What came of the lines of one letter: the orders as they stand now, what was wrong, what was replaced.

    `understood`: whether anything in the lines was an order at all. `talk`: complaints about lines that do not even
    look like orders; that they are talk is for the player to say. `ahead`: the drafts for coming turns that the lines
    changed; where there are any, `present` tells whether anything was for the turn that the game waits for."""

    checked: Checked
    complaints: tuple[Complaint, ...]
    talk: tuple[Complaint, ...]
    replaced: tuple[AnyClause, ...]
    understood: bool
    ahead: tuple[Ahead, ...] = ()
    present: bool = True


def take_orders(
    store: Store, game: Game, seat: Seat, lines: Sequence[str], *, letter: int | None, now: datetime
) -> Taken:
    """Read the lines as orders of the wizard at `seat`, and hold what they come to. Within a transaction."""
    duel, turn, part = game.duel, game.duel.next_turn, game.duel.next_part
    lines = drafts.with_yes(store, game, seat, lines)
    reading = drafts.reading_of(game, seat, lines)
    lines, coming = drafts.parted(game, seat, lines, reading.clauses)
    put_by = [_put_by(store, game, seat, turn, kept, letter=letter, now=now) for turn, kept in sorted(coming.items())]
    taken = _weighed(store, game, seat, drafts.reading_of(game, seat, lines) if coming else reading)
    if put_by:
        taken = _together(taken, put_by)
    checked = taken.checked
    if checked.withdrawn:
        turns.remember_orders(store, game.id, turn=turn, part=part, seat=seat.number)
        turns.drop_orders(store, game.id, turn=turn, part=part, seat=seat.number)
    elif taken.understood and taken.present and not checked.guarded_off and seat.wizard in duel.acting:
        turns.remember_orders(store, game.id, turn=turn, part=part, seat=seat.number)
        turns.save_orders(
            store,
            game.id,
            turn=turn,
            part=part,
            seat=seat.number,
            clauses=[replace(clause, line=0) for clause in checked.written],
            complete=checked.complete and not checked.draft,
            letter=letter,
            now=now,
        )
    return taken


def _put_by(
    store: Store, game: Game, seat: Seat, turn: int, lines: Sequence[str], *, letter: int | None, now: datetime
) -> tuple[Ahead, Reading]:
    """Orders for a coming turn, kept as its draft."""
    reading = drafts.reading_of(game, seat, lines)
    return drafts.keep(store, game, seat, reading, turn=turn, letter=letter, now=now), reading


def _together(taken: Taken, put_by: Sequence[tuple[Ahead, Reading]]) -> Taken:
    """What came of the lines for the present turn, and of those for coming ones."""
    unread = [(c, c.line in reading.chatter) for _, reading in put_by for c in reading.complaints]
    return replace(
        taken,
        complaints=in_order((c for c, talk in unread if not talk), taken.complaints),
        talk=in_order((c for c, talk in unread if talk), taken.talk),
        ahead=tuple(ahead for ahead, _ in put_by),
        present=taken.understood,
        understood=True,
    )


def weigh_orders(store: Store, game: Game, seat: Seat, lines: Sequence[str]) -> Taken:
    """What the lines would come to as orders of the wizard at `seat`, beside those that are held; nothing is stored."""
    return _weighed(store, game, seat, drafts.reading_of(game, seat, lines))


def _weighed(store: Store, game: Game, seat: Seat, reading: Reading) -> Taken:
    duel, turn, part = game.duel, game.duel.next_turn, game.duel.next_part
    held = turns.held_orders(store, game.id, turn=turn, part=part).get(seat.number)
    standing = held.clauses if held is not None else ()
    merged, replaced = merge(standing, reading.clauses, spoiled=reading.spoiled)
    checked = check(
        duel,
        seat.wizard,
        merged,
        previous=_previous(store, game, seat),
        spoiled=reading.spoiled,
        game=game.id,
    )
    talk = tuple(c for c in reading.complaints if c.line in reading.chatter)
    orderly = (c for c in reading.complaints if c.line not in reading.chatter)
    return Taken(
        checked=checked,
        complaints=in_order(orderly, checked.complaints),
        talk=talk,
        replaced=replaced,
        understood=bool(reading.clauses or reading.spoiled),
    )


def understood(game: Game, seat: Seat, lines: Sequence[str]) -> tuple[str, ...]:
    """What the lines would order in canonical form; nothing is held."""
    return tuple(canonical_text(drafts.reading_of(game, seat, lines).clauses).splitlines())


def standing_orders(store: Store, game: Game, seat: Seat) -> Checked | None:
    """The orders held for the seat as they would be adjudicated now, None where there are none."""
    duel = game.duel
    held = turns.held_orders(store, game.id, turn=duel.next_turn, part=duel.next_part).get(seat.number)
    if held is None or seat.wizard not in duel.acting:
        return None
    return judged(store, game, seat, held.clauses)


def judged(store: Store, game: Game, seat: Seat, clauses: Sequence[AnyClause]) -> Checked:
    """What these clauses would come to as the seat's orders for the coming turn."""
    return check(game.duel, seat.wizard, clauses, previous=_previous(store, game, seat), game=game.id)


def hold_for(store: Store, game: Game, seat: Seat, checked: Checked, *, now: datetime) -> None:
    """Hold these as the seat's complete orders, though no letter of its player gives them."""
    turns.save_orders(
        store,
        game.id,
        turn=game.duel.next_turn,
        part=game.duel.next_part,
        seat=seat.number,
        clauses=[replace(clause, line=0) for clause in checked.written],
        complete=True,
        now=now,
    )


def owing(store: Store, game: Game) -> tuple[str, ...]:
    """The wizards whose orders are not in, or not complete."""
    duel = game.duel
    held = turns.held_orders(store, game.id, turn=duel.next_turn, part=duel.next_part)
    done = {seat.wizard for seat in game.seats if seat.number in held and held[seat.number].complete}
    return tuple(name for name in duel.acting if name not in done)


def next_turn(store: Store, game: Game) -> tuple[Turn, tuple[Orders, ...]]:
    """Adjudicate what is held; nothing is stored. Raises whatever the engine raises."""
    orders: dict[str, Orders] = {}
    for seat in game.seats:
        checked = standing_orders(store, game, seat)
        if checked is not None:
            orders[seat.wizard] = checked.orders
    return adjudicate(game.duel, orders), tuple(orders.values())


def _previous(store: Store, game: Game, seat: Seat) -> tuple[AnyClause, ...]:
    """What the wizard wrote for the last ordinary turn, for `same again`."""
    duel: Duel = game.duel
    if duel.next_part is Part.TIME_STOP or duel.turn == 0:
        return ()
    held = turns.held_orders(store, game.id, turn=duel.turn, part=Part.NORMAL).get(seat.number)
    return held.clauses if held is not None else ()
