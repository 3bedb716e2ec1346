"""check(duel, wizard, clauses): what a wizard's orders come to, what is wrong with them and what is still owed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from engine.clauses import (
    AnyClause,
    CastClause,
    Clause,
    Complaint,
    ForcedClause,
    GameGuardClause,
    HoldClause,
    Orders,
    SameAgainClause,
    SurrenderClause,
    TurnGuardClause,
    WithdrawClause,
)
from engine.events import SpellCast
from engine.judging.case import Case
from engine.judging.casts import judge_casts
from engine.judging.hands import judge_hands
from engine.judging.holds import judge_holds
from engine.judging.monsters import judge_monsters
from engine.language import Field, canonical_text
from engine.language.complaining import losses
from engine.merging import expand
from engine.model import Duel, Gesture, Hand, Pair, Part, State, Value
from engine.spellbook import Summon
from engine.variants import RuleSet

PALMS: Final[Pair] = (Gesture.PALM, Gesture.PALM)


class Checked(Value, frozen=True, kw_only=True):
    """Orders as understood.

    `orders` holds the accepted clauses as the resolver wants them; `written` all that was understood, with `same
    again` spelled out and stabs in the hand they went to: what `merge` and the next turn's `previous` take.
    `missing` are the (half, hand) still without a valid gesture; `pairs` the gestures and `casts` the spells as far
    as the wizard can know them, defaults filled in (`by_default`, `by_fallback`). `guarded_off`: meant for another
    turn or game; `draft`: `wait` was the last word.
    """

    orders: Orders
    written: tuple[AnyClause, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    missing: tuple[tuple[int, Hand], ...] = ()
    pairs: tuple[Pair, ...] = ()
    casts: tuple[SpellCast, ...] = ()
    surrenders: bool = False
    withdrawn: bool = False
    draft: bool = False
    guarded_off: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing is owed any more."""
        return not (self.missing or self.withdrawn or self.guarded_off)


def check(
    duel: Duel,
    wizard: str,
    clauses: Sequence[AnyClause],
    *,
    previous: Sequence[AnyClause] = (),
    spoiled: Iterable[tuple[int, Hand]] = (),
    game: int | None = None,
) -> Checked:
    """Judge `clauses` as orders of `wizard` for the next part of the duel, by what he knows.

    `previous` is `written` of his last ordinary turn; `spoiled` are the (half, hand) for which a gesture was written
    that could not be read; `game` is the duel's number where guards are to be held against it. Never raises for a
    wizard of the duel, alive or not, whatever clauses were read; ValueError for anybody else.
    """
    figure = duel.wizard(wizard)
    if figure is None:
        raise ValueError(f"no wizard {wizard!r} in this duel")
    case = Case(duel, figure, spoiled)
    if wizard not in duel.acting:
        case.refuse(clauses[0] if clauses else Clause(), _why_not(duel, wizard))
        return Checked(orders=Orders(wizard=wizard), complaints=tuple(case.complaints))
    guarded_off = _guarded_off(case, clauses, game)
    withdrawn = any(isinstance(c, WithdrawClause) for c in clauses)
    written = _repeat(case, clauses, previous)
    if guarded_off or withdrawn:
        judge_hands(case, ())
    else:
        for judge in (judge_hands, judge_casts, judge_holds, judge_monsters):
            judge(case, written)
        case.kept += [c for c in written if isinstance(c, SurrenderClause) and (c.half or 0) < case.grip.halves]
        case.complaints += losses(tuple(c for c in written if not _goes_home(case.rules, c)), Field.of(duel))
    holds = [c for c in clauses if isinstance(c, HoldClause)]
    return Checked(
        orders=Orders(wizard=wizard, clauses=tuple(case.kept)),
        written=() if guarded_off or withdrawn else tuple(case.placed.get(id(c), c) for c in written),
        complaints=in_order(case.complaints),
        missing=case.missing,
        pairs=case.sight.pairs,
        casts=case.casts,
        surrenders=PALMS in case.sight.pairs,
        withdrawn=withdrawn,
        draft=bool(holds) and not holds[-1].ready,
        guarded_off=guarded_off,
    )


def in_words(checked: Checked) -> tuple[str, ...]:
    """The accepted orders in canonical form, a line each. A surrender is written as the palms that it is."""
    clauses: tuple[AnyClause, ...] = tuple(c for c in checked.orders.clauses if not isinstance(c, SurrenderClause))
    if len(checked.pairs) == 1:
        clauses = tuple(replace(clause, half=None) for clause in clauses)
    return tuple(canonical_text(clauses).splitlines())


def _goes_home(rules: RuleSet, clause: AnyClause) -> bool:
    """An elemental comes to its caster where its subject is gone; nothing is lost (A125)."""
    if not isinstance(clause, CastClause | ForcedClause) or clause.spell is None:
        return False
    effect = rules.spellbook[clause.spell].effect
    return isinstance(effect, Summon) and effect.elemental


def in_order(*complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    """Complaints of several readers of one text, by line, each once."""
    told = dict.fromkeys(each for some in complaints for each in some)
    return tuple(sorted(told, key=lambda complaint: complaint.line))


def _why_not(duel: Duel, name: str) -> str:
    wizard = duel.wizard(name)
    if duel.result is not None:
        return f"the duel ended on turn {duel.result.turn}"
    if wizard is not None and wizard.state is State.DEAD:
        return f"{name} is dead and orders nothing"
    if wizard is not None and wizard.state is State.SURRENDERED:
        return f"{name} has left the duel and orders nothing"
    return f"{name} has no extra turn now"


def _guarded_off(case: Case, clauses: Sequence[AnyClause], game: int | None) -> bool:
    """Whether a guard says that these orders are for another turn or game."""
    off = False
    for clause in clauses:
        if isinstance(clause, TurnGuardClause) and clause.turn != case.duel.next_turn:
            past = "is past" if clause.turn < case.duel.next_turn else "is yet to come"
            case.refuse(
                clause,
                f"turn {clause.turn} {past}: orders are due for turn {case.duel.next_turn}",
                f"turn {case.duel.next_turn}",
            )
            off = True
        elif isinstance(clause, GameGuardClause) and game is not None and clause.game != game:
            case.refuse(clause, f"this is game {game}, not game {clause.game}", f"game {game}")
            off = True
    return off


def _repeat(case: Case, clauses: Sequence[AnyClause], previous: Sequence[AnyClause]) -> tuple[AnyClause, ...]:
    """The clauses with `same again` spelled out."""
    same = next((c for c in clauses if isinstance(c, SameAgainClause)), None)
    own = [
        c for c in clauses if not isinstance(c, SameAgainClause | TurnGuardClause | GameGuardClause | WithdrawClause)
    ]
    if same is None:
        return tuple(own)
    if case.duel.next_part is Part.TIME_STOP:
        case.refuse(same, "an extra turn repeats nothing: write it out")
    elif case.duel.turn == 0:
        case.refuse(same, "there is no last turn to repeat")
    elif not previous:
        case.refuse(same, "you ordered nothing last turn that could be repeated")
    else:
        return expand(same, own, previous)
    return tuple(own)
