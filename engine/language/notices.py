"""Clauses that are no deeds of a turn: words for everyone, guards, hold and withdrawal."""

from __future__ import annotations

from typing import Final

from engine.clauses import GameGuardClause, HoldClause, SayClause, TurnGuardClause, WithdrawClause
from engine.language.lexicon import Role
from engine.language.tokens import Sort
from engine.language.view import Fault, Parsed, View

NUMBER_DIGITS_MAX: Final = 9


def say(view: View, i: int) -> Parsed | None:
    """The words after `say:`; none at all (an empty form) say nothing."""
    token = view.tokens[i]
    if token.sort is Sort.SAY:
        return Parsed(i + 1, (SayClause(words=token.word),) if token.word else ())
    if view.has(i, Role.SAY):
        end = i + 1
        while not view.stops(end):
            end += 1
        return Parsed(end, (), (Fault("words for everyone stand behind `say:`", (i, i + 1, "say:")),), weak=True)
    return None


def guard(view: View, i: int) -> Parsed | None:
    """`turn 7`, `game 17`, also as a heading: `orders for game 17 turn 7:`."""
    is_turn = view.has(i, Role.TURN)
    if not is_turn and not view.has(i, Role.GAME):
        return None
    number = view.word(i + 1)
    if not (number.isascii() and number.isdigit()) or len(number) > NUMBER_DIGITS_MAX:
        end = i + 1 if view.stops(i + 1) else i + 2
        return Parsed(end, (), (Fault(f"{view.word(i)} needs a number", None, f"{view.word(i)} 7"),), weak=True)
    end = i + 3 if view.word(i + 2) == ":" else i + 2
    clause = TurnGuardClause(turn=int(number)) if is_turn else GameGuardClause(game=int(number))
    return Parsed(end, (clause,))


def hold(view: View, i: int) -> Parsed | None:
    """`wait` and `ready`."""
    if not view.has(i, Role.WAIT) and not view.has(i, Role.READY):
        return None
    return Parsed(i + 1, (HoldClause(ready=view.has(i, Role.READY)),), weak=True)


def withdraw(view: View, i: int) -> Parsed | None:
    """`withdraw orders`."""
    if not view.has(i, Role.WITHDRAW):
        return None
    j = i + 2 if view.has(i + 1, Role.MY) or view.has(i + 1, Role.THE) else i + 1
    if not view.has(j, Role.ORDERS):
        return Parsed(j, (), (Fault("withdraw what?", None, "withdraw orders"),))
    return Parsed(j + 1, (WithdrawClause(),))
