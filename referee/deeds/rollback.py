"""Turns are taken back, and adjudicated again. All within a transaction of the caller's."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from engine.model import Duel, Part
from referee.commands.doors import Doors
from referee.deeds import correcting
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, found, running
from referee.store import acts, clocks, corrections, games, pairings, results, turns
from referee.store.games import Game, GameState, Seat

OVER: Final = (GameState.FINISHED, GameState.ABORTED)
_DONE: Final = "game {0} waits for turn {1} already; there is nothing to take back"


def roll_back(desk: Doors, number: int, turn: int, *, keep: bool, reason: str, now: datetime) -> Game:
    """Take back all turns from `turn` on, so that it is played again; `keep` its orders and those after it as drafts.
    The game as it stands then. Raises Refused.

    What followed goes with them: clocks, reminders, silence, resignations, offers of a draw, the result."""
    game = found(desk.store, number)
    refuse_own(desk, number)
    gone = turns.numbers(desk.store, number, since=turn)
    _refuse(game, turn, gone)
    stood = corrections.standing(desk.store, number, since=turn)
    beside = corrections.before_turn(desk.store, number, turn)
    last = turns.last_before(desk.store, number, turn)
    duel = last.after if last is not None else games.opening(desk.store, number)
    assert duel is not None, number
    correcting.clear(desk, game, now)
    corrections.void_turns(desk.store, number, since=turn, now=now)
    void = results.void(desk.store, number, now=now)
    pairings.reopen(desk.store, number, now=now)
    if keep:
        corrections.keep_orders(desk.store, number, since=turn)
    else:
        corrections.forget_orders(desk.store, number, since=turn)
    corrections.forget_draws(desk.store, number, since=turn)
    if gone:
        corrections.stay(desk.store, number, since=last.adjudicated_at if last is not None else game.created_at)
    corrections.set_back(desk.store, number, duel, now=now)
    if beside is not None:
        corrections.recount(desk.store, number, beside.missed)
    banks = beside.banks if beside is not None else banks_of(desk, number)
    after = correcting.begin_anew(desk, number, now, banks=banks)
    correcting.tell(
        desk,
        after,
        what=_what(gone),
        reason=reason,
        told=lambda seat: _told(game, seat, after, void=bool(void), keep=keep),
        now=now,
    )
    facts = {"to": turn, "turns taken back": len(gone), "orders kept": keep}
    act = acts.note(desk.store, "rollback", who=desk.who, now=now, game=number, reason=reason, facts=facts)
    corrections.remember(desk.store, act, stood)
    return after


def _refuse(game: Game, turn: int, gone: Sequence[int]) -> None:
    following = game.duel.next_turn if game.duel.result is None else game.duel.turn
    if not 1 <= turn <= following:
        raise Refused(f"game {game.id} cannot go back to turn {turn}: its turns are 1 to {following}")
    if gone or game.state in OVER:
        return
    if game.state is GameState.HELD:
        raise Refused(f"game {game.id} is held before turn {turn}; let it go on with `referee game resume {game.id}`")
    raise Refused(_DONE.format(game.id, turn))


def _what(gone: Sequence[int]) -> str:
    if not gone:
        return "The director has opened this game again."
    first, last = gone[0], gone[-1]
    return f"The director has taken back {f'turn {first}' if first == last else f'turns {first} to {last}'}."


def _told(before: Game, seat: Seat, after: Game, *, void: bool, keep: bool) -> Sequence[str]:
    """What follows from that for the player at a seat."""
    told = []
    if before.state in OVER:
        told.append("The game is not over any more.")
    if void:
        rated = ", and ratings are worked out without it" if after.terms.rated else ""
        told.append(f"Its result is void{rated}.")
    if before.seats[seat.number - 1].resigned_at is not None and seat.resigned_at is None:
        told.append("You had resigned after that: this is taken back with it. If you still want to, resign again.")
    if keep:
        told.append(
            "The orders that you had sent are kept as a draft, which counts only when you or the director say so."
        )
    else:
        told.append("The orders that were sent for what was taken back do not count any more.")
    return told


def forward(desk: Doors, number: int, *, to: int | None, reason: str | None, now: datetime) -> Game:
    """Adjudicate again what was taken back last, with the orders that are kept and those that came since, up to but not
    including turn `to`; who has none is silent, as the terms have it. The game as it stands then. Raises Refused."""
    game = running(desk.store, number)
    refuse_own(desk, number)
    first = game.duel.next_turn
    last = corrections.last_voided(desk.store, number)
    if last is None or not _comes_by(game.duel, *last):
        raise Refused(f"nothing of game {number} was taken back that is still to be played; it waits for turn {first}")
    end = last[0] + 1 if to is None else to
    if not first < end <= last[0] + 1:
        raise Refused(f"game {number} can go forward to turn {first + 1} up to {last[0] + 1}")
    refuse_while_paused(desk, game, now)
    game = _play(desk, game, end, last, now)
    facts = {"from": first, "to": game.duel.next_turn}
    acts.note(desk.store, "forward", who=desk.who, now=now, game=number, reason=reason, facts=facts)
    return game


def _comes_by(duel: Duel, turn: int, part: Part) -> bool:
    """Whether what a duel waits for comes no later than that turn, or the extra turn after it."""
    return (duel.next_turn, duel.next_part is Part.TIME_STOP) <= (turn, part is Part.TIME_STOP)


def _play(desk: Doors, game: Game, end: int, last: tuple[int, Part], now: datetime) -> Game:
    while game.state is GameState.RUNNING and game.duel.next_turn < end and _comes_by(game.duel, *last):
        duel: Duel = game.duel
        corrections.make_ready(desk.store, game.id, turn=duel.next_turn, part=duel.next_part)
        why = f"The director had turn {duel.next_turn} adjudicated again."
        if not desk.adjudication.close_turn(game, now, why=why, early=False):
            raise Refused(f"the engine cannot adjudicate turn {duel.next_turn} of game {game.id}; see the journal")
        game = found(desk.store, game.id)
    desk.adjudication.advance(game, now)
    return found(desk.store, game.id)


def refuse_while_paused(desk: Doors, game: Game, now: datetime) -> None:
    """Raises Refused where the clock of a running game stands still."""
    if desk.post.clocks.state(game, now).paused:
        raise Refused(f"the clock of game {game.id} stands still: `referee game resume {game.id}` first")


def banks_of(desk: Doors, number: int) -> dict[int, timedelta]:
    """What is left in the banks of a game before its coming turn."""
    old = clocks.load(desk.store, number)
    return old.banks if old is not None else {}
