"""Spells under judgement: which hand finishes them, one spell a gesture, what cannot be let go, whom they reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.casting import HANDS, Choice, choose, hands_of
from engine.clauses import AimClause, AnyClause, CastClause, ForcedClause
from engine.gestures import Finished
from engine.judging.case import LABELS, Case, is_elemental
from engine.judging.foresight import foresee
from engine.judging.reach import does_not_finish, fitting, in_halves, made_by, nearest
from engine.language import Field
from engine.model import NOBODY, Gesture, Hand, Monster, State, Wizard, is_unborn
from engine.monsters import ELEMENTALS
from engine.phases.completion import spell_cast
from engine.spellbook import Raise, Spell, Summon


def judge_casts(case: Case, clauses: Sequence[AnyClause]) -> None:
    """Keep the cast, aim and forced clauses that can be carried out, and foresee what will be cast."""
    casts = [cast for c in clauses if isinstance(c, CastClause) and (cast := _legal(case, c)) is not None]
    aims = _aims(case, [c for c in clauses if isinstance(c, AimClause)])
    casts, aims = _at_odds(case, casts, aims)
    casts = _one_spell_each(case, casts)
    forced = [legal for c in clauses if isinstance(c, ForcedClause) and (legal := _forced(case, c)) is not None]
    case.kept += [*casts, *aims, *forced]
    chosen = choose(case.sight.finished, case.kept, case.grip.fixed, rules=case.rules)
    case.casts = tuple(spell_cast(case.duel, n, case.name, choice) for n, choice in enumerate(chosen))
    for choice, foreseen in zip(chosen, case.casts, strict=True):
        if foreseen.subject is None and not foreseen.discharged and case.book[foreseen.spell].aimed:
            _warn_unaimed(case, choice)
    for aim in aims:
        _warn_of_lost_aim(case, aim)


# -- one clause --------------------------------------------------------------------------------------------------


def _legal(case: Case, clause: CastClause) -> CastClause | None:
    """The clause with its spell settled, None where it is refused (or belongs to a pair that is ignored)."""
    if clause.half is not None and clause.half >= case.grip.halves:
        if clause.hand is not None:
            return None
        clause = replace(clause, half=None)
    if clause.candidates:
        settled = _settle(case, clause)
        if settled is None:
            return None
        clause = settled
    if clause.spell is None:
        return _legal_let_go(case, clause)
    if not fitting(clause, case.sight.possible):
        case.refuse(clause, does_not_finish(case, clause), nearest(case, clause))
        return None
    return _legal_subject(case, clause, case.book[clause.spell])


def _settle(case: Case, clause: CastClause) -> CastClause | None:
    """A short form that fits several spells means the one that the hand meant finishes."""
    for finished in (case.sight.finished, case.sight.possible):
        fits = [s for s in clause.candidates if fitting(replace(clause, spell=s), finished)]
        if len(fits) == 1:
            return replace(clause, spell=fits[0], candidates=())
        if fits:
            case.refuse(clause, f"that may be {' or '.join(fits)}: both can be finished", f"cast {fits[0]}")
            return None
    listed = " or ".join(clause.candidates)
    case.refuse(clause, f"that may be {listed}; {does_not_finish(case, clause, 'any of them')}")
    return None


def _legal_let_go(case: Case, clause: CastClause) -> CastClause | None:
    hands = HANDS if clause.hand is None else hands_of(clause.hand)
    found = [f for f in in_halves(clause, case.sight.possible) if set(hands_of(f.hand)) & set(hands)]
    if not found:
        who = "neither hand finishes a" if clause.hand in (None, Hand.BOTH) else f"{LABELS[clause.hand]} finishes no"
        case.refuse(clause, f"{who} spell this turn, so there is nothing to let go")
        return None
    if not any(case.book[f.spell].dischargeable for f in found):
        case.refuse(clause, f"{found[0].spell} cannot be let go")
        return None
    return clause


def _legal_subject(case: Case, clause: CastClause, spell: Spell) -> CastClause | None:
    """What may be said of a spell's subject before the turn."""
    subject = clause.subject
    if subject is None:
        return clause
    if not spell.aimed:
        if subject == NOBODY:
            case.refuse(clause, f"{spell.name} cannot be let go: a storm rages anyway", f"cast {spell.name}")
            return None
        case.warn(clause, f"{spell.name} has no subject: it falls on everybody")
        return replace(clause, subject=None)
    being = case.duel.being(subject)
    dead_elemental = isinstance(being, Monster) and not being.alive and is_elemental(being)
    if isinstance(spell.effect, Raise) and dead_elemental and not case.rules.elementals_rise:
        case.refuse(clause, "an elemental leaves no corpse to raise")
        return None
    _warn_of_subject(case, clause, spell, subject)
    return clause


