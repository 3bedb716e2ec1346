"""The rest under judgement: hands to be held, elements, and what Delayed effect and Permanency take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from engine.casting import hands_of
from engine.clauses import (
    AnyClause,
    BankClause,
    CharmClause,
    ElementClause,
    MakeClause,
    ParalysisClause,
    PermanentClause,
    ReleaseClause,
    SayClause,
)
from engine.enchantments import CHARM_PERSON, DELAYED_EFFECT, PARALYSIS, PERMANENCY
from engine.gestures import Finished
from engine.judging.case import LABELS, Case
from engine.model import NOBODY, Gesture, Part, Wizard
from engine.phases.completion import released_cast
from engine.spellbook import Default, Mirror

Taking = TypeVar("Taking", BankClause, PermanentClause)
Kept = TypeVar("Kept", ParalysisClause, CharmClause, MakeClause, ReleaseClause, BankClause, PermanentClause)


def judge_holds(case: Case, clauses: Sequence[AnyClause]) -> None:
    """Keep the clauses of Paralysis, Charm person, Delayed effect, Permanency and elements, and the words."""
    paralyses = [c for c in clauses if isinstance(c, ParalysisClause) and _legal_hold(case, c, PARALYSIS)]
    charms = [c for c in clauses if isinstance(c, CharmClause) and _legal_hold(case, c, CHARM_PERSON)]
    makes = [c for c in clauses if isinstance(c, MakeClause) and _legal_make(case, c)]
    releases = [r for c in clauses if isinstance(c, ReleaseClause) and (r := _legal_release(case, c)) is not None]
    banks = [
        b for c in clauses if isinstance(c, BankClause) and (b := _legal_taking(case, c, DELAYED_EFFECT)) is not None
    ]
    lasting = [
        p for c in clauses if isinstance(c, PermanentClause) and (p := _legal_taking(case, c, PERMANENCY)) is not None
    ]
    case.kept += _agreeing(case, paralyses, "two choices of a hand for Paralysis")
    case.kept += _agreeing(case, charms, "two choices of a hand for Charm person")
    case.kept += _agreeing(case, makes, "two gestures for one charmed hand")
    case.kept += _agreeing(case, releases, "one banked spell, two releases")
    case.kept += _agreeing(case, banks, "Delayed effect takes one spell")
    case.kept += _agreeing(case, lasting, "Permanency takes one spell")
    case.kept += [c for c in clauses if isinstance(c, ElementClause | SayClause)]
    released = next((c for c in case.kept if isinstance(c, ReleaseClause)), None)
    if released is not None and case.wizard.banked is not None:
        cast = released_cast(case.duel, len(case.casts), case.wizard, released)
        case.casts = (*case.casts, cast)


# -- hands of others ---------------------------------------------------------------------------------------------


def _legal_hold(case: Case, clause: ParalysisClause | CharmClause, spell: str) -> bool:
    """Choosing a hand is for the turn on which the spell is finished, or on which a mirror may make it one's own."""
    victim = case.duel.being(clause.victim)
    if victim is not None and not isinstance(victim, Wizard):
        case.refuse(clause, f"{clause.victim} has no hands to choose from", f"cast {spell} at {clause.victim}")
        return False
    finishable = {f.spell for half in case.sight.possible for f in half}
    mirrors = any(isinstance(case.book[name].effect, Mirror) for name in {*finishable, case.wizard.banked or spell})
    if spell not in finishable and case.wizard.banked != spell and not mirrors:
        case.refuse(clause, f"neither hand finishes {spell} this turn")
        return False
    return True


def _legal_make(case: Case, clause: MakeClause) -> bool:
    charmed = case.charmed_hand(clause.victim) if case.duel.next_part is Part.NORMAL else None
    if charmed is None:
        case.refuse(clause, f"you decide for no hand of {clause.victim} this turn")
    elif charmed is not clause.hand:
        does = "stab" if clause.gesture is Gesture.STAB else clause.gesture.value
        better = f"make {clause.victim}'s {LABELS[charmed]}: {does}"
        case.refuse(clause, f"of {clause.victim} you decide for {LABELS[charmed]}", better)
    elif clause.gesture is Gesture.STAB and clause.subject == clause.victim and not case.rules.may_stab_oneself:
        case.refuse(clause, "a wizard cannot stab himself")
    elif clause.gesture is Gesture.STAB and clause.subject == NOBODY:
        case.refuse(clause, "a stab needs somebody to stab")
    else:
        return True
    return False


