"""The record of a duel: what `referee adjudicate --json` prints, made from turns and complaints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from engine.clauses import Complaint
from engine.enchantments import ENCHANTMENTS
from engine.events import CastFated, Died, Event, Fate, Gestured, MonsterMade, SpellCast, Turn
from engine.model import Duel, Enchantment, Value, Wizard, is_unborn, unborn
from engine.views import UNKNOWN, observe

FORMAT: Final = 1
_FATES: Final = {fate: rank for rank, fate in enumerate(Fate)}
_NOWHERE: Final = (Fate.BANKED, Fate.DISCHARGED)  # their subject is null


class _Seen(Value, frozen=True, kw_only=True):
    """What is told of a turn: all, or what one viewer may know of it."""

    events: tuple[Event, ...]
    duel: Duel
    died: frozenset[str]  # of those whose state he may know
    unknown_beings: frozenset[str] = frozenset()
    unknown_casts: frozenset[int] = frozenset()


def turn_record(
    turn: Turn, complaints: Iterable[tuple[str, Complaint]], *, viewer: str | None = None
) -> dict[str, Any]:
    """One entry of the record's `turns`; `complaints` with the wizard whose they are.

    With a `viewer`, only what he may know: `?` for gestures, hit points and outcomes that he does not see.
    """
    seen = _seen(turn, viewer)
    return {
        "turn": turn.turn,
        "part": turn.part.value,
        "complaints": [complaint_record(name, told) for name, told in complaints if viewer in (None, name)],
        "gestures": {
            event.wizard: [[left.value, right.value] for left, right in event.pairs]
            for event in seen.events
            if isinstance(event, Gestured)
        },
        "casts": _casts(seen),
        "events": msgspec.json.decode(msgspec.json.encode(seen.events)),
        "wizards": {wizard.name: _wizard(seen, wizard) for wizard in seen.duel.wizards},
        "monsters": _monsters(seen),
    }


def _seen(turn: Turn, viewer: str | None) -> _Seen:
    died = frozenset(event.being for event in turn.events if isinstance(event, Died))
    if viewer is None:
        return _Seen(events=turn.events, duel=turn.after, died=died)
    view = observe(turn, viewer)
    return _Seen(
        events=view.events,
        duel=view.duel,
        died=died - view.unknown_beings,
        unknown_beings=view.unknown_beings,
        unknown_casts=view.unknown_casts,
    )


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
        reason = f"{reason}; try `{complaint.suggestion}`"
    return {
        "wizard": wizard,
        "kind": complaint.kind.value,
        "line": complaint.line,
        "text": complaint.text,
        "reason": reason,
    }


def _casts(seen: _Seen) -> list[dict[str, Any]]:
    """The spells cast in this turn, in order, each with the first outcome that holds."""
    fates: dict[int, list[Fate]] = {}
    born: dict[str, str] = {}
    for event in seen.events:
        if isinstance(event, CastFated):
            fates.setdefault(event.cast, []).append(event.fate)
        elif isinstance(event, MonsterMade):
            born.setdefault(unborn(event.hand, event.maker), event.name)
    casts = sorted((e for e in seen.events if isinstance(e, SpellCast)), key=lambda e: e.cast)
    return [_cast(cast, _outcome(seen, cast, fates.get(cast.cast, [])), born) for cast in casts]


def _outcome(seen: _Seen, cast: SpellCast, fates: list[Fate]) -> str:
    if cast.discharged:
        return Fate.DISCHARGED.value
    if cast.cast in seen.unknown_casts:
        return UNKNOWN
    return min(fates, key=_FATES.__getitem__, default=Fate.WORKS).value


def _cast(cast: SpellCast, outcome: str, born: dict[str, str]) -> dict[str, Any]:
    subject = cast.subject
    if outcome in _NOWHERE:
        subject = None
    elif subject is not None and is_unborn(subject):
        subject = UNKNOWN if outcome == UNKNOWN else born.get(subject)
    return {
        "caster": cast.caster,
        "hand": cast.hand.value,
        "spell": cast.spell,
        "subject": subject,
        "outcome": outcome,
    }


def _wizard(seen: _Seen, wizard: Wizard) -> dict[str, Any]:
    shown = wizard.enchantments if wizard.alive else ()
    unknown = wizard.name in seen.unknown_beings
    return {
        "hit_points": UNKNOWN if unknown else wizard.hit_points,
        "state": wizard.state.value,
        "enchantments": [
            {"name": e.name, "turns_left": e.turns_left(seen.duel.turn)} for e in shown if _listed(seen.duel, e)
        ],
        "banked": UNKNOWN if unknown else wizard.banked if wizard.alive else None,
    }


def _listed(duel: Duel, enchantment: Enchantment) -> bool:
    left = enchantment.turns_left(duel.turn)
    return ENCHANTMENTS[enchantment.name].listed and (left is None or left > 0)


def _monsters(seen: _Seen) -> list[dict[str, Any]]:
    """The living monsters and those that died this turn; one that merged into another is no entry of its own."""
    shown = []
    for monster in seen.duel.monsters:
        unknown = monster.name in seen.unknown_beings
        if unknown or monster.alive or (monster.name in seen.died and not monster.merged):
            shown.append(
                {
                    "name": monster.name,
                    "kind": monster.kind.value,
                    "controller": UNKNOWN if unknown else monster.controller,
                    "hit_points": UNKNOWN if unknown else monster.hit_points,
                    "alive": UNKNOWN if unknown else monster.alive,
                }
            )
    return shown