def _warn_of_subject(case: Case, clause: CastClause | ForcedClause, spell: Spell, subject: str) -> None:
    being = case.duel.being(subject)
    if isinstance(spell.effect, Summon) and spell.effect.elemental:
        if not (isinstance(being, Wizard) and being.alive):
            case.warn(clause, f"{spell.name} must be cast at a living wizard: it will be cast at you")
    elif isinstance(spell.effect, Raise) and isinstance(being, Wizard) and being.state is State.SURRENDERED:
        case.warn(clause, f"{subject} has left the duel: the spell is lost")
    elif isinstance(spell.effect, Summon) and isinstance(being, Monster) and being.kind in ELEMENTALS:
        case.warn(clause, f"an elemental can command no monster: {spell.name} will be lost")
    elif is_unborn(subject) and subject.endswith(f":{case.name}") and not case.makes(subject):
        case.warn(clause, f"you make no monster as {subject.partition(':')[0]} this turn: {spell.name} will be lost")


def _aims(case: Case, aims: Iterable[AimClause]) -> list[AimClause]:
    """Aims of hands that finish something, or may stab."""
    kept = []
    for aim in aims:
        if aim.half is not None and aim.half >= case.grip.halves:
            continue
        hands = set(hands_of(aim.hand))
        finishes = any(hands & set(hands_of(f.hand)) for f in in_halves(aim, case.sight.possible))
        stabs = any(slot[1] in hands and Gesture.STAB in shown for slot, shown in case.sight.shows.items())
        if not finishes and not stabs:
            case.refuse(aim, f"{LABELS[aim.hand]} finishes no spell this turn")
            continue
        kept.append(aim)
    return kept


def _forced(case: Case, clause: ForcedClause) -> ForcedClause | None:
    """A conditional cast: its spell must be one that this gesture would finish."""
    if clause.half is not None and clause.half >= case.grip.halves:
        clause = replace(clause, half=None)
    finished = _if_forced(case, clause)
    if clause.candidates:
        fits = [s for s in clause.candidates if any(f.spell == s for f in finished)]
        if len(fits) != 1:
            case.refuse(clause, f"that may be {' or '.join(clause.candidates)}; please write the whole name")
            return None
        clause = replace(clause, spell=fits[0], candidates=())
    label = f"{LABELS[clause.hand]}={clause.gesture}"
    if clause.spell is not None and all(f.spell != clause.spell for f in finished):
        others = " or ".join(dict.fromkeys(f.spell for f in finished)) or "nothing"
        case.refuse(clause, f"{label} would not finish {clause.spell} this turn; it would finish {others}")
        return None
    slots = [slot for slot in (*case.grip.fixed, *case.grip.loose) if slot[1] is clause.hand]
    if not slots:
        case.warn(clause, f"nothing holds {LABELS[clause.hand]} this turn, so this will not be needed")
    if clause.spell is not None and clause.subject is not None:
        _warn_of_subject(case, clause, case.book[clause.spell], clause.subject)
    return clause


def _if_forced(case: Case, clause: ForcedClause) -> list[Finished]:
    """What that hand would finish if it made that gesture, whatever the other does."""
    found: dict[Finished, None] = {}
    for half in range(case.grip.halves):
        if clause.half not in (None, half):
            continue
        written = {
            (n, hand): made for n, pair in enumerate(case.sight.pairs) for hand, made in zip(HANDS, pair, strict=True)
        }
        written[half, clause.hand] = clause.gesture
        other = (half, Hand.RIGHT if clause.hand is Hand.LEFT else Hand.LEFT)
        for with_both in (False, True):
            if with_both:
                written[other] = clause.gesture
            free = replace(case.grip, fixed={}, loose=frozenset())
            sight = foresee(case.duel, replace(case.wizard, enchantments=()), free, written)
            found.update({f: None for f in sight.finished[half] if clause.hand in hands_of(f.hand)})
    return list(found)