# -- Delayed effect and Permanency -------------------------------------------------------------------------------


def _legal_release(case: Case, clause: ReleaseClause) -> ReleaseClause | None:
    banked = case.wizard.banked
    if banked is None:
        case.refuse(clause, "you have no banked spell")
        return None
    wanted = clause.candidates or ((clause.spell,) if clause.spell is not None else (banked,))
    if banked not in wanted:
        case.refuse(clause, f"your banked spell is {banked}", f"release {banked}")
        return None
    spell = case.book[banked]
    if clause.subject == NOBODY and not spell.dischargeable and not spell.aimed:
        case.refuse(clause, f"{banked} cannot be let go: a storm rages anyway", f"release {banked}")
        return None
    if case.wizard.banked_at is not None:
        if clause.subject not in (None, case.wizard.banked_at):
            reason = f"{banked} was stored for {case.wizard.banked_at}, and its subject cannot be changed"
            case.refuse(clause, reason, f"release {banked}")
            return None
        return replace(clause, spell=banked, candidates=())
    hostile = spell.default in (Default.OPPONENT, Default.HOSTILE_MONSTER)
    if clause.subject is None and hostile and case.duel.sole_opponent(case.name) is None:
        case.warn(clause, f"{banked} goes at nobody and will be lost: say at whom")
    return replace(clause, spell=banked, candidates=())


def _legal_taking(case: Case, clause: Taking, taker: str) -> Taking | None:
    """What a pending Delayed effect or Permanency is to take must be finished this turn."""
    finished = [f for half in case.sight.possible for f in half]
    later = taker == DELAYED_EFFECT and case.rules.delayed_effect_waits_for_choice  # not on its own turn (A91)
    pending = any(e.name == taker for e in case.wizard.enchantments)
    pending = pending or (not later and any(f.spell == taker for f in finished))
    if not pending:
        case.warn(
            clause, f"no {taker} waits for a spell of yours: this has no effect unless one is cast on you this turn"
        )
    wanted = clause.candidates or ((clause.spell,) if clause.spell is not None else ())
    fits = list(dict.fromkeys(f.spell for f in finished if f.spell in wanted and _by(clause, f)))
    if len(wanted) > 1 and len(fits) == 1:
        return _legal_taking_of(case, replace(clause, spell=fits[0], candidates=()), taker)
    if wanted and len(fits) != 1:
        which = " or ".join(fits or wanted)
        case.refuse(clause, f"that may be {which}" if fits else f"neither hand finishes {which} this turn")
        return None
    if clause.hand is not None and not any(_by(clause, f) for f in finished):
        case.refuse(clause, f"{LABELS[clause.hand]} finishes no spell this turn")
        return None
    return _legal_taking_of(case, clause, taker)


def _legal_taking_of(case: Case, clause: Taking, taker: str) -> Taking | None:
    if taker == PERMANENCY and clause.spell is not None and not case.rules.may_be_permanent(clause.spell):
        case.refuse(clause, f"{clause.spell} cannot be made permanent")
        return None
    return clause


def _by(clause: BankClause | PermanentClause, finished: Finished) -> bool:
    return clause.hand is None or bool(set(hands_of(clause.hand)) & set(hands_of(finished.hand)))


# -- contradictions ----------------------------------------------------------------------------------------------


def _agreeing(case: Case, clauses: list[Kept], reason: str) -> list[Kept]:
    """The clauses without those that contradict each other."""
    kept = list(clauses)
    for clause in clauses:
        rivals = [c for c in kept if _matter(c) == _matter(clause)]
        if any(_plain(c) != _plain(clause) for c in rivals):
            case.refuse_all(rivals, reason, clause.text)
            kept = [c for c in kept if all(c is not rival for rival in rivals)]
    return kept


def _matter(clause: AnyClause) -> tuple[object, ...]:
    """What a clause decides: two of one matter must agree."""
    if isinstance(clause, MakeClause):
        return (clause.victim, clause.hand)
    if isinstance(clause, ParalysisClause | CharmClause):
        return (clause.victim,)
    return ()


def _plain(clause: Kept) -> Kept:
    return replace(clause, line=0, text="", half=None)
