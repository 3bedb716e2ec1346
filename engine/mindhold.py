"""Who decides for a spell that holds the mind, and which hand it takes (canon 5.3, 5.4)."""

from __future__ import annotations

from engine.battlefield import Battlefield, Cast
from engine.clauses import CharmClause, ParalysisClause
from engine.compulsion import HANDS, REST, freeze, shown_on
from engine.dice import roll
from engine.model import Gesture, Hand, Pair, Part


def master(field: Battlefield, cast: Cast) -> str | None:
    """Who decides for a control spell: its caster, or the mirror's owner; None: nobody (A19)."""
    decider = field.name(field.plan.landings[cast.number].decider)
    monster = None if decider is None else field.duel.monster(decider)
    if monster is None:
        return decider
    return monster.controller if field.rules.master_of_mirrored_monster_decides else None


def paralysed_hand(field: Battlefield, cast: Cast, victim: str) -> Hand | None:
    """Which hand Paralysis takes: the one held this turn already, else as ordered, else as A30 says (5.3, A29 to A31).

    None where nobody is there to choose and somebody should (A19).
    """
    decider = master(field, cast)
    if decider is None and field.rules.master_of_mirrored_monster_decides:
        return None
    held = _held(field, victim)
    if held is not None:
        return held
    for clause in field.clauses(decider, ParalysisClause) if decider is not None else ():
        if clause.victim == victim:
            return clause.hand or _by_frozen(field, victim, clause.by_frozen)
    return _unnamed(field, victim)


def _unnamed(field: Battlefield, victim: str) -> Hand:
    """The hand where none is named: the left, or either by the dice (A30)."""
    if not field.rules.unnamed_paralysis_is_rolled:
        return Hand.LEFT
    given = next((r.paralysed for r in field.dice if r.being == victim and r.paralysed is not None), None)
    return given or roll(field.before.salt, field.turn, f"paralysed hand {victim}", HANDS)


def _held(field: Battlefield, victim: str) -> Hand | None:
    """The hand that Paralysis held on this turn, also where it is the Time stop part that follows (A31, A118)."""
    wizard = field.duel.wizard(victim)
    made = [m for m in wizard.history if m.turn == field.turn and m.part is Part.NORMAL] if wizard is not None else []
    return made[-1].held if made else None


def _by_frozen(field: Battlefield, victim: str, wanted: tuple[Gesture, ...]) -> Hand:
    """The hand whose frozen gesture comes first in the list of wishes, ties and silence left (5.3)."""
    left, right = last_shown(field, victim)

    def rank(gesture: Gesture) -> int:
        frozen = freeze(gesture)
        return wanted.index(frozen) if frozen in wanted else len(wanted)

    return Hand.RIGHT if rank(right) < rank(left) else Hand.LEFT


def last_shown(field: Battlefield, victim: str) -> Pair:
    """The last pair that a wizard made in the ordinary turn; nothing where he made none."""
    wizard = field.duel.wizard(victim)
    shown = shown_on(wizard.history, field.turn) if wizard is not None else ()
    return shown[-1] if shown else REST


def charmed_hand(field: Battlefield, cast: Cast, victim: str) -> Hand:
    """Which hand Charm person takes: as the decider ordered, else the left (A33, A110)."""
    decider = master(field, cast)
    named = field.clauses(decider, CharmClause) if decider is not None else []
    return next((c.hand for c in named if c.victim == victim), Hand.LEFT)