# -- clauses together --------------------------------------------------------------------------------------------


def _at_odds(case: Case, casts: list[CastClause], aims: list[AimClause]) -> tuple[list[CastClause], list[AimClause]]:
    """Two subjects for one hand: both clauses are refused."""
    for aim in list(aims):
        rivals: list[CastClause | AimClause] = [
            other for other in aims if other is not aim and other.hand is aim.hand and _meet(other, aim)
        ]
        rivals += [
            c for c in casts if c.hand is aim.hand and c.spell is not None and c.subject is not None and _meet(c, aim)
        ]
        rivals = [other for other in rivals if other.subject != aim.subject]
        if rivals and aim in aims:
            case.refuse_all([aim, *rivals], f"two subjects for {LABELS[aim.hand]}", aim.text)
            casts = [c for c in casts if all(c is not other for other in rivals)]
            aims = [a for a in aims if a is not aim and all(a is not other for other in rivals)]
    return casts, aims


def _meet(one: CastClause | AimClause, other: CastClause | AimClause) -> bool:
    return one.half is None or other.half is None or one.half == other.half


def _one_spell_each(case: Case, casts: list[CastClause]) -> list[CastClause]:
    """Clauses that want one gesture for two spells are refused, all of them; a mere repetition is not."""
    while True:
        chosen = choose(case.sight.finished, casts, {}, rules=case.rules)
        idle = [c for c in casts if all(choice.clause is not c for choice in chosen)]
        clash = next((found for c in idle if (found := _rivals(case, c, chosen))), None)
        if clash is None:
            return casts
        clause, rivals = clash
        double = next((r for r in rivals if r.spell == clause.spell and _agree(r.subject, clause.subject)), None)
        if double is not None:
            dropped = [double if double.subject is None else clause]
        else:
            hands = " and ".join(dict.fromkeys(LABELS[r.hand] for r in chosen if r.clause in rivals))
            reason = f"two spells for one gesture of {hands}: only one can be cast"
            case.refuse_all([*rivals, clause], reason, rivals[0].text)
            dropped = [clause, *rivals]
        casts = [c for c in casts if all(c is not each for each in dropped)]


def _agree(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other


def _rivals(case: Case, clause: CastClause, chosen: Sequence[Choice]) -> tuple[CastClause, list[CastClause]] | None:
    """The clauses that took the gestures this one needs."""
    fits = [f for f in in_halves(clause, case.sight.finished) if _wants(case, clause, f)]
    hands = {hand for f in fits for hand in hands_of(f.hand)}
    rivals = [
        choice.clause
        for choice in chosen
        if isinstance(choice.clause, CastClause)
        and clause.half in (None, choice.half)
        and hands & set(hands_of(choice.hand))
    ]
    return (clause, rivals) if rivals else None


def _wants(case: Case, clause: CastClause, finished: Finished) -> bool:
    if clause.spell is None:
        return case.book[finished.spell].dischargeable and made_by(clause.hand, finished)
    return finished.spell == clause.spell and made_by(clause.hand, finished)


def _warn_of_lost_aim(case: Case, aim: AimClause) -> None:
    """An aim at the dead or departed is lost, unless it is Raise dead's and reaches a corpse (A124)."""
    gone = Field.of(case.duel).gone(aim.subject)
    raises = any(isinstance(case.book[cast.spell].effect, Raise) and cast.subject == aim.subject for cast in case.casts)
    if gone is not None and not (raises and gone == "has died"):
        case.warn(aim, f"{aim.subject} {gone}: the spell is lost")


def _warn_unaimed(case: Case, choice: Choice) -> None:
    """A hostile spell without a subject is lost where there is no sole opponent (canon 2.6)."""
    clause = choice.clause or next(
        (c for c in case.kept if getattr(c, "hand", None) in hands_of(choice.hand) and c.half in (None, choice.half)),
        CastClause(spell=choice.spell),
    )
    opponents = case.duel.opponents(case.name)
    whom = opponents[0] if opponents else "goblin"
    case.warn(
        clause,
        f"{choice.spell} goes at nobody and will be lost: say at whom",
        f"cast {choice.spell} with {LABELS[choice.hand]} at {whom}",
    )
