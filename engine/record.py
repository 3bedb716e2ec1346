"""The record of a duel: what `referee adjudicate --json` prints, made from turns and complaints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from engine.clauses import Complaint
from engine.enchantments import ENCHANTMENTS
from engine.events import CastFated, Died, Fate, Gestured, MonsterMade, SpellCast, Turn
from engine.model import Duel, Enchantment, Monster, Wizard, is_unborn, unborn

FORMAT: Final = 1
_FATES: Final = {fate: rank for rank, fate in enumerate(Fate)}
_NOWHERE: Final = (Fate.BANKED, Fate.DISCHARGED)  # their subject is null


def turn_record(turn: Turn, complaints: Iterable[tuple[str, Complaint]]) -> dict[str, Any]:
    """One entry of the record's `turns`; `complaints` with the wizard whose they are."""
    return {
        "turn": turn.turn,
        "part": turn.part.value,
        "complaints": [complaint_record(wizard, complaint) for wizard, complaint in complaints],
        "gestures": {
            event.wizard: [[left.value, right.value] for left, right in event.pairs]
            for event in turn.events
            if isinstance(event, Gestured)
        },
        "casts": cast_records(turn),
        "events": msgspec.to_builtins(turn.events),
        "wizards": {wizard.name: _wizard(turn.after, wizard) for wizard in turn.after.wizards},
        "monsters": [_monster(monster) for monster in _shown(turn)],
    }


def result_record(duel: Duel) -> dict[str, Any]:
    """The record's `result`."""
    if duel.result is None:
        return {"state": "unfinished", "winner": None, "turn": None, "reason": None}
    result = duel.result
    return {"state": result.state, "winner": result.winner, "turn": result.turn, "reason": result.reason}


def complaint_record(wizard: str, complaint: Complaint) -> dict[str, Any]:
    """One complaint; its suggestion follows the reason."""
    reason = complaint.reason
    if complaint.suggestion is not None:
        reason = f"{reason}; {complaint.suggestion}"
    return {
        "wizard": wizard,
        "kind": complaint.kind.value,
        "line": complaint.line,
        "text": complaint.text,
        "reason": reason,
    }


def cast_records(turn: Turn) -> list[dict[str, Any]]:
    """The spells cast in this turn, in order, each with the first outcome that holds."""
    fates: dict[int, list[Fate]] = {}
    born: dict[str, str] = {}
    for event in turn.events:
        if isinstance(event, CastFated):
            fates.setdefault(event.cast, []).append(event.fate)
        elif isinstance(event, MonsterMade):
            born.setdefault(unborn(event.hand, event.maker), event.name)
    records = []
    for cast in sorted((e for e in turn.events if isinstance(e, SpellCast)), key=lambda e: e.cast):
        mine = [*fates.get(cast.cast, ()), *((Fate.DISCHARGED,) if cast.discharged else ())]
        outcome = min(mine, key=_FATES.__getitem__, default=Fate.WORKS)
        subject = cast.subject
        if outcome in _NOWHERE:
            subject = None
        elif subject is not None and is_unborn(subject):
            subject = born.get(subject)
        records.append(
            {
                "caster": cast.caster,
                "hand": cast.hand.value,
                "spell": cast.spell,
                "subject": subject,
                "outcome": outcome.value,
            }
        )
    return records


def _wizard(duel: Duel, wizard: Wizard) -> dict[str, Any]:
    return {
        "hit_points": wizard.hit_points,
        "state": wizard.state.value,
        "enchantments": [
            {"name": e.name, "turns_left": e.turns_left(duel.turn)} for e in wizard.enchantments if _listed(duel, e)
        ]
        if wizard.alive
        else [],
        "banked": wizard.banked if wizard.alive else None,
    }


def _listed(duel: Duel, enchantment: Enchantment) -> bool:
    left = enchantment.turns_left(duel.turn)
    return ENCHANTMENTS[enchantment.name].listed and (left is None or left > 0)


def _shown(turn: Turn) -> list[Monster]:
    """The living monsters and those that died this turn; one that merged into another is no entry of its own."""
    died = {event.being for event in turn.events if isinstance(event, Died)}
    return [m for m in turn.after.monsters if m.alive or (m.name in died and not m.merged)]


def _monster(monster: Monster) -> dict[str, Any]:
    return {
        "name": monster.name,
        "kind": monster.kind.value,
        "controller": monster.controller,
        "hit_points": monster.hit_points,
        "alive": monster.alive,
    }
