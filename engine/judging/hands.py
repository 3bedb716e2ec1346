"""Gestures under judgement: one for each hand, one knife, what Fear and Paralysis leave free."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.clauses import AimClause, AnyClause, HandClause, StabClause, SurrenderClause
from engine.compulsion import BARRED_BY_FEAR, HANDS
from engine.grip import Slot
from engine.judging.case import LABELS, Case, slot_label
from engine.model import NOBODY, Gesture, Hand

Given = dict[Slot, HandClause]


def judge_hands(case: Case, clauses: Sequence[AnyClause]) -> None:
    """Keep the legal gestures, at most one for each hand in each half, and note the hands that are still owed."""
    aims = [c for c in clauses if isinstance(c, AimClause)]
    written, stabs = _sort(case, clauses)
    given, clashing = _one_each(case, written)
    spoiled = clashing | case.spoiled
    _place_stabs(case, stabs, given, spoiled)
    for slot, clause in list(given.items()):
        legal = _legal(case, slot, clause, aims)
        if legal is None:
            del given[slot]
        else:
            given[slot] = legal
    extra = _one_knife(case, given)
    case.look_ahead({slot: clause.gesture for slot, clause in given.items()})
    _lone_claps(case, given)
    case.kept += [*given.values(), *extra]
    slots = [(half, hand) for half in range(case.grip.halves) for hand in HANDS]
    case.missing = tuple(slot for slot in slots if slot not in given and slot not in case.grip.fixed)


def _sort(case: Case, clauses: Sequence[AnyClause]) -> tuple[list[HandClause], list[StabClause]]:
    """The gestures as HandClauses of a half, and the stabs without a hand; a pair too many is ignored (A112)."""
    written: list[HandClause] = []
    stabs: list[StabClause] = []
    warned = False
    for clause in clauses:
        if not isinstance(clause, HandClause | StabClause | SurrenderClause):
            continue
        if clause.half is not None and clause.half >= case.grip.halves:
            if not warned:
                case.warn(clause, "you have one pair of gestures this turn; the second pair is ignored")
            warned = True
        elif isinstance(clause, HandClause):
            written.append(replace(clause, half=clause.half or 0))
        elif isinstance(clause, StabClause):
            stabs.append(clause)
        else:
            halves = range(case.grip.halves) if clause.half is None else (clause.half,)
            written += [
                HandClause(hand=hand, gesture=Gesture.PALM, half=half, line=clause.line, text=clause.text)
                for half in halves
                for hand in HANDS
            ]
    return written, stabs


def _one_each(case: Case, written: list[HandClause]) -> tuple[Given, set[Slot]]:
    """The gesture of each hand; a hand with two different ones has none."""
    told: dict[Slot, list[HandClause]] = {}
    for clause in written:
        told.setdefault((clause.half or 0, clause.hand), []).append(clause)
    given: Given = {}
    spoiled: set[Slot] = set()
    for slot, mine in told.items():
        subjects = {c.subject for c in mine if c.subject is not None}
        if len({c.gesture for c in mine}) > 1 or len(subjects) > 1 or slot in case.spoiled:
            label = slot_label(*slot, case.grip.halves)
            case.refuse_all(mine, f"two gestures for one hand: {label} would do nothing", mine[0].text)
            spoiled.add(slot)
        else:
            given[slot] = next((c for c in mine if c.subject is not None), mine[0])
    return given, spoiled


def _place_stabs(case: Case, stabs: list[StabClause], given: Given, spoiled: set[Slot]) -> None:
    """A stab without a hand goes to the one hand that has no other gesture in its half (else: which?)."""
    for stab in stabs:
        own = [stab.half] if stab.half is not None else []
        places = [
            place
            for half in dict.fromkeys([*own, *range(case.grip.halves)])
            if (place := _free_hand(case, half, given, spoiled)) is not None
        ]
        if places:
            given[places[0]] = case.placed[id(stab)] = HandClause(
                half=places[0][0],
                hand=places[0][1],
                gesture=Gesture.STAB,
                subject=stab.subject,
                line=stab.line,
                text=stab.text,
            )
            continue
        at = f" {stab.subject}" if stab.subject else ""
        case.refuse(stab, f"which hand stabs? `LH: stab{at}` or `RH: stab{at}`", f"LH: stab{at}")


def _free_hand(case: Case, half: int, given: Given, spoiled: set[Slot]) -> Slot | None:
    slots = [(half, hand) for hand in HANDS]
    stabbing = [slot for slot in slots if case.grip.fixed.get(slot) is Gesture.STAB and slot not in given]
    free = [slot for slot in slots if slot not in given and slot not in spoiled and slot not in case.grip.fixed]
    if stabbing:  # the spell that holds that hand makes it stab: the clause says whom
        return stabbing[0]
    return free[0] if len(free) == 1 else None


def _legal(case: Case, slot: Slot, clause: HandClause, aims: list[AimClause]) -> HandClause | None:
    """The clause with its subject filled in, None where it is refused."""
    fixed = case.grip.fixed.get(slot)
    label = slot_label(*slot, case.grip.halves)
    if fixed is None and case.grip.afraid and clause.gesture in BARRED_BY_FEAR:
        reason = "Fear: neither hand can make C, D, F or S this turn; P, W, stab and nothing are free"
        case.refuse(clause, reason, f"{LABELS[slot[1]]}: W")
        return None
    if clause.gesture is Gesture.STAB:
        stab = _legal_stab(case, slot, clause, aims)
        if stab is None:
            return None
        clause = stab
    if fixed is not None and fixed is not clause.gesture:
        case.warn(clause, f"{case.grip.by[slot]}: {label} will show {fixed} whatever you order")
    return clause


def _legal_stab(case: Case, slot: Slot, clause: HandClause, aims: list[AimClause]) -> HandClause | None:
    label = LABELS[slot[1]]
    example = next(iter(case.duel.opponents(case.name)), "goblin")
    subject = clause.subject
    if subject is None:
        aimed = [a.subject for a in aims if a.hand in (slot[1], Hand.BOTH) and a.half in (None, slot[0])]
        barred = (NOBODY,) if case.rules.may_stab_oneself else (NOBODY, case.name)
        subject = next((name for name in aimed if name not in barred), None)
    if subject is None:
        subject = case.duel.sole_opponent(case.name)
    if subject == case.name and not case.rules.may_stab_oneself:
        case.refuse(clause, "a wizard cannot stab himself", f"{label}: stab {example}")
        return None
    if subject == NOBODY or (subject is None and slot not in case.grip.fixed):
        case.refuse(clause, "a stab needs somebody to stab", f"{label}: stab {example}")
        return None
    return replace(clause, subject=subject)


def _one_knife(case: Case, given: Given) -> list[AimClause]:
    """One stab in each half: the compelled hand's if known, else the left's, or always the right's (A10).

    Says whom a compelled one goes at.
    """
    if case.rules.right_knife_wins:
        _right_knife(case, given)
        return []
    extra: list[AimClause] = []
    for half in range(case.grip.halves):
        ordered = [(half, h) for h in HANDS if (half, h) in given and given[half, h].gesture is Gesture.STAB]
        compelled = [(half, h) for h in HANDS if case.grip.fixed.get((half, h)) is Gesture.STAB]
        free = [slot for slot in ordered if slot not in case.grip.fixed]
        surplus = free if compelled else free[1:]
        for slot in surplus:
            clause = given.pop(slot)
            why = f"{LABELS[compelled[0][1]]} must stab" if compelled else "the left hand stabs, the right does nothing"
            case.refuse(clause, f"one knife: {why}", f"{LABELS[slot[1]]}: nothing")
            if compelled and compelled[0] not in given and clause.subject is not None:
                extra.append(
                    AimClause(
                        hand=compelled[0][1], half=half, subject=clause.subject, line=clause.line, text=clause.text
                    )
                )
    return extra


def _right_knife(case: Case, given: Given) -> None:
    """Where the right hand stabs, the left does not."""
    for half in range(case.grip.halves):
        left, right = ((half, hand) for hand in HANDS)
        stabs = case.grip.fixed.get(right, given[right].gesture if right in given else None) is Gesture.STAB
        if stabs and left in given and given[left].gesture is Gesture.STAB:
            why = "one knife: the right hand stabs, the left does nothing"
            case.refuse(given.pop(left), why, f"{LABELS[Hand.LEFT]}: nothing")


def _lone_claps(case: Case, given: Given) -> None:
    for (half, hand), clause in given.items():
        other = (half, Hand.RIGHT if hand is Hand.LEFT else Hand.LEFT)
        if clause.gesture is not Gesture.CLAP or (half, hand) in case.grip.fixed:
            continue
        if Gesture.CLAP not in case.sight.shows[other]:
            case.warn(clause, "a clap needs both hands; alone it is worth nothing", "both: C")
