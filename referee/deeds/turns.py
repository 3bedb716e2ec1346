"""The coming turn of a game: what is held for it, and that it is adjudicated now. In a transaction of the caller's."""

from datetime import datetime

from msgspec import Struct

from engine.language import canonical_text
from engine.orders import in_words
from referee import play
from referee.commands.doors import Doors
from referee.deadlines.due import deadline
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, found, running
from referee.deeds.rollback import refuse_while_paused
from referee.store import acts, turns
from referee.store.games import Game


class Held(Struct, frozen=True, kw_only=True):
    """What is held for a wizard: `state` is owed, draft, incomplete, in or not asked. `written`: as they came;
    `orders`: as they would be adjudicated; both None while they are sealed."""

    wizard: str
    state: str
    received_at: datetime | None
    letter: int | None
    written: tuple[str, ...] | None = None
    orders: tuple[str, ...] | None = None


def held(desk: Doors, number: int, *, reveal: bool, reason: str | None, now: datetime) -> list[Held]:
    """The orders for the coming turn of a game, in order of seats. That they were revealed is noted. Raises Refused."""
    game = found(desk.store, number)
    if reveal:
        refuse_own(desk, number)
        facts = {"turn": game.duel.next_turn}
        acts.note(desk.store, "reveal orders", who=desk.who, now=now, game=number, reason=reason, facts=facts)
    known = turns.held_orders(desk.store, number, turn=game.duel.next_turn, part=game.duel.next_part)
    told = []
    for seat in game.seats:
        orders = known.get(seat.number)
        checked = play.standing_orders(desk.store, game, seat) if orders is not None else None
        if seat.wizard not in game.duel.acting:
            state = "not asked"
        elif checked is None or orders is None:
            state = "owed"
        else:
            state = "draft" if checked.draft else "in" if orders.complete else "incomplete"
        told.append(
            Held(
                wizard=seat.wizard,
                state=state,
                received_at=orders.received_at if orders is not None else None,
                letter=orders.letter if orders is not None else None,
                written=tuple(canonical_text(orders.clauses).splitlines()) if reveal and orders is not None else None,
                orders=tuple(in_words(checked)) if reveal and checked is not None else None,
            )
        )
    return told


def adjudicate(desk: Doors, number: int, *, reason: str | None, now: datetime) -> Game:
    """Adjudicate the coming turn now, with what is held. Before its deadline those without orders rest, and their
    silence is not counted; after it the terms say what happens to them. The game then. Raises Refused."""
    game = running(desk.store, number)
    refuse_own(desk, number)
    refuse_while_paused(desk, game, now)
    turn, early = game.duel.next_turn, now < deadline(desk.post.clocks.state(game, now))
    owing = play.owing(desk.store, game)
    why = f"The director had turn {turn} adjudicated{' before its time' if early and owing else ''}."
    if not desk.adjudication.close_turn(game, now, why=why, early=early):
        raise Refused(f"the engine cannot adjudicate turn {turn} of game {number}; see the journal")
    facts = {"turn": turn, "without orders": list(owing)}
    acts.note(desk.store, "adjudicate", who=desk.who, now=now, game=number, reason=reason, facts=facts)
    desk.adjudication.advance(found(desk.store, number), now)
    return found(desk.store, number)
